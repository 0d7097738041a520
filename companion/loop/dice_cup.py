"""The dice cup: rolls by the system's randomness, or shows what a table script has laid ready."""

from __future__ import annotations

import logging
import secrets
from collections import deque
from collections.abc import Sequence

from firmware.rolling import Die

log = logging.getLogger("pierwszy.cup")


class DiceCup:
    """Rolls dice; every face of a die is as likely as the others (``secrets``, no seed to guess)."""

    def __init__(self) -> None:
        self._ready: deque[tuple[str, ...]] = deque()

    def lay_ready(self, faces: tuple[str, ...]) -> None:
        """Let the next roll that has none yet show these faces."""
        self._ready.append(faces)

    def roll(self, dice: Sequence[Die]) -> tuple[str, ...]:
        """The faces the dice show, in their order."""
        if self._ready:
            faces = self._ready.popleft()
            if len(faces) == len(dice) and all(f in die.faces for f, die in zip(faces, dice, strict=True)):
                return faces
            names = " ".join(die.name for die in dice)
            log.warning("expected faces of %s, got %s: rolled them instead", names, " ".join(faces))
        return tuple(secrets.choice(die.faces) for die in dice)
