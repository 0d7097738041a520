"""Told to let go, in every game there is, whatever its state: in random plays of each."""

from __future__ import annotations

from random import Random

import pytest

from companion.i18n import LANGUAGES, speaker
from companion.session import letting_go, screens
from companion.session.state import Stage, State
from companion.session.table import table_view
from firmware.drawing.frames import lay_out
from firmware.events import Seat
from firmware.views import Lamp, Mood, PanelId, View
from tests.companion.games.legible import cut, too_small
from tests.companion.games.test_every_game import GAMES, STEPS, Play
from tests.companion.session.evening import Evening

PLAYS = 60
BIG = {"pl": "PUŚĆ", "en": "LET GO"}


def invited(view: View) -> set[Seat]:
    """Whose screen or lamp says that it should act."""
    turns = {seat for seat, screen in view.seats.items() if screen.mood is Mood.TURN}
    return turns | {seat for seat, lamp in view.lamps.items() if lamp is not Lamp.OFF}


def check(evening: Evening, language: str) -> int:
    """Everything that must hold of this state; returns how many were told to let go."""
    session, state, now, say = evening.session, evening.state, evening.now, speaker(language)
    free = screens.view(session, state, now, say)
    told = screens.view(session, state, now, say, held=session.seats)
    over = state.stage is Stage.PLAY and state.winners is not None
    assert told.held == letting_go.asked(state, free) == letting_go.asked(state, told)
    assert over or invited(free) <= told.held
    assert not (told.held and over)
    for seat in session.seats:
        if seat in told.held:
            assert (told.seats[seat].big, told.lamps[seat]) == (BIG[language], Lamp.OFF)
            assert told.seats[seat].mood is not Mood.TURN
        else:
            assert (told.seats[seat], told.lamps[seat]) == (free.seats[seat], free.lamps[seat])
    assert (told.main.title.startswith("! ")) == bool(told.held)
    plates = table_view(session, state, told, now, say).plates
    assert {plate.seat for plate in plates if plate.note == say("let go!")} == told.held & {
        plate.seat for plate in plates
    }
    return len(told.held)


@pytest.mark.parametrize("name", GAMES)
def test_whoever_may_press_but_holds_the_button_is_told_to_let_go_its_lamp_dark(name: str) -> None:
    told = 0
    for seed in range(PLAYS):
        play = Play(random=Random(f"held {name} {seed}"))
        play.begin(name)
        for _ in range(STEPS):
            play.do_anything()
            told += check(play, LANGUAGES[seed % len(LANGUAGES)])
            if play.state.game is None:
                break
    assert told >= PLAYS


def test_around_a_game_nobody_who_holds_the_button_is_asked_to_join() -> None:
    evening = Evening()
    assert check(evening, "en") == 0  # the menu asks nobody
    evening.ok(1000)
    assert check(evening, "en") == len(evening.session.seats)
    evening.press(2, 2000)
    assert check(evening, "en") == len(evening.session.seats)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_read_on_every_panel(language: str) -> None:
    evening = Evening()
    evening.ok(1000)
    view = screens.view(evening.session, evening.state, evening.now, speaker(language), held=(2, 3))
    panels: list[PanelId] = [2, "main"]
    assert not any(cut(view.screens()[panel]) or too_small(view.screens()[panel], panel) for panel in panels)
    for small in ((128, 32), (64, 48)):
        assert lay_out(view.seats[2], small).middle.loss == 0


def test_only_whose_button_is_held_is_told() -> None:
    evening = Evening()
    evening.ok(1000)
    state: State = evening.state
    view = screens.view(evening.session, state, evening.now, speaker("en"), held=[5])
    assert view.held == {5}
    assert view.lamps[4] is Lamp.BLINK
    assert view.main.title == "! 5: let go!"
