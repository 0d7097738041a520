"""A game's rules on one screen, over the table; any touch and any key leaves it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from companion.games.words import RulesPage as Page
from companion.window.scale import Scale
from companion.window.table.button import share_out
from companion.window.table.fit import flowed
from companion.window.table.overlay import Answer, Leave, draw_head, lay_out_head
from companion.window.theme import SIZES, clipped, rounded
from companion.words import Say

_LARGEST_TEXT = 1.6
"""Letters are at most so many times as large as text is otherwise."""

_SHARES = (0.6, 0.55, 0.65, 0.5)
"""Of the width, what the rules may have, the best first; the rest is what the buttons do."""


@dataclass(frozen=True, slots=True)
class Block:
    """Paragraphs in one size.

    Attributes:
        rect: their place.
        texts: one string a paragraph.
        height: of their letters (px).
        indent: how far they stand behind their dots (px); 0: they have none.
        bottom: where they end (px from the window's top).
    """

    rect: Rect
    texts: tuple[str, ...]
    height: int
    indent: int
    bottom: int


def lay_out_rules(rect: Rect, scale: Scale, reminder: Page) -> tuple[Block, Block, Block]:
    """Where the goal, the rules and the buttons are: in the largest letters in which all of them fit."""
    inside, gap, pad = lay_out_head(rect, scale).body, scale.gap, scale.pad
    goal = _block(
        scale, (reminder.goal,), Rect(*inside.topleft, inside.width, inside.height // 7), dots=False
    )
    start = min(goal.bottom, goal.rect.bottom) + gap + pad
    body = Rect(inside.x + pad, start, inside.width - 2 * pad, inside.bottom - start - pad)
    tries = []
    for share in _SHARES:
        left, right = share_out(body, (share, 1 - share), gap + 2 * pad)
        tries.append((_block(scale, reminder.lines, left), _block(scale, reminder.buttons, right)))
    best = max(tries, key=lambda pair: min((one.bottom <= one.rect.bottom, one.height) for one in pair))
    most = min(one.height for one in best)
    rules, buttons = (_block(scale, one.texts, one.rect, most=most) for one in best)
    return goal, rules, buttons


def _block(scale: Scale, texts: Sequence[str], rect: Rect, *, dots: bool = True, most: int = 0) -> Block:
    height = most or scale.letters(SIZES.text * _LARGEST_TEXT)
    while True:
        indent = height * 3 // 4 if dots else 0
        room = rect.width - indent
        lines = [line for text in texts for line in flowed(scale, text.split(), height, room)]
        tall = len(lines) * _pitch(height) + (len(texts) - 1) * _between(height)
        fits = tall <= rect.height and all(scale.type.width(line, height) <= room for line in lines)
        if fits or height <= scale.least:
            return Block(rect, tuple(texts), height, indent, rect.y + tall)
        height -= 1


def _pitch(height: int) -> int:
    """From one line to the next."""
    return round(height * 0.86)


def _between(height: int) -> int:
    """The space between two paragraphs, beside the lines' own."""
    return height // 3


class RulesPage:
    """An `Overlay` that shows a reminder."""

    def __init__(self, reminder: Page) -> None:
        self.reminder = reminder

    @property
    def state(self) -> Hashable:
        """It never changes."""
        return self.reminder

    def draw(self, target: Surface, scale: Scale, rect: Rect, say: Say) -> None:
        """Title and goal above; the rules on the left, the buttons on the right."""
        palette, pad = scale.palette, scale.pad
        draw_head(target, scale, lay_out_head(rect, scale), self.reminder.title, say)
        for block in lay_out_rules(rect, scale, self.reminder):
            if block.indent:
                rounded(target, palette.panel, block.rect.inflate(2 * pad, 2 * pad), scale.radius)
            _draw_block(target, scale, block)

    def touch(self, x: int, y: int) -> Answer | None:  # noqa: ARG002 - anywhere
        """Leave."""
        return Leave()

    def key(self, event: Event) -> Answer | None:
        """Leave, as soon as a key goes down: the one that opened the page may still be on its way up."""
        return Leave() if event.type == pygame.KEYDOWN else None


def _draw_block(target: Surface, scale: Scale, block: Block) -> None:
    height, rect = block.height, block.rect
    y = rect.y + _pitch(height) // 2
    with clipped(target, rect):
        for text in block.texts:
            if block.indent:
                dot = rect.x + height // 4, y
                pygame.draw.aacircle(target, scale.palette.good, dot, max(2, height // 7))
            for line in flowed(scale, text.split(), height, rect.width - block.indent):
                scale.type.write(target, line, height, scale.palette.ink, (rect.x + block.indent, y))
                y += _pitch(height)
            y += _between(height)
