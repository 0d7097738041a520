"""Whatever of the games of cards lies in the middle stays in its place, in windows of every size."""

from __future__ import annotations

import pytest

from companion.table.card_parts import BACK, Badge, CardFace, Hue, HueRow, Pile, Row, Unseen
from companion.table.parts import Against, Countdown, Side
from companion.table.view import Part
from firmware.events import NS_PER_S
from tests.companion.window.table.drawing import draw, scale_of

ROWS = tuple(HueRow("niebieski", hue, (True, False) * 5) for hue in list(Hue)[1:])
PARTS = {
    "one card": Row((BACK,)),
    "many cards": Row((BACK,) * 30 + (CardFace(badge=Badge.REMOVE),), gone=2),
    "a choice of cards": Row((CardFace("4"), CardFace("10")), between="lub", caption="pasuje"),
    "an empty place": Pile(None, way=1, caption="każda karta"),
    "a high pile": Pile(CardFace("10", "niebieski", Hue.BLUE), 72, -1, "poniżej 10 albo niebieski"),
    "a seat's card": Pile(CardFace(seat=8), 3),
    "a deck": Unseen(ROWS, 46, "talia"),
    "a countdown": Countdown(3 * NS_PER_S, 3 * NS_PER_S),
    "an open call": Against(17, (Side(3, "SPRAWDZAM!"), Side(1, "ostatnia karta"))),
    "a full call": Against(17, (Side(3, "SPRAWDZAM!", True), Side(1, "ostatnia karta", False)), 99),
}
PLACES = {
    "640x400": (0.5, (80, 60)),
    "800x480": (0.625, (140, 93)),
    "1280x720": (1.0, (337, 217)),
    "3840x2160": (3, (1010, 650)),
}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("window", PLACES)
@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_a_part_fills_its_place_and_nothing_else(part: Part, window: str, theme: str) -> None:
    unit, size = PLACES[window]
    drawn = draw(part, scale_of(theme, unit), size)
    assert drawn.place.contains(drawn.ink)
    assert max(drawn.ink.width / size[0], drawn.ink.height / size[1]) > 0.5
