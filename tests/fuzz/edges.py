"""Edges as no kernel sends them: any line, level and stamp, twice, backwards, years ahead.

Whatever comes, the loop goes on: no exception, a deadline that is never in the past, nobody wins twice, and a
race that somebody is in is ruled.
"""

from __future__ import annotations

import logging
from collections import Counter
from pathlib import Path
from random import Random

from companion.loop.loop import Loop
from companion.loop.mailbox import Mailbox
from firmware.events import NS_PER_MS, NS_PER_S, Edge, Enter, HostKey, Key, Line
from firmware.fakes.hand_clock import HandClock
from tests.fuzz.deliveries import SETTINGS, START, Story, WireBox
from tests.fuzz.kinds import Finding, Kind

MOST_STEPS = 20
"""Steps that a loop may want at one instant."""

GAMES = ("buzzer", "seventeen", "seven-ate-nine", "kezao")


class _Faults(logging.Handler):
    """What the loop has caught of its own faults."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.lines.append(self.format(record))


def trial(seed: int, _: Path) -> Counter[str]:
    """A hundred edges and a few keys, at random moments."""
    chance, faults = Random(seed), _Faults()
    logger = logging.getLogger("pierwszy")
    logger.addHandler(faults)
    logger.propagate = False
    try:
        return _shaken(chance, faults)
    finally:
        logger.propagate = True
        logger.removeHandler(faults)


def _shaken(chance: Random, faults: _Faults) -> Counter[str]:
    clock, mailbox = HandClock(START), Mailbox()
    game = chance.choice(GAMES)
    box = WireBox(Story((), "", {}, (), read=False), clock)
    loop = Loop(SETTINGS, box, mailbox, clock)
    mailbox.put(Enter(f"game {game} seats={','.join(map(str, range(1, chance.randint(3, 7))))}", clock.now()))
    counts = Counter[str](edges=0)
    stamps = [clock.now()]
    for _ in range(100):
        _go_on(
            loop, clock, clock.now() + chance.choice((0, 1, 4_000, NS_PER_MS, 20 * NS_PER_MS, NS_PER_S // 2))
        )
        for edge in _edges(chance, clock.now(), stamps):
            counts["edges"] += 1
            mailbox.put(edge)
            if chance.random() < 0.8:
                box.levels[edge.line] = edge.closed
        if chance.random() < 0.1:
            mailbox.put(Key(HostKey.OK, clock.now()))
        loop.step()
    _go_on(loop, clock, clock.now() + 3 * NS_PER_S)
    if faults.lines:
        raise Finding(f"{game}: expected no fault, got {faults.lines[0]}")
    race = None if loop.state.game is None else loop.state.game.race(loop.state.play)
    if race is not None and race.due is not None and race.due + NS_PER_S < clock.now():
        raise Finding(f"{game}: expected the race ruled, got none of {race}")
    for ruling in loop.state.rulings:
        if (
            len(set(ruling.order)) < len(ruling.order)
            or (ruling.winner or ruling.tied[0]) not in ruling.order
        ):
            raise Finding(f"{game}: expected each seat once, and the winner among them, got {ruling}")
    return counts + Counter(rulings=len(loop.state.rulings))


def _go_on(loop: Loop, clock: HandClock, until: int) -> None:
    """Let time pass as the loop wants to be woken."""
    steps, at = 0, clock.now()
    while (due := loop.step()) is not None and due <= until:
        clock.set(max(due, clock.now()))
        steps, at = (steps + 1, at) if clock.now() == at else (0, clock.now())
        if steps > MOST_STEPS:
            raise Finding(f"expected a deadline after {at} ns, got {due} ns again and again")
    clock.set(until)


def _edges(chance: Random, now: int, stamps: list[int]) -> list[Edge]:
    line: Line = chance.choice((*range(1, 9), 9, "ok", "nobody's"))
    stamp = chance.choice(
        (
            now,
            now - chance.randint(0, 40 * NS_PER_MS),
            chance.choice(stamps),
            now - chance.randint(0, NS_PER_S),
            now + chance.randint(0, NS_PER_S),
            chance.choice((0, -1, now * 1000, now + 2 * NS_PER_S)),
        )
    )
    stamps.append(stamp)
    edge = Edge(line, chance.random() < 0.5, stamp)
    if chance.random() < 0.2:  # a whole press
        return [Edge(line, True, stamp), Edge(line, False, stamp + 80 * NS_PER_MS)]
    return [edge] * chance.choice((1, 1, 1, 2, 30))


KIND = Kind("edges", trial, in_suite=3)
