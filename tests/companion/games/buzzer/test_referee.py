from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.errors import OptionError
from companion.i18n import speaker
from firmware.events import Enter, HostKey, Key, Press, Within
from firmware.views import Cue, Lamp, Sound
from tests.companion.games.buzzer.quiz_sitting import (
    TIE,
    barred,
    changed,
    choices,
    labels,
    opened,
    points,
    ruled,
    sit,
    tied,
)
from tests.companion.games.sitting import Sitting, ns, referee_for

# -- one question --------------------------------------------------------------------------------------------


def test_a_question_goes_from_idle_to_armed_to_open_to_ruled_and_back() -> None:
    table = sit()
    phases = [table.see["phase"]]
    for ms in (500, 1000):
        table.ok(ms)
        phases.append(table.see["phase"])
    table.press(3, 1500)
    table.wait(1600)
    phases.append(table.see["phase"])
    table.ok(2000)
    phases.append(table.see["phase"])
    assert phases == ["idle", "armed", "open", "ruled", "idle"]
    assert table.see["question"] == 1


def test_between_questions_presses_are_refused() -> None:
    assert sit().press(2, 100) == "Wait for the question"


def test_the_first_press_is_ruled_with_one_sound() -> None:
    table = opened()
    table.press(3, 1500)
    table.press(1, 1512.4)
    assert table.see["phase"] == "ruled"
    assert table.cues == [Cue(Sound.RULING, 3)]
    assert (table.ruling["winner"], table.ruling["by"]) == (3, "time")
    assert (table.ruling["order"], table.ruling["margins_us"]) == ([3, 1], [0, 12_400])
    assert table.referee.lamp(table.state, 3, table.now) is Lamp.BLINK


def test_the_whole_order_is_kept_after_the_ruling_and_each_seat_once() -> None:
    table = ruled()
    table.press(4, 1700)
    table.press(1, 1800)
    table.press(4, 1900)
    assert table.ruling["order"] == [2, 4, 1]
    assert table.see["phase"] == "ruled"


def test_a_press_delivered_after_the_ruling_is_late_and_flips_nothing() -> None:
    table = ruled(first=2)
    table.press(3, 1400)
    assert (table.ruling["winner"], table.ruling["late"], table.ruling["order"]) == (2, [3], [2])


def test_the_host_may_end_a_question_nobody_answers() -> None:
    table = opened()
    assert table.ok(3000) is None
    table.wait(3000)
    assert table.see["phase"] == "idle"
    assert table.cues == []


def test_a_press_stamped_before_the_host_gave_up_still_counts_and_one_after_does_not() -> None:
    for at, phase in ((2999.999, "ruled"), (3000, "ruled")):
        table = opened()
        table.press(1, at)
        table.ok(3000)
        table.wait(3100)
        assert table.see["phase"] == phase
    table = opened("seats=1,2")
    table.ok(3000)
    assert table.press(1, 3000) is None
    table.wait(3100)
    assert table.see["phase"] == "ruled"
    table = opened("seats=1,2 tie_us=30000")
    table.ok(3000)
    assert table.press(1, 3000.001) == "Wait for the question"


def test_ok_waits_for_a_ruling_that_is_due() -> None:
    table = opened("seats=1,2 tie_us=30000")
    table.press(1, 1500)
    assert table.ok(1510) == "Someone has already pressed"


# -- early presses -------------------------------------------------------------------------------------------


def test_an_early_press_bars_its_seat_for_the_penalty_and_no_longer() -> None:
    table = sit("seats=1,2 penalty=250")
    table.ok(500)
    assert table.press(2, 900) is None
    assert table.cues == [Cue(Sound.EARLY, 2)]
    assert barred(table) == ["2"]
    table.ok(1000)
    assert table.press(2, 1149.999) is None
    table.wait(1149.999)
    assert (table.see["phase"], barred(table)) == ("open", ["2"])
    assert table.press(2, 1150) is None
    table.wait(1200)
    assert table.ruling["winner"] == 2
    assert (table.ruling["early"], table.ruling["barred"]) == ([2], [2])


