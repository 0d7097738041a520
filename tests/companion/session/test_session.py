from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.session.state import State
from firmware.events import HostKey, Key, Press, Release
from firmware.views import Cue, Lamp, Sound
from tests.companion.games.sitting import ns
from tests.companion.session.evening import Evening


def playing(typed: str = "seventeen seats=1,2,3") -> Evening:
    evening = Evening()
    evening.enter(f"game {typed}", 0)
    assert evening.refused is None
    return evening


def question(typed: str = "buzzer seats=1,2,3") -> Evening:
    """A quiz whose first question is open since 2000 ms."""
    evening = playing(typed)
    evening.ok(1000)
    evening.ok(2000)
    assert evening.see["phase"] == "open"
    return evening


def over() -> Evening:
    """A game of 17 that seat 2 has won, at about 40 s."""
    evening = playing("seventeen seats=1,2 first=1")
    ms = 1000.0
    for first in (1, 2, 2):
        if first == 2:
            evening.tap(2, ms)
            evening.ok(ms + 500)
        evening.tap(1, ms + 1500)
        evening.tap(2, ms + 2000)
        evening.enter("sum 17", ms + 4000)
        evening.ok(ms + 5000)
        ms += 10_000
    assert evening.see["winners"] == [2]
    return evening


# -- from the menu to the rematch ----------------------------------------------------------------------------


@pytest.mark.plays("seventeen")
def test_an_evening_goes_from_the_menu_over_a_game_to_its_rematch_and_back() -> None:
    evening = Evening()
    phases = [evening.see["phase"]]
    evening.enter("choose seventeen", 100)
    phases.append(evening.see["phase"])
    evening.tap(1, 500)
    evening.tap(2, 700)
    evening.ok(1000)
    phases.append(evening.see["phase"])
    evening.ok(2000)
    phases.append(evening.see["phase"])
    assert phases == ["menu", "seats", "options", "turn"]


@pytest.mark.plays("seventeen")
def test_ok_after_the_end_is_a_rematch_of_the_same_players() -> None:
    evening = over()
    game = evening.state.game
    evening.ok(60_000)
    assert evening.state.game is game
    assert (evening.see["phase"], evening.see["turn"], evening.see["winners"]) == ("turn", 1, None)
    assert evening.see["players"]["2"] == {"composure": 0, "nerves": 0}
    assert evening.see["ruling"] is None
    assert evening.cues == [Cue(Sound.START)]
    evening.key("undo", 61_000)
    assert evening.see["winners"] == [2]


@pytest.mark.plays("seventeen")
def test_back_after_the_end_is_the_menu_and_remembers_who_played() -> None:
    evening = over()
    evening.key("back", 60_000)
    assert (evening.see["phase"], evening.see["game"], evening.see["seats"]) == ("menu", None, [1, 2])


@pytest.mark.plays("seventeen")
def test_after_the_end_the_knob_offers_who_plays_options_and_the_menu() -> None:
    labels, phases = [], []
    for step in range(4):
        evening = over()
        evening.knob(step, 60_000)
        labels.append(evening.shown.main.big)
        evening.ok(61_000)
        phases.append((evening.see["phase"], evening.see["seats"]))
    assert labels == ["Play again", "Who plays?", "Options", "Quit"]
    assert phases == [("turn", [1, 2]), ("seats", [1, 2]), ("options", [1, 2]), ("menu", [1, 2])]


@pytest.mark.plays("seventeen")
def test_a_seat_joins_and_another_leaves_between_two_games() -> None:
    evening = over()
    evening.knob(1, 60_000)
    evening.ok(61_000)
    evening.tap(5, 62_000)
    evening.tap(1, 63_000)
    assert evening.see["seats"] == [2, 5]
    evening.ok(64_000)
    evening.ok(65_000)
    assert (evening.see["phase"], evening.see["turn"], list(evening.see["players"])) == (
        "turn",
        2,
        ["2", "5"],
    )


@pytest.mark.plays("buzzer")
def test_a_seat_joins_a_quiz_which_never_ends_by_itself_from_its_menu() -> None:
    evening = playing("buzzer seats=1,2 points=5")
    evening.enter("1 +7", 500)
    evening.key("hold-ok", 1000)
    evening.knob(3, 1500)
    assert evening.standing == "seats"
    evening.ok(2000)
    assert (evening.see["phase"], evening.see["game"], evening.see["paused"]) == ("seats", "buzzer", False)
    evening.tap(3, 3000)
    evening.ok(4000)
    assert (evening.see["phase"], evening.see["seats"]) == ("idle", [1, 2, 3])
    assert evening.see["players"]["1"]["points"] == 7
    assert evening.state.game is not None
    assert evening.state.game.setup.options.points == 5


