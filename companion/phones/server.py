"""Serves phones: one thread for all connections, held up by no number of them, nor by what they send."""

from __future__ import annotations

import logging
import selectors
import socket
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from secrets import token_bytes
from typing import Final

from websockets.datastructures import MultipleValuesError
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from companion.phones import served
from companion.phones.addresses import is_ours, is_private, own_addresses, shown_addresses
from companion.phones.guests import Guests
from companion.phones.lobby import Lobby
from companion.phones.messages import BadMessageError, read
from companion.phones.page import Page, as_text
from companion.phones.table import Table
from companion.phones.wire import Wire
from firmware.events import NS_PER_S, Seat
from firmware.far_clock import Clocks
from firmware.pi.clock import clocks
from firmware.views import Cue

PORT: Final = 8080
STRANGERS, STRANGERS_OF_ONE = 48, 12
"""Connections that haven't said hello, of all addresses and of one; a browser opens six for a page."""

HELLO_WITHIN_NS = 5 * NS_PER_S
_RESPONSE_NS, _END_NS = 10 * NS_PER_S, 2 * NS_PER_S
"""How long a page may take to be loaded, and a connection to be over."""

_FAREWELL_NS = NS_PER_S // 2
"""How long pages may take to hear that phones are off."""

log = logging.getLogger("pierwszy.phones")


