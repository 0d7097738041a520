"""Keeps a session's journal: each event before it is acted on, games as they begin and end, what is kept.

Between the loop and `companion.journal`. A session that is written down can be had again: `replay` steps its
events through a fresh session.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from companion.history import result
from companion.archive import Sitting
from companion.journal import Journal
from companion.referees.base import Referee
from companion.session import Session
from companion.state import Stage, State
from firmware.errors import JournalError
from firmware.events import NS_PER_MS, NS_PER_US, Event, Press, Release, Resumed
from firmware.settings import Times


def header(session: Session) -> dict[str, Any]:
    """What a session is built from, as JSON; `session_of` builds it again."""
    return {
        "seats": list(session.seats),
        "times": asdict(session.setting_up.times),
        "language": session.language,
    }


def session_of(sitting: Sitting) -> Session:
    """The session a sitting was played with.

    Raises:
        JournalError: its header is from something else.
    """
    try:
        told = sitting.header
        return Session(tuple(told["seats"]), Times(**told["times"]), str(told["language"]))
    except (KeyError, TypeError) as error:
        raise JournalError(f"expected seats, times and language in run {sitting.id}, got {error}") from error


def replay(session: Session, events: Iterable[Event]) -> State:
    """The state after these events, from switching on."""
    state = session.start()
    for event in events:
        state, _ = session.step(state, event)
    return state


class Recorder:
    """Writes one box's session down.

    Args:
        journal: where to.
        session: the session that is played.
    """

    def __init__(self, journal: Journal, session: Session) -> None:
        self._journal = journal
        self._session = session
        self._offered: Sitting | None = None

    @property
    def notices(self) -> tuple[str, ...]:
        """What people are told once: ``"journal"``, nothing is recorded; ``"aside"``, it was damaged."""
        aside = ("aside",) if self._journal.set_aside is not None else ()
        return (*aside, "journal") if self._journal.trouble is not None else aside

    def start(self, fresh: State, *, offer: bool = True) -> State:
        """The state to start in: ``fresh``, or the question whether to go on with the last run's game."""
        sitting = self._journal.unfinished() if offer else None
        if sitting is not None and sitting.events and sitting.header == header(self._session):
            state = replay(self._session, sitting.events)
            if state.game is not None and state.winners is None:
                self._offered = sitting
                at = max(event.at for event in sitting.events)
                return State(stage=Stage.RESUME, language=state.language, offered=state, offered_at=at)
        self._begin()
        return fresh

    def record(self, event: Event, now: int, before: State, after: State) -> None:
        """Commit an event that was stepped and is about to be acted on."""
        if after.stage is Stage.RESUME:
            return  # the question is not part of any run
        if before.stage is Stage.RESUME:
            self._answered(before, after, now, event)
            return
        if after is before and not isinstance(event, Press | Release):
            return
        self._journal.record(event, now)
        self._note_games(event, before, after)

    def _begin(self) -> None:
        self._journal.begin_sitting(header(self._session))

    def _answered(self, before: State, after: State, now: int, event: Event) -> None:
        if self._offered is not None and after.game is not None:
            self._journal.go_on_with(self._offered)
            self._journal.record(Resumed(before.offered_at, event.at), now)
        else:
            self._begin()

    def _note_games(self, event: Event, before: State, after: State) -> None:
        if after.game is not None and (after.game is not before.game or after.began != before.began):
            self._journal.game_ends(result(before, event.at))
            self._journal.game_begins(line(after.game))
        elif after.game is None and before.game is not None:
            self._journal.game_ends(result(before, event.at))
        elif after.winners != before.winners:
            self._journal.game_result(None if after.winners is None else result(after, event.at))


def line(game: Referee[Any]) -> str:
    """How a game is typed to begin just like this one: ``NAME option=value ...``."""
    setup = game.setup
    said = dict(word.split("=", 1) for word in setup.words)
    whole = {
        "seats": ",".join(map(str, setup.seats)),
        "first": str(setup.first),
        "tie_us": str(setup.tie // NS_PER_US),
        "settle_ms": str(setup.settle // NS_PER_MS),
        "lang": setup.language,
    }
    return " ".join((game.name, *(f"{name}={value}" for name, value in (whole | said).items())))
