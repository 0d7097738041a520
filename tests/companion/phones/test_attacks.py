"""Whoever isn't meant to come in, says too much or lies: each is refused, and the others play on."""

from __future__ import annotations

import json
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Opcode
from websockets.typing import Subprotocol

from companion.phones import addresses
from companion.phones.lobby import CONNECTIONS
from companion.phones.messages import LONGEST
from companion.phones.server import STRANGERS_OF_ONE
from companion.phones.wire import MESSAGES_A_SECOND
from tests.companion.phones.table_told import PATIENCE_S, Served, serving

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Protocol": "pierwszy.1",
}


@pytest.fixture
def served() -> Iterator[Served]:
    with serving() as served:
        yield served
        served.close()
        served.passes(120)  # the attack is over
        client, _ = served.page("board")  # and somebody else may come in
        client.wire.close()


def upgrade_of(host: str) -> bytes:
    """What a page of ours that was opened as ``host`` asks for."""
    head = {**UPGRADE, "Host": host, "Origin": f"http://{host}"}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    return f"GET /ws HTTP/1.1\r\n{lines}\r\n".encode()


def upgrade(served: Served, **changed: str) -> int:
    headers = {**UPGRADE, "Origin": f"http://{served.host}", **changed}
    return served.get("/ws", {name: value for name, value in headers.items() if value})[0]


# --- who is asked for, and by whose page


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "8.8.8.8:{port}", "", "127.0.0.1:1"]
)
@pytest.mark.parametrize("path", ["/", "/host", "/generate_204", "/ws"])
def test_a_name_that_isnt_ours_gets_nothing(served: Served, host: str, path: str) -> None:
    host = host.format(port=served.server.port)
    status, _, body = served.get(path, {**UPGRADE, "Host": host, "Origin": f"http://{host}"})
    assert (status, len(body) < 40) == (421, True)


def test_two_hosts_are_none(served: Served) -> None:
    lines = f"GET / HTTP/1.1\r\nHost: {served.host}\r\nHost: evil.example\r\n\r\n"
    assert served.raw(lines.encode())[0] == 400


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1",
        "http://127.0.0.2:{port}",
        "null",
        "file://",
        "",
    ],
)
def test_another_sites_page_cant_open_a_socket(served: Served, origin: str) -> None:
    assert upgrade(served, Origin=origin.format(port=served.server.port)) == 403


def test_a_page_of_ours_can_by_whichever_of_our_names_it_was_opened(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.server.port), timeout=PATIENCE_S) as end:
        end.sendall(upgrade_of(f"pierwszy.local:{served.server.port}"))
        assert end.recv(12) == b"HTTP/1.1 101"


def test_who_speaks_another_protocol_is_refused(served: Served) -> None:
    for offered in (None, [Subprotocol("pierwszy.2")]):
        with pytest.raises(InvalidStatus, match="400"):
            served.open(subprotocols=offered)


