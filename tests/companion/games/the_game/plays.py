"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = ("seats=1,2,3", "seats=1,2 first=2", "seats=1,2,3 pro=yes")

TYPED: tuple[str, ...] = (
    "red 7 falling",
    "blue 4 falling",
    "green 2 falling",
    "gray 3 rising",
    "gray 10 rising",
    "yellow 5 rising",
    "czerwona 8 malejący",
    "done",
    "stuck",
    "correct red 7 red 8",
    "correct gray 10 gray 9",
    "correct blue 4 rising",
    "correct gray 3 falling",
    "cards 1 0",
    "cards 1 2",
    "cards 2 1",
)

FOLLOWED = {
    "red ": "red 7 falling",
    "blue ": "blue 7 falling",
    "gray ": "gray 7 rising",
    "green ": "green 7 rising",
    "yellow ": "yellow 7 rising",
    "falling": "red 8 falling",
    "rising": "red 8 rising",
    "correct ": "correct red 8 red 9",
}
