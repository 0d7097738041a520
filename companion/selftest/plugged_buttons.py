"""What is different about buttons that are plugged in: they have no wires here, but a device and a port."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.selftest.check_events import Broke, PluggedIn
from companion.selftest.findings import Finding, Verdict
from companion.selftest.part_names import name_of, seats_of
from companion.selftest.step import Known
from companion.words import T, Text
from firmware.events import Seat
from firmware.plugged import HeadLine, head_line, line_of

_HELD = T("Something lies on it, or it is broken: unplug its device, and look at that.")
_LOOSE = T("A loose wire in its device, or a button that is worn out: look at that.")
_GIVEN = T("Swap their plugs on the device's board, or their lines in the box file.")
DO: Mapping[str, Text] = {
    "dead": T(
        "Is its device plugged in? `pierwszy wiring` lists what there is. Of a keyboard only those keys are "
        "heard here that the box file names."
    ),
    "stuck": _HELD,
    "backwards": _HELD,
    "joined": T("Two inputs of its device touch, or one press is two buttons there: look at that."),
    "swapped": _GIVEN,
    "mixed": _GIVEN,
    "astray": _GIVEN,
    "noisy": _LOOSE,
    "chatters": _LOOSE,
    "spikes": _LOOSE,
}
"""What to do, by the kind of finding, where wires of pins can't be meant."""

FLASH = T("Hold its BOOTSEL while you plug it in, and copy hardware/head/head.uf2 to the drive RPI-RP2.")
_ON_WIRES = frozenset({"stuck", "backwards", "joined", "noisy", "chatters", "spikes"})
"""What is the matter with wires, where a button has some to a head."""

UNHEARD: Mapping[str, Text] = {
    "grabbed": T("Another program keeps its device for itself: end that one."),
    "clock": T(
        "The clock of its head, or of this computer, runs wrong: plug the head in anew, or take another."
    ),
    "firmware": FLASH,
}
"""What to do about a button of which nothing comes, by the fault of its device."""

_FAULTS: Mapping[str, tuple[Text, Text]] = {
    "clock": (T("buttons {seats}: their head's clock runs wrong, or this computer's"), UNHEARD["clock"]),
    "firmware": (T("buttons {seats}: their head is of another version than this program"), FLASH),
    "overrun": (
        T("buttons {seats}: presses were lost"),
        T("Machine or USB are too busy: end other programs, plug the device into the machine itself."),
    ),
}
"""Faults of devices that no press shows: what is so, and what to do."""


def faults_of_devices(step: str, known: Known) -> Iterator[Finding]:
    """What devices of seats say is wrong with them."""
    for kind, (what, do) in _FAULTS.items():
        about = tuple(seat for seat in known.settings.inputs if f"{kind} {seat}" in known.box_faults)
        if about:
            named = Text(what.sentence, (("seats", seats_of(about)),))
            yield Finding(step, kind, about, named, do)


def line_on_head(known: Known, seat: Seat) -> HeadLine | None:
    """Which line of a button head a seat's button is, or is to be; None: it is of another device."""
    button, given = known.plugged.get(seat), known.settings.inputs.get(seat)
    code = button.code if button is not None else "" if given is None else given.code
    return head_line(code)


def happened_to(known: Known, event: PluggedIn | Broke) -> Known:
    """What is known once a button was plugged in, or came for another, or more is broken."""
    if isinstance(event, Broke):
        return replace(known, box_faults=known.box_faults | event.faults)
    if event.stray:
        return replace(known, strays={**known.strays, event.seat: event.button})
    return replace(known, plugged={**known.plugged, event.seat: event.button})


def of_plugged(finding: Finding, known: Known) -> Finding:
    """A finding about a button, told as is right if that is plugged in."""
    about = [line for line in finding.about if isinstance(line, int) and line in known.settings.inputs]
    if not about:
        return finding
    seat = about[0]
    button = known.plugged.get(seat)
    its = line_on_head(known, seat)
    if finding.verdict is Verdict.OK and button is not None:
        named = {"who": name_of(seat), "name": button.name}
        what = T("{who}: works, {code} of {name}", code=button.code, **named)
        if its is not None:
            what = T("{who}: works, line {line} of {name}", line=its.line, **named)
        return replace(finding, what=what, rows=(line_of(button.device, button.code),))
    if finding.kind == "dead" and (stray := known.strays.get(seat)) is not None:
        do = T(
            "What came was {code} of {name}: then in the box file, {line}",
            code=stray.code,
            name=stray.name,
            line=line_of(stray.device, stray.code),
        )
        return replace(finding, kind="other", do=do)
    if finding.kind == "dead":
        for fault, do in UNHEARD.items():
            if f"{fault} {seat}" in known.box_faults:
                return replace(finding, do=do)
    if its is not None and finding.kind in {"dead", *_ON_WIRES}:
        do = T(
            "Its button's wires end at {gp}, pin {pin} of the Pico, and at a GND of it: look at them, and at "
            "the plug.",
            gp=its.gp,
            pin=its.pin,
        )
        return replace(finding, do=do)
    return replace(finding, do=DO.get(finding.kind, finding.do))
