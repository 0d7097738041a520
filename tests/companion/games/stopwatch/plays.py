"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = ("seats=1,2,3",)

TYPED: tuple[str, ...] = ("reset", "none 1", "none 3")
