"""What a meter shows at a box that is half built, with or without a mistake in it: the circuit, soldered.

A joint is a part's leg on a net. Resistors, closed contacts, the fuse and plugged cables conduct; capacitors
and lamps don't, so far as a cheap meter tells. What is inside a chip or a panel nobody knows: it counts as
anything from `VAGUE` up, so a reading is what it is at least and at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from math import inf
from typing import TypeAlias

from firmware.events import Seat
from hardware.plans.circuit import Kind, Net, Part, Place

Joint: TypeAlias = tuple[str, str]
"""A part's leg, by the part's name and the pin's."""

OHMS: Mapping[Kind, float] = {
    Kind.R22: 22,
    Kind.R330: 330,
    Kind.R1K: 1_000,
    Kind.R10K: 10_000,
    Kind.FUSE: 0.3,
}
"""What conducts by itself between its two legs."""

FARADS: Mapping[Kind, float] = {Kind.C10N: 1e-8, Kind.C100N: 1e-7, Kind.C10U: 1e-5, Kind.C100U: 1e-4}

ALIKE: Mapping[Kind, tuple[frozenset[str], ...]] = {
    **dict.fromkeys((*OHMS, Kind.C10N, Kind.C100N, Kind.PIEZO, Kind.KEY), (frozenset("12"),)),
    **dict.fromkeys((Kind.BUTTON, Kind.PLAIN_BUTTON), (frozenset({"NO", "COM"}),)),
    Kind.ENCODER: (frozenset({"S1", "S2"}),),
}
"""Legs that may change places."""

CHIPS = frozenset({Kind.ARRAY, Kind.MUX, Kind.MAIN_PANEL, Kind.PANEL})
"""What is plugged in only when its step has been measured."""

VAGUE = 300.0
"""So much at least is between two legs of a chip, a panel or a regulator, ohms."""

BEEPS = 30.0
"""Below this a meter beeps, ohms."""

LEADS = 3.0
"""What leads and touching may add, ohms."""

SLACK = 1.25
"""Parts within 5 % and a cheap meter: readings whose ratio is less than this are the same."""


@dataclass(frozen=True, slots=True)
class Measure:
    """Where a meter is held.

    Attributes:
        first: a leg.
        second: another.
        pressed: the button that is held pressed meanwhile.
        cable: the seat whose cable is plugged in meanwhile, all others not.
    """

    first: Joint
    second: Joint
    pressed: str | None = None
    cable: Seat | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What it shows, ohms: at least and at most; `inf` is nothing at all."""

    least: float
    most: float

    def told_from(self, other: Reading) -> bool:
        """Whether anybody sees that it isn't the other one."""
        low, high = sorted((self, other), key=lambda reading: reading.least)
        return low.most * SLACK + LEADS < high.least

    @property
    def words(self) -> str:
        """As it is written in the guide."""
        if self.most < BEEPS / 3:
            return "beeps"
        if self.most == inf:
            return "nothing (OL)" if self.least == inf else "doesn't beep"
        most = self.most if self.most < 1000 else self.most / 1000
        return f"{most:.3g} {'Ω' if self.most < 1000 else 'kΩ'}"


