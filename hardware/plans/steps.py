"""The way from parts to a box, step by step: what is placed, soldered, plugged in and checked.

Only the order and the words are written here; which legs are soldered when follows from the circuit: a leg
is, as soon as another of its net is there. Power comes first, and one seat is tried before the others are
built.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from firmware.boxfile.settings import PanelSettings, Settings
from firmware.boxfile.wiring import channels
from firmware.events import Seat
from hardware.plans.circuit import Kind, Net, Part, Place, parts
from hardware.plans.meter import CHIPS, Build, Joint


@dataclass(frozen=True, slots=True)
class Step:
    """One step of building.

    Attributes:
        title: what comes of it.
        words: what is done, in a sentence or two or three.
        places: the parts that are placed, by name.
        joints: the legs that are soldered.
        plugs: what is put in its socket when all has been measured.
        volts: the regulator whose voltage is looked at with nothing plugged in.
        checks: steps of the self-test that end this step.
        seat: whose it is.
    """

    title: str
    words: str
    places: tuple[str, ...] = ()
    joints: tuple[Joint, ...] = ()
    plugs: tuple[str, ...] = ()
    volts: str | None = None
    checks: tuple[str, ...] = ()
    seat: Seat | None = None


def steps(settings: Settings) -> tuple[Step, ...]:
    """A box's steps, in their order; every part is placed once, every leg soldered once."""
    made = [*_common(settings), *_seats(settings), *_host(settings), *_end(settings)]
    return tuple(_soldered(settings, made))


def before(settings: Settings, way: Sequence[Step], index: int) -> Build:
    """The box when a step's parts are soldered and nothing of it is plugged in: so it is measured."""
    known = {part.ref: part for part in parts(settings)}
    so_far = way[: index + 1]
    return Build(
        {ref: known[ref] for step in so_far for ref in step.places},
        {(ref, pin): known[ref].pins[pin] for step in so_far for ref, pin in step.joints},
        plugged=frozenset(ref for step in way[:index] for ref in step.plugs),
    )


def _soldered(settings: Settings, way: Iterable[Step]) -> Iterator[Step]:
    """Each step with the legs that can be soldered in it."""
    known = {part.ref: part for part in parts(settings)}
    whole = Build(known, {})
    loose: dict[Joint, tuple[Net, Seat | None]] = {}
    there: Counter[tuple[Net, Seat | None]] = Counter()
    for step in way:
        for ref in step.places:
            own = known[ref].seat if whole.is_apart(known[ref]) else None
            loose |= {(ref, pin): (net, own) for pin, net in known[ref].pins.items()}
            there.update((net, own) for net in known[ref].pins.values())
        ready = [joint for joint, net in loose.items() if there[net] > 1]
        for joint in ready:
            del loose[joint]
        yield replace(step, joints=tuple(ready))


def _refs(settings: Settings, *kinds: Kind) -> tuple[str, ...]:
    return tuple(part.ref for part in parts(settings) if part.kind in kinds)


def _common(settings: Settings) -> Iterator[Step]:
    """What serves all: the plug, power, mux and main panel, lamps' array."""
    known: Mapping[str, Part] = {part.ref: part for part in parts(settings)}
    regulator = _refs(settings, Kind.REGULATOR)
    power = (*_refs(settings, Kind.FUSE), *regulator, *(ref for ref in ("C62", "C63") if ref in known))
    yield Step(
        "The plug and the power" if power else "The plug",
        "The plug is the 2x20 socket. *Header* shows it as it will sit on the Pi, its legs towards you: mark "
        "hole 1. To each leg that is named there solder a wire of 20 cm in its colour; heat shrink over the "
        "joint, and at both ends a flag of tape with the number. Wires whose other end isn't there yet wait "
        "for their step. The plug stays off the Pi until a step says otherwise."
        + (" U3 and C63 have a right way round." if regulator else ""),
        ("PI", *_refs(settings, Kind.STRIP), *power),
        volts=regulator[0] if regulator else None,
    )
    if muxes := _refs(settings, Kind.MUX):
        words = (
            "Solder in its two socket strips, and pins to the mux itself if they came loose. It stays out."
        )
        yield Step("The mux", words, muxes)
    if main := _refs(settings, Kind.MAIN_PANEL):
        yield Step(
            "The main panel",
            "Go by the names on its board: their order differs from maker to maker. Measure at the plug that "
            f"comes on its pins. Then plug {' and '.join((*muxes, *main))} in, put the plug on the Pi, and "
            "do *Write the SD card* and *Install*." + _moved(settings.panels["main"]),
            (*main, *(ref for ref in ("R80", "C80") if ref in known)),
            plugs=(*muxes, *main),
            checks=("panels",),
        )
    if array := _refs(settings, Kind.ARRAY):
        yield Step(
            "The lamps' switch",
            "The socket of U1, its notch as drawn; U1 itself stays out until the first seat. C61 has a right "
            "way round.",
            (*array, "C61"),
        )


