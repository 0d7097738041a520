"""The window's face for people who gather round it: the table, with its controls."""

from __future__ import annotations

from pygame import Surface

from companion.table.captions import captions
from companion.table.view import TableView
from companion.window.controls import controls_for
from companion.window.desk import Desk
from companion.window.face import Held
from companion.window.scale import Scale
from companion.window.table.control_bar import Control, ControlsState, behind_more
from companion.window.table.control_sheet import ControlSheet
from companion.window.table.table_painter import TablePainter, TableScene, Target
from companion.window.theme import PALETTES
from firmware.views import Mood


class TableFace:
    """The table view, with its controls; a `Face`.

    Attributes:
        painter: what draws it.
        view: what it showed last.
        moving: whether that moves by itself.
    """

    def __init__(self, desk: Desk, size: tuple[int, int], scale: Scale, *, rounds: bool = False) -> None:
        self._desk = desk
        self._rounds = rounds
        self.painter = TablePainter(size, scale)
        self.view = TableView()
        self.moving = False
        self._shown: frozenset[Control] = frozenset()
        self._stands = ControlsState()

    def paint(self, target: Surface, held: Held, now: int) -> bool:
        """Bring the window up to what there is to see at the table."""
        view = self._desk.table(now)
        if view is None:
            return False
        self.view = view
        self.moving = view.moving and not self.painter.scale.still
        desk, news = self._desk, self._desk.news()
        say = news.say
        nothing = not (view.ok or desk.plays_itself)
        off = {Control.OK: nothing, Control.UNDO: not view.undoes, Control.REDO: not view.redoes}
        stands = ControlsState(
            takes=say("next") if desk.plays_itself else view.ok,
            mood=view.mood if view.ok else Mood.CALM,
            off=frozenset(control for control, is_off in off.items() if is_off),
            down=frozenset({Control.OK}) if held.knob else frozenset(),
            volume=news.volume,
            paused=view.frozen,
            dark=self.painter.scale.palette is PALETTES["dark"],
            full=held.full,
            keys=desk.pressable,
        )
        self._shown, self._stands = controls_for(desk, view.game, rounds=self._rounds), stands
        scene = TableScene(
            view=view,
            lit=news.lit,
            say=say,
            shown=self._shown,
            controls=stands,
            captions=captions(held.heard, say, volume=news.volume, silent=held.silent),
        )
        return self.painter.paint(target, scene)

    def more(self) -> ControlSheet:
        """What the controls have no room for."""
        return ControlSheet(behind_more(self._shown), self._stands)

    def forget(self) -> None:
        """What was painted is gone."""
        self.painter.pieces.forget()

    def target(self, x: int, y: int) -> Target | None:
        """What lies at a point: a control, a choice, or a seat's plate where that is its button."""
        return self.painter.target(x, y, plates=self._desk.pressable)
