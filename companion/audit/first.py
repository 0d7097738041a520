"""What the first judge said, as a journal has it: a run is played again, and every press and ruling noted.

Edges are of a *stretch*: of one program at work, one clock, from when it was switched on. It may go on in
the next run, when a game was taken off the shelf, and a run that was gone on with is of two. What the second
judge is asked is about stretches, therefore, and told of runs and games.
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass, field
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from companion.session.result import changes_game, result, same_game
from companion.session.session import Session
from companion.session.state import State
from companion.store.archive import Archive, Sitting
from companion.store.codec import Woke
from companion.store.edges import Edges, How, OnLine
from companion.store.runs import last_moment, session_of, start_of, stepped
from firmware.events import Press, Release, Resumed, Seat, Tick
from firmware.presses.race import Ruling
from firmware.times import Times

Where: TypeAlias = tuple[int, int]
"""A run, and the number of an event there."""


class Table(NamedTuple):
    """From a stamp on (ns): who was in play, and by which tie."""

    since: int
    seats: tuple[Seat, ...]
    tie: int


@dataclass(eq=False)
class Stretch:
    """What one program has heard and said.

    Attributes:
        lines: what was heard, in order, each with where it stands.
        said: presses by seat and stamp.
        twice: presses told once more.
        aside: presses that needn't be in the journal, or needn't be of edges.
        ends: up to this stamp (ns), the last, all presses were handed on.
    """

    times: Times
    lines: list[tuple[OnLine, Where]] = field(default_factory=list)
    said: dict[tuple[Seat, int], tuple[Press, Where]] = field(default_factory=dict)
    twice: list[tuple[Press, Where]] = field(default_factory=list)
    aside: set[tuple[Seat, int]] = field(default_factory=set)
    tables: list[Table] = field(default_factory=list)
    ends: int = 0

    def table(self, at: int) -> Table:
        """Who was in play at a stamp (ns), by which tie."""
        return self.tables[bisect(self.tables, at, key=attrgetter("since")) - 1]


class Ruled(NamedTuple):
    """A ruling.

    Attributes:
        where: the event that led to it.
        at: that one's stamp (ns).
        presses: of those in its order: stretch and stamp; None: from an earlier run.
    """

    where: Where
    at: int
    ruling: Ruling
    tie: int
    seats: tuple[Seat, ...]
    presses: tuple[tuple[Stretch, int] | None, ...]


@dataclass
class Heard:
    """All that was said in some runs.

    Attributes:
        stretches: each with edges.
        rulings: in order.
        results: by run and the event a game began with, what its events have led to.
        pressed: every press, edges or no edges.
        edges: how many were written, by where they stand.
        unknown: runs whose edges go on from a run that can't be read.
        read: so many events of a run were played; None: all of them.
    """

    stretches: list[Stretch] = field(default_factory=list)
    rulings: list[Ruled] = field(default_factory=list)
    results: dict[Where, dict[str, Any] | None] = field(default_factory=dict)
    pressed: list[Where] = field(default_factory=list)
    edges: dict[Where, int] = field(default_factory=dict)
    unknown: set[int] = field(default_factory=set)
    read: dict[int, int | None] = field(default_factory=dict)

    def play(self, archive: Archive, sitting: Sitting) -> None:
        """Play a run again; those before it first.

        Raises:
            JournalError: it can't be played.
        """
        session = session_of(sitting)
        _Playing(self, session, sitting, start_of(session, sitting, archive.sitting)).play()
        self.read[sitting.id] = len(sitting.events) if sitting.lost else None


def goes_on(sitting: Sitting) -> bool:
    """Whether a run's first edges came to a program that was at work in the run before."""
    first = next((event for event in sitting.events if isinstance(event, Edges)), None)
    return first is not None and not _starts(first)


def edges_gone(sitting: Sitting) -> bool:
    """Whether a run has presses and no edges at all, though it was written with them.

    One that began with a game off the shelf may have a press whose edges are in the run before.
    """
    kinds = {type(event) for event in sitting.events}
    kept = sitting.header.get("edges") is True and "from" not in sitting.header
    return kept and Press in kinds and Edges not in kinds


def _starts(edges: Edges) -> bool:
    return any(line.how is How.START for line in edges.lines)