@pytest.mark.plays("seventeen")
def test_back_during_a_game_leaves_nothing() -> None:
    evening = playing()
    evening.key("back", 1000)
    assert (evening.see["phase"], evening.refused) == ("turn", "Nothing to go back to")


@pytest.mark.plays("buzzer")
def test_the_last_ruling_stays_until_the_next() -> None:
    evening = question()
    evening.press(2, 3000)
    evening.wait(3100)
    first = evening.see["ruling"]
    for at in (4000, 5000, 6000):  # right, the next question, which is read
        evening.ok(at)
        assert evening.see["ruling"] == first
    evening.ok(7000)
    evening.press(3, 8000)
    evening.wait(8100)
    assert (first["winner"], evening.see["ruling"]["winner"]) == (2, 3)


# -- what is refused -----------------------------------------------------------------------------------------


@pytest.mark.plays("seventeen")
def test_whoever_pressed_at_the_wrong_moment_reads_why_on_the_own_screen() -> None:
    evening = playing()
    evening.press(3, 1000)
    assert evening.cues == [Cue(Sound.REFUSED, 3)]
    shown = evening.shown
    assert shown.seats[3].text == ("Not now: it is seat 1's turn",)
    assert "Not now: it is seat 1's turn" in shown.main.hint
    assert shown.seats[2].text != shown.seats[3].text


@pytest.mark.plays("seventeen")
def test_the_host_reads_on_the_main_screen_why_something_is_refused() -> None:
    evening = playing()
    evening.enter("hello", 1000)
    assert evening.cues == [Cue(Sound.REFUSED)]
    assert evening.shown.main.hint.endswith("got hello")


@pytest.mark.plays("seventeen")
def test_a_refusal_is_shown_until_something_is_allowed_and_outlives_the_release() -> None:
    evening = playing()
    evening.tap(3, 1000)
    assert evening.refused is not None
    evening.press(1, 2000)
    assert evening.refused is None


@pytest.mark.plays("seventeen")
def test_a_button_told_anew_in_a_game_takes_no_refusal_away_and_is_no_step_to_be_undone() -> None:
    evening = playing()
    told = "button 3 LINE3 {us}/{us}/10 pico-E6616407E3512B2F Pierwszy button head"
    evening.enter(told.format(us=500), 500)
    evening.press(3, 1000)
    before, see = evening.state.before, evening.see
    assert see["refused"] is not None
    evening.enter(told.format(us=900), 2000)
    assert evening.see == see | {"buttons": evening.see["buttons"]}
    assert evening.shown.seats[3].text == (see["refused"],)
    assert evening.state.before is before
    assert evening.state.game is not None
    assert evening.state.game.setup.reach == 900_000


@pytest.mark.plays("buzzer")
def test_two_oks_within_300_ms_are_one() -> None:
    for gap, phase in ((299.999, "armed"), (300, "open")):
        evening = playing("buzzer seats=1,2")
        evening.ok(1000)
        evening.ok(1000 + gap)
        assert evening.see["phase"] == phase


def test_two_oks_are_one_also_from_the_menu_into_a_game() -> None:
    evening = Evening()
    evening.ok(1000)
    evening.tap(1, 1010)
    evening.tap(2, 1110)
    evening.ok(1299)
    assert evening.see["phase"] == "seats"
    evening.ok(1500)
    assert evening.see["phase"] == "options"
    evening.ok(1700)
    assert evening.see["phase"] == "options"


# -- the knob ------------------------------------------------------------------------------------------------


def revealed() -> Evening:
    """Seat 2 has called at 2000 ms; nobody's press is a straggler from 3000 ms on."""
    evening = playing()
    evening.tap(1, 1000)
    evening.tap(2, 2000)
    evening.wait(3000)
    assert evening.see["phase"] == "reveal"
    return evening


