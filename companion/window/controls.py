"""Which controls there are below the table, and what each does, there and on the box: the same as a key."""

from __future__ import annotations

from collections.abc import Mapping

from companion.window.desk import Desk
from companion.window.keys import Action, Do, Turn
from companion.window.table.control_bar import Control
from firmware.events import HostKey

DOES: Mapping[Control, Action] = {
    Control.BACK: HostKey.BACK,
    Control.LEFT: Turn(-1),
    Control.RIGHT: Turn(+1),
    Control.UNDO: HostKey.UNDO,
    Control.REDO: HostKey.REDO,
    Control.PAUSE: HostKey.PAUSE,
    Control.MENU: HostKey.HOLD_OK,
    Control.WRITE: Do.TYPE,
    Control.SOUND: Do.SOUND,
    Control.RULES: Do.RULES,
    Control.WATCH: Do.WATCH,
    Control.BOARD: Do.BOARD,
    Control.LIGHT: Do.LIGHT,
    Control.BOX: Do.BOX,
    Control.FULL: Do.FULL_SCREEN,
}
"""Missing are OK, which can be held, and "more", which is the bar's own."""

_WATCHING = frozenset({Control.BACK, Control.OK, Control.LIGHT, Control.BOX, Control.FULL})
"""While something plays itself: leave it, go on to the next, and how it looks."""


def controls_for(desk: Desk, game: str, *, rounds: bool) -> frozenset[Control]:
    """The controls there are now; ``rounds``: some games play a round of themselves."""
    there = set(_WATCHING if desk.plays_itself else set(Control) - {Control.MORE})
    if not desk.pressable:
        there.discard(Control.BOX)
    if not game:
        there -= {Control.RULES, Control.WATCH}
    if not rounds:
        there.discard(Control.WATCH)
    if desk.workshop() is None:
        there.discard(Control.BOARD)
    return frozenset(there)
