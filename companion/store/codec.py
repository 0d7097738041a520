"""What a journal records, as JSON and back: ``["press", 3, 1234567890]``."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass
from typing import Any, TypeAlias

from companion.errors import JournalError
from companion.store import edges
from companion.store.edges import MOST, Edges
from firmware.events import Enter, Event, HostKey, Key, Knob, Press, Release, Resumed, Rolled, Tick, Within
from firmware.written import told


@dataclass(frozen=True, slots=True)
class Woke:
    """Something that only woke the dimmed panels: no session has seen it, but a replay must do it, too."""

    event: Event

    @property
    def at(self) -> int:
        """When it happened (ns)."""
        return self.event.at


Recorded: TypeAlias = Event | Woke | Edges

_KINDS: dict[str, tuple[type[Event], list[type]]] = {
    "press": (Press, [int, int]),
    "release": (Release, [int, int]),
    "tick": (Tick, [int]),
    "knob": (Knob, [int, int]),
    "key": (Key, [HostKey, int]),
    "enter": (Enter, [str, int]),
    "rolled": (Rolled, [tuple, int]),
    "resumed": (Resumed, [int, int]),
}
"""By name, each kind and what its values are."""


def encode(event: Recorded) -> str:
    """One event as a line of JSON."""
    if isinstance(event, Woke):
        return json.dumps(["woke", *_words(event.event)])
    if isinstance(event, Edges):
        return json.dumps(edges.words(event), separators=(",", ":"))
    return json.dumps(_words(event))  # ASCII: whatever was typed can be written


def decode(text: str) -> Recorded:
    """The event of a line of JSON.

    Raises:
        JournalError: it isn't one.
    """
    try:
        kind, *values = json.loads(text)
        if kind == "edges":
            return edges.read(*values)
        event = Woke(_event(*values)) if kind == "woke" else _event(kind, *values)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise JournalError(f"expected an event, got {told(text)}") from error
    return event


def _words(event: Event) -> list[Any]:
    # Only how unsure a pin's press is can be None: then it isn't told.
    return [type(event).__name__.lower(), *(value for value in astuple(event) if value is not None)]


def _event(kind: str, *values: Any) -> Event:
    made, types = _KINDS[kind]
    values = tuple(_value(kind, value) for value in values)
    got = [type(value) for value in values]
    if got != types and (made is not Press or got != [*types, Within]):
        raise TypeError(kind)
    return made(*values)


def _value(kind: str, value: Any) -> Any:
    if isinstance(value, list) and kind == "press":
        within = Within(*value)
        if [type(part) for part in within] != [int, int, int, str] or max(within[:3]) >= MOST:
            raise ValueError(kind)
        return within
    if isinstance(value, list) and all(isinstance(face, str) for face in value):
        return tuple(value)
    if isinstance(value, int) and abs(value) >= MOST:
        raise ValueError(kind)
    return HostKey(value) if kind == "key" and isinstance(value, str) else value
