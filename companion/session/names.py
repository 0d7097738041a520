"""What players are called."""

from __future__ import annotations

LONGEST_SEAT_NAME = 12
"""Letters; more would be cut on every screen."""


def clean_name(text: str) -> str:
    """A name as it is shown: printable, single spaces, at most `LONGEST_SEAT_NAME` letters."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(shown.split())[:LONGEST_SEAT_NAME].rstrip()
