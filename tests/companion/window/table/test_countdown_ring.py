from __future__ import annotations

from companion.table.parts import Countdown
from firmware.events import NS_PER_MS, NS_PER_S
from tests.companion.window.table.drawing import Drawn, draw, scale_of


def ring(left_ms: int, *, still: bool = False) -> Drawn:
    """The ring with so much time left."""
    return draw(Countdown(left_ms * NS_PER_MS, 3 * NS_PER_S), scale_of(still=still))


def test_the_ring_empties_evenly() -> None:
    accent = scale_of().palette.accent
    full, half, none = (ring(ms).count(accent) for ms in (3000, 1500, 0))
    assert abs(half / full - 0.5) < 0.02
    assert none == 0


def test_what_goes_first_is_right_of_the_top() -> None:
    accent = scale_of().palette.accent
    drawn = ring(1500)
    assert drawn.box(accent).right <= drawn.place.centerx + 1


def test_the_seconds_are_written_in_it() -> None:
    assert ring(2001).bytes != ring(2000).bytes
    assert ring(2000, still=True).bytes != ring(2001, still=True).bytes


def test_with_motion_reduced_it_changes_once_a_second() -> None:
    assert ring(2900).bytes != ring(2100).bytes
    assert ring(2900, still=True).bytes == ring(2100, still=True).bytes
