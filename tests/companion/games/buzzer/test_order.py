"""After a wrong answer the next in order answers: the queue, stragglers, ties in it, and clocks."""

from __future__ import annotations

import pytest

from companion.i18n import speaker
from firmware.events import NS_PER_MS
from firmware.views import Cue, Lamp, Sound
from tests.companion.games.buzzer.quiz_sitting import (
    TIE,
    barred,
    changed,
    choices,
    labels,
    opened,
    points,
    quiz,
    ruled,
    sit,
    tied,
    without,
)
from tests.companion.games.sitting import Sitting

SEATS = "seats=1,2,3,4"
en = speaker("en")


def in_order(options: str = "", *presses: int) -> Sitting:
    """A question with answers in order, in which these seats pressed 100 ms apart since 1500 ms."""
    table = opened(f"{SEATS} rebound=order {options}")
    for n, seat in enumerate(presses or (2, 4, 1)):
        table.press(seat, 1500 + 100 * n)
    table.wait(1900)
    return table


def queue(table: Sitting) -> tuple[int | None, list[int]]:
    """Who answers, and who is asked after that."""
    return table.see["answering"], table.see["queue"]


def test_after_a_wrong_answer_the_next_in_order_answers_at_once() -> None:
    table = in_order("minus=1")
    assert queue(table) == (2, [4, 1])
    table.enter("wrong", 3000)
    assert (table.see["phase"], queue(table), table.cues) == ("ruled", (4, [1]), [Cue(Sound.WRONG, 2)])
    table.enter("right", 4000)
    assert (points(table), queue(table)) == ([0, -1, 0, 1], (None, []))
    assert table.ruling["winner"] == 2, "who was first stays who was first"


def test_where_all_others_press_again_there_is_no_queue() -> None:
    table = ruled()
    table.press(3, 1600)
    assert queue(table) == (2, [])
    table.enter("wrong", 3000)
    assert (table.see["phase"], queue(table)) == ("open", (None, []))


def test_when_the_queue_is_empty_whoever_has_not_answered_may_press() -> None:
    table = in_order("", 2, 4)
    table.enter("wrong", 3000)
    table.enter("wrong", 4000)
    assert (table.see["phase"], barred(table)) == ("open", ["2", "4"])
    table.press(2, 4100)
    table.press(3, 4200)
    table.wait(4300)
    assert queue(table) == (3, [])
    table.enter("wrong", 5000)
    table.press(1, 5100)
    table.wait(5200)
    table.enter("wrong", 6000)
    assert table.see["phase"] == "idle"


def test_stragglers_join_the_queues_end_unless_they_have_answered() -> None:
    table = in_order("", 2, 4)
    table.press(3, 2500)
    table.enter("wrong", 3000)
    table.press(2, 3100)
    table.press(1, 3200)
    assert queue(table) == (4, [3, 1])
    assert table.ruling["barred"] == [2]


def test_a_press_delivered_too_late_takes_the_answer_from_nobody() -> None:
    table = in_order("", 2, 4)
    table.enter("wrong", 3000)
    table.press(3, 1550)
    assert queue(table) == (4, [3])


def test_next_hands_on_by_hand_and_costs_nothing() -> None:
    table = in_order("minus=5")
    table.enter("next", 3000)
    assert (queue(table), points(table), table.cues) == ((4, [1]), [0, 0, 0, 0], [Cue(Sound.RULING, 4)])
    table.enter("next", 4000)
    assert queue(table) == (1, [])
    table.enter("next", 5000)
    assert table.see["phase"] == "idle", "with nobody queued it is the next question"


def test_the_knob_hands_on_and_says_to_whom() -> None:
    table = in_order()
    assert choices(table) == ["right", "wrong", "next", ""]
    assert labels(table)[2:] == ["Pass on to Seat 4", "Next question"]
    table.enter("nobody", 3000)
    assert table.see["phase"] == "idle", "nobody knows, whoever is queued"


def test_in_an_undecided_tie_there_is_nobody_to_hand_on_from() -> None:
    table = tied(f"{SEATS} rebound=order")
    assert queue(table) == (None, [4, 2, 3])
    assert table.enter("next", 2000) == "A tie: first say who answers"
    table.enter("first 2", 2100)
    assert queue(table) == (2, [4, 3])
    table.enter("wrong", 3000)
    assert (queue(table), table.ruling["tie"]) == ((4, [3]), True)


