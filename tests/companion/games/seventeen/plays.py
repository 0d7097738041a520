"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = ("seats=1,2,3", "seats=1,2,3 first=2 window_s=1", "seats=1,2 tie_us=30000")

TYPED: tuple[str, ...] = ("reverse", "remove", "sum 17", "sum 16", "trap 2")

FOLLOWED = {"sum ": "sum 12", "trap ": "trap 1"}
