"""What stands on its tile: two clocks side by side."""

from companion.table.picture import INK, PAPER, RED, STEEL, Disc, Picture, block, hand

PICTURE = Picture(
    "#7a4b1e",
    (
        block("#3a2410", 0, 0.12, (1.84, 1.06), round_=0.12),
        block(PAPER, -0.45, -0.56, (0.44, 0.2), round_=0.08),
        block(STEEL, 0.45, -0.48, (0.44, 0.2), round_=0.08),
        *(Disc(PAPER, x, 0.14, 0.4) for x in (-0.45, 0.45)),
        *hand(INK, -0.45, 0.14, (-0.45, -0.14)),
        *hand(INK, -0.45, 0.14, (-0.24, 0.24)),
        *hand(RED, 0.45, 0.14, (0.45, -0.14)),
        *hand(RED, 0.45, 0.14, (0.22, 0.04)),
    ),
)
