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

FOLLOWED = {
    "red ": "red 7 falling",
    "blue ": "blue 7 falling",
    "gray ": "gray 7 rising",
    "green ": "green 7 rising",
    "yellow ": "yellow 7 rising",
    "falling": "red 8 falling",
    "rising": "red 8 rising",
}
