"""Games on the shelf as a journal has them: each with the day on which it was left, and its run."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from companion.errors import JournalError
from companion.session.state import Shelved

log = logging.getLogger("pierwszy.recorder")

SHELF_DAYS = 7
"""Games left longer ago are no longer offered."""


_TOLD: Mapping[str, Callable[[Any], Any]] = {"key": str, "game": str, "seats": int, "score": str, "days": int}


def told(shelved: Shelved) -> dict[str, Any]:
    """A game on the shelf, as JSON."""
    return {name: getattr(shelved, name) for name in _TOLD}


def shelved_of(told: Mapping[str, Any]) -> Shelved:
    """What `told` has told of a game.

    Raises:
        JournalError: it is something else.
    """
    try:
        return Shelved(**{name: kind(told[name]) for name, kind in _TOLD.items()})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise JournalError(f"expected a game on the shelf, got {told!r}") from error


def shelf_key(sitting: int, shelved: Shelved) -> str:
    """By which a game is found in all runs: one of the run at hand by that, too."""
    return shelved.key if shelved.state is None else f"{sitting}.{shelved.key}"


def dated(sitting: int, shelved: Shelved) -> dict[str, Any]:
    """A game on the shelf as it is kept: with the day on which it was left."""
    day = date.fromordinal(_today().toordinal() - shelved.days)
    return {**told(replace(shelved, key=shelf_key(sitting, shelved))), "day": day.isoformat()}


def waiting(kept: object) -> tuple[Shelved, ...]:
    """The games left in the last days, as they were kept; what can't be read is left out."""
    found: list[Shelved] = []
    for one in kept if isinstance(kept, list) else []:
        try:
            found.append(shelved_of({**one, "days": days_since(date.fromisoformat(one["day"]))}))
        except (JournalError, KeyError, TypeError, ValueError):
            log.warning("expected a game on the shelf, got %r", one)
    return tuple(one for one in found if one.days <= SHELF_DAYS)


def days_since(day: date) -> int:
    """How long ago that was, as the table has its days."""
    return max(0, (_today() - day).days)


def _today() -> date:
    return datetime.now(UTC).astimezone().date()
