"""An evening written down, with what a journal was told and when it said that it is written."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias, cast

from companion.errors import JournalError
from companion.session.state import State
from companion.store.archive import Archive, Game
from companion.store.codec import Recorded
from companion.store.journal import Journal
from companion.store.recorder import Recorder
from tests.fuzz.calls_evening import Evening, Happened
from tests.fuzz.calls_shim import SHIM, Call
from tests.fuzz.calls_threads import TURNS
from tests.fuzz.kinds import Finding

DISK_TURNS = 0.3
"""So often, after an event, whatever writes beside the loop gets on to its next sync."""

Runs: TypeAlias = dict[int, list[Recorded]]
"""Events by the run of the box they are of; a run without any isn't there."""


class Told:
    """A journal, and what it was told: used in its place.

    Attributes:
        events: with the run each is of, in order.
        written: how many of them the journal has said to be written, at each mark.
    """

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.events: list[tuple[int, Recorded]] = []
        self.written: list[int] = []
        self._inside = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.journal, name)
        if name == "together":
            return self._together
        return self._marked(name, found) if callable(found) else found

    def _marked(self, name: str, does: Callable[..., Any]) -> Callable[..., Any]:
        def call(*values: Any) -> Any:
            if name == "record":
                self.events.append((self.journal.sitting_id, values[0]))
            result = does(*values)
            self.mark()
            return result

        return call

    @contextmanager
    def _together(self) -> Iterator[None]:
        self._inside += 1
        try:
            with self.journal.together():
                yield
        finally:
            self._inside -= 1
            self.mark()

    def mark(self) -> None:
        """All it was told so far is written, unless it waits for more."""
        if not self._inside:
            SHIM.mark(len(self.written))
            self.written.append(len(self.events))

    def runs(self, length: int | None = None) -> Runs:
        """The first events it was told, by run."""
        found: Runs = {}
        for run, event in self.events[:length]:
            found.setdefault(run, []).append(event)
        return found


@dataclass(frozen=True)
class Trace:
    """What writing an evening down has done to its files.

    Attributes:
        calls: everything done to them, with marks.
        ended: so many of the calls were made before the journal was closed.
        happened: with which of the events of the evening each event told came.
    """

    evening: Evening
    calls: tuple[Call, ...]
    ended: int
    told: Told
    happened: tuple[Happened, ...]


def recorder_on(journal: Told | Journal, evening: Evening) -> Recorder:
    """A recorder of the evening's box that writes there."""
    return Recorder(cast("Journal", journal), evening.session)


def traced(evening: Evening) -> Trace:
    """Write an evening down, in a folder that is gone afterwards; now and then the disk gets its turn."""
    with TemporaryDirectory(prefix="pierwszy-evening-") as folder:
        return _traced(evening, Path(folder))


def _traced(evening: Evening, folder: Path) -> Trace:
    chance = random.Random(evening.name)
    SHIM.watch(folder, keep=True)
    with TURNS.taken():
        told = Told(Journal(folder))
        told.mark()
        recorder = recorder_on(told, evening)
        recorder.start(evening.session.start())
        came: list[Happened] = []
        for one in evening.recorded(recorder):
            came += [one] * (len(told.events) - len(came))
            TURNS.now += 0.1
            if chance.random() < DISK_TURNS:
                TURNS.others()
        calls = len(SHIM.kept())
        TURNS.free()
        told.journal.close()
    kept = SHIM.kept()
    SHIM.watch(folder / "nothing", keep=False)
    return Trace(evening, tuple(kept), calls, told, tuple(came))


@dataclass(frozen=True)
class Content:
    """What a journal has, as whoever opens it reads it.

    Attributes:
        last: the number of the run that can be gone on with, if one can.
        aside: whether something was set aside as damaged.
        torn: whether the last moments are missing.
    """

    runs: Runs
    last: int | None
    games: list[Game]
    kept: dict[str, Any]
    aside: bool
    torn: bool

    def __str__(self) -> str:
        events = ", ".join(f"{len(events)} in run {run}" for run, events in self.runs.items())
        said = ", something set aside" if self.aside else ""
        return f"{events or 'no'} events, {len(self.games)} games, {len(self.kept)} kept{said}"


def read_back(folder: Path, runs: Iterable[int] = ()) -> Content:
    """Open a journal as a box does that is started again, and read it: the first runs, and those.

    Raises:
        Finding: it isn't there.
    """
    journal = Journal(folder)
    try:
        if journal.trouble is not None:
            raise Finding(f"expected a journal to be opened, got {journal.trouble}")
        with closing(Archive(folder)) as archive:
            games = archive.games()
        unfinished = journal.unfinished()
        last = None if unfinished is None else unfinished.id
        events, aside = dict(_runs(journal, runs)), journal.set_aside is not None
        return Content(events, last, games, journal.kept(), aside, journal.torn)
    except JournalError as error:
        raise Finding(f"expected a journal to be read, got {error}") from error
    finally:
        journal.close()


def _runs(journal: Journal, runs: Iterable[int]) -> Iterator[tuple[int, list[Recorded]]]:
    first = takewhile(lambda run: run is not None, map(journal.sitting, count(1)))
    for run in (*first, *map(journal.sitting, runs)):
        if run is not None and run.events:
            yield run.id, list(run.events)


def started(folder: Path, evening: Evening) -> tuple[State, tuple[str, ...]]:
    """The state in which a box begins that is started again, and what people are told."""
    journal = Journal(folder)
    try:
        recorder = recorder_on(journal, evening)
        state = recorder.start(evening.session.start())
        recorder.try_again()
        return state, recorder.notices
    finally:
        journal.close()
