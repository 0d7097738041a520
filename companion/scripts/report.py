"""What a replay or a box prints: rulings, phase changes, refusals and the end, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Protocol

from companion.session.state import State
from firmware.events import NS_PER_S
from firmware.presses.race import Ruling


class Writer(Protocol):
    """Where lines go: a file, a terminal, a pipe."""

    def write(self, text: str, /) -> object:
        """Take this text."""


class Report:
    """Prints JSON lines: ``at`` in seconds, ``event``, and what the event tells.

    Args:
        out: where the lines go, each in one piece.
        origin: the stamp at which their time is zero (ns): a script's, or the clock's own.
    """

    def __init__(self, out: Writer, origin: int) -> None:
        self._out = out
        self._origin = origin
        self._told: tuple[str, int | None] | None = None

    def changed(self, now: int, before: State, after: State) -> None:
        """One step of the session."""
        was, there = before.snapshot(now), after.snapshot(now)
        ruling = _ruling(after)
        if ruling is not None and ruling != _ruling(before):
            self._print(now, "ruling", ruling.snapshot())
        # Time alone may have changed it since the last event, so it is compared with what was told.
        phase = (there["phase"], there["turn"])
        if phase != (self._told or (was["phase"], was["turn"])):
            self._print(now, "phase", {"phase": there["phase"], "turn": there["turn"]})
        self._told = phase
        if after.refused is not None and after.refused is not before.refused:
            self._print(now, "refused", {"seat": after.refused_seat, "why": there["refused"]})
        if there["winners"] is not None and there["winners"] != was["winners"]:
            self._print(now, "over", {"winners": there["winners"]})

    def missed(self, now: int, steps: int) -> None:
        """So many steps before this moment are not told."""
        self._print(now, "missed", {"steps": steps})

    def end(self, now: int, snapshot: Mapping[str, Any]) -> None:
        """The script or the box is over: the last snapshot."""
        self._print(now, "end", {"snapshot": snapshot})

    def _print(self, now: int, event: str, more: Mapping[str, Any]) -> None:
        seconds = (now - self._origin) / NS_PER_S
        line = json.dumps({"at": seconds, "event": event, **more}, ensure_ascii=False)
        self._out.write(line + "\n")


def _ruling(state: State) -> Ruling | None:
    """That of the race at hand, so that two races that ended alike are two rulings."""
    at_hand = state.at_hand
    return None if at_hand.game is None else at_hand.game.ruling(at_hand.play)