def test_each_further_early_press_restarts_the_bar() -> None:
    table = sit("seats=1,2 penalty=250")
    table.ok(500)
    for ms in (800, 900, 990):
        table.press(2, ms)
    table.ok(1000)
    table.press(2, 1239)
    table.wait(1300)
    assert table.see["phase"] == "open"
    table.press(2, 1240 + 61)
    table.wait(1400)
    assert table.ruling["winner"] == 2


def test_a_press_while_barred_does_not_lengthen_the_bar_once_open() -> None:
    table = sit("seats=1,2 penalty=250")
    table.ok(500)
    table.press(2, 990)
    table.ok(1000)
    table.press(2, 1200)
    assert table.press(2, 1240) is None
    table.wait(1300)
    assert table.ruling["winner"] == 2


def test_a_barred_press_never_wins_against_a_later_free_one() -> None:
    table = sit("seats=1,2 penalty=250")
    table.ok(500)
    table.press(2, 990)
    table.ok(1000)
    table.press(2, 1100)
    table.press(1, 1101)
    table.wait(1200)
    assert (table.ruling["winner"], table.ruling["order"], table.ruling["barred"]) == (1, [1], [2])


def test_a_press_stamped_before_the_opening_is_early_whenever_it_is_delivered() -> None:
    table = opened("seats=1,2 penalty=250")
    assert table.press(2, 999.999) is None
    assert barred(table) == ["2"]
    assert table.cues == [Cue(Sound.EARLY, 2)]
    table.press(1, 1100)
    table.wait(1200)
    assert (table.ruling["winner"], table.ruling["early"]) == (1, [2])


def test_a_press_at_the_very_stamp_of_the_opening_counts() -> None:
    table = opened("seats=1,2")
    table.press(2, 1000)
    table.wait(1100)
    assert table.ruling["winner"] == 2


def test_without_a_penalty_an_early_press_is_only_shown() -> None:
    table = sit("seats=1,2 penalty=0")
    table.ok(500)
    table.press(2, 999)
    table.ok(1000)
    table.press(2, 1001)
    table.wait(1100)
    assert (table.ruling["winner"], table.ruling["early"]) == (2, [2])


def test_bars_end_with_the_question() -> None:
    table = sit("seats=1,2 penalty=60000")
    table.ok(500)
    table.press(2, 900)
    table.ok(1000)
    table.press(1, 1500)
    table.ok(2000)
    table.ok(2500)
    assert barred(table) == []


# -- clocks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "counts"), [(5999, True), (5999.999, True), (6000, False), (6001, False)])
def test_a_press_before_the_questions_time_is_up_counts_and_at_its_end_not(at: float, counts: bool) -> None:
    table = opened("seats=1,2 open_s=5")
    why = table.press(2, at)
    table.wait(6100)
    assert (why is None) is counts
    assert table.see["phase"] == ("ruled" if counts else "idle")


def test_a_tie_across_the_end_is_no_tie() -> None:
    table = opened("seats=1,2 open_s=5 tie_us=30000")
    table.press(2, 5990)
    assert table.press(1, 6005) == "Too late: time is up"
    table.wait(6100)
    assert (table.ruling["winner"], table.ruling["tie"]) == (2, False)


@pytest.mark.parametrize("options", ["open_s=5", ""])
def test_a_press_that_may_have_been_first_is_tied_though_its_stamp_is_after_the_end(options: str) -> None:
    table = opened(f"seats=1,2,3 reach_us=18000 {options}")
    if not options:
        table.ok(6000)
    table.press(2, 5999.5)
    assert table.press(1, 6000.4) == "Too late: time is up"
    assert table.happen(Press(3, ns(6005), Within(ns(18), 0, ns(8), "pad"))) is None
    table.wait(6100)
    assert table.ruling["tied"] == [2, 3]


def test_the_questions_clock_runs_down_and_says_so() -> None:
    table = opened("seats=1,2 open_s=5")
    assert table.see["clock_ms"] == 5000
    table.wait(5999.001)
    assert table.see["clock_ms"] == 1
    table.wait(6000)
    assert (table.see["phase"], table.see["clock_ms"]) == ("idle", None)
    assert table.cues == [Cue(Sound.TIME_UP)]


