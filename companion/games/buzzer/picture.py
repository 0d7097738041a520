"""What stands on its tile: a buzzer, pressed."""

from companion.table.picture import STEEL, YELLOW, Disc, Picture, block, hand

_RAYS = (((-0.62, -0.42), (-0.8, -0.62)), ((0, -0.66), (0, -0.9)), ((0.62, -0.42), (0.8, -0.62)))

PICTURE = Picture(
    "#5b3a8c",
    (
        block(STEEL, 0, 0.5, (1.5, 0.46), round_=0.2),
        Disc("#a31d1d", 0, 0.24, 0.56),
        Disc("#e23c3c", 0, 0.1, 0.56),
        Disc("#ff8a80", -0.2, -0.12, 0.12),
        *(beam for at, to in _RAYS for beam in hand(YELLOW, at[0], at[1], to, 0.11)),
    ),
)
