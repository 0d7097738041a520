"""The end of a game as people see it."""

from __future__ import annotations

import pytest

from companion.games.facts import Side
from companion.i18n import speaker
from companion.scripts import script
from companion.session.finale import places, seat_screens, series, table_view
from companion.session.history_screens import NO_PAST, Past
from companion.session.state import State
from companion.table.finale import JOY_NS, Finale, Told
from companion.table.parts import WHOLE
from companion.table.view import TableView
from companion.words import Say, T
from firmware.events import NS_PER_S
from firmware.views import Mood, Screen
from tests.companion.games.ended import state_at
from tests.companion.session.evenings import told
from tests.companion.window.table_album import tables_at

ENGLISH = speaker("en")

QUIZ = """
0    enter name 1 Ola
0    enter name 2 Jan
0    game buzzer seats=1,2,3,4
0.5  enter points 1 {}
0.5  enter points 2 {}
0.5  enter points 3 {}
0.5  enter points 4 {}
1    enter end
20   undo
"""


def quiz(*points: int, at: float = 2) -> State:
    """A quiz that ended after a second with these points."""
    return state_at(QUIZ.format(*points), at)


def shown(state: State, gone_s: float = 10, past: Past = NO_PAST) -> TableView:
    view = table_view(state, state.decided_at + state.offset + round(gone_s * NS_PER_S), say_of(state), past)
    assert view is not None
    return view


def say_of(state: State) -> Say:
    return ENGLISH.named(state.names)


def finale_of(view: TableView) -> Finale:
    (part,) = view.middle
    assert isinstance(part, Finale)
    return part


def panels(state: State) -> dict[int, Screen]:
    return seat_screens(state, say_of(state))


def test_equal_ranks_share_a_place_and_the_next_one_counts_them() -> None:
    sides = tuple(Side((seat,), (rank,), T("")) for seat, rank in ((1, 5), (2, 7), (3, 5), (4, 1)))
    assert [(place, side.seats[0]) for place, side in places(sides)] == [(1, 2), (2, 1), (2, 3), (4, 4)]


@pytest.mark.plays("buzzer")
def test_one_who_won_is_the_headline_with_its_sign_and_stands_first() -> None:
    view = shown(quiz(3, 1, 1, 0))
    assert (view.headline, view.sign, view.text) == ("Ola wins!", 1, ("Most points",))
    assert [(step.place, step.name, step.score) for step in finale_of(view).steps] == [
        (1, "Ola", "3p"),
        (2, "Jan", "1p"),
        (2, "Seat 3", "1p"),
        (4, "Seat 4", "0p"),
    ]


@pytest.mark.plays("buzzer")
def test_two_who_share_are_both_the_headline_and_many_are_said_to_share() -> None:
    two, all_ = shown(quiz(3, 3, 1, 0)), shown(quiz(2, 2, 2, 2))
    assert (two.headline, two.sign) == ("Ola · Jan", None)
    assert all_.headline == "Shared!"
    assert {step.place for step in finale_of(all_).steps} == {1}


@pytest.mark.plays("buzzer")
def test_while_a_game_goes_on_there_is_no_finale() -> None:
    state = quiz(3, 1, 1, 0, at=0.8)
    assert table_view(state, 0, ENGLISH) is None
    assert not panels(state)


@pytest.mark.plays("buzzer")
def test_undo_from_the_end_goes_on_with_the_game() -> None:
    assert quiz(3, 1, 1, 0, at=19).winners == (1,)
    assert quiz(3, 1, 1, 0, at=21).winners is None


@pytest.mark.plays("the_game")
def test_all_win_or_lose_together() -> None:
    won, lost = state_at("the-game-won", 88.81), state_at("the-game-lost", 203.01)
    assert (shown(won).headline, finale_of(shown(won)).won) == ("You have won together!", True)
    assert (shown(lost).headline, finale_of(shown(lost)).won) == ("Not this time", False)
    assert {screen.big for screen in panels(won).values()} == {"WE WON!"}
    assert panels(lost)[1] == Screen("", "the end", 1, ("20 of 50",))


# -- one's own place on one's own panel ----------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_each_panel_shows_its_own_place_and_score_and_the_winners_is_lit() -> None:
    own = panels(quiz(3, 1, 1, 0))
    assert own[1] == Screen("★ YOU WIN! ★", "1.", 1, ("3p",), mood=Mood.TURN)
    assert own[2] == Screen("", "2.", 2, ("tie", "1p"))
    assert own[4] == Screen("", "4.", 4, ("0p",))


@pytest.mark.plays("buzzer")
def test_whoever_shares_the_first_place_reads_that_it_is_a_tie() -> None:
    own = panels(quiz(3, 3, 1, 0))
    assert own[1] == Screen("★ ★ ★", "1.", 1, ("tie", "3p"), mood=Mood.TURN)
    assert own[3].big == "3."


@pytest.mark.plays("seven_ate_nine")
def test_one_alone_reads_its_time() -> None:
    assert panels(state_at("seven-ate-nine-alone", 139.01)) == {3: Screen("★ ★ ★", "21.4", 3, mood=Mood.TURN)}


