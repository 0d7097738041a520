from __future__ import annotations

from companion.selftest.asked_press import AskedPress, Came
from companion.selftest.check_events import Opened, Pressed, Released, Said, Skip
from companion.selftest.step import LIMIT_NS
from firmware.events import NS_PER_MS, Line, Tick


def ms(value: float) -> int:
    return round(value * NS_PER_MS)


def press(pressing: AskedPress, at: float, *lines: Line, apart: float = 0.1) -> AskedPress:
    """All lines close at ``at`` ms, one ``apart`` after the other, and open 80 ms later."""
    for number, line in enumerate(lines):
        pressing = pressing.take(Pressed(line, ms(at + number * apart)))
    for number, line in enumerate(lines):
        pressing = pressing.take(Released(line, ms(at + 80 + number * apart), 2))
    return pressing


ASKED = AskedPress(3, 0)


def test_its_own_line_alone_settles_it() -> None:
    done = press(ASKED, 100, 3)
    assert (done.came, done.lines, done.edges) == (Came.CLOSED, frozenset({3}), 2)


def test_nothing_is_settled_before_it_is_let_go() -> None:
    assert ASKED.take(Pressed(3, ms(100))).came is None


def test_a_slip_is_forgiven() -> None:
    slipped = press(ASKED, 100, 4)
    assert slipped.came is None
    assert press(slipped, 900, 3).lines == {3}


def test_another_line_counts_when_it_comes_twice() -> None:
    again = press(press(ASKED, 100, 4), 900, 4)
    assert (again.came, again.lines) == (Came.CLOSED, frozenset({4}))


def test_of_three_different_answers_the_last_counts() -> None:
    assert press(press(press(ASKED, 100, 4), 900, 5), 1800, 6).lines == {6}


def test_lines_that_close_together_are_one_answer() -> None:
    assert press(press(ASKED, 100, 3, 4), 900, 3, 4).lines == {3, 4}


def test_lines_that_close_one_after_the_other_are_no_one_answer() -> None:
    """Somebody holds 3, and touches 4 meanwhile."""
    assert press(ASKED, 100, 3, 4, apart=25).lines == {3}


def test_silence_is_given_up_at_the_limit_and_not_before() -> None:
    assert ASKED.take(Tick(LIMIT_NS - 1)).came is None
    assert ASKED.take(Tick(LIMIT_NS)).came is Came.DEAD


def test_a_slip_and_then_silence_is_a_dead_button() -> None:
    slipped = press(ASKED, 100, 4)
    assert slipped.take(Tick(slipped.wake_at())).came is Came.DEAD


def test_nothing_happens_may_be_said_at_once() -> None:
    assert ASKED.take(Said(False, None, ms(10))).came is Came.DEAD


def test_one_that_stays_down_sticks() -> None:
    down = ASKED.take(Pressed(3, ms(100)))
    assert down.take(Tick(down.wake_at())).came is Came.STICKS


def test_the_knob_held_skips_and_pressed_is_an_answer() -> None:
    held = ASKED.take(Pressed("ok", ms(100)))
    assert held.take(Tick(held.wake_at())).came is Came.SKIPPED
    assert press(press(ASKED, 100, "ok"), 900, "ok").lines == {"ok"}
    assert ASKED.take(Skip(False, 0)).came is Came.SKIPPED


def test_the_knob_itself_can_stick() -> None:
    down = AskedPress("ok", 0).take(Pressed("ok", ms(100)))
    assert down.take(Tick(down.wake_at())).came is Came.STICKS


CLOSED = AskedPress(3, 0, closed=True)


def test_closed_all_the_time_is_stuck() -> None:
    assert CLOSED.take(Tick(LIMIT_NS)).came is Came.STUCK


def test_one_that_rests_closed_again_works_backwards_however_often_it_is_pressed() -> None:
    pressing = CLOSED.take(Opened(3, ms(100))).take(Pressed(3, ms(180)))
    pressing = pressing.take(Released(3, ms(900), 2)).take(Pressed(3, ms(980)))
    assert pressing.came is None
    assert pressing.take(Tick(pressing.wake_at())).came is Came.REVERSED


def test_one_that_somebody_leant_on_is_asked_for_anew() -> None:
    let_go = CLOSED.take(Opened(3, ms(100)))
    asked = let_go.take(Tick(let_go.wake_at()))
    assert asked.came is None
    assert press(asked, 4000, 3).came is Came.CLOSED


def test_one_let_go_and_pressed_at_once_is_well() -> None:
    pressing = press(CLOSED.take(Opened(3, ms(100))), 300, 3)
    assert pressing.take(Tick(pressing.wake_at())).came is Came.CLOSED
