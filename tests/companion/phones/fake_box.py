"""A box for tests of pages: serves one page, says what it is told to, and keeps all that pages say."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from time import monotonic
from typing import Any

from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve
from websockets.typing import Subprotocol

Message = Mapping[str, Any]

CODE = "K7QM"


def policy(page: str) -> str:
    """The contract's policy for a page: only what is written in it runs, and only the box is spoken to."""
    hashes = {
        tag: " ".join(
            f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
            for text in re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        )
        for tag in ("script", "style")
    }
    return (
        f"default-src 'none'; script-src {hashes['script']}; style-src {hashes['style']}; connect-src 'self'"
    )


class FakeBox:
    """Speaks `pierwszy.1` with pages in real sockets.

    Args:
        page: what it serves, HTML.

    Attributes:
        heard: what pages said, in its order of arrival: by whom, what, and when (s).
        view: what is shown.
        boot: how pages know that it is the same box.
        acknowledges: presses are answered.
        asks_time: pages are asked for their time, when they have joined and every half second.
        paths: what was asked for by HTTP.
    """

    def __init__(self, page: str) -> None:
        self.page = page
        self.heard: list[tuple[int, Message, float]] = []
        self.view: dict[str, Any] = {}
        self.boot = "first"
        self.code = CODE
        self.acknowledges = True
        self.asks_time = True
        self.paths: list[str] = []
        self.tokens: dict[str, ServerConnection | None] = {}
        self.seats: dict[int, str] = {}
        self.names: dict[int, str] = {}
        self.real: set[int] = set()
        self._news = threading.Condition()
        self._open: dict[ServerConnection, tuple[int, str]] = {}
        self._count = 0
        self._server = serve(
            self._talk,
            "127.0.0.1",
            0,
            subprotocols=[Subprotocol("pierwszy.1")],
            process_request=self._serve,
            max_size=1024,
            compression=None,
        )
        self.port: int = self._server.socket.getsockname()[1]
        self._closing = threading.Event()
        self._threads = [threading.Thread(target=one) for one in (self._server.serve_forever, self._beat)]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Everything ends."""
        self._closing.set()
        self._server.shutdown()
        self.cut()
        for thread in self._threads:
            thread.join()

    # -- what a test asks ------------------------------------------------------------------------------

    def said(self, kind: str) -> list[Message]:
        """All messages of a kind."""
        with self._news:
            return [message for _, message, _ in self.heard if message["t"] == kind]

    def wait(self, kind: str, count: int = 1, within: float = 10) -> Message:
        """The message of a kind that is the ``count``-th, once it is there."""
        assert self.until(lambda: len(self.said(kind)) >= count, within), f"no {kind}: {self.heard}"
        return self.said(kind)[count - 1]

    def until(self, holds: Callable[[], bool], within: float = 10) -> bool:
        """Whether something holds before so many seconds have passed."""
        end = monotonic() + within
        with self._news:
            return self._news.wait_for(holds, end - monotonic())

    def tell(self, message: Message) -> None:
        """Say something to all pages."""
        for connection in list(self._open):
            self._send(connection, message)

    def show(self, **changed: Any) -> None:
        """Show something else."""
        self.view |= changed
        self.tell({"t": "v", "rev": 1, "view": self.view})

    def cut(self) -> None:
        """Every connection is gone at once, without a word."""
        for connection in list(self._open):
            connection.socket.close()

    def _beat(self) -> None:
        """Pages take a box that says nothing for dead."""
        while not self._closing.wait(0.5):
            if self.asks_time:
                self.tell({"t": "q", "n": 2, "c": 1})

    # -- what pages ask --------------------------------------------------------------------------------

    def _serve(self, connection: ServerConnection, request: Request) -> Response | None:
        if request.path == "/ws":
            return None
        with self._news:
            self.paths.append(request.path)
        if request.path == "/favicon.ico":
            return connection.respond(HTTPStatus.NOT_FOUND, "")
        body = self.page.encode()
        headers = Headers()
        headers["Content-Type"], headers["Content-Length"] = "text/html; charset=utf-8", str(len(body))
        headers["Content-Security-Policy"] = policy(self.page)
        return Response(200, "OK", headers, body)

    def _talk(self, connection: ServerConnection) -> None:
        self._count += 1
        number, token = self._count, ""
        try:
            for data in connection:
                message = json.loads(data)
                with self._news:
                    self.heard.append((number, message, monotonic()))
                    self._news.notify_all()
                if message["t"] == "hello":
                    token = self._hello(connection, message)
                    self._open[connection] = number, token
                self._answer(connection, token, message)
        except ConnectionClosed:
            pass
        finally:
            self._open.pop(connection, None)

    def _hello(self, connection: ServerConnection, message: Message) -> str:
        if message.get("token") not in self.tokens and message.get("code") != self.code:
            self._send(connection, {"t": "no", "why": "Not this evening's code"})
            connection.close()
            return ""
        token: str = message.get("token") or secrets.token_hex(16)
        before = self.tokens.get(token)
        self.tokens[token] = connection
        if before is not None and before in self._open:
            self._send(before, {"t": "bye", "why": "Another page has this seat now"})
            before.close()
        welcome = {"t": "welcome", "token": token, "boot": self.boot, "role": message["role"], "lang": "pl"}
        self._send(connection, {**welcome, **self._seating(token)})
        self._send(connection, {"t": "v", "rev": 1, "view": self.view})
        if self.asks_time:
            self._send(connection, {"t": "q", "n": 1, "c": 123456789})
        return token

    def _answer(self, connection: ServerConnection, token: str, message: Message) -> None:
        match message["t"]:
            case "sit" if self.seats.get(message["seat"], token) == token:
                self.seats[message["seat"]], self.names[message["seat"]] = token, message["name"]
                self._seated()
            case "name":
                self.names[message["seat"]] = message["name"]
                self._seated()
            case "leave":
                del self.seats[message["seat"]], self.names[message["seat"]]
                self._seated()
            case "p" | "u" if self.acknowledges:
                self._send(connection, {"t": "ok", "id": message["id"]})

    def _seating(self, token: str) -> Message:
        free = [seat for seat in range(1, 9) if seat not in self.seats and seat not in self.real]
        seats = [seat for seat, whose in self.seats.items() if whose == token]
        return {"seats": seats, "free": free, "names": {str(seat): name for seat, name in self.names.items()}}

    def _seated(self) -> None:
        for connection, (_, token) in list(self._open.items()):
            self._send(connection, {"t": "seats", **self._seating(token)})

    @staticmethod
    def _send(connection: ServerConnection, message: Message) -> None:
        with suppress(ConnectionClosed, OSError):
            connection.send(json.dumps(message))
