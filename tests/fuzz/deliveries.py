"""The same evening's edges, delivered twice: what the box makes of them depends on their stamps alone.

A story is electrical: fingers that bounce, tap and hold, spikes, pulses on several lines that come once or
again some milliseconds later, noisy lines. It is played with every edge delivered at once, and with edges
late by whatever is promised (`firmware.presses.arbiter`), lines in any order, the loop awake at odd moments.
Presses, releases, rulings, interference and the whole snapshot must be the same.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import merge
from pathlib import Path
from random import Random
from typing import Any

from companion.loop.loop import Loop
from companion.loop.mailbox import Mailbox
from firmware.boxfile import settings as boxes
from firmware.events import (
    NS_PER_MS,
    NS_PER_S,
    Edge,
    Enter,
    Event,
    HostKey,
    Key,
    Line,
    Press,
    Release,
    Seat,
)
from firmware.fakes.hand_clock import HandClock
from firmware.plugged import Plugged
from firmware.presses.arbiter import in_time
from firmware.presses.race import Ruling
from firmware.views import AWAKE, Cue, PanelId, Rest, Screen
from tests.fuzz.kinds import Finding, Kind

START = 1000 * NS_PER_S
OVER_NS = 2 * NS_PER_S
"""A story's last edges are judged by then."""

AT_ONCE_NS = 60 * NS_PER_MS
"""What the host does isn't waited with, so it keeps its place only among edges that are long there."""

PAIRS = 4
"""Other deliveries of each story."""

Changes = dict[Seat, list[int]]
"""The moments at which each seat's line changes its level (ns), open at first."""


Plan = Sequence[tuple[int, Edge | None]]
"""When each edge comes; where there is none the loop just wakes."""


@dataclass(frozen=True)
class Story:
    """What truly happens.

    Attributes:
        seats: who plays.
        begins: the game, as typed.
        lines: each line's changes.
        host: what the host does, by stamp.
        read: whether a level is read as it is, or as it was last delivered (as on mock pins).
    """

    seats: tuple[Seat, ...]
    begins: str
    lines: Changes
    host: Sequence[Key | Enter]
    read: bool


@dataclass
class WireBox:
    """A box that is nothing but lines: a `firmware.ports.Box`."""

    story: Story
    clock: HandClock
    levels: dict[Line, bool] = field(default_factory=dict)

    @property
    def lines(self) -> Collection[Line]:
        """Eight seats, and no button of the host's."""
        return range(1, 9)

    pluggable: Collection[Seat] = ()

    def closed(self, line: Line) -> bool:
        """The line's level now."""
        if not self.story.read:
            return self.levels.get(line, False)
        changes = self.story.lines.get(line, []) if isinstance(line, int) else []
        return bisect_right(changes, self.clock.now()) % 2 == 1

    def show(self, screens: Mapping[PanelId, Screen], lit: Collection[Seat], rest: Rest = AWAKE) -> None:
        """Nobody looks."""

    def give(self, buttons: Mapping[Seat, Plugged]) -> None:
        """Nothing can be plugged in."""

    def play(self, cue: Cue) -> None:
        """Nobody listens."""

    def set_volume(self, level: int) -> None:
        """However loud."""

    def faults(self) -> Collection[str]:
        """It has no parts that break."""
        return ()

    def close(self) -> None:
        """Nothing is open."""


# -- what happens ------------------------------------------------------------------------------------------


