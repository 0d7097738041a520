"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = (
    "seats=1,2,3 wins=3",
    "seats=1,2,3 kids=3 times=3 side_piles=3 tie_us=30000",
    "seats=2 wrap=no contest=0",
)

TYPED: tuple[str, ...] = ("resume", "stuck", "side 3", "card 8 3", "card 1 1")

FOLLOWED = {"card ": "card 6 2", "side ": "side 1"}