class _Playing:
    """One run."""

    def __init__(self, heard: Heard, session: Session, sitting: Sitting, state: State) -> None:
        self._heard = heard
        self._session = session
        self._sitting = sitting
        self._state = state
        self._stamps: dict[tuple[Seat, int], tuple[Stretch, int] | None] = {}
        self._begun: dict[int, int] = {}
        self._results: dict[int, dict[str, Any] | None] = {}
        self._stretch: Stretch | None = None
        if goes_on(sitting):
            if heard.read.get(sitting.id - 1, 0) is None and heard.stretches:
                self._stretch = heard.stretches[-1]
            else:
                heard.unknown.add(sitting.id)

    def play(self) -> None:
        for number, event in enumerate(self._sitting.events):
            where = self._sitting.id, number
            if isinstance(event, Edges):
                self._hear(event, where)
                continue
            if isinstance(event, Resumed) and self._is_new(number):
                self._stretch = None
            if isinstance(event, Woke):
                if isinstance(event.event, Press):
                    self._say(event.event, where)
            else:
                if isinstance(event, Press):
                    self._say(event, where)
                    game_time = event.at - self._state.offset
                    known = None if self._stretch is None else (self._stretch, event.at)
                    self._stamps[event.seat, game_time] = known
                self._step(event, where)
            if self._stretch is not None and isinstance(event, Press | Release | Tick):
                self._stretch.ends = max(self._stretch.ends, event.at)
        self._ends()

    def _is_new(self, number: int) -> bool:
        """Whether another program is at work from this event on: its first edges are yet to come."""
        coming = (event for event in self._sitting.events[number:] if isinstance(event, Edges))
        return any(_starts(event) for event in islice(coming, 1))

    def _hear(self, edges: Edges, where: Where) -> None:
        if _starts(edges):
            self._stretch = Stretch(self._session.here.times)
            self._heard.stretches.append(self._stretch)
            after = self._sitting.events[where[1] + 1 : where[1] + 2]
            asked = bool(after) and isinstance(after[0], Resumed)  # then no game was played yet
            self._tables(0, State() if asked else self._state)
        if self._stretch is None:
            return
        for line in edges.lines:
            if line.how is How.ASIDE:
                self._stretch.aside.add((line.seat, line.at))
            else:
                self._stretch.lines.append((line, where))
        self._heard.edges[where] = sum(line.how in {How.EDGE, How.LATE} for line in edges.lines)

    def _tables(self, since: int, state: State) -> None:
        """From then on others may be in play."""
        if self._stretch is not None:
            here, setup = self._session.here, None if state.game is None else state.game.setup
            table = (here.seats, here.times.tie) if setup is None else (setup.seats, setup.tie)
            self._stretch.tables.append(Table(since, *table))

    def _say(self, press: Press, where: Where) -> None:
        self._heard.pressed.append(where)
        if self._stretch is None:
            return
        if (press.seat, press.at) in self._stretch.said:
            self._stretch.twice.append((press, where))
        self._stretch.said[press.seat, press.at] = press, where

    def _step(self, event: Any, where: Where) -> None:
        before = self._state
        after = self._state = stepped(self._session, before, event)
        if after.game is not before.game or isinstance(event, Resumed):
            self._tables(event.at, after)
        ruling, game = after.ruling, after.at_hand.game
        if ruling is not None and ruling is not before.ruling and game is not None:
            first = ruling.opened + ruling.reaction
            stamps = (
                self._stamps.get((seat, first + margin))
                for seat, margin in zip(ruling.order, ruling.margins, strict=True)
            )
            setup = game.setup
            self._heard.rulings.append(Ruled(where, event.at, ruling, setup.tie, setup.seats, tuple(stamps)))
        if changes_game(before, after):
            self._note(before.at_hand, after.at_hand, event.at)
        if after.at_hand.game is not None:
            self._begun.setdefault(after.at_hand.began, where[1])

    def _note(self, left: State, taken: State, at: int) -> None:
        """What is written of a game that has ended or is left, and of one that is played on."""
        if not same_game(left, taken) and left.game is not None:
            self._results[left.began] = self._results.get(left.began) or result(left, at)
        self._results[taken.began] = result(taken, at) if taken.winners is not None else None

    def _ends(self) -> None:
        left = self._state.at_hand
        if left.game is not None and self._results.get(left.began) is None:
            self._results[left.began] = result(left, last_moment(self._sitting.events))
        for began, number in self._begun.items():
            self._heard.results[self._sitting.id, number] = self._results.get(began)
