"""What a journal records, as JSON and back: ``["press", 3, 1234567890]``."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass
from typing import Any, TypeAlias

from companion.errors import JournalError
from firmware.events import Enter, Event, HostKey, Key, Knob, Press, Release, Resumed, Rolled, Tick


@dataclass(frozen=True, slots=True)
class Woke:
    """Something that only woke the dimmed panels: no session has seen it, but a replay must do it, too."""

    event: Event

    @property
    def at(self) -> int:
        """When it happened (ns)."""
        return self.event.at


Recorded: TypeAlias = Event | Woke

_KINDS: dict[str, type[Event]] = {
    kind.__name__.lower(): kind for kind in (Press, Release, Tick, Knob, Key, Enter, Rolled, Resumed)
}


def encode(event: Recorded) -> str:
    """One event as a line of JSON."""
    if isinstance(event, Woke):
        return json.dumps(["woke", *_words(event.event)])
    return json.dumps(_words(event))  # ASCII: whatever was typed can be written


def decode(text: str) -> Recorded:
    """The event of a line of JSON.

    Raises:
        JournalError: it isn't one.
    """
    try:
        kind, *values = json.loads(text)
        event = Woke(_event(*values)) if kind == "woke" else _event(kind, *values)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise JournalError(f"expected an event, got {text!r}") from error
    if type(event.at) is not int:
        raise JournalError(f"expected an event with a time in whole ns, got {text!r}")
    return event


def _words(event: Event) -> list[Any]:
    return [type(event).__name__.lower(), *astuple(event)]


def _event(kind: str, *values: Any) -> Event:
    return _KINDS[kind](*(_value(kind, value) for value in values))


def _value(kind: str, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    return HostKey(value) if kind == "key" and isinstance(value, str) else value