def test_a_tie_in_the_queue_is_a_tie_and_the_table_decides() -> None:
    table = opened(f"{SEATS} rebound=order answer=10")
    for seat, ms in ((2, 1500), (4, 1600), (1, 1600 + TIE), (3, 1700)):
        table.press(seat, ms)
    table.wait(1900)
    table.enter("wrong", 3000)
    assert (queue(table), table.see["clock_ms"]) == ((None, [4, 1, 3]), None)
    assert choices(table) == ["first", "first 1", "first 4", ""]
    assert [table.referee.lamp(table.state, seat, table.now) for seat in (1, 2, 3, 4)] == [
        Lamp.BLINK,
        Lamp.OFF,
        Lamp.OFF,
        Lamp.BLINK,
    ]
    assert table.enter("first 3", 3500) == "Expected one of the tied seats, got 3"
    table.enter("first 1", 4000)
    assert (queue(table), table.see["clock_ms"], table.ruling["winner"]) == ((1, [4, 3]), 10_000, 2)
    table.enter("first 4", 5000)
    assert queue(table) == (4, [1, 3])
    table.enter("wrong", 6000)
    assert queue(table) == (1, [3])


def test_each_team_is_queued_once_and_out_together() -> None:
    table = in_order("teams=1+2,3+4", 3, 2, 4, 1)
    assert queue(table) == (3, [2])
    table.enter("wrong", 3000)
    assert (queue(table), barred(table)) == ((2, []), ["3", "4"])


def test_the_next_ones_clock_starts_when_it_is_asked() -> None:
    table = in_order("answer=10")
    table.wait(8000)
    table.enter("wrong", 8000)
    assert table.see["clock_ms"] == 10_000


@pytest.mark.parametrize("rebound", ["open", "order"])
def test_an_answer_out_of_time_is_wrong_if_so_agreed(rebound: str) -> None:
    table = opened(f"{SEATS} answer=10 late_wrong=yes minus=2 rebound={rebound}")
    table.press(2, 1500)
    table.press(4, 1600)
    table.wait(11_499.999)
    assert queue(table)[0] == 2
    table.wait(11_500)
    assert (points(table), barred(table)) == ([0, -2, 0, 0], ["2"])
    assert table.cues == [Cue(Sound.WRONG, 2)]
    phase, answers = ("ruled", 4) if rebound == "order" else ("open", None)
    assert (table.see["phase"], table.see["answering"]) == (phase, answers)
    if rebound == "order":
        assert table.see["clock_ms"] == 10_000
        table.wait(21_500)
        assert table.see["phase"] == "open"


def test_an_answer_that_is_judged_in_time_is_what_the_host_said() -> None:
    table = opened(f"{SEATS} answer=10 late_wrong=yes")
    table.press(2, 1500)
    table.enter("right", 11_499)
    table.wait(60_000)
    assert points(table) == [0, 1, 0, 0]


def test_an_answer_come_back_to_is_for_the_host_to_judge() -> None:
    table = opened(f"{SEATS} answer=10 late_wrong=yes")
    table.press(2, 1500)
    table.wait(1600)
    table.state = table.referee.buttons_up(table.state)
    table.wait(11_500)
    assert (queue(table), table.cues) == ((2, []), [Cue(Sound.TIME_UP)])
    assert table.enter("right", 12_000) is None


def test_a_press_after_the_answers_time_is_told_that_time_is_up() -> None:
    table = ruled("seats=1,2,3 answer=10")
    table.wait(11_500)
    assert table.press(3, 11_600) == "Too late: time is up"
    assert table.press(2, 11_700) == "Too late: time is up"
    assert table.press(1, 11_499) is None, "by its stamp it was in time"


def test_a_press_after_the_questions_time_is_told_that_time_is_up() -> None:
    table = opened("seats=1,2 open_s=5")
    table.wait(6000)
    assert table.press(2, 6100) == "Too late: time is up"
    assert table.referee.main_screen(table.state, table.now, en).title == "time is up"
    table.ok(7000)
    table.ok(8000)
    table.press(2, 9000)
    table.wait(9100)
    table.ok(9500)
    assert table.press(1, 9600) == "Wait for the question"


def test_a_press_after_the_right_answer_is_refused_and_no_reaction() -> None:
    table = ruled()
    table.enter("right", 2000)
    assert table.press(1, 2100) == "Wait for the question"
    assert list(table.state.reactions()) == [2]


