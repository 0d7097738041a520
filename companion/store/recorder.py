"""Keeps a session's journal: each event before it is acted on, games as they begin and end, what is kept.

Between the loop and `companion.store.journal`. A session that is written down can be had again
(`companion.store.runs`). An event that has changed nothing needn't be written; presses, releases and dice
are, for whoever reads it.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

from companion.errors import JournalError
from companion.games.base import NotNow, Referee
from companion.session import shelf
from companion.session.history_screens import NO_PAST, Past
from companion.session.played import moment
from companion.session.result import changes_game, line, result, same_game
from companion.session.session import Session
from companion.session.state import Stage, State
from companion.store.archive import Sitting
from companion.store.codec import Recorded, Woke
from companion.store.edges import How, OnLine, Waiting
from companion.store.finished import LOOKS_BACK, RECENT, Finished
from companion.store.journal import Journal
from companion.store.kept_shelf import dated, days_since, shelf_key, waiting
from companion.store.remembered import from_kept, to_keep
from companion.store.runs import (
    as_it_was,
    as_played,
    ended,
    header,
    last_moment,
    left_by_back,
    left_in,
    stepped,
)
from firmware.events import Event, HostKey, Key, Press, Release, Resumed, Rolled

log = logging.getLogger("pierwszy.recorder")


class Recorder:
    """Writes one box's session down.

    Attributes:
        lines: what has come on lines since it was last written.
    """

    def __init__(self, journal: Journal, session: Session) -> None:
        self._finished = Finished(journal)
        self._journal = journal
        self._session = session
        self._offered: Sitting | None = None
        self._source = ""
        self._begun: dict[int, int] = {}  # with which event each game of this run began, by when that was
        self._keeps = True
        self._lost = 0
        self.lines = Waiting()
        self._kept: dict[str, Any] = {}

    @property
    def notices(self) -> tuple[str, ...]:
        """What people are told: once, what it has come to and what is lost; and while nothing is recorded."""
        in_vain_since = self._journal.lock.in_vain_since
        told = {
            "aside": self._journal.set_aside is not None,
            "torn": self._journal.torn,
            f"unrecorded {in_vain_since}": in_vain_since is not None,
            f"lost {self._lost}": self._lost > 0,
            "journal full" if self._journal.full else "journal": self._journal.trouble is not None,
        }
        return tuple(notice for notice, so in told.items() if so)

    def try_again(self) -> None:
        """Write what couldn't be written, and empty the log, if it is time to; at each step of the loop.

        In its thread alone: of what is written two threads would wait for each other, or worse.
        """
        self._journal.try_again()

    def write_lines(self, now: int) -> None:
        """Write what has come on lines, if it has waited for an event too long; ``now`` is the time (ns)."""
        if self._journal.sitting_id and self.lines.due(now):
            self._journal.record(self.lines.taken(now), now)

    def _write(self, event: Recorded, now: int) -> None:
        """Write an event, and before it what its press was made of: all of that, or nothing."""
        with self._journal.together():
            if self.lines:
                self._journal.record(self.lines.taken(now), now)
            self._journal.record(event, now)

    def start(self, fresh: State, *, offer: bool = True) -> State:
        """The state to start in: ``fresh`` with what was kept, or whether to go on with the last run's game.

        Args:
            fresh: just switched on.
            offer: False leaves aside what there was before, and keeps nothing for later: a script's box.
        """
        self._keeps = offer and self._journal.trouble is None  # else what is kept there would be written over
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
        for of_the_evening in ("plugged", "answered"):  # what is plugged in now is still to be found
            kept.pop(of_the_evening, None)
        return replace(from_kept(fresh, kept, self._session.here), shelf=waiting(kept.get("shelf")))

    def _question(self, fresh: State) -> State | None:
        """Whether to go on with the game that was at hand; meanwhile it waits on the shelf."""
        sitting = self._journal.unfinished()
        then, end = (None, None) if sitting is None else self._end_of(sitting)
        self._lost = 0 if sitting is None else sitting.lost
        if sitting is None or then is None or end is None or end.game is None or end.winners is not None:
            return None
        at = last_moment(sitting.events)
        waits = replace(shelf.shelved_as(end, at, f"{sitting.id}.{end.began}"), state=None)
        began = moment(sitting.began)
        if began is not None:
            waits = replace(waits, days=days_since(began.astimezone().date()))
        others = tuple(one for one in fresh.shelf if one.key != waits.key)
        asked = replace(fresh, stage=Stage.RESUME, offered_at=at, shelf=(waits, *others)[: shelf.MOST])
        session = as_it_was(self._session, sitting.header.get("box"))
        same = as_played(self._session.here, then.here) and not sitting.lost
        if session is not None and same and self._knows_what(session, end):
            self._offered = sitting
            return replace(asked, offered=end)
        try:
            adapted, _, _ = left_in(self._session, waits.key, self._journal.sitting)
        except NotNow as no:
            log.info("the game of the last run can't be gone on with: %s", no)
            menu = replace(asked, stage=Stage.MENU)
            self._begin(menu)
            self._keep(menu)
            return menu
        self._source = waits.key
        return replace(asked, offered=replace(adapted, kept=fresh.kept, shelf=others))

    def _end_of(self, sitting: Sitting) -> tuple[Session, State] | tuple[None, None]:
        """What a run was played with, and how it has ended; None if that can't be told."""
        try:
            then, end, self._begun = ended(sitting, self._journal.sitting)
        except JournalError as error:
            log.warning("the last run can't be gone on with: %s", error)
            return None, None
        return then, end.at_hand

    def _knows_what(self, session: Session, end: State) -> bool:
        """Things made in that run have files by now; any other difference makes this another box."""
        return self._session.setting_up.known_things(end) == session.setting_up.known_things(end)

    def record(self, event: Event, now: int, before: State, after: State) -> None:
        """Commit an event that was stepped and is about to be acted on; ``now`` is the time (ns)."""
        if not self._records(event, now, before, after) and isinstance(event, Press):
            self.lines.put(OnLine(event.seat, True, event.at, event.within, How.ASIDE))

    def _records(self, event: Event, now: int, before: State, after: State) -> bool:
        """Whether it was committed as itself."""
        if after.stage in {Stage.RESUME, Stage.OFF}:
            return False  # neither the question is part of any run nor the farewell
        if before.stage is Stage.RESUME:
            if before.offered is not None and after.game is before.offered.game:
                self._go_on(before.offered, Resumed(before.offered_at, event.at), now, after)
                return False
            before = self._begin_anew(before, after)
            if after is before:
                return False
        elif after is before and not isinstance(event, Press | Release | Rolled):
            return False
        if left_by_back(event, before, after):
            event = Key(HostKey.PAUSE, event.at)
        if _something_to_note(before, after):
            with self._journal.together():
                self._write(event, now)
                self._note(event, before, after)
            if changes_game(before, after):
                self._finished.changed(RECENT)
        else:
            self._write(event, now)
        return True

    def woke(self, event: Event, now: int, state: State) -> None:
        """Commit an event that only woke the panels."""
        if state.stage is not Stage.RESUME:
            self._write(Woke(event), now)
        elif isinstance(event, Press):
            self.lines.put(OnLine(event.seat, True, event.at, event.within, How.ASIDE))

    # -- games gone on with ------------------------------------------------------------------------

    def _go_on(self, offered: State, resumed: Resumed, now: int, after: State) -> None:
        """The game of the last run, in that run; on a box built otherwise since, in one of its own."""
        if self._offered is not None:
            self._journal.go_on_with(self._offered)
            self._write(resumed, now)
        else:
            self._begin_with(self._source, offered, resumed, now, after)
        self._keep(after)

    def fetch(self, key: str, state: State, at: int) -> State:
        """Go on with a game an earlier run has left: the state in which it pauses, or says why it can't be.

        Args:
            key: of the game on the shelf.
            state: the state now.
            at: the time (ns).
        """
        try:
            found, was, first = left_in(self._session, key, self._journal.sitting)
        except NotNow as no:
            return replace(state, refused=no.why, refused_seat=None)
        others = tuple(one for one in state.shelf if one.key != key)
        waits = (replace(one, key=shelf_key(self._journal.sitting_id, one), state=None) for one in others)
        start = replace(found, kept=state.kept, shelf=tuple(waits))
        resumed = Resumed(was, at)
        after = stepped(self._session, start, resumed)
        self._begin_with(key, start, resumed, at, after)
        self._journal.game_has_no_result(int(key.partition(".")[0]), first)
        self._keep(after)
        self._finished.changed(LOOKS_BACK)
        return after

    def _begin_with(self, key: str, start: State, resumed: Resumed, now: int, after: State) -> None:
        """A run that begins in the middle of a game."""
        self._begin(start, key)
        assert after.game is not None
        self._journal.record(resumed, now)  # the first event of its run, so that it is known what that is of
        self._begun[after.began] = self._journal.game_begins(line(after.game))

    def _begin_anew(self, asked: State, after: State) -> State:
        """A new run, which starts with what the question has left; returns that."""
        assert asked.offered is not None
        if self._offered is not None:
            self._journal.go_on_with(self._offered)
        self._journal.game_ends(_result(asked.offered, asked.offered_at))
        start = after if after.game is None else replace(asked, stage=Stage.MENU, offered=None)
        self._begin(start)
        self._keep(start)
        self._finished.changed(RECENT)
        return start

    def _begin(self, start: State, source: str | None = None) -> None:
        told = header(self._session, start)
        self._journal.begin_sitting(told if source is None else {**told, "from": source})
        self._begun.clear()

    # -- what stands beside the events -------------------------------------------------------------

    def _note(self, event: Event, before: State, after: State) -> None:
        self._keep(after)
        if not changes_game(before, after):
            return
        left, taken = before.at_hand, after.at_hand
        if same_game(left, taken):
            self._journal.game_result(_result(taken, event.at) if taken.winners is not None else None)
        else:
            self._journal.game_ends(_result(left, event.at))
            if taken.game is not None:
                self._takes(taken, taken.game, event.at)

    def _takes(self, state: State, game: Referee[Any, Any], at: int) -> None:
        """A game has begun, or is there again: undone from its rematch, or taken off the shelf."""
        first = self._begun.get(state.began)
        if first is None:
            self._begun[state.began] = self._journal.game_begins(line(game))
            return
        self._journal.game_goes_on(first)
        if state.winners is not None:
            self._journal.game_result(_result(state, at))

    def _keep(self, after: State) -> None:
        if not self._keeps:
            return
        kept = {
            **to_keep(after),
            "box language": self._session.here.language,
            "shelf": [dated(self._journal.sitting_id, one) for one in after.shelf],
        }
        for key, value in kept.items():
            if self._kept.get(key) != value:
                self._journal.keep(key, value)
        self._kept = kept

    @property
    def past(self) -> Past:
        """The finished games."""
        return self._finished.past


