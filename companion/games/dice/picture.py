"""What stands on its tile: two dice."""

from companion.table.picture import PAPER, Picture, die

PICTURE = Picture(
    "#1f7a8a",
    (*die(5, -0.32, -0.28, turned=-12), *die(6, 0.36, 0.36, turned=14, colours=("#c62f2f", PAPER))),
)
