from __future__ import annotations

import pytest

from companion.table.card_parts import Places
from companion.window.scale import Scale
from tests.companion.window.table.drawing import Drawn, draw, scale_of


def marked(part: Places, scale: Scale) -> tuple[Drawn, int]:
    drawn = draw(part, scale)
    return drawn, drawn.count(scale.palette.accent)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_next_place_is_marked_only_while_cards_may_be_laid(theme: str) -> None:
    scale = scale_of(theme)
    assert marked(Places((4,), 4, open=True), scale)[1] > 100
    assert marked(Places((4,), 4, open=False), scale)[1] == 0
    assert marked(Places((4, 1, 2, 3), 4, open=True), scale)[1] == 0


def test_the_mark_goes_on_to_the_next_place() -> None:
    scale = scale_of()
    first, second = (draw(Places(laid, 3, open=True), scale).box(scale.palette.accent) for laid in ((), (2,)))
    assert first.right < second.left


def test_whose_card_lies_where_is_seen() -> None:
    scale = scale_of()
    assert draw(Places((1, 2), 2), scale).bytes != draw(Places((2, 1), 2), scale).bytes


def test_a_card_falls_into_its_place_but_not_with_reduced_motion() -> None:
    shots = [Places((1, 2), 3, fresh=1, fallen=fallen) for fallen in (100, 500, 900)]
    lying = Places((1, 2), 3)
    assert len({draw(part, scale_of()).bytes for part in (*shots, lying)}) == 4
    still = scale_of(still=True)
    assert {draw(part, still).bytes for part in shots} == {draw(lying, still).bytes}


@pytest.mark.parametrize("count", range(2, 8))
@pytest.mark.parametrize("size", [(150, 130), (320, 220), (900, 700)])
def test_all_places_are_in_their_place(count: int, size: tuple[int, int]) -> None:
    drawn = draw(Places(tuple(range(1, count)), count, open=True), scale_of(), size)
    assert drawn.place.contains(drawn.ink)


def test_a_falling_card_reaches_no_other_place_and_none_is_cut_off() -> None:
    whole = draw(Places((1, 2, 3), 4, fresh=3, fallen=0), scale_of())
    assert whole.place.contains(whole.ink)


def test_a_card_is_touched_where_it_lies() -> None:
    spots = draw(Places((1, 2), 3, does=("wrong 1|wrong", "wrong 2|wrong")), scale_of()).spots
    assert [spot.does.does for spot in spots] == ["wrong 1|wrong", "wrong 2|wrong"]
    assert not spots[0].rect.colliderect(spots[1].rect)
