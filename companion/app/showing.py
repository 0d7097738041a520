"""A showing: a short round of each game that plays itself in the window and says what happens.

Hands only skip: any press goes on to the next round, Esc ends the showing. What is shown never gets into a
journal, and never decides anything about a game that is played.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from PIL import Image

from companion.app.desk_table import DeskTable
from companion.errors import OptionError
from companion.games.catalogue import AnyGame, all_games, find_game
from companion.games.words import Captions
from companion.scripts import script
from companion.scripts.mock import check_games
from companion.scripts.script import AFTER_SCRIPT_NS, Script
from companion.table.view import TableView
from companion.window.desk import Workshop
from companion.words import Say, Text
from firmware.boxfile.settings import Settings, eight_seats
from firmware.drawing.figures import Spot
from firmware.events import NS_PER_MS, NS_PER_S, HostEvent, HostKey, Key, Seat
from firmware.views import Cue, PanelId

SKIPS_APART_NS = 500 * NS_PER_MS
"""One touch, or one turn of the knob by several steps, skips one round."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round that plays itself: whose it is, what happens, and what is said about it."""

    name: str
    script: Script
    captions: Captions


def rounds(names: Sequence[str] = ()) -> tuple[Round, ...]:
    """The rounds of these games; without names of all, in the menu's order.

    Raises:
        OptionError: there is no such game, or it has no demo.
        ScriptError: a demo can't be read.
    """
    wanted = [find_game(name) for name in names] or [game for game in all_games() if game.demo]
    return tuple(_round(game) for game in wanted)


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


class Showing:
    """A `companion.window.Desk` that plays rounds one after the other and then ends; a context manager.

    Args:
        shown: the rounds, at least one.
        settings: the box to play them on.
        now: tells the time, ns of CLOCK_MONOTONIC.

    Attributes:
        failed: whether an expectation of a round failed.

    Raises:
        ScriptError: a round can't be played on this box.
    """

    pressable = True
    plays_itself = True

    def __init__(
        self, shown: Sequence[Round], settings: Settings, *, now: Callable[[], int] = time.monotonic_ns
    ) -> None:
        for one in shown:
            check_games(one.script, settings)
        self.failed = False
        self._rounds = shown
        self._settings = settings
        self._now = now
        self._round = shown[0]
        self._table: DeskTable
        self._began = 0
        self._version = 0
        self._changing = threading.Lock()
        self._wake: Callable[[], None] = lambda: None
        self._skipped = threading.Event()
        self._on = threading.Event()  # there is a table to look at
        self._ended = False
        self._over = False
        self._thread = threading.Thread(target=self._play_all, name="showing")

    def __enter__(self) -> Self:
        self._thread.start()
        self._on.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        self._thread.join()

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
            self._changed()

    def _play(self, one: Round) -> None:
        table = DeskTable(self._settings, one.script)
        table.on_change(self._changed)
        with table:
            self._round, self._table, self._began = one, table, self._now()
            self._on.set()
            self._watch(one)
        self.failed |= table.failed

    def _watch(self, one: Round) -> None:
        """Wait for a round's end; each caption changes what is seen though nothing else may."""
        for at in (*(at for at, _ in one.captions), one.script.length + AFTER_SCRIPT_NS):
            if self._skipped.wait(max(0, self._began + at - self._now()) / NS_PER_S):
                return
            self._changed()

    def _changed(self) -> None:
        with self._changing:  # a round's loop changes things as well as the clock here
            self._version += 1
        self._wake()

    # -- what the window does and sees -------------------------------------------------------------

    @property
    def seats(self) -> Collection[Seat]:
        """The seats of the box that is shown."""
        return self._table.seats

    def press(self, seat: Seat, closed: bool, at: int) -> None:  # noqa: ARG002 - a hand is a hand
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
        return "" if text is None else self.say().text(text)

    def table(self, now: int) -> TableView | None:
        """The table, with the caption where otherwise it says what can be pressed: here nothing can."""
        view = self._table.table(now)
        return None if view is None else replace(view, hint=self.caption(now), choices=(), standing=None)

    def pictures(self) -> Mapping[PanelId, Image.Image]:
        """What each panel's glass shows now."""
        return self._table.pictures()

    def dice(self, pictures: Mapping[PanelId, Image.Image]) -> Mapping[PanelId, tuple[Spot, ...]]:
        """The dice that lie on these pictures."""
        return self._table.dice(pictures)

    def hushed(self) -> bool:
        """Whether a ruling may be near."""
        return self._table.hushed()

    def workshop(self) -> Workshop | None:
        """Nothing is made while something is shown."""
        return None

    def lit(self) -> Collection[Seat]:
        """The lamps lit now."""
        return self._table.lit()

    def playing(self) -> Collection[Seat]:
        """The seats in the round."""
        return self._table.playing()

    def cues(self) -> Sequence[Cue]:
        """The cues since the last call."""
        return self._table.cues()

    def volume(self) -> int:
        """How loud cues are now."""
        return self._table.volume()

    def say(self) -> Say:
        """The language spoken."""
        return self._table.say()

    def stopped(self) -> bool:
        """Whether all rounds were shown, or the showing was ended."""
        return self._over

    def version(self) -> int:
        """Changes whenever something seen may have changed."""
        return self._version

    def happened(self) -> object:
        """The round that is shown."""
        return self._round

    def on_change(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` after each change."""
        self._wake = wake
