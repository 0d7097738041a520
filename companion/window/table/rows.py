"""Equal things in the middle of a place: in one row, or in several if that makes them much larger."""

from __future__ import annotations

from pygame import Rect

_ONE_ROW = 1.15
"""How much larger rows must make things to be worth it."""


def in_rows(
    rect: Rect, count: int, *, gap: tuple[float, float], tall: float = 1.0, below: int = 0, widest: int
) -> list[Rect]:
    """Where each of ``count`` things is, from left to right and down; the last row may be shorter.

    Args:
        rect: the place for all of them.
        count: how many, at least one.
        gap: between them, across and down, in widths of one.
        tall: a thing's height to its width.
        below: room under each for a line of text (px).
        widest: how wide one may be (px).
    """

    def width(rows: int) -> float:
        columns = -(-count // rows)
        across = rect.width / (columns * (1 + gap[0]) + gap[0])
        down = (rect.height - rows * below) / (rows * (tall + gap[1]) + gap[1])
        return min(across, down, widest)

    rows = max(range(1, count + 1), key=lambda rows: width(rows) * (1 if rows > 1 else _ONE_ROW))
    wide, columns = max(8, int(width(rows))), -(-count // rows)
    high, between = round(wide * tall), round(wide * gap[1])
    across, down = round(wide * (1 + gap[0])), high + below + between
    top = rect.centery - (rows * down - between) // 2
    places: list[Rect] = []
    for row in range(rows):
        here = min(columns, count - row * columns)
        left = rect.centerx - (here * across - (across - wide)) // 2
        places += [Rect(left + column * across, top + row * down, wide, high) for column in range(here)]
    return places


def in_chips(rect: Rect, count: int, *, gap: int, least: float, most: float) -> list[Rect]:
    """Where each of ``count`` chips is, on as many rows as make them largest; the last may be shorter.

    Args:
        rect: the place for all of them.
        count: how many.
        gap: between them, and around them above and at the sides (px).
        least: a chip should be so wide for its height, or it is held to be lower.
        most: it isn't wider than that.
    """
    if not count:
        return []

    def size(rows: int) -> tuple[int, int]:
        high = rect.height // rows - gap
        return min(rect.width // -(-count // rows) - gap, round(high * most)), high

    rows = max(range(1, count + 1), key=lambda rows: min(size(rows)[0] / least, size(rows)[1]))
    (wide, high), across = size(rows), -(-count // rows)
    left = rect.centerx - (across * (wide + gap) - gap) // 2
    places = (divmod(number, across) for number in range(count))
    return [
        Rect(left + column * (wide + gap), rect.y + gap + row * (high + gap), wide, high)
        for row, column in places
    ]
