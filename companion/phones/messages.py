"""What pages tell the box: one JSON object a message, checked whole before anything acts on it. Pure.

Pages count time in ms of their own clock; here it is ns. What a kind has no use for is passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from companion.session.kept import clean_name
from firmware.errors import PierwszyError
from firmware.events import NS_PER_US, Seat
from firmware.views import SIGNS
from firmware.written import told

LONGEST: Final = 1024
"""Bytes of a message."""

_KNOB = {"ok", "back", "undo", "redo", "pause", "hold-ok", "turn 1", "turn -1"}
_WORDS = re.compile(r"(?:choose|grant|deny) [0-9]{1,9}|enter .*\S.*")


class BadMessageError(PierwszyError, ValueError):
    """Raised for what no page of ours sends; one line says what was expected."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message; of the fields those are set that its kind has (`FIELDS`).

    Attributes:
        t: its kind.
        role: what a page is to be: a player's, one that watches a player's seat, the host's or the board.
        lang: what it speaks, of two letters.
        step: the step of its clock (ns).
        code: that of the evening, or the host's; empty if it has a token.
        token: what it was given for a code before.
        seat: which seat.
        name: what it is to be called, cleaned.
        n: a question's number.
        r: when that was received, by the page's clock (ns).
        s: when the answer was sent.
        at: when a finger came or went; or before when none that did is still to be told of.
        id: what the page calls a touch, or what its host did.
        rev: the view the host saw.
        what: what the host did.
    """

    t: str
    role: str = ""
    lang: str = ""
    step: int = 0
    code: str = ""
    token: str = ""
    seat: Seat = 0
    name: str = ""
    n: int = 0
    r: int = 0
    s: int = 0
    at: int = 0
    id: int = 0
    rev: int = 0
    what: str = ""


FIELDS: Final[Mapping[str, Collection[str]]] = {
    "hello": ("role", "lang", "step", "code", "token"),
    "sit": ("seat", "name"),
    "leave": ("seat",),
    "name": ("seat", "name"),
    "a": ("n", "r", "s"),
    "w": ("at",),
    "p": ("id", "seat", "at"),
    "u": ("id", "seat", "at"),
    "do": ("id", "rev", "what"),
    "away": (),
    "back": (),
}
"""What each kind of message has."""


def read(data: bytes) -> Message:
    """One message of a page.

    Raises:
        BadMessageError: it is none.
    """
    try:
        fields = json.loads(data.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise BadMessageError("expected JSON") from None
    kind = fields.get("t") if isinstance(fields, dict) else None
    if not isinstance(kind, str) or kind not in FIELDS:
        raise BadMessageError(f"expected a message's kind as t, got {told(kind)}")
    values = {}
    for name in FIELDS[kind]:
        value = fields.get(name, _DEFAULT.get(name))
        try:
            values[name] = _READERS[name](value)
        except (ValueError, TypeError, AttributeError):
            raise BadMessageError(f"{kind}: expected another {name}, got {told(value)}") from None
    message = Message(kind, **values)
    if kind == "hello" and bool(message.code) == bool(message.token):
        raise BadMessageError("hello: expected a code or a token")
    return message


def _refuse(constant: str = "") -> NoReturn:
    raise ValueError(constant)


def _whole(least: int, most: int) -> Callable[[Any], int]:
    return lambda value: value if type(value) is int and least <= value <= most else _refuse()


def _ms(most: float) -> Callable[[Any], int]:
    def ns(value: Any) -> Any:
        fits = type(value) in (int, float) and 0 <= value <= most
        return round(value * 1000) * NS_PER_US if fits else _refuse()  # as fine as pages tell it

    return ns


def _one_of(values: Collection[str]) -> Callable[[Any], str]:
    return lambda value: value if value in values else _refuse()


def _text(pattern: str, made: Callable[[str], str] = str) -> Callable[[Any], str]:
    return lambda value: made(value) if re.fullmatch(pattern, value) else _refuse()


def _what(value: Any) -> Any:
    return value if value in _KNOB or (_WORDS.fullmatch(value) and value.isprintable()) else _refuse()


_NUMBER, _MOMENT = _whole(0, 2**53), _ms(1e10)  # ms: no page is open for four months
_DEFAULT = {"code": "", "token": "", "name": ""}
_READERS: Mapping[str, Callable[[Any], Any]] = {
    "role": _one_of(("player", "watch", "host", "board")),
    "lang": _one_of(("pl", "en")),
    "step": _ms(200),  # browsers that hide what their clock says round it to 100 ms
    "code": _text(r"[0-9A-Za-z]{0,6}", str.upper),
    "token": _text(r"(?:[0-9a-f]{32})?"),
    "seat": _whole(min(SIGNS), max(SIGNS)),
    "name": _text(r"(?s:.*)", clean_name),
    **dict.fromkeys(("n", "id", "rev"), _NUMBER),
    **dict.fromkeys(("r", "s", "at"), _MOMENT),
    "what": _what,
}
