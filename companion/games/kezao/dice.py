"""The dice of Kezao: which the roller takes, what they ask for, and when they have come to rest.

Two of the four are *with* a colour, two *without* [rulebook: Przebieg rozgrywki]. The same colour on dice of
both kinds can't be met by any card: the same dice roll again. The faces of all rolls are known at once; what
is seen of them follows the clock, one roll after the other, so that everyone sees why it was rolled again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.faces import COLOURS
from firmware.events import NS_PER_MS
from firmware.rolling import Die

TUMBLE_NS = 500 * NS_PER_MS
"""How long dice tumble before their faces are seen."""

CLASH_NS = 500 * NS_PER_MS
"""How long faces that no card can meet lie there before the dice roll again."""

ROLL_NS = TUMBLE_NS + CLASH_NS
"""From one of these rolls to the next."""

PICKS = ("++", "+-", "--")
"""What the roller may take: + is a die *with* a colour, - one *without*."""

YOUNG_PICKS = ("+", "-")
"""With young children one die is enough [rulebook: Wariant dla młodszych graczy]."""

WITH, WITHOUT = (Die(kind, tuple(COLOURS)) for kind in ("with", "without"))

UNKNOWN_DIE = "?"
"""In the place of a pick's sign: a die of the table's own, of which nothing was said."""

KEZAO = (WITH, WITH, WITHOUT, WITHOUT)
"""All four."""


def dice_of(pick: str) -> tuple[Die, ...]:
    """The dice of one of the picks."""
    return tuple(WITH if sign == "+" else WITHOUT for sign in pick)


def spoken(words: tuple[str, ...], picks: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
    """What dice on the table show, as typed: ``with red without blue``, in any order.

    Args:
        words: lower case, English.
        picks: what may have been taken.

    Returns:
        The pick and its faces; None if these are no such dice.
    """
    pairs = sorted(zip(words[::2], words[1::2], strict=False), key=lambda pair: pair[0] == WITHOUT.name)
    pick = "".join({WITH.name: "+", WITHOUT.name: "-"}.get(kind, "") for kind, _ in pairs)
    faces = tuple(face for _, face in pairs)
    if len(words) != 2 * len(pick) or pick not in picks or not set(faces) <= set(COLOURS):
        return None
    return pick, faces


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice thrown by the roller, and thrown again by the box until a card can meet them.

    The table's own are thrown by hand: they lie when it is said, and what they show may never be.

    Attributes:
        at: the stamp of the press or ok that threw them (ns).
        pick: which dice, one of the picks; for dice of which nothing was said as many `UNKNOWN_DIE`.
        rolls: the faces of each roll, in order; empty until the first is known.
    """

    at: int
    pick: str
    rolls: tuple[tuple[str, ...], ...] = ()

    def show(self, faces: tuple[str, ...]) -> Throw:
        """One more roll: what the dice show."""
        return replace(self, rolls=(*self.rolls, faces))

    @property
    def dice(self) -> tuple[tuple[str, str], ...]:
        """What each die is and shows in the last roll: ``("with", "red")``; empty until it is known."""
        return self.dice_in(len(self.rolls) - 1) if self.rolls else ()

    def dice_in(self, roll: int) -> tuple[tuple[str, str], ...]:
        """The same of an earlier roll, the first is 0."""
        return tuple((die.name, face) for die, face in zip(dice_of(self.pick), self.rolls[roll], strict=True))

    def colours(self, kind: str) -> tuple[str, ...]:
        """The colours a card must have (``with``) or may not have (``without``): each once, sorted."""
        return tuple(sorted({face for name, face in self.dice if name == kind}))

    @property
    def clash(self) -> bool:
        """Whether the last roll asks for a colour and forbids it."""
        return bool(set(self.colours("with")) & set(self.colours("without")))

    @property
    def rerolls(self) -> int:
        """How often the dice were rolled again."""
        return max(0, len(self.rolls) - 1)

    @property
    def rest(self) -> int:
        """The stamp since which the last roll is seen (ns)."""
        return self.at + self.rerolls * ROLL_NS + TUMBLE_NS

    def seen(self, now: int) -> tuple[int, bool]:
        """Which roll is seen at ``now``, the first is 0, and whether its dice still tumble."""
        if now >= self.rest:
            return self.rerolls, False
        roll, since = divmod(max(0, now - self.at), ROLL_NS)
        return roll, since < TUMBLE_NS

    def changes_at(self, now: int) -> int | None:
        """When something else is seen (ns): faces, a new roll; None once the dice are at rest."""
        if now >= self.rest:
            return None
        since = max(0, now - self.at) % ROLL_NS
        return now - since + (TUMBLE_NS if since < TUMBLE_NS else ROLL_NS)


NO_THROW = Throw(-TUMBLE_NS, "")
"""None was made yet, and nothing is under way."""
