"""What stands on its tile: 17, and a heart that hides a number."""

from companion.table.picture import INK, Picture, card, heart

PICTURE = Picture(
    "#1d6b4f",
    (*card("17", INK, -0.2, -0.08, high=1.4, turned=-8), heart("#e2434b", 0.5, 0.42, 0.86)),
)
