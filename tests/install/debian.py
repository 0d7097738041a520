"""Debian made into what Raspberry Pi OS is to the installer, as a folder to enter; nothing of it needs a Pi.

What Raspberry Pi OS has and Debian lacks is added: the groups `gpio` and `i2c`, its config.txt, and in apt's
archive python3-lgpio (built here from the sources on PyPI). `dpkg --print-architecture` says arm64, whatever
this machine is. All else is Debian's own, its gpiozero 1.6.2 too, which is too old for us.

Made once with a network and kept in `CACHE`; the tests then have none. Each gets a folder that only looks
like a copy (overlayfs), so that it may do what it likes.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import stat
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

REPO = Path(__file__).parents[2]
LOCKS = [REPO / ".locks" / name for name in ("box.txt", "desk.txt")]
ENTER = Path(__file__).with_name("enter.sh")
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "pierwszy" / "install"
PYTHON = {"bookworm": "3.11", "trixie": "3.13"}
CHECKOUT = "home/ola/pierwszy"
WITH_WHEELS = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/srv/wheels"}
APT = (
    "usr/bin",
    "usr/lib/python3",
    "usr/share",
    "var/lib/apt",
    "var/lib/dpkg",
    "var/cache",
    "var/log",
    "etc/python3",
)
"""Where apt puts things, of the packages the installer asks it for."""
ARCHIVE = ("python3-venv", "libegl1", "libgbm1", "libgl1-mesa-dri", "libgles2")
"""What the installer asks apt for, with and without a television; it comes with what it needs."""
SOUND = {"bookworm": ("libasound2",), "trixie": ("libasound2t64",)}
RUNNING = ("dev/", "proc/", "run/", "sys/", "tmp/")
STOCK_CONFIG = Path(__file__).with_name("stock-config.txt")

Ran = subprocess.CompletedProcess[str]
Tree = Mapping[str, tuple[object, ...]]


@dataclass(frozen=True)
class Debian:
    """One Debian: a folder that is a whole machine's disk.

    Attributes:
        root: the folder.
        layers: what it is made of, uppermost first; none if it is just a folder.
    """

    root: Path
    layers: tuple[Path, ...] = ()

    def copied(self) -> AbstractContextManager[Debian]:
        """What looks like a copy of it, as long as nothing more is done to it itself."""
        return copied(*self.layers)

    def run(self, *words: str, env: Mapping[str, str] = {}, online: bool = False) -> Ran:
        """Run a command in it, as root, and wait."""
        return subprocess.run(
            self._entered("env", *(f"{name}={value}" for name, value in env.items()), *words),
            env={**os.environ, "ONLINE": "yes" if online else ""},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def do(self, *words: str, env: Mapping[str, str] = {}, online: bool = False) -> str:
        """Run a command that has to succeed; what it printed."""
        ran = self.run(*words, env=env, online=online)
        assert ran.returncode == 0, f"{' '.join(words)}: {ran.stdout}{ran.stderr}"
        return ran.stdout

    def install(self, *words: str, env: Mapping[str, str] = WITH_WHEELS) -> Ran:
        """Run the installer of the checkout in it."""
        return self.run(f"/{CHECKOUT}/hardware/install.sh", *words, env=env)

    def put(self, path: str, text: str) -> None:
        """Write a file in it."""
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def read(self, path: str) -> str:
        """What a file in it holds."""
        return (self.root / path).read_text()

    def tree(self) -> Tree:
        """Every file of it, by path, but those of apt: kind, mode, owner and what is in it."""
        return {path: _what_is_at(self.root / path) for path in _paths(self.root) if not path.startswith(APT)}

    def touched(self) -> Tree:
        """Every file written, removed or just touched since this copy was made, by path, with when it was."""
        upper = self.layers[0]
        return {
            path: (*_what_is_at(upper / path), (upper / path).lstat().st_mtime_ns) for path in _paths(upper)
        }

    @contextmanager
    def booted(self) -> Iterator[Machine]:
        """Start its systemd; it is switched off afterwards."""
        starting = subprocess.Popen(
            self._entered("boot"), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        try:
            yield Machine(self, _first_child(starting.pid))
        finally:
            starting.kill()
            starting.wait()

    def _entered(self, *words: str) -> list[str]:
        return [str(ENTER), str(self.root), *words]


@dataclass(frozen=True)
class Machine:
    """A `Debian` that is switched on; `first` is its process 1, as seen from here."""

    debian: Debian
    first: int

    def run(self, *words: str, env: Mapping[str, str] = {}) -> Ran:
        """Run a command on it, as root, and wait."""
        entered = ["nsenter", "--target", str(self.first), "--all", "env", "-i", "LC_ALL=C.UTF-8"]
        path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return subprocess.run(
            [*entered, path, "HOME=/root", *(f"{name}={value}" for name, value in env.items()), *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def service(self, name: str) -> str:
        """One property of the service, as systemd tells it."""
        return self.run("systemctl", "show", "--value", "--property", name, "pierwszy").stdout.strip()

    def wait_for(self, what: str, there: Callable[[], bool], within_s: float = 60) -> None:
        """Wait until something is so; the service's log if it never is."""
        end = time.monotonic() + within_s
        while not there():
            assert time.monotonic() < end, f"not {what} within {within_s} s\n{self.log()}"
            time.sleep(0.1)

    def log(self) -> str:
        """What the service and systemd about it wrote."""
        return self.run("journalctl", "--no-pager", "--output=cat", "--unit=pierwszy").stdout


