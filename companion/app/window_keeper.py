"""Keeps the window of a box there: it runs in a process of its own, and another is started if it goes."""

from __future__ import annotations

import logging
import os
import pickle
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from typing import Any, Self

from companion.app.loop_desk import LoopDesk
from companion.app.showing import show
from companion.loop.loop import Loop
from companion.loop.mailbox import Mailbox
from companion.window import check_library, display_missing
from companion.window.far_desk import Answer, Ask, Hello, Told, Wire
from firmware.boxfile.settings import NamedFile, Settings

log = logging.getLogger("pierwszy.app")

PROGRAM = (sys.executable, "-m", "companion.window")
"""What a window is started as; the number of its socket is added."""

SILENT_S = 5.0
"""A window that has said nothing for so long hangs, seconds."""

START_S = 30.0
"""The same of one that has yet to open."""

WAITS_S = (1, 2, 4, 8, 16, 30)
"""How long until another window is tried, from one that went to the next; whole seconds."""

LOOKS_S = 1.0
"""How often a display is looked for meanwhile, seconds: once one appears there is nothing to wait for."""

LIVED_S = 30
"""A window that was there for so long counts as one that works."""

ENDS_S = 0.5
"""How long a window has to end by itself, seconds; then it is killed."""


class WindowKeeper:
    """Shows what a loop does in a window, while there is a display; a context manager.

    Its own thread alone speaks with the window; the loop's only rings a bell.

    Args:
        loop: the loop; stopped once people close the window.
        mailbox: where it takes its events from.
        hush: told, as before, when a ruling may be near.
        settings: of the box.
        named: the files of things its box file names.

    Raises:
        LibraryMissingError: what draws windows isn't installed.
    """

    def __init__(
        self,
        loop: Loop,
        mailbox: Mailbox,
        hush: Callable[[bool], None],
        settings: Settings,
        named: Mapping[str, Mapping[str, NamedFile]],
    ) -> None:
        check_library()
        self._hush = hush
        self._desk = LoopDesk(loop, mailbox, self._near_ruling, named)
        self._hello = Hello(
            tuple(self._desk.seats),
            settings.window,
            settings.sound_buffer,
            pickle.dumps(show),
            logging.getLogger().level,
        )
        self._bell, self._rope = socket.socketpair()
        self._rope.setblocking(False)
        self._rung = False
        self._over = threading.Event()
        self._said: str | None = None
        self._tried = 0
        self._happened = 0
        self._thread = threading.Thread(target=self._keep, name="window", daemon=True)

    def __enter__(self) -> Self:
        self._desk.on_change(self._ring)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._rung = False
        self._ring()
        self._thread.join(3 * ENDS_S)
        self._bell.close()
        self._rope.close()

    def _ring(self) -> None:
        if not self._rung:
            self._rung = True
            with suppress(OSError):  # it is rung already
                self._rope.send(b"!")

    def _near_ruling(self, near: bool) -> None:
        self._hush(near)
        self._ring()

    # -- one window after the other

    def _keep(self) -> None:
        while not self._over.is_set():
            began = time.monotonic()
            try:
                why = display_missing() or self._show()
            except Exception:  # whatever happens to a window, people play on
                log.exception("the window was lost to a fault of ours")
                why = "a fault"
            if why is None:
                self._desk.loop.stop()
            if why is None or self._over.is_set():
                return
            self._say(f"{why}; going on without a window")
            self._tried = 0 if time.monotonic() - began >= LIVED_S else self._tried
            self._tried = 0 if self._wait(WAITS_S[min(self._tried, len(WAITS_S) - 1)]) else self._tried + 1

    def _wait(self, seconds: int) -> bool:
        """Wait so long, but not when a display appears; whether one has."""
        there = display_missing() is None
        for _ in range(seconds):
            if self._over.wait(LOOKS_S):
                break
            was_there, there = there, display_missing() is None
            if there and not was_there:
                return True
        return False

    def _say(self, what: str) -> None:
        """Say it once, until there was a window again."""
        if what != self._said:
            log.warning("%s", what)
        self._said = what

    def _show(self) -> str | None:
        """Start a window and serve it while it lasts; None if people closed it, else why it went."""
        ours, theirs = socket.socketpair()
        with closing(ours):
            with closing(theirs):
                number = theirs.fileno()
                window = subprocess.Popen(
                    [*PROGRAM, str(number)],
                    pass_fds=[number],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,  # the box's own may be JSON
                    start_new_session=True,  # a terminal's Ctrl-C is for the box, which ends it
                )
            try:
                _below_the_box(window)
                why = self._serve(ours)
            finally:
                ours.close()
                code = _end(window)
        return f"the window has ended with code {code}" if why is None and code != 0 else why

    def _serve(self, end: socket.socket) -> str | None:
        """Tell a window what is new and answer it until it ends: why, if that is known."""
        wire, why = Wire(end), None
        end.settimeout(SILENT_S)
        patience, heard = START_S, time.monotonic()
        self._desk.cues()  # what sounded before it was there
        self._happened = 0
        try:
            self._tell(wire, self._hello)
            self._tell_news(wire)
            while not self._over.is_set():
                left = max(0.0, heard + patience - time.monotonic())
                ready, _, _ = select.select([end, self._bell], [], [], left)
                if end in ready:
                    message = wire.receive()
                    heard = time.monotonic()
                    if isinstance(message, str):
                        why = message
                        continue
                    patience, self._said = SILENT_S, None
                    self._hear(message, wire)
                elif not left:
                    return "the window hangs"
                if self._bell in ready:
                    self._bell.recv(64)
                    self._rung = False
                    self._tell_news(wire)
        except TimeoutError:
            return "the window hangs"
        except (EOFError, OSError):
            pass
        return why

    @staticmethod
    def _tell(wire: Wire, message: object) -> None:
        with suppress(ConnectionError):  # it has ended, and may have said why: that is to be read first
            wire.send(message)

    def _tell_news(self, wire: Wire) -> None:
        news = self._desk.news()
        if news.happened != self._happened:
            self._happened = news.happened
            self._tell(wire, self._desk.workshop())
        self._tell(wire, Told(news, self._desk.cues()))

    def _hear(self, message: Any, wire: Wire) -> None:
        match message:
            case None:
                pass
            case Ask(now):
                self._tell(wire, Answer(self._desk.table(now)))
            case event:
                self._desk.tell(event)


def _below_the_box(window: subprocess.Popen[bytes]) -> None:
    """Never let it take the processor from the box, whose priority it has got: not even while it loads."""
    if sys.platform == "linux":
        try:
            os.sched_setscheduler(window.pid, os.SCHED_OTHER, os.sched_param(0))
        except ProcessLookupError:
            pass  # it has ended, which is heard of by itself
        except OSError as refused:
            log.warning("the window can't be kept from holding up the box: %s", refused)


def _end(window: subprocess.Popen[bytes]) -> int | None:
    """Let a window end by itself, or kill it; its exit code, None if not even that ends it."""
    with suppress(subprocess.TimeoutExpired):
        return window.wait(ENDS_S)
    window.kill()
    with suppress(subprocess.TimeoutExpired):
        return window.wait(ENDS_S)
    return None
