"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = ("seats=1,2,3 time=5", "seats=1,2,3 time=5 flip=sand")

TYPED: tuple[str, ...] = ("+5", "-5", "+60", "none 1")
