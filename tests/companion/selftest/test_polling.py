from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from companion.selftest.polling import polled_every
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US


def told(interval: int, presses: int, seed: int, *, drift: float = 0.0, jitter: int = 0) -> list[int]:
    """When a device that is asked every so often tells of presses, and of their ends (ns)."""
    chance, at, stamps = Random(seed), 0, []
    for _ in range(presses):
        for least, most in ((150, 500), (50, 200)):
            at += chance.randrange(least * NS_PER_MS, most * NS_PER_MS)
            asked = -(-at // interval) * interval
            stamps.append(round(asked * (1 + drift)) + chance.randint(0, jitter))
    return stamps


def found(stamps: Sequence[int]) -> list[int | None]:
    """What is found after each press; nothing, then always the same."""
    return [polled_every(stamps[: 2 * presses]) for presses in range(len(stamps) // 2 + 1)]


@pytest.mark.parametrize("ms", [1, 2, 4, 8, 10, 16, 32])
def test_the_interval_is_found_from_ten_presses_whatever_their_phase_and_never_another(ms: int) -> None:
    phase = Random(ms).randrange(NS_PER_S)
    every = [found([phase + at for at in told(ms * NS_PER_MS, 20, seed)]) for seed in range(30)]
    assert {interval for each in every for interval in each} == {None, ms * NS_PER_MS}
    assert sum(each[10] is not None for each in every) >= 25  # else it is clear from some more


@pytest.mark.parametrize("ms", [1, 8, 10])
@pytest.mark.parametrize("drift", [-50e-6, 50e-6])
def test_late_interrupts_and_a_clock_that_runs_otherwise_take_some_more_and_never_mislead(
    ms: int, drift: float
) -> None:
    """One in twenty is far too late."""
    every = []
    for seed in range(25):
        chance = Random(seed)
        stamps = told(ms * NS_PER_MS, 30, seed, drift=drift, jitter=100 * NS_PER_US)
        every.append(
            found([at + (chance.randrange(20 * NS_PER_MS) if chance.random() < 0.05 else 0) for at in stamps])
        )
    assert {interval for each in every for interval in each} == {None, ms * NS_PER_MS}
    assert sum(each[30] is not None for each in every) >= 22


def test_a_device_that_tells_at_once_keeps_to_no_interval() -> None:
    assert [polled_every(told(1, 12, seed)) for seed in range(50)] == [None] * 50


def test_one_interrupt_that_is_far_too_late_spoils_nothing() -> None:
    stamps = told(8 * NS_PER_MS, 13, 1)
    late = [[*stamps[:at], stamps[at] + 3 * NS_PER_MS, *stamps[at + 1 :]] for at in range(26)]
    assert {polled_every(each) for each in late} == {8 * NS_PER_MS}


@pytest.mark.parametrize("presses", [0, 1, 8])
def test_of_too_few_presses_nothing_is_said(presses: int) -> None:
    assert polled_every(told(8 * NS_PER_MS, presses, 1)) is None


def test_buttons_of_one_report_are_one_stamp() -> None:
    stamps = told(8 * NS_PER_MS, 12, 1)
    assert polled_every([*stamps, *stamps]) == 8 * NS_PER_MS
