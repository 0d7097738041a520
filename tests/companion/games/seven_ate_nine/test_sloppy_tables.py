"""Whole tables at which anything happens at any moment, undo and presses at one nanosecond among it.

No card is lost or doubled, a race always goes on, and whatever the knob offers is taken.
"""

from __future__ import annotations

from random import Random

import pytest

from companion.games.judging import HOLD_NS
from companion.games.seven_ate_nine.cards import DECK
from companion.games.seven_ate_nine.state import State
from firmware.events import NS_PER_MS, Enter, Event, HostKey, Key, Press, Release
from tests.companion.games.seven_ate_nine.plays import TYPED
from tests.companion.games.seven_ate_nine.test_referee import leaves
from tests.companion.session.evening import Evening

BEGINNINGS = (
    "seats=1,2,3 wins=3",
    "seats=1,2,3,4 kids=3,4 times=3 side_piles=3,4",
    "seats=1,2,3,4,5,6,7,8 tie_us=1000000 side_piles=8",
    "seats=1,2 contest=0 tie_us=0 side_piles=1,2 wins=3",
    "seats=2",
)
WAITS = (0, 0, 0, 0, 1, 200_000, 500_000, *(ms * NS_PER_MS for ms in (30, 40, 310, 800, 900)))
TABLES, STEPS = 100, 50


def anything(chance: Random, evening: Evening, now: int) -> Event:
    game = evening.state.game
    assert game is not None
    seat = chance.choice(game.setup.seats)
    match chance.randrange(12):
        case 0 | 1 | 2 | 3:
            ago = chance.choice((0, 0, 0, 1, 1000, 20 * NS_PER_MS, 400 * NS_PER_MS))
            return Press(seat, max(0, now - ago))
        case 4 | 5:
            return Release(seat, now)
        case 6 | 7:
            return Key(chance.choice((HostKey.UNDO, HostKey.UNDO, HostKey.REDO)), now)
        case 8:
            return Key(chance.choice((HostKey.OK, HostKey.PAUSE)), now)
        case 9:
            return Enter(chance.choice(TYPED), now)
        case _:
            play = evening.state.play
            return Enter(
                chance.choice((*leaves(game.choices(play)), *leaves(game.corrections(play)), "?")), now
            )


def cards_are_all_there(state: State) -> None:
    held = sum(state.cards.values()) + sum(state.beside(seat) for seat in state.cards)
    assert held + state.middle - 1 + state.aside == DECK
    assert min(state.cards.values()) >= 0
    assert state.middle >= 1


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_no_card_is_lost_and_every_race_goes_on(beginning: str) -> None:
    for seed in range(TABLES):
        chance, evening = Random(f"{beginning} {seed}"), Evening()
        evening.enter(f"game seven_ate_nine {beginning}", 1000)
        evening.ok(1400)
        now = 4400 * NS_PER_MS
        for _ in range(STEPS):
            now += chance.choice(WAITS)
            evening.wait((now - 1) / NS_PER_MS)
            event = anything(chance, evening, now)
            evening.happen(event)
            cards_are_all_there(evening.state.play)
            if isinstance(event, Enter) and event.text not in (*TYPED, "?", "") and evening.refused:
                assert evening.refused in BUSY, (event, evening.refused)
        its_race_goes_on(evening, now)


BUSY = ("Paused", "Someone has just laid a card", "The last card goes to the middle", "The game is over")
"""Why something the knob offers may be refused all the same."""


def its_race_goes_on(evening: Evening, now: int) -> None:
    if evening.state.paused_at is not None:
        evening.happen(Key(HostKey.PAUSE, now))
    evening.wait((now + 2 * HOLD_NS) / NS_PER_MS)
    play = evening.state.play
    assert (play.queue, play.down) == ((), {})