def test_the_answers_clock_runs_from_the_first_stamp_and_sounds_once() -> None:
    table = ruled("seats=1,2 answer=10", first=2, ms=1500)
    assert table.see["clock_ms"] == 10_000 - 40
    table.wait(11_499.999)
    assert table.cues == []
    table.wait(11_500)
    assert table.cues == [Cue(Sound.TIME_UP)]
    assert (table.see["phase"], table.see["clock_ms"]) == ("ruled", 0)
    table.wait(60_000)
    assert table.cues == []
    assert table.enter("right", 61_000) is None


def test_a_judged_answer_needs_no_clock() -> None:
    table = ruled("seats=1,2 answer=10")
    table.enter("right", 3000)
    table.wait(60_000)
    assert (table.cues, table.see["clock_ms"]) == ([], None)


def test_without_limits_no_clock_runs() -> None:
    table = opened("seats=1,2")
    table.wait(3_600_000)
    assert (table.see["phase"], table.see["clock_ms"]) == ("open", None)


def test_who_answers_is_told_when_that_time_is_up_and_when_it_was_right() -> None:
    table = ruled("seats=1,2 answer=10", first=2)

    def told() -> tuple[str, tuple[str, ...]]:
        screen = table.referee.seat_screen(table.state, 2, table.now, speaker("en"))
        return screen.big, screen.text

    assert told() == ("FIRST!", ("answer now",))
    table.wait(11_500)
    assert told() == ("TIME!", ("time is up",))
    table.enter("right", 12_000)
    assert told() == ("RIGHT!", ())
    assert table.referee.lamp(table.state, 2, table.now) is Lamp.OFF


# -- answers -------------------------------------------------------------------------------------------------


def test_a_right_answer_scores_once() -> None:
    table = ruled("seats=1,2,3 points=5")
    assert table.enter("right", 2000) is None
    assert table.cues == [Cue(Sound.RIGHT, 2)]
    assert points(table) == [0, 5, 0]
    assert table.enter("right", 2100) == "The answer was already judged"
    assert table.enter("wrong", 2200) == "The answer was already judged"
    assert points(table) == [0, 5, 0]


def test_a_wrong_answer_bars_its_seat_and_reopens_for_the_others() -> None:
    table = ruled("seats=1,2,3 minus=2")
    table.press(3, 1600)
    assert table.enter("wrong", 2000) is None
    assert table.cues == [Cue(Sound.WRONG, 2)]
    assert (table.see["phase"], barred(table), points(table)) == ("open", ["2"], [0, -2, 0])
    table.press(2, 2100)
    table.press(3, 2200)
    table.wait(2300)
    assert (table.ruling["winner"], table.ruling["barred"]) == (3, [2])


def test_who_pressed_before_the_reopening_must_press_again() -> None:
    table = ruled("seats=1,2,3")
    table.press(3, 1600)
    table.enter("wrong", 2000)
    table.wait(5000)
    assert table.see["phase"] == "open"


def test_the_questions_clock_starts_anew_when_it_reopens() -> None:
    table = ruled("seats=1,2,3 open_s=5", ms=5900)
    table.enter("wrong", 7000)
    assert table.see["clock_ms"] == 5000
    assert table.press(1, 11_999) is None


def test_when_all_have_answered_wrong_the_question_is_over() -> None:
    table = ruled("seats=1,2")
    table.enter("wrong", 2000)
    table.press(1, 2500)
    table.enter("wrong", 3000)
    assert table.see["phase"] == "idle"
    table.ok(4000)
    assert barred(table) == []


def test_points_can_be_corrected_at_any_time() -> None:
    table = sit("seats=1,2")
    assert table.enter("2 +3", 100) is None
    assert table.enter("1 -1000", 200) is None
    table.ok(500)
    assert table.enter("2 +1", 600) is None
    assert points(table) == [-1000, 4]


