"""What stands on its tile: a stopwatch."""

from companion.table.picture import INK, PAPER, RED, STEEL, Disc, Picture, block, hand

PICTURE = Picture(
    "#8a2f55",
    (
        block(STEEL, 0, -0.74, (0.3, 0.34), round_=0.08),
        block(STEEL, 0.52, -0.46, (0.26, 0.2), round_=0.06, turned=45),
        Disc(STEEL, 0, 0.14, 0.74),
        Disc(PAPER, 0, 0.14, 0.6),
        *(Disc(INK, 0.48 * x, 0.14 + 0.48 * y, 0.05) for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))),
        *hand(RED, 0, 0.14, (0.26, -0.18)),
        Disc(INK, 0, 0.14, 0.09),
    ),
)
