"""What a replay or a box prints, one JSON object a line; the README says what each line is about."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Protocol, TypeAlias

from companion.session.state import State
from firmware.events import NS_PER_S
from firmware.presses.race import Ruling
from firmware.views import Cue

VERSION = 1
"""Of the lines. More of them, and more keys in one, leave it; what a key means changes with it."""

EVENTS = (
    *("hello", "game", "pause", "cue", "ruling", "phase", "refused", "players", "dice"),
    *("low", "undo", "redo", "over", "missed", "end"),
)
"""All there are."""

REPLAYED = ("ruling", "phase", "refused", "over", "end")
"""What a replay tells, if it isn't asked for more."""

DICE = ("faces", "dice", "digits")
"""The keys of snapshots under which games have what their dice show."""

Said: TypeAlias = "Mapping[str, Any] | None"
"""A line without ``at`` and ``event``; None: there is nothing to tell."""


class Writer(Protocol):
    """Where lines go: a file, a terminal, a pipe."""

    def write(self, text: str, /) -> object:
        """Take this text."""


class Report:
    """Prints JSON lines: ``at`` in seconds, ``event``, and what the event tells; the first says hello.

    Args:
        out: where the lines go, each in one piece.
        origin: the stamp at which their time is zero (ns): a script's, or the clock's own.
        only: the events that are told.
    """

    def __init__(self, out: Writer, origin: int, only: Collection[str] = EVENTS) -> None:
        self._out = out
        self._origin = origin
        self._only = only
        self._greeted = False
        self._told: Mapping[str, Said] | None = None

    def hello(self, now: int, certificate: str | None = None) -> None:
        """The first line, with the certificate that vouches for the box's tie; said first if not by then."""
        self._greeted = True
        self._print(now, "hello", {"version": VERSION, "certificate": certificate})

    def changed(self, now: int, before: State, after: State) -> None:
        """One step of the session."""
        # Time alone may have changed it since the last event, so it is compared with what was told.
        told, self._told = self._told or _standing(before, now), _standing(after, now)
        for event, said in _news(before, after, told, self._told):
            self._print(now, event, said)

    def sounds(self, now: int, cue: Cue) -> None:
        """Something sounds; what it sounds for is told next."""
        self._print(now, "cue", {"sound": cue.sound.value, "seat": cue.seat})

    def missed(self, now: int, steps: int) -> None:
        """So many steps before this moment are not told."""
        self._print(now, "missed", {"steps": steps})

    def end(self, now: int, snapshot: Mapping[str, Any]) -> None:
        """The script or the box is over: the last snapshot."""
        self._print(now, "end", {"snapshot": snapshot})

    def _print(self, now: int, event: str, more: Mapping[str, Any]) -> None:
        if event not in self._only:
            return
        if not self._greeted:
            self.hello(now)
        seconds = (now - self._origin) / NS_PER_S
        line = json.dumps({"at": seconds, "event": event, **more}, ensure_ascii=False)
        self._out.write(line + "\n")


def _standing(state: State, now: int) -> dict[str, Said]:
    """What lasts, by the event that tells it."""
    there, hand = state.snapshot(now), state.at_hand
    held = there if hand is state else hand.snapshot(now)
    played = hand.game is not None
    rolling = held["phase"] == "rolling" or held.get("rolling")
    faces = None if rolling else next((held[key] for key in DICE if held.get(key)), None)
    return {
        "game": {
            "game": held["game"] if played else None,
            "seats": held["seats"] if played else [],
            "names": there["names"],
        },
        "pause": {"paused": held["paused"], "menu": held["menu"]},
        "phase": {"phase": there["phase"], "turn": there["turn"]},
        "players": {"players": held["players"]} if held["players"] else None,
        "dice": None if faces is None else {"faces": faces},
        "over": None if there["winners"] is None else {"winners": there["winners"]},
    }


def _news(
    before: State, after: State, told: Mapping[str, Said], there: Mapping[str, Said]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The lines of one step, each as its event and what it says.

    Args:
        before: the state before the step.
        after: the state after it.
        told: what lasts, as it was told.
        there: what lasts, as it is now.
    """

    def new(*events: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for event in events:
            said = there[event]
            if said is not None and said != told.get(event):
                yield event, said

    yield from _undone(before, after)
    if _which(there) != _which(told) or after.at_hand.began != before.at_hand.began:
        told = {event: told[event] for event in ("pause", "phase")}  # all else was told of another game
    yield from new("game", "pause")
    ruling = _ruling(after)
    if ruling is not None and ruling != _ruling(before):
        yield "ruling", {**ruling.snapshot(), "certificate": _vouching(after.at_hand, ruling)}
    yield from new("phase")
    if after.refused is not None and after.refused is not before.refused:
        yield "refused", {"seat": after.refused_seat, "why": after.refused.filled()}
    yield from new("players", "dice")
    yield from _low(before, after)
    yield from new("over")


def _which(told: Mapping[str, Said]) -> tuple[object, object]:
    """Which game it is, and whose."""
    game = told["game"] or {}
    return game.get("game"), game.get("seats")


def _undone(before: State, after: State) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Whether a step of a game was an undo, or a redo."""
    if before.game is None or after.undone is before.undone:
        return
    if before.undone is not None and after.before is before.undone.before:
        yield "redo", {}
    elif after.undone is not None:
        yield "undo", {}


def _low(before: State, after: State) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Whether a step has ticked a clock that runs out, and how many seconds it has left."""
    if after.game is None or after.game is not before.game or after.before is not before.before:
        return
    ends = after.game.runs_out_at(after.play)
    if ends is not None and ends == before.game.runs_out_at(before.play) and after.heard > before.heard:
        yield "low", {"left_s": -((after.heard - ends) // NS_PER_S)}


def _ruling(state: State) -> Ruling | None:
    """That of the race at hand, so that two races that ended alike are two rulings."""
    at_hand = state.at_hand
    return None if at_hand.game is None else at_hand.game.ruling(at_hand.play)


def _vouching(state: State, ruling: Ruling) -> str | None:
    """The certificate that vouches for a ruling: of stamps of pins, and no finer a tie than was measured."""
    assert state.game is not None
    setup = state.game.setup
    standing = setup.here.certificate
    return None if ruling.spans or standing is None else standing.vouching(setup.tie)