@pytest.mark.parametrize(
    "typed",
    [
        "2",
        "2 3",
        "2 +-3",
        "2 ++3",
        "2 +1001",
        "3 +1",
        "2 +²",
        "points 3 1",
        "points 1 +3",
        "points 1 10000",
        "points 1",
        "first",
        "yes",
        "",
        "9" * 5000 + " +1",
    ],
)
def test_what_can_not_be_meant_is_refused_and_quoted(typed: str) -> None:
    table = sit("seats=1,2")
    expected = "Expected right, wrong, next, nobody, first SEAT, value N, points SEAT N, SEAT +N or end; got "
    assert table.enter(typed, 100) == expected + typed


@pytest.mark.parametrize("typed", ["right", "wrong"])
def test_without_an_answer_there_is_nothing_to_judge(typed: str) -> None:
    for table in (sit(), opened()):
        assert table.enter(typed, 1100) == "Nobody is answering now"
    table = ruled()
    table.ok(2000)
    assert table.enter(typed, 2500) == "Nobody is answering now"


def test_once_ruled_ok_says_right_and_the_knob_wrong_or_the_next_question() -> None:
    table = ruled()
    assert choices(table) == ["right", "wrong", ""]
    table.enter("right", 2000)
    assert labels(table) == ["Next question", "Points ...", "How quick? ...", "End the quiz"]


def test_how_quick_one_was_is_told_in_seconds_as_a_range_only_where_there_is_one() -> None:
    table = ruled(ms=1500)
    table.enter("right", 2000)
    assert _quickness(table) == ["Seat 2: 0.50 s"]
    for ms in (3000, 3500, 4000):
        table.ok(ms)
    table.press(2, 4800)
    table.wait(4900)
    table.enter("right", 5000)
    assert _quickness(table) == ["Seat 2: 0.50–0.65 s"]


def _quickness(table: Sitting) -> list[str]:
    offered = table.referee.choices(table.state)
    told = next(choice.then for choice in offered if choice.label.filled().startswith("How quick"))
    assert told is not None
    return [line.label.filled() for line in told()]


def test_ok_is_named_in_every_phase_and_nothing_is_offered_while_a_ruling_is_due() -> None:
    table = sit("seats=1,2 tie_us=30000")
    named = [labels(table)[0]]
    for ms in (500, 1000):
        table.ok(ms)
        named.append(labels(table)[0])
    assert named == ["Next question", "Open", "Nobody knows"]
    table.press(1, 1500)
    assert labels(table) == []
    assert table.ok(1510) == "Someone has already pressed"


@pytest.mark.parametrize("typed", ["next", "następne", "NASTEPNE"])
def test_the_next_question_is_typed_where_ok_would_ask_for_it_or_judge(typed: str) -> None:
    table = ruled()
    assert table.enter(typed, 2000) is None
    assert table.see["phase"] == "idle"
    assert table.enter(typed, 3000) is None
    assert table.see["phase"] == "armed"
    assert str(table.enter(typed, 4000)).startswith("Expected ")


def test_verdicts_are_typed_in_polish_too() -> None:
    table = ruled("seats=1,2,3")
    assert table.enter("źle", 2000) is None
    table.press(1, 3000)
    table.wait(3100)
    assert table.enter("dobrze", 4000) is None
    assert table.enter("punkty 3 7", 5000) is None
    assert points(table) == [1, 0, 7]


# -- points by word and by knob ------------------------------------------------------------------------------


def test_the_knob_corrects_points_between_questions_and_the_menu_always() -> None:
    for table in (sit("seats=1,2"), opened("seats=1,2"), ruled("seats=1,2")):
        table.enter("points 2 4", 2000)
        whose, *_ = table.referee.corrections(table.state)
        assert whose.then is not None
        seat_2 = whose.then()[1]
        assert str(seat_2.label) == "Seat 2: 4"
        assert seat_2.then is not None
        numbers = seat_2.then()
        assert numbers[seat_2.start].text == "points 2 4"
        assert table.enter(numbers[seat_2.start + 3].text, 2500) is None
        assert points(table) == [0, 7]
    assert choices(sit("seats=1,2")) == ["", "points", "value", "end"]


