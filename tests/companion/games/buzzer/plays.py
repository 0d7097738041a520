"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = (
    "seats=1,2,3",
    "seats=1,2,3 answer=1 open_s=2 minus=1 penalty=question",
    "seats=1,2,3 teams=1+2 penalty=1000 tie_us=1000000 target=20",
    "seats=1,2,3 rebound=order answer=1 late_wrong=yes minus=1 bar=seat",
    "seats=1,2,3,4 teams=1+3 rebound=order tie_us=1000000 target=30",
)

TYPED: tuple[str, ...] = (
    "right",
    "wrong",
    "next",
    "nobody",
    "end",
    "value 20",
    "value 7",
    "first 1",
    "first 2",
    "first 3",
    "1 +5",
    "3 -2",
    "points 1 12",
    "points 2 -1",
    "none 1",
    "none 3",
)

FOLLOWED = {"first ": "first 1", "points ": "points 1 3", "value ": "value 20"}
