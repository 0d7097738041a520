"""Draws table views into a window: the ground once a size, the rest only where it changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from pygame import Rect, Surface

from companion.table.view import Part, TableView
from companion.window import theme
from companion.window.scale import Scale
from companion.window.table.caption import draw_caption
from companion.window.table.choices import ChoiceButton, draw_choices, lay_out_choices
from companion.window.table.controls import Button, Control, ControlsState, draw_controls, lay_out_controls
from companion.window.table.figures import DRAWERS
from companion.window.table.finish import draw_finish
from companion.window.table.heading import draw_heading, draw_rail, draw_top
from companion.window.table.layout import TableLayout, lay_out
from companion.window.table.plates import draw_plate
from companion.window.table.targets import Target, target_at
from companion.words import Say
from firmware.events import Seat

Draw: TypeAlias = Callable[..., None]
"""Draws into a surface, within ``rect``."""

Piece: TypeAlias = tuple[Hashable, Rect, Hashable, Draw]
"""Something to be drawn: its name, its place, what it depends on, and how."""


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

    Args:
        size: the window (px).
        scale: its theme and sizes.
    """

    def __init__(self, size: tuple[int, int], scale: Scale) -> None:
        self._size = size
        self.scale = scale
        self._ground = theme.table(size, scale.palette.ground, scale.palette.ground_edge)
        self._shown: dict[Hashable, Hashable] = {}
        self._layout = lay_out(size, ())
        self._buttons: tuple[Button, ...] = ()
        self._choices: tuple[ChoiceButton, ...] = ()

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
            turns=view.direction != 0,
        )
        fresh = layout != self._layout or not self._shown
        if fresh:
            target.blit(self._ground, (0, 0))
            self._layout = layout
            self._shown.clear()
        drawn = [self._part(target, *part) for part in self._parts(scene, layout)]
        return fresh or any(drawn)

    def _parts(self, scene: TableScene, layout: TableLayout) -> Iterator[Piece]:
        """Everything to be drawn: its name, its place, what it depends on, and how."""
        view, scale = scene.view, self.scale
        yield "top", layout.top, (view.title, scene.captions), partial(_top, scale=scale, scene=scene)
        heading = (view.headline, view.sign, view.text, view.hint, view.mood)
        yield "heading", layout.heading, heading, partial(draw_heading, scale=scale, view=view)
        for right, rail in enumerate(layout.rails):
            draw = partial(draw_rail, scale=scale, right=bool(right), way=view.direction)
            yield ("rail", right), rail, view.direction, draw
        for plate in view.plates:
            lit = plate.seat in scene.lit
            draw = partial(draw_plate, scale=scale, plate=plate, lit=lit)
            yield plate.seat, layout.plates[plate.seat], (plate, lit), draw
        for place, (part, rect) in enumerate(side_by_side(layout.middle, view.middle)):
            draw = partial(DRAWERS[type(part)], scale=scale, part=part)
            yield ("middle", place), rect, part, draw
        if view.finish is not None:
            draw = partial(draw_finish, scale=scale, finish=view.finish, say=scene.say)
            yield "finish", layout.finish, view.finish, draw
        yield from self._touched(scene, layout)

    def _touched(self, scene: TableScene, layout: TableLayout) -> Iterator[Piece]:
        """What fingers are for: choices and controls."""
        view, scale, state = scene.view, self.scale, scene.controls
        self._choices = lay_out_choices(layout.choices, scale, len(view.choices), view.standing)
        labels = partial(draw_choices, scale=scale, buttons=self._choices, labels=view.choices)
        row = (view.choices, view.standing)
        yield "choices", layout.choices, row, partial(labels, standing=view.standing)
        self._buttons = lay_out_controls(layout.controls, scale, scene.shown, more=state.more)
        draw = partial(draw_controls, scale=scale, buttons=self._buttons, state=state, say=scene.say)
        yield "controls", layout.controls, (scene.shown, state, scene.say.language), draw

    def target(self, x: int, y: int, *, plates: bool) -> Target | None:
        """What lies at a point of what was painted last; ``plates``: the seats' plates are their buttons."""
        return target_at(self._layout, self._buttons, self._choices, x, y, plates=plates)

    def forget(self) -> None:
        """What was painted has been painted over."""
        self._shown.clear()

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


def _top(target: Surface, *, scale: Scale, rect: Rect, scene: TableScene) -> None:
    """The title, and on the right what sounds."""
    draw_top(target, scale=scale, rect=rect, view=scene.view)
    if scene.captions:
        right = Rect(rect.centerx + rect.width // 10, rect.y, rect.width * 4 // 10, rect.height)
        draw_caption(target, scale=scale, rect=right, text=" · ".join(scene.captions))


def side_by_side(middle: Rect, parts: Sequence[Part]) -> Iterator[tuple[Part, Rect]]:
    """What lies in the middle and where: from left to right, by weight."""
    whole = sum(part.weight for part in parts)
    left = 0.0
    for part in parts:
        share = part.weight / whole
        x, end = middle.x + round(middle.width * left), middle.x + round(middle.width * (left + share))
        left += share
        yield part, Rect(x, middle.y, end - x, middle.height)
