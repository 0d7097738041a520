"""A box's window in a process of its own, so that no display, whatever it does, can hold up the box.

Xlib ends its process when the server goes, a display that hangs blocks whoever draws on it, and pygame may
raise: all of that ends or stops this process alone, and `companion.app.window_keeper` starts another. Over
the socket between them go pickles, for both ends are this program: `Hello` once, `Told` whenever anything is
new, a `Workshop` or None where there is another, an `Answer` to each `Ask`; the other way what the host does,
and that the window is alive.
"""

from __future__ import annotations

import pickle
import socket
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, NamedTuple

from companion.errors import DisplayMissingError
from companion.table.view import TableView
from companion.window.desk import Desk, News, Workshop
from companion.window.display import display_missing
from firmware.boxfile.window_settings import WindowSettings
from firmware.events import HostEvent, Seat
from firmware.views import Cue

ALIVE_S = 1.0
"""How often the window says that it is alive, seconds."""


@dataclass(frozen=True, slots=True)
class Hello:
    """What a window has to know from the start; ``show`` is pickled, since it loads what few ever watch."""

    seats: tuple[Seat, ...]
    settings: WindowSettings
    sound_buffer: int
    show: bytes
    log_level: int


class Told(NamedTuple):
    """How things are now, and what has sounded."""

    news: News
    cues: Sequence[Cue]


class Ask(NamedTuple):
    """Asks for the table at an instant."""

    now: int


class Answer(NamedTuple):
    """The table."""

    table: TableView | None


class Wire:
    """One end of the socket: messages, whole.

    Args:
        end: the socket; its timeout holds for each message.
    """

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def send(self, message: object) -> None:
        """Send one message; OSError if the other end is gone, or takes nothing in time."""
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        self._end.sendall(len(data).to_bytes(4, "big") + data)

    def receive(self) -> Any:
        """Wait for the next message; OSError or EOFError if there is none any more."""
        return pickle.loads(self._exactly(int.from_bytes(self._exactly(4), "big")))

    def _exactly(self, count: int) -> bytes:
        data = bytearray()
        while len(data) < count:
            if not (more := self._end.recv(count - len(data))):
                raise EOFError
            data += more
        return bytes(data)


class FarDesk(Desk):
    """The box as a `Desk`, in the window's process.

    Args:
        wire: to the box, which has said `Hello`, and then what it says when something happens.

    Attributes:
        hello: what it said.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.hello: Hello = wire.receive()
        self._workshop: Workshop | None = wire.receive()
        self._told: Told = wire.receive()
        self._cues: SimpleQueue[Cue] = SimpleQueue()
        self._answers: SimpleQueue[TableView | None] = SimpleQueue()
        self._seen: TableView | None = None
        self._ended = False
        self._alive_at: float | None = None
        self._wake: Callable[[], None] = lambda: None
        threading.Thread(target=self._hear, name="box", daemon=True).start()

    def _hear(self) -> None:
        with suppress(OSError, EOFError):
            while True:
                match self._wire.receive():
                    case Answer(table):
                        self._answers.put(table)
                    case Told() as told:
                        self._told = told
                        for cue in told.cues:
                            self._cues.put(cue)
                        self._wake()
                    case workshop:
                        self._workshop = workshop
        self._ended = True
        self._answers.put(None)
        self._wake()

    def send(self, message: HostEvent | Ask | str | None) -> None:
        """Tell the box: what the host did, why there is no window, or, with None, that there is one."""
        with suppress(OSError):  # it has ended, which is heard of by itself
            self._wire.send(message)

    # -- as a Desk

    @property
    def seats(self) -> Collection[Seat]:
        """The seats that have a button on this box."""
        return self.hello.seats

    def tell(self, event: HostEvent) -> None:
        """Hand on what the host turned, pressed or typed."""
        self.send(event)

    def table(self, now: int) -> TableView | None:
        """What the table view shows at ``now``; asked for, since it may show another thing each moment."""
        if not self._ended:
            self.send(Ask(now))
            self._seen = self._answers.get() or self._seen
        return self._seen

    def news(self) -> News:
        """How things are now."""
        return self._told.news

    def workshop(self) -> Workshop | None:
        """Where things for the game chosen are made, if it keeps any."""
        return self._workshop

    def cues(self) -> Sequence[Cue]:
        """The cues since the last call."""
        return [self._cues.get() for _ in range(self._cues.qsize())]

    def stopped(self) -> bool:
        """Whether the box has ended; each step of the window asks, so that the box hears that it is alive.

        At its first step it has yet to draw, which may take long without a GPU: it lives from the next on.

        Raises:
            DisplayMissingError: the screen was pulled out; SDL would go on drawing for nobody, and know
                nothing of the next one.
        """
        now = time.monotonic()
        if self._alive_at is None:
            self._alive_at = now
        elif now >= self._alive_at:
            self._alive_at = now + ALIVE_S
            self.send(None)
            if (reason := display_missing()) is not None:
                raise DisplayMissingError(reason)
        return self._ended

    def on_change(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` after each change."""
        self._wake = wake

    def show(self, game: str, language: str) -> AbstractContextManager[Desk]:
        """A round of a game that plays itself, in this process."""
        show = pickle.loads(self.hello.show)
        made: AbstractContextManager[Desk] = show(game, language)
        return made
