"""Races on an emulated head: who closed first by the emulator's clock, and by the head's records.

``python -m tests.head.races 10000`` runs that many and prints what it measured.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from random import Random

from tests.head.emulated import HEAD, Head, Record, image_of
from tests.head.usb_host import MS, US

GAPS_US = (0, 1, 1, 1, 1.1, 2, 3, 5, 9, 10, 11, 12, 20, 50)
PICTURE_NS = 1000
STEP_NS = 100
"""The emulator moves by whole instructions of the processor; the chip's own pictures come to the cycle."""


@dataclass
class Score:
    """What all races together came to.

    Attributes:
        pairs: of lines that closed in one race, by the gap between them (ns).
        apart: those whose stamps have the right order; the rest share one picture.
        wrong: what should never be, in words.
        errors: of each stamp against the clock (ns): the stamp less the truth.
    """

    races: int = 0
    edges: int = 0
    pairs: Counter[int] = field(default_factory=Counter)
    apart: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)

    def told(self) -> Iterator[str]:
        """The figures, in lines to print."""
        for least, most in ((0, 0), (1000, 1000), (1100, 1100), (2000, 9999), (10_000, 10**9)):
            gaps = [gap for gap in self.pairs if least <= gap <= most]
            apart, pairs = (sum(count[gap] for gap in gaps) for count in (self.apart, self.pairs))
            yield f"{least / 1000:5.1f} µs apart: {apart} of {pairs} pairs in order, rest in one picture"
        worst = f"{min(self.errors):.0f} to {max(self.errors):.0f} ns"
        yield f"stamps: {worst} from the truth, {len(self.errors)} closings"
        yield f"{self.races} races, {self.edges} changes; wrong: {len(self.wrong)} {self.wrong[:3]}"


def closings(random: Random) -> list[tuple[int, int, bool]]:
    """What the buttons of one race do: ns from its start, line, closed; all are open in the end."""
    lines = random.sample(range(8), random.choice((2, 2, 3, 3, 4, 8)))
    at = random.randrange(PICTURE_NS)  # anywhere between two pictures
    changes = []
    for line in lines:
        bounces = random.choice((0, 0, 0, 1, 3))
        moment = at
        for _ in range(bounces):
            changes += [(moment, line, True), (moment + random.randint(1100, 9000), line, False)]
            moment = changes[-1][0] + random.randint(1100, 9000)
        changes.append((moment, line, True))
        at += round(random.choice(GAPS_US) * US)
    let_go = max(change[0] for change in changes) + 10 * US
    changes += [(let_go + random.randrange(50 * US), line, False) for line in lines]
    return sorted(changes, key=lambda change: change[0])


def run(head: Head, count: int, seed: int, score: Score) -> None:
    """Plays races and enters what came of them."""
    random = Random(seed)
    head.usb.poll_ns = 20 * US
    for _ in range(count):
        head.changes.clear()
        head.usb.came.clear()
        begun = head.now
        changes = closings(random)
        for at, line, closed in changes:
            head.at(at, partial(head.hold, 1 << line, closed))
        head.run(changes[-1][0] + 20 * US)
        head.say(b"TIME")
        head.run_until(lambda: head.told("C"), within_ms=5)
        enter(score, changes, begun, head.changes, head.told("EF"))


def enter(
    score: Score,
    changes: list[tuple[int, int, bool]],
    begun: float,
    truth: list[tuple[float, int]],
    told: list[Record],
) -> None:
    """Holds the records of one race against what the lines did."""
    score.races += 1
    score.edges += len(changes)
    first: dict[int, float] = {}
    for at, line, closed in changes:
        if closed:
            first.setdefault(line, begun + at)
    stamps: dict[int, int] = {}
    lines = 0
    for record in told:
        if record.kind != "E" or record.lines != lines ^ record.what:
            score.wrong.append(f"race {score.races}: {record}")
        for line in range(8):
            if (record.what & record.lines) >> line & 1:
                stamps.setdefault(line, record.time)
        lines = record.lines
    if stamps.keys() != first.keys():
        score.wrong.append(f"race {score.races}: closed {first}, told {stamps}")
        return
    score.errors += [stamps[line] * US - at for line, at in first.items()]
    for a, at_a in first.items():
        for b, at_b in first.items():
            gap = at_b - at_a
            if gap < 0 or a == b:
                continue
            score.pairs[round(gap)] += 1
            score.apart[round(gap)] += stamps[a] < stamps[b]
            must_differ = gap >= PICTURE_NS + STEP_NS
            if (
                stamps[a] > stamps[b]
                or (must_differ and stamps[a] == stamps[b])
                or (not gap and stamps[a] != stamps[b])
            ):
                score.wrong.append(f"race {score.races}: {gap} ns apart, told {stamps[a]} and {stamps[b]} µs")
    # Every state that lasted longer than a picture was seen, in its order.
    lasting = [now for (then, now), (until, _) in pairwise(truth) if until - then >= PICTURE_NS + STEP_NS]
    seen = iter([record.lines for record in told])
    if not all(state in seen for state in lasting):
        score.wrong.append(f"race {score.races}: lasting {lasting}, told {[record.lines for record in told]}")


def main() -> None:
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    begun, score = time.monotonic(), Score()
    head = Head(bytes(image_of((HEAD / "head.uf2").read_bytes())))
    head.plug_in()
    run(head, count, seed, score)
    print(*score.told(), sep="\n")
    print(f"{head.now / MS:.0f} ms of its time in {time.monotonic() - begun:.0f} s; {head.usb.faults}")


if __name__ == "__main__":
    main()
