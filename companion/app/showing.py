"""A showing: an evening, or a round of each game, that plays itself in the window and says what happens.

Hands only skip: any press goes on to the next round, Esc ends the showing. What is shown gets into no
journal but one of its own, which goes with it, and never decides anything about a game that is played.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from companion.app import evening
from companion.app.desk_table import DeskTable
from companion.errors import OptionError, ScriptError
from companion.games.catalogue import AnyGame, all_games, find_game
from companion.games.words import Captions
from companion.scripts import script
from companion.scripts.mock import check_games
from companion.scripts.script import AFTER_SCRIPT_NS, Script
from companion.store.journal import Journal
from companion.table.view import TableView
from companion.window.desk import Workshop
from companion.words import Text
from firmware.boxfile.settings import Settings, eight_seats
from firmware.events import NS_PER_MS, NS_PER_S, HostEvent, HostKey, Key, Seat

ALL = "all"
"""Stands for every game that has a demo."""

SKIPS_APART_NS = 500 * NS_PER_MS
"""One touch, or one turn of the knob by several steps, skips one round."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round that plays itself: whose it is, what happens, and what is said about it."""

    name: str
    script: Script
    captions: Captions


def rounds(names: Sequence[str] = ()) -> tuple[Round, ...]:
    """The rounds of these games, or of `ALL`, in the menu's order; without names, an evening.

    Raises:
        OptionError: there is no such game, or it has no demo.
        ScriptError: a demo can't be read.
    """
    if not names and (whole := _evening()) is not None:
        return (whole,)
    if not names or list(names) == [ALL]:
        return tuple(_round(game) for game in all_games() if game.demo)
    return tuple(_round(find_game(name)) for name in names)


def _evening() -> Round | None:
    """A whole evening; None where one of its games is missing."""
    played = script.read(evening.TABLE.read_text(encoding="utf-8"), evening.TABLE.name)
    try:
        check_games(played, eight_seats())
    except ScriptError:
        return None
    return Round("evening", played, evening.CAPTIONS)


def _round(game: AnyGame) -> Round:
    if not game.demo:
        raise OptionError(f"{game.name}: expected a demo, it has none")
    played = script.read(game.demo, f"{game.name}.table")
    return Round(game.name, played, () if game.words is None else game.words.captions)


def show(name: str, language: str) -> Showing:
    """A round of one game, to be watched before it is played; on a box of its own, with all seats."""
    return Showing(rounds([name]), replace(eight_seats(), language="en" if language == "en" else "pl"))


def caption_at(said: Captions, elapsed: int) -> Text | None:
    """What is said so long after a round's start (ns); None before the first sentence."""
    return next((text for at, text in reversed(said) if at <= elapsed), None)


class Showing(DeskTable):
    """A desk that plays rounds one after the other and then ends; a context manager.

    Args:
        shown: the rounds, at least one.
        settings: the box to play them on.
        now: tells the time, ns of CLOCK_MONOTONIC.

    Raises:
        ScriptError: a round can't be played on this box.
    """

    plays_itself = True

    def __init__(
        self, shown: Sequence[Round], settings: Settings, *, now: Callable[[], int] = time.monotonic_ns
    ) -> None:
        for one in shown:
            check_games(one.script, settings)
        self._folder = TemporaryDirectory(prefix="pierwszy-")
        super().__init__(settings, shown[0].script)
        self._rounds = shown
        self._now = now
        self._round = shown[0]
        self._began = 0
        self._skipped = threading.Event()
        self._on = threading.Event()  # there is a table to look at
        self._ended = False
        self._over = False
        self._wrong = False
        self._showing = threading.Thread(target=self._play_all, name="showing")

    def __enter__(self) -> Self:
        self._showing.start()
        self._on.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        self._showing.join()
        self._folder.cleanup()

    def skip(self) -> bool:
        """Leave the rest of this round out; False if it has only just begun, and a hand can't mean that."""
        if self._now() < self._began + SKIPS_APART_NS:
            return False
        self._skipped.set()
        return True

    def end(self) -> None:
        """Leave everything else out."""
        self._ended = True
        self._skipped.set()

    def _recording(self, script: Script | None) -> Journal | None:  # noqa: ARG002 - whatever is shown
        return Journal(Path(self._folder.name))

    def _play_all(self) -> None:
        try:
            for one in self._rounds:
                self._began = self._now()
                self._skipped.clear()
                if self._ended:
                    break
                self._play(one)
        finally:
            self._over = True
            self._on.set()
            self.changed()

    def _play(self, one: Round) -> None:
        if one is not self._rounds[0]:
            self._lay(one.script)
            self.attend(self._table.loop, self._table.mailbox, self._panels.hush)
        super().__enter__()
        try:
            self._round, self._began = one, self._now()
            self._on.set()
            self._watch(one)
        finally:
            super().__exit__()
        self._wrong |= super().failed

    def _watch(self, one: Round) -> None:
        """Wait for a round's end; each caption changes what is seen though nothing else may."""
        for at in (*(at for at, _ in one.captions), one.script.length + AFTER_SCRIPT_NS):
            if self._skipped.wait(max(0, self._began + at - self._now()) / NS_PER_S):
                return
            self.changed()

    # -- what the window does and sees -------------------------------------------------------------

    @property
    def failed(self) -> bool:
        """Whether an expectation of a round failed."""
        return self._wrong

    def press(self, seat: Seat, closed: bool, at: int, *, by_key: bool = True) -> None:  # noqa: ARG002
        """A hand: on with the next round."""
        if closed:
            self.skip()

    def tell(self, event: HostEvent) -> None:
        """Esc ends it; anything else goes on with the next round."""
        if isinstance(event, Key) and event.key is HostKey.BACK:
            self.end()
        else:
            self.skip()

    def caption(self, now: int) -> str:
        """What is said about this moment, in the language spoken; empty before the first sentence."""
        text = caption_at(self._round.captions, now - self._began)
        return "" if text is None else self.news().say.text(text)

    def table(self, now: int) -> TableView | None:
        """The table, with the caption where otherwise it says what can be pressed: here nothing can."""
        view = super().table(now)
        if view is None:
            return None
        return replace(view, hint=self.caption(now), choices=(), standing=None, ok="")

    def workshop(self) -> Workshop | None:
        """Nothing is made while something is shown."""
        return None

    def stopped(self) -> bool:
        """Whether all rounds were shown, or the showing was ended."""
        return self._over
