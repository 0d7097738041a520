"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = ("seats=1,2,3", "seats=1,2 first=2", "seats=1,2,3 pro=yes")

TYPED: tuple[str, ...] = (
    "red 7 falling",
    "blue 4 falling",
    "green 2 falling",
    "gray 3 rising",
    "gray 10 rising",
    "yellow 5 rising",
    "pick red",
    "pick blue 4",
    "stuck?",
    "left",
    "stuck",
)