def test_nobody_from_outside_gets_a_byte(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(addresses, "PRIVATE", addresses.PRIVATE[:3])  # to which 127.0.0.1 is outside
        assert served.raw(b"GET / HTTP/1.1\r\n\r\n") == (0, {}, b"")


# --- codes and tokens


def test_codes_cant_be_guessed(served: Served) -> None:
    for code in ("AAAA", "AAAB", "AAAC", "AAAD", "AAAE", served.server.code):
        client = served.open()
        client.say("hello", **served.hello(code=code))
        ended, said = client.until_closed()
        assert (ended, [message["t"] for message in said]) == (1008, ["no"])
    assert said[-1]["why"] == "Too many wrong codes: wait a minute"


def test_a_code_is_tried_once_a_connection(served: Served) -> None:
    client = served.open()
    with suppress(ConnectionClosed):
        for code in ("AAAA", served.server.code):
            client.say("hello", **served.hello(code=code))
    assert client.until_closed()[0] == 1008
    assert served.table.told == []


def test_a_token_in_an_address_lets_nobody_in(served: Served) -> None:
    _, token = served.player(3)
    for path in (f"/ws?token={token}", f"/ws/{token}", f"/ws?code={served.server.code}"):
        with pytest.raises(InvalidStatus, match="404"):
            served.open(path=path)
    assert token.encode() not in served.get(f"/?token={token}")[2]


def test_without_a_hello_nothing_is_said(served: Served) -> None:
    client = served.open()
    client.say("sit", seat=3, name="Ola")
    assert client.until_closed() == (1008, [])
    assert served.table.told == []


def test_a_player_isnt_the_host(served: Served) -> None:
    client, token = served.player(3)
    client.say("do", id=1, rev=1, what="undo")
    assert client.until_closed()[0] == 1008
    for changed in ({"code": served.server.code}, {"code": None, "token": token}):
        impostor = served.open()
        impostor.say("hello", **served.hello("host", **changed))
        assert impostor.until_closed()[0] == 1008
    assert "do" not in {told[0] for told in served.table.told}


@pytest.mark.parametrize(
    ("role", "t"), [("watch", "p"), ("watch", "do"), ("board", "sit"), ("board", "p"), ("host", "p")]
)
def test_pages_do_what_is_theirs(served: Served, role: str, t: str) -> None:
    client, _ = served.page(role)
    client.say(t, id=1, seat=1, at=5, rev=1, what="ok")
    assert client.until_closed()[0] == 1008
    assert served.table.told == []


def test_nobody_presses_anothers_button_nor_takes_or_renames_the_seat(served: Served) -> None:
    owner, _ = served.player(3)
    impostor, _ = served.player(1, "Olga")
    impostor.say("p", id=1, seat=3, at=7)
    assert impostor.hear("no")["id"] == 1
    impostor.say("leave", seat=3)
    impostor.say("name", seat=3, name="Zły")
    impostor.say("sit", seat=3, name="Ola")
    assert served.wait_for("sit") == ("sit", 1, "Olga", 100_000)
    assert {told[0] for told in served.table.told} == {"sit", "exchange"}
    owner.say("p", id=1, seat=3, at=8)
    assert owner.hear("ok", "no")["t"] == "ok"


# --- too much


def test_a_message_too_long_ends_it(served: Served) -> None:
    client, _ = served.page()
    client.say("sit", seat=3, name="x" * LONGEST)
    assert client.until_closed()[0] == 1009


def test_pieces_of_a_message_too_long_end_it(served: Served) -> None:
    client, _ = served.page()
    with suppress(ConnectionClosed):
        client.wire.send(["x" * 600, "x" * 600])
    assert client.until_closed()[0] == 1009


def test_a_flood_ends_it(served: Served) -> None:
    client, _ = served.page("board")
    other, _ = served.player(3)
    for _ in range(MESSAGES_A_SECOND + 1):
        client.say("back")
    assert client.until_closed()[0] == 1008
    other.say("p", id=1, seat=3, at=7)
    assert other.hear("ok")["id"] == 1


def test_a_flood_of_pings_ends_it_too(served: Served) -> None:
    client, _ = served.page("board")
    with client.wire.protocol_mutex:
        for one in range(MESSAGES_A_SECOND + 1):
            client.wire.protocol.send_ping(bytes([one]))
        client.wire.send_data()
    assert client.until_closed()[0] == 1008


def test_as_many_as_a_page_may_say_are_heard(served: Served) -> None:
    client, _ = served.page()
    for _ in range(3):
        for _ in range(MESSAGES_A_SECOND - 3):
            client.say("leave", seat=1)
        client.say("sit", seat=2, name="Ola")
        client.hear("seats")
        client.say("leave", seat=2)
        client.hear("seats")
        served.passes(1.1)
        served.wait_for("sit")


def test_who_says_no_hello_in_five_seconds_is_let_go(served: Served) -> None:
    client = served.open()
    served.passes(4.9)
    served.get("/generate_204")
    assert client.wire.state.name == "OPEN"
    served.passes(0.2)
    assert client.until_closed() == (1008, [])


def test_who_asks_for_nothing_in_five_seconds_is_let_go(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.server.port), timeout=PATIENCE_S) as end:
        end.sendall(b"GET / HT")
        served.get("/generate_204")
        served.passes(5.1)
        assert end.recv(100) == b""


def test_a_request_without_end_is_cut_off(served: Served) -> None:
    assert served.raw(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 4000)[0] in (0, 431)
    assert served.raw(b"GET /" + b"x" * 20000)[0] in (0, 414)
    lines = f"GET / HTTP/1.1\r\nHost: {served.host}\r\n" + f"X: {'y' * 1000}\r\n" * 30
    assert served.raw(lines.encode() + b"\r\n")[0] == 0


