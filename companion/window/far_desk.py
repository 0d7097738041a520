"""A box's window in a process of its own, so that no display, whatever it does, can hold up the box.

Xlib ends its process when the server goes, a display that hangs blocks whoever draws on it, and pygame may
raise: all of that ends or stops this process alone, and `companion.app.window_keeper` starts another. Over
the socket between them go pickles, for both ends are this program: `Hello` once, `News` whenever anything is
new, an `Answer` to each `Ask`; the other way what the host does, and that the window is alive.
"""

from __future__ import annotations

import pickle
import socket
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Literal, NamedTuple

from PIL import Image

from companion.i18n import speaker
from companion.table.honeycomb import HoneycombDraft
from companion.table.view import TableView
from companion.window.desk import Desk, Workshop
from companion.words import Names, Say
from firmware.boxfile.window_settings import WindowSettings
from firmware.drawing.figures import Spot
from firmware.events import HostEvent, Seat
from firmware.views import Cue, PanelId

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


@dataclass(frozen=True, slots=True)
class News:
    """What a `Desk` answers now, all but the table; ``workshop``: what is known, and what is taken."""

    version: int
    happened: int
    hushed: bool
    volume: int
    lit: frozenset[Seat]
    playing: tuple[Seat, ...]
    language: str
    names: Names
    workshop: tuple[Mapping[str, str], Collection[str]] | None
    cues: tuple[Cue, ...] = ()


class Ask(NamedTuple):
    """A question, and what it is about: an instant, a word, a draft."""

    what: Literal["table", "begin", "save"]
    given: Any


class Answer(NamedTuple):
    """What was asked for, or the OSError that it led to."""

    value: Any


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


class FarDesk:
    """The box as a `Desk`, in the window's process.

    Args:
        wire: to the box, which has said `Hello` and its first `News`.

    Attributes:
        hello: what it said.
    """

    pressable = False
    plays_itself = False

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.hello: Hello = wire.receive()
        self._news: News = wire.receive()
        self._happened = object()
        self._cues: SimpleQueue[Cue] = SimpleQueue()
        self._answers: SimpleQueue[Any] = SimpleQueue()
        self._seen: TableView | None = None
        self._ended = False
        self._alive_at = 0.0
        self._wake: Callable[[], None] = lambda: None
        threading.Thread(target=self._hear, name="box", daemon=True).start()

    def _hear(self) -> None:
        with suppress(OSError, EOFError):
            while True:
                match self._wire.receive():
                    case Answer(value):
                        self._answers.put(value)
                    case News() as news:
                        self._take(news)
        self._ended = True
        self._answers.put(None)
        self._wake()

    def _take(self, news: News) -> None:
        if news.happened != self._news.happened:
            self._happened = object()
        self._news = news
        for cue in news.cues:
            self._cues.put(cue)
        self._wake()

    def send(self, message: HostEvent | Ask | str | None) -> None:
        """Tell the box: what the host did, why there is no window, or, with None, that there is one."""
        with suppress(OSError):  # it has ended, which is heard of by itself
            self._wire.send(message)

    def _ask(self, what: Literal["table", "begin", "save"], given: object) -> Any:
        if self._ended:
            return None
        self.send(Ask(what, given))
        answer = self._answers.get()
        if isinstance(answer, OSError):
            raise answer
        return answer

    # -- as a Desk

    @property
    def seats(self) -> Collection[Seat]:
        """The seats that have a button on this box."""
        return self.hello.seats

    def press(self, seat: Seat, closed: bool, at: int) -> None:
        """A real box's buttons are on its wires."""

    def tell(self, event: HostEvent) -> None:
        """Hand on what the host turned, pressed or typed."""
        self.send(event)

    def pictures(self) -> Mapping[PanelId, Image.Image]:
        """A real box's panels are to be seen on the table."""
        return {}

    def dice(self, pictures: Mapping[PanelId, Image.Image]) -> Mapping[PanelId, tuple[Spot, ...]]:  # noqa: ARG002
        """There are no pictures they could lie on."""
        return {}

    def table(self, now: int) -> TableView | None:
        """What the table view shows at ``now``; asked for, since it may show another thing each moment."""
        self._seen = self._ask("table", now) or self._seen
        return self._seen

    def hushed(self) -> bool:
        """Whether a ruling may be near."""
        return self._news.hushed

    def workshop(self) -> Workshop | None:
        """Where things for the game chosen are made, if it keeps any: at the box."""
        if self._news.workshop is None:
            return None
        return Workshop(*self._news.workshop, self._begin, self._save)

    def _begin(self, word: str) -> HoneycombDraft:
        draft: HoneycombDraft = self._ask("begin", word)
        return draft

    def _save(self, draft: HoneycombDraft) -> str:
        return self._ask("save", draft) or ""

    def lit(self) -> Collection[Seat]:
        """The lamps lit now."""
        return self._news.lit

    def playing(self) -> Collection[Seat]:
        """The seats in the game now."""
        return self._news.playing

    def cues(self) -> Sequence[Cue]:
        """The cues since the last call."""
        return [self._cues.get() for _ in range(self._cues.qsize())]

    def volume(self) -> int:
        """How loud cues are now."""
        return self._news.volume

    def say(self) -> Say:
        """The language spoken now, with the seats' names."""
        return speaker(self._news.language).named(self._news.names)

    def stopped(self) -> bool:
        """Whether the box has ended; each step of the window asks, so that the box hears that it is alive."""
        now = time.monotonic()
        if now >= self._alive_at:
            self._alive_at = now + ALIVE_S
            self.send(None)
        return self._ended

    def version(self) -> int:
        """Changes whenever something seen may have changed."""
        return self._news.version

    def happened(self) -> object:
        """The same object as long as nothing has happened, though lamps may blink."""
        return self._happened

    def on_change(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` after each change."""
        self._wake = wake

    def show(self, game: str, language: str) -> AbstractContextManager[Desk]:
        """A round of a game that plays itself, in this process."""
        show = pickle.loads(self.hello.show)
        made: AbstractContextManager[Desk] = show(game, language)
        return made
