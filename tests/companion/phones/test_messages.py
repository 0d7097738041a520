"""What pages say is read whole, or refused in a line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.phones.messages import FIELDS, LONGEST, BadMessageError, Message, read

TOKEN = "0123456789abcdef" * 2
RIGHT: dict[str, dict[str, Any]] = {
    "hello": {"role": "player", "lang": "pl", "step": 0.1, "code": "K7QM"},
    "sit": {"seat": 3, "name": "Ola"},
    "leave": {"seat": 3},
    "name": {"seat": 8, "name": ""},
    "a": {"n": 7, "c": 7, "r": 1234.567, "s": 1235},
    "w": {"n": 3, "at": 0},
    "p": {"id": 12, "seat": 1, "at": 99.999},
    "u": {"id": 13, "seat": 1, "at": 100.5},
    "do": {"id": 5, "rev": 12, "what": "enter points 5"},
    "away": {},
    "back": {},
}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def said(t: str, **changed: Any) -> Message:
    return read(json.dumps({"t": t, **RIGHT[t], **changed}).encode())


def test_there_is_a_right_one_of_every_kind() -> None:
    assert RIGHT.keys() == FIELDS.keys()
    assert [said(t).t for t in RIGHT] == list(RIGHT)


def test_milliseconds_become_nanoseconds_as_fine_as_they_are_told() -> None:
    assert (said("p").at, said("a").r, said("a").s) == (99_999_000, 1_234_567_000, 1_235_000_000)
    assert said("hello").step == 100_000


def test_a_name_is_cleaned_and_cut() -> None:
    assert said("sit", name="  Ola\x1b[31m\n\u202e z  Wólki Wielkiej").name == "Ola [31m z W"
    assert said("sit", name="\ud800").name == ""


@pytest.mark.parametrize("what", ["ok", "turn -1", "grant 3", "deny 12", "enter 17,4", "enter name 3 Ola"])
def test_the_host_may_do_what_a_knob_can(what: str) -> None:
    assert said("do", what=what).what == what


@pytest.mark.parametrize(
    ("t", "field", "value"),
    [
        ("hello", "role", "admin"),
        ("hello", "role", ["player"]),
        ("hello", "lang", "de"),
        ("hello", "step", -1),
        ("hello", "step", 1000),
        ("hello", "code", "' OR 1=1"),
        ("hello", "code", ""),
        ("hello", "token", TOKEN),
        ("hello", "token", TOKEN.upper()),
        ("sit", "seat", 0),
        ("sit", "seat", 9),
        ("sit", "seat", True),
        ("sit", "seat", "3"),
        ("sit", "seat", 3.0),
        ("sit", "name", ["Ola"]),
        ("a", "n", -1),
        ("a", "n", 2**64),
        ("p", "at", float("nan")),
        ("p", "at", float("inf")),
        ("p", "at", -0.001),
        ("p", "at", 1e300),
        ("p", "at", False),
        ("p", "at", None),
        ("do", "what", "quit"),
        ("do", "what", "enter "),
        ("do", "what", "enter 1\nbutton 3 x"),
        ("do", "what", "enter \x1b[2J"),
        ("do", "what", "grant x"),
        ("do", "what", 5),
    ],
)
def test_what_no_page_says_is_refused_by_name(t: str, field: str, value: object) -> None:
    with pytest.raises(BadMessageError, match=r"^[^\n]*expected[^\n]*$"):
        said(t, **{field: value})


@pytest.mark.parametrize("t", [t for t in RIGHT if FIELDS[t]])
def test_nothing_that_is_needed_may_lack(t: str) -> None:
    for field in set(RIGHT[t]) & set(FIELDS[t]) - {"name"}:
        fields = {name: value for name, value in RIGHT[t].items() if name != field}
        with pytest.raises(BadMessageError):
            read(json.dumps({"t": t, **fields}).encode())


@given(st.binary(max_size=LONGEST) | json_values.map(lambda value: json.dumps(value).encode()))
@example(b"[" * LONGEST)
@example(b'{"t":"p","id":1,"seat":1,"at":' + b"9" * 900 + b"}")
@example(b'{"t":["p"]}')
@example(b"\xff\xfe{\x00}\x00")
def test_junk_is_a_bad_message_and_nothing_worse(data: bytes) -> None:
    refused = ""
    try:
        read(data)
    except BadMessageError as fault:
        refused = str(fault)
    assert "\n" not in refused


@given(st.sampled_from([(t, name) for t, names in FIELDS.items() for name in names]), json_values)
def test_a_right_message_with_anything_in_it_is_read_within_bounds_or_refused(
    where: tuple[str, str], value: Any
) -> None:
    t, field = where
    try:
        message = said(t, **{field: value})
    except BadMessageError:
        return
    assert 0 <= message.seat <= 8
    assert len(message.name) <= 12
    assert len(message.code) <= 6
    assert all(0 <= number <= 10**16 for number in (message.at, message.r, message.s, message.n, message.id))
    assert message.what == "" or message.what.isprintable()
