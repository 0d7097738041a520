"""Every single mistake somebody can make in a step of building, by rule from the circuit.

A leg not soldered, on the leg beside it, changed for another, or touching the next; a part left out, turned
round or taken from the wrong bag; a cable that isn't straight, a panel of another make, a cap left on. So a
part that is new in the circuit has all its mistakes at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations, pairwise
from typing import TypeAlias

from firmware.boxfile.settings import Settings
from hardware.plans.circuit import Kind, Net, Part, Place
from hardware.plans.layout import MUX_LOWER, MUX_UPPER, PlanError, lay_out
from hardware.plans.meter import ALIKE, FARADS, OHMS, Build, Joint
from hardware.plans.perfboard import Hole, nets_at
from hardware.plans.steps import Step


class Way(StrEnum):
    """How it is wrong."""

    OPEN = "not soldered"
    ASTRAY = "on the leg beside it"
    SWAPPED = "changed for each other"
    BRIDGED = "touch each other"
    LEFT_OUT = "left out"
    OTHER_VALUE = "from the wrong bag"
    TURNED = "the wrong way round"
    SHIFTED = "one place off in its socket"
    CROSSED = "a cable that isn't straight"
    OTHER_ADDRESS = "set to the other address"
    OTHER_DRIVER = "of another controller"
    CAP_LEFT = "cap left on"
    EXCHANGED = "plugged in at each other's places"


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake.

    Attributes:
        way: how it is wrong.
        at: the legs it is about; for a whole part, its name alone.
        kind: of that part.
        build: the box with the mistake in it, as a meter finds it.
    """

    way: Way
    at: tuple[str, ...]
    kind: Kind
    build: Build


ROWS: Mapping[Kind, Sequence[Sequence[str]]] = {
    **dict.fromkeys((Kind.BUTTON, Kind.PLAIN_BUTTON), (("COM", "NO", "NC"), ("+", "-"))),
    Kind.MUX: (MUX_LOWER, MUX_UPPER),
    Kind.REGULATOR: (("GND", "OUT", "IN"),),
    Kind.ENCODER: (("A", "C", "B"), ("S1", "S2")),
    Kind.SOCKET: (tuple("12345678"),),
    Kind.ARRAY: (tuple(map(str, range(1, 10))), tuple(map(str, range(18, 9, -1)))),
}
"""Which legs stand beside each other, row by row."""

MIRRORED: Mapping[Kind, Mapping[str, str]] = {
    Kind.SOCKET: {str(contact): str(9 - contact) for contact in range(1, 9)},
    Kind.REGULATOR: {"GND": "IN", "OUT": "OUT", "IN": "GND"},
    **{kind: {"+": "-", "-": "+"} for kind in (Kind.C10U, Kind.C100U, Kind.BUTTON)},
    Kind.ENCODER: {"A": "B", "B": "A", "C": "C", "S1": "S2", "S2": "S1"},
}
"""Where each leg comes to be when the part is turned round, or is counted from the other end."""

CROSSED: Sequence[Mapping[int, int]] = (
    {1: 3, 2: 6, 3: 1, 6: 2},
    {1: 3, 2: 6, 3: 1, 6: 2, 4: 7, 5: 8, 7: 4, 8: 5},
    {contact: 9 - contact for contact in range(1, 9)},
)
"""Contact by contact: a crossover cable, one for gigabit, a rollover cable."""


Near: TypeAlias = Mapping[Joint, Mapping[Net, Joint | None]]
"""The nets whose solder is beside a leg's on the board, each with the wire that ends there, if one does."""

UNSEEN: Mapping[tuple[Way, Kind], str] = {
    (Way.TURNED, Kind.C10U): "turned round it works at first and dies later; the stripe is minus",
    (Way.TURNED, Kind.C100U): "turned round it works at first and dies later; the stripe is minus",
    (Way.ASTRAY, Kind.FUSE): "bridged by solder it measures as well as it does, and saves nothing",
    (Way.BRIDGED, Kind.FUSE): "bridged by solder it measures as well as it does, and saves nothing",
}
"""What neither meter nor self-test finds, and why."""


def beside(part: Part) -> Iterator[tuple[str, str]]:
    """Pairs of a part's legs that stand beside each other, used or not."""
    if part.kind in {Kind.PI, Kind.STRIP}:
        last = 40 if part.kind is Kind.PI else len(part.pins)
        for pin in range(1, last + 1):
            if pin % 2:
                yield str(pin), str(pin + 1)
            if pin + 2 <= last:
                yield str(pin), str(pin + 2)
        return
    for row in ROWS.get(part.kind, [tuple(part.pins)]):
        yield from pairwise(row)


def near(settings: Settings) -> Near:
    """What is in the holes beside each leg's on a box's board."""
    try:
        board = lay_out(settings)
    except PlanError:
        return {}
    there = nets_at(board, settings)
    lead = {hole: end for end, hole in board.leads.items()}
    return {
        end: {
            there[beside]: lead.get(beside)
            for beside in (Hole(x, y - 1), Hole(x - 1, y), Hole(x + 1, y), Hole(x, y + 1))
            if there.get(beside, there[hole]) != there[hole]
        }
        for end, hole in board.ends()
        for x, y in [hole]
    }


