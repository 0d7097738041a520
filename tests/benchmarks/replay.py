"""How long ten minutes at the table take to replay: a game of seventeen, then a quiz.

The evening is generated with a fixed seed and checks itself: each call and each question is expected to have
the winner the generator meant, so a game that goes astray fails instead of being quick.
"""

from __future__ import annotations

import io
import random
import time
from collections.abc import Iterator, Mapping

from companion.games.seventeen.score import Player, score_round, winners
from companion.scripts import virtual
from companion.scripts.script import Script, read
from firmware.boxfile.settings import eight_seats
from firmware.events import Seat
from tests.benchmarks.machine import heading

SEATS = (1, 2, 3, 4, 5, 6)
MINUTES = 10
RUNS = 5


def seventeen(at: float, until: float, chance: random.Random) -> Iterator[tuple[float, str]]:
    """Round after round: everybody in turn lays a card; one of five is called."""
    yield at, f"game seventeen seats={','.join(map(str, SEATS))} first=1"
    turn, players = SEATS[0], _fresh()
    while at < until:
        at += chance.uniform(1.0, 2.5)
        yield at, f"press {turn}"
        layer, turn = turn, turn % len(SEATS) + 1
        if chance.random() < 0.8:
            at += chance.uniform(0.6, 1.5)
            yield at, f"press {layer}"
            continue
        rivals = [seat for seat in SEATS if seat != layer]
        caller, second = chance.sample(rivals, 2)
        at += chance.uniform(0.5, 1.0)
        yield at, f"press {caller}"
        yield at + chance.uniform(0.002, 0.2), f"press {second}"
        yield at + 0.4, f"expect ruling.winner {caller}"
        total = chance.randint(12, 22)
        at += chance.uniform(2.0, 4.0)
        yield at, f"enter sum {total}"
        yield at + 0.5, "ok"
        at += 1.0
        players, turn = score_round(players, caller, layer, (), total)
        yield at, f"expect players.{caller}.composure {players[caller].composure}"
        if winners(players):
            yield at + 0.5, "expect phase over"
            yield at + 0.5, "ok"
            at += 1.0
            turn, players = SEATS[0], _fresh()


def _fresh() -> Mapping[Seat, Player]:
    return {seat: Player() for seat in SEATS}


def buzzer(at: float, until: float, chance: random.Random) -> Iterator[tuple[float, str]]:
    """Question after question with an answer clock: three press, each second answer is wrong."""
    yield at, f"game buzzer seats={','.join(map(str, SEATS))} answer=10"
    while at < until:
        yield at + 0.5, "ok"
        at += chance.uniform(3.0, 6.0)
        yield at, "ok"
        first, *others = chance.sample(SEATS, 3)
        at += chance.uniform(0.3, 2.0)
        yield at, f"press {first}"
        for other in others:
            yield at + chance.uniform(0.001, 0.2), f"press {other}"
        yield at + 0.4, f"expect ruling.winner {first}"
        at += chance.uniform(1.0, 3.0)
        if chance.random() < 0.5:
            yield at, "enter right"
            yield at + 0.5, "ok"
            at += 1.0
            continue
        yield at, "enter wrong"
        second = chance.choice([seat for seat in SEATS if seat != first])
        at += chance.uniform(0.3, 2.0)
        yield at, f"press {second}"
        at += 1.0
        yield at, f"expect ruling.winner {second}"
        yield at, "enter right"
        yield at + 0.5, "ok"
        at += 1.0


def evening() -> Script:
    """Half the time cards, half of it the quiz."""
    chance = random.Random(17)
    end = MINUTES * 60.0
    lines = [*seventeen(0.0, end / 2 - 10, chance), *buzzer(end / 2, end - 10, chance)]
    return read("\n".join(f"{at:.9f} {command}" for at, command in sorted(lines)), "evening")


def measure() -> None:
    """Replay the evening a few times and print the fastest."""
    script = evening()
    seconds = []
    for _ in range(RUNS):
        out = io.StringIO()
        start = time.process_time()
        virtual.replay(script, eight_seats(), out)
        seconds.append(time.process_time() - start)
    report = out.getvalue().splitlines()
    rulings = sum('"event": "ruling"' in line for line in report)
    refusals = sum('"event": "refused"' in line for line in report)
    print(
        f"  {script.length / 60e9:.1f} minutes, {len(script.commands)} edges, keys and expectations, "
        f"{rulings} rulings, {refusals} refusals, {len(report)} lines reported: "
        f"{min(seconds):.2f} s, the fastest of {RUNS}",
        flush=True,
    )


if __name__ == "__main__":
    heading(f"{MINUTES} minutes at the table, replayed (processor time)")
    measure()
