"""Builds the rig's kernel: user-mode Linux with simulated GPIO chips, from Debian's own kernel source.

Takes Debian's ``linux-source`` and compiler packages (installed by apt if need be), applies ``patches/``,
puts ``module/`` among the drivers, builds with ``kernel.config`` and keeps the one file that matters in
``~/.cache/pierwszy/kernel-<recipe>-<version>/``. What is there already isn't built again.

Run by ``make kernel``; needs nothing but Python. ``--cached`` builds nothing: exit 1 if there is none yet.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CONFIG = HERE / "kernel.config"
PATCHES = HERE / "patches"
MODULE = HERE / "module"

COMPILER = ("bc", "bison", "flex", "gcc", "libc6-dev", "make", "patch", "xz-utils")
TARBALLS = Path("/usr/src")

# A small part of the source, and all that configures it.
NEEDED = ["*Kconfig*", "*Kbuild*", "*Makefile*"]
NEEDED += ["arch/um", "arch/x86", "block", "fs", "include", "init", "io_uring", "ipc", "kernel", "lib", "mm"]
NEEDED += ["net", "scripts", "security", "usr"]
NEEDED += [f"drivers/{driver}" for driver in ("base", "char", "gpio", "hid", "i2c", "input")]
NEEDED += [f"drivers/{driver}" for driver in ("leds", "net/*.[ch]", "power/supply", "tty", "usb")]

NOT_YET = {"CONFIG_HID_SUPPORT=y"}
"""Settings that older kernels don't know and do without."""


class BuildError(Exception):
    """The kernel doesn't build; the text says why."""


class PackagesError(BuildError):
    """The packages it is built from can't be had here."""


def cache() -> Path:
    """The project's folder for what can be made again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pierwszy"


def recipe() -> str:
    """What tells our part of a kernel from another: a hash of its configuration, patches and modules."""
    files = [CONFIG, *sorted(PATCHES.iterdir()), *sorted(MODULE.iterdir())]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:12]


def cached_kernel() -> Path:
    """The newest kernel built by this recipe; where one would be, if there is none."""
    built = cache().glob(f"kernel-{recipe()}-*/linux")
    return max(built, key=lambda kernel: kernel.stat().st_mtime, default=cache() / f"kernel-{recipe()}/linux")


def make_kernel() -> Path:
    """Build the kernel unless it is there; where it is.

    Raises:
        PackagesError: if a package isn't there and can't be installed.
        BuildError: if the kernel doesn't build.
    """
    with _alone():
        kernel = cached_kernel()
        if kernel.is_file():
            return kernel
        _install(_missing_packages())
        tarball = _tarballs()[-1]
        for interrupted in cache().glob("building-*"):
            shutil.rmtree(interrupted, ignore_errors=True)
        work = Path(tempfile.mkdtemp(prefix="building-", dir=cache()))
        built = work / "built"
        built.mkdir()
        try:
            _unpack(tarball, work / "source")
            _add_ours(work / "source")
            _compile(work / "source", work / "objects", built)
            kept = cache() / f"kernel-{recipe()}-{_version(tarball)}"
            built.rename(kept)  # whole or not at all
        finally:
            shutil.rmtree(work, ignore_errors=True)
        return kept / "linux"


@contextmanager
def _alone() -> Iterator[None]:
    """Wait for another build to end, whoever started it."""
    cache().mkdir(parents=True, exist_ok=True)
    with (cache() / "kernel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _missing_packages() -> list[str]:
    if not shutil.which("dpkg-query"):
        raise PackagesError("expected Debian or one like it, for its linux-source package; got no dpkg")
    missing = [package for package in COMPILER if not _installed(package)]
    return missing if any(_tarballs()) else [*missing, "linux-source"]


def _installed(package: str) -> bool:
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Status}", package]
    return subprocess.run(query, capture_output=True, text=True, check=False).stdout == "installed"


def _install(packages: Sequence[str]) -> None:
    """Install Debian packages, as root or by sudo."""
    if not packages:
        return
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    if as_root and not shutil.which("sudo"):
        raise PackagesError(f"expected root or sudo to install packages: apt install {' '.join(packages)}")
    print(f"installing {' '.join(packages)}", flush=True)
    apt = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    try:
        _run([*apt, "update"])
        _run([*apt, "install", "--yes", "--no-install-recommends", *packages])
    except BuildError as exc:
        raise PackagesError(str(exc)) from exc


def _tarballs() -> list[Path]:
    """The kernel sources that are installed, the newest version last."""
    return sorted(TARBALLS.glob("linux-source-*.tar.xz"), key=_numbers)


def _numbers(tarball: Path) -> list[int]:
    """The version in a tarball's name, to compare."""
    return [int(part) for part in tarball.name.split("-")[2].removesuffix(".tar.xz").split(".")]


