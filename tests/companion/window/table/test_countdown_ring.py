from __future__ import annotations

from companion.table.parts import Countdown
from firmware.events import NS_PER_MS, NS_PER_S
from tests.companion.window.table.drawing import Drawn, draw, scale_of


def ring(left_ms: int, *, still: bool = False) -> Drawn:
    """The ring with so much time left."""
    return draw(Countdown(left_ms * NS_PER_MS, 10 * NS_PER_S), scale_of(still=still))


def test_the_ring_empties_evenly() -> None:
    accent = scale_of().palette.accent
    full, half = (ring(ms).count(accent) for ms in (10_000, 5000))
    assert abs(half / full - 0.5) < 0.02


def test_what_goes_first_is_right_of_the_top() -> None:
    accent = scale_of().palette.accent
    drawn = ring(5000)
    assert drawn.box(accent).right <= drawn.place.centerx + 1


def test_the_seconds_are_written_in_it() -> None:
    assert ring(5001).bytes != ring(5000).bytes
    assert ring(5000, still=True).bytes != ring(5001, still=True).bytes


def test_with_motion_reduced_it_changes_once_a_second() -> None:
    assert ring(6900).bytes != ring(6100).bytes
    assert ring(6900, still=True).bytes == ring(6100, still=True).bytes


def test_the_last_seconds_stand_in_a_full_disc_in_ink_of_the_other_kind() -> None:
    palette = scale_of().palette
    before, last = ring(3001), ring(3000)
    assert before.count(palette.ink) > 500
    assert last.count(palette.ink) == 0
    assert last.count(palette.accent_ink) > 500
    assert ring(3000).count(palette.accent) > 3 * ring(3500).count(palette.accent)
