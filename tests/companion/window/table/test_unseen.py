from __future__ import annotations

from companion.table.card_parts import Hue, HueRow, Unseen
from companion.window.table.choice_row import Typed
from companion.window.theme import CARDS
from tests.companion.window.table.drawing import Drawn, draw, scale_of

COUNT = 10


def deck(*laid: int, does: str = "") -> Drawn:
    """Red cards of which these were laid, and all of the blue ones."""
    red = HueRow("red", Hue.RED, tuple(value not in laid for value in range(1, COUNT + 1)), does)
    return draw(Unseen((red, HueRow("blue", Hue.BLUE, (True,) * COUNT)), 20, "pile"), scale_of(), (640, 120))


def steps(drawn: Drawn, hue: Hue) -> list[tuple[int, int]]:
    """The steps of a colour: where each begins, from the left of the first, and how high it is."""
    boxes = sorted((box.x, box.height) for box in drawn.of(CARDS[hue]).get_bounding_rects() if box.width > 2)
    return [(x - boxes[0][0], high) for x, high in boxes]


def test_unseen_cards_are_steps_that_rise() -> None:
    drawn = deck()
    red = steps(drawn, Hue.RED)
    assert len(red) == COUNT
    assert [high for _, high in red] == sorted({high for _, high in red})
    assert red == steps(drawn, Hue.BLUE)


def test_a_laid_card_leaves_a_gap() -> None:
    drawn = deck(4, 10)
    blue = steps(drawn, Hue.BLUE)
    assert steps(drawn, Hue.RED) == [it for number, it in enumerate(blue, 1) if number not in {4, 10}]


def test_a_colour_is_touched_where_it_lies() -> None:
    [spot] = deck(does="… red|").spots
    assert spot.does == Typed("… red|")
    assert spot.rect.width > 44
