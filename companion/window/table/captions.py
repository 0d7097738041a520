"""A line or two below a thing on the table."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from companion.window.scale import Scale
from companion.window.table.fit import fitted
from companion.window.theme import SIZES


def captioned(target: Surface, *, scale: Scale, rect: Rect, lines: Sequence[str]) -> Rect:
    """Write lines at the foot of a place, as large as all of them can be; empty ones keep their room.

    Returns:
        What is left of the place above them.
    """
    if not any(lines):
        return Rect(rect)
    most = min(scale.px(SIZES.text), rect.height // (3 * len(lines)))
    size = min(fitted(scale, line, most, rect.width) for line in lines)
    top = rect.bottom - size * len(lines)
    for number, line in enumerate(lines):
        left = rect.centerx - scale.type.width(line, size) / 2
        scale.type.write(target, line, size, scale.palette.ink, (left, top + number * size + size // 2))
    return Rect(rect.x, rect.y, rect.width, top - rect.y)
