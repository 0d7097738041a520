"""Small pieces beside a seat, hearts, bolts, crowns, cards, stars, crosses, and a stack that shrinks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from pygame import Color, Rect, Surface

from companion.table.view import Stack, TokenKind, Tokens
from companion.window.scale import Scale
from companion.window.sign import STANDS_OUT, contrast, ink_on
from companion.window.symbols import CROSS, HEART, smooth
from companion.window.theme import centred, plate, rounded
from firmware.drawing.shapes import Polygon, outline

_STAR_SEAT = 6

_SHAPES: Mapping[TokenKind, Polygon] = {
    TokenKind.HEART: HEART,
    TokenKind.BOLT: ((0.25, -1), (-0.6, 0.15), (-0.08, 0.15), (-0.3, 1), (0.6, -0.25), (0.05, -0.25)),
    TokenKind.CROWN: (
        (-0.95, -0.6), (-0.45, -0.05), (0, -0.85), (0.45, -0.05), (0.95, -0.6), (0.75, 0.75), (-0.75, 0.75),
    ),
    TokenKind.CARD: ((-0.66, -0.92), (0.66, -0.92), (0.66, 0.92), (-0.66, 0.92)),
    TokenKind.STAR: outline(_STAR_SEAT),
    TokenKind.CROSS: CROSS,
}  # fmt: skip

_PITCH = 1.12
"""From one piece to the next, in pieces."""


def _colour(scale: Scale, kind: TokenKind) -> Color:
    match kind:
        case TokenKind.HEART | TokenKind.CROSS:
            return scale.palette.bad
        case TokenKind.CARD:
            return scale.palette.card
        case _:
            return scale.palette.accent


@lru_cache(maxsize=128)
def _piece(kind: TokenKind, size: int, colour: tuple[int, ...], rim: tuple[int, ...] | None) -> Surface:
    radius = max(3, size // 2)
    return smooth(Color(*colour), [_SHAPES[kind]], radius, None if rim is None else Color(*rim))


def draw_piece(
    target: Surface, scale: Scale, centre: tuple[int, int], kind: TokenKind, *, size: int, ground: Color
) -> None:
    """One piece, so large across (px); it has a rim where its colour wouldn't stand out from its ground."""
    colour = _colour(scale, kind)
    rim = None if contrast(colour, ground) >= STANDS_OUT else tuple(ink_on(ground))
    centred(target, _piece(kind, size, tuple(colour), rim), centre)


def draw_tokens(
    target: Surface, scale: Scale, rect: Rect, tokens: Sequence[Tokens], *, ink: Color, ground: Color
) -> int:
    """Pieces from the left, as high as their place; of a kind that has more than fits, one and a number.

    Returns:
        How wide what was drawn is (px).
    """
    size = rect.height
    every = set(range(len(tokens)))
    while size > 6 and _wide(scale, tokens, every, size) > rect.width:
        size -= 1
    shown = [(one, counted) for one, counted in _fit(scale, tokens, size, rect.width) if one.count > 0]
    x = float(rect.x)
    for one, counted in shown:
        for _ in range(1 if counted else one.count):
            centre = (round(x + size / 2), rect.centery)
            draw_piece(target, scale, centre, one.kind, size=size, ground=ground)
            x += size * _PITCH
        if counted:
            scale.type.write(target, _number(one), _letters(scale, size), ink, (x, rect.centery))
            x += scale.type.width(_number(one), _letters(scale, size))
        x += size * 0.3
    return round(x - rect.x) if shown else 0


def _fit(scale: Scale, tokens: Sequence[Tokens], size: int, width: int) -> list[tuple[Tokens, bool]]:
    """Which kinds are shown as one and a number: those with most pieces, until all fit."""
    counted: set[int] = set()
    most_first = sorted(range(len(tokens)), key=lambda i: -tokens[i].count)
    for i in most_first:
        if _wide(scale, tokens, counted, size) <= width:
            break
        if tokens[i].count > 1:
            counted.add(i)
    return [(one, i in counted) for i, one in enumerate(tokens)]


def _wide(scale: Scale, tokens: Sequence[Tokens], counted: set[int], size: int) -> float:
    wide = 0.0
    for i, one in enumerate(tokens):
        if one.count > 0:
            number = i in counted and one.count > 1
            wide += (1 if number else one.count) * size * _PITCH + size * 0.3
            wide += scale.type.width(_number(one), _letters(scale, size)) if number else 0
    return wide


def _number(one: Tokens) -> str:
    return f"×{one.count}"


def _letters(scale: Scale, size: int) -> int:
    return max(scale.least, round(size * 1.2))


def draw_stack(target: Surface, scale: Scale, rect: Rect, stack: Stack) -> None:
    """A stack of cards from the side: as high as there are cards left, in the place all of them had."""
    palette, radius = scale.palette, max(2, rect.width // 10)
    rim = max(1, scale.px(1.5))
    plate(target, palette.sunk, palette.panel_rim, rect, radius=radius, breadth=rim)
    if stack.left <= 0 or stack.of <= 0:
        return
    inner = rect.inflate(-4 * rim, -4 * rim)
    top = max(3, inner.height // 9)
    high = top + round((inner.height - top) * min(1.0, (stack.left - 1) / max(1, stack.of - 1)))
    cards = Rect(inner.x, inner.bottom - high, inner.width, high)
    rounded(target, palette.card, cards, radius // 2)
    pitch = max(2 * rim, (inner.height - top) // max(1, stack.of - 1))
    for y in range(cards.bottom - pitch, cards.top + top, -pitch):
        target.fill(palette.card_rim, Rect(cards.x, y, cards.width, rim))
    rounded(target, palette.card_back, Rect(cards.x, cards.y, cards.width, top), radius // 2)
