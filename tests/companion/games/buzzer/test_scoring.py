"""Points: what a question is worth, teams that share them, the target, the end and everyone's place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import OptionError
from companion.games.base import End
from companion.games.choice import Choice
from companion.games.facts import Course
from companion.games.options import ChoiceError
from companion.i18n import speaker
from firmware.views import Cue, Lamp, Mood, Sound
from tests.companion.games.buzzer.quiz_sitting import barred, changed, opened, points, quiz, ruled, sit
from tests.companion.games.sitting import Sitting, referee_for

en = speaker("en").named({"1+2": "Foxes", 3: "Ola", 4: "Jan"})


def labels_of(choices: tuple[Choice, ...]) -> list[str]:
    return [en.text(choice.label) for choice in choices]


def by_name(choices: tuple[Choice, ...], text: str) -> tuple[Choice, ...]:
    """What a choice of that name leads to."""
    then = next(choice.then for choice in choices if choice.text == text)
    assert then is not None
    return then()


def places(table: Sitting) -> list[int | None]:
    return [player["place"] for player in table.see["players"].values()]


# -- what a question is worth --------------------------------------------------------------------------------


def test_a_question_is_worth_what_was_said_and_the_next_one_what_it_always_is() -> None:
    table = sit("seats=1,2 points=5")
    assert table.see["value"] == 5
    table.enter("value 20", 100)
    assert table.see["value"] == 20
    table.ok(500)
    table.ok(1000)
    table.press(2, 1500)
    table.wait(1600)
    table.enter("right", 2000)
    assert points(table) == [0, 20]
    table.ok(3000)
    assert table.see["value"] == 5


def test_its_worth_stays_when_a_wrong_answer_opens_it_again() -> None:
    table = ruled("seats=1,2,3 minus=3")
    table.enter("wartość 9", 2000)
    table.enter("wrong", 3000)
    assert (table.see["value"], points(table)) == (9, [0, -3, 0])


@pytest.mark.parametrize("typed", ["value 1001", "value -1", "value x", "value ²"])
def test_a_worth_that_can_not_be_is_told_in_one_line(typed: str) -> None:
    got = typed.split()[1]
    assert sit().enter(typed, 100) == f"Expected value N, N from 0 to 1000; got {got}"


def test_what_is_judged_is_worth_what_it_was() -> None:
    table = ruled()
    table.enter("right", 2000)
    assert table.enter("value 20", 2100) == "The answer was already judged"
    assert "value" not in [choice.text for choice in table.referee.choices(table.state)]


def test_the_knob_says_any_worth() -> None:
    table = sit("seats=1,2 points=7")
    offered = by_name(table.referee.choices(table.state), "value")
    assert labels_of(offered) == ["1", "2", "3", "5", "7", "10", "20", "50", "100", "Others ..."]
    others = by_name(offered, "other")
    assert (len(others), others[offered[-1].start].text) == (1001, "value 7")


def test_worth_and_number_are_told_while_the_question_is_read() -> None:
    table = sit("seats=1,2")
    table.enter("value 20", 100)
    titles = [table.referee.main_screen(table.state, table.now, en).title]
    table.ok(500)
    titles.append(table.referee.main_screen(table.state, table.now, en).title)
    assert titles == ["Question 1 · 20p"] * 2


def test_a_wrong_call_is_put_right_three_questions_later() -> None:
    evening = quiz("points=10 minus=5")
    evening.tap(2, 3000)
    evening.enter("right", 4000)
    for start in (5000, 10_000, 15_000):
        evening.ok(start)
        evening.ok(start + 500)
        evening.ok(start + 1000)
        evening.tap(1, start + 2000)
        evening.enter("right", start + 3000)
    evening.enter("points 2 0", 20_000)
    evening.enter("3 +10", 20_100)
    told = [player["points"] for player in evening.see["players"].values()]
    assert (told, evening.see["question"]) == ([30, 0, 10], 4)


# -- the whole question as a penalty -------------------------------------------------------------------------


@pytest.mark.parametrize("penalty", ["question", "whole"])
def test_an_early_press_may_bar_for_the_whole_question(penalty: str) -> None:
    table = sit(f"seats=1,2,3,4 teams=1+2 penalty={penalty}")
    table.ok(500)
    table.press(1, 900)
    table.ok(1000)
    table.press(2, 900_000)
    table.press(3, 900_001)
    table.wait(900_100)
    assert (barred(table), table.ruling["winner"], table.ruling["barred"]) == (["1", "2"], 3, [2])
    screen = table.referee.seat_screen(table.state, 1, table.now, en)
    assert (screen.big, screen.text) == ("BARRED", ("too early!",))
    table.enter("wrong", 900_200)
    assert (table.see["phase"], barred(table)) == ("open", ["1", "2", "3"])
    plates = {plate.seat: plate for plate in table.referee.table(table.state, table.now, en).plates}
    assert (plates[1].bar, plates[1].mood) == (1000, Mood.WAIT)
    assert table.referee.lamp(table.state, 2, table.now) is Lamp.OFF
    assert table.referee.changes_at(table.state, table.now) is None
    table.ok(900_600)
    table.wait(900_700)
    table.ok(901_000)
    assert barred(table) == []


def test_when_all_who_are_left_are_barred_for_the_question_it_is_over() -> None:
    table = sit("seats=1,2 penalty=question")
    table.ok(500)
    table.press(1, 900)
    table.ok(1000)
    table.press(2, 1500)
    table.enter("wrong", 2000)
    assert table.see["phase"] == "idle"


def test_whose_press_has_barred_the_team_is_told() -> None:
    table = sit("seats=1,2,3,4 teams=3+4 penalty=question")
    table.ok(500)
    table.press(3, 900)
    screens = [table.referee.seat_screen(table.state, seat, table.now, en) for seat in (3, 4)]
    assert [screen.text for screen in screens] == [("too early!",), ("Ola: too early!",)]


def test_an_elbow_of_one_leaves_the_bar_of_its_mate() -> None:
    table = sit("seats=1,2,3 teams=1+2 penalty=question")
    table.ok(500)
    table.press(1, 800)
    table.press(2, 900)
    table.state = table.referee.without(table.state, 1)
    assert barred(table) == ["1", "2"]
    table.state = table.referee.without(table.state, 2)
    assert barred(table) == []


@pytest.mark.parametrize("penalty", ["60001", "-1", "half", "1.5"])
def test_a_penalty_that_can_not_be_is_one_line(penalty: str) -> None:
    with pytest.raises(OptionError, match="penalty to be ms from 0 to 60000, or question; got"):
        referee_for(f"buzzer seats=1,2 penalty={penalty}")


# -- teams ---------------------------------------------------------------------------------------------------


def test_teams_of_strangers_are_told_in_words_of_the_table() -> None:
    with pytest.raises(ChoiceError) as caught:
        referee_for("buzzer seats=1,2,3 teams=1+5")
    assert caught.value.why.filled() == "Teams of who plays; seat 5 doesn't"


def test_scores_are_the_teams_by_name() -> None:
    table = ruled("seats=1,2,3,4 teams=1+2,3+4", first=2)
    table.enter("right", 2000)
    scores = table.referee.main_screen(table.state, table.now, en).scores
    assert [(score.text, score.strong) for score in scores] == [("1p Foxes", True), ("0p 3+4", False)]
    assert table.referee.seat_screen(table.state, 1, table.now, en).title == "1p Foxes"
    plates = table.referee.table(table.state, table.now, en).plates
    assert [plate.name for plate in plates] == [
        "Seat 1 · Foxes",
        "Seat 2 · Foxes",
        "Ola · Ola + Jan",
        "Jan · Ola + Jan",
    ]


def test_the_knob_corrects_a_teams_points_under_its_name() -> None:
    table = sit("seats=1,2,3 teams=1+2")
    offered = by_name(table.referee.corrections(table.state), "points")
    assert labels_of(offered) == ["Foxes: 0", "Ola: 0"]
    table.enter("points 2 4", 100)
    assert points(table) == [4, 4, 0]


def test_a_latecomer_joins_a_team_in_mid_game_and_has_its_points() -> None:
    table = sit("seats=1,2,3,4 teams=1+2,3+4")
    table.enter("points 1 8", 100)
    table.enter("points 3 5", 200)
    changed(table, "seats=1,2,3,4,5 teams=1+2+5,3+4")
    assert points(table) == [8, 8, 5, 5, 8]


def test_who_played_apart_and_becomes_a_team_has_it_together() -> None:
    table = sit("seats=1,2,3")
    for seat in (1, 2, 3):
        table.enter(f"points {seat} {seat}", 100 * seat)
    changed(table, "seats=1,2,3 teams=1+3")
    assert points(table) == [4, 2, 4]


def test_a_team_that_comes_apart_keeps_its_points() -> None:
    table = sit("seats=1,2,3 teams=1+2")
    table.enter("points 1 6", 100)
    changed(table, "seats=1,2,3")
    assert points(table) == [6, 6, 0]


# -- the end -------------------------------------------------------------------------------------------------


def test_whoever_reaches_the_target_ends_the_quiz_at_once() -> None:
    table = ruled("seats=1,2,3 teams=2+3 points=5 target=10")
    table.enter("right", 2000)
    assert table.see["phase"] == "ruled"
    table.enter("3 +5", 3000)
    assert (table.see["phase"], places(table), table.cues) == ("over", [2, 1, 1], [Cue(Sound.OVER)])
    outcome = table.referee.outcome(table.state)
    assert (outcome.winners, outcome.end) == ((2, 3), End.OVER)


def test_a_right_answer_reaches_the_target_too() -> None:
    table = ruled("seats=1,2 points=10 target=10")
    table.enter("right", 2000)
    assert (table.see["phase"], table.referee.outcome(table.state).winners) == ("over", (2,))
    assert table.cues == [Cue(Sound.OVER, 2)]


def test_a_target_set_lower_than_somebody_has_is_reached() -> None:
    table = sit("seats=1,2")
    table.enter("points 2 12", 100)
    changed(table, "seats=1,2 target=10")
    assert table.see["phase"] == "over"


def test_points_put_right_after_the_target_was_reached_let_the_quiz_go_on() -> None:
    table = ruled("seats=1,2 points=10 target=10")
    table.enter("right", 2000)
    table.enter("points 2 9", 3000)
    assert (table.see["phase"], table.referee.outcome(table.state).winners) == ("idle", None)


def test_after_the_hosts_end_points_are_put_right_and_it_is_still_over() -> None:
    table = sit("seats=1,2,3,4")
    for seat, had in ((1, 5), (2, 9), (3, 5), (4, 2)):
        table.enter(f"points {seat} {had}", 100)
    table.enter("koniec", 500)
    assert table.cues == [Cue(Sound.OVER)]
    assert (table.see["phase"], places(table)) == ("over", [2, 1, 2, 4])
    table.enter("1 +5", 600)
    assert (table.see["phase"], places(table), table.referee.outcome(table.state).who) == (
        "over",
        [1, 2, 3, 4],
        (1,),
    )


def test_when_it_is_over_nothing_more_is_played() -> None:
    table = sit("seats=1,2")
    table.enter("end", 100)
    assert table.press(1, 200) == "The quiz is over"
    assert table.ok(300) == table.enter("value 3", 350) == "The quiz is over"
    for typed in ("right", "wrong", "end", "next", "nobody"):
        assert table.enter(typed, 400) == "The quiz is over"


@pytest.mark.parametrize("make", [sit, opened, ruled])
def test_the_host_may_end_it_at_any_moment_and_undo_gets_back(make: object) -> None:
    assert callable(make)
    table = make()
    assert table.enter("end", 3000) is None
    assert table.see["phase"] == "over"


def test_undo_gets_back_from_the_end_and_from_the_rematch() -> None:
    evening = quiz("points=3 target=3")
    evening.tap(2, 3000)
    evening.ok(4000)
    assert (evening.see["phase"], evening.see["winners"]) == ("over", [2])
    evening.ok(5000)
    assert (evening.see["phase"], evening.see["question"]) == ("idle", 0)
    evening.key("undo", 6000)
    assert evening.see["phase"] == "over"
    evening.key("undo", 7000)
    assert (evening.see["phase"], evening.see["answering"], evening.see["winners"]) == ("ruled", 2, None)


def test_everyones_place_and_reactions_are_told_at_the_end() -> None:
    table = opened("seats=1,2,3,4 teams=1+2")
    for seat, ms in ((2, 1310), (3, 1400)):
        table.press(seat, ms)
    table.wait(1500)
    table.enter("right", 2000)
    for ms in (3000, 3500, 4000):
        table.ok(ms)
    table.press(2, 4500)
    table.wait(4600)
    table.enter("end", 5000)
    assert table.referee.ending is not None
    assert table.referee.ending(Course((table.state,))).notes[2].filled() == "310 ms"
    assert table.referee.main_screen(table.state, table.now, en).big == "Foxes"
    quick = by_name(table.referee.corrections(table.state), "times")
    assert labels_of(quick) == ["Seat 2: 0.31–0.41 s", "Ola: 0.40 s"]


def test_reactions_are_looked_at_with_the_knob_and_nothing_changes() -> None:
    evening = quiz()
    evening.tap(2, 2400)
    evening.enter("end", 3000)
    before = evening.state.play
    evening.key("hold-ok", 4000)
    for text in ("correct", "times"):
        while evening.standing != text:
            evening.knob(1, evening.now / 1e6 + 100)
        evening.ok(evening.now / 1e6 + 500)
    assert evening.shown.main.big == "Seat 2: 0.40 s"
    evening.ok(evening.now / 1e6 + 500)
    assert (evening.state.play, evening.refused) == (before, None)


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=8), st.booleans())
def test_places_leave_as_many_out_as_share_one(had: list[int], paired: bool) -> None:
    seats = ",".join(str(seat) for seat in range(1, len(had) + 1))
    table = sit(f"seats={seats} teams={'1+2' if paired else ''}")
    for seat, number in enumerate(had, 1):
        table.enter(f"points {seat} {number}", 100)
    table.enter("end", 200)
    sides = points(table)[1:] if paired else points(table)
    for place, number in zip(places(table), points(table), strict=True):
        assert place == 1 + sum(other > number for other in sides)
    winners = [seat for seat, place in enumerate(places(table), 1) if place == 1]
    assert table.referee.outcome(table.state).who == tuple(winners)