class Server:
    """The server: `start` it, `close` it; all else may be called in any thread, and doesn't wait.

    Args:
        table: what pages see and do; called in the server's thread.
        host: where to listen; everywhere.
        port: on which port; 0: on any that is free.
        kept: what ``keep`` was last told, if that was this evening: seats, codes and tokens.
        keep: told of that whenever it changes, in the server's thread; mustn't wait.
        clocks: reads the kernel's clocks.
        random: makes so many random bytes that nobody can guess.
    """

    def __init__(
        self,
        table: Table,
        *,
        host: str = "",
        port: int = PORT,
        kept: str = "",
        keep: Callable[[str], None] = lambda _: None,
        clocks: Callable[[], Clocks] = clocks,
        random: Callable[[int], bytes] = token_bytes,
    ) -> None:
        self._guests = Guests(random, kept)
        self._lobby = Lobby(table, self._guests, random(8).hex(), keep)
        self._where, self._clocks = (host, port), clocks
        self._files = served.read_pages()
        self._pages: dict[Wire, Page] = {}
        self._todo: deque[Callable[[], None]] = deque()
        self._ending = False
        self._bell, self._ringer = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)

    def start(self) -> str:
        """Listen; returns the first of `addresses`.

        Raises:
            OSError: the port is another program's.
        """
        try:
            self._listener = socket.create_server(self._where)
        except OSError:
            self.close()
            raise
        for one in (self._listener, self._bell, self._ringer):
            one.setblocking(False)
        self._thread.start()
        return self.addresses()[0]

    def close(self) -> None:
        """Tell every page that phones are off, and end."""
        if self._thread.is_alive():
            self._do(self._end)
            self._thread.join(3)
        self._bell.close()
        self._ringer.close()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._listener.getsockname()[1])

    @property
    def code(self) -> str:
        """The evening's code, of four signs; it follows an address."""
        return self._guests.code

    @property
    def host_code(self) -> str:
        """The code of the host's page, of six."""
        return self._guests.host_code

    def addresses(self) -> list[str]:
        """Where phones find the box, by the way out first: ``http://192.168.1.5:8080/``."""
        port = "" if self.port == 80 else f":{self.port}"
        return [f"http://{address}{port}/" for address in shown_addresses()]

    def changed(self) -> None:
        """There may be something new to see."""
        if not self._lobby.changed:
            self._lobby.changed = True
            self._ring()

    def ask_marks(self) -> None:
        """Ask every player's page that is awake before when no press of it is still to come."""
        self._do(lambda: self._lobby.ask_marks(self._clocks().raw))

    def vacate(self, seat: Seat) -> None:
        """A phone's seat has got another button, or the host wants it free."""
        self._do(lambda: self._lobby.vacate(seat))

    def cue(self, cue: Cue) -> None:
        """Let pages sound a cue."""
        text = as_text("cue", sound=cue.sound, seat=cue.seat)
        self._do(lambda: self._lobby.tell_all(text, self._clocks().raw))

    # --- the thread ---------------------------------------------------------------------------------------

    def _do(self, what: Callable[[], None]) -> None:
        self._todo.append(what)
        self._ring()

    def _ring(self) -> None:
        with suppress(OSError):  # so full of rings that it wakes anyway, or closed
            self._ringer.send(b"!")

    def _end(self) -> None:
        self._ending = True
        self._lobby.close()
        for wire, page in self._pages.items():
            wire.gone = not wire.open and page.hello.role == ""
            wire.close(CloseCode.GOING_AWAY, "phones are off")
            page.until = self._clocks().raw + _FAREWELL_NS

    def _run(self) -> None:
        with selectors.DefaultSelector() as waiting, self._listener:
            waiting.register(self._listener, selectors.EVENT_READ)
            waiting.register(self._bell, selectors.EVENT_READ)
            while self._pages or not self._ending:
                now = self._clocks().raw
                for key, events in waiting.select(max(0, self._due(now) - now) / NS_PER_S):
                    self._ready(key.fileobj, events)
                while self._todo:
                    self._todo.popleft()()
                now = self._clocks().raw
                if not self._ending:
                    self._lobby.on_time(now)
                self._look_after(waiting, now)

    def _due(self, now: int) -> int:
        return min([self._lobby.due(now), *(page.until for page in self._pages.values() if page.until)])

    def _ready(self, what: object, events: int) -> None:
        if what is self._listener:
            self._accept()
        elif isinstance(what, Wire):
            if events & selectors.EVENT_WRITE:
                what.flush()
            if events & selectors.EVENT_READ:
                self._hear(self._pages[what])
        else:
            self._bell.recv(4096)

    def _accept(self) -> None:
        with suppress(OSError):  # it is gone again
            end, (address, _) = self._listener.accept()
            strangers = [wire.address for wire, page in self._pages.items() if page.guest is None]
            crowd = len(strangers) >= STRANGERS or strangers.count(address) >= STRANGERS_OF_ONE
            if crowd or self._ending or not is_private(address):
                end.close()
                return
            wire = Wire(end, address)
            self._pages[wire] = Page(wire, self._clocks().raw + HELLO_WITHIN_NS)

    def _hear(self, page: Page) -> None:
        page.heard = self._clocks().raw
        for heard in page.wire.read(page.heard):
            now = self._clocks()  # once it is here: an answer that came before it left would belie a clock
            try:
                if isinstance(heard, Request):
                    page.wire.respond(heard, self._response(heard))
                    page.until = now.raw + (HELLO_WITHIN_NS if page.wire.open else _RESPONSE_NS)
                else:
                    self._lobby.hear(page, read(heard), now)
            except BadMessageError as fault:
                page.wire.close(CloseCode.POLICY_VIOLATION, str(fault))
            except Exception:  # whatever one page brought about, the others play on
                log.exception("a phone's message")
                page.wire.close(CloseCode.INTERNAL_ERROR, "sorry")

    def _response(self, request: Request) -> Response | None:
        """What is answered; None where a WebSocket may begin."""
        try:
            host, origin = request.headers.get("Host", ""), request.headers.get("Origin")
        except MultipleValuesError:
            return served.response(HTTPStatus.BAD_REQUEST)
        if not is_ours(host, self.port, own_addresses()):
            return served.response(HTTPStatus.MISDIRECTED_REQUEST)
        if request.path != served.SOCKET:
            return served.answer(request, host, self._files)
        return None if origin == f"http://{host}" else served.response(HTTPStatus.FORBIDDEN)

    def _look_after(self, waiting: selectors.BaseSelector, now: int) -> None:
        """Let go of whoever is gone, or has taken too long; wait for what there is to wait for."""
        for wire, page in list(self._pages.items()):
            if page.until is not None and now >= page.until:
                wire.close(CloseCode.POLICY_VIOLATION, "expected a hello")
                wire.gone = True
            if page.guest is not None and not wire.open:
                self._lobby.forget(page)
            if page.until is None and not wire.open:
                page.until = now + _END_NS
            known = wire in waiting.get_map()
            if wire.gone:
                if known:
                    waiting.unregister(wire)
                wire.drop()
                del self._pages[wire]
                continue
            events = selectors.EVENT_READ if wire.idle else selectors.EVENT_READ | selectors.EVENT_WRITE
            (waiting.modify if known else waiting.register)(wire, events)
