from __future__ import annotations

import pytest

from companion.table.card_parts import BACK, Badge, CardFace, Hue, Pile, Row
from companion.window.table.choice_row import Typed
from companion.window.theme import CARDS
from tests.companion.window.table.drawing import Drawn, draw, scale_of

WIDE = (420, 150)


def row(*cards: CardFace, gone: int = 0) -> Drawn:
    return draw(Row(cards, gone=gone), scale_of(), WIDE)


def test_every_card_more_can_be_seen() -> None:
    seen = {row(*(BACK,) * count).bytes for count in range(1, 21)}
    assert len(seen) == 20


def test_few_cards_lie_apart_and_many_overlap() -> None:
    back = scale_of().palette.card_back
    single, two, many = (row(*(BACK,) * count) for count in (1, 2, 8))
    assert two.count(back) == 2 * single.count(back)
    assert many.count(back) < 5 * single.count(back)
    assert many.ink.width > 0.95 * WIDE[0]


def test_a_hidden_card_is_a_back_with_hearts() -> None:
    palette = scale_of().palette
    hidden, plain = row(BACK), row(CardFace("7"))
    assert hidden.count(palette.card_back) > 1000
    assert not plain.count(palette.card_back)
    heart = hidden.of(palette.card).connected_components(minimum=20)
    assert len(heart) == 4  # the rim of paper, one in the middle, two in the corners


def test_each_thing_a_card_does_looks_different() -> None:
    assert len({row(CardFace(badge=badge)).bytes for badge in Badge}) == len(Badge)


def test_only_cards_that_go_are_crossed_out() -> None:
    bad = scale_of().palette.bad
    assert not row(BACK, BACK, BACK).count(bad)
    crossed = row(BACK, BACK, BACK, gone=2)
    assert crossed.box(bad).left > crossed.ink.left + crossed.ink.width / 3
    assert len(crossed.of(bad).connected_components(minimum=20)) == 2


@pytest.mark.parametrize("hue", Hue)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_card_has_its_colour_in_any_light(hue: Hue, theme: str) -> None:
    drawn = draw(Pile(CardFace("7", "word", hue)), scale_of(theme))
    others = [other for other in Hue if other not in {hue, Hue.PLAIN}]
    assert drawn.count(CARDS[hue]) > 2000
    assert not any(drawn.count(CARDS[other]) for other in others)


def test_a_pile_is_as_high_as_it_has_cards() -> None:
    paper = scale_of().palette.card
    heights = [draw(Pile(CardFace("7"), under), scale_of()).box(paper).height for under in (0, 15, 30, 60)]
    assert heights == sorted(set(heights))


def test_cards_of_a_high_pile_are_as_large_as_of_a_low_one() -> None:
    red = CARDS["red"]
    low, high = (draw(Pile(CardFace("7", hue=Hue.RED), under), scale_of()).box(red) for under in (0, 60))
    assert low.size == high.size
    assert high.y < low.y


def test_an_empty_place_has_no_card() -> None:
    palette = scale_of().palette
    drawn = draw(Pile(None), scale_of())
    assert not drawn.count(palette.card)
    assert drawn.count(palette.sunk) > 2000


def test_the_way_of_a_pile_is_an_arrow_that_points_there() -> None:
    ink = scale_of().palette.ink
    for way, higher in ((1, True), (-1, False)):
        arrow = draw(Pile(None, way=way), scale_of()).of(ink)
        (head,) = arrow.get_bounding_rects()
        upper = sum(
            arrow.get_at((x, y)) for x in range(head.left, head.right) for y in range(head.top, head.centery)
        )
        assert (upper > arrow.count() / 2) is higher


def test_a_long_caption_and_a_short_one_leave_as_much_room() -> None:
    palette = scale_of().palette
    short, long = (
        draw(Pile(None, way=1, caption=words), scale_of()).box(palette.sunk) for words in ("a", "a" * 60)
    )
    assert short.size == long.size


def test_a_pile_is_touched_on_its_card() -> None:
    drawn = draw(Pile(CardFace("8"), does="card|"), scale_of())
    [spot] = drawn.spots
    assert spot.does == Typed("card|")
    assert drawn.ink.contains(spot.rect)
    assert not draw(Pile(CardFace("8")), scale_of()).spots
