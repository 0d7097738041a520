"""A game out of a journal as a table script that plays to the same end: how a player reports a bug.

Presses and releases become raw edges with their stamps, so a replay judges them anew. What the arbiter handed
on in the order of its stamps is put on the wire when it was stamped. What came too late for that order comes
too late again: after whatever overtook it (`_Typist`). Faces that were rolled are laid ready ahead of the
roll. Time between runs of the box, or while the game waited on the shelf, is left out; the game goes on
paused, as it did. Pure.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from companion.session.session import Session
from companion.session.state import State
from companion.store.codec import Recorded, Woke
from companion.store.runs import is_back, left_by_back
from firmware.events import (
    NS_PER_MS,
    NS_PER_S,
    Enter,
    Event,
    Key,
    Knob,
    Press,
    Release,
    Resumed,
    Rolled,
    Seat,
    Tick,
)
from firmware.rolling import Roll
from firmware.views import LOUDEST

BEGIN_NS = NS_PER_S
"""When the script's game begins: a press may have been stamped a little before that."""

RESTART_NS = NS_PER_S
"""How long a restart takes in the script."""

BUTTONS_UP_NS = 100 * NS_PER_MS
"""When in a restart every button comes up: no earlier than the last press needs to be one."""

_HOST_RANK, _TICK_RANK = 100, 1000  # of equal stamps: seats by number, then the host, then time


class HandedOn(NamedTuple):
    """An event of a run, and when the arbiter handed it on (ns)."""

    event: Recorded
    now: int


def export(
    session: Session, start: State, before: Sequence[HandedOn], game: Sequence[HandedOn], line: str
) -> Iterator[str]:
    """The lines of a table script.

    Args:
        session: the session the run was played with.
        start: the state the run started in.
        before: everything that happened in the run before the game.
        game: from the event that began it to the last, which may have left it.
        line: how the game is typed to begin, ``NAME option=value ...``.
    """
    state = start
    for handed in before:
        state, _ = _step(session, state, handed.event)
    state, _ = _step(session, state, game[0].event)
    yield from _kept(state)
    yield f"{_time(BEGIN_NS)} game {line}"
    typist, played = _Typist(game[0]), stretch(session, state, game)
    events, end = _rolled(session, state, played)
    for handed, rolled in events:
        yield from typist.lines(handed, rolled)
    if isinstance(played[-1].event, Tick):  # the replay must not end before time has decided, too
        phase = end.snapshot(played[-1].event.at)["phase"]
        yield f"{_time(typist.done)} expect phase {phase}"


def stretch(session: Session, state: State, game: Sequence[HandedOn]) -> list[HandedOn]:
    """The events of one game: up to the one that leaves it for good, without what came in between.

    Args:
        session: the session the run was played with.
        state: what the first event has led to.
        game: from the first event on; others may have been played before the table went on with it.
    """
    began, here, played, kept = state.began, state.game, [game[0]], 1
    away: int | None = None
    for handed in game[1:]:
        state, _ = _step(session, state, handed.event)
        at_hand = state.at_hand
        if at_hand.began != began and (at_hand.game is None or at_hand.game is not here):
            away = handed.event.at if away is None else away
            continue
        if away is not None:
            played.append(HandedOn(Resumed(away, handed.event.at), handed.now))
            away = None
        else:
            played.append(handed)
        if at_hand.began == began:
            here, kept = at_hand.game, len(played)
    return played[:kept]


def _rolled(
    session: Session, state: State, game: Sequence[HandedOn]
) -> tuple[list[tuple[HandedOn, list[str]]], State]:
    """Every event after the first, with the faces it has rolled; and the state they lead to."""
    events: list[tuple[HandedOn, list[str]]] = []
    thrown: list[str] = []
    faces = _faces(game)
    for number, handed in enumerate(game[1:], 1):
        before = state
        state, rolls = _step(session, state, handed.event)
        if state is before and is_back(handed.event):
            continue  # refused, but a script's back may do something today
        if isinstance(handed.event, Resumed):
            faces = _faces(game[number + 1 :])
        rolled = [" ".join(faces.popleft()) for _ in range(rolls) if faces]
        if isinstance(handed.event, Rolled):
            thrown += rolled  # rolled again in the same instant: laid ready with the first
            rolled = []
        elif rolled:
            thrown = rolled
        events.append((handed, rolled))
    return events, state


def _faces(game: Sequence[HandedOn]) -> deque[tuple[str, ...]]:
    """What the dice showed, roll by roll, until the box was started again: a roll may have been cut short."""
    run = takewhile(lambda handed: not isinstance(handed.event, Resumed), game)
    return deque(handed.event.faces for handed in run if isinstance(handed.event, Rolled))


def _step(session: Session, state: State, event: Recorded) -> tuple[State, int]:
    """The state after an event, and how many rolls it asks for."""
    if isinstance(event, Woke):
        return state, 0
    try:
        after, effects = session.step(state, event)
    except Exception:  # noqa: BLE001 - the box lost it too, and has said so
        return state, 0
    if left_by_back(event, state, after):
        return state, 0
    return after, sum(isinstance(effect, Roll) for effect in effects)


