"""How it is played at random: see `tests.companion.games.anything`."""

BEGINNINGS = ("seats=1,2,3 set=3d6", "seats=1,2,3 set=2d6+1d8", "seats=1,2,3 set=kezao")

TYPED: tuple[str, ...] = ("roll", "lock 1", "lock 2", "unlock 1", "unlock")

FOLLOWED = {"lock ": "lock 1"}
