"""The mess of a real table: an ok on its way, an elbow, undo, who comes late and who leaves early."""

from __future__ import annotations

import pytest

from companion.i18n import speaker
from tests.companion.games.buzzer.quiz_sitting import barred, changed, points, quiz, ruled, sit, tied, without
from tests.companion.session.evening import Evening


def test_an_elbows_buzz_is_taken_away_and_the_next_in_order_answers() -> None:
    table = ruled("seats=1,2,3 answer=10")
    table.press(3, 1600)
    table.press(1, 1700)
    without(table, 2)
    assert (table.see["phase"], table.ruling["winner"], table.ruling["order"]) == ("ruled", 3, [3, 1])
    assert table.see["clock_ms"] == 9900, "it runs from the press of whoever answers now"
    table.enter("wrong", 3000)
    assert barred(table) == ["3"]


@pytest.mark.parametrize("rebound", ["open", "order"])
def test_after_an_elbow_time_that_is_up_makes_no_answer_wrong(rebound: str) -> None:
    table = ruled(f"seats=1,2,3 answer=10 late_wrong=yes rebound={rebound}")
    table.press(3, 1600)
    table.wait(11_000)
    without(table, 2)
    table.wait(20_000)
    assert (table.see["phase"], table.see["answering"], barred(table)) == ("ruled", 3, [])


def test_an_elbow_that_was_not_first_leaves_who_answers_alone() -> None:
    table = ruled("seats=1,2,3 answer=10")
    table.press(3, 1600)
    without(table, 3)
    assert (table.ruling["winner"], table.ruling["order"]) == (2, [2])
    assert table.see["clock_ms"] == 9900


def test_without_one_of_the_tied_it_is_no_tie() -> None:
    table = tied("seats=1,2,3,4")
    without(table, 2)
    assert (table.ruling["winner"], table.ruling["tied"], table.ruling["order"]) == (4, [], [4, 3])


def test_an_early_elbow_is_not_barred() -> None:
    table = sit("seats=1,2 penalty=60000")
    table.ok(500)
    table.press(2, 900)
    table.press(1, 950)
    without(table, 2)
    assert barred(table) == ["1"]
    table.ok(1000)
    without(table, 1)
    table.press(1, 1500)
    table.wait(1600)
    assert (table.ruling["winner"], table.ruling["early"]) == (1, [])


def test_where_nobody_pressed_or_it_was_judged_there_is_no_elbow() -> None:
    table = ruled("seats=1,2")
    assert table.referee.without(table.state, 1) is None
    assert table.referee.without(table.state, 2) is None, "nobody would be left: that is undo's"
    table.press(1, 1600)
    table.enter("right", 2000)
    assert table.referee.without(table.state, 2) is None


def test_an_only_buzz_taken_away_opens_the_question_again_with_its_clock() -> None:
    evening = quiz("open_s=10")
    evening.tap(2, 4000)
    evening.enter("none 2", 9000)
    assert (evening.see["phase"], evening.see["clock_ms"], evening.refused) == ("open", 8000, None)
    evening.tap(1, 9500)
    evening.wait(9600)
    assert evening.see["ruling"]["winner"] == 1


@pytest.mark.parametrize("after", [0, 0.4, 10, 199])
@pytest.mark.parametrize("tie", [0, 500, 30_000])
def test_an_ok_that_was_on_its_way_when_somebody_buzzed_throws_nothing_away(after: float, tie: int) -> None:
    evening = quiz(f"tie_us={tie}")
    evening.press(1, 3000)
    evening.ok(3000 + after)
    assert evening.refused == "Someone has already pressed"
    evening.wait(3300)
    assert (evening.see["phase"], evening.see["players"]["1"]["points"]) == ("ruled", 0)


def test_undo_takes_the_judgement_back_whatever_was_pressed_after_it() -> None:
    evening = quiz()
    evening.tap(1, 3000)
    evening.tap(2, 3500)
    evening.enter("right", 4000)
    for seat, ms in ((2, 5000), (3, 5200), (1, 5400)):
        evening.tap(seat, ms)
    evening.key("undo", 6000)
    assert (evening.see["phase"], evening.see["players"]["1"]["points"]) == ("ruled", 0)
    evening.key("undo", 7000)
    assert evening.see["phase"] == "open"


def test_undo_takes_a_question_back_whoever_pressed_early() -> None:
    evening = Evening()
    evening.enter("game buzzer seats=1,2", 0)
    evening.tap(1, 500)
    evening.ok(1000)
    evening.tap(2, 1500)
    evening.tap(1, 1800)
    evening.key("undo", 2500)
    assert (evening.see["phase"], evening.see["question"]) == ("idle", 0)


