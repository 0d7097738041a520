"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = (
    "seats=1,2,3 dice=virtual glass=2 tie_us=30000",
    "seats=1,2 glass=2",
    "seats=1,2,3 glass=2 board=example",
    "seats=1,2,3 glass=2 side=hard",
)

TYPED: tuple[str, ...] = (
    "2 3 7",
    "2 3 7",
    "digits 2 3 7",
    "digits 4 4 6",
    "1 8",
    "2 8",
    "2 13",
    "1 14",
    "1 7 colour 2",
    "1 13/2",
    "1 8 b3",
    "1 full",
    "2 full",
    "1 full colour 2",
    "1 swap",
    "right",
    "wrong",
    "hint",
    "7x3+2",
    "7-(3-2)",
    "1 wrong",
    "2 right",
    "1 right colour 2",
    "1 7+3-2",
    "add 3",
    "add 2 13",
    "tokens 1 1",
    "tokens 2 1 colour 2",
    "1 3",
    "2 0",
    "skip",
)

FOLLOWED = {
    **dict.fromkeys(("right", "wrong", "skip", "hint", "full", "swap", "add "), ""),
    "digits ": "digits 2 3 7",
    "tokens ": "tokens 1 5",
}
"""It begins with its dice, where any other word is taken for their digits."""
