from __future__ import annotations

from typing import Any

from companion.i18n import speaker
from companion.table.parts import Entries, Entry, until
from companion.table.view import Plate, TableView
from firmware.events import NS_PER_MS, NS_PER_S, Seat
from firmware.views import Mood
from tests.companion.games.sitting import Sitting, ns, referee_for

en = speaker("en")


def sit(options: str = "") -> Sitting:
    return Sitting(referee_for(f"buzzer seats=1,2,3,4 {options}"))


def look(sat: Sitting, ms: float) -> TableView:
    referee: Any = sat.referee
    view = referee.table(sat.state, ns(ms), en)
    assert isinstance(view, TableView)
    return view


def plates(sat: Sitting, ms: float) -> dict[Seat, Plate]:
    return {plate.seat: plate for plate in look(sat, ms).plates}


def opened(options: str = "") -> Sitting:
    sat = sit(options)
    sat.ok(1000)
    sat.ok(3000)
    return sat


def test_an_early_press_is_told_and_its_bar_shrinks() -> None:
    sat = sit("penalty=1000")
    sat.ok(1000)
    sat.press(2, 2000)
    early = plates(sat, 2250)[2]
    assert (early.note, early.mood, early.bar) == ("too early!", Mood.WAIT, 750)
    assert plates(sat, 2500)[2].bar == 500
    assert plates(sat, 3000)[2].bar == 0
    assert plates(sat, 2250)[1].bar == 0
    assert look(sat, 2250).moving


def test_whoever_may_press_is_told_to() -> None:
    sat = sit("penalty=1000")
    sat.ok(1000)
    sat.press(2, 2500)
    assert {plate.mood for plate in look(sat, 2600).plates} == {Mood.WAIT}
    sat.ok(3000)
    moods = {seat: plate.mood for seat, plate in plates(sat, 3100).items()}
    assert moods == {1: Mood.TURN, 2: Mood.WAIT, 3: Mood.TURN, 4: Mood.TURN}
    assert plates(sat, 3500)[2].mood is Mood.TURN


def test_the_whole_order_is_told_with_margins() -> None:
    sat = opened()
    sat.press(3, 3500)
    sat.press(1, 3512.4)
    sat.press(4, 3600)
    sat.wait(3700)
    told = {seat: (plate.note, plate.mood, plate.strong) for seat, plate in plates(sat, 3700).items()}
    assert told == {
        3: ("FIRST!", Mood.TURN, True),
        1: ("+12.4 ms", Mood.CALM, False),
        4: ("+100.0 ms", Mood.CALM, False),
        2: ("", Mood.CALM, False),
    }


def test_the_simultaneous_have_no_places_and_are_all_what_it_is_about() -> None:
    sat = opened()
    sat.press(3, 3500)
    sat.press(1, 3500.2)
    sat.wait(3700)
    told = {seat: (plate.note, plate.strong, plate.mood) for seat, plate in plates(sat, 3700).items()}
    assert told[1] == told[3] == ("TIE", True, Mood.CALM)
    sat.enter("first 1", 4000)
    decided = plates(sat, 4000)
    assert (decided[1].strong, decided[1].mood, decided[3].strong) == (True, Mood.TURN, False)
    assert decided[3].note == "TIE"


def test_who_answered_wrong_is_out_of_the_question() -> None:
    sat = opened()
    sat.press(3, 3500)
    sat.wait(3600)
    sat.enter("wrong", 5000)
    assert (plates(sat, 5100)[3].note, plates(sat, 5100)[3].mood) == ("out", Mood.WAIT)
    assert plates(sat, 5100)[1].mood is Mood.TURN


def test_points_and_between_questions_the_place_they_make() -> None:
    sat = opened("points=5")
    sat.press(3, 3500)
    sat.wait(3600)
    sat.enter("right", 5000)
    assert (plates(sat, 5000)[3].value, plates(sat, 5000)[3].mood) == ("5p", Mood.CALM)
    sat.ok(6000)
    assert [(plate.value, plate.note) for plate in look(sat, 6000).plates] == [
        ("0p", "2."),
        ("0p", "2."),
        ("5p", "1."),
        ("0p", "2."),
    ]


def test_a_team_has_its_points_together() -> None:
    sat = opened("teams=1+2,3+4 points=2")
    sat.press(3, 3500)
    sat.wait(3600)
    sat.enter("right", 5000)
    assert [plate.value for plate in look(sat, 5000).plates] == ["0p", "0p", "2p", "2p"]


def test_the_clock_that_runs_lies_on_the_table() -> None:
    sat = opened("open_s=20 answer=10")
    assert look(sat, 3100).middle == (until(3 * NS_PER_S + 20 * NS_PER_S, 20 * NS_PER_S, 3100 * NS_PER_MS),)
    sat.press(3, 3500)
    sat.wait(3600)
    assert look(sat, 3600).middle == (
        until(3500 * NS_PER_MS + 10 * NS_PER_S, 10 * NS_PER_S, 3600 * NS_PER_MS),
    )
    sat.enter("right", 5000)
    assert look(sat, 5000).middle == ()


def test_without_clocks_nothing_lies_on_the_table() -> None:
    assert look(opened(), 3100).middle == ()


def test_who_answers_is_the_largest_of_all() -> None:
    sat = opened("answer=10")
    shown = look(sat, 3100)
    assert (shown.headline, shown.leads) == ("PRESS!", True)
    sat.press(3, 3500)
    sat.wait(3600)
    shown = look(sat, 3600)
    assert (shown.leads, shown.text, shown.below) == (True, ("",), ())
    sat.enter("right", 5000)
    assert look(sat, 5000).text == ("Right!",)
    sat.ok(6000)
    assert look(sat, 6000).headline == "Question 2"


def test_all_the_simultaneous_are_named_and_a_touch_on_one_says_that_it_answers() -> None:
    sat = opened()
    sat.press(3, 3500)
    sat.press(1, 3500.2)
    sat.wait(3700)
    shown = look(sat, 3700)
    two = (Entry("Seat 1", seat=1, does="first 1"), Entry("Seat 3", seat=3, does="first 3"))
    assert (shown.middle, shown.leads) == ((Entries(two),), False)
    sat.enter(two[1].does, 4000)
    assert (look(sat, 4000).middle, plates(sat, 4000)[3].note) == ((), "FIRST!")


def test_who_is_asked_next_stands_below_and_a_touch_hands_the_question_on() -> None:
    sat = opened("rebound=order")
    for seat, at in ((3, 3500), (1, 3600), (4, 3700)):
        sat.press(seat, at)
    sat.wait(3800)
    (queue,) = look(sat, 3800).below
    assert queue == Entries((Entry("then Seat 1", seat=1, does="next"), Entry("Seat 4", seat=4)))
    assert plates(sat, 3800)[1].note == "2."
    sat.enter("next", 4000)
    assert look(sat, 4000).below == (Entries((Entry("then Seat 4", seat=4, does="next"),)),)
    assert plates(sat, 4000)[3].note == "out"


def test_time_that_is_up_is_said_below_the_name_and_whose_team_it_is() -> None:
    sat = opened("answer=10 teams=1+2,3+4")
    sat.press(3, 3500)
    sat.wait(3600)
    assert look(sat, 3600).text == (en.team((3, 4)),)
    sat.wait(13_600)
    assert (look(sat, 13_600).text, plates(sat, 13_600)[3].note) == (("time is up",), "TIME!")