def _kept(state: State) -> Iterator[str]:
    """What the table had kept when the game began."""
    kept = [f"name {seat} {name}" for seat, name in state.names.items()]
    kept += [f"sound {seat} {voice}" for seat, voice in state.kept.voices.items()]
    if state.volume != LOUDEST:
        kept.append(f"volume {state.volume}")
    for text in (*kept, *_things(state)):
        yield from (f"0 {words}" for words in _told(Enter(text, 0)))


def _things(state: State) -> Iterator[str]:
    """The things of this box that the game is played with, as they are typed.

    None of one that every box has, or that is more than can be typed: the replay's box needs its file.
    """
    assert state.game is not None
    assert state.chosen is not None
    setup, things = state.game.setup, state.chosen.things
    for option in state.chosen.own_options:
        word = getattr(setup.options, option.name)
        if things is None or not option.of_things or word in things.reserved:
            continue
        thing = things.of(setup.here.things)[word]
        line = things.typed(word, thing)
        if things.read_typed(line) == (word, thing):
            yield line


class _Typist:
    """Turns events into lines, and knows when each has to be on its wire.

    Args:
        begin: the event that began the game; its stamp is the script's `BEGIN_NS`.

    Attributes:
        done: when all of it has been handed on (ns of the script's time).
    """

    def __init__(self, begin: HandedOn) -> None:
        self._shift = BEGIN_NS - begin.event.at
        self._highest = (begin.event.at, _HOST_RANK)
        self._past = [((begin.event.at, _HOST_RANK), begin.now)]
        self._late = 0
        self.done = BEGIN_NS
        self._down: set[Seat] = set()
        self._wired: dict[Seat, int] = {}

    def lines(self, handed: HandedOn, rolled: list[str]) -> Iterator[str]:
        """The lines of one event; ``rolled`` are the faces it has rolled."""
        event = handed.event.event if isinstance(handed.event, Woke) else handed.event
        key = (event.at, _rank(event))
        overtaken = self._overtaken(key)
        if overtaken is not None:
            self._late = max(self._late, overtaken + self._shift)
        at = event.at + self._shift
        if overtaken is not None or not isinstance(event, Press | Release):
            at = max(
                at, self._late
            )  # the host is handed on at once, so it must come after what came before it
        if not isinstance(event, Resumed):
            self.done = max(self.done, at, handed.now + self._shift)
        yield from (f"{_time(at)} dice {faces}" for faces in rolled)
        match event:
            case Press(seat):
                yield self._edge(seat, True, event.at, at)
            case Release(seat) if seat in self._down:
                yield self._edge(seat, False, event.at, at)
            case Resumed():
                yield from self._restart(event)
                self._past.clear()
                self._highest = key
            case _:
                yield from (f"{_time(at)} {words}" for words in _told(event))
        self._past.append((key, handed.now))
        self._highest = max(self._highest, key)

    def _overtaken(self, key: tuple[int, int]) -> int | None:
        """When the last event was handed on that should have waited for this one (ns); None if none should.

        One of the same line with the same stamp is a release whose button was closed again too late to tell.
        The arbiter of a replay hands nothing on later than the one recorded, so this is late enough.
        """
        if key > self._highest:
            return None
        return next((now for other, now in reversed(self._past) if other >= key), None)

    def _edge(self, seat: Seat, closed: bool, stamp: int, at: int) -> str:
        at = max(at, self._wired.get(seat, at))  # edges of one line come in order
        self._wired[seat] = at
        (self._down.add if closed else self._down.discard)(seat)
        stamped = "" if at == stamp + self._shift else f" at {_time(stamp + self._shift)}"
        return f"{_time(at)} {'down' if closed else 'up'} {seat}{stamped}"

    def _restart(self, resumed: Resumed) -> Iterator[str]:
        """The box goes on where the game stood, once all before has been done; then the buttons come up.

        Time that was up then, but hadn't been told, stays so.
        """
        at = self.done + 1
        yield "# here the box was started again"
        yield f"{_time(at)} resume at {_time(resumed.was + self._shift)}"
        for seat in sorted(self._down):
            yield f"{_time(at + BUTTONS_UP_NS)} up {seat}"
        self._down.clear()
        self._wired.clear()
        self._shift = at + RESTART_NS - resumed.at


def _rank(event: Event) -> int:
    match event:
        case Press(seat) | Release(seat):
            return seat
        case Tick():
            return _TICK_RANK
    return _HOST_RANK


def _told(event: Event) -> Iterator[str]:
    """What the host did, in the script's words; time and dice come by themselves."""
    match event:
        case Key(key):
            yield str(key)
        case Knob(steps):
            yield f"knob {steps:+d}"
        case Enter(text):
            words = " ".join(text.split())
            if words and " #" not in f" {words}":  # a script can't say it; no game takes it either
                yield f"enter {words}"


def _time(ns: int) -> str:
    """Seconds, with as many decimals as it takes."""
    whole, part = divmod(ns, NS_PER_S)
    return f"{whole}.{part:09}".rstrip("0").rstrip(".")