# -- the celebration -----------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_it_is_celebrated_for_five_seconds_and_then_all_is_still() -> None:
    state = quiz(3, 1, 1, 0)
    assert [finale_of(shown(state, s)).joy for s in (0, 2.5, 5, 60)] == [0, 500, WHOLE, WHOLE]
    assert [shown(state, s).moving for s in (0, 4.9, 5)] == [True, True, False]
    assert JOY_NS == 5 * NS_PER_S


@pytest.mark.plays("the_game")
def test_what_all_have_lost_is_not_celebrated() -> None:
    assert not shown(state_at("the-game-lost", 203.01), 0).moving


@pytest.mark.plays("turns")
def test_a_flag_that_fell_long_after_the_last_press_is_celebrated_from_then_on() -> None:
    text = "0 game turns seats=1,2 time=20\n1 ok\n3 press 1\n30 ok\n"
    during, after = tables_at(script.read(text, "flag"), (24, 29), "en")
    assert (during.view.headline, during.view.moving) == ("Seat 1 wins!", True)
    assert not after.view.moving


# -- what can be done then -----------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_the_rematch_is_marked_and_who_won_stays_while_the_knob_is_turned() -> None:
    text = QUIZ.format(3, 1, 1, 0).replace("20   undo", "3 knob +1\n5 pause")
    ended, turned, paused = (look.view for look in tables_at(script.read(text, "quiz"), (2, 4, 6), "en"))
    assert (ended.choices[ended.standing or 0], ended.ok) == ("Play again", "Play again")
    assert (turned.headline, turned.ok) == ("Ola wins!", "Who plays?")
    assert (paused.headline, paused.moving) == ("PAUSE", False)
    assert ended.finish is None


# -- the evening ---------------------------------------------------------------------------------------------


def past_of(*games: dict[str, object]) -> Past:
    return Past.of(games)


QUIZ_OF_TWO = """
0    enter name 1 Ola
0    enter name 2 Jan
0    game buzzer seats=1,2
0.5  enter points 1 1
1    enter end
"""


@pytest.mark.plays("buzzer")
def test_the_series_of_an_evening_counts_the_game_that_has_just_ended() -> None:
    state = state_at(QUIZ_OF_TWO, 2)
    past = past_of(told(1, game="buzzer", at=60), told(2, at=30), told(1, at=0))
    assert series(state, past, ENGLISH) == Told("This evening", "Ola 2 : 1 Jan")
    with_draw = past_of(told(1, game="buzzer", at=60), told(1, 2, at=30))
    assert series(state, with_draw, ENGLISH) == Told("This evening", "Ola 1 : 0 Jan · shared 1")
    assert finale_of(shown(state, past=past)).series == Told("This evening", "Ola 2 : 1 Jan")


@pytest.mark.plays("buzzer")
def test_there_is_no_series_after_one_game_nor_while_the_last_is_not_recorded() -> None:
    state = state_at(QUIZ_OF_TWO, 2)
    assert not series(state, past_of(told(1, game="buzzer")), ENGLISH)
    assert not series(state, past_of(told(2, game="buzzer", at=60), told(2, at=0)), ENGLISH)
    assert not series(state, NO_PAST, ENGLISH)


@pytest.mark.plays("the_game")
def test_games_played_together_are_counted_as_won_or_not() -> None:
    state = state_at("the-game-lost", 203.01)
    names = {1: "Ola", 2: "Jan"}
    games = [told(game="the_game", names=names, at=60, score=20), told(1, 2, game="the_game", score=50)]
    assert series(state, past_of(*games), ENGLISH) == Told("This evening", "1 of 2 won")


@pytest.mark.plays("seven_ate_nine")
def test_a_time_alone_that_nobody_has_beaten_is_a_record() -> None:
    state = state_at("seven-ate-nine-alone", 139.01)
    alone = {"seats": [3], "names": {}, "game": "seven_ate_nine", "record": "seven_ate_nine wrap=no"}
    best, older = ({**told(3, at=at), **alone, "time_s": time} for at, time in ((60, 21.4), (0, 30.0)))
    assert finale_of(shown(state, past=past_of(best, older))).note == "RECORD!"
    assert finale_of(shown(state, past=past_of(best, {**older, "time_s": 20.0}))).note == "your time"
    assert finale_of(shown(state)).note == "your time"


@pytest.mark.plays("rachmistrz")
def test_a_press_that_was_an_elbow_has_won_no_race() -> None:
    text = """
0    game rachmistrz seats=1,2
0.5  enter 3 4 5
2    press 2
2.5  enter none 2
3    enter skip
4    enter 1 2 3
"""
    assert [one.winner for one in state_at(text, 2.2).rulings] == [2]
    assert state_at(text, 5).rulings == ()


@pytest.mark.plays("rachmistrz")
def test_a_race_that_goes_on_without_an_elbow_counts_once() -> None:
    text = """
0    game rachmistrz seats=1,2
0.5  enter 3 4 5
2    press 2
2.5  enter none 2
3    press 1
"""
    assert [one.winner for one in state_at(text, 4).rulings] == [1]


@pytest.mark.plays("seven_ate_nine")
def test_a_card_laid_after_an_elbow_is_no_part_of_the_race_before_it() -> None:
    text = """
0    game seven_ate_nine seats=1,2,3
1    ok
4    press 1
6    press 2
8    enter none 2
9    press 3
"""
    assert [one.winner for one in state_at(text, 10).rulings] == [1, 3]