def test_the_25th_is_sent_away_but_whoever_was_here_may_come_back(served: Served) -> None:
    _, token = served.player(3)
    for _ in range(CONNECTIONS - 1):
        served.page("board")
    late = served.open()
    late.say("hello", **served.hello())
    ended, said = late.until_closed()
    assert (ended, [message["t"] for message in said]) == (1013, ["bye"])
    _, welcome = served.page(code=None, token=token)
    assert welcome["seats"] == [3]


def test_strangers_of_one_address_are_only_so_many(served: Served) -> None:
    asked = ("127.0.0.1", served.server.port)
    ends = [socket.create_connection(asked, timeout=PATIENCE_S) for _ in range(STRANGERS_OF_ONE + 1)]
    assert ends[-1].recv(1) == b""
    served.passes(6)
    for end in ends[:-1]:
        assert end.recv(1) == b""
        end.close()
    ends[-1].close()
    assert served.get("/generate_204")[0] == 204


# --- junk


@pytest.mark.parametrize(
    "data",
    [b"\x00\xff\r\n" * 5, b"GET\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", b"\r\n" * 9],
    ids=["bytes", "half", "body", "blank"],
)
def test_what_is_no_request_is_no_answer(served: Served, data: bytes) -> None:
    assert served.raw(data)[0] == 0


def test_bytes_and_broken_letters_end_it(served: Served) -> None:
    for said, opcode, code in ((b"{}", Opcode.BINARY, 1003), (b'{"t":"\xff"}', Opcode.TEXT, 1008)):
        client, _ = served.page()
        client.wire.send(said, text=opcode is Opcode.TEXT)
        assert client.until_closed()[0] == code


_EVERY_ROLE = st.sampled_from(["player", "watch", "host", "board"])
_SAID = st.text(max_size=200) | st.dictionaries(
    st.sampled_from(["t", "seat", "name", "id", "at", "n", "r", "s", "rev", "what"]),
    st.sampled_from(["sit", "leave", "p", "u", "w", "a", "do", "away", "back", "name", "ok", "grant 1"])
    | st.integers(-1, 9)
    | st.none()
    | st.floats(),
).map(json.dumps)


@pytest.fixture(scope="module")
def long_served() -> Iterator[Served]:
    with serving() as served:
        yield served


@settings(max_examples=60)
@given(_EVERY_ROLE, st.lists(_SAID, max_size=8))
def test_whatever_pages_say_the_server_serves_on(long_served: Served, role: str, said: list[str]) -> None:
    junk, _ = long_served.page(role)
    with suppress(ConnectionClosed):
        for one in said:
            junk.wire.send(one)
    junk.wire.close_socket()
    assert long_served.get("/generate_204")[0] == 204


@settings(max_examples=60)
@given(st.booleans(), st.lists(st.binary(max_size=80) | st.just(b"\r\n"), max_size=8))
def test_whatever_bytes_come_the_server_serves_on(
    long_served: Served, upgraded: bool, parts: list[bytes]
) -> None:
    asked = ("127.0.0.1", long_served.server.port)
    with suppress(ConnectionError), socket.create_connection(asked, timeout=PATIENCE_S) as end:
        end.sendall(upgrade_of(long_served.host) if upgraded else b"")
        for part in parts:
            end.sendall(part)
    assert long_served.get("/generate_204")[0] == 204


def test_a_fault_of_the_table_ends_one_page_only(
    served: Served, expected_logs: list[logging.LogRecord]
) -> None:
    host, _ = served.page("host")
    player, _ = served.player(3)
    host.say("do", id=1, rev=1, what="enter break")
    assert host.until_closed()[0] == 1011
    player.say("p", id=1, seat=3, at=7)
    assert player.hear("ok")["id"] == 1
    assert [record.getMessage() for record in expected_logs] == ["a phone's message"]


def test_no_thread_outlives_the_server() -> None:
    before = set(threading.enumerate())
    with serving() as served:
        client, _ = served.player(3)
        idle = served.open()
        served.server.close()
        assert client.until_closed()[1][-1] == {"t": "bye", "why": "Phones are switched off"}
        assert idle.until_closed() == (1001, [])
    assert set(threading.enumerate()) <= before
