"""Keeps a session's journal: each event before it is acted on, games as they begin and end, what is kept.

Between the loop and `companion.store.journal`. A session that is written down can be had again: `replay`
steps its events through a fresh session. What a session does with an event depends on the events before it
alone, so an event that has changed nothing needn't be written; presses, releases and dice are, for whoever
reads it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from types import MappingProxyType
from typing import Any

from companion.errors import JournalError, ThingError
from companion.games.base import Referee
from companion.games.catalogue import kinds
from companion.games.options import Surroundings
from companion.games.things import ThingsByKind
from companion.session.history_screens import MOST_GAMES
from companion.session.result import Result, result
from companion.session.session import Session
from companion.session.state import Stage, State
from companion.store.archive import Sitting
from companion.store.codec import Recorded, Woke
from companion.store.journal import Journal
from companion.store.remembered import from_kept, to_keep
from firmware.events import NS_PER_MS, NS_PER_US, Event, Press, Release, Resumed, Rolled
from firmware.times import Times

log = logging.getLogger("pierwszy.recorder")


def header(session: Session, state: State) -> dict[str, Any]:
    """What a run starts from, as JSON: the box, and what the table had kept."""
    return {
        "box": _box(session),
        "language": session.here.language,
        "kept": to_keep(state),
    }


def _box(session: Session) -> dict[str, Any]:
    here = session.here
    dice = {name: list(faces) for name, faces in here.dice.items()}
    things = {
        kept.plural: {word: kept.written(thing) for word, thing in kept.of(here.things).items()}
        for kept in kinds().values()
    }
    return {"seats": list(here.seats), "times": asdict(here.times), "dice": dice, **things}


def _things_of(box: Mapping[str, Any]) -> ThingsByKind:
    """The things `_box` has told of.

    Raises:
        ThingError, TypeError, AttributeError: it is something else.
    """
    return {
        kind: {word: kept.read(text, word) for word, text in box.get(kept.plural, {}).items()}
        for kind, kept in kinds().items()
    }


def _as_it_was(session: Session, told: object) -> Session | None:
    """This box with the things it kept in a run; None if the run was another box's.

    What an earlier version didn't tell yet is taken to be the same.
    """
    box = _box(session)
    either = {kept.plural: None for kept in kinds().values()}
    if not isinstance(told, dict) or {**box, **told, **either} != {**box, **either}:
        return None
    try:
        things = _things_of({**box, **told})
    except (AttributeError, TypeError, ThingError):
        return None
    return Session(replace(session.here, things=things))


def session_of(sitting: Sitting) -> Session:
    """The session a sitting was played with.

    Raises:
        JournalError: its header is from something else.
    """
    try:
        box = sitting.header["box"]
        dice = {name: tuple(faces) for name, faces in box.get("dice", {}).items()}
        things = _things_of(box)
        times, language = Times(**box["times"]), str(sitting.header["language"])
        return Session(Surroundings(tuple(box["seats"]), times, language, dice, things))
    except (KeyError, TypeError, AttributeError, ThingError) as error:
        raise JournalError(f"expected a box and a language in run {sitting.id}, got {error}") from error


def start_of(session: Session, sitting: Sitting) -> State:
    """The state a sitting started in."""
    kept = sitting.header.get("kept")
    return from_kept(session.start(), kept if isinstance(kept, dict) else {}, session.seats)


def stepped(session: Session, state: State, event: Recorded) -> State:
    """The state after one event; as in the loop, one that meets a fault of ours is lost."""
    if isinstance(event, Woke):
        return state
    try:
        return session.step(state, event)[0]
    except Exception:
        log.exception("lost an event to a fault of ours: %s", event)
        return state


def replay(session: Session, start: State, events: Iterable[Recorded]) -> State:
    """The state after these events."""
    state = start
    for event in events:
        state = stepped(session, state, event)
    return state


def last_moment(events: Iterable[Recorded]) -> int:
    """The latest stamp of a sitting, by the clock of its last run: a clock that began anew may be behind."""
    at = 0
    for event in events:
        at = event.at if isinstance(event, Resumed) else max(at, event.at)
    return at


class Recorder:
    """Writes one box's session down.

    Args:
        journal: where to.
        session: the session that is played.

    Attributes:
        history: results of the last finished games, newest first.
        bests: best solo times (s), as `companion.session.result.best_solo` has them.
    """

    def __init__(self, journal: Journal, session: Session) -> None:
        self.history: tuple[Result, ...] = ()
        self.bests: Mapping[str, float] = {}
        self._journal = journal
        self._session = session
        self._offered: Sitting | None = None
        self._keeps = True
        self._kept: dict[str, Any] = {}

    @property
    def notices(self) -> tuple[str, ...]:
        """What people are told once: ``"journal"``, nothing is recorded; ``"aside"``, it was damaged."""
        aside = ("aside",) if self._journal.set_aside is not None else ()
        return (*aside, "journal") if self._journal.trouble is not None else aside

    def start(self, fresh: State, *, offer: bool = True) -> State:
        """The state to start in: ``fresh`` with what was kept, or whether to go on with the last run's game.

        Args:
            fresh: just switched on.
            offer: False leaves aside what there was before, and keeps nothing for later: a script's box.
        """
        self._keeps = offer
        self._look_back()
        if offer:
            fresh = self._with_kept(fresh)
            asked = self._question(fresh)
            if asked is not None:
                return asked
        self._begin(fresh)
        return fresh

    def _with_kept(self, fresh: State) -> State:
        self._kept = self._journal.kept()
        kept = dict(self._kept)
        if kept.pop("box language", None) != self._session.here.language:
            kept.pop("language", None)  # the box is set to another one since
        return from_kept(fresh, kept, self._session.seats)

    def _question(self, fresh: State) -> State | None:
        sitting = self._journal.unfinished()
        session = None if sitting is None else _as_it_was(self._session, sitting.header.get("box"))
        if sitting is None or session is None:
            return None
        offered = replay(session, start_of(session, sitting), sitting.events)
        if offered.game is None or offered.winners is not None:
            return None
        # Things made in that run have files by now; any other difference makes this another box.
        if self._session.setting_up.known_things(offered) != session.setting_up.known_things(offered):
            return None
        self._offered = sitting
        return replace(fresh, stage=Stage.RESUME, offered=offered, offered_at=last_moment(sitting.events))

    def record(self, event: Event, now: int, before: State, after: State) -> None:
        """Commit an event that was stepped and is about to be acted on; ``now`` is the time (ns)."""
        if after.stage is Stage.RESUME:
            return  # the question is not part of any run
        if before.stage is Stage.RESUME:
            if before.offered is not None and after.game is before.offered.game:
                self._go_on(Resumed(before.offered_at, event.at), now)
                return
            before = self._begin_anew(before, after)
            if after is before:
                return
        elif after is before and not isinstance(event, Press | Release | Rolled):
            return
        if _something_to_note(before, after):
            with self._journal.together():
                self._journal.record(event, now)
                self._note(event, before, after)
        else:
            self._journal.record(event, now)

    def woke(self, event: Event, now: int, state: State) -> None:
        """Commit an event that only woke the panels."""
        if state.stage is not Stage.RESUME:
            self._journal.record(Woke(event), now)

    # -- the question answered ---------------------------------------------------------------------

    def _go_on(self, resumed: Resumed, now: int) -> None:
        assert self._offered is not None
        self._journal.go_on_with(self._offered)
        self._journal.record(resumed, now)

    def _begin_anew(self, asked: State, after: State) -> State:
        """A new run, which starts with what the question has left; returns that."""
        assert self._offered is not None
        assert asked.offered is not None
        self._journal.go_on_with(self._offered)
        self._journal.game_ends(_result(asked.offered, asked.offered_at))
        start = after if after.game is None else replace(asked, stage=Stage.MENU, offered=None)
        self._begin(start)
        self._look_back()
        return start

    def _begin(self, start: State) -> None:
        self._journal.begin_sitting(header(self._session, start))

    # -- what stands beside the events -------------------------------------------------------------

    def _note(self, event: Event, before: State, after: State) -> None:
        if self._keeps:
            self._keep(after)
        if not _changes_game(before, after):
            return
        if after.game is before.game and after.began == before.began:
            self._journal.game_result(_result(after, event.at) if after.winners is not None else None)
        else:
            self._journal.game_ends(_result(before, event.at))
            if after.game is not None:
                self._journal.game_begins(line(after.game))
        self._look_back()

    def _keep(self, after: State) -> None:
        told = {**to_keep(after), "box language": self._session.here.language}
        for key, value in told.items():
            if self._kept.get(key) != value:
                self._journal.keep(key, value)
        self._kept = told

    def _look_back(self) -> None:
        self.history = tuple(game.result for game in self._journal.finished(MOST_GAMES) if game.result)
        self.bests = self._journal.bests()


class NoRecorder:
    """What there is in place of a `Recorder` without a journal: nothing is written, and nothing was."""

    history: tuple[Result, ...] = ()
    bests: Mapping[str, float] = MappingProxyType({})
    notices: tuple[str, ...] = ()

    def start(self, fresh: State, *, offer: bool = True) -> State:  # noqa: ARG002
        """The state to start in."""
        return fresh

    def record(self, event: Event, now: int, before: State, after: State) -> None:
        """An event was stepped."""

    def woke(self, event: Event, now: int, state: State) -> None:
        """An event only woke the panels."""


def _something_to_note(before: State, after: State) -> bool:
    try:
        kept = (after.kept, after.seats, after.language)
        return _changes_game(before, after) or kept != (before.kept, before.seats, before.language)
    except Exception:  # the event itself must be written all the same
        log.exception("lost a note on a game to a fault of ours")
        return False


def _changes_game(before: State, after: State) -> bool:
    """Whether a game has begun, ended or been left, or the result of one that has ended is another now."""
    if after.game is not before.game or after.began != before.began:
        return True
    return after.winners != before.winners or (after.winners is not None and after.play != before.play)


def _result(state: State, at: int) -> dict[str, Any] | None:
    try:
        return result(state, at)
    except Exception:  # it costs the history one game, not the evening
        log.exception("lost a result to a fault of ours")
        return None


def line(game: Referee[Any, Any]) -> str:
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
