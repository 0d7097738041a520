"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = ("seats=1,2,3", "seats=1,2 tie_us=30000", "seats=1,3,4 first=3 young=yes")

TYPED: tuple[str, ...] = ("+-", "+-", "--", "-", "nobody", "first 1", "first 3", "resume")

FOLLOWED = {"first ": "first 1"}