@pytest.mark.plays("seventeen")
def test_the_knob_turns_to_the_sum_and_ok_takes_it() -> None:
    evening = revealed()
    evening.knob(1, 3100)
    evening.knob(1, 3200)
    assert evening.standing == "sum 18"
    assert evening.shown.main.big == "Sum: 18"
    evening.ok(4000)
    assert (evening.see["sum"], evening.see["cursor"]) == (18, None)
    evening.ok(5000)
    assert (evening.see["phase"], evening.see["players"]["2"]["composure"]) == ("turn", 1)


@pytest.mark.plays("seventeen")
def test_taking_the_choice_that_already_stands_does_not_trap_the_host() -> None:
    evening = revealed()
    evening.enter("sum 17", 3100)
    evening.knob(1, 3200)
    evening.knob(-2, 3300)
    assert evening.standing == "sum 17"
    evening.ok(4000)
    assert (evening.see["sum"], evening.see["cursor"]) == (17, None)
    evening.ok(5000)
    assert evening.see["phase"] == "turn"


@pytest.mark.plays("seventeen")
def test_back_takes_the_knob_back_without_choosing() -> None:
    evening = revealed()
    evening.knob(1, 3100)
    evening.key("back", 3200)
    assert (evening.see["cursor"], evening.see["sum"]) == (None, None)


@pytest.mark.plays("seventeen")
def test_the_knob_returns_to_the_first_choice_when_things_change() -> None:
    evening = playing()
    evening.tap(1, 1000)
    evening.knob(2, 1500)
    assert evening.standing == "play2"
    evening.tap(2, 2000)
    evening.wait(3000)
    assert evening.see["cursor"] is None


@pytest.mark.plays("buzzer")
def test_the_knob_stays_where_it_is_while_others_press_and_the_choices_stay_the_same() -> None:
    evening = question()
    evening.press(2, 2500)
    evening.wait(2600)
    evening.knob(1, 2700)
    assert evening.standing == "wrong"
    evening.press(3, 2800)
    assert evening.see["ruling"]["order"] == [2, 3]
    assert evening.standing == "wrong"
    evening.ok(2900)
    assert evening.see["players"]["2"]["barred"] is True


@pytest.mark.plays("seventeen")
def test_the_knob_can_do_whatever_can_be_typed() -> None:
    evening = playing()
    evening.tap(1, 1000)
    for steps, mark in ((1, "reverse"), (2, "play2"), (3, "remove"), (4, "plain")):
        evening.knob(steps, 1500 + 1000 * steps)
        evening.ok(2000 + 1000 * steps)
        assert evening.see["mark"] == mark


# -- pause ---------------------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize("press_at", [7000 + 60_000 - 1, 7000 + 60_000])
def test_a_pause_stops_the_questions_clock_exactly(press_at: int) -> None:
    evening = question("buzzer seats=1,2 open_s=5")
    evening.key("pause", 4000)
    assert evening.see["paused"] is True
    assert evening.see["clock_ms"] == 3000
    evening.wait(50_000)
    assert (evening.see["phase"], evening.see["clock_ms"]) == ("open", 3000)
    evening.key("pause", 64_000)
    assert (evening.see["paused"], evening.see["clock_ms"]) == (False, 3000)
    evening.press(1, press_at)
    evening.wait(70_000)
    assert evening.see["phase"] == ("ruled" if press_at < 67_000 else "idle")


@pytest.mark.plays("seventeen", "buzzer")
def test_a_pause_stops_a_window_the_answers_clock_and_bars() -> None:
    window = playing("seventeen seats=1,2 window_s=5")
    window.tap(1, 1000)
    window.key("pause", 5999)
    window.key("pause", 9999)
    window.wait(9999.999)
    assert window.see["phase"] == "window"
    window.wait(10_000)
    assert window.see["phase"] == "turn"

    answer = question("buzzer seats=1,2 answer=5")
    answer.press(1, 3000)
    answer.wait(3100)
    answer.key("pause", 4000)
    answer.key("pause", 14_000)
    answer.wait(17_999.999)
    assert Cue(Sound.TIME_UP) not in answer.cues
    answer.wait(18_000)
    assert answer.cues == [Cue(Sound.TIME_UP)]

    bar = playing("buzzer seats=1,2 penalty=250")
    bar.ok(1000)
    bar.press(1, 1900)
    bar.ok(2000)
    bar.key("pause", 2100)
    bar.key("pause", 5100)
    bar.wait(5149)
    assert bar.see["players"]["1"]["barred"] is True
    bar.wait(5150)
    assert bar.see["players"]["1"]["barred"] is False


