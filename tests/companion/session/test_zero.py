"""The zero test before a first race: what it finds, whom it asks, and that no race ever hears of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.games.options import Surroundings
from companion.i18n import speaker
from companion.session import screens
from companion.session.session import Session
from companion.session.state import Stage
from companion.session.table import table_view
from companion.session.zero import LASTS_NS, LATE_NS, SHOWN_NS
from companion.table.home import Home
from firmware.drawing.frames import draw
from firmware.drawing.lettering import cells
from firmware.events import NS_PER_MS, Release
from firmware.times import Times
from firmware.views import Cue, Lamp, Mood, Score, Sound
from tests.companion.games.sitting import ns
from tests.companion.session.evening import Evening
from tests.companion.session.test_fault_words import TITLE_CELLS

pytestmark = pytest.mark.plays("buzzer")

HERE = Surroundings((1, 2, 3, 4), Times(), "en", zero=True)
ASKED = 3000
"""When the test begins (ms)."""
OVER = ASKED + LASTS_NS / NS_PER_MS
LATE, SHOWN = LATE_NS / NS_PER_MS, SHOWN_NS / NS_PER_MS
PAD = "18000/0/8000 usb-1/input0 Pad"


def _set_up(
    evening: Evening, at: int = 0, game: str = "buzzer", joining: tuple[int, ...] = (1, 2, 3)
) -> None:
    """From the menu to the options, three seconds later *Start!*."""
    evening.enter(f"choose {game}", at + 100)
    for number, seat in enumerate(joining):
        evening.tap(seat, at + 300 + 200 * number)
    evening.ok(at + 2000)
    evening.ok(at + ASKED)


@pytest.fixture
def evening() -> Evening:
    evening = Evening(Session(HERE))
    _set_up(evening)
    return evening


def _all_press(evening: Evening, at: float = 4000, seats: tuple[int, ...] = (1, 2, 3)) -> None:
    for number, seat in enumerate(seats):
        evening.press(seat, at + 19 * number)
    for number, seat in enumerate(seats):
        evening.happen(Release(seat, ns(at + 100 + 19 * number)))


def _found(evening: Evening) -> dict[str, list[int]]:
    """What is in the snapshot of it, but for whom there is none."""
    return {name: seats for name, seats in evening.see["zero"].items() if seats}


# -- whether it is asked for -------------------------------------------------------------------------------


def test_start_begins_at_once_on_a_box_that_tests_nobody() -> None:
    evening = Evening(Session(replace(HERE, zero=False)))
    _set_up(evening)
    assert (evening.state.stage, "zero" in evening.see) == (Stage.PLAY, False)


def test_start_asks_every_seat_that_plays(evening: Evening) -> None:
    assert (evening.see["phase"], _found(evening)) == ("zero", {"waiting": [1, 2, 3]})


@pytest.mark.plays("turns")
def test_a_game_without_races_asks_nobody() -> None:
    evening = Evening(Session(HERE))
    _set_up(evening, game="turns")
    assert evening.state.stage is Stage.PLAY


@pytest.mark.plays("seven_ate_nine")
def test_whoever_plays_alone_is_not_asked() -> None:
    evening = Evening(Session(HERE))
    _set_up(evening, game="seven_ate_nine", joining=(2,))
    assert evening.state.stage is Stage.PLAY


def test_options_that_can_not_be_played_are_told_before_anybody_presses(evening: Evening) -> None:
    evening.key("back", 3500)
    evening.state = replace(evening.state, said={"worth": "a lot"})
    evening.ok(4000)
    assert (evening.see["phase"], evening.refused is not None) == ("options", True)


def test_typed_it_asks_everyone_on_any_box_even_again() -> None:
    evening = Evening(Session(replace(HERE, zero=False)))
    evening.enter("choose buzzer", 100)
    evening.tap(1, 300)
    evening.tap(2, 500)
    evening.ok(2000)
    for at in (3000, 20_000):
        evening.enter("zero", at)
        assert _found(evening) == {"waiting": [1, 2]}
        _all_press(evening, at + 1000, (1, 2))
        assert _found(evening) == {"passed": [1, 2]}
        evening.key("back", at + 1500)


# -- what it finds -----------------------------------------------------------------------------------------


def test_once_all_have_pressed_and_let_go_the_game_begins_by_itself(evening: Evening) -> None:
    _all_press(evening)
    assert _found(evening) == {"passed": [1, 2, 3]}
    assert evening.cues == [Cue(Sound.RIGHT)]
    evening.wait(4138 + SHOWN - 1)
    assert evening.see["phase"] == "zero"
    evening.wait(4138 + SHOWN)
    assert evening.see["phase"] == "idle"


def test_who_has_let_go_is_ticked_at_once_and_who_has_not_yet_is_told_to(evening: Evening) -> None:
    evening.tap(1, 4000)
    evening.press(2, 4010)
    assert _found(evening) == {"waiting": [2, 3], "passed": [1]}
    seats, lamps = evening.shown.seats, evening.shown.lamps
    assert [seats[seat].big for seat in (1, 2, 3)] == ["✓", "LET GO", "PRESS"]
    assert [lamps[seat] for seat in (1, 2, 3, 4)] == [Lamp.OFF, Lamp.OFF, Lamp.ON, Lamp.OFF]
    assert seats[3].mood is Mood.TURN


def test_who_never_pressed_is_missing_and_the_game_waits_for_the_host(evening: Evening) -> None:
    evening.tap(1, 4000)
    evening.tap(3, 4010)
    evening.wait(OVER - 1)
    assert _found(evening) == {"waiting": [2], "passed": [1, 3]}
    evening.wait(OVER)
    assert _found(evening) == {"missing": [2], "passed": [1, 3]}
    assert evening.cues == [Cue(Sound.WRONG)]
    evening.tap(2, OVER + 30_000)
    evening.wait(OVER + 60_000)
    assert (evening.shown.main.big, evening.shown.main.scores) == ("Play on", (Score(2, "missing"),))
    evening.ok(OVER + 61_000)
    assert evening.state.stage is Stage.PLAY


@pytest.mark.parametrize(("after", "found"), [(LATE, "passed"), (LATE + 0.000001, "late")])
def test_late_is_more_than_a_second_after_half_of_them(evening: Evening, after: float, found: str) -> None:
    evening.tap(1, 4000)
    evening.tap(2, 4500)
    evening.tap(3, 4500 + after)
    assert 3 in _found(evening)[found]


def test_one_elbow_makes_nobody_else_late(evening: Evening) -> None:
    evening.tap(1, 3100)
    evening.tap(2, 6000)
    evening.tap(3, 6100)
    assert _found(evening) == {"passed": [1, 2, 3]}


@pytest.mark.parametrize(("pressed", "found"), [(OVER - LATE - 1, "stuck"), (OVER - 500, "passed")])
def test_who_does_not_let_go_is_stuck_unless_it_has_just_pressed(
    evening: Evening, pressed: float, found: str
) -> None:
    evening.tap(1, pressed - 30)
    evening.tap(2, pressed - 120)
    evening.press(3, pressed)
    evening.wait(OVER)
    assert 3 in _found(evening)[found]


@pytest.mark.parametrize("fault", ["stuck", "noisy"])
def test_what_the_box_types_of_a_line_is_found_of_it(evening: Evening, fault: str) -> None:
    evening.enter(f"zero 2 {fault}", ASKED + 10)
    evening.tap(1, 4000)
    evening.tap(3, 4000)
    evening.wait(OVER)
    assert _found(evening) == {fault: [2], "passed": [1, 3]}


def test_a_line_that_behaves_again_passes(evening: Evening) -> None:
    evening.enter("zero 2 stuck", ASKED + 10)
    evening.happen(Release(2, ns(3500)))
    _all_press(evening)
    assert _found(evening) == {"passed": [1, 2, 3]}


def test_a_line_let_go_and_never_pressed_is_missing(evening: Evening) -> None:
    evening.enter("zero 2 stuck", ASKED + 10)
    evening.happen(Release(2, ns(3500)))
    evening.wait(OVER)
    assert _found(evening) == {"missing": [1, 2, 3]}


@pytest.mark.parametrize("typed", ["zero 2", "zero 2 missing", "zero x stuck", "zero"])
def test_nothing_else_can_be_typed_of_a_line(evening: Evening, typed: str) -> None:
    before = evening.state.zero
    evening.enter(typed, 4000)
    assert (evening.state.zero, evening.refused is not None) == (before, True)


# -- what leads out of it ----------------------------------------------------------------------------------


def test_ok_skips_it_and_remembers_who_has_answered(evening: Evening) -> None:
    evening.tap(2, 4000)
    evening.press(3, 4050)
    evening.ok(4200)
    assert (evening.state.stage, evening.state.kept.answered) == (Stage.PLAY, (2,))


@pytest.mark.parametrize("key", ["back", "hold-ok"])
def test_back_leads_to_the_options_as_they_were(evening: Evening, key: str) -> None:
    evening.key(key, 4000)
    assert (evening.state.stage, evening.state.zero) == (Stage.OPTIONS, None)
    assert evening.state.seats == (1, 2, 3)
    evening.ok(5000)
    assert evening.state.stage is Stage.ZERO


@pytest.mark.parametrize("key", ["pause", "undo", "redo"])
def test_there_is_nothing_to_pause_or_undo(evening: Evening, key: str) -> None:
    before = evening.state.zero
    evening.key(key, 4000)
    assert (evening.state.stage, evening.state.zero) == (Stage.ZERO, before)
    assert evening.refused == "Nothing is being played"


def test_undo_in_the_game_does_not_lead_back_into_it(evening: Evening) -> None:
    _all_press(evening)
    evening.wait(8000)
    evening.key("undo", 8100)
    assert (evening.state.stage, evening.refused) == (Stage.PLAY, "Nothing to undo")


def test_no_press_in_it_counts_in_a_race(evening: Evening) -> None:
    _all_press(evening)
    evening.wait(8000)
    assert (evening.see["ruling"], evening.state.before) == (None, None)
    evening.ok(9000)
    evening.ok(9400)
    evening.press(3, 10_000)
    evening.wait(10_100)
    assert evening.see["ruling"]["order"] == [3]


def test_a_press_after_it_was_over_changes_nothing(evening: Evening) -> None:
    _all_press(evening)
    over = evening.state
    evening.tap(4, 4400)
    evening.tap(1, 4500)
    assert evening.state.zero == over.zero


def test_tested_again_only_those_are_asked_who_have_not_passed(evening: Evening) -> None:
    evening.tap(1, 4000)
    evening.tap(2, 4010)
    evening.wait(OVER)
    evening.knob(1, OVER + 100)
    assert evening.standing == "test again"
    evening.ok(OVER + 500)
    assert _found(evening) == {"waiting": [3]}
    evening.tap(3, OVER + 9000)
    assert _found(evening) == {"passed": [3]}


# -- remembered for the evening ----------------------------------------------------------------------------


def _next_game(evening: Evening, at: int = 20_000, joining: tuple[int, ...] = ()) -> None:
    """Quit the game and set up the next, of the same seats and those that join."""
    evening.wait(at)
    evening.state = evening.state.afresh()
    _set_up(evening, at, joining=joining)


def test_who_has_passed_is_not_asked_again(evening: Evening) -> None:
    _all_press(evening)
    _next_game(evening)
    assert evening.state.stage is Stage.PLAY


def test_who_joins_later_is_asked_alone(evening: Evening) -> None:
    _all_press(evening)
    _next_game(evening, joining=(4,))
    assert _found(evening) == {"waiting": [4]}
    assert evening.shown.seats[1].big == "✓"


def test_who_was_missing_is_asked_again(evening: Evening) -> None:
    evening.tap(1, 4000)
    evening.tap(2, 4000)
    evening.wait(OVER)
    evening.ok(OVER + 500)
    _next_game(evening)
    assert _found(evening) == {"waiting": [3]}


@pytest.mark.parametrize("typed", [f"button 2 BTN_B {PAD}", "button 2 away", "button 2 none"])
def test_a_button_plugged_in_anew_is_asked_again(typed: str) -> None:
    evening = Evening(Session(HERE))
    evening.enter(f"button 2 BTN_A {PAD}", 50)
    _set_up(evening)
    _all_press(evening)
    _next_game(evening)
    assert evening.state.stage is Stage.PLAY
    evening.enter(typed, 24_000)
    _next_game(evening, 30_000)
    assert _found(evening) == {"waiting": [2]}


def test_the_same_button_less_sure_than_before_is_not(evening: Evening) -> None:
    evening.enter(f"button 2 BTN_A {PAD}", 3500)
    _all_press(evening)
    evening.enter(f"button 2 BTN_A {PAD.replace('18000', '30000')}", 8000)
    _next_game(evening)
    assert evening.state.stage is Stage.PLAY


def test_a_button_plugged_in_during_the_test_begins_it_anew(evening: Evening) -> None:
    evening.tap(1, 4000)
    evening.enter(f"button 2 BTN_A {PAD}", 5000)
    assert _found(evening) == {"waiting": [1, 2, 3]}
    evening.wait(OVER)
    assert _found(evening) == {"waiting": [1, 2, 3]}


def test_a_name_typed_during_the_test_does_not(evening: Evening) -> None:
    evening.tap(1, 4000)
    evening.enter("name 1 Ola", 5000)
    assert _found(evening) == {"waiting": [2, 3], "passed": [1]}


# -- what people see ---------------------------------------------------------------------------------------


def _running(evening: Evening) -> None:
    evening.tap(1, 4000)


def _well(evening: Evening) -> None:
    _all_press(evening)


def _amiss(evening: Evening) -> None:
    evening.enter("zero 1 noisy", 3100)
    evening.tap(3, 4000)
    evening.wait(OVER)


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (64, 48)])
def test_whose_button_is_amiss_can_be_seen_on_a_main_panel_of_any_size(size: tuple[int, int]) -> None:
    seen = set()
    for answering in ((1, 2), (1, 3), (2, 3)):
        evening = Evening(Session(HERE))
        _set_up(evening)
        _all_press(evening, seats=answering)
        evening.wait(OVER)
        assert evening.standing == "play"
        seen.add(draw(evening.shown.main, size).tobytes())
    assert len(seen) == 3


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("so", [_running, _well, _amiss])
def test_titles_stand_uncut_on_the_main_panel(so: Callable[[Evening], None], language: str) -> None:
    evening = Evening(Session(HERE))
    _set_up(evening)
    so(evening)
    shown = screens.view(evening.session, evening.state, evening.now, speaker(language))
    assert 0 < cells(shown.main.title) <= TITLE_CELLS


def test_the_seconds_left_are_counted_down(evening: Evening) -> None:
    seen = []
    while evening.state.zero is not None and evening.state.zero.ended is None:
        view = evening.shown
        seen.append(view.main.big)
        assert view.until is not None
        evening.wait(view.until / NS_PER_MS)
    assert seen == [str(left) for left in range(10, 0, -1)]


def test_how_close_they_were_is_told_and_how_wide_ties_are() -> None:
    evening = Evening(Session(HERE))
    evening.enter(f"button 2 BTN_A {PAD}", 50)
    _set_up(evening)
    _all_press(evening)
    main = evening.shown.main
    assert (main.big, main.text[0]) == ("All 3 answer", "all within 38 ms")
    assert main.text[1].startswith("mixed: ties to")


@pytest.mark.parametrize("so", [_well, _amiss])
def test_what_can_be_chosen_is_touched_on_the_television(
    evening: Evening, so: Callable[[Evening], None]
) -> None:
    so(evening)
    table = table_view(evening.session, evening.state, evening.shown, evening.now, speaker("en"))
    (home,) = table.middle
    assert isinstance(home, Home)
    assert [tile.does for band in home.bands for tile in band.tiles] == list(table.takes)
    assert [plate.seat for plate in table.plates] == [1, 2, 3]


def test_ok_says_that_it_skips(evening: Evening) -> None:
    assert evening.shown.main.hint == "ok: Skip"
