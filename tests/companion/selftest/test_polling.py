from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@given(st.sampled_from([1, 2, 4, 8, 10, 16, 32]), st.integers(10, 30), st.integers())
def test_the_interval_of_ten_presses_is_found_whatever_their_phase(ms: int, presses: int, seed: int) -> None:
    phase = Random(seed).randrange(NS_PER_S)
    assert polled_every([phase + at for at in told(ms * NS_PER_MS, presses, seed)]) == ms * NS_PER_MS


@pytest.mark.parametrize("ms", [1, 8, 10])
@pytest.mark.parametrize("drift", [-50e-6, 50e-6])
def test_a_late_interrupt_and_a_clock_that_runs_otherwise_hide_it_not(ms: int, drift: float) -> None:
    found = [
        polled_every(told(ms * NS_PER_MS, 12, seed, drift=drift, jitter=100 * NS_PER_US))
        for seed in range(50)
    ]
    assert found == [ms * NS_PER_MS] * 50


def test_a_device_that_tells_at_once_keeps_to_no_interval() -> None:
    assert [polled_every(told(1, 12, seed)) for seed in range(50)] == [None] * 50


@pytest.mark.parametrize("presses", [0, 1, 7])
def test_of_too_few_presses_nothing_is_said(presses: int) -> None:
    assert polled_every(told(8 * NS_PER_MS, presses, 1)) is None


def test_buttons_of_one_report_are_one_stamp() -> None:
    stamps = told(8 * NS_PER_MS, 12, 1)
    assert polled_every([*stamps, *stamps]) == 8 * NS_PER_MS