def test_a_press_made_while_an_answer_was_judged_bars_nobody() -> None:
    table = ruled("seats=1,2,3 penalty=question")
    table.enter("wrong", 3000)
    table.press(3, 2999)
    assert barred(table) == ["2"]
    table.press(3, 3200)
    table.wait(3300)
    assert (table.ruling["winner"], table.ruling["early"]) == (3, [3])


def test_the_queue_is_told_on_every_panel_and_in_the_window() -> None:
    table = in_order("teams=1+3")
    main = table.referee.main_screen(table.state, table.now, en)
    assert (main.big, main.text) == ("Seat 2", ("then: 4, 1",))

    def told(seat: int) -> tuple[str, tuple[str, ...]]:
        screen = table.referee.seat_screen(table.state, seat, table.now, en)
        return screen.big, screen.text

    assert [told(seat) for seat in (2, 4, 1, 3)] == [
        ("FIRST!", ("answer now",)),
        ("2.", ("you're next",)),
        ("3.", ("2 before you",)),
        ("3.", ("Seat 1",)),
    ]
    table.enter("wrong", 3000)
    assert [told(seat) for seat in (2, 4, 1)] == [
        ("BARRED", ("not this question",)),
        ("YOU!", ("answer now",)),
        ("2.", ("you're next",)),
    ]
    notes = {plate.seat: plate.note for plate in table.referee.table(table.state, table.now, en).plates}
    assert notes == {1: "2.", 2: "out", 3: "2.", 4: "YOU!"}
    table.enter("wrong", 4000)
    assert told(3) == ("–", ("Seat 1 answers",))


def test_after_a_right_answer_its_team_is_right_and_who_was_wrong_is_still_out() -> None:
    table = in_order("teams=1+4 penalty=0")
    table.enter("wrong", 3000)
    table.enter("right", 4000)
    screens = [table.referee.seat_screen(table.state, seat, table.now, en) for seat in (4, 1, 2)]
    assert [screen.big for screen in screens] == ["RIGHT!", "RIGHT!", "BARRED"]


def test_while_a_tie_is_undecided_whoever_comes_after_it_has_the_place_of_the_race() -> None:
    table = tied("seats=1,2,3,4 rebound=order")
    table.press(1, 1700)
    screen = table.referee.seat_screen(table.state, 1, table.now, en)
    assert (screen.big, screen.text) == ("4.", ("+200.0 ms",))
    table.enter("first 2", 1800)
    screen = table.referee.seat_screen(table.state, 1, table.now, en)
    assert (screen.big, screen.text) == ("4.", ("3 before you",))


def test_an_open_question_leaves_the_main_panel_to_what_is_to_be_done() -> None:
    table = opened("seats=1,2,3,4 open_s=20")
    screen = table.referee.main_screen(table.state, table.now, en)
    assert (screen.big, screen.scores) == ("20", ())


def test_beside_the_answers_clock_stands_only_as_much_of_the_order_as_leaves_it_seen() -> None:
    for options, title, came in (
        ("answer=10", "Question 1 · 9 s", ("4 +100.0 ms",)),
        ("", "Question 1", ("4 +100.0 ms", "1 +200.0 ms")),
    ):
        table = in_order(options)
        changed(table, f"{SEATS} rebound=open {options}")
        table.wait(2500)
        screen = table.referee.main_screen(table.state, table.now, en)
        assert (screen.title, screen.text) == (title, came)


@pytest.mark.parametrize(
    ("name", "title", "text"),
    [
        ("Ola", "Question 1 · 9 s", ("then: 1, 3, 4, 5, 6",)),
        ("Krzysztof", "then: 1, 3 · 9 s", ()),
    ],
)
def test_clock_and_queue_are_seen_however_long_a_name_and_a_queue_are(
    name: str, title: str, text: tuple[str, ...]
) -> None:
    table = opened("seats=1,2,3,4,5,6,7,8 rebound=order answer=10")
    for n, seat in enumerate((2, 1, 3, 4, 5, 6, 7, 8)):
        table.press(seat, 1500 + 100 * n)
    table.wait(2500)
    screen = table.referee.main_screen(table.state, table.now, en.named({2: name}))
    assert (screen.big, screen.title, screen.text) == (name, title, text)


# -- elbows, and who leaves ----------------------------------------------------------------------------------


def test_an_elbow_that_answers_hands_on_to_the_next_in_order() -> None:
    table = in_order("answer=10")
    table.enter("wrong", 3000)
    without(table, 4)
    assert (queue(table), barred(table)) == ((1, []), ["2"])
    assert table.see["clock_ms"] == 1700 + 10_000 - 3000