@pytest.mark.plays("seventeen")
def test_a_pause_stops_a_hold_that_has_begun() -> None:
    evening = playing()
    evening.tap(1, 1000)
    evening.ok(1500)
    evening.press(2, 2000)
    evening.key("pause", 2500)
    evening.key("pause", 12_500)
    evening.wait(12_799)
    assert evening.see["phase"] == "window"
    evening.wait(12_800)
    assert (evening.see["phase"], evening.see["caller"]) == ("reveal", 2)


@pytest.mark.plays("buzzer")
def test_presses_while_paused_are_refused_and_one_stamped_before_the_pause_counts() -> None:
    evening = question("buzzer seats=1,2,3")
    evening.key("pause", 4000)
    evening.press(2, 5000)
    assert (evening.refused, evening.state.refused_seat) == ("Paused", 2)
    evening.happen(Press(3, ns(3999)))
    assert evening.see["refused"] is None
    evening.knob(1, 5500)
    assert evening.refused == "Paused"
    evening.enter("right", 5600)
    assert evening.refused == "Paused"
    evening.key("pause", 6000)
    evening.wait(6100)
    assert evening.see["ruling"]["order"] == [3]


@pytest.mark.plays("buzzer")
def test_a_button_held_through_a_pause_counts_for_nothing_until_pressed_again() -> None:
    evening = question("buzzer seats=1,2")
    evening.key("pause", 3000)
    evening.press(1, 3500)
    evening.key("pause", 4000)
    evening.wait(5000)
    evening.happen(Release(1, ns(5000)))
    assert evening.see["phase"] == "open"
    evening.press(1, 5100)
    evening.wait(5200)
    assert evening.see["phase"] == "ruled"


@pytest.mark.plays("buzzer")
def test_ok_ends_a_pause_and_does_nothing_else() -> None:
    evening = question("buzzer seats=1,2")
    evening.key("pause", 3000)
    assert (evening.shown.main.big, evening.shown.until) == ("PAUSE", None)
    evening.ok(4000)
    assert (evening.see["paused"], evening.see["phase"]) == (False, "open")


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize("typed", [False, True])
def test_back_ends_a_pause_and_does_nothing_else(typed: bool) -> None:
    evening = question("buzzer seats=1,2")
    evening.key("pause", 3000)
    if typed:
        evening.enter("back", 4000)
    else:
        evening.key("back", 4000)
    assert (evening.see["paused"], evening.see["phase"], evening.refused) == (False, "open", None)


# -- the menu of a game --------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_hold_ok_stops_the_clocks_and_go_on_lets_them_run() -> None:
    evening = question("buzzer seats=1,2 open_s=5")
    evening.key("hold-ok", 4000)
    assert (evening.see["menu"], evening.see["paused"], evening.standing) == (True, True, "resume")
    evening.press(1, 4500)
    assert evening.refused == "Paused"
    evening.ok(9000)
    assert (evening.see["menu"], evening.see["paused"], evening.see["clock_ms"]) == (False, False, 3000)


@pytest.mark.plays("seventeen")
@pytest.mark.parametrize("key", ["hold-ok", "back"])
def test_hold_ok_again_or_back_closes_the_menu(key: str) -> None:
    evening = playing()
    evening.key("hold-ok", 1000)
    evening.key(key, 2000)
    assert (evening.see["menu"], evening.see["paused"]) == (False, False)


@pytest.mark.plays("seventeen")
def test_back_in_the_menu_first_takes_the_knob_back() -> None:
    evening = playing()
    evening.key("hold-ok", 1000)
    evening.knob(2, 1500)
    evening.key("back", 2000)
    assert (evening.see["menu"], evening.standing) == (True, "resume")


@pytest.mark.plays("seventeen")
def test_undo_from_the_menu_takes_the_last_decision_back_and_goes_on() -> None:
    evening = playing()
    evening.tap(1, 1000)
    evening.key("hold-ok", 3000)
    evening.knob(1, 3500)
    evening.ok(4000)
    assert (evening.see["menu"], evening.see["paused"]) == (False, False)
    assert (evening.see["phase"], evening.see["row"]) == ("turn", 0)