def story(chance: Random) -> Story:
    """One evening's worst second."""
    seats = tuple(sorted(chance.sample(range(1, 9), chance.randint(2, 8))))
    lines: Changes = {seat: [] for seat in range(1, 9)}
    opens = START + 300 * NS_PER_MS
    for _ in range(chance.randint(1, 6)):
        _happen(chance, seats, lines, opens + chance.randint(-40 * NS_PER_MS, 200 * NS_PER_MS))
    penalty = chance.choice(("", " penalty=question", " penalty=0"))
    host: list[Key | Enter] = [Key(HostKey.OK, START), Key(HostKey.OK, opens)]
    for text in chance.choices(("right", "wrong", "+1 1", "next"), k=chance.choice((0, 0, 2))):
        at = opens + chance.randint(100, 900) * NS_PER_MS
        if not any(at - AT_ONCE_NS < change <= at for changes in lines.values() for change in changes):
            host.append(Enter(text, at))
    host.sort(key=lambda item: item.at)
    begins = f"game buzzer seats={','.join(map(str, seats))}{penalty}"
    if chance.random() < 0.2:
        begins, host = f"game seventeen seats={','.join(map(str, seats))}", []
    return Story(
        seats, begins, {seat: _tidy(changes) for seat, changes in lines.items()}, host, chance.random() < 0.5
    )


def _tidy(changes: list[int]) -> list[int]:
    """In order, and each moment once: what hits a line that is hit already may open it."""
    return sorted(set(changes))


