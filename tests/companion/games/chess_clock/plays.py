"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = (
    "seats=1,2,3 time=3",
    "seats=1,2,3 time=2 increment=1",
    "seats=1,2,3 time=2,4,3 delay=1",
    "seats=1,2 time=3,2 bronstein=1",
)

TYPED: tuple[str, ...] = (
    "1 +5",
    "2 -1",
    "3 +60",
    "2 +600",
    "time 1 60",
    "moves 2 7",
    "turn 2",
    "turn 1",
    "order 3 1 2",
    "order 2 1",
    "none 1",
    "none 2",
)

FOLLOWED = {"moves 1 ": "moves 1 12", "order ": "order 2 1"}
