"""How often the wrong seat wins, by our arbiter and by the usual ways, on the same simulated presses.

Two of six seats press, ``gap`` apart. Simulated are the switches (every one bounces in its own way), what the
kernel makes of their edges and how they reach the program; the arbiters are real where they are ours and
rebuilt where they are not:

- *arrival*: the first ``when_pressed`` of gpiozero wins; it drops an edge that repeats the level before it.
- *debounced*: gpiozero's ``bounce_time=0.02`` on lgpio, which stamps the last bounce plus the 20 ms.
- *polling*: a loop that reads the seats in a fixed order, every 1 ms or every 20 ms.

Figures of the model, each with its source:

- A switch bounces 1.6 ms on average and 6.2 ms at most (J. Ganssle, A Guide to Debouncing: 18 kinds, but
  for one that bounced far longer); how often it flutters within that is our assumption.
- The kernel keeps one stamp a line and overwrites it until the line's thread has run, then reads the level
  (gpiolib-cdev.c). That thread runs 20 to 80 us after the edge, now and then 3 ms: our assumption.
- lgpio polls every 0.5 ms and sorts what is older than 0.5 ms (lgPthAlerts.c); Python's one thread for all
  pins takes 0.1 to 0.4 ms to wake, now and then 5 ms, its switch interval: our assumption.
- That header pins share one interrupt, which blurs some us between lines, is left out: below half a
  millisecond the others look better here than they are, and ours calls a tie anyway.
- The reference wiring's 100 nF swallow openings below 1 ms and leave the first edge as it is.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from firmware.events import NS_PER_MS, NS_PER_US, Edge, Line, Press, Seat
from firmware.presses.arbiter import Arbiter
from firmware.presses.contact import Reading
from firmware.presses.race import Race
from firmware.times import Times
from tests.benchmarks.machine import heading

SEATS = range(1, 7)
RACES = 1000
GAPS_US = (10, 100, 300, 600, 1_000, 2_000, 5_000, 10_000, 20_000)

BOUNCE_NS = 1600 * NS_PER_US
LONGEST_BOUNCE_NS = 6200 * NS_PER_US
FLUTTER_NS = 150 * NS_PER_US
"""Mean length of one opening or closing within a bounce."""

SMOOTHED_NS = NS_PER_MS
BUSY = 0.02
"""How often a thread is late."""

LG_NS = 500 * NS_PER_US
DEBOUNCE_NS = 20 * NS_PER_MS
START = 1000 * NS_PER_MS
END = START + 200 * NS_PER_MS

Wave = Sequence[tuple[int, bool]]
"""What one line's level truly does: moments (ns) and whether the contact is closed from then on."""


@dataclass(frozen=True)
class Table:
    """One race: the truth, and what reaches the program.

    Attributes:
        waves: each pressed seat's line.
        delivered: edges as the program gets them, with the moment it does (ns), in that order.
        chance: for whatever else is random in an arbiter.
    """

    waves: Mapping[Seat, Wave]
    delivered: Sequence[tuple[int, Edge]]
    chance: random.Random

    @cached_property
    def _moments(self) -> dict[Seat, list[int]]:
        return {seat: [at for at, _ in wave] for seat, wave in self.waves.items()}

    def closed(self, line: Line, now: int) -> bool:
        """The true level of a line."""
        if not isinstance(line, int) or line not in self.waves:
            return False
        index = bisect_right(self._moments[line], now)
        return index > 0 and self.waves[line][index - 1][1]


# -- the model ---------------------------------------------------------------------------------------------


def wave(at: int, chance: random.Random, *, smoothed: bool) -> Wave:
    """A button pressed at ``at`` and held: closed, fluttering for its own while, closed for good."""
    lasts = min(chance.expovariate(1 / BOUNCE_NS), LONGEST_BOUNCE_NS)
    flips = [at]
    while flips[-1] < at + lasts or len(flips) % 2 == 0:
        flips.append(flips[-1] + 1 + round(chance.expovariate(1 / FLUTTER_NS)))
    levels = [(moment, number % 2 == 0) for number, moment in enumerate(flips)]
    if not smoothed:
        return levels
    kept = levels[:1]
    for opening, closing in zip(levels[1::2], levels[2::2], strict=True):
        if closing[0] - opening[0] >= SMOOTHED_NS:
            kept += [opening, closing]
    return kept


def kernel(seat: Seat, levels: Wave, chance: random.Random) -> list[tuple[int, Edge]]:
    """The line's events and when its thread wrote them: edges until then are one, stamped as the last."""
    events = []
    index = 0
    while index < len(levels):
        late = chance.randrange(3 * NS_PER_MS) if chance.random() < BUSY else 0
        runs = levels[index][0] + chance.randrange(20, 80) * NS_PER_US + late
        while index + 1 < len(levels) and levels[index + 1][0] <= runs:
            index += 1
        events.append((runs, Edge(seat, levels[index][1], levels[index][0])))
        index += 1
    return events


