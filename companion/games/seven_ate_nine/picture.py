"""What stands on its tile: cards 7, 8 and 9, the eight on its way."""

from companion.table.picture import BLUE, GREEN, RED, Picture, card

PICTURE = Picture(
    "#8a3324",
    (
        *card("7", BLUE, -0.56, 0.16, high=1.0, turned=-14),
        *card("9", GREEN, 0.56, 0.16, high=1.0, turned=14),
        *card("8", RED, 0, -0.14, high=1.15),
    ),
)