def test_an_elbow_that_was_the_last_in_order_opens_the_question_to_whoever_has_not_answered() -> None:
    table = in_order("open_s=10", 2, 4)
    table.enter("wrong", 3000)
    without(table, 4)
    assert (table.see["phase"], barred(table), table.see["clock_ms"]) == ("open", ["2"], 8000)
    table.press(4, 3500)
    table.wait(3600)
    assert table.see["answering"] == 4


def test_an_elbow_in_the_queue_changes_nothing_else() -> None:
    table = in_order("answer=10")
    without(table, 4)
    assert (queue(table), table.see["clock_ms"]) == ((2, [1]), 9600)


def test_who_has_answered_wrong_was_no_elbow() -> None:
    table = in_order()
    table.enter("wrong", 3000)
    assert table.referee.without(table.state, 2) is None


def test_without_one_of_three_tied_the_table_has_still_decided() -> None:
    table = opened(f"{SEATS} tie_us=30000")
    for seat in (1, 2, 3):
        table.press(seat, 1500)
    table.wait(1600)
    table.enter("first 2", 2000)
    without(table, 1)
    assert (queue(table)[0], table.ruling["winner"], table.ruling["tied"]) == (2, 2, [2, 3])


def test_when_who_answers_leaves_the_next_in_order_answers() -> None:
    table = in_order()
    table.enter("wrong", 3000)
    changed(table, "seats=1,2,3 rebound=order")
    assert queue(table) == (1, [])


def test_when_who_answered_wrong_leaves_the_question_goes_on() -> None:
    table = in_order()
    table.enter("wrong", 3000)
    changed(table, "seats=1,3,4 rebound=order")
    assert queue(table) == (4, [1])


def test_who_joins_the_team_of_a_wrong_answer_is_out_with_it() -> None:
    table = in_order("", 2, 1)
    table.enter("wrong", 3000)
    changed(table, f"{SEATS} rebound=order teams=1+2")
    assert (table.see["phase"], barred(table)) == ("idle", [])


def test_who_comes_in_mid_question_may_answer() -> None:
    table = in_order("", 2)
    changed(table, "seats=1,2,3,4,5 rebound=order")
    table.press(5, 2500)
    table.enter("wrong", 3000)
    assert queue(table) == (5, [])


# -- the host's ok -------------------------------------------------------------------------------------------


def test_an_ok_on_its_way_while_time_hands_the_answer_on_judges_nobody() -> None:
    evening = quiz("rebound=order answer=5 late_wrong=yes")
    evening.tap(2, 3000)
    evening.tap(1, 3100)
    evening.ok(8050)
    assert evening.refused == "It has just changed: look, then ok"
    assert (evening.see["answering"], evening.see["players"]["1"]["points"]) == (1, 0)


def test_two_oks_for_two_different_acts_are_one_within_300_ms() -> None:
    evening = quiz()
    evening.tap(2, 3000)
    evening.ok(4000)
    evening.ok(4299)
    assert (evening.see["phase"], evening.see["players"]["2"]["points"]) == ("ruled", 1)
    evening.ok(4600)
    assert evening.see["phase"] == "idle"


def test_undo_takes_back_one_handing_on_and_the_stragglers_with_the_ruling() -> None:
    evening = quiz("rebound=order")
    for seat, ms in ((2, 3000), (1, 3100)):
        evening.tap(seat, ms)
    evening.enter("wrong", 4000)
    evening.tap(3, 4500)
    evening.key("undo", 5000)
    assert (evening.see["answering"], evening.see["queue"]) == (2, [1])
    evening.key("undo", 5500)
    assert evening.see["phase"] == "open"


def test_ticks_are_wanted_on_the_clock_that_runs_and_on_no_other() -> None:
    table = opened("seats=1,2,3 open_s=20 answer=10 tie_us=30000 rebound=order")
    ends = table.referee.runs_out_at
    assert ends(table.state) == 21_000 * NS_PER_MS
    table.press(2, 1500)
    assert ends(table.state) is None, "the ruling is due"
    table.wait(1600)
    assert ends(table.state) == 11_500 * NS_PER_MS
    table.wait(11_500)
    assert ends(table.state) is None
    table = sit("seats=1,2 open_s=20 answer=10")
    assert ends(table.state) is None