def test_points_said_are_the_whole_teams() -> None:
    table = sit("seats=1,2,3,4 teams=1+2,3+4")
    table.enter("points 2 -3", 100)
    assert points(table) == [-3, -3, 0, 0]


# -- ties ----------------------------------------------------------------------------------------------------


def test_a_tie_is_shown_as_one_and_nobody_wins_it() -> None:
    table = tied()
    assert table.cues == []
    assert (table.ruling["winner"], table.ruling["tied"], table.ruling["by"]) == (None, [2, 4], "table")
    assert table.ruling["order"] == [4, 2, 3]
    assert [table.referee.lamp(table.state, seat, table.now) for seat in (1, 2, 3, 4)] == [
        Lamp.OFF,
        Lamp.BLINK,
        Lamp.OFF,
        Lamp.BLINK,
    ]


def test_a_tie_sounds_like_one() -> None:
    table = opened("seats=1,2")
    table.press(1, 1500)
    table.press(2, 1500)
    table.wait(1501)
    assert table.cues == [Cue(Sound.TIE)]


def test_the_table_decides_a_tie_and_may_change_its_mind_until_the_answer_is_judged() -> None:
    table = tied()
    for typed in ("right", "wrong"):
        assert table.enter(typed, 1700) == "A tie: first say who answers"
    assert choices(table) == ["first", "first 2", "first 4", ""]
    who = table.referee.choices(table.state)[0].then
    assert who is not None
    assert [choice.text for choice in who()] == ["first 2", "first 4"]
    assert table.enter("first 3", 1800) == "Expected one of the tied seats, got 3"
    assert table.enter("first 2", 1900) is None
    assert table.enter("first 4", 2000) is None
    assert table.cues == [Cue(Sound.RULING, 4)]
    assert (table.ruling["winner"], table.ruling["by"], table.ruling["tie"]) == (4, "table", True)
    assert choices(table) == ["right", "wrong", "", "first"]
    table.enter("right", 2100)
    assert points(table) == [0, 0, 0, 1]
    assert table.enter("first 2", 2200) == "There is no tie to decide"


def test_after_a_tie_the_answers_clock_runs_from_the_decision() -> None:
    table = tied("seats=1,2,3,4 answer=5")
    assert table.see["clock_ms"] is None
    table.enter("first 2", 9000)
    assert table.see["clock_ms"] == 5000


@pytest.mark.parametrize("make", [sit, opened, ruled])
def test_there_must_be_a_tie_to_decide(make: object) -> None:
    assert callable(make)
    assert make().enter("first 2", 3000) == "There is no tie to decide"


# -- teams ---------------------------------------------------------------------------------------------------


def test_a_team_shares_points_and_a_wrong_answer_bars_all_of_it() -> None:
    table = ruled("seats=1,2,3,4 teams=1+2,3+4 points=2 minus=1", first=2)
    table.enter("wrong", 2000)
    assert (points(table), barred(table)) == ([-1, -1, 0, 0], ["1", "2"])
    table.press(1, 2500)
    table.press(4, 2501)
    table.wait(2600)
    table.enter("right", 3000)
    assert (table.ruling["winner"], points(table)) == (4, [-1, -1, 2, 2])


@pytest.mark.parametrize(("bar", "who"), [("team", ["1", "2"]), ("seat", ["1"])])
def test_an_early_press_bars_the_team_or_only_who_pressed(bar: str, who: list[str]) -> None:
    table = sit(f"seats=1,2,3,4 teams=1+2,3+4 bar={bar}")
    table.ok(500)
    table.press(1, 900)
    assert barred(table) == who
    table.ok(1000)
    table.press(2, 1100)
    table.wait(1149)
    assert table.see["phase"] == ("open" if bar == "team" else "ruled")
    table.wait(1150)
    assert barred(table) == []


def test_when_every_team_was_wrong_the_question_is_over() -> None:
    table = ruled("seats=1,2,3,4 teams=1+2,3+4", first=2)
    table.enter("wrong", 2000)
    table.press(3, 2500)
    table.enter("wrong", 3000)
    assert table.see["phase"] == "idle"


