"""The window's two faces: the table, for people who gather round; the box itself, as it would be built."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from pygame import Surface

from companion.table.captions import caption
from companion.table.view import TableView
from companion.window.box.box_layout import lay_out
from companion.window.box.box_painter import BoxPainter, BoxScene
from companion.window.controls import controls_for
from companion.window.desk import Desk
from companion.window.scale import Scale
from companion.window.table.control_bar import Control, ControlsState
from companion.window.table.table_painter import TablePainter, TableScene, Target
from companion.window.theme import PALETTES
from companion.window.type import Type
from firmware.events import Seat
from firmware.views import Cue, Mood


@dataclass(frozen=True, slots=True)
class Held:
    """What hands do at this window now.

    Attributes:
        seats: whose button is held down.
        turned: steps the knob has been turned, clockwise positive.
        knob: whether the knob is pressed.
        full: the window fills the screen.
        heard: what sounds and is to be read.
    """

    seats: Collection[Seat]
    turned: int
    knob: bool
    full: bool = False
    heard: tuple[Cue, ...] = ()


class Face(Protocol):
    """Draws the program behind the window at one size, and knows what lies where."""

    @property
    def moving(self) -> bool:
        """Whether what was painted last moves by itself."""
        ...

    def paint(self, target: Surface, held: Held, now: int) -> bool:
        """Bring the window up to ``now`` (ns); True if any pixel had to be painted."""
        ...

    def forget(self) -> None:
        """What was painted is gone: all of it is to be painted again."""
        ...

    def target(self, x: int, y: int) -> object | None:
        """What lies at a point of the window, if it can be pressed, turned or chosen."""
        ...


class BoxFace:
    """The box with its panels, buttons and knob."""

    moving = False
    """Its panels change only when the box changes them."""

    def __init__(self, desk: Desk, size: tuple[int, int], type_: Type) -> None:
        self._desk = desk
        self.painter = BoxPainter(lay_out(size, desk.seats), type_)

    def paint(self, target: Surface, held: Held, now: int) -> bool:  # noqa: ARG002 - it shows no time of its own
        """Bring the window up to what the box shows."""
        desk, pictures = self._desk, self._desk.pictures()
        scene = BoxScene(
            pictures=pictures,
            dice=desk.dice(pictures),
            lit=desk.lit(),
            playing=desk.playing(),
            down=held.seats,
            turned=held.turned,
            knob_down=held.knob,
            say=desk.say(),
        )
        return self.painter.paint(target, scene)

    def forget(self) -> None:
        """What was painted is gone."""
        self.painter.pieces.forget()

    def target(self, x: int, y: int) -> object | None:
        """What lies at a point: a seat's button or a part of the knob."""
        return self.painter.layout.target(x, y)


class TableFace:
    """The table view, with its controls.

    Attributes:
        painter: what draws it.
        view: what it showed last.
        moving: whether that moves by itself.
        more: whether the controls' second page is shown.
    """

    def __init__(self, desk: Desk, size: tuple[int, int], scale: Scale, *, rounds: bool = False) -> None:
        self._desk = desk
        self._rounds = rounds
        self.painter = TablePainter(size, scale)
        self.view = TableView()
        self.moving = False
        self.more = False

    def paint(self, target: Surface, held: Held, now: int) -> bool:
        """Bring the window up to what there is to see at the table."""
        view = self._desk.table(now)
        if view is None:
            return False
        self.view = view
        self.moving = view.moving and not self.painter.scale.still
        say = self._desk.say()
        scene = TableScene(
            view=view,
            lit=self._desk.lit(),
            say=say,
            shown=controls_for(self._desk, view.game, rounds=self._rounds),
            controls=self._stands(held),
            captions=tuple(caption(cue, say) for cue in held.heard),
        )
        return self.painter.paint(target, scene)

    def _stands(self, held: Held) -> ControlsState:
        """How the controls stand."""
        view, desk = self.view, self._desk
        say = desk.say()
        return ControlsState(
            takes=say("next") if desk.plays_itself else view.ok,
            mood=view.mood if view.ok else Mood.CALM,
            off=frozenset(
                control
                for control, leads in ((Control.UNDO, view.undoes), (Control.REDO, view.redoes))
                if not leads
            ),
            down=frozenset({Control.OK}) if held.knob else frozenset(),
            volume=desk.volume(),
            paused=view.frozen,
            dark=self.painter.scale.palette is PALETTES["dark"],
            full=held.full,
            more=self.more,
            keys=desk.pressable,
        )

    def forget(self) -> None:
        """What was painted is gone."""
        self.painter.pieces.forget()

    def target(self, x: int, y: int) -> Target | None:
        """What lies at a point: a control, a choice, or a seat's plate where that is its button."""
        return self.painter.target(x, y, plates=self._desk.pressable)
