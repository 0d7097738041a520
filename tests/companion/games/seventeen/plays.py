"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = (
    "seats=1,2,3",
    "seats=1,2,3 first=2 window_s=1",
    "seats=1,2 tie_us=30000",
    "seats=1,2,3 close=next",
    "seats=2,3,4 close=next tie_us=30000 window_min_ms=1000",
)

TYPED: tuple[str, ...] = (
    *("reverse", "play2", "remove", "plain"),
    *("sum 17", "sum 16", "sum 0", "sum 99"),
    *("trap 1", "trap 2", "trap 3"),
    *("composure 1 0", "composure 2 1", "composure 2 2", "composure 1 3", "nerves 1 0", "nerves 2 1"),
    *("none 1", "none 2", "none 3"),
)

FOLLOWED = {"sum ": "sum 12", "trap ": "trap 1", "composure ": "composure 2 1", "nerves ": "nerves 1 1"}