@pytest.mark.plays("seventeen")
def test_with_nothing_to_undo_the_menu_stays_and_says_so() -> None:
    evening = playing()
    evening.key("hold-ok", 3000)
    evening.knob(1, 3500)
    evening.ok(4000)
    assert (evening.see["menu"], evening.see["paused"], evening.refused) == (True, True, "Nothing to undo")


@pytest.mark.plays("seventeen")
def test_options_from_the_menu_keep_what_was_chosen() -> None:
    evening = playing("seventeen seats=2,3 window_s=5")
    evening.key("hold-ok", 1000)
    evening.knob(2, 1500)
    evening.ok(2000)
    assert (evening.see["phase"], evening.see["seats"]) == ("options", [2, 3])
    assert evening.option("window_s") == "5"
    evening.ok(3000)
    assert (evening.see["phase"], evening.see["turn"]) == ("turn", 2)


@pytest.mark.plays("seventeen")
def test_quit_from_the_menu_is_the_menu_of_games() -> None:
    evening = playing("seventeen seats=2,3 lang=pl")
    evening.key("hold-ok", 1000)
    evening.knob(99, 1500)
    evening.ok(2000)
    see = evening.see
    assert (see["phase"], see["game"], see["seats"], see["paused"]) == ("menu", None, [2, 3], False)
    assert see["language"] == "pl"


# -- screens that dim ----------------------------------------------------------------------------------------


@pytest.mark.plays("seventeen", "buzzer")
def test_screens_may_dim_where_nothing_is_raced_and_no_clock_runs() -> None:
    def may(evening: Evening) -> bool:
        return evening.session.may_doze(evening.state)

    assert may(Evening())
    seventeen = playing()
    assert may(seventeen)
    seventeen.tap(1, 1000)
    assert not may(seventeen)
    seventeen.key("pause", 2000)
    assert may(seventeen)
    seventeen.key("pause", 3000)
    seventeen.tap(2, 4000)
    seventeen.wait(5000)
    assert seventeen.see["phase"] == "reveal"
    assert may(seventeen)
    assert may(over())

    quiz = playing("buzzer seats=1,2 answer=10")
    told = [may(quiz)]
    for ms in (1000, 2000):
        quiz.ok(ms)
        told.append(may(quiz))
    quiz.press(1, 3000)
    quiz.wait(3100)
    told.append(may(quiz))
    quiz.enter("right", 4000)
    told.append(may(quiz))
    assert told == [True, False, False, False, True]


# -- undo and redo -------------------------------------------------------------------------------------------


@pytest.mark.plays("seventeen")
def test_undo_reaches_to_the_start_and_redo_to_the_end() -> None:
    evening = playing()
    for ms, act in enumerate(("press", "ok", "press2", "call", "sum", "settle")):
        at = 1000.0 + 2000 * ms
        match act:
            case "press":
                evening.tap(1, at)
            case "press2":
                evening.tap(2, at)
            case "call":
                evening.tap(3, at)
            case "sum":
                evening.enter("sum 17", at)
            case _:
                evening.ok(at)
    end = evening.see
    assert end["players"]["3"]["composure"] == 1
    rows = []
    for step in range(6):
        evening.key("undo", 20_000 + 1000 * step)
        rows.append((evening.see["phase"], evening.see["row"], evening.see["sum"]))
    assert rows == [
        ("reveal", 2, 17),
        ("reveal", 2, None),
        ("window", 2, None),
        ("turn", 1, None),
        ("window", 1, None),
        ("turn", 0, None),
    ]
    evening.key("undo", 30_000)
    assert evening.refused == "Nothing to undo"
    for step in range(6):
        evening.key("redo", 31_000 + 1000 * step)
    assert evening.see == end
    evening.key("redo", 40_000)
    assert evening.refused == "Nothing to redo"


@pytest.mark.plays("seventeen")
def test_a_new_decision_ends_what_could_be_redone() -> None:
    evening = playing()
    evening.tap(1, 1000)
    evening.key("undo", 2000)
    evening.tap(1, 3000)
    evening.key("redo", 4000)
    assert evening.refused == "Nothing to redo"


@pytest.mark.plays("buzzer")
def test_undo_sets_the_clocks_back_to_the_decision() -> None:
    evening = question("buzzer seats=1,2 open_s=5")
    evening.press(1, 5000)
    evening.wait(5100)
    assert evening.see["phase"] == "ruled"
    evening.key("undo", 60_000)
    assert (evening.see["phase"], evening.see["clock_ms"], evening.see["ruling"]) == ("open", 2000, None)
    evening.press(2, 61_999)
    evening.wait(62_100)
    assert evening.see["ruling"]["winner"] == 2


