from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.selftest.check_events import Said, Skip
from companion.selftest.step import LIMIT_NS
from companion.selftest.turning import CLOCKWISE, Turned, Turning
from firmware.events import NS_PER_MS, Edge, Tick

CLICK = (("a", True), ("b", True), ("a", False), ("b", False))
ASKED = Turning(CLOCKWISE, 0, a=False, b=False)


def turn(
    turning: Turning, clicks: int, *, only: str = "ab", apart: int = 5 * NS_PER_MS, bounces: int = 0
) -> Turning:
    """Clicks to the right, to the left if negative."""
    order = (
        CLICK
        if clicks > 0
        else tuple((other, closed) for (_, closed), other in zip(CLICK, "baba", strict=True))
    )
    at = 10 * NS_PER_MS
    for line, closed in order * abs(clicks):
        if line in only:
            for number in range(2 * bounces + 1):
                turning = turning.take(Edge(line, closed is (number % 2 == 0), at + number * 50_000))
        at += apart
    return turning


def came(turning: Turning) -> Turned | None:
    return turning.take(Tick(turning.wake_at())).came


@given(st.integers(2, 12), st.integers(0, 5), st.booleans(), st.booleans())
def test_either_way_is_told_whatever_it_bounces_and_wherever_it_rests(
    clicks: int, bounces: int, a: bool, b: bool
) -> None:
    resting = Turning(CLOCKWISE, 0, a, b)
    edges = {(False, False): 0, (True, False): 1, (True, True): 2, (False, True): 3}[a, b]
    at = 0
    for line, closed in (CLICK * (clicks + 1))[edges : edges + 4 * clicks]:
        at += 5 * NS_PER_MS
        for number in range(2 * bounces + 1):
            resting = resting.take(Edge(line, closed is (number % 2 == 0), at + number * 50_000))
    assert came(resting) is Turned.RIGHT
    assert came(turn(ASKED, -clicks, bounces=bounces)) is Turned.LEFT


def test_it_is_over_only_when_the_knob_rests() -> None:
    turning = turn(ASKED, 4)
    assert turning.came is None
    assert turning.take(Tick(turning.wake_at() - 1)).came is None


def test_one_phase_alone() -> None:
    assert came(turn(ASKED, 4, only="a")) is Turned.NO_B
    assert came(turn(ASKED, 4, only="b", bounces=3)) is Turned.NO_A


def test_phases_that_touch() -> None:
    turning = ASKED
    for number in range(8):
        for line in "ab":
            at = number * 10 * NS_PER_MS + (line == "b") * 2_000
            turning = turning.take(Edge(line, number % 2 == 0, at))
    assert came(turning) is Turned.TOGETHER


def test_to_and_fro_is_unclear() -> None:
    assert came(turn(turn(turn(turn(ASKED, 1), -1), 1), -1)) is Turned.UNCLEAR


def test_silence_is_given_up() -> None:
    assert ASKED.take(Tick(LIMIT_NS - 1)).came is None
    assert ASKED.take(Tick(LIMIT_NS)).came is Turned.NOTHING
    assert ASKED.take(Said(False, None, 0)).came is Turned.NOTHING
    assert ASKED.take(Skip(False, 0)).came is Turned.SKIPPED
