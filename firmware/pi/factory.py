"""The Pi's header, opened so that every edge keeps the kernel's stamp.

gpiozero left alone picks a chip by number, which Pi 5 kernels have changed three times, and falls back to
libraries that stamp edges in user space when lgpio won't load. So the chip is found by its label and
`LGPIOFactory` is built on it, or the box says what is wrong.
"""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from gpiozero import Device, Factory, GPIOZeroError

from firmware.boxfile.settings import Settings
from firmware.errors import ChipNotFoundError, LibraryMissingError
from firmware.pi.native import await_native_threads
from firmware.pi.pipe_folder import pipe_folder

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chip behind the 40-pin header: Pi 5, Pi 4, all before."""

GPIO_GET_CHIPINFO_IOCTL = 0x8044B401
CHIPINFO = struct.Struct("32s32sI")
"""``struct gpiochip_info`` of include/uapi/linux/gpio.h: name, label, number of lines."""

DEV = Path("/dev")
PI_3B_REVISION = 0xA02082
FORCED = "GPIOZERO_PIN_FACTORY"
APART_S = 1.0


@dataclass(frozen=True, slots=True)
class Header:
    """The pins of a box, real or mock.

    Attributes:
        factory: where gpiozero's devices get their pins.
        degraded: why stamps may not be the kernel's; None if they are.
        alive: False once edges can no longer arrive.
    """

    factory: Factory
    degraded: str | None = None
    alive: Callable[[], bool] = lambda: True


def open_header(chip: str | None = None) -> Header:
    """Open this machine's header.

    Args:
        chip: label of the GPIO chip, for boards and simulators not in `HEADER_LABELS`.

    Raises:
        ChipNotFoundError: if no chip carries the label, or it can't be opened.
        LibraryMissingError: if lgpio is not there or can't start.
    """
    forced = os.environ.get(FORCED)
    if forced is not None and forced.lower() != "lgpio":
        return Header(_forced_factory(forced), f"{FORCED} is {forced}: edges have no kernel stamp")
    factory = _lgpio_factory(find_chip((chip,) if chip else HEADER_LABELS))
    return Header(factory, _apart(factory), _lgpio_alive)


def header_of(settings: Settings) -> Header:
    """This machine's header as a box needs it: one that uses no pins plays on machines that have none.

    Raises:
        ChipNotFoundError: see `open_header`.
        LibraryMissingError: likewise.
    """
    return open_header(settings.chip) if settings.uses_pins else Header(Factory())


def is_pi() -> bool:
    """Whether this machine has a Pi's header: reads labels only, loads nothing."""
    try:
        find_chip(HEADER_LABELS)
    except ChipNotFoundError:
        return False
    return True


def find_chip(labels: tuple[str, ...]) -> int:
    """The number N of the ``/dev/gpiochipN`` that carries one of ``labels``.

    Raises:
        ChipNotFoundError: if none does; the text says what is there.
    """
    seen = []
    # A Pi 5 keeps gpiochip4 as a link to the chip's new name: resolve() makes them one.
    numbers = {int(path.resolve().name.removeprefix("gpiochip")) for path in DEV.glob("gpiochip[0-9]*")}
    for number in sorted(numbers):
        try:
            label = chip_label(DEV / f"gpiochip{number}")
        except OSError as exc:
            label = (exc.strerror or str(exc)).lower()
        if label in labels:
            return number
        seen.append(f"gpiochip{number} ({label})")
    expected, found = " or ".join(labels), ", ".join(seen) or "none"
    raise ChipNotFoundError(f"expected a gpio chip labelled {expected}, got {found} in {DEV}")


def chip_label(path: Path) -> str:
    """Ask the kernel for a GPIO chip's label.

    Raises:
        OSError: if ``path`` can't be opened or is no GPIO chip.
    """
    with path.open("rb", buffering=0) as chip:
        answer = fcntl.ioctl(chip, GPIO_GET_CHIPINFO_IOCTL, bytes(CHIPINFO.size))
    _, label, _ = CHIPINFO.unpack(answer)
    return str(label.split(b"\0", 1)[0], "utf-8", "replace")


def _lgpio_factory(number: int) -> Factory:
    try:
        with pipe_folder():
            import lgpio  # noqa: PLC0415 - starts a thread
            from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415
    except ImportError as exc:
        raise LibraryMissingError(
            f"expected the lgpio library, got {exc}: sudo apt install python3-lgpio, or pip install lgpio"
        ) from exc
    except OSError as exc:
        raise LibraryMissingError(
            f"expected a folder lgpio can make its pipe in (set LG_WD to one), got {exc}"
        ) from exc

    class HeaderFactory(LGPIOFactory):
        """Takes a board that tells no revision, such as a simulated chip, for a Pi 3B's header."""

        def _get_revision(self) -> int:
            try:
                revision: int = super()._get_revision()  # type: ignore[no-untyped-call]
            except GPIOZeroError:
                return PI_3B_REVISION
            return revision

    try:
        factory = HeaderFactory(chip=number)  # type: ignore[no-untyped-call]
    except lgpio.error as exc:
        raise ChipNotFoundError(f"expected to open {DEV}/gpiochip{number}, got {exc}") from exc
    await_native_threads()  # a line claimed too soon leaves lgpio deaf
    return factory


def _forced_factory(name: str) -> Factory:
    """What the environment asks for, by gpiozero's own loader."""
    try:
        Device.ensure_pin_factory()
    except (GPIOZeroError, ImportError, OSError) as exc:
        raise LibraryMissingError(f"expected a pin factory that works, got {FORCED}={name}: {exc}") from exc
    return cast(Factory, Device.pin_factory)


def _apart(factory: Factory) -> str | None:
    """Why this factory's ticks are not CLOCK_MONOTONIC's seconds, if they are not."""
    apart = abs(factory.ticks() - time.monotonic())
    if apart < APART_S:
        return None
    return f"expected stamps within {APART_S:g} s of the monotonic clock, got {apart:.1f} s"


def _lgpio_alive() -> bool:
    """Whether lgpio's one notify thread still runs; an exception in any callback would have ended it."""
    if "lgpio" not in sys.modules:
        return False
    return any(type(thread).__module__ == "lgpio" for thread in threading.enumerate())