class NoRecorder:
    """What there is in place of a `Recorder` without a journal: nothing is written, and nothing was."""

    past: Past = NO_PAST
    notices: tuple[str, ...] = ()
    lines: Waiting | None = None

    def try_again(self) -> None:
        """Nothing waits to be written."""

    def write_lines(self, now: int) -> None:
        """Nothing waits for an event."""

    def start(self, fresh: State, *, offer: bool = True) -> State:  # noqa: ARG002
        """The state to start in."""
        return fresh

    def record(self, event: Event, now: int, before: State, after: State) -> None:
        """An event was stepped."""

    def woke(self, event: Event, now: int, state: State) -> None:
        """An event only woke the panels."""

    def fetch(self, key: str, state: State, at: int) -> State:  # noqa: ARG002
        """There were no earlier runs."""
        return state


def _something_to_note(before: State, after: State) -> bool:
    try:
        kept = (after.kept, after.seats, after.language)
        changed = kept != (before.kept, before.seats, before.language) or after.shelf != before.shelf
        return changed or changes_game(before, after)
    except Exception:  # the event itself must be written all the same
        log.exception("lost a note on a game to a fault of ours")
        return False


def _result(state: State, at: int) -> dict[str, Any] | None:
    try:
        return result(state, at)
    except Exception:  # it costs the history one game, not the evening
        log.exception("lost a result to a fault of ours")
        return None
