"""Parts of something in thousandths: how all that fills, falls or tumbles on the table is told."""

from __future__ import annotations

WHOLE = 1000
"""All of it."""


def share(part: int, whole: int) -> int:
    """A part of something in thousandths, from 0 to `WHOLE`; of nothing, 0."""
    return max(0, min(WHOLE, part * WHOLE // whole)) if whole > 0 else 0
