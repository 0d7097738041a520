"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = ("seats=1,2,3 time=3", "seats=1,2,3 time=2 increment=1")

TYPED: tuple[str, ...] = ("1 +5", "2 -1", "3 +60", "2 +600", "none 1", "none 2")
