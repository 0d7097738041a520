from __future__ import annotations

import pytest

from companion.table.parts import Clock
from tests.companion.window.table.drawing import draw, scale_of

CLOCKS = {
    "watch": Clock("0.0"),
    "laps": Clock("1:04.5", bar=1000),
    "turn": Clock("4:32", bar=900),
    "last": Clock("9.4", bar=50, last=True, moving=True),
    "fallen": Clock("0:00", bar=0, fallen=True),
    "long": Clock("10:10:00", bar=400, asleep=True),
    "runs": Clock("1:30:00", bar=900, runs=True),
    "waits": Clock("0:30", bar=900, runs=False, does="turn 2"),
    "runs out": Clock("9.4", bar=50, last=True, moving=True, runs=True),
}


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
@pytest.mark.parametrize("size", [(320, 220), (900, 460), (200, 110)])
def test_a_clock_stays_in_its_place(clock: Clock, size: tuple[int, int]) -> None:
    drawn = draw(clock, scale_of(), size)
    assert drawn.place.contains(drawn.ink)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_last_seconds_stand_on_a_plate(theme: str) -> None:
    scale = scale_of(theme)
    assert draw(CLOCKS["last"], scale).count(scale.palette.accent) > 1000
    assert draw(CLOCKS["turn"], scale).count(scale.palette.accent) == 0


def test_a_bar_is_as_long_as_its_share() -> None:
    scale = scale_of()
    half, whole = (draw(Clock("5", bar=bar), scale).box(scale.palette.good).width for bar in (500, 1000))
    assert half == pytest.approx(whole / 2, abs=2)
    assert draw(Clock("5", bar=0), scale).count(scale.palette.good) == 0


def test_a_running_time_doesn_t_tremble() -> None:
    scale = scale_of()
    lefts = {draw(Clock(f"4:3{digit}"), scale).ink.left for digit in range(10)}
    assert len(lefts) == 1


def test_of_two_clocks_the_one_that_runs_is_told_without_colour() -> None:
    palette = scale_of().palette
    runs, waits, last = (draw(CLOCKS[name], scale_of()) for name in ("runs", "waits", "runs out"))
    assert runs.count(palette.ink) > 500
    assert waits.count(palette.ink) == 0
    assert last.count(palette.accent) > 4 * runs.count(palette.accent)
    assert last.count(palette.accent_ink) > 500


def test_a_fallen_flag_is_seen() -> None:
    scale = scale_of()
    assert draw(CLOCKS["fallen"], scale).count(scale.palette.bad) > 100
