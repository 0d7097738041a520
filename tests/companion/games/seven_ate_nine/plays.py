"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = (
    "seats=1,2,3 wins=3",
    "seats=1,2,3 kids=3 times=3 side_piles=3 tie_us=30000",
    "seats=2 wrap=no contest=0",
)

TYPED: tuple[str, ...] = (
    "resume",
    "stuck",
    "side 3",
    "card 8 3",
    "card 1 1",
    "cards 1 20",
    "cards 3 1",
    "cards 2 0",
    "cards 2 99",
    "tokens 1 2",
    "tokens 2 3",
    "tokens 3 0",
    "none 2",
    "none 3",
)

FOLLOWED = {"card ": "card 6 2", "side ": "side 1", "cards ": "cards 1 12"}