def test_whoever_is_in_no_team_plays_alone() -> None:
    table = ruled("seats=1,2,3 teams=1+2", first=3)
    table.enter("right", 2000)
    assert points(table) == [0, 0, 1]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("teams=1+5,2+3", "buzzer: expected teams of seats in play, got [5]"),
        (
            "teams=1+2,2+3",
            "buzzer: expected teams to be teams of seats, each seat in one, such as 1+2,3+4; got '1+2,2+3'",
        ),
        (
            "teams=1+x",
            "buzzer: expected teams to be teams of seats, each seat in one, such as 1+2,3+4; got '1+x'",
        ),
        ("penalty=-1", "buzzer: expected penalty to be ms from 0 to 60000, or question; got '-1'"),
        ("target=-5", "buzzer: expected target to be a whole number from 0 to 10000; got '-5'"),
        ("rebound=next", "buzzer: expected rebound to be open or order; got 'next'"),
        ("bar=all", "buzzer: expected bar to be team or seat; got 'all'"),
        ("answer=1e3", "buzzer: expected answer to be seconds from 0 to 3600; got '1e3'"),
        ("open_s=3601", "buzzer: expected open_s to be seconds from 0 to 3600; got '3601'"),
        ("points=many", "buzzer: expected points to be a whole number from 0 to 1000; got 'many'"),
    ],
)
def test_options_that_can_not_be_are_one_line(options: str, said: str) -> None:
    with pytest.raises(OptionError) as caught:
        referee_for(f"buzzer seats=1,2,3,4 {options}")
    assert str(caught.value) == said


def test_a_quiz_never_ends_by_itself() -> None:
    table = ruled()
    table.enter("right", 2000)
    assert table.referee.outcome(table.state).winners is None


# -- anything in any order -----------------------------------------------------------------------------------

SEATS = st.integers(1, 8)
STEPS = st.sampled_from([0, 0.1, TIE, 1, 30, 250, 999, 1000, 5000])
WORDS = st.one_of(
    st.sampled_from(["first", "nobody", "end", "value 7", "value x", ""]),
    st.builds("first {}".format, st.integers(0, 9)),
    st.builds("{} {:+}".format, st.integers(0, 9), st.integers(-3, 3)),
    st.text(max_size=12),
)


