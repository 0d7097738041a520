"""Events as JSON and back, for the journal: ``["press", 3, 1234567890]``."""

from __future__ import annotations

import json
from dataclasses import astuple
from typing import Any

from firmware.errors import JournalError
from firmware.events import Enter, Event, HostKey, Key, Knob, Press, Release, Resumed, Rolled, Tick

_KINDS: dict[str, type[Event]] = {
    kind.__name__.lower(): kind for kind in (Press, Release, Tick, Knob, Key, Enter, Rolled, Resumed)
}


def encode(event: Event) -> str:
    """One event as a line of JSON."""
    return json.dumps([type(event).__name__.lower(), *astuple(event)])  # ASCII: whatever was typed fits


def decode(text: str) -> Event:
    """The event of a line of JSON.

    Raises:
        JournalError: it isn't one.
    """
    try:
        kind, *values = json.loads(text)
        event = _KINDS[kind](*(_value(kind, value) for value in values))
    except (ValueError, KeyError, TypeError) as error:
        raise JournalError(f"expected an event, got {text!r}") from error
    if type(event.at) is not int:
        raise JournalError(f"expected an event with a time in whole ns, got {text!r}")
    return event


def _value(kind: str, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    return HostKey(value) if kind == "key" and isinstance(value, str) else value
