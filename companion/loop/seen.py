"""What a loop's table looks like from outside: for its window, and for pages."""

from __future__ import annotations

import logging

from companion.i18n import speaker
from companion.loop.loop import Loop
from companion.session.state import State
from companion.session.table import table_view
from companion.table.view import TableView

log = logging.getLogger("pierwszy.app")


class SeenTable:
    """The table of a loop that runs in another thread; for one thread.

    Args:
        loop: the loop.
        by_host: it is seen where the knob is: the host's code may be shown; to pages it never is.
    """

    def __init__(self, loop: Loop, *, by_host: bool = False) -> None:
        self._loop = loop
        self._by_host = by_host
        self._seen: TableView | None = None
        self._lost: State | None = None  # a state no table could be made of

    def at(self, now: int) -> TableView | None:
        """The table at a time (ns); None before the first view was made."""
        loop = self._loop
        if loop.shown is None:
            return None
        state, view = loop.shown
        say = speaker(state.language).named(state.names)
        try:
            finish = loop.camera.finish(state, say)
            invited = loop.invitation
            if invited is not None and not self._by_host:
                invited = invited.without_host()
            self._seen = table_view(
                loop.session, state, view, now, say, finish=finish, history=loop.past, invited=invited
            )
        except Exception:  # as the loop does: people keep the table before
            if self._lost is not state:
                log.exception("lost a table to a fault of ours, in %s", state.stage.value)
            self._lost = state
        return self._seen
