"""Options and players changed in the middle of a game; what is put right; what an ok on its way means."""

from __future__ import annotations

import pytest

from tests.companion.session.evening import Evening
from tests.companion.session.test_session import playing


def open_menu(evening: Evening, ms: float, choice: str) -> None:
    """Hold ok, turn to a choice, take it."""
    evening.key("hold-ok", ms)
    take(evening, ms + 100, choice)


def take(evening: Evening, ms: float, text: str) -> None:
    """Turn to a choice and take it."""
    texts = [choice.text for choice in evening.choices]
    evening.knob(-999, ms)
    evening.knob(texts.index(text), ms)
    evening.ok(ms + 400)


def quiz(options: str = "seats=1,2,3") -> Evening:
    """A quiz in which seat 1 has a point."""
    evening = playing(f"buzzer {options}")
    evening.enter("1 +1", 500)
    return evening


# -- options -------------------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_what_a_question_is_worth_changes_in_the_middle_of_a_quiz() -> None:
    evening = quiz()
    open_menu(evening, 1000, "options")
    assert (evening.see["phase"], evening.standing) == ("options", "go on")
    take(evening, 2000, "change points")
    take(evening, 3000, "go on")
    assert (evening.see["phase"], evening.see["paused"], evening.see["players"]["1"]["points"]) == (
        "idle",
        False,
        1,
    )
    assert evening.state.game is not None
    assert evening.state.game.setup.options.points == 2
    evening.key("undo", 4000)
    assert evening.state.game.setup.options.points == 1


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize("way", ["options", "seats"])
def test_back_from_options_or_players_is_the_game_as_it_was(way: str) -> None:
    evening = quiz()
    before = evening.state.play
    open_menu(evening, 1000, way)
    evening.key("back", 2000)
    evening.key("undo", 2500)  # takes back the choosing, not the point
    assert evening.state.play == before
    evening.key("back", 3000)
    assert (evening.see["phase"], evening.see["paused"], evening.state.play) == ("idle", False, before)


@pytest.mark.plays("seventeen")
def test_the_language_changes_in_the_middle_of_any_game() -> None:
    evening = playing()
    evening.tap(1, 1000)
    open_menu(evening, 3000, "options")
    take(evening, 4000, "change lang")
    take(evening, 5000, "go on")
    assert (evening.see["language"], evening.see["phase"], evening.see["row"]) == ("pl", "window", 1)


@pytest.mark.plays("seven_ate_nine")
def test_what_cannot_change_is_asked_about_and_may_stay_as_it_was() -> None:
    evening = playing("seven_ate_nine seats=1,2")
    evening.enter("cards 1 20", 500)
    open_menu(evening, 1000, "options")
    evening.enter("set kids 1", 2000)
    assert [choice.text for choice in evening.choices][:1] == ["anew"]
    evening.knob(-99, 2500)
    assert list(evening.shown.main.text) == ["only in a new game,", "this one will wait"]
    take(evening, 3000, "anew")
    (text,) = evening.shown.main.text
    assert text == "this one will wait"
    assert [choice.text for choice in evening.choices] == ["as before", "start"]
    take(evening, 4000, "as before")
    assert (evening.see["players"]["1"]["cards"], evening.see["paused"]) == (20, False)
    assert evening.state.shelf == ()


@pytest.mark.plays("seven_ate_nine")
def test_a_new_game_instead_leaves_the_old_one_on_the_shelf() -> None:
    evening = playing("seven_ate_nine seats=1,2")
    evening.enter("cards 1 20", 500)
    open_menu(evening, 1000, "options")
    evening.enter("set kids 1", 2000)
    take(evening, 3000, "anew")
    take(evening, 4000, "start")
    assert (evening.see["players"]["1"]["cards"], evening.see["phase"]) == (24, "ready")
    open_menu(evening, 6000, "quit")
    take(evening, 7000, "shelf")
    assert evening.shown.main.big == "7 Ate 9 20:36"
    evening.ok(8000)
    assert (evening.see["players"]["1"]["cards"], evening.see["paused"]) == (20, True)


# -- players -------------------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_a_player_of_the_quiz_comes_and_another_goes_and_scores_are_kept() -> None:
    evening = quiz()
    evening.enter("join 5", 1000)
    evening.enter("leave 2", 1100)
    points = {seat: player["points"] for seat, player in evening.see["players"].items()}
    assert (evening.see["seats"], points) == ([1, 3, 5], {"1": 1, "3": 0, "5": 0})
    evening.key("undo", 2000)
    evening.key("undo", 2100)
    assert (evening.see["seats"], evening.see["players"]["1"]["points"]) == ([1, 2, 3], 1)


@pytest.mark.plays("buzzer")
def test_a_set_up_that_cannot_be_is_refused_in_words_of_the_table() -> None:
    evening = quiz()
    for seat in (2, 3):
        evening.enter(f"leave {seat}", 1000 + seat)
    assert evening.refused == "For 2 to 8 players"


@pytest.mark.plays("seventeen")
def test_in_a_printed_game_nobody_joins_by_a_word() -> None:
    evening = playing()
    evening.tap(1, 1000)
    evening.enter("join 5", 2000)
    assert evening.refused == "Players can't change in mid-game"
    evening.enter("leave 9", 2100)
    assert evening.refused == "Expected join SEAT or leave SEAT, got leave 9"


