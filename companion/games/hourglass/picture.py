"""What stands on its tile: a glass, half of its sand below."""

from companion.table.picture import Fill, Picture, block

PICTURE = Picture(
    "#4a5a2a",
    (
        Fill("#cfe6ee", ((-0.5, -0.72), (0.5, -0.72), (0.06, 0), (0.5, 0.72), (-0.5, 0.72), (-0.06, 0))),
        Fill("#e9a92f", ((-0.27, -0.34), (0.27, -0.34), (0, 0))),
        Fill("#e9a92f", ((0, 0.26), (0.42, 0.72), (-0.42, 0.72))),
        block("#3a2410", 0, -0.78, (1.24, 0.2), round_=0.08),
        block("#3a2410", 0, 0.78, (1.24, 0.2), round_=0.08),
    ),
)
