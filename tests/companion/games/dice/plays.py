"""How it is played at random: see `tests.companion.games.anything`."""

from companion.games.catalogue import lent_dice

BEGINNINGS = tuple(f"seats=1,2,3 set={name}" for name in ("3d6", "2d6+1d8", "4d6k3+2", *lent_dice()))

TYPED: tuple[str, ...] = ("roll", "lock 1", "lock 2", "lock 4", "unlock 1", "unlock 2", "unlock")

FOLLOWED = {"lock ": "lock 1"}