def _version(tarball: Path) -> str:
    """The version of the package that a tarball came with."""
    package = tarball.name.removesuffix(".tar.xz")
    query = ["dpkg-query", "--show", "--showformat=${Version}", package]
    return _run(query).replace(":", "-")


def _unpack(tarball: Path, source: Path) -> None:
    print(f"unpacking what is needed of {tarball}", flush=True)
    source.mkdir()
    top = tarball.name.removesuffix(".tar.xz")
    needed = [f"{top}/{pattern}" for pattern in NEEDED]
    into = [f"--directory={source}", "--strip-components=1"]
    _run(["tar", "--extract", f"--file={tarball}", *into, "--anchored", "--wildcards", *needed])


def _add_ours(source: Path) -> None:
    """Patch the kernel and put our modules among its drivers."""
    for patch in sorted(PATCHES.glob("*.patch")):
        _run(["patch", "--strip=1", "--fuzz=0", f"--directory={source}", f"--input={patch}"])
    shutil.copytree(MODULE, source / "drivers" / MODULE.name)
    with (source / "drivers" / "Makefile").open("a") as drivers:
        drivers.write(f"obj-y += {MODULE.name}/\n")


def _compile(source: Path, objects: Path, built: Path) -> None:
    jobs = len(os.sched_getaffinity(0))
    print(f"building a kernel with {jobs} processors: a few minutes", flush=True)
    started = time.monotonic()
    make = ["make", "--silent", f"--directory={source}", "ARCH=um", f"O={objects}", f"--jobs={jobs}"]
    objects.mkdir()
    _run([*make, f"KCONFIG_ALLCONFIG={CONFIG}", "allnoconfig"])
    _check_config((objects / ".config").read_text())
    _run([*make, "linux"])
    _run(["strip", "-o", built / "linux", objects / "linux"])
    shutil.copy(objects / ".config", built / "config")
    print(f"built in {time.monotonic() - started:.0f} s", flush=True)


def _check_config(config: str) -> None:
    """Kconfig drops silently what it doesn't know or what depends on something else."""
    got = {*config.splitlines(), *NOT_YET}
    dropped = [
        line for line in CONFIG.read_text().splitlines() if line.startswith("CONFIG") and line not in got
    ]
    if dropped:
        raise BuildError(f"expected {', '.join(dropped)} to be accepted by this kernel, got other settings")


def _run(command: Sequence[str | Path]) -> str:
    """Run a command; its standard output.

    Raises:
        BuildError: if it fails, with the end of what it said.
    """
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        said = "\n".join((ran.stdout + ran.stderr).splitlines()[-20:])
        raise BuildError(
            f"expected this to work, got exit {ran.returncode}: {' '.join(map(str, command))}\n{said}"
        )
    return ran.stdout


def main() -> int:
    """Build and say where; what is wrong goes to standard error, exit 75 if only packages are."""
    if sys.argv[1:] == ["--cached"]:
        return int(not cached_kernel().is_file())
    try:
        print(make_kernel())
    except (BuildError, OSError) as exc:
        print(exc, file=sys.stderr)
        return os.EX_TEMPFAIL if isinstance(exc, PackagesError) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
