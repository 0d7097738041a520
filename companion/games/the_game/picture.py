"""What stands on its tile: two piles: up, and down."""

from companion.table.picture import GREEN, RED, Fill, Picture, card

PICTURE = Picture(
    "#2c2f38",
    (
        *card("24", GREEN, -0.44, 0.12, high=1.2),
        *card("71", RED, 0.44, 0.12, high=1.2),
        Fill("#7fd69a", ((-0.44, -0.92), (-0.2, -0.6), (-0.68, -0.6))),
        Fill("#ff9a88", ((0.44, -0.6), (0.2, -0.92), (0.68, -0.92))),
    ),
)
