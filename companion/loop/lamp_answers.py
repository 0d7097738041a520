"""*Heard you*: a lamp answers each press at once, long before anything is ruled, and promises nothing.

The lamp does the opposite of what it did when the press came, for a moment; what the ruling then makes of it
follows from the view. A press counts as heard once its contact is sure of it (`firmware.presses.contact`:
some 5 ms), so that spikes on a wire never answer.
"""

from __future__ import annotations

from collections.abc import Collection

from firmware.events import NS_PER_MS, Seat

ANSWER_NS = 90 * NS_PER_MS
"""How long a lamp answers: long enough to be seen from the corner of an eye."""

ANSWERS_APART_NS = 350 * NS_PER_MS
"""A seat's answers begin at least so far apart: whoever drums on a button makes no flashing above 3 Hz."""


class LampAnswers:
    """Which lamps answer a press just now."""

    def __init__(self) -> None:
        self._answers: dict[Seat, tuple[int, bool]] = {}

    def press(self, seat: Seat, now: int, *, lit: bool) -> None:
        """A press was heard at ``now`` (ns), of a seat whose lamp is ``lit``."""
        began = self._answers.get(seat)
        if began is None or now - began[0] >= ANSWERS_APART_NS:
            self._answers[seat] = now, not lit

    def over(self, lit: Collection[Seat], now: int) -> frozenset[Seat]:
        """The lamps of a view as they are lit with the answers laid over them."""
        answers = {seat: shown for seat, (at, shown) in self._answers.items() if at <= now < at + ANSWER_NS}
        return frozenset(lit).difference(answers) | {seat for seat, shown in answers.items() if shown}

    def changes_at(self, now: int) -> int | None:
        """When the next answer ends (ns), or None."""
        return min((at + ANSWER_NS for at, _ in self._answers.values() if now < at + ANSWER_NS), default=None)
