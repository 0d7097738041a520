"""What holds in every game there is, however it is played: in three hundred random plays of each.

Undo gives back the former state, a journal of the same events gives the same to the byte, and every frame can
be read from where people sit.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from companion.games.catalogue import all_games
from companion.i18n import LANGUAGES, speaker
from companion.session import screens
from companion.session.state import State
from companion.store.codec import decode, encode
from companion.store.runs import replay
from firmware.events import NS_PER_MS, Enter, Event, HostKey, Key, Knob, Press, Release, Rolled, Within
from firmware.presses.race import By, Ruling
from firmware.rolling import Roll
from tests.companion.games.anything import ANYWHERE, KEYS, plays_of
from tests.companion.games.legible import cut, too_small
from tests.companion.session.evening import Evening

PLAYS = 300
STEPS = 25
WAITS_MS = (0, 0.2, 40, 310, 310, 900, 2500)
UNSURE: tuple[Within | None, ...] = (
    None,
    Within(12 * NS_PER_MS, 0, 8 * NS_PER_MS, "pad"),
    Within(45 * NS_PER_MS, 0),
    Within(4 * NS_PER_MS, 4 * NS_PER_MS),
)
"""Half of the plays are with buttons as unlike as these."""

GAMES = [game.name for game in all_games()]


@dataclass
class Play(Evening):
    """A game played by a hand that does anything; all that happened is kept."""

    random: Random = field(default_factory=Random)
    events: list[Event] = field(default_factory=list)
    undone: int = 0
    unlike: bool = False

    def begin(self, name: str) -> None:
        self.name = name
        reach = " reach_us=45000" if self.unlike else ""
        self.enter(f"game {name} {self.random.choice(plays_of(name).beginnings)}{reach}", 1000)
        assert self.refused is None

    def do_anything(self) -> None:
        """Wait, then press, let go, turn, type or choose; afterwards perhaps undo it."""
        self.wait(self.now / 1e6 + self.random.choice(WAITS_MS))
        before = self.state
        self.happen(self._anything())
        if self.state.ruling is not None:
            _is_fair(self.state.ruling)
        if before.game is self.state.game and self.state.before is before and not self.random.randrange(3):
            self._undone_gives_back(before)

    def _anything(self) -> Event:
        assert self.state.game is not None
        seat = self.random.choice(self.state.game.setup.seats)
        match self.random.randrange(8):
            case 0 | 1 | 2:
                return Press(seat, self.now, self.random.choice(UNSURE) if self.unlike else None)
            case 3:
                return Release(seat, self.now)
            case 4:
                return Knob(self.random.choice((-2, -1, 1, 1, 3)), self.now)
            case 5:
                return Enter(self.random.choice((*plays_of(self.name).typed, *ANYWHERE)), self.now)
            case 6:
                return Enter(self._some_choice(), self.now)
            case _:
                return Key(HostKey(self.random.choice(KEYS[:8])), self.now)

    def _some_choice(self) -> str:
        """What the knob may come to in the end, in the game or in the menu of hold-ok."""
        assert self.state.game is not None
        choices = self.session.choices(self.state)
        if not self.random.randrange(3):
            choices = self.state.game.corrections(self.state.play)
        while choices:
            choice = self.random.choice(choices)
            if choice.then is None:
                return choice.text or "?"
            choices = choice.then()
        return "?"

    def _undone_gives_back(self, before: State) -> None:
        assert before.game is not None
        self.happen(Key(HostKey.UNDO, self.now))
        self.undone += 1
        assert self.state.play == before.game.buttons_up(before.play)
        assert self.state.game_time(self.now) == before.game_time(self.now)
        self.happen(Key(HostKey.REDO, self.now))

    def _step(self, event: Event) -> None:
        self.state, effects = self.session.step(self.state, event)
        self.events.append(event)
        for effect in effects:
            if isinstance(effect, Roll):
                self._step(Rolled(tuple(self.random.choice(die.faces) for die in effect.dice), event.at))

    def told(self, state: State) -> bytes:
        return json.dumps(state.snapshot(self.now), sort_keys=True).encode()


def _is_fair(ruling: Ruling) -> None:
    """Nobody has won by time alone who may have been later than another."""
    spans = dict(zip(ruling.order, ruling.spans, strict=bool(ruling.spans)))
    if spans and ruling.by is By.TIME:
        assert ruling.winner is not None
        end = spans.pop(ruling.winner)[1]
        assert all(since > end for since, _ in spans.values()), ruling


def played(name: str, seed: int) -> Play:
    play = Play(random=Random(f"{name} {seed}"), unlike=bool(seed % 2))
    play.begin(name)
    for _ in range(STEPS):
        play.do_anything()
        if play.state.game is None:
            break
    return play


@pytest.mark.parametrize("name", GAMES)
def test_random_plays_are_undone_replayed_and_read(name: str) -> None:
    undone = sum(plays(name, seed).undone for seed in range(PLAYS))
    assert undone >= PLAYS // 4


def plays(name: str, seed: int) -> Play:
    """One play of a game, with all that holds in any; the same for a seed each time."""
    play = played(name, seed)
    _replays_the_same(play)
    _is_read(play, seed)
    return play


def _replays_the_same(play: Play) -> None:
    written = [decode(encode(event)) for event in play.events]
    again = replay(play.session, play.session.start(), written)
    assert play.told(again) == play.told(play.state)


def _is_read(play: Play, seed: int) -> None:
    if play.state.refused is not None:
        return  # why something isn't allowed quotes what was typed, which may be of any length
    language = LANGUAGES[seed % len(LANGUAGES)]
    shown = screens.view(play.session, play.state, play.now, speaker(language)).screens()
    unread: list[Any] = [one for one in shown.items() if too_small(one[1], one[0]) or cut(one[1])]
    assert not unread, (play.name, seed)
