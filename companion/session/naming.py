"""A name being made with the knob; `companion.session.naming_steps` says how."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.events import Seat


@dataclass(frozen=True, slots=True)
class Naming:
    """A name being made with the knob.

    Attributes:
        seat: whose; None while that is the question.
        text: its letters so far.
    """

    seat: Seat | None = None
    text: str = ""

    def snapshot(self) -> dict[str, object]:
        """As JSON."""
        return {"seat": self.seat, "text": self.text}
