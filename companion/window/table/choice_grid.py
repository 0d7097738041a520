"""All that can be chosen, over the table: letters, cards, sums from 0 to 99, in pages if need be."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from companion.window.keys import ENTER
from companion.window.scale import Scale, finger
from companion.window.table.button import (
    Tone,
    draw_lettered,
    draw_pictured,
    narrowest,
    one_height,
)
from companion.window.table.overlay import Answer, Head, Leave, Pick, draw_head, lay_out_head
from companion.window.theme import SIZES
from companion.words import Say

_TO_NEXT = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
_TO_ROW = {pygame.K_UP: -1, pygame.K_DOWN: 1}
_TO_PAGE = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}


_UNLIKE = 0.7
"""So much less are large letters worth in cells that don't stand in columns."""

Pages: TypeAlias = tuple[Mapping[int, Rect], ...]
_Flown: TypeAlias = dict[int, tuple[int, int, int]]
"""On a page, each choice's row, first column, and how many columns it has."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Where everything of the sheet is.

    Attributes:
        pages: on each page, the places of its choices by their index; a long label has several columns.
        turns: the buttons of the page before and the one after; without width if there is only one.
        head: title and the button that leaves.
    """

    pages: Pages
    turns: tuple[Rect, Rect]
    head: Head


def lay_out_grid(rect: Rect, scale: Scale, labels: Sequence[str]) -> Grid:
    """Place the sheet: as few pages as can be, then letters as large as can be."""
    tall, gap, pad, head = finger(scale.unit), max(4, scale.gap // 2), scale.pad, lay_out_head(rect, scale)
    body = head.body
    letters = max(scale.letters(SIZES.button), round(tall * 0.45))
    one = [scale.type.width(label, letters) for label in labels]
    widths = [
        (wide if wide < 3 * tall else max(3 * tall, narrowest(scale, label))) + 2 * pad
        for wide, label in zip(one, labels, strict=True)
    ]
    most = (body.height + gap) // (tall + gap)
    tries = [
        _flow(widths, columns, (body.width + gap) // columns, most)
        for columns in range(1, (body.width + gap) // (tall + gap) + 1)
    ]
    few = min(map(len, tries))
    placed = [_places(body, flow, n, gap, 2 * tall) for n, flow in enumerate(tries, 1) if len(flow) == few]

    def size(pages: Pages) -> float:
        """The height of letters on one line that all labels have room for; less if not all are as wide."""
        cells = [(cell, one[index]) for page in pages for index, cell in page.items()]
        alike = 1.0 if len({cell.width for cell, _ in cells}) == 1 else _UNLIKE
        return alike * min(
            min(cell.height / 2, letters * (cell.width - 2 * pad) / wide) for cell, wide in cells
        )

    pages = max(placed, key=size)  # of equally large ones the first, which has the fewest columns
    wide = round(tall * 1.5) if len(pages) > 1 else 0
    after = Rect(head.close.x - 2 * gap - wide, rect.y, wide, tall)
    before = after.move(-gap - wide, 0)
    title = Rect(rect.x, rect.y, before.x - rect.x - 2 * gap, tall)
    return Grid(pages, (before, after), replace(head, title=title))


def _places(body: Rect, flow: Sequence[_Flown], columns: int, gap: int, most: int) -> Pages:
    """The places of choices that flow into so many columns, in rows at most so high (px)."""
    across = (body.width + gap) // columns
    rows = max(row for page in flow for row, _, _ in page.values()) + 1
    down = min((body.height + gap) // rows, most)
    return tuple(
        {
            index: Rect(body.x + column * across, body.y + row * down, span * across - gap, down - gap)
            for index, (row, column, span) in page.items()
        }
        for page in flow
    )


def _flow(widths: Sequence[int], columns: int, across: int, rows: int) -> list[_Flown]:
    """Let choices flow into rows and pages: on each page, row, first column and columns of each of them."""
    pages: list[_Flown] = [{}]
    row = column = 0
    for index, width in enumerate(widths):
        span = min(columns, -(-width // across))
        if column + span > columns:
            row, column = row + 1, 0
        if row == rows:
            pages.append({})
            row = 0
        pages[-1][index] = (row, column, span)
        column += span
    return pages


class ChoiceGrid:
    """An `Overlay` with every choice as a button.

    Args:
        choices: what can be chosen, as shown; when the table has others, whoever opened it closes it.
        standing: which of them the knob stands on.
        title: what is being chosen; empty: just that something is.
    """

    def __init__(self, choices: tuple[str, ...], standing: int | None, title: str = "") -> None:
        self.choices = choices
        self._title = title
        self._standing = standing
        self._mark = standing or 0
        self._grid: Grid | None = None

    @property
    def state(self) -> Hashable:
        """Its page follows from the one the arrow keys stand on."""
        return self._mark

    @property
    def _page(self) -> int:
        pages = self._grid.pages if self._grid else ()
        return next((number for number, page in enumerate(pages) if self._mark in page), 0)

    @property
    def _cells(self) -> Mapping[int, Rect]:
        """The choices on this page, and where."""
        return self._grid.pages[self._page] if self._grid else {}

    def draw(self, target: Surface, scale: Scale, rect: Rect, say: Say) -> None:
        """Draw the page with the standing choice."""
        grid = self._grid = lay_out_grid(rect, scale, self.choices)
        title = self._title or say("Touch what you choose")
        if len(grid.pages) > 1:
            page = say("{page} of {pages}", page=self._page + 1, pages=len(grid.pages))
            title = f"{self._title} · {page}" if self._title else page
        draw_head(target, scale, grid.head, title, say)
        aside = 2 * scale.pad
        letters = one_height(scale, [(self.choices[n], cell) for n, cell in self._cells.items()], aside)
        for index, cell in self._cells.items():
            tone = Tone.MARKED if index == self._standing else Tone.PLAIN
            tone = Tone.CALL if index == self._mark != self._standing else tone
            label = self.choices[index]
            draw_lettered(target, scale, cell, label, aside=aside, tone=tone, height=letters)
        for name, place, on in (
            ("left", grid.turns[0], self._page > 0),
            ("right", grid.turns[1], self._page < len(grid.pages) - 1),
        ):
            if place.width:
                draw_pictured(target, scale, place, name, share=0.45, tone=Tone.PLAIN if on else Tone.OFF)

    def touch(self, x: int, y: int) -> Answer | None:
        """Pick what was touched, turn the page, or leave; beside everything nothing happens."""
        if self._grid is None:
            return None
        if self._grid.head.close.collidepoint(x, y):
            return Leave()
        for way, place in zip((-1, 1), self._grid.turns, strict=True):
            if place.collidepoint(x, y):
                self._turn_page(way)
        return next((Pick(index) for index, cell in self._cells.items() if cell.collidepoint(x, y)), None)

    def key(self, event: Event) -> Answer | None:
        """Arrows move, Enter picks, Esc leaves."""
        if event.type != pygame.KEYDOWN:
            return None
        if event.key == pygame.K_ESCAPE:
            return Leave()
        if event.key in ENTER:
            return Pick(self._mark)
        if event.key in _TO_PAGE:
            self._turn_page(_TO_PAGE[event.key])
        mark = self._mark + _TO_NEXT.get(event.key, 0)
        if event.key in _TO_ROW:
            mark = self._beyond(_TO_ROW[event.key])
        self._mark = min(max(mark, 0), len(self.choices) - 1)
        return None

    def _beyond(self, way: int) -> int:
        """The choice above or below on this page; where there is none, the one before or after."""
        here = self._cells.get(self._mark)
        if here is None:
            return self._mark + way
        rows = {cell.y for cell in self._cells.values() if (cell.y - here.y) * way > 0}
        if not rows:
            return self._mark + way
        near = min(rows) if way > 0 else max(rows)
        beyond = {index: cell for index, cell in self._cells.items() if cell.y == near}
        return min(beyond, key=lambda index: abs(beyond[index].centerx - here.centerx))

    def _turn_page(self, way: int) -> None:
        """Stand on the first choice of the next page, or of the one before; there may be none."""
        if self._grid is not None and 0 <= self._page + way < len(self._grid.pages):
            self._mark = min(self._grid.pages[self._page + way])
