"""Evenings to be written down, every journey and random games: each is played once, without a disk."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from companion.games.catalogue import all_games
from companion.scripts.mock import MockTable
from companion.scripts.script import AFTER_SCRIPT_NS, Expect, Script, read
from companion.scripts.virtual import SCRIPT_START_NS, play_command, reach
from companion.session.session import Session
from companion.session.state import State
from companion.store.recorder import NoRecorder, Recorder
from firmware.boxfile import settings as boxes
from firmware.events import Event
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from tests.companion.games.scenes import plays_what_is_here

JOURNEYS = tuple(
    path
    for path in sorted(
        (Path(__file__).parents[1] / "journeys").glob("*.table"), key=lambda path: path.stat().st_size
    )
    if plays_what_is_here(path.read_text(encoding="utf-8"))
)
"""From the shortest on: the first seeds are part of the suite."""
GAMES = tuple(game.name for game in all_games())

_DONE = 40
"""So much is done in a random game."""

LENGTHS = (
    *(len(path.read_text(encoding="utf-8").splitlines()) for path in JOURNEYS),
    *(_DONE for _ in GAMES),
)
"""How long each evening is, in lines: the journeys, then a random game of each kind."""

_STRETCHES = [
    (number, stretch, length // 2)
    for stretch in range(max(LENGTHS) // 2)
    for number, length in enumerate(LENGTHS)
    if stretch < length // 2
]

FULL_TURN = len(_STRETCHES)
"""After so many seeds every call of every evening was visited."""


def stretch_of(seed: int) -> tuple[int, int, int]:
    """What a seed visits: which evening, and of its calls those from where on, each after how many."""
    return _STRETCHES[seed % FULL_TURN]


@dataclass(frozen=True, slots=True)
class Happened:
    """An event as the loop hands it to its recorder; ``before is after``: it only woke the panels."""

    event: Event
    now: int
    before: State
    after: State
    woke: bool = False


@dataclass(frozen=True)
class Evening:
    """What happened on a box from switching on."""

    name: str
    session: Session
    happened: tuple[Happened, ...]

    def recorded(self, recorder: Recorder) -> Iterator[Happened]:
        """Record it, one event after the other; gives each once it is."""
        for one in self.happened:
            if one.woke:
                recorder.woke(one.event, one.now, one.before)
            else:
                recorder.record(one.event, one.now, one.before, one.after)
            yield one


class _Kept(NoRecorder):
    def __init__(self) -> None:
        self.happened: list[Happened] = []

    def record(self, event: Event, now: int, before: State, after: State) -> None:
        self.happened.append(Happened(event, now, before, after))

    def woke(self, event: Event, now: int, state: State) -> None:
        self.happened.append(Happened(event, now, state, state, woke=True))


@cache
def evening(number: int) -> Evening:
    """One of those in `LENGTHS`."""
    if number < len(JOURNEYS):
        path = JOURNEYS[number]
        return _played(path.stem, read(path.read_text(encoding="utf-8"), path.name))
    game = GAMES[number - len(JOURNEYS)]
    return _played(f"a random {game}", read("\n".join(_at_random(game, _DONE)), game))


@cache
def short_evening() -> Evening:
    """The first few events of a random game."""
    return _played("a short one", read("\n".join(_at_random(GAMES[0], 5)), "short"))


@cache
def no_game() -> Evening:
    """Somebody sets up the box and plays nothing."""
    return _played("no game", read("0.1 enter name 2 Ola\n0.5 enter volume 1\n1 knob +1\n", "no game"))


def _at_random(game: str, length: int) -> Iterator[str]:
    from tests.companion.games.anything import ANYWHERE, KEYS, plays_of  # noqa: PLC0415 - it takes long

    chance, plays = random.Random(game), plays_of(game)
    yield f"0.1 game {game} {chance.choice(plays.beginnings)}"
    at = 1.0
    for _ in range(length):
        at += chance.choice((0.05, 0.3, 0.5, 1.5))
        what = chance.choice(("press", "press", "typed", "key", "key", "knob"))
        if what == "press":
            yield f"{at:.3f} press {chance.randint(1, 3)}"
        elif what == "typed":
            yield f"{at:.3f} enter {chance.choice((*plays.typed, *ANYWHERE))}"
        else:
            yield f"{at:.3f} {chance.choice(KEYS) if what == 'key' else 'knob +1'}"


def _played(name: str, script: Script) -> Evening:
    settings, clock, kept = replace(boxes.eight_seats(), language="en"), HandClock(SCRIPT_START_NS), _Kept()
    table = MockTable(settings, clock, NoPanels(), closed=script.closed, origin=clock.now())
    table.loop._recorder = kept
    for command in script.commands:
        if not isinstance(command.action, Expect):
            play_command(command, script.source, table, table.loop, clock)
    reach(table.loop, clock, table.origin + script.length + AFTER_SCRIPT_NS)
    table.box.close()
    return Evening(name, table.loop.session, tuple(kept.happened))