class Anything(RuleBasedStateMachine):
    """Nobody keeps to the rules."""

    table: Sitting

    @initialize(
        seats=st.lists(SEATS, min_size=2, max_size=8, unique=True),
        tie=st.sampled_from([0, 500, 30_000, 1_000_000]),
        answer=st.sampled_from(["0", "0.001", "1"]),
        open_s=st.sampled_from(["0", "0.2", "5"]),
        penalty=st.sampled_from(["0", "250", "question"]),
        others=st.tuples(
            st.sampled_from(["rebound=open", "rebound=order"]),
            st.sampled_from(["late_wrong=no", "late_wrong=yes"]),
            st.sampled_from(["bar=team", "bar=seat"]),
            st.sampled_from(["target=0", "target=3"]),
        ),
        paired=st.booleans(),
    )
    def begin(
        self,
        seats: list[int],
        tie: int,
        answer: str,
        open_s: str,
        penalty: str,
        others: tuple[str, ...],
        paired: bool,
    ) -> None:
        ring = ",".join(map(str, sorted(seats)))
        teams = f"{seats[0]}+{seats[1]}" if paired else ""
        more = " ".join(others)
        self.options = f"tie_us={tie} answer={answer} open_s={open_s} penalty={penalty} minus=1 {more}"
        self.table = sit(f"seats={ring} {self.options} teams={teams}")

    def _at(self, step: float) -> float:
        return self.table.now / 1e6 + step

    @rule(seat=SEATS, step=STEPS)
    def button(self, seat: int, step: float) -> None:
        self.table.press(seat, self._at(step))

    @rule(seat=SEATS, ago=STEPS)
    def delivered_late(self, seat: int, ago: float) -> None:
        self.table.press(seat, max(0, self._at(-ago)))

    @rule(text=WORDS, step=STEPS)
    def typed(self, text: str, step: float) -> None:
        self.table.enter(text, self._at(step))

    @rule(typed=st.sampled_from(["right", "wrong", "next"]), step=STEPS)
    def judged(self, typed: str, step: float) -> None:
        self.table.wait(self._at(step))
        who, had, worth = self.table.see["answering"], points(self.table), self.table.see["value"]
        seats, team = self.table.referee.setup.seats, self.table.referee.setup.options.team(who)
        refused = self.table.enter(typed, self._at(0))
        gain = {"right": worth, "wrong": -1}.get(typed, 0) if refused is None else 0
        assert points(self.table) == [
            n + (gain if seat in team else 0) for seat, n in zip(seats, had, strict=True)
        ]

    @rule(step=STEPS)
    def ok(self, step: float) -> None:
        self.table.ok(self._at(step))

    @rule(seat=SEATS)
    def elbow(self, seat: int) -> None:
        self.table.state = self.table.referee.without(self.table.state, seat) or self.table.state

    @rule(seats=st.lists(SEATS, min_size=2, max_size=8, unique=True), paired=st.booleans())
    def others_play(self, seats: list[int], paired: bool) -> None:
        had, was = self.table.state.points, self.table.referee.setup
        teams = f"{seats[0]}+{seats[1]}" if paired else ""
        changed(self.table, f"seats={','.join(map(str, sorted(seats)))} {self.options} teams={teams}")
        options = self.table.referee.setup.options
        for seat, now in zip(sorted(seats), points(self.table), strict=True):
            if seat in was.seats and options.team(seat) == was.options.team(seat):
                assert now == had[seat]

    @rule(step=STEPS)
    def time_passes(self, step: float) -> None:
        self.table.wait(self._at(step))

    @invariant()
    def it_can_be_told_and_shown(self) -> None:
        self.table.check()

    @invariant()
    def a_team_has_its_points_together(self) -> None:
        for team in self.table.referee.setup.options.teams:
            assert len({self.table.state.points[seat] for seat in team}) == 1

    @invariant()
    def who_is_queued_may_still_be_asked(self) -> None:
        see, options = self.table.see, self.table.referee.setup.options
        queue, who = see["queue"], see["answering"]
        assert not {str(seat) for seat in queue} & set(barred(self.table))
        teams = [options.team(seat) for seat in queue]
        assert len(set(teams)) == len(teams)
        assert who is None or (options.team(who) not in teams and str(who) not in barred(self.table))
        if queue or who is not None:
            assert see["phase"] == "ruled"
            assert {*queue, who} <= {*self.table.ruling["order"], None}

    @invariant()
    def what_is_highlighted_can_be_done(self) -> None:
        if self.table.see["phase"] == "over":
            return  # then the box's own choices are offered
        for choice in self.table.referee.choices(self.table.state)[:1]:
            (taken, *_) = (choice,) if choice.then is None else choice.then()
            event = Enter(taken.text, self.table.now) if taken.text else Key(HostKey.OK, self.table.now)
            after, _ = self.table.referee.step(self.table.state, event)
            assert after != self.table.state

    @invariant()
    def the_verdict_makes_sense(self) -> None:
        see = self.table.see
        assert see["clock_ms"] is None or see["clock_ms"] >= 0
        if see["phase"] != "ruled":
            return
        ruling = self.table.ruling
        assert ruling["margins_us"] == sorted(ruling["margins_us"])
        assert len(set(ruling["order"])) == len(ruling["order"])
        assert ruling["winner"] is None or ruling["winner"] in (ruling["tied"] or ruling["order"][:1])


TestAnything = Anything.TestCase
TestAnything.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)


def test_a_bar_and_a_clock_say_when_the_screens_change() -> None:
    table = sit("seats=1,2 penalty=250 open_s=5")
    table.ok(500)
    table.press(2, 900)
    table.ok(1000)
    assert table.referee.changes_at(table.state, ns(1000)) == ns(1150)
    assert table.referee.changes_at(table.state, ns(1150)) == ns(2000)
