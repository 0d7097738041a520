"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = ("seats=1,2,3 time=3", "seats=1,2,3 time=2 increment=1")

TYPED: tuple[str, ...] = ()
