"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = (
    "seats=1,2,3",
    "seats=1,2 tie_us=30000",
    "seats=1,3,4 first=3 young=yes",
    "seats=1,2,3 dice=real",
    "seats=1,3 dice=real young=yes",
)

TYPED: tuple[str, ...] = (
    *("++", "+-", "+-", "--", "+", "-"),
    *("nobody", "nobody", "first 1", "first 3", "resume"),
    *("wrong 1", "wrong 2", "none 1", "none 3"),
    *("cards 1 1", "cards 3 0", "cards 2 9", "points 1 2", "points 3 3", "points 2 0"),
    *("with red without blue", "with green with green", "without blue", "with orange"),
)

FOLLOWED = {
    "first ": "first 1",
    "wrong ": "wrong 1",
    "cards ": "cards 1 4",
    "points ": "points 1 2",
}