@pytest.mark.plays("seventeen")
def test_redo_goes_back_to_the_moment_that_was_left() -> None:
    evening = playing("seventeen seats=1,2,3 window_s=5")
    evening.tap(1, 1000)
    evening.wait(20_000)
    assert evening.see["turn"] == 2
    evening.key("undo", 21_000)
    assert evening.see["turn"] == 1
    evening.key("redo", 22_000)
    assert (evening.see["phase"], evening.see["turn"]) == ("turn", 2)
    evening.press(2, 22_001)
    assert (evening.refused, evening.see["row"]) == (None, 2)


@pytest.mark.plays("buzzer")
def test_redo_gives_a_running_clock_what_it_had_left() -> None:
    evening = question("buzzer seats=1,2 answer=10")
    evening.press(1, 3000)
    evening.wait(7000)
    assert evening.see["clock_ms"] == 6000
    evening.key("undo", 7000)
    evening.key("redo", 9000)
    assert evening.see["clock_ms"] == 6000


@pytest.mark.plays("buzzer")
def test_undo_while_paused_stays_paused() -> None:
    evening = question("buzzer seats=1,2 open_s=5")
    evening.press(1, 3000)
    evening.wait(3100)
    evening.key("pause", 4000)
    evening.key("undo", 6000)
    assert (evening.see["paused"], evening.see["phase"], evening.see["clock_ms"]) == (True, "open", 4000)
    evening.key("pause", 8000)
    assert (evening.see["paused"], evening.see["clock_ms"]) == (False, 4000)


@pytest.mark.plays("seventeen")
def test_redo_never_brings_a_menu_back() -> None:
    evening = playing()
    evening.tap(1, 1000)
    evening.key("hold-ok", 2000)
    evening.key("undo", 3000)
    assert (evening.see["menu"], evening.see["phase"]) == (False, "turn")
    evening.ok(4000)
    evening.key("redo", 5000)
    assert (evening.see["menu"], evening.see["paused"], evening.see["phase"]) == (False, False, "window")


@pytest.mark.plays("seventeen")
def test_a_hold_that_was_refused_leaves_nothing_to_undo() -> None:
    evening = playing()
    evening.press(1, 1000)
    evening.enter("reverse", 1300)
    evening.wait(2000)
    assert evening.refused == "The row is empty: there is nothing to call"
    assert (evening.see["phase"], evening.see["direction"]) == ("turn", 1)
    evening.key("undo", 3000)
    assert evening.refused == "Nothing to undo"


@pytest.mark.plays("seventeen")
def test_undo_comes_back_with_every_button_up() -> None:
    evening = playing()
    evening.press(1, 1000)
    evening.press(3, 1500)
    evening.key("undo", 1600)
    evening.wait(5000)
    assert (evening.see["phase"], evening.see["row"], evening.refused) == ("window", 1, None)


@pytest.mark.plays("seventeen")
def test_undo_leaves_nothing_of_a_call_in_scores_ruling_or_lamps() -> None:
    evening = playing()
    evening.tap(1, 1000)
    before, lamps = evening.see, evening.shown.lamps
    evening.tap(3, 2000)
    evening.wait(3000)
    assert evening.see["ruling"]["winner"] == 3
    evening.key("undo", 4000)
    assert evening.see == before
    assert evening.shown.lamps == lamps
    assert lamps[1] is Lamp.BLINK


ACTS = st.one_of(
    st.builds("press {}".format, st.integers(1, 3)),
    st.sampled_from(["ok", "pause", "right", "wrong", "first 1", "2 +1"]),
    st.sampled_from(["reverse", "play2", "remove", "sum 17", "trap 2", "turn"]),
    st.builds("wait {}".format, st.sampled_from([1, 400, 2000, 9000])),
)
GAMES = ["seventeen seats=1,2,3 window_s=3", "buzzer seats=1,2,3 open_s=3 answer=2 minus=1 tie_us=30000"]


def act(evening: Evening, what: str, ms: float) -> None:
    match what.split():
        case ["press", seat]:
            evening.tap(int(seat), ms)
        case ["turn"]:
            evening.tap(evening.see["turn"] or 1, ms)
        case [("ok" | "pause") as key]:
            evening.key(key, ms)
        case ["wait", length]:
            evening.wait(ms + int(length))
        case _:
            evening.enter(what, ms)