@dataclass(frozen=True)
class Build:
    """A box as far as it is built.

    Attributes:
        parts: those placed, by name.
        joints: the net each leg is soldered to; a leg that isn't here hangs in the air.
        bridges: legs that touch.
        turned: parts put in the wrong way round: where each leg is that somebody takes for another.
        cables: which contact of the far plug each contact of the near one comes to; straight if not here.
        plugged: chips and panels that are in their sockets.
    """

    parts: Mapping[str, Part]
    joints: Mapping[Joint, Net]
    bridges: tuple[tuple[Joint, Joint], ...] = ()
    turned: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    cables: Mapping[int, int] = field(default_factory=dict)
    plugged: frozenset[str] = frozenset()

    def read(self, measure: Measure) -> Reading:
        """What the meter shows there; nothing if a leg isn't there."""
        most = self._ohms(measure)
        if most == 0 or not self._vague:
            return Reading(most, most)
        return Reading(self._ohms(measure, vague=True), most)

    def shows(self, measure: Measure, good: Reading) -> bool:
        """Whether the meter shows anything else than what is good."""
        # at most the same: so what is at least can't be told apart either; it is long to work out
        return self._ohms(measure) != good.most and self.read(measure).told_from(good)

    def volts(self, ref: str) -> float:
        """What a regulator gives with the Pi's 5 V on."""
        feeds = (Measure((ref, "IN"), ("PI", "2")), Measure((ref, "GND"), ("PI", "6")))
        fed = all(self._ohms(feed) < 1 for feed in feeds)
        return 3.3 if fed and ref not in self.turned else 0.0

    def without(self, *gone: Joint) -> Build:
        """With legs that hang in the air."""
        return replace(self, joints={joint: net for joint, net in self.joints.items() if joint not in gone})

    @cached_property
    def nodes(self) -> Mapping[Joint, Joint]:
        """What each leg is soldered to: its net; a puck that is unplugged has nets of its own."""
        own = {ref: f"@{part.seat}" if self.is_apart(part) else "" for ref, part in self.parts.items()}
        return {joint: ("net", net + own[joint[0]]) for joint, net in self.joints.items()}

    def is_apart(self, part: Part) -> bool:
        """Whether it is in a puck that can be unplugged."""
        return part.place is Place.PUCK and part.seat in self._socketed

    # -- what conducts ---------------------------------------------------------------------------------------

    def _ohms(self, measure: Measure, *, vague: bool = False) -> float:
        if measure.first[0] not in self.parts or measure.second[0] not in self.parts:
            return inf
        return self._mesh(measure.pressed, measure.cable, vague).between(measure.first, measure.second)

    def _at(self, ref: str, pin: str) -> Joint:
        """Where one finds the leg that is really `pin`."""
        return ref, self.turned.get(ref, {}).get(pin, pin)

    def _mesh(self, pressed: str | None, cable: Seat | None, vague: bool) -> Mesh:
        key = (pressed, cable, vague)
        if key not in self._meshes:
            ties = [*self.bridges, *self._closed(pressed)]
            for near in range(1, 9) if cable is not None else ():
                far = str(self.cables.get(near, near))
                ties.append((self._at(f"J{cable}", str(near)), self._at(f"X{cable}", far)))
            self._meshes[key] = Mesh(self.nodes, ties, self._resistors + (self._vague if vague else []))
        return self._meshes[key]

    @cached_property
    def _meshes(self) -> dict[tuple[str | None, Seat | None, bool], Mesh]:
        return {}

    @cached_property
    def _resistors(self) -> list[tuple[Joint, Joint, float]]:
        return [
            ((ref, "1"), (ref, "2"), OHMS[part.kind]) for ref, part in self.parts.items() if part.kind in OHMS
        ]

    @cached_property
    def _socketed(self) -> frozenset[Seat | None]:
        return frozenset(part.seat for part in self.parts.values() if part.kind is Kind.SOCKET)

    def _closed(self, pressed: str | None) -> Iterator[tuple[Joint, Joint]]:
        """Contacts of buttons: NC and COM at rest."""
        for ref, part in self.parts.items():
            if ref == pressed:
                pins = {Kind.ENCODER: ("S1", "S2"), Kind.KEY: ("1", "2")}.get(part.kind, ("NO", "COM"))
                yield self._at(ref, pins[0]), self._at(ref, pins[1])
            elif part.kind in {Kind.BUTTON, Kind.PLAIN_BUTTON}:
                yield self._at(ref, "NC"), self._at(ref, "COM")

    @cached_property
    def _vague(self) -> list[tuple[Joint, Joint, float]]:
        return [
            ((ref, pin), ("inside", ref), VAGUE / 2)
            for ref, part in self.parts.items()
            if ref in self.plugged or part.kind is Kind.REGULATOR
            for pin in part.pins
        ]


class Mesh:
    """Points that are joined, and resistors between them.

    Args:
        soldered: the net of each leg.
        ties: pairs of points that are one, too.
        resistors: pairs of points and what is between them, ohms.
    """

    def __init__(
        self,
        soldered: Mapping[Joint, Joint],
        ties: Iterable[tuple[Joint, Joint]],
        resistors: Iterable[tuple[Joint, Joint, float]],
    ) -> None:
        self._above = dict(soldered)
        for one, other in ties:
            self._above[self._root(one)] = self._root(other)
        self._mesh: dict[Joint, dict[Joint, float]] = {}
        for one, other, ohms in resistors:
            _add(self._mesh, self._root(one), self._root(other), 1 / ohms)
        self._islands: dict[Joint, frozenset[Joint]] = {}
        for node in self._mesh:
            if node not in self._islands:
                island = _reached(self._mesh, node)
                self._islands |= dict.fromkeys(island, island)

    def _root(self, point: Joint) -> Joint:
        above = self._above
        while (higher := above.setdefault(point, point)) != point:
            above[point] = above.setdefault(higher, higher)
            point = higher
        return point

    def between(self, first: Joint, second: Joint) -> float:
        """The resistance, ohms: all other points are taken out of the mesh."""
        first, second = self._root(first), self._root(second)
        if first == second:
            return 0.0
        island = self._islands.get(first, frozenset())
        if second not in island:
            return inf
        mesh = {node: dict(self._mesh[node]) for node in island}
        for node in sorted(island - {first, second}, key=lambda each: (len(mesh[each]), each)):
            spokes = mesh.pop(node)
            total = sum(spokes.values())
            for far in spokes:
                del mesh[far][node]
            for one, other in combinations(spokes, 2):
                _add(mesh, one, other, spokes[one] * spokes[other] / total)
        return 1 / mesh[first][second]


def _add(mesh: dict[Joint, dict[Joint, float]], one: Joint, other: Joint, siemens: float) -> None:
    if one != other:
        for here, there in ((one, other), (other, one)):
            spokes = mesh.setdefault(here, {})
            spokes[there] = spokes.get(there, 0.0) + siemens


def _reached(mesh: Mapping[Joint, Mapping[Joint, float]], first: Joint) -> frozenset[Joint]:
    reached, edge = {first}, [first]
    while edge:
        edge = [far for near in edge for far in mesh[near] if far not in reached]
        reached.update(edge)
    return frozenset(reached)
