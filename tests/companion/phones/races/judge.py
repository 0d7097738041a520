"""What became of each race, against the truth of it. Pure: all comes from what was told (`at_home.Told`)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from firmware.clock_bounds import ClockBounds, Exchange
from firmware.events import NS_PER_MS, Seat
from tests.companion.phones.at_home import Told
from tests.companion.phones.races.others import METHODS, Pressed


@dataclass(frozen=True, slots=True)
class Clock:
    """A page's clock, and what delays its touches.

    Attributes:
        zero: between which moments it was at zero (ns of CLOCK_MONOTONIC).
        faster: how many of its seconds pass in one.
        touch: from contact to stamp (ns).
    """

    zero: tuple[int, int]
    faster: float
    touch: int

    @property
    def unsure(self) -> int:
        """How unsure the truth is, either way (ns)."""
        return (self.zero[1] - self.zero[0] + 1) // 2

    def moment(self, browsers: int) -> int:
        """What the browser's clock says as CLOCK_MONOTONIC (ns)."""
        return sum(self.zero) // 2 + browsers

    def there(self, moment: int) -> int:
        """A moment of CLOCK_MONOTONIC by the page's clock (ns)."""
        return round((moment - sum(self.zero) // 2) * self.faster)


@dataclass(frozen=True, slots=True)
class Raced:
    """All that was told of a race.

    Attributes:
        race: as it was told when it began.
        touched: as it was when it was over.
        touches: when each page was told of its touch (ns).
        contacts: when each finger was there (ns).
        unsure: how unsure that is, either way (ns).
        arrived: when each press was there (ns).
        pressed: the same as other methods know it.
        edges: all that the box's contacts were told, in that order.
        ruling: as it was told first; None: there was none.
    """

    race: Told
    touched: Told
    touches: Mapping[Seat, int]
    contacts: Mapping[Seat, int]
    unsure: Mapping[Seat, int]
    arrived: Mapping[Seat, int]
    pressed: Mapping[Seat, Pressed]
    edges: Sequence[Told]
    ruling: Told | None


@dataclass(frozen=True, slots=True)
class Judged:
    """One race.

    Attributes:
        table: at which table.
        gap_ms: as it was planned.
        gap: how much later the second contact truly was (ns).
        said: how close a tie is, as the table was told before it (ns).
        first: whose contact was the first.
        winner: who has won by our ruling; None: a tie, or nobody.
        tied: among whom.
        ruled: how long after the first contact (ns); None: never.
        told: how long after the first touch that a page was told of.
        by_others: who has won by each of the other methods.
        by_stamps: who would have by perfect clocks that know nothing of glass.
        lost: presses that never came, or weren't believed.
    """

    table: str
    gap_ms: int
    gap: int
    said: int
    first: Seat
    winner: Seat | None
    tied: tuple[Seat, ...]
    ruled: int | None
    told: int | None
    by_others: Mapping[str, Seat]
    by_stamps: Seat
    lost: int

    @property
    def wrong(self) -> bool:
        """Whether our winner wasn't the first; or a tie was declared without the first."""
        return self.first not in (self.tied or (self.winner or self.first,))


@dataclass(slots=True)
class Coverage:
    """How often bounds covered the truth.

    Attributes:
        of: how many there were.
        outside: of which the truth was outside, as far as it is known.
        widths: how wide they were, either way (ns).
        margins: what of that was left, at least (ns); less than 0: outside.
    """

    of: int = 0
    outside: int = 0
    widths: list[int] = field(default_factory=list)
    margins: list[int] = field(default_factory=list)

    def add(self, off: int, within: int, unsure: int) -> None:
        """One that was off by so much, and said to be within that; the truth itself is as unsure."""
        self.of += 1
        self.outside += abs(off) > within + unsure
        self.widths.append(within)
        self.margins.append(within - abs(off))


class Evening:
    """All that was told at one table.

    Attributes:
        name: the table's.
        exchanges: each page's bounds, exchange by exchange, as they follow from what was told.
        stamps: each press's, as the box made it.
    """

    def __init__(self, told: Sequence[Told]) -> None:
        self._told = told
        (table,) = (one for one in told if one["what"] == "table")
        self.name: str = table["name"]
        self._alike: bool = table["alike"]
        self._clocks = {one["seat"]: _clock(one) for one in told if one["what"] == "phone"}
        self._seats = {one["device"]: one["seat"] for one in told if one["what"] == "sit"}
        self._steps = {one["device"]: one["step"] for one in told if one["what"] == "sit"}
        self._apart = next(one["apart"] for one in told if one["what"] == "answer")
        self.exchanges, self.stamps = Coverage(), Coverage()
        self.round_trips: dict[Seat, list[int]] = defaultdict(list)

    @property
    def unsure(self) -> int:
        """How unsure the truth of any page's clock is (ns)."""
        return max(clock.unsure for clock in self._clocks.values())

    def races(self) -> Iterator[Judged]:
        """Each race; coverage is counted meanwhile."""
        return map(self._judge, self.raced())

    def raced(self) -> Iterator[Raced]:
        """Each race as it was told; how exchanges' bounds cover the truth is counted meanwhile."""
        asked: dict[tuple[str, int], int] = {}
        known: dict[str, list[Exchange]] = defaultdict(list)
        bounds: dict[str, ClockBounds] = defaultdict(ClockBounds)
        race: Told = {}
        pressed: dict[Seat, Pressed] = {}
        came: dict[Seat, int] = {}
        edges: list[Told] = []
        ruling: Told | None = None
        for one in self._told:
            match one["what"]:
                case "ask":
                    asked[one["device"], one["n"]] = one["asked"]
                case "answer" if (one["device"], one["n"]) in asked:
                    self._apart = one["apart"]
                    exchange = Exchange(
                        asked.pop((one["device"], one["n"])), one["received"], one["answered"], one["heard"]
                    )
                    known[one["device"]].append(exchange)
                    self._cover(one["device"], bounds[one["device"]], exchange)
                case "race":
                    race, pressed, came, edges, ruling = one, {}, {}, [], None
                case "edge":
                    edges.append(one)
                case "press" if one["closed"] and one["believed"]:
                    came[one["seat"]] = one["arrived"]
                    arrived = one["arrived"] - self._apart
                    pressed[one["seat"]] = Pressed(one["there"], arrived, tuple(known[one["device"]]))
                case "ruling":
                    ruling = one
                case "touched":
                    touches = self._touches(one)
                    contacts = {seat: at - self._clocks[seat].touch for seat, at in touches.items()}
                    unsure = {seat: self._clocks[seat].unsure for seat in touches}
                    yield Raced(race, one, touches, contacts, unsure, came, pressed, edges, ruling)

    def _cover(self, device: str, bounds: ClockBounds, exchange: Exchange) -> None:
        seat = self._seats[device]
        self.round_trips[seat].append(exchange.heard - exchange.asked)
        bounds.note(exchange)
        offset = bounds.at(exchange.heard)
        assert offset is not None
        clock = self._clocks[seat]
        truth = exchange.heard - clock.there(exchange.heard + self._apart)
        self.exchanges.add(offset.ahead - truth, offset.within + self._steps[device], clock.unsure)

    def _touches(self, touched: Told) -> dict[Seat, int]:
        told = {int(seat): stamps for seat, stamps in touched["stamps"].items()}
        return {seat: self._clocks[seat].moment(stamps[0]) for seat, stamps in told.items() if stamps}

    def _judge(self, raced: Raced) -> Judged:
        touches, contacts, pressed, ruling = raced.touches, raced.contacts, raced.pressed, raced.ruling
        for edge in raced.edges:
            if edge["closed"] and (seat := edge["seat"]) in touches:
                most = 0 if self._alike else 35 * NS_PER_MS
                self.stamps.add(edge["at"] - touches[seat], edge["before"] - most, raced.unsure[seat])
        first, second, *_ = sorted(contacts.values())
        ruled = None if ruling is None else ruling["ruled"]
        said = re.search(r"([0-9]+) ms", raced.race["ties"])
        assert said is not None, raced.race
        return Judged(
            table=self.name,
            gap_ms=raced.race["gap_ms"],
            gap=second - first,
            said=int(said[1]) * NS_PER_MS,
            first=min(contacts, key=lambda seat: contacts[seat]),
            winner=None if ruling is None else ruling["winner"],
            tied=() if ruling is None else tuple(ruling["tied"]),
            ruled=None if ruled is None else ruled - first,
            told=None if ruled is None else ruled - min(touches.values()),
            by_others={
                name: min(pressed, key=lambda seat: method(pressed[seat])) for name, method in METHODS.items()
            },
            by_stamps=min(touches, key=lambda seat: touches[seat]),
            lost=len(touches) - len(pressed),
        )


def _clock(told: Told) -> Clock:
    since, until = told["zero"]
    return Clock((since, until), 1 + told["ppm"] / 1e6, told["touch_ms"] * NS_PER_MS)
