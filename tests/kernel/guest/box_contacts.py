"""Contacts as they are, on real lines: questions of a quiz for eight, each with another trouble.

Who was first, and by how much, is judged by the injector's clock alone.
"""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import accumulate, repeat
from typing import Any

import pytest

from firmware.events import NS_PER_MS, NS_PER_US, Seat
from tests.kernel.guest.box_hands import BUTTONS, CHIP, contact, press, spike
from tests.kernel.guest.box_stage import ATTEMPTS, BOX, Box, contactless
from tests.kernel.guest.box_truth import PUT_OFF_NS, TIE_US, Truth
from tests.kernel.guest.injector import Injector, Pull

SEATS = list(BUTTONS)
US, MS = NS_PER_US, NS_PER_MS

WORN = tuple(us * US for us in (120, 300, 450, 900, 1500, 1650, 2600, 3000))
"""A worn button's bounces: open four times within 3 ms of the first touch."""


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    """A quiz for eight. Seat 1's button is down while the box starts, and let go before anyone joins."""
    folder = tmp_path_factory.mktemp("box")
    (folder / "box.toml").write_text(BOX)
    Injector().play(contact(BUTTONS[1], 0, (0,)))
    with Box(folder / "box.toml", folder) as box:
        assert box.said == "pierwszy: ready with 8 seats\n"
        box.play([Pull(CHIP, BUTTONS[1], 50 * MS, closed=False)], contactless(150 * MS))
        box.begin("buzzer", SEATS, "idle")
        yield box
        snapshot = box.stop()
    assert {line["fault"] for line in snapshot["lines"].values()} == {None}
    assert snapshot["late"] == 0


@pytest.fixture(autouse=True)
def _question(box: Box) -> Iterator[None]:
    """A question is open; afterwards, whatever came of it, the quiz waits for the next."""
    ask(box)
    yield
    box.next_question()


def ask(box: Box) -> None:
    box.ok("armed")
    box.ok("open")


def race(
    box: Box, *parts: Iterable[Pull], by: Iterable[Seat], put_off: int = PUT_OFF_NS
) -> tuple[Truth, dict[str, Any]]:
    """Pull these lines; returns what was truly pulled and the ruling, in which exactly these seats are."""
    for _ in range(ATTEMPTS):
        truth = box.play(*parts)
        if truth.as_planned(by, put_off):
            ruling = box.ruled(by)
            assert sorted(ruling["order"]) == sorted(by)
            return truth, ruling
        box.play(contactless(200 * MS))
        box.next_question()
        ask(box)
    raise AssertionError(f"expected a machine that pulls lines in time, got none in {ATTEMPTS} attempts")


def told_within_what_it_lasted(truth: Truth, ruling: dict[str, Any], last: int) -> None:
    """The margin of the only other is off by no more than the winner's first edges, up to ``last``, took."""
    lasted = (truth.pulled[last].after_ns - truth.pulled[0].before_ns) // NS_PER_US + 1
    assert lasted < TIE_US
    least, most = truth.margin_us(*ruling["order"])
    assert least - lasted <= ruling["margins_us"][1] <= most


def one_after_the_other(apart: int, seed: int, bounces: tuple[int, ...] = ()) -> list[list[Pull]]:
    """All seats in a random order."""
    seats = random.Random(seed).sample(SEATS, len(SEATS))
    return [
        press(seat, number * apart, bounces=bounces, letting_go=bounces) for number, seat in enumerate(seats)
    ]


def test_eight_clean_presses_are_told_in_their_order_to_the_microsecond(box: Box) -> None:
    truth, ruling = race(box, *one_after_the_other(600 * US, 0), by=SEATS)
    truth.check(ruling)
    assert (ruling["winner"], ruling["tie"], ruling["by"]) == (truth.order(SEATS)[0], False, "time")


@pytest.mark.parametrize("seed", range(2))
def test_eight_worn_buttons_keep_their_order(box: Box, seed: int) -> None:
    truth, ruling = race(box, *one_after_the_other(600 * US, seed, WORN), by=SEATS)
    truth.check(ruling)
    assert ruling["winner"] == truth.order(SEATS)[0]


def test_a_worn_button_that_is_first_beats_clean_ones(box: Box) -> None:
    truth, ruling = race(box, press(7, bounces=WORN), press(3, 1 * MS), press(1, 2 * MS), by=[1, 3, 7])
    truth.check(ruling)
    assert ruling["order"] == [7, 3, 1]