def _moved(panel: PanelSettings) -> str:
    """What a panel needs that isn't set as it is sold."""
    odd = panel.address & 1 and panel.driver != "ssd1309"  # which has a leg for it
    return f" Its address is {panel.address:#04x}: move the resistor on its back." if odd else ""


def _seats(settings: Settings) -> Iterator[Step]:
    """Each seat in the box, then its puck, then both together."""
    lit, array = channels(settings), _refs(settings, Kind.ARRAY)
    for seat in settings.seats:
        own = [part for part in parts(settings) if part.seat == seat]
        far = [part for part in own if part.place is Place.PUCK]
        near = tuple(part.ref for part in own if part not in far)
        puck = any(part.kind is Kind.SOCKET for part in far)
        into = (
            f"Punch eight wires of 20 cm into J{seat}, by the colours marked B, and solder them to the "
            "board. *Socket* tells which colour is which number; discs are coloured by what they carry."
        )
        screwed = f"J{seat} with its screws towards the board's edge."
        yield Step(f"Seat {seat}, in the box", into if puck else screwed, near, seat=seat)
        chips = tuple(part.ref for part in far if part.kind in CHIPS)
        if seat in lit:
            chips, array = (*array, *chips), ()
        asked = {"buttons": True, "lamps": seat in lit, "panels": seat in settings.panels}
        yield Step(
            f"Seat {seat}, its {'puck' if puck else 'button'}",
            f"As *Button* shows: R2{seat} between NO and the line, C{seat} from the line to COM, close to "
            "the switch; slide heat shrink on first, shrink it when all is measured. NC stays free. "
            + (
                f"Eight wires of X{seat}, punched like J{seat}'s, lead to button, lamp and panel; grounds "
                "meet at COM. All is measured at the puck; the cable comes last, with the Pi off."
                if puck
                else f"Twisted wires lead from the screws of J{seat}, as *Legs* numbers them."
            ),
            tuple(part.ref for part in far),
            plugs=chips,
            checks=tuple(name for name, is_asked in asked.items() if is_asked),
            seat=seat,
        )


def _host(settings: Settings) -> Iterator[Step]:
    """Knob, keys, the off button, piezo."""
    lines = ("R5", "R6", "C5", "S5")
    refs = [part.ref for part in parts(settings) if part.seat is None and part.ref[:2] in lines]
    encoder = _refs(settings, Kind.ENCODER)
    knob = [*(ref for ref in refs if encoder and ref[2] in "123"), *encoder]
    off = [ref for ref in refs if ref[2] == "7"]
    keys = [ref for ref in refs if ref not in {*knob, *off}]
    if knob:
        yield Step(
            "The knob",
            "Of the encoder's three pins in a row A and B are the outer ones and C, the ground, is the "
            "middle one; the switch has the two on the other side.",
            tuple(knob),
            checks=("knob",),
        )
    if keys:
        yield Step("The keys", "Each like a seat's button, without the 22 Ω.", tuple(keys), checks=("knob",))
    if off:
        yield Step(
            "The off button",
            "A key like the knob's switch. With the plug on and the Pi on, held for a second it switches "
            "the Pi off.",
            tuple(off),
        )
    if settings.piezo is not None:
        yield Step(
            "The piezo",
            "A passive one, silent on plain 3.3 V. It has no right way round.",
            ("R41", "BZ1"),
            checks=("sound",),
        )


def _end(settings: Settings) -> Iterator[Step]:
    """All of it once more, and the loop-back."""
    yield Step(
        "All of it",
        "The whole self-test, with everything in its place. Then it may go into its case, and "
        "`sudo systemctl start pierwszy` lets it play.",
        checks=("all",),
    )
    if settings.jumper is not None:
        puck = _refs(settings, Kind.SOCKET)
        yield Step(
            "Measure your own box",
            f"As *Loop-back* says: {'pucks out' if puck else 'wires of the buttons unscrewed'}, caps on JP1, "
            f"measure, caps off, {'pucks' if puck else 'wires'} back. Then the buttons once more: "
            "a cap left on joins two seats.",
            checks=("loopback", "buttons"),
        )
