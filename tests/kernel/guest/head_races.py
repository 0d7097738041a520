"""Races on an emulated head and on a pin beside it, ruled by the unmodified program."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from itertools import permutations

import pytest

from firmware.events import NS_PER_MS, NS_PER_US, Seat
from firmware.times import Times
from tests.kernel.guest.head_line import NODE, PPM
from tests.kernel.guest.head_stage import HeadTable
from tests.kernel.guest.head_usb import Plug
from tests.kernel.guest.uhid import wait_for
from tests.kernel.guest.usb_hand import Played
from tests.kernel.guest.usb_stage import tap

MS, US = NS_PER_MS, NS_PER_US
LINES: dict[Seat, int] = {1: 5, 2: 1, 3: 8}
PIN = 4


@pytest.fixture(scope="module")
def quiz(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HeadTable]:
    """A quiz for three on the head and one with a pin."""
    with Plug(ppm=PPM) as plug:
        wait_for(NODE.exists, "a serial line")
        with HeadTable(tmp_path_factory.mktemp("box"), plug, LINES, pins=[PIN]) as table:
            assert table.said == "pierwszy: ready with 4 seats\n"
            table.join("buzzer", [*LINES, PIN])
            table.ok("idle")
            yield table
            snapshot = table.stop()
            print("shown to others:", snapshot["buttons"]["1"]["within"])
            assert (snapshot["late"], snapshot["interference"], snapshot["faults"]) == (0, 0, [])


@pytest.fixture
def question(quiz: HeadTable) -> Iterator[HeadTable]:
    """Its next question, open."""
    quiz.ask()
    yield quiz
    quiz.next_question()


@pytest.mark.parametrize("order", list(permutations(LINES)), ids=str)
def test_three_seats_12_us_apart_are_ruled_in_their_order(
    question: HeadTable, order: tuple[Seat, ...]
) -> None:
    ruling = question.race(*(tap(seat, place * 12 * US) for place, seat in enumerate(order)))
    assert (ruling["order"], ruling["winner"], ruling["by"]) == (list(order), order[0], "time")
    assert all(abs(margin - 12 * place) <= 1 for place, margin in enumerate(ruling["margins_us"]))


def test_two_seats_8_us_apart_are_a_tie_and_a_third_is_not(question: HeadTable) -> None:
    ruling = question.race(tap(3), tap(1, 8 * US), tap(2, 20 * US))
    assert (ruling["tied"], ruling["order"][2], ruling["winner"]) == ([1, 3], 2, None)


def test_a_press_is_ruled_one_settle_after_it_as_a_pins_is(question: HeadTable) -> None:
    played: list[Played] = []
    finger = threading.Thread(target=lambda: played.append(question.touch(tap(1))))
    finger.start()
    question.told("ruling", winner=1)
    ruled = time.monotonic_ns()
    finger.join()
    after = ruled - played[0].closed[1][0]
    print("ruled after", after, "ns")
    assert Times().settle <= after < Times().settle + 2 * MS


def test_a_program_that_was_stopped_for_two_seconds_rules_the_same(question: HeadTable) -> None:
    question.signal(signal.SIGSTOP)
    awake = threading.Timer(2, question.signal, [signal.SIGCONT])
    awake.start()
    ruling = question.race(tap(2), tap(3, 12 * US), tap(PIN, 3 * MS))
    assert (ruling["order"], ruling["by"], ruling["late"]) == ([2, 3, PIN], "time", [])


@pytest.mark.parametrize(("first", "gap"), [(PIN, 2 * MS), (1, 2 * MS), (1, 20 * US)])
def test_a_pin_beside_it_is_first_or_not_where_that_can_be_known(
    question: HeadTable, first: Seat, gap: int
) -> None:
    ruling = question.race(tap(first), tap(PIN + 1 - first, gap))
    known = gap > MS
    assert (ruling["winner"], ruling["tied"]) == ((first, []) if known else (None, [1, PIN]))
    print("unsure by", ruling["spans_us"])
