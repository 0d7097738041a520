"""One browser's connection, which never blocks: bytes in, requests and messages out, and the other way.

What HTTP and WebSockets are is websockets' business, asked without its threads (its "Sans-I/O" part): with
all connections in one thread a flood costs neither threads nor locks, and ten idle phones next to nothing.
"""

from __future__ import annotations

import logging
import socket
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from companion.phones.messages import LONGEST
from firmware.events import NS_PER_S

SUBPROTOCOL: Final = "pierwszy.1"
MESSAGES_A_SECOND: Final = 30
"""More frames than that, and whoever sends them isn't one of our pages."""

_LONGEST_REQUEST = 16 << 10
_LONGEST_BACKLOG = 256 << 10
"""Bytes that wait to be sent; nobody who still reads has more."""

_SEND_BUFFER = 16 << 10
"""Bytes the kernel takes, so that what it holds for a slow phone isn't old."""

_UNHEARD_MS = 30_000
"""So long the other end may leave unacknowledged what it was sent."""

_log = logging.getLogger("pierwszy.phones.wire")
_log.setLevel(logging.WARNING)  # websockets tells a debugger every frame, tokens and all


class Wire:
    """One connection.

    Args:
        end: its socket.
        address: where it is from.

    Attributes:
        open: it is a WebSocket, and neither end has said that it is over.
        gone: nothing can be sent or heard any more.
    """

    def __init__(self, end: socket.socket, address: str) -> None:
        self._end, self.address = end, address
        end.setblocking(False)
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNHEARD_MS)
        self._protocol = ServerProtocol(
            subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=LONGEST, logger=_log
        )
        self._out = bytearray()
        self._last = False
        self._begun: bytes | None = None
        self._heard = 0
        self._frames: deque[int] = deque(maxlen=MESSAGES_A_SECOND)
        self.gone = False

    def fileno(self) -> int:
        """Its socket's, to be waited for."""
        return self._end.fileno()

    @property
    def open(self) -> bool:
        """Whether messages go through."""
        return self._protocol.state is State.OPEN and not self.gone

    @property
    def idle(self) -> bool:
        """Whether all it was given has been sent, as far as the kernel goes."""
        return not self._out

    def read(self, now: int) -> Iterator[Request | bytes]:
        """What has come: a request, then whole messages.

        Args:
            now: when it is heard (ns).
        """
        try:
            data = self._end.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.gone = True
            return
        if self._protocol.state is State.CONNECTING:
            self._heard += len(data)
            if self._heard > _LONGEST_REQUEST:
                self.gone = True
                return
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                yield event
            elif isinstance(event, Frame) and (message := self._framed(event, now)) is not None:
                yield message
            if not self.open:
                break
        self.flush()

    def _framed(self, frame: Frame, now: int) -> bytes | None:
        if len(self._frames) == MESSAGES_A_SECOND and now - self._frames[0] < NS_PER_S:
            self.close(CloseCode.POLICY_VIOLATION, f"expected at most {MESSAGES_A_SECOND} messages a second")
            return None
        self._frames.append(now)
        if frame.opcode is Opcode.BINARY:
            self.close(CloseCode.UNSUPPORTED_DATA, "expected text")
        elif frame.opcode in (Opcode.TEXT, Opcode.CONT):
            data = (self._begun or b"") + bytes(frame.data)
            self._begun = None if frame.fin else data
            return data if frame.fin else None
        return None

    def respond(self, request: Request, response: Response | None) -> None:
        """Answer a request, or, with None, go on as a WebSocket if it can be one."""
        self._protocol.send_response(self._protocol.accept(request) if response is None else response)
        self.flush()

    def send(self, text: str) -> None:
        """Send a message, if it is open."""
        if self.open:
            self._protocol.send_text(text.encode())
            self.flush()

    def expects(self) -> None:
        """It was asked something: one message more isn't too many."""
        if self._frames:
            self._frames.popleft()

    def close(self, code: CloseCode, reason: str) -> None:
        """Say why it is over; nothing more is heard."""
        if self.open:
            self._protocol.fail(code, reason.encode()[:120].decode(errors="ignore"))
            self.flush()

    def flush(self) -> None:
        """Send what waits, as far as that goes without waiting."""
        for data in self._protocol.data_to_send():
            self._out += data
            self._last = self._last or not data
        while self._out and not self.gone:
            try:
                del self._out[: self._end.send(self._out)]
            except BlockingIOError:
                break
            except OSError:
                self.gone = True
        self.gone = self.gone or len(self._out) > _LONGEST_BACKLOG
        if self._last and not self._out and not self.gone:
            self._last = False
            with suppress(OSError):
                self._end.shutdown(socket.SHUT_WR)

    def drop(self) -> None:
        """Let go of the socket."""
        self.gone = True
        self._end.close()
