"""What stands on its tile: three digits, and sand that runs."""

from companion.table.picture import INK, PAPER, Fill, Glyph, Picture, block

PICTURE = Picture(
    "#1f5a8a",
    (
        *(block(PAPER, x, -0.42, (0.5, 0.72)) for x in (-0.58, 0, 0.58)),
        *(Glyph(text, INK, x, -0.42, 0.46) for text, x in (("3", -0.58), ("1", 0), ("7", 0.58))),
        Fill("#cfe6ee", ((-0.3, 0.08), (0.3, 0.08), (0.04, 0.46), (0.3, 0.84), (-0.3, 0.84), (-0.04, 0.46))),
        Fill("#e9a92f", ((-0.17, 0.24), (0.17, 0.24), (0, 0.46))),
        Fill("#e9a92f", ((0, 0.58), (0.24, 0.84), (-0.24, 0.84))),
        block(INK, 0, 0.06, (0.74, 0.12), round_=0.05),
        block(INK, 0, 0.86, (0.74, 0.12), round_=0.05),
    ),
)