def test_ok_on_a_tie_asks_who_answers_and_guesses_nobody() -> None:
    evening = quiz()
    evening.press(3, 3000)
    evening.press(2, 3000)
    evening.ok(4000)
    assert (evening.see["ruling"]["winner"], evening.standing) == (None, "first 2")
    evening.knob(1, 4500)
    evening.ok(5000)
    assert evening.see["ruling"]["winner"] == 3


def test_after_an_answer_out_of_time_the_reopened_question_shows_its_clock() -> None:
    table = ruled("seats=1,2,3 answer=1 open_s=5", first=2)
    table.wait(9000)
    table.enter("wrong", 10_000)
    assert len(table.referee.table(table.state, table.now, speaker("en")).middle) == 1


def test_players_come_and_go_and_keep_their_points() -> None:
    table = sit("seats=1,2,3")
    table.enter("points 3 5", 100)
    changed(table, "seats=1,2,4")
    assert points(table) == [0, 0, 0]
    table.enter("points 4 2", 200)
    changed(table, "seats=1,2,3,4")
    assert points(table) == [0, 0, 5, 2]


def test_who_joins_a_team_has_its_points() -> None:
    table = sit("seats=1,2,3 teams=1+2")
    table.enter("points 1 8", 100)
    changed(table, "seats=1,2,3,4 teams=1+2+4")
    assert points(table) == [8, 8, 0, 8]


def test_when_who_answers_leaves_the_next_answers_and_without_one_the_question_is_over() -> None:
    table = ruled("seats=1,2,3")
    table.press(3, 1600)
    changed(table, "seats=1,3")
    assert (table.see["phase"], table.ruling["winner"]) == ("ruled", 3)
    changed(table, "seats=1,2")
    assert table.see["phase"] == "idle"


def test_when_all_who_may_answer_have_left_the_question_is_over() -> None:
    table = ruled("seats=1,2,3")
    table.enter("wrong", 2000)
    table.press(1, 2500)
    table.wait(2600)
    table.enter("wrong", 3000)
    changed(table, "seats=1,2")
    assert table.see["phase"] == "idle"


def test_points_and_clocks_change_in_the_middle_of_a_question() -> None:
    table = ruled("seats=1,2")
    changed(table, "seats=1,2 points=10 answer=20")
    assert table.see["clock_ms"] == 20_000 - 40
    table.enter("right", 2000)
    assert points(table) == [0, 10]


def test_an_answer_out_of_time_is_undone_like_the_hosts_word_and_then_the_host_judges() -> None:
    evening = quiz("answer=5 late_wrong=yes minus=2 points=3")
    evening.tap(2, 3000)
    evening.wait(9000)
    assert (evening.see["phase"], evening.see["players"]["2"]["points"]) == ("open", -2)
    evening.key("undo", 10_000)
    assert (evening.see["phase"], evening.see["answering"]) == ("ruled", 2)
    evening.wait(20_000)
    assert evening.see["players"]["2"]["points"] == 0
    evening.enter("right", 21_000)
    assert evening.see["players"]["2"]["points"] == 3


def test_after_the_end_the_knob_leads_to_how_quick_everyone_was() -> None:
    evening = quiz()
    evening.tap(2, 2400)
    evening.enter("end", 3000)
    assert [choice.text for choice in evening.choices][-1] == "times"
    evening.knob(99, 4000)
    evening.ok(4500)
    assert evening.shown.main.big == "Seat 2: 0.40 s"
    evening.ok(5000)
    assert (evening.see["phase"], evening.standing) == ("over", "again")


def test_a_team_goes_on_when_one_of_it_leaves() -> None:
    evening = Evening()
    evening.enter("name 1+2 Foxes", 0)
    evening.enter("game buzzer seats=1,2,3,4 teams=1+2,3+4 lang=en", 100)
    evening.enter("join 5", 200)
    evening.enter("leave 4", 300)
    assert evening.state.said["teams"] == "1+2,3"
    evening.enter("leave 3", 400)
    assert evening.shown.main.scores[0].text == "0p Foxes"


def test_a_teams_name_stays_with_it_when_somebody_joins_or_leaves() -> None:
    say = speaker("en").named({"1+2": "Foxes", "3+4+5": "Owls"})
    assert [say.team(team) for team in ((1, 2, 6), (3, 5), (1, 3))] == ["Foxes", "Owls", "Team 1+3"]
