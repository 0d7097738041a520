"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = (
    "seats=1,2,3",
    "seats=1,2,3 answer=1 open_s=2 minus=1",
    "seats=1,2,3 teams=1+2 penalty=1000 tie_us=30000",
)

TYPED: tuple[str, ...] = ("right", "wrong", "first 2", "1 +5", "3 -2")

FOLLOWED = {"first ": "first 1"}
