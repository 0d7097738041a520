"""A whole machine under QEMU: Debian's kernel, systemd, a screen, and a header of simulated pins.

What `tests.install.debian` makes gets a disk, Debian's newest kernel, since trixie's own lacks gpio-sim, and
an agent that runs commands for us. Nothing else of it is ours. Every instruction is emulated (TCG), which is
many times slower than a Pi.
"""

from __future__ import annotations

import base64
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

from tests.install.debian import Debian, Machine, Ran, made

EMULATOR = ("qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "1024")
SCREEN = (1280, 720)

SOURCES = """\
deb http://deb.debian.org/debian trixie main
deb http://deb.debian.org/debian trixie-backports main
"""
ADDED = ("initramfs-tools", "linux-image-arm64", "qemu-guest-agent")
HEADER = """\
[Unit]
Description=the header of a Pi 4, of simulated pins
Before=pierwszy.service
RequiresMountsFor=/sys/kernel/config
[Service]
Type=oneshot
ExecStart=modprobe gpio-sim
ExecStart=mkdir -p /sys/kernel/config/gpio-sim/pi/bank0
WorkingDirectory=-/sys/kernel/config/gpio-sim/pi
ExecStart=sh -c 'echo 28 >bank0/num_lines; echo pinctrl-bcm2711 >bank0/label; echo 1 >live'
ExecStart=sh -c 'ln -s /sys/devices/platform/gpio-sim.0/gpiochip* /run/header'
[Install]
WantedBy=multi-user.target
"""
RIGHTS = 'SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"\n'
"""As Raspberry Pi OS gives them."""

DISK_BYTES = 4 << 30
LINE = "/run/header/sim_gpio{}/pull"
"""What pulls a pin up, or, as a closed button, down."""

BOOTS_S = 900
ANSWERS_S = 120
SOON_S = 600
"""What takes seconds on a Pi, with room for other programs on this machine."""

FIGURES: list[str] = []
"""What the tests measured; each belongs to this emulator on this machine, not to a Pi."""


class Emulated(Machine):
    """A `Debian` that is switched on: its agent runs the commands, QEMU tells what its screen shows.

    Args:
        debian: what was on its disk when it was switched on.
        folder: where QEMU listens, for us and for the agent.
        emulator: QEMU, which ends with the machine.
    """

    def __init__(self, debian: Debian, folder: Path, emulator: subprocess.Popen[bytes]) -> None:
        super().__init__(debian, 0)
        object.__setattr__(self, "folder", folder)
        object.__setattr__(self, "emulator", emulator)

    folder: Path
    emulator: subprocess.Popen[bytes]

    def run(self, *words: str, env: Mapping[str, str] = {}) -> Ran:
        """Run a command on it, as root, and wait."""
        path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        clean = [
            "-i",
            "LC_ALL=C.UTF-8",
            "HOME=/root",
            path,
            *(f"{name}={value}" for name, value in env.items()),
        ]
        asked = {"path": "/usr/bin/env", "arg": [*clean, *words], "capture-output": True}
        with closing(_Talk(self.folder / "agent")) as agent:
            agent.sync()
            job = agent.ask("guest-exec", asked)
            while not (ended := agent.ask("guest-exec-status", job))["exited"]:
                time.sleep(0.2)
        out, err = (base64.b64decode(ended.get(name, "")).decode() for name in ("out-data", "err-data"))
        return Ran(words, ended.get("exitcode", -1), out, err)

    def do(self, script: str) -> str:
        """Run a shell script that has to succeed; what it printed."""
        ran = self.run("sh", "-ec", script)
        assert ran.returncode == 0, f"{script}: {ran.stdout}{ran.stderr}"
        return ran.stdout

    def screen(self) -> Image.Image:
        """What its screen shows."""
        shot = self.folder / "screen.png"
        with closing(_Talk(self.folder / "monitor")) as monitor:
            monitor.ask("qmp_capabilities")
            monitor.ask("screendump", {"filename": str(shot), "format": "png"})
        with Image.open(shot) as image:
            return image.convert("RGB")


def press(machine: Emulated, gpio: int) -> None:
    """Close a button for a fifth of a second."""
    line = LINE.format(gpio)
    machine.do(f"echo pull-down >{line}; sleep 0.2; echo pull-up >{line}")


class _Talk:
    """The protocol of QEMU's monitor and of the agent: a line of JSON each way."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(ANSWERS_S)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._lines = self._socket.makefile()

    def ask(self, what: str, arguments: Mapping[str, Any] = {}) -> Any:
        """Ask for something; what it answers, besides greetings and events."""
        self._socket.sendall(json.dumps({"execute": what, "arguments": arguments}).encode())
        return self._answer(what)

    def sync(self) -> None:
        """Wait until the agent answers this, whatever it still has to say to those before."""
        number = time.monotonic_ns() % (1 << 31)
        answer = self.ask("guest-sync", {"id": number})
        while answer != number:
            answer = self._answer("guest-sync")

    def _answer(self, what: str) -> Any:
        while "return" not in (answer := json.loads(self._lines.readline())):
            assert "error" not in answer, f"{what}: {answer}"
        return answer["return"]

    def close(self) -> None:
        """Leave it to the next."""
        self._lines.close()
        self._socket.close()


def with_kernel() -> Path:
    """Trixie for arm64 with a kernel and an agent; made once, which takes long."""
    root = made("trixie", "arm64")
    whole = root.with_suffix(".whole")
    if not whole.exists():
        part = root.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        subprocess.run(["cp", "-a", root, part], check=True)
        debian = Debian(part)
        archive = debian.read("etc/apt/sources.list")
        debian.put("etc/apt/sources.list", SOURCES)
        debian.put("etc/initramfs-tools/conf.d/pierwszy", "MODULES=list\n")
        debian.put("etc/initramfs-tools/modules", "virtio_blk\next4\n")
        debian.do("apt-get", "-qq", "update", online=True)
        install = ("apt-get", "-qq", "install", "--no-install-recommends", "-t", "trixie-backports", *ADDED)
        debian.do(*install, env={"DEBIAN_FRONTEND": "noninteractive"}, online=True)
        debian.put("etc/apt/sources.list", archive)
        debian.do("apt-get", "-qq", "update")
        part.rename(whole)
    return whole


def lay_header(debian: Debian) -> None:
    """Give it the pins of a Pi 4, from its next start on."""
    debian.put("etc/systemd/system/header.service", HEADER)
    debian.do("systemctl", "enable", "header.service")
    debian.put("etc/udev/rules.d/60-gpio.rules", RIGHTS)


@contextmanager
def switched_on(debian: Debian) -> Iterator[Emulated]:
    """A machine with a disk as `debian` is now; it is switched off afterwards, and the disk gone."""
    folder = debian.root.with_name("machine")
    folder.mkdir()
    disk = folder / "disk"
    with disk.open("wb") as file:
        file.truncate(DISK_BYTES)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", debian.root, disk], check=True)
    boot = debian.root / "boot"
    command = [
        *EMULATOR, "-display", "none", "-nic", "none", "-no-reboot",
        "-kernel", _only(boot, "vmlinuz-*"), "-initrd", _only(boot, "initrd.img-*"),
        "-append", "root=/dev/vda rw console=ttyAMA0 panic=-1 quiet",
        "-drive", f"file={disk},if=virtio,format=raw,cache=unsafe",
        "-device", f"virtio-gpu-pci,xres={SCREEN[0]},yres={SCREEN[1]}",
        "-qmp", f"unix:{folder}/monitor,server=on,wait=off",
        "-chardev", f"socket,id=agent,path={folder}/agent,server=on,wait=off",
        "-device", "virtio-serial", "-device", "virtserialport,chardev=agent,name=org.qemu.guest_agent.0",
        "-serial", f"file:{folder}/console",
    ]  # fmt: skip
    emulator = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    try:
        _wait_for_agent(folder, emulator)
        yield Emulated(debian, folder, emulator)
    finally:
        emulator.kill()
        emulator.wait()
        shutil.rmtree(folder)


def _only(folder: Path, pattern: str) -> str:
    (file,) = folder.glob(pattern)
    return str(file)


def _wait_for_agent(folder: Path, emulator: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + BOOTS_S
    while emulator.poll() is None and time.monotonic() < end:
        try:
            with closing(_Talk(folder / "agent")) as agent:
                agent.sync()
                return
        except (OSError, json.JSONDecodeError):
            time.sleep(0.5)
    raise TimeoutError((folder / "console").read_text(errors="replace"))