@pytest.mark.plays("seventeen")
def test_other_players_of_a_printed_game_are_another_game_and_it_is_asked() -> None:
    evening = playing("seventeen seats=1,2,3")
    evening.tap(1, 1000)
    open_menu(evening, 3000, "seats")
    evening.tap(4, 4000)
    evening.ok(5000)
    assert (evening.see["phase"], evening.standing) == ("options", "anew")
    evening.key("back", 6000)
    assert (evening.see["phase"], evening.see["seats"]) == ("window", [1, 2, 3])


# -- what is put right ---------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_points_are_put_right_in_the_menu_while_the_game_pauses() -> None:
    evening = quiz()
    open_menu(evening, 1000, "correct")
    first = evening.choices[0]
    take(evening, 2000, first.text)
    while evening.choices and evening.choices[0].then is not None:
        evening.ok(evening.now / 1e6 + 500)
    evening.knob(3, evening.now / 1e6 + 500)
    wanted = evening.standing
    assert wanted is not None
    evening.ok(evening.now / 1e6 + 500)
    seat, number = wanted.split()[-2:]
    assert (evening.see["players"][seat]["points"], evening.see["menu"]) == (int(number), False)
    assert evening.see["paused"] is False
    evening.key("undo", evening.now / 1e6 + 500)
    assert evening.see["players"]["1"]["points"] == 1


@pytest.mark.plays("turns")
def test_a_pass_by_an_elbow_is_taken_back_with_its_time() -> None:
    evening = playing("turns seats=1,2 time=60")
    evening.tap(1, 1000)
    evening.tap(1, 3000)
    assert evening.see["turn"] == 2
    evening.enter("none 1", 8000)
    assert evening.see["turn"] == 1
    assert evening.see["players"]["2"]["used_ms"] == 0
    evening.enter("none 2", 9000)
    assert evening.refused == "Seat 2: no press to take back"
    evening.enter("nic", 9100)
    assert evening.refused == "Expected none SEAT, got nic"


# -- an ok on its way ----------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize("after_ms", [0.4, 1, 10, 100, 199])
def test_an_ok_on_its_way_when_somebody_buzzes_is_refused(after_ms: float) -> None:
    evening = quiz()
    evening.ok(1000)
    evening.ok(2000)
    evening.press(2, 3000)
    evening.ok(3000 + after_ms)
    assert evening.refused == "Someone has already pressed"
    evening.wait(3300)
    assert (evening.see["phase"], evening.see["ruling"]["winner"]) == ("ruled", 2)
    evening.ok(3400)
    assert evening.see["players"]["2"]["points"] == 1


@pytest.mark.plays("turns")
@pytest.mark.parametrize(("after_ms", "phase"), [(50, "up"), (199, "up"), (201, "running")])
def test_an_ok_on_its_way_when_a_flag_falls_is_about_the_clock_before(after_ms: float, phase: str) -> None:
    evening = playing("turns seats=1,2,3 time=2")
    evening.tap(1, 1000)
    evening.wait(3000)
    evening.ok(3000 + after_ms)
    assert evening.see["phase"] == phase


@pytest.mark.plays("seven_ate_nine")
def test_an_ok_on_its_way_when_the_last_card_is_laid_begins_no_rematch() -> None:
    evening = playing("seven_ate_nine seats=1,2")
    evening.enter("cards 1 1", 500)
    evening.ok(1000)
    evening.tap(1, 6000)
    evening.ok(6150)
    assert (evening.refused, evening.see["winners"]) == ("Someone has already pressed", [1])
    evening.ok(6700)
    assert evening.see["winners"] is None
    evening.key("undo", 7500)
    assert evening.see["winners"] == [1]


def test_a_name_longer_than_the_box_keeps_is_refused_with_the_limit() -> None:
    evening = Evening()
    evening.enter("name 2 Aleksandra Anna", 100)
    assert (evening.refused, evening.see["names"]) == ("A name: at most 12 letters", {})


@pytest.mark.plays("stopwatch")
def test_the_last_one_can_not_leave() -> None:
    evening = playing("stopwatch seats=1")
    evening.enter("leave 1", 1000)
    assert (evening.refused, evening.see["seats"]) == ("For 1 to 8 players", [1])


@pytest.mark.plays("seventeen")
def test_who_begins_is_one_of_those_who_play() -> None:
    evening = playing("seventeen seats=1,2,4")
    open_menu(evening, 1000, "options")
    evening.enter("set first x", 2000)
    assert evening.refused == "Expected 1 or 2 or 4; got x"


@pytest.mark.plays("turns")
def test_the_terms_of_a_rematch_are_the_last_ones_played() -> None:
    evening = playing("turns seats=1,2 time=20")
    evening.enter("1 +10", 300)
    evening.ok(1000)
    evening.wait(60_000)
    evening.ok(61_000)
    assert evening.see["phase"] == "ready"
    assert evening.state.kept.options["turns"]["time"] == evening.state.said["time"] == "30,20"
    evening.key("undo", 62_000)
    assert evening.see["phase"] == "over"


@pytest.mark.plays("dice", "buzzer")
def test_of_a_tool_only_the_last_time_waits_on_the_shelf() -> None:
    evening = Evening()
    evening.enter("game buzzer seats=1,2", 100)
    evening.ok(1000)
    for n in range(10):
        evening.enter("game dice seats=1", 2000 + 3000 * n)
        evening.ok(3000 + 3000 * n)
    evening.enter("game dice seats=1", 40_000)
    assert [shelved.game for shelved in evening.state.shelf] == ["dice", "buzzer"]
