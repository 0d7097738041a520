"""What `pierwszy wiring` prints of buttons that are plugged in: whose they are, and what is nobody's yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from textwrap import wrap
from typing import Any

from companion.words import Say
from firmware.boxfile.settings import InputButton, Settings
from firmware.button_codes import name_of, number_of
from firmware.pi.input_device import InputDevice
from firmware.pi.input_wish import Wish
from firmware.plugged import head_line, line_of

WIDE = 80
MOST_CODES = 12
"""Buttons of one device that are listed; a keyboard has a hundred."""

_TOLD = ("device", "name", "node", "poll_ms", "polled_by", "codes", "why_not")
"""What is told of a device as plain data."""

JOIN = "sudo usermod -aG input $USER"
"""What lets somebody hear what is plugged in."""

RULE = "sudo cp hardware/60-pierwszy.rules /etc/udev/rules.d/"
"""What lets somebody hear a button head."""


def lines(settings: Settings, devices: Sequence[InputDevice], say: Say) -> Iterator[str]:
    """Each such seat, then each device that is nobody's, with the line a box file would have of it.

    Args:
        settings: how the box is built.
        devices: what is plugged in now.
        say: the language.
    """
    if settings.inputs:
        wired = any(button and head_line(button.code) for button in settings.inputs.values())
        yield say("Plugged-in buttons:") if wired else say("Plugged-in buttons, which need no wires:")
        for seat, button in settings.inputs.items():
            if button is not None:
                yield from _hung(f"{seat}: ", _seat(button, devices, say))
        if open_to := ", ".join(str(seat) for seat, button in settings.inputs.items() if button is None):
            whichever = say("whichever is pressed at “{who_plays}”", who_plays=say("Who plays?"))
            yield from _hung(f"{open_to}: ", whichever)
        yield ""
    if free := [device for device in devices if not _taken(settings, device)]:
        yield say("Plugged in and nobody's by this file. A seat gets such a button by such a line:")
        for device in free:
            yield from _free(device, devices, say)
        yield ""


def _seat(button: InputButton, devices: Sequence[InputDevice], say: Say) -> str:
    code = name_of(number_of(button.code))
    device = _device_of(button, devices)
    if (its := head_line(code)) is not None:
        pins = {"line": its.line, "head": button.input, "gp": its.gp, "pin": its.pin}
        if device is None:
            return say(
                "line {line} of the button head ({head}), {gp}, pin {pin} of the Pico; not plugged in now",
                **pins,
            )
        return say("line {line} of the button head ({head}), {gp}, pin {pin} of the Pico", **pins)
    if device is None:
        return say("{code} at {port}, not plugged in now", code=code, port=button.input)
    ms = device.poll_ms if button.poll_ms is None else button.poll_ms
    named = {"code": code, "name": device.name, "port": button.input, "ms": f"{ms:g}"}
    return say("{code} of {name} at {port}, asked every {ms} ms", **named)


def _free(device: InputDevice, devices: Sequence[InputDevice], say: Say) -> Iterator[str]:
    named = {"name": device.name or device.node, "ms": f"{device.poll_ms:g}"}
    told = say("{name}, asked every {ms} ms, as its port says", **named)
    if device.polled_by == "assumed":
        told = say("{name}, taken to be asked every {ms} ms: no port says so", **named)
    if device.polled_by == "head":
        told = say("{name} {device}: eight lines, looked at every µs", device=device.device, **named)
    yield from _hung("- ", told)
    if device.why_not:
        yield from _hung("  ", _silent(device, say))
    first, *others = device.codes
    yield f"  {line_of(_short(device, devices), first)}"
    if device.polled_by == "head":
        yield f"  {say('or another line, up to {most}', most=len(device.codes))}"
    elif others:
        more = ", ".join(others[:MOST_CODES]) + (" ..." if len(others) > MOST_CODES else "")
        yield from _hung("  ", say("or {codes}", codes=more))


def _silent(device: InputDevice, say: Say) -> str:
    """Why a device can't be heard, and what helps."""
    why = device.why_not.lower()
    if device.polled_by == "head":
        return say("It can't be heard, {why}: {command}, then plug it in anew", why=why, command=RULE)
    return say("It can't be heard, {why}: {command}, then log in anew", why=why, command=JOIN)


def _hung(head: str, text: str) -> list[str]:
    return wrap(
        text, WIDE, initial_indent=head, subsequent_indent=" " * len(head),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _short(device: InputDevice, devices: Sequence[InputDevice]) -> str:
    """What a box file calls a device: its port, with the part of it only where several have buttons."""
    alone = [other.port for other in devices].count(device.port) == 1
    return device.port if alone else device.device


def _device_of(button: InputButton, devices: Sequence[InputDevice]) -> InputDevice | None:
    """The device a box file's button is of."""
    wish = Wish(button.input, number_of(button.code))
    return next(filter(wish.meets, devices), None)


def _taken(settings: Settings, device: InputDevice) -> bool:
    return any(button and _device_of(button, [device]) for button in settings.inputs.values())


def as_json(settings: Settings, devices: Sequence[InputDevice]) -> dict[str, Any]:
    """The same as plain data: ``plugged_in``, by seat, and the ``devices`` there are now."""
    return {
        "plugged_in": {
            str(seat): None if button is None else asdict(button) | _pins(button)
            for seat, button in settings.inputs.items()
        },
        "devices": [{name: getattr(device, name) for name in _TOLD} for device in devices],
    }


def _pins(button: InputButton) -> dict[str, Any]:
    """Where a line of a button head is, as plain data; nothing of any other button."""
    its = head_line(button.code)
    return {} if its is None else {"line": its.line, "gp": its.gp, "pin": its.pin}
