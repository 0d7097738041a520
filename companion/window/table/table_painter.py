"""Draws table views into a window: the ground once a size, the rest only where it changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from pygame import Rect, Surface

from companion.table.parts import Column
from companion.table.view import Part, TableView
from companion.window.cloth import table_top
from companion.window.pieces import Piece, Pieces
from companion.window.scale import Scale
from companion.window.table.button import Spot, touched
from companion.window.table.choice_row import Choice, Hit, draw_choices, lay_out_choices
from companion.window.table.control_bar import (
    Control,
    ControlsState,
    beside_knob,
    draw_control,
    knob_of,
    lay_out_controls,
    shown_as,
    tone_of,
)
from companion.window.table.drawers import DRAWERS
from companion.window.table.finish_strip import draw_finish
from companion.window.table.heading import draw_heading, draw_rail
from companion.window.table.plates import draw_plate
from companion.window.table.table_layout import TableLayout, lay_out
from companion.window.table.top_line import draw_top
from companion.words import Say
from firmware.events import Seat

Target: TypeAlias = Control | Hit | Seat
"""What can be touched: a control, a choice, all of them, what would be typed; or a seat, whose plate may be
its button."""

AS_BUILT = ControlsState()


@dataclass(frozen=True, slots=True)
class TableScene:
    """Everything the window shows of a table at one instant.

    Attributes:
        view: the table.
        lit: lamps that are on.
        say: the language.
        shown: the controls there are; none: a picture for looking at.
        controls: how they stand.
        captions: what sounds, in words.
    """

    view: TableView
    lit: Collection[Seat]
    say: Say
    shown: frozenset[Control] = frozenset()
    controls: ControlsState = AS_BUILT
    captions: tuple[str, ...] = ()


class TablePainter:
    """Paints table views into one window of one size.

    Attributes:
        scale: its theme and sizes.
        layout: where everything is that was painted last.
        pieces: what is on show.
    """

    def __init__(self, size: tuple[int, int], scale: Scale) -> None:
        self._size = size
        self.scale = scale
        self.layout = lay_out(size, ())
        self.pieces = Pieces(table_top(size, scale.palette, scale.margin))
        self._controls: tuple[Spot[Control], ...] = ()
        self._choices: tuple[Spot[Hit], ...] = ()
        self._standing: int | None = None

    def paint(self, target: Surface, scene: TableScene) -> bool:
        """Bring the window up to a scene; True if any pixel had to be painted."""
        view = scene.view
        layout = lay_out(
            self._size,
            tuple(plate.seat for plate in view.plates),
            races=view.races,
            middle=bool(view.middle),
            below=bool(view.below),
            leads=view.leads,
            tall=view.tall,
            turns=view.direction != 0,
            margin=self.scale.margin,
        )
        if layout != self.layout:
            self.pieces.forget()
            self.layout = layout
        return self.pieces.paint(target, self._parts(scene, layout))

    def _parts(self, scene: TableScene, layout: TableLayout) -> Iterator[Piece]:
        view, scale = scene.view, self.scale
        top = (view.title, scene.captions)
        yield "top", layout.top, top, partial(draw_top, scale=scale, title=top[0], captions=top[1])
        heading = (view.headline, view.sign, view.text, view.hint, view.refusal, view.refused, view.mood)
        yield "heading", layout.heading, heading, partial(draw_heading, scale=scale, view=view)
        for right, rail in enumerate(layout.rails):
            draw = partial(draw_rail, scale=scale, right=bool(right), way=view.direction)
            yield ("rail", right), rail, view.direction, draw
        for plate in view.plates:
            lit = plate.seat in scene.lit
            seated = partial(draw_plate, scale=scale, plate=plate, lit=lit)
            yield plate.seat, layout.plates[plate.seat], (plate, lit), seated
        for name, where, parts in (
            ("middle", layout.middle, view.middle),
            ("below", layout.below, view.below),
        ):
            for place, (part, rect) in enumerate(side_by_side(where, parts)):
                yield (name, place), rect, part, partial(DRAWERS[type(part)], scale=scale, part=part)
        if view.finish is not None:
            draw = partial(draw_finish, scale=scale, finish=view.finish, say=scene.say)
            yield "finish", layout.finish, view.finish, draw
        yield from self._touchable(scene, layout)

    def _touchable(self, scene: TableScene, layout: TableLayout) -> Iterator[Piece]:
        """What fingers are for: choices, or the knob where there are none, and the controls beside it."""
        view, scale, state = scene.view, self.scale, scene.controls
        shown = view.choices if view.row else ()
        more = scene.say("more ({n})", n=len(shown))
        self._standing = view.standing
        self._choices = lay_out_choices(layout.choices, scale, shown, view.standing, more)
        knob = () if shown else lay_out_controls(layout.choices, scale, knob_of(scene.shown))
        rest = lay_out_controls(layout.controls, scale, beside_knob(scene.shown))
        self._controls = (*knob, *rest)
        if shown:
            draw = partial(draw_choices, scale=scale, spots=self._choices, labels=view.choices, more=more)
            row = (view.choices, view.standing, tone_of(Control.OK, state))
            yield "choices", layout.choices, row, partial(draw, standing=view.standing, tone=row[2])
        for name, place, spots in (("knob", layout.choices, knob), ("controls", layout.controls, rest)):
            if spots:  # where they stand otherwise, all of them are drawn anew
                yield name, place, spots, _clear
            for spot in spots:
                look = shown_as(spot.does, state, scene.say), tone_of(spot.does, state), spots
                draw = partial(draw_control, scale=scale, control=spot.does, state=state, say=scene.say)
                yield ("control", spot.does), spot.rect, look, draw

    def target(self, x: int, y: int, *, plates: bool) -> Target | None:
        """What lies at a point of what was painted last; ``plates``: the seats' plates are their buttons.

        The choice that stands is the knob itself: held, it opens the menu.
        """
        seats = [Spot(rect, seat) for seat, rect in self.layout.plates.items() if plates]
        drawn = [spot for spots in self.pieces.spots.values() for spot in spots]
        spots: list[Spot[Any]] = [*self._controls, *self._choices, *drawn, *seats]
        hit: Target | None = touched(spots, x, y)
        return Control.OK if isinstance(hit, Choice) and hit.index == self._standing else hit


def _clear(target: Surface, rect: Rect) -> None:
    """Only the ground is to be seen."""


def side_by_side(middle: Rect, parts: Sequence[Part]) -> Iterator[tuple[Part, Rect]]:
    """What lies in the middle and where: from left to right, by weight; columns from top to bottom."""
    whole = sum(part.weight for part in parts)
    left = 0.0
    for part in parts:
        share = part.weight / whole
        x, end = middle.x + round(middle.width * left), middle.x + round(middle.width * (left + share))
        left += share
        below_each_other = part.parts if isinstance(part, Column) else (part,)
        high = middle.height // len(below_each_other)
        for row, one in enumerate(below_each_other):
            yield one, Rect(x, middle.y + row * high, end - x, high)