def _first_child(parent: int) -> int:
    end = time.monotonic() + 10
    while time.monotonic() < end:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        for child in children:
            if Path(f"/proc/{child}/comm").read_text().strip() in {"systemd", "init"}:
                return int(child)
        time.sleep(0.05)
    raise TimeoutError("expected systemd to start")


def _paths(root: Path) -> Iterator[str]:
    """Every path below, but what is only there while a machine runs."""
    for folder, folders, files in os.walk(root):
        for name in (*folders, *files):
            path = str(Path(folder, name).relative_to(root))
            if not path.startswith(RUNNING):
                yield path


def _what_is_at(path: Path) -> tuple[object, ...]:
    info = path.lstat()
    inside = ""
    if stat.S_ISLNK(info.st_mode):
        inside = str(path.readlink())
    elif stat.S_ISREG(info.st_mode):
        inside = hashlib.sha256(path.read_bytes()).hexdigest()
    return (oct(info.st_mode), info.st_uid, info.st_gid, inside)


# --- making it ----------------------------------------------------------------------------------------------


@contextmanager
def copied(*layers: Path) -> Iterator[Debian]:
    """A Debian that looks like a copy of `layers`, first uppermost; what is done to it is gone afterwards."""
    work = CACHE / f"work-{os.getpid()}-{time.monotonic_ns()}"
    for name in ("upper", "work", "root"):
        (work / name).mkdir(parents=True)
    try:
        with overlaid(layers, work / "upper", work / "work", work / "root") as root:
            yield Debian(root, (work / "upper", *layers))
    finally:
        shutil.rmtree(work)


def tidy() -> None:
    """Take away what a run left that was killed."""
    for work in CACHE.glob("work-*"):
        if not Path("/proc", work.name.split("-")[1]).exists():
            subprocess.run(["umount", "--lazy", work / "root"], stderr=subprocess.DEVNULL, check=False)
            shutil.rmtree(work)


@contextmanager
def overlaid(layers: Sequence[Path], upper: Path, work: Path, root: Path) -> Iterator[Path]:
    """`layers` seen at `root`; changes go to `upper`."""
    options = f"lowerdir={':'.join(map(str, layers))},upperdir={upper},workdir={work}"
    _do("mount", "-t", "overlay", "-o", options, "overlay", str(root))
    try:
        yield root
    finally:
        _do("umount", str(root))


def made(suite: str, architecture: str = "") -> Path:
    """The folder with this suite's Debian; made if it isn't there yet, which takes minutes.

    Args:
        suite: bookworm or trixie.
        architecture: of its packages, this machine's unless given; another's programs have to run here.
    """
    key = hashlib.sha256(repr((ARCHIVE, SOUND, _CONTROL, _BUILD)).encode()).hexdigest()[:12]
    root = CACHE / "-".join(filter(None, (suite, architecture, key)))
    if not root.exists():
        part = root.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        include = "ca-certificates,dbus,python3,python3-gpiozero,systemd-sysv,udev"
        mirror = "http://deb.debian.org/debian"
        arch = [f"--arch={architecture}"] if architecture else []
        _do("debootstrap", "--variant=minbase", *arch, f"--include={include}", suite, str(part), mirror)
        _make_raspberry_pi_os_of(Debian(part), suite)
        part.rename(root)
    return root


