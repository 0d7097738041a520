from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware.clock_bounds import DRIFT_PPM
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US
from firmware.far_clock import ANEW_NS, Clocks, Stamp
from firmware.pi.head_clock import OWN_NS, HeadClock

SLEW_PPM = 500
"""The most by which the kernel makes CLOCK_MONOTONIC run faster or slower for NTP (MAXFREQ,
include/linux/timex.h)."""

CHRONY_PPM = 83_333
"""The most by which chrony does unless it is told otherwise (maxslewrate)."""

MILLION = 1_000_000


class Both:
    """A host and a head, whose clocks run unlike. `raw` is the truth (ns)."""

    def __init__(self, ppm: int = 0, head_us: int = 5_000_000) -> None:
        self.ppm, self.slew = ppm, 0
        self.raw, self.monotonic = 100 * NS_PER_S, 70 * NS_PER_S
        self._head = head_us * NS_PER_US * MILLION
        self.clock = HeadClock(lambda: Clocks(self.monotonic, self.raw, 0))

    @property
    def us(self) -> int:
        """What the head's clock shows."""
        return self._head // (NS_PER_US * MILLION)

    def go(self, ns: int) -> None:
        """Let time pass."""
        self.raw += ns
        self.monotonic += ns + ns * self.slew // MILLION
        self._head += ns * (MILLION + self.ppm)

    def sleep(self, ns: int) -> None:
        """Let time pass while the host sleeps: its clocks stand still."""
        self._head += ns * (MILLION + self.ppm)

    def exchange(self, up: int = NS_PER_MS // 10, down: int = NS_PER_MS // 10) -> None:
        """Ask, and hear the answer, which take so long (ns) each."""
        number = self.clock.ask()
        self.go(up)
        us = self.us
        self.go(down)
        assert self.clock.answer(number, us)

    def known(self) -> HeadClock:
        """The clock, once it was asked."""
        self.exchange()
        return self.clock


class Step(NamedTuple):
    """Something happens after a while: an edge, which is told late, while the time was asked for, or not."""

    wait: int
    slew: int
    asks: bool
    up: int
    down: int
    presses: bool
    late: int


ways = st.integers(0, 20 * NS_PER_MS) | st.integers(0, 300 * NS_PER_US)
steps = st.builds(
    Step,
    wait=st.integers(0, 30 * NS_PER_S) | st.integers(0, 300 * NS_PER_MS),
    slew=st.sampled_from([0, SLEW_PPM]) | st.integers(0, SLEW_PPM),
    asks=st.booleans(),
    up=ways,
    down=ways,
    presses=st.booleans(),
    late=ways | st.integers(0, 2 * NS_PER_S),
)


@given(st.integers(-DRIFT_PPM, DRIFT_PPM), st.sampled_from([1, -1]), st.lists(steps, max_size=20))
@example(DRIFT_PPM, 1, [Step(30 * NS_PER_S, SLEW_PPM, True, 0, 0, True, 2 * NS_PER_S)] * 5)
@example(-DRIFT_PPM, -1, [Step(19 * NS_PER_S, SLEW_PPM, False, 0, 0, True, 0)] * 5)
def test_a_contact_is_never_outside_of_what_its_stamp_says(ppm: int, way: int, happens: list[Step]) -> None:
    both = Both(ppm)
    clock = both.known()
    for step in happens:
        both.slew = way * step.slew
        both.go(step.wait)
        number = clock.ask() if step.asks else None
        both.go(step.up)
        contact, us = both.monotonic, both.us + 1  # it is in the picture after it
        answer = both.us
        both.go(max(step.down, step.late, NS_PER_US))
        if step.presses:
            stamp = clock.stamp(us)
            assert stamp is not None
            assert (
                abs(stamp.at - contact) <= stamp.within - OWN_NS + 2 * NS_PER_US
            )  # this head itself is right
        if number is not None:
            assert clock.answer(number, answer)
    assert not clock.wrong


def heard(both: Both, us: int) -> Stamp:
    stamp = both.clock.stamp(us)
    assert stamp is not None
    return stamp


@given(
    st.sampled_from([DRIFT_PPM, 3 * DRIFT_PPM, -3000]),
    st.lists(
        st.tuples(st.integers(1, 600), st.booleans(), ways, st.integers(-SLEW_PPM, SLEW_PPM)), max_size=8
    ),
)
@example(-3000, [(12, True, 20 * NS_PER_MS, 0)])  # that answer contradicts the one before
def test_edges_of_one_head_are_as_far_apart_as_it_says_whatever_is_learnt_between(
    ppm: int, happens: list[tuple[int, bool, int, int]]
) -> None:
    both = Both(ppm)
    both.exchange(20 * NS_PER_MS, 0)  # it says no better than to 10 ms
    both.go(NS_PER_S)
    us = both.us
    first = heard(both, us)
    later = us
    for apart, asks, way, slew in happens:
        both.slew = slew
        both.go(way)
        if asks:
            both.exchange(way, 0)
        later += apart
        assert heard(both, later).at - first.at == (later - us) * NS_PER_US


@given(st.lists(st.tuples(st.integers(0, 20 * NS_PER_S), ways, ways, st.integers(0, 50_000)), max_size=12))
def test_later_edges_of_one_head_have_later_stamps(happens: list[tuple[int, int, int, int]]) -> None:
    both = Both(-DRIFT_PPM)
    both.exchange(0, 20 * NS_PER_MS)
    last, said = both.us, heard(both, both.us)
    for wait, up, down, apart in happens:
        both.go(wait)
        both.exchange(up, down)
        us = max(last + 1, both.us - apart)
        stamp = heard(both, us)
        told = 999 if (us - last) * NS_PER_US < ANEW_NS else 0  # less than 1 in 1000 is made up for
        assert stamp.at - said.at >= (us - last) * told
        last, said = us, stamp


@pytest.mark.parametrize("slewed", [CHRONY_PPM, -CHRONY_PPM])
def test_a_press_while_chrony_makes_up_for_a_second_is_as_sure_as_ever(slewed: int) -> None:
    both = Both()
    both.known()
    heard(both, both.us)
    both.slew = slewed
    for _ in range(12):
        both.go(NS_PER_S)
        both.exchange()
        contact = both.monotonic
        stamp = heard(both, both.us)
        assert abs(stamp.at - contact) <= stamp.within < NS_PER_MS


def test_what_is_made_up_for_between_edges_makes_their_stamps_less_sure_till_then() -> None:
    both = Both()
    both.exchange(20 * NS_PER_MS, 0)
    first = heard(both, both.us)
    both.exchange(0, 0)
    second = heard(both, both.us)
    assert second.within >= 10 * NS_PER_MS
    both.go(60 * NS_PER_S)
    both.exchange(0, 0)
    assert heard(both, both.us).within < NS_PER_MS
    assert first.within >= 10 * NS_PER_MS


def test_a_process_that_was_stopped_has_the_same_stamps() -> None:
    stopped, runs = Both(), Both()
    for both in (stopped, runs):
        both.exchange()
    us = stopped.us
    stopped.go(2 * NS_PER_S)
    late, soon = heard(stopped, us), heard(runs, us)
    assert late.at == soon.at
    assert late.within - soon.within <= NS_PER_MS  # so far NTP may have moved the clock meanwhile


@pytest.mark.parametrize("pressed", [True, False])
def test_after_the_host_has_slept_nothing_is_made_up_and_stamps_are_as_sure_as_ever(pressed: bool) -> None:
    both = Both()
    clock = both.known()
    both.go(NS_PER_S)
    sure = heard(both, both.us).within
    both.sleep(1800 * NS_PER_S)
    if pressed:
        assert clock.stamp(both.us) is None
    both.sleep(1800 * NS_PER_S)
    if pressed:
        assert clock.stamp(both.us) is None
    both.exchange()
    both.go(NS_PER_S)
    contact = both.monotonic
    stamp = heard(both, both.us)
    assert abs(stamp.at - contact) <= stamp.within <= sure
    assert not clock.wrong


def test_nothing_is_known_of_a_head_that_hasnt_answered_yet() -> None:
    both = Both()
    assert both.clock.stamp(both.us) is None
    both.clock.ask()
    assert both.clock.stamp(both.us) is None


def test_an_answer_that_nobody_asked_for_says_nothing() -> None:
    both = Both()
    number = both.clock.ask()
    assert not both.clock.answer(number + 1, both.us)
    assert both.clock.stamp(both.us) is None
    assert both.clock.answer(number, both.us)
    assert not both.clock.answer(number, both.us)


@pytest.mark.parametrize("ppm", [200, -200, 5000])
def test_a_crystal_twice_as_wrong_as_any_is_found_out(ppm: int) -> None:
    both = Both(ppm)
    for _ in range(60):
        both.exchange()
        both.go(NS_PER_S)
    assert both.clock.wrong


def test_no_stamp_is_surer_than_its_head_can_be_however_wrong_its_crystal_is() -> None:
    both = Both(-2 * DRIFT_PPM)
    both.exchange(0, NS_PER_US)
    both.go(NS_PER_S)
    number, us = both.clock.ask(), both.us
    both.go(3 * NS_PER_S)  # stopped; by what is asked before and after alone it can't be found out
    both.clock.answer(number, us)
    assert heard(both, us).within >= OWN_NS


@pytest.mark.parametrize("ppm", [DRIFT_PPM, -DRIFT_PPM])
def test_a_crystal_as_wrong_as_they_may_be_is_none_that_is_found_out(ppm: int) -> None:
    both = Both(ppm)
    for _ in range(300):
        both.exchange(0, NS_PER_US)
        both.go(NS_PER_S)
    assert not both.clock.wrong


def test_a_host_that_sleeps_again_and_again_has_no_wrong_clock() -> None:
    both = Both()
    clock = both.known()
    for _ in range(5):
        both.sleep(3600 * NS_PER_S)
        both.exchange()
        both.go(NS_PER_S)
    assert not clock.wrong