def delivery(events: Sequence[tuple[int, Edge]], chance: random.Random) -> list[tuple[int, Edge]]:
    """lgpio's thread, then Python's: when each edge reaches the program, in that order."""
    waiting = sorted(events, key=lambda event: event[0])
    held: list[Edge] = []
    delivered: list[tuple[int, Edge]] = []
    poll = START + chance.randrange(LG_NS)
    free = 0
    while waiting or held:
        while waiting and waiting[0][0] <= poll:
            held.append(waiting.pop(0)[1])
        ripe = sorted((edge for edge in held if edge.at <= poll - LG_NS), key=lambda edge: edge.at)
        held = [edge for edge in held if edge not in ripe]
        if ripe:
            stall = chance.randrange(5 * NS_PER_MS) if chance.random() < BUSY else 0
            free = max(free, poll + chance.randrange(100, 400) * NS_PER_US + stall)
            delivered += [(free, edge) for edge in ripe]
        poll += LG_NS
    return delivered


def race(gap: int, chance: random.Random, *, smoothed: bool) -> tuple[Seat, Table]:
    """Who was truly first, and the table."""
    first, second = chance.sample(SEATS, 2)
    waves = {
        first: wave(START, chance, smoothed=smoothed),
        second: wave(START + gap, chance, smoothed=smoothed),
    }
    events = [event for seat, levels in waves.items() for event in kernel(seat, levels, chance)]
    return first, Table(waves, delivery(events, chance), chance)


# -- the arbiters ------------------------------------------------------------------------------------------


def ours(table: Table) -> Seat | None:
    """Contacts, arbiter and race as shipped, woken at each delivery and each deadline; None is a tie."""
    times = Times()
    now = START - 1
    arbiter = Arbiter(SEATS, times, lambda line: Reading(table.closed(line, now), now), now)
    competing = Race(START, times.tie)
    coming = list(table.delivered)

    def wake_at() -> int | None:
        return competing.due

    while competing.ruling is None:
        due = arbiter.deadline(wake_at())
        now = min(moment for moment in (due, coming[0][0] if coming else None) if moment is not None)
        while coming and coming[0][0] <= now:
            arbiter.feed(coming.pop(0)[1], now)
        for event in arbiter.events(now, wake_at):
            competing = competing.enter(event) if isinstance(event, Press) else competing.rule()
    return competing.ruling.winner


def arrival(table: Table) -> Seat | None:
    """The first edge to arrive that closes a line gpiozero took for open."""
    return next(edge.line for _, edge in table.delivered if edge.closed and isinstance(edge.line, int))


def debounced(table: Table) -> Seat | None:
    """The line that was quiet first; lgpio stamps it so, and hands it on in that order."""
    quiet: dict[Seat, int] = {}
    for _, edge in table.delivered:
        if isinstance(edge.line, int):
            quiet[edge.line] = edge.at + DEBOUNCE_NS
    return min(quiet, key=lambda seat: quiet[seat])


def polling(every: int) -> Callable[[Table], Seat | None]:
    """A loop that looks at all seats in order, every so many ns."""

    def poll(table: Table) -> Seat | None:
        for now in range(START - table.chance.randrange(every), END, every):
            for seat in SEATS:
                if table.closed(seat, now):
                    return seat
        raise AssertionError("nobody pressed")

    return poll


ARBITERS: Mapping[str, Callable[[Table], Seat | None]] = {
    "ours": ours,
    "arrival": arrival,
    "debounced": debounced,
    "polling 1 ms": polling(NS_PER_MS),
    "polling 20 ms": polling(20 * NS_PER_MS),
}


def measure(*, smoothed: bool) -> None:
    """Print one table: the share of races that went to the wrong seat."""
    print(
        f"  {'switches with 100 nF' if smoothed else 'bare switches'}, {RACES} races a line; wrong winners:"
    )
    print("  " + "gap".rjust(8) + "".join(name.rjust(15) for name in ARBITERS) + "our ties".rjust(12))
    chance = random.Random(17)
    for gap in GAPS_US:
        wrong = dict.fromkeys(ARBITERS, 0)
        ties = 0
        for _ in range(RACES):
            first, table = race(gap * NS_PER_US, chance, smoothed=smoothed)
            for name, decide in ARBITERS.items():
                winner = decide(table)
                ties += winner is None
                wrong[name] += winner not in {first, None}
        shares = "".join(f"{100 * count / RACES:13.1f} %" for count in wrong.values())
        print(f"  {gap / 1000:5g} ms{shares}{100 * ties / RACES:10.1f} %", flush=True)


if __name__ == "__main__":
    heading("wrong winners of two simulated presses, one run for all arbiters")
    measure(smoothed=False)
    measure(smoothed=True)
