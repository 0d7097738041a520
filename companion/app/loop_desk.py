"""A box as its window sees it: what the loop holds, and ways to hand it what the host does."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from threading import Lock

from companion.loop.loop import Loop
from companion.loop.mailbox import Mailbox
from companion.loop.seen import SeenTable
from companion.session.state import State
from companion.store.folder import state_folder
from companion.store.things import begun, saved
from companion.table.view import TableView
from companion.window.desk import News, Workshop
from firmware.boxfile.settings import NO_FILES, NamedFile
from firmware.events import HostEvent, Seat
from firmware.views import Cue

MOST_CUES = 32
"""Cues kept for a window that doesn't ask for them, or isn't there; an old one need not sound any more."""


class LoopDesk:
    """A loop that runs in another thread, as what a `companion.window.Desk` tells of itself.

    Args:
        loop: the loop.
        mailbox: where it takes its events from.
        hush: told, as before, when a ruling may be near: nothing else should be busy then.
        named: the files of things its box file names: they aren't made at this table.

    Attributes:
        loop: the loop.
    """

    plays_itself = False  # Showing says otherwise

    def __init__(
        self,
        loop: Loop,
        mailbox: Mailbox,
        hush: Callable[[bool], None],
        named: Mapping[str, Mapping[str, NamedFile]] = NO_FILES,
    ) -> None:
        self._named = named
        self._wake: Callable[[], None] | None = None
        self._version = self._happened = 0
        self._changing = Lock()
        self.attend(loop, mailbox, hush)

    def attend(self, loop: Loop, mailbox: Mailbox, hush: Callable[[bool], None]) -> None:
        """Be the window's side of this loop from now on, and of no other."""
        self.loop = loop
        self._mailbox = mailbox
        self._hush = hush
        self._hushed = False
        self._owed: int | None = None  # the version that the window draws before panels do
        self._cues: deque[Cue] = deque(maxlen=MOST_CUES)
        self._table_seen = SeenTable(loop, by_host=True)
        self._told: State | None = None  # the state that was told of last
        loop.on_cue = self._heard
        loop.on_show = self.changed
        loop.on_hush = self._near_ruling

    def changed(self) -> None:
        """Something seen may have changed; from any thread."""
        with self._changing:
            self._version += 1
        if self._wake is not None:
            self._wake()

    def _heard(self, cue: Cue) -> None:
        self._cues.append(cue)
        self.changed()

    def _near_ruling(self, near: bool) -> None:
        """Panels, which are in the window's way, go on once it shows what came of it."""
        self._hushed, self._owed = near, None
        if near or self._wake is None:
            self._hush(near)
        else:
            self._owed = self._version + 1
            self._wake()

    def drawn(self, version: int) -> None:
        """The window shows that version."""
        if self._owed is not None and version >= self._owed:
            self._owed = None
            self._hush(False)

    @property
    def seats(self) -> Collection[Seat]:
        """The seats that have a button on this box."""
        return self.loop.session.seats

    def tell(self, event: HostEvent) -> None:
        """Hand on what the host turned, pressed or typed."""
        self._mailbox.put(event)

    def table(self, now: int) -> TableView | None:
        """What the table view shows; None before the first view was made."""
        return self._table_seen.at(now)

    def news(self) -> News:
        """How things are now; for one thread."""
        loop, state = self.loop, self.loop.state
        if state is not self._told:
            self._told, self._happened = state, self._happened + 1
        return News(
            self._version,
            self._happened,
            self._hushed,
            state.volume,
            frozenset(loop.lit),
            tuple(loop.playing),
            state.language,
            dict(state.names),
        )

    def workshop(self) -> Workshop | None:
        """Where things for the game chosen are made, if it keeps any; new ones go to the state folder."""
        state = self.loop.state
        things = None if state.chosen is None else state.chosen.things
        if things is None or things.draft is None:
            return None
        known = dict(self.loop.session.setting_up.known_things(state)[things.kind])
        names = {word: thing.name for word, thing in known.items()}
        taken = tuple(self._named.get(things.plural, {}))
        return Workshop(names, taken, partial(begun, things, known), partial(saved, state_folder(), things))

    def cues(self) -> Sequence[Cue]:
        """The cues since the last call."""
        return [self._cues.popleft() for _ in range(len(self._cues))]

    def stopped(self) -> bool:
        """Whether the program has ended."""
        return self.loop.stopped

    def on_change(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` after each change."""
        self._wake = wake
