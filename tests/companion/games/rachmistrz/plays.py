"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = (
    "seats=1,2,3 dice=virtual glass=2 tie_us=30000",
    "seats=1,2 glass=2",
    "seats=1,2,3 glass=2 board=example",
)

TYPED: tuple[str, ...] = (
    "2 3 7",
    "2 3 7",
    "1 8",
    "2 8",
    "2 13",
    "1 full",
    "3 full",
    "right",
    "7x3+2",
    "skip",
)

FOLLOWED = dict.fromkeys(("right", "wrong", "skip", "hint", "full", "swap"), "")
"""It begins with its dice, where any word is taken for their digits."""
