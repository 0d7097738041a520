from __future__ import annotations

import pytest

from companion.table.parts import Glass
from firmware.events import NS_PER_S
from tests.companion.window.table.drawing import draw, scale_of

MINUTE = 60 * NS_PER_S


def glass(seconds: float, *, running: bool = False, text: str = "") -> Glass:
    return Glass(round(seconds * NS_PER_S), MINUTE, running, text)


def test_sand_sinks_above_and_grows_below() -> None:
    scale = scale_of()
    shots = [draw(glass(seconds), scale).of(scale.palette.sand) for seconds in (60, 45, 30, 15, 0)]
    upper = [sum(mask.get_at((x, y)) for x in range(440) for y in range(170)) for mask in shots]
    lower = [mask.count() - above for mask, above in zip(shots, upper, strict=True)]
    assert upper == sorted(upper, reverse=True)
    assert lower == sorted(lower)
    assert upper[-1] == lower[0] == 0


def test_a_stream_is_seen_only_while_sand_runs() -> None:
    scale = scale_of()
    assert draw(glass(30, running=True), scale).bytes != draw(glass(30), scale).bytes
    assert draw(glass(0, running=True), scale).bytes == draw(glass(0), scale).bytes


def test_its_grains_fall_from_frame_to_frame_but_not_with_reduced_motion() -> None:
    one, next_frame = (Glass(10**15 - at, 2 * 10**15, True, "") for at in (0, 16_000_000))
    assert draw(one, scale_of()).bytes != draw(next_frame, scale_of()).bytes
    still = scale_of(still=True)
    assert draw(one, still).bytes == draw(next_frame, still).bytes


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_last_seconds_stand_on_a_plate(theme: str) -> None:
    scale = scale_of(theme)
    assert draw(glass(11, text="11"), scale).count(scale.palette.accent) == 0
    assert draw(glass(10, text="10"), scale).count(scale.palette.accent) > 500


@pytest.mark.parametrize("size", [(320, 220), (120, 260), (900, 500), (150, 110)])
@pytest.mark.parametrize("text", ["60", "1:00:00"])
def test_glass_and_digits_stay_in_their_place(size: tuple[int, int], text: str) -> None:
    drawn = draw(glass(20, running=True, text=text), scale_of(), size)
    assert drawn.place.contains(drawn.ink)


def test_nothing_moves_sideways_between_two_digits_and_one() -> None:
    scale = scale_of()
    ten, nine = (draw(glass(n, text=str(n)), scale).box(scale.palette.card_back) for n in (10, 9))
    assert ten == nine