def mistakes(step: Step, good: Build, beyond: Near) -> Iterator[Mistake]:
    """Each single mistake of a step, in the box that is otherwise well built.

    Args:
        step: which.
        good: the box as it is measured in that step.
        beyond: of its board.
    """
    made = frozenset(step.joints)
    for joint, net in run_together(step, good, beyond):
        part, other = good.parts[joint[0]], beyond[joint][net]
        bridged = replace(good, bridges=((joint, ("net", net)),))
        yield Mistake(Way.BRIDGED, (*joint, net), part.kind, bridged)
        if other is None or other not in good.joints:
            continue
        if part.place is not Place.BOARD and other[0] != part.ref:
            swapped = {**good.joints, joint: net, other: good.joints[joint]}
            yield Mistake(Way.SWAPPED, (*joint, *other), part.kind, replace(good, joints=swapped))
    for ref in step.places:
        yield from _of_part(good.parts[ref], good)
    for ref in dict.fromkeys(ref for ref, _ in step.joints):
        yield from _of_legs(good.parts[ref], made, good)
    if f"X{step.seat}" in step.places:
        yield from _of_cable(f"J{step.seat}", f"X{step.seat}", good)
    for ref in step.plugs:
        yield from _of_plug(good.parts[ref], good)
    if "loopback" in step.checks:
        yield Mistake(Way.CAP_LEFT, ("JP1",), Kind.STRIP, good)


def run_together(step: Step, good: Build, beyond: Near) -> Iterator[tuple[Joint, Net]]:
    """Legs and nets beside each other on the board, one of which is soldered in this step."""
    nets = {joint: net for joint, net in good.joints.items() if not good.is_apart(good.parts[joint[0]])}
    old = {net for joint, net in nets.items() if joint not in step.joints}
    for joint in nets:
        for net in sorted(beyond.get(joint, frozenset())):
            if net in nets.values() and (joint in step.joints or net not in old):
                yield joint, net


def _of_part(part: Part, good: Build) -> Iterator[Mistake]:
    """A whole part."""
    if part.kind is not Kind.PI:
        rest = {ref: each for ref, each in good.parts.items() if ref != part.ref}
        gone = [(part.ref, pin) for pin in part.pins]
        yield Mistake(Way.LEFT_OUT, (part.ref,), part.kind, replace(good.without(*gone), parts=rest))
    for family in (OHMS, FARADS):
        for other in family if part.kind in family and part.kind is not Kind.FUSE else ():
            if other not in {part.kind, Kind.FUSE}:
                wrong = {**good.parts, part.ref: replace(part, kind=other)}
                yield Mistake(Way.OTHER_VALUE, (part.ref,), part.kind, replace(good, parts=wrong))
    if part.kind in MIRRORED and not part.ref.startswith("J"):
        turned = {part.ref: MIRRORED[part.kind]}
        yield Mistake(Way.TURNED, (part.ref,), part.kind, replace(good, turned=turned))


def _of_cable(near: str, far: str, good: Build) -> Iterator[Mistake]:
    """A puck's cable, by the sockets at its ends."""
    for crossed in CROSSED:
        yield Mistake(Way.CROSSED, (near,), Kind.SOCKET, replace(good, cables=crossed))
    yield Mistake(Way.TURNED, (near,), Kind.SOCKET, replace(good, turned={near: MIRRORED[Kind.SOCKET]}))
    for other in good.parts:
        if other.startswith("X") and other != far:
            yield Mistake(Way.EXCHANGED, (far, other), Kind.SOCKET, good)


def _of_plug(part: Part, good: Build) -> Iterator[Mistake]:
    """What is put in a socket: its legs were out while the meter was there."""
    yield Mistake(Way.TURNED, (part.ref,), part.kind, good)
    yield Mistake(Way.SHIFTED, (part.ref,), part.kind, good)
    if part.kind in {Kind.PANEL, Kind.MAIN_PANEL}:
        yield Mistake(Way.OTHER_ADDRESS, (part.ref,), part.kind, good)
        yield Mistake(Way.OTHER_DRIVER, (part.ref,), part.kind, good)


def _of_legs(part: Part, made: frozenset[Joint], good: Build) -> Iterator[Mistake]:
    """A part's legs, of which at least one is soldered in this step."""
    ref = part.ref
    nets = {pin: net for (owner, pin), net in good.joints.items() if owner == ref}
    for pin in nets:
        if (ref, pin) in made:
            yield Mistake(Way.OPEN, (ref, pin), part.kind, good.without((ref, pin)))
    for one, other in beside(part):
        for pin, there in ((one, other), (other, one)):
            if (ref, pin) in made:
                wrong = _astray(good, (ref, pin), (ref, there))
                yield Mistake(Way.ASTRAY, (ref, pin, there), part.kind, wrong)
        if made & {(ref, one), (ref, other)} and one in nets and other in nets and nets[one] != nets[other]:
            bridged = replace(good, bridges=(((ref, one), (ref, other)),))
            yield Mistake(Way.BRIDGED, (ref, one, other), part.kind, bridged)
    for one, other in combinations(nets, 2):
        alike = any({one, other} <= legs for legs in ALIKE.get(part.kind, ()))
        if made & {(ref, one), (ref, other)} and nets[one] != nets[other] and not alike:
            swapped = {(ref, one): nets[other], (ref, other): nets[one]}
            wrong = replace(good, joints={**good.joints, **swapped})
            yield Mistake(Way.SWAPPED, (ref, one, other), part.kind, wrong)


def _astray(good: Build, joint: Joint, there: Joint) -> Build:
    """What should come to one leg comes to the one beside it, besides what is there already."""
    wire = ("wire", "astray")
    moved = {**good.without(joint).joints, wire: good.joints[joint]}
    loose = replace(good.parts[joint[0]], ref=wire[0], pins={}, kind=Kind.TERMINAL_2)
    return replace(good, parts={**good.parts, wire[0]: loose}, joints=moved, bridges=((wire, there),))
