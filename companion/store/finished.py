"""The finished games of a box, as its screens show them."""

from __future__ import annotations

from companion.session.history_screens import NO_PAST, Past
from companion.session.played import Played, read, spelt_alike
from companion.store.journal import Journal

LOOKS_BACK = 2000
"""So many finished games are looked at on the box: to read more takes a Raspberry Pi seconds."""

RECENT = 10
"""So many are read again when one of them has ended, or is played on."""


class Finished:
    """Reads them when they are shown, after what has happened was acted on."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._past = NO_PAST
        self._games: dict[int, Played | None] = {}  # by their number, the newest first
        self._stale = LOOKS_BACK

    def changed(self, many: int) -> None:
        """So many of the newest aren't known as they are now."""
        self._stale = max(self._stale, many)

    @property
    def past(self) -> Past:
        """All of them."""
        if self._stale and self._journal.is_open:
            newest = self._journal.finished(self._stale)
            since = newest[-1].id if len(newest) == self._stale else 0
            older = {number: game for number, game in self._games.items() if number < since}
            self._games = {**{game.id: read(game.told) for game in newest}, **older}
            self._past, self._stale = Past(spelt_alike(filter(None, self._games.values()))), 0
        return self._past
