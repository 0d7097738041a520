"""A game's rules on one screen, over the table; any touch and any key leaves it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from companion.screen import theme
from companion.screen.look import Look
from companion.screen.table.button import share_out
from companion.screen.table.fit import write_line
from companion.screen.table.overlay import Answer, Leave
from companion.screen.theme import SIZES, SPACE
from companion.table.rules import Reminder
from companion.words import Say

_LARGEST = 1.6
"""Letters are at most so many times as large as text is otherwise."""

_LEAST = 14
"""Pixels: letters aren't written smaller, whatever they are cut off by."""

_GOAL = 0.13
"""The goal's share of the height."""

_RULES = 0.6
"""The rules' share of the width; the rest is what the buttons do."""


def wrapped(look: Look, text: str, height: int, width: int) -> Iterator[str]:
    """A text broken between words into lines no wider than ``width`` (px), where a word allows it."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if line and look.type.width(longer, height) > width:
            yield line
            longer = word
        line = longer
    if line:
        yield line


class RulesPage:
    """An `Overlay` that shows a reminder.

    Args:
        reminder: what it says.
    """

    def __init__(self, reminder: Reminder) -> None:
        self.reminder = reminder

    @property
    def state(self) -> Hashable:
        """It never changes."""
        return self.reminder

    def draw(self, target: Surface, *, look: Look, rect: Rect, say: Say, now: int) -> None:  # noqa: ARG002
        """Title and goal above; the rules on the left, the buttons on the right; how to leave below."""
        palette, pad, gap = look.palette, look.px(SPACE.pad), look.px(SPACE.gap)
        rim, radius = look.px(SPACE.rim), look.px(SPACE.radius)
        theme.plate(target, palette.ground, palette.panel_rim, rect, radius=radius, breadth=rim)
        inside = rect.inflate(-4 * pad, -2 * pad)
        size, foot = look.px(SIZES.value), max(_LEAST, look.px(SIZES.note))
        title = Rect(inside.x, inside.y, inside.width, size)
        write_line(
            target,
            look=look,
            text=self.reminder.title,
            height=size,
            colour=palette.ink,
            rect=title,
            left=True,
        )
        goal = Rect(inside.x, title.bottom, inside.width, round(inside.height * _GOAL))
        end = _paragraphs(target, look, (self.reminder.goal,), goal, dots=False)
        leave = Rect(inside.x, inside.bottom - foot, inside.width, foot)
        words = say("Touch anywhere, or any key: back to the table")
        write_line(target, look=look, text=words, height=foot, colour=palette.faint, rect=leave)
        body = Rect(inside.x, end + gap // 2, inside.width, leave.top - end - gap)
        left, right = share_out(body, (_RULES, 1 - _RULES), gap)
        for place, lines in ((left, self.reminder.lines), (right, self.reminder.buttons)):
            theme.rounded(target, palette.panel, place, radius)
            _paragraphs(target, look, lines, place.inflate(-2 * pad, -2 * pad), dots=True)

    def touch(self, x: int, y: int) -> Answer | None:  # noqa: ARG002 - anywhere
        """Leave."""
        return Leave()

    def key(self, event: Event) -> Answer | None:
        """Leave, as soon as a key goes down: the one that opened the page may still be on its way up."""
        return Leave() if event.type == pygame.KEYDOWN else None


def _paragraphs(target: Surface, look: Look, texts: Sequence[str], rect: Rect, *, dots: bool) -> int:
    """Short paragraphs in the largest letters in which all of them fit, each with a dot; where they end."""
    height = look.px(SIZES.text * _LARGEST)
    while height > _LEAST and not _fits(look, texts, height, rect, dots=dots):
        height -= 1
    indent = height * 3 // 4 if dots else 0
    y = rect.y + height // 2
    for text in texts:
        if dots:
            pygame.draw.aacircle(target, look.palette.good, (rect.x + height // 4, y), max(2, height // 7))
        for line in wrapped(look, text, height, rect.width - indent):
            look.type.write(target, line, height, look.palette.ink, (rect.x + indent, y))
            y += _pitch(height)
        y += _between(height)
    return y - _between(height)


def _between(height: int) -> int:
    """The space between two paragraphs, beside the lines' own."""
    return height // 3


def _pitch(height: int) -> int:
    return round(height * 0.86)


def _fits(look: Look, texts: Sequence[str], height: int, rect: Rect, *, dots: bool) -> bool:
    width = rect.width - (height * 3 // 4 if dots else 0)
    lines = [line for text in texts for line in wrapped(look, text, height, width)]
    tall = len(lines) * _pitch(height) + (len(texts) - 1) * _between(height)
    return tall <= rect.height and all(look.type.width(line, height) <= width for line in lines)