def _happen(chance: Random, seats: Sequence[Seat], lines: Changes, at: int) -> None:
    match chance.randrange(8):
        case 0 | 1 | 2:
            spread = chance.choice((100, 20_000, 500_000, 500_001, 30_000_000))
            for seat in chance.sample(seats, chance.randint(1, len(seats))):
                lines[seat] += _finger(chance, at + chance.choice((0, spread, chance.randint(0, spread))))
        case 3 | 4 | 5:
            hit = chance.sample(range(1, 9), chance.randint(2, 6)) if chance.random() < 0.3 else list(seats)
            for _ in range(chance.randint(1, 3)):
                for seat in hit:
                    if chance.random() < 0.8:
                        lines[seat] += _pulse(chance, at)
                at += chance.randint(5 * NS_PER_MS, 45 * NS_PER_MS)
        case 6:
            for _ in range(chance.randint(1, 4)):
                seat, length = chance.choice(seats), chance.choice((1, 4_000, 49_999, 50_000, 2_900_000))
                lines[seat] += [at, at + length]
                at += chance.randint(length, 6 * NS_PER_MS)
        case 7:
            seat, every = chance.choice(seats), chance.randint(NS_PER_MS // 2, 12 * NS_PER_MS)
            for _ in range(chance.randint(10, 40)):
                lines[seat] += [at, at + chance.randint(1, every - 1)]
                at += every
            lines[seat] += _finger(chance, at - every + NS_PER_S + chance.randint(-30, 30) * NS_PER_MS // 10)


def _finger(chance: Random, at: int) -> list[int]:
    changes = [at]
    for _ in range(chance.choice((0, 0, 1, 2, 4))):
        changes.append(changes[-1] + chance.randint(1, 1_500_000))
        changes.append(changes[-1] + chance.randint(1, 2_500_000))
    changes.append(
        changes[-1] + chance.choice((4, 15, 19, 21, 28, 80, 300, 1200)) * NS_PER_MS + chance.randint(0, 999)
    )
    for _ in range(chance.choice((0, 0, 1, 3))):
        changes.append(changes[-1] + chance.randint(1, 31 * NS_PER_MS))
        changes.append(changes[-1] + chance.randint(1, 5 * NS_PER_MS))
    return changes


def _pulse(chance: Random, at: int) -> list[int]:
    start = at + chance.choice((0, 100_000, 100_001, chance.randint(0, 120_000)))
    return [start, start + chance.choice((4_000, 700_000, 2_999_999, chance.randint(1, 24 * NS_PER_MS)))]


# -- how it reaches the box --------------------------------------------------------------------------------


@dataclass
class Told:
    """What the box has made of it: presses and releases in their order, rulings, and how it stands."""

    presses: list[Press | Release] = field(default_factory=list)
    rulings: tuple[Ruling, ...] = ()
    snapshot: dict[str, Any] = field(default_factory=dict)


def at_once(told: Story) -> Plan:
    """Every edge at its own stamp."""
    return sorted([(edge.at, edge) for edges in _edges(told) for edge in edges], key=lambda one: one[0])


def late(told: Story, chance: Random) -> Plan:
    """Edges as late as is promised at most, each line's in order, and moments when the loop just wakes."""
    plan: list[tuple[int, Edge | None]] = []
    how: Callable[[], int] = chance.choice(
        (lambda: chance.randint(0, LATEST_NS), lambda: chance.choice((0, LATEST_NS)), lambda: 0)
    )
    for edges in _edges(told):
        lag, arrival = how(), 0
        for edge in edges:
            arrival = max(arrival, edge.at + min(LATEST_NS, lag + chance.choice((0, how()))))
            plan.append((arrival, edge))
    ends = max((at for at, _ in plan), default=START)
    plan += [(chance.randint(START, ends), None) for _ in range(chance.choice((0, 5, 20)))]
    chance.shuffle(plan)
    # Equal arrivals come in any order, but stamps of one line never run backwards.
    return sorted(plan, key=lambda one: (one[0], 0 if one[1] is None else one[1].at))


def _edges(told: Story) -> list[list[Edge]]:
    """Each line's edges."""
    return [
        [Edge(seat, number % 2 == 0, at) for number, at in enumerate(changes)]
        for seat, changes in told.lines.items()
    ]


SETTINGS = replace(boxes.eight_seats(), language="en")
LATEST_NS = in_time(SETTINGS.times.settle)


def play(told: Story, plan: Plan) -> Told:
    """Play a story, delivered so, on a box of its own."""
    clock, mailbox, heard = HandClock(START - NS_PER_S), Mailbox(), Told()
    box = WireBox(told, clock)
    loop = Loop(SETTINGS, box, mailbox, clock)
    happen = loop._happen  # what changes no state no watcher is told of

    def listen(event: Event, now: int) -> None:
        if isinstance(event, Press | Release):
            heard.presses.append(event)
        happen(event, now)

    loop._happen = listen  # type: ignore[method-assign]
    mailbox.put(Enter(told.begins, clock.now()))
    loop.step()
    hosts = [(item.at, item) for item in told.host]
    for at, item in merge(plan, hosts, key=lambda one: one[0]):
        if at > clock.now():
            loop.run_until(at, clock.set)
        if isinstance(item, Edge):
            box.levels[item.line] = item.closed
        mailbox.put(item)
        loop.step()
    loop.run_until(max(clock.now(), START) + OVER_NS, clock.set)
    heard.rulings, heard.snapshot = tuple(loop.state.rulings), loop.snapshot()
    del heard.snapshot["refused"]  # what the host does waits for no edge, and takes a refusal away
    return heard


def trial(seed: int, _: Path) -> Counter[str]:
    """One story, delivered at once and in some other ways."""
    chance = Random(seed)
    told = story(chance)
    expected = play(told, at_once(told))
    for number in range(PAIRS):
        got = play(told, late(told, chance))
        for what in ("presses", "rulings", "snapshot"):
            was, now = getattr(expected, what), getattr(got, what)
            if was != now:
                words = f"{what} {_shown(was, now)}, got {_shown(now, was)}"
                raise Finding(f"{told.begins}: delivery {number + 1}: expected {words}")
    return Counter(
        pairs=PAIRS,
        edges=(PAIRS + 1) * sum(map(len, told.lines.values())),
        presses=sum(isinstance(event, Press) for event in expected.presses),
        pulses=expected.snapshot["interference"],
    )


def _shown(one: object, other: object) -> str:
    """What of it differs."""
    if isinstance(one, dict) and isinstance(other, dict):
        return str({key: value for key, value in one.items() if other.get(key) != value})
    if isinstance(one, list) and isinstance(other, list):
        return str([each for each in one if each not in other] or one)
    return str(one)


KIND = Kind("deliveries", trial, share=2.0)
