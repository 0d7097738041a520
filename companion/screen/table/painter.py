"""Draws table views into a window: the ground once a size, the rest only where it changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from pygame import Rect, Surface

from companion.screen import theme
from companion.screen.look import Look
from companion.screen.table.figures import DRAWERS
from companion.screen.table.finish import draw_finish
from companion.screen.table.heading import draw_heading, draw_top
from companion.screen.table.layout import TableLayout, lay_out, unit_of
from companion.screen.table.plates import draw_plate
from companion.screen.theme import Palette, Type
from companion.table.view import Part, TableView
from companion.words import Say
from firmware.events import Seat

Draw: TypeAlias = Callable[..., None]
"""Draws into a surface, within ``rect``."""


@dataclass(frozen=True, slots=True)
class TableScene:
    """Everything the window shows of a table at one instant.

    Attributes:
        view: the table.
        lit: lamps that are on.
        now: the time (ns), for what moves.
        say: the language.
    """

    view: TableView
    lit: Collection[Seat]
    now: int
    say: Say


class TablePainter:
    """Paints table views into one window of one size, in one theme.

    Args:
        size: the window (px).
        palette: the theme's colours.
        type_: the letters.
        still: motion is reduced.
    """

    def __init__(self, size: tuple[int, int], palette: Palette, type_: Type, *, still: bool = False) -> None:
        self._size = size
        self.look = Look(palette, type_, unit_of(size), still)
        self._ground = theme.table(size, palette.ground, palette.ground_edge)
        self._shown: dict[Hashable, Hashable] = {}
        self._layout = lay_out(size, ())

    @property
    def layout(self) -> TableLayout:
        """Where everything is that was painted last."""
        return self._layout

    def paint(self, target: Surface, scene: TableScene) -> bool:
        """Bring the window up to a scene; True if any pixel had to be painted."""
        view = scene.view
        layout = lay_out(
            self._size,
            tuple(plate.seat for plate in view.plates),
            finish=view.finish is not None,
            choices=bool(view.choices),
            middle=bool(view.middle),
        )
        fresh = layout != self._layout or not self._shown
        if fresh:
            target.blit(self._ground, (0, 0))
            self._layout = layout
            self._shown.clear()
        drawn = [self._part(target, *part) for part in self._parts(scene, layout)]
        return fresh or any(drawn)

    def _parts(
        self, scene: TableScene, layout: TableLayout
    ) -> Iterator[tuple[Hashable, Rect, Hashable, Draw]]:
        """Everything to be drawn: its name, its place, what it depends on, and how."""
        view, look, now = scene.view, self.look, scene.now
        yield "top", layout.top, view.title, partial(draw_top, look=look, view=view)
        heading = (view.headline, view.sign, view.text, view.hint, view.mood, view.direction)
        yield "heading", layout.heading, heading, partial(draw_heading, look=look, view=view)
        for plate in view.plates:
            lit = plate.seat in scene.lit
            draw = partial(draw_plate, look=look, plate=plate, lit=lit)
            yield plate.seat, layout.plates[plate.seat], (plate, lit), draw
        for place, (part, rect) in enumerate(side_by_side(layout.middle, view.middle)):
            moving = part.moving and not view.frozen
            draw = partial(DRAWERS[type(part)], look=look, part=part, now=now)
            yield ("middle", place), rect, (part, now if moving else None), draw
        if view.finish is not None:
            draw = partial(draw_finish, look=look, finish=view.finish, say=scene.say)
            yield "finish", layout.finish, view.finish, draw

    def _part(self, target: Surface, name: Hashable, place: Rect, state: Hashable, draw: Draw) -> bool:
        """Draw one part on clean ground if its state isn't the one on show."""
        key = (tuple(place), state)
        if self._shown.get(name) == key:
            return False
        target.blit(self._ground, place, place)
        before = target.get_clip()
        target.set_clip(place)
        draw(target, rect=place)
        target.set_clip(before)
        self._shown[name] = key
        return True


def side_by_side(middle: Rect, parts: Sequence[Part]) -> Iterator[tuple[Part, Rect]]:
    """What lies in the middle and where: from left to right, by weight."""
    whole = sum(part.weight for part in parts)
    left = 0.0
    for part in parts:
        share = part.weight / whole
        x, end = middle.x + round(middle.width * left), middle.x + round(middle.width * (left + share))
        left += share
        yield part, Rect(x, middle.y, end - x, middle.height)
