"""What buttons that were tried say of their wires: findings, each with what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from companion.selftest.asked_press import AskedPress, Came
from companion.selftest.findings import Finding, ok, skipped
from companion.selftest.miswiring import Miswiring, miswiring_of
from companion.selftest.part_names import gpio_of, ground_near, listed, name_of, pin_of, seats_of
from companion.words import T, Text
from firmware.boxfile.settings import Settings
from firmware.events import NS_PER_MS, Line

CHATTER_NS = 200 * NS_PER_MS
"""A spike this near to a press of its own line is the button's: its contact doesn't settle."""

STRAY_SPIKES = 3
"""So many spikes of a button nobody touches are no accident."""


def press_findings(step: str, settings: Settings, tried: Sequence[AskedPress]) -> Iterator[Finding]:
    """What is wrong, or right, with the wires of the buttons that were asked for."""
    answers = {
        each.line: each.lines if each.came is Came.CLOSED else frozenset[Line]()
        for each in tried
        if each.came in {Came.CLOSED, Came.DEAD}
    }
    miswired = miswiring_of(answers)
    edges = {each.line: each.edges for each in tried}
    for line in miswired.right:
        if not any(line in group for group in miswired.joined):
            yield ok(step, (line,), T("{who}: works", who=name_of(line)), edges=edges[line])
    yield from _single(step, settings, tried)
    yield from _miswired(step, settings, miswired)


def _single(step: str, settings: Settings, tried: Sequence[AskedPress]) -> Iterator[Finding]:
    """What each button says for itself."""
    for each in tried:
        who, pin = name_of(each.line), pin_of(settings, each.line)
        match each.came:
            case Came.DEAD:
                yield _dead(step, settings, each.line)
            case Came.STUCK:
                what = T("{who}: closed all the time, pressed or not", who=who)
                do = T(
                    "Pull its wire off {pin}. If the line stays closed, look for a solder bridge there; if "
                    "not, the cable or the button is shorted.",
                    pin=pin,
                )
                yield Finding(step, "stuck", (each.line,), what, do)
            case Came.REVERSED:
                what = T("{who}: works backwards, it opens when pressed", who=who)
                do = T("Move its wire on the switch from the terminal NC to the terminal NO.")
                yield Finding(step, "backwards", (each.line,), what, do)
            case Came.STICKS:
                about = tuple(sorted(each.lines, key=str))
                what = T("{who}: stays closed when let go", who=who)
                do = T("Free the plunger, or change the switch: something holds it down.")
                yield Finding(step, "sticks", about, what, do)
            case Came.SKIPPED:
                yield skipped(step, (each.line,), T("{who}: skipped", who=who))


def _dead(step: str, settings: Settings, line: Line) -> Finding:
    gpio = gpio_of(settings, line)
    do = T(
        "Follow its two wires: one goes to {pin}, the other to ground (pin {ground} is near). Bridge those "
        "two pins with a wire: if that counts as a press, the pins are right and the cable or the switch "
        "is broken.",
        pin=pin_of(settings, line),
        ground=0 if gpio is None else ground_near(gpio),
    )
    return Finding(step, "dead", (line,), T("{who}: nothing comes", who=name_of(line)), do)


def _miswired(step: str, settings: Settings, miswired: Miswiring[Line]) -> Iterator[Finding]:
    """What buttons say of each other."""
    for group in miswired.joined:
        what = T("buttons {seats} close together", seats=_names(group))
        yield Finding(step, "joined", group, what, _part_them(settings, group))
    for ring in miswired.rings:
        kind, what = "swapped", T("buttons {seats} are swapped", seats=_names(ring))
        if len(ring) > 2:
            kind, what = "mixed", T("buttons {seats} are mixed up", seats=_names(ring))
        moves = dict(zip(ring, (*ring[1:], ring[0]), strict=True))
        yield Finding(step, kind, ring, what, _rewire(settings, moves))
    for line, other in miswired.astray:
        what = T("{who} answers as {other}", who=name_of(line), other=name_of(other))
        yield Finding(step, "astray", (line, other), what, _rewire(settings, {line: other}))


def _names(lines: Sequence[Line]) -> str | Text:
    if all(isinstance(line, int) for line in lines):
        return seats_of(lines)
    return listed(map(name_of, lines))


def _part_them(settings: Settings, group: Sequence[Line]) -> Text:
    pins = listed(pin_of(settings, line) for line in group)
    do = T("Their wires touch: look for a solder bridge or a bare wire between {pins}.", pins=pins)
    if settings.jumper is None:
        return do
    return T("{do} Is the loop-back's jumper still on? Take it off.", do=do)


def _rewire(settings: Settings, moves: Mapping[Line, Line]) -> Text:
    """Where each wire has to go; of each, where it is now."""
    told = [
        T(
            "the wire of {who} belongs on {here}, not on {there}",
            who=name_of(line),
            there=pin_of(settings, other),
            here=pin_of(settings, line),
        )
        for line, other in moves.items()
    ]
    moved = reduce(lambda so_far, one: T("{listed}; {one}", listed=so_far, one=one), told)
    return T("On the header, {moves}.", moves=moved)


def noise_findings(
    step: str,
    settings: Settings,
    chattering: frozenset[Line],
    spikes: Sequence[tuple[Line, int]],
    presses: Sequence[tuple[Line, int]],
) -> Iterator[Finding]:
    """Lines that say what nobody did.

    Args:
        step: which step listened.
        settings: how the box should be built.
        chattering: lines that never rest.
        spikes: touches too short for a finger: the line and when (ns).
        presses: presses, likewise.
    """
    for line in sorted(chattering, key=str):
        what = T("{who}: opens and closes by itself all the time", who=name_of(line))
        do = T(
            "Its wire to {pin} or its ground is loose, or runs beside a mains cable or a motor: solder it "
            "anew, twist it with its ground wire, and see that its 100 nF capacitor is there.",
            pin=pin_of(settings, line),
        )
        yield Finding(step, "noisy", (line,), what, do)
    for line in sorted({line for line, _ in spikes} - chattering, key=str):
        mine = [at for spiked, at in spikes if spiked == line]
        pressed = [at for other, at in presses if other == line]
        own = [at for at in mine if any(abs(at - press) <= CHATTER_NS for press in pressed)]
        if own:
            what = T("{who}: its contact chatters before it rests", who=name_of(line))
            do = T("Change the switch, or solder its terminals anew; see that its 100 nF capacitor is there.")
            yield Finding(step, "chatters", (line,), what, do, data=(("spikes", len(own)),))
        elif len(mine) >= STRAY_SPIKES:
            what = T("{who}: short touches that nobody made", who=name_of(line))
            do = T(
                "A loose joint, or interference: move the cable and look whether it comes with that; "
                "solder it anew, twist it with its ground wire, and see that its 100 nF capacitor is "
                "there."
            )
            yield Finding(step, "spikes", (line,), what, do, data=(("spikes", len(mine)),))
