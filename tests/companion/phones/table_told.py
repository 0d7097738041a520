"""A real server on 127.0.0.1, and a table that remembers what it is told; time passes when a test says so."""

from __future__ import annotations

import json
import socket
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from companion.phones.server import Server
from firmware.events import NS_PER_S, Seat
from firmware.far_clock import Clocks

PATIENCE_S = 10
"""So long is waited for what is sure to come."""


class Time:
    """The kernel's clocks, half a second apart."""

    def __init__(self) -> None:
        self.raw = 1000 * NS_PER_S

    def __call__(self) -> Clocks:
        return Clocks(self.raw + NS_PER_S // 2, self.raw, 0)


class TableTold:
    """A `companion.phones.table.Table`."""

    def __init__(self) -> None:
        self.seats: list[Seat] = [1, 2, 3]
        self.told: list[tuple[Any, ...]] = []
        self.believes = True
        self.why_not: str | None = None
        self.rev = 1
        self._questions = count(1)
        self._sitting: set[str] = set()

    def free(self) -> Collection[Seat]:
        return self.seats

    def sit(self, device: str, seat: Seat, name: str, step_ns: int) -> None:
        self._sitting.add(device)
        self.told.append(("sit", seat, name, step_ns))

    def leave(self, device: str, seat: Seat) -> None:
        self.told.append(("leave", seat))

    def name(self, seat: Seat, name: str) -> None:
        self.told.append(("name", seat, name))

    def away(self, device: str) -> None:
        self.told.append(("away",))

    def ask(self, device: str) -> int:
        return next(self._questions) if device in self._sitting else 0

    def exchange(self, device: str, n: int, received: int, answered: int, heard: int) -> None:
        self.told.append(("exchange", received, answered, heard))

    def press(self, device: str, seat: Seat, closed: bool, at: int, arrived: int) -> bool:
        if self.believes:
            self.told.append(("press", seat, closed, at, arrived))
        return self.believes

    def mark(self, device: str, at: int) -> None:
        self.told.append(("mark", at))

    def do(self, what: str, rev: int) -> str | None:
        if what == "enter break":
            raise ZeroDivisionError
        self.told.append(("do", what, rev))
        return self.why_not

    def view(self, role: str, seats: Collection[Seat]) -> tuple[int, Any]:
        return self.rev, {"role": role, "seats": list(seats), "rev": self.rev}


class Client:
    """A page's end of a connection."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self._heard: list[dict[str, Any]] = []

    def say(self, t: str, **fields: object) -> None:
        self.wire.send(json.dumps({"t": t, **fields}))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; others are kept."""
        while True:
            for message in self._heard:
                if message["t"] in kinds:
                    self._heard.remove(message)
                    return message
            self._heard.append(json.loads(self.wire.recv(PATIENCE_S)))

    def until_closed(self) -> tuple[int, list[dict[str, Any]]]:
        """The code it is closed with, and what was said before."""
        try:
            while True:
                self._heard.append(json.loads(self.wire.recv(PATIENCE_S)))
        except ConnectionClosed as closed:
            return 1006 if closed.rcvd is None else closed.rcvd.code, self._heard

    def answer(self) -> dict[str, Any]:
        """Answer the next question about the clock that counts."""
        while not (question := self.hear("q"))["n"]:
            pass
        self.say("a", n=question["n"], c=question["c"], r=5, s=5.125)
        return question


class Served:
    """A running server, and ways to it."""

    def __init__(self, server: Server, table: TableTold, time: Time) -> None:
        self.server, self.table, self.time = server, table, time
        self.host = f"127.0.0.1:{server.port}"
        self._clients = ExitStack()

    def open(self, **changed: Any) -> Client:
        """A WebSocket that has said nothing yet."""
        asked: dict[str, Any] = {
            "origin": Origin(f"http://{self.host}"),
            "subprotocols": [Subprotocol("pierwszy.1")],
            "compression": None,
            "ping_interval": None,
            "proxy": None,
            **changed,
        }
        path = asked.pop("path", "/ws")
        return Client(self._clients.enter_context(connect(f"ws://{self.host}{path}", **asked)))

    def page(self, role: str = "player", **changed: Any) -> tuple[Client, dict[str, Any]]:
        """A page that was let in, and how it was welcomed."""
        client = self.open()
        client.say("hello", **self.hello(role, **changed))
        return client, client.hear("welcome")

    def hello(self, role: str = "player", **changed: Any) -> dict[str, Any]:
        code = self.server.host_code if role == "host" else self.server.code
        hello = {"role": role, "lang": "en", "step": 0.1, "code": code, **changed}
        return {name: value for name, value in hello.items() if value is not None}

    def player(self, seat: Seat, name: str = "Ola") -> tuple[Client, str]:
        """Somebody who sits, whose clock is known, and the token."""
        client, welcome = self.page()
        client.say("sit", seat=seat, name=name)
        client.answer()
        self.wait_for("exchange")
        return client, welcome["token"]

    def passes(self, seconds: float) -> None:
        """So much time passes."""
        self.time.raw += round(seconds * NS_PER_S)
        self.server._ring()

    def wait_for(self, what: str) -> tuple[Any, ...]:
        """What the table was told last of a kind, once it was: whoever is answered has been heard."""
        board, _ = self.page("board")
        board.wire.close()
        return [told for told in self.table.told if told[0] == what][-1]

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> tuple[int, dict[str, str], bytes]:
        """A plain request's status, headers and body."""
        lines = {"Host": self.host, **(headers or {})}
        asked = f"GET {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return self.raw(asked.encode() + b"\r\n")

    def raw(self, data: bytes) -> tuple[int, dict[str, str], bytes]:
        """What is answered to some bytes; status 0: nothing."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE_S) as end:
            got = b""
            with suppress(ConnectionError):
                end.sendall(data)
                while part := end.recv(65536):
                    got += part
        if not got:
            return 0, {}, b""
        head, _, body = got.partition(b"\r\n\r\n")
        status, *lines = head.decode().split("\r\n")
        return int(status.split()[1]), dict(line.split(": ", 1) for line in lines), body

    def close(self) -> None:
        self._clients.close()


@contextmanager
def serving(kept: str = "", keep: Any = lambda _: None) -> Iterator[Served]:
    """A server for as long as it is needed; its thread has ended after that."""
    table, time = TableTold(), Time()
    server = Server(table, host="127.0.0.1", port=0, clocks=time, kept=kept, keep=keep)
    server.start()
    served = Served(server, table, time)
    try:
        yield served
    finally:
        served.close()
        server.close()
        assert not server._thread.is_alive()
