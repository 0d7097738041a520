"""What is different about buttons that are plugged in: they have no wires here, but a device and a port."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.selftest.check_events import PluggedIn
from companion.selftest.findings import Finding, Verdict
from companion.selftest.part_names import name_of
from companion.selftest.step import Known
from companion.words import T, Text
from firmware.plugged import line_of

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


def plugged_into(known: Known, event: PluggedIn) -> Known:
    """What is known once a button was plugged in, or came for another."""
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
    if finding.verdict is Verdict.OK and button is not None:
        what = T("{who}: works, {code} of {name}", who=name_of(seat), code=button.code, name=button.name)
        return replace(finding, what=what, rows=(line_of(button.device, button.code),))
    if finding.kind == "dead" and (stray := known.strays.get(seat)) is not None:
        do = T(
            "What came was {code} of {name}: then in the box file, {line}",
            code=stray.code,
            name=stray.name,
            line=line_of(stray.device, stray.code),
        )
        return replace(finding, kind="other", do=do)
    if finding.kind == "dead" and f"grabbed {seat}" in known.box_faults:
        return replace(finding, do=T("Another program keeps its device for itself: end that one."))
    return replace(finding, do=DO.get(finding.kind, finding.do))