def told(evening: Evening) -> dict[str, Any]:
    """All that undo must bring back: everything but why something was refused and whether it was paused."""
    see = evening.see
    return {name: see[name] for name in see if name not in {"refused", "paused"}}


def decisions(state: State) -> int:
    count = 0
    while state.before is not None:
        count, state = count + 1, state.before
    return count


@pytest.mark.plays("seventeen", "buzzer")
@settings(max_examples=120, deadline=None)
@given(game=st.sampled_from(GAMES), acts=st.lists(ACTS, max_size=25))
def test_undo_and_redo_are_the_inverse_of_every_decision(game: str, acts: list[str]) -> None:
    evening = playing(game)
    just_before: list[dict[str, Any]] = []
    for what in acts:
        ms = evening.now / 1e6 + 310
        evening.wait(ms - 0.000001)
        evening.now = ns(ms)
        was = told(evening)
        act(evening, what, ms)
        del just_before[decisions(evening.state) :]
        if decisions(evening.state) > len(just_before):
            just_before.append(was)
    just_left = []
    later = evening.now / 1e6
    for was in reversed(just_before):
        later += 500
        evening.now = ns(later)
        left = evening.session.step(evening.state, Key(HostKey.UNDO, ns(later)))[0]
        just_left.append(told(evening))
        evening.state = left
        assert told(evening) == was
    for left_as in reversed(just_left):
        later += 500
        evening.now = ns(later)
        evening.state = evening.session.step(evening.state, Key(HostKey.REDO, ns(later)))[0]
        assert told(evening) == left_as


@pytest.mark.plays("seventeen", "buzzer")
@settings(max_examples=60, deadline=None)
@given(
    game=st.sampled_from(GAMES),
    acts=st.lists(
        st.one_of(
            ACTS,
            st.sampled_from(["undo", "redo", "hold-ok", "back", "knob 1", "knob -1", "language", "start"]),
            st.sampled_from(["knob 3", "knob 6", "name 2 Ola", "name 1", "volume 0", "hold-ok"]),
            st.text(max_size=8),
        ),
        max_size=30,
    ),
)
def test_whatever_is_done_can_be_told_and_shown(game: str, acts: list[str]) -> None:
    evening = playing(game)
    for what in acts:
        ms = evening.now / 1e6 + 310
        match what.split():
            case ["knob", steps]:
                evening.knob(int(steps), ms)
            case [("undo" | "redo" | "hold-ok" | "back") as key]:
                evening.key(key, ms)
            case _:
                act(evening, what, ms)
        json.dumps(evening.see)
        shown = evening.shown
        assert shown.until is None or shown.until > evening.now
        assert set(shown.seats) == set(shown.lamps) == set(range(1, 9))


@pytest.mark.plays("buzzer")
def test_a_key_s_name_typed_is_the_key() -> None:
    evening = Evening()
    evening.enter("game buzzer seats=1,2", 100)
    evening.enter("ok", 500)
    evening.enter("OK ", 1000)
    evening.tap(1, 1500)
    evening.enter("right", 2000)
    evening.enter("undo", 2500)
    assert evening.see["players"]["1"]["points"] == 0
    evening.enter("redo", 3000)
    assert evening.see["players"]["1"]["points"] == 1
    evening.enter("pause", 3500)
    assert evening.see["paused"] is True
    for word, points in (("Cofnij", 0), ("ponów", 1), ("ponow", 1)):
        evening.enter(word, 4000)
        assert evening.see["players"]["1"]["points"] == points


@pytest.mark.plays("buzzer")
def test_in_a_pause_counts_are_put_right_and_nothing_else() -> None:
    evening = Evening()
    evening.enter("game buzzer seats=1,2 lang=en", 100)
    evening.ok(1000)
    evening.key("pause", 2000)
    for typed, why in (("points 1 5", None), ("2 +3", None), ("next", "Paused"), ("value 7", None)):
        evening.enter(typed, 3000)
        assert evening.refused == why
    assert [player["points"] for player in evening.see["players"].values()] == [5, 3]
    assert (evening.see["phase"], evening.see["paused"], evening.see["value"]) == ("armed", True, 7)
