"""What stands on its tile: two coloured dice: one plain, one crossed."""

from companion.table.picture import INK, PAPER, Picture, block, die, hand

PICTURE = Picture(
    "#3a3f7a",
    (
        *die(5, -0.34, -0.3, size=0.98, turned=-14, colours=("#e8862a", INK)),
        block("#2b7d36", 0.36, 0.36, (0.98, 0.98), round_=0.17, turned=12),
        *hand(PAPER, 0.08, 0.08, (0.64, 0.64), 0.2),
        *hand(PAPER, 0.64, 0.08, (0.08, 0.64), 0.2),
    ),
)