def test_eight_within_the_tie_are_one_tie(box: Box) -> None:
    truth, ruling = race(box, *one_after_the_other(40 * US, 4), by=SEATS)
    truth.check(ruling)
    assert truth.margin_us(*truth.order(SEATS)[::7])[1] < TIE_US
    assert (ruling["winner"], ruling["tied"], ruling["by"]) == (None, SEATS, "table")


def test_two_within_the_tie_are_a_tie_whoever_follows(box: Box) -> None:
    truth, ruling = race(box, press(8), press(1, 300 * US), press(3, 2 * MS), by=[1, 3, 8])
    truth.check(ruling)
    assert (ruling["winner"], ruling["tied"], ruling["by"]) == (None, [1, 8], "table")


def test_spikes_are_no_presses_and_cost_their_seat_nothing(box: Box) -> None:
    spikes = [spike(5), spike(2, 1 * MS, wide=50 * US), spike(6, 2 * MS, wide=900 * US)]
    truth, ruling = race(box, *spikes, press(4, 8 * MS), press(5, 10 * MS), by=[4, 5])
    truth.since(6).check(ruling)
    assert ruling["winner"] == 4


def test_a_touch_the_kernel_sees_only_the_end_of_counts_from_its_beginning(box: Box) -> None:
    """Open again before the irq thread has run: what reaches the program is one edge, "open"."""
    quick = contact(BUTTONS[2], 0, (0, 5 * US, 1500 * US, 80 * MS))
    truth, ruling = race(box, quick, press(6, 1 * MS), by=[2, 6], put_off=300 * US)
    assert ruling["winner"] == 2
    told_within_what_it_lasted(truth, ruling, 1)


def test_chatter_faster_than_the_kernel_hands_on_is_off_by_no_more_than_it_lasts(box: Box) -> None:
    """Edges within one run of the irq thread become one, stamped at the last of them."""
    chatter = (*accumulate(repeat(5 * US, 60), initial=0), 80 * MS)
    truth, ruling = race(box, contact(BUTTONS[1], 0, chatter), press(2, 1 * MS), by=[1, 2], put_off=100 * US)
    assert ruling["winner"] == 1
    told_within_what_it_lasted(truth, ruling, 60)


def test_chatter_shorter_than_the_tie_never_lets_a_later_one_win(box: Box) -> None:
    chatter = (*accumulate(repeat(5 * US, 60), initial=0), 80 * MS)
    truth, ruling = race(
        box, contact(BUTTONS[1], 0, chatter), press(2, 150 * US), by=[1, 2], put_off=100 * US
    )
    assert truth.order([1, 2]) == [1, 2]
    assert (ruling["winner"], ruling["tied"]) == (None, [1, 2])


def test_presses_while_the_program_is_stopped_are_ruled_by_their_stamps(box: Box) -> None:
    box.signal(signal.SIGSTOP)
    awake = threading.Timer(0.4, box.signal, [signal.SIGCONT])
    awake.start()
    seats = [press(6, 150 * MS), press(2, 152 * MS, bounces=WORN), press(8, 153 * MS), press(1, 154 * MS)]
    truth, ruling = race(box, *seats, by=[1, 2, 6, 8])
    awake.join()
    truth.check(ruling)
    assert (ruling["winner"], ruling["late"]) == (6, [])


def test_a_pulse_on_all_lines_at_once_is_nobodys_press(box: Box) -> None:
    pulse = [contact(line, number * 8 * US, (0, 5 * MS)) for number, line in enumerate(BUTTONS.values())]
    truth, ruling = race(box, *pulse, press(3, 40 * MS), press(7, 42 * MS), by=[3, 7], put_off=30 * US)
    truth.since(16).check(ruling)
    assert ruling["winner"] == 3


def test_a_button_held_since_the_last_question_can_not_win_this_one(box: Box) -> None:
    held = press(2, held=2500 * MS)
    truth, ruling = race(box, held[:1], by=[2])
    box.next_question()
    ask(box)
    truth, ruling = race(box, press(5), press(6, 2 * MS), [replace(held[1], offset_ns=1 * MS)], by=[5, 6])
    truth.check(ruling)


def test_a_noisy_line_spoils_no_race_and_is_taken_back_when_it_is_quiet(box: Box) -> None:
    hum = [spike(5, number * 10 * MS, wide=100 * US) for number in range(25)]
    closing = contact(BUTTONS[5], 260 * MS, (0, 30 * MS))  # as long as a finger's
    truth, ruling = race(box, *hum, closing, press(3, 263 * MS), press(4, 265 * MS), by=[3, 4])
    assert ruling["order"] == [3, 4]
    box.play(contactless(1300 * MS))
    box.next_question()
    ask(box)
    truth, ruling = race(box, press(5), press(1, 2 * MS), by=[1, 5])
    truth.check(ruling)
