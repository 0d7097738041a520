from __future__ import annotations

from companion.table.card_parts import Hue, HueRow, Unseen
from companion.window.theme import CARDS
from tests.companion.window.table.drawing import Drawn, draw, scale_of


def deck(*laid: int) -> Drawn:
    """Red cards of which these were laid, and all of the blue ones."""
    red = HueRow("red", Hue.RED, tuple(value not in laid for value in range(1, 11)))
    return draw(Unseen((red, HueRow("blue", Hue.BLUE, (True,) * 10))), scale_of())


def fields(drawn: Drawn, hue: Hue) -> list[int]:
    """Where the fields of a colour begin, from the left."""
    return sorted(box.x for box in drawn.of(CARDS[hue]).get_bounding_rects() if box.width > 8)


def test_every_unseen_card_has_its_field() -> None:
    drawn = deck()
    assert len(fields(drawn, Hue.RED)) == 10
    assert fields(drawn, Hue.RED) == fields(drawn, Hue.BLUE)


def test_a_laid_card_fades_where_it_was() -> None:
    drawn = deck(4, 10)
    blue = fields(drawn, Hue.BLUE)
    assert fields(drawn, Hue.RED) == [x for number, x in enumerate(blue, start=1) if number not in {4, 10}]