def _make_raspberry_pi_os_of(debian: Debian, suite: str) -> None:
    for name in ("apt/apt.conf.d", "resolv.conf", "ssl/certs"):
        _do("cp", "-a", f"/etc/{name}", str((debian.root / "etc" / name).parent))
    for group in ("gpio", "i2c", "spi"):
        debian.do("groupadd", "--system", group)
    debian.do("useradd", "--create-home", "--groups", "gpio,i2c,spi", "ola")
    debian.put("boot/firmware/config.txt", STOCK_CONFIG.read_text())
    debian.put(
        "usr/local/sbin/dpkg",
        '#!/bin/sh\n[ "$1" != --print-architecture ] || exec echo arm64\nexec /usr/bin/dpkg "$@"\n',
    )
    (debian.root / "usr/local/sbin/dpkg").chmod(0o755)
    archive = debian.root / "srv/archive"
    archive.mkdir()
    debian.do("apt-get", "-qq", "update", online=True)
    debian.do(
        "apt-get", "-qq", "install", "--download-only", "--no-install-recommends", *ARCHIVE, *SOUND[suite],
        online=True,
    )  # fmt: skip
    for package in (debian.root / "var/cache/apt/archives").glob("*.deb"):
        package.rename(archive / package.name)
    _build_lgpio(debian, suite, archive)
    _write_index(archive)
    (debian.root / "etc/apt/sources.list").write_text("deb [trusted=yes] file:/srv/archive ./\n")


def _build_lgpio(debian: Debian, suite: str, archive: Path) -> None:
    """Build python3-lgpio as Debian builds a Python module, into `archive`; no tool for it is left."""
    folder = debian.root.with_suffix(".lgpio")
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("upper", "work", "root"):
        (folder / name).mkdir(parents=True)
    with overlaid([debian.root], folder / "upper", folder / "work", folder / "root") as root:
        builder = Debian(root)
        source = root / "srv/lgpio"
        _do(
            "pip", "download", "-q", "--no-deps", "--no-binary=:all:", "--dest", str(source), "lgpio==0.2.2.0"
        )
        tools = ("gcc", "libc6-dev", "python3-dev", "python3-setuptools", "swig")
        builder.do("apt-get", "-qq", "install", "--no-install-recommends", *tools, online=True)
        own = builder.do("/usr/bin/dpkg", "--print-architecture")
        builder.put("srv/lgpio/DEBIAN/control", _CONTROL.format(architecture=own.strip()))
        builder.do("sh", "-ec", _BUILD)
        shutil.copy(root / "srv/python3-lgpio.deb", archive)
    shutil.rmtree(folder)


_CONTROL = """\
Package: python3-lgpio
Version: 0.2.2-1
Architecture: {architecture}
Depends: python3
Maintainer: nobody
Description: stands in for the package of Raspberry Pi OS
"""

_BUILD = """\
cd /srv/lgpio
tar -xzf lgpio-*.tar.gz --strip-components=1
PYPI=1 python3 setup.py -q install --root=/srv/package --install-layout=deb
mv DEBIAN /srv/package
/usr/bin/dpkg-deb --root-owner-group --build /srv/package /srv/python3-lgpio.deb
"""


def _write_index(archive: Path) -> None:
    """What apt wants to know of the packages in a folder."""
    entries = []
    for package in sorted(archive.glob("*.deb")):
        control = _do("dpkg-deb", "--field", str(package))
        digest = hashlib.sha256(package.read_bytes()).hexdigest()
        size = package.stat().st_size
        entries.append(f"{control}Filename: ./{package.name}\nSize: {size}\nSHA256: {digest}\n")
    (archive / "Packages").write_text("\n".join(entries))


def wheels_for(suite: str, machine: str) -> Path:
    """The folder with all wheels of `LOCKS` for that machine and that suite's Python."""
    key = hashlib.sha256(b"".join(lock.read_bytes() for lock in LOCKS)).hexdigest()[:12]
    folder = CACHE / f"wheels-{suite}-{machine}-{key}"
    if not folder.exists():
        part = folder.with_suffix(".part")
        _do("pip", "download", "-q", "--dest", str(part), *for_platform(suite, machine))
        part.rename(folder)
    return folder


def for_platform(suite: str, machine: str) -> list[str]:
    """pip's options for wheels alone, for another Python and machine; and what is asked for."""
    glibcs = ("2_34", "2_31", "2_28", "2_27", "2_17")  # bookworm has 2.36, trixie 2.41
    platforms = (f"--platform=manylinux_{glibc}_{machine}" for glibc in glibcs)
    locks = (f"--requirement={lock}" for lock in LOCKS)
    return [
        "--only-binary=:all:", f"--python-version={PYTHON[suite]}", *platforms, "--require-hashes", *locks
    ]  # fmt: skip


def lay_checkout(debian: Debian, suite: str, machine: str = "") -> None:
    """Put this checkout and the wheels it needs into a Debian."""
    target = debian.root / CHECKOUT
    target.mkdir(parents=True)
    skip = shutil.ignore_patterns("__pycache__", "enclosure")
    for name in ("firmware", "companion", "hardware", ".locks"):
        shutil.copytree(REPO / name, target / name, ignore=skip)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(REPO / name, target)
    shutil.copytree(wheels_for(suite, machine or platform.machine()), debian.root / "srv/wheels")


def _do(*words: str) -> str:
    ran = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{' '.join(words)}: {ran.stdout}{ran.stderr}"
    return ran.stdout
