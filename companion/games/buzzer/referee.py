"""Kto pierwszy, the quiz buzzer: who pressed first, in what order, and who may not press.

One question::

    idle ── ok ──> armed ── ok ──> open ── first press ──> ruled ── ok ──> idle
                   (a press is       ^                       │
                    early: barred)   └──── wrong: the others ┘

The race opens at the stamp of the ok that opened it; a press stamped before that is early whenever it is
delivered, and bars its seat for ``penalty`` from its own stamp. A tie is shown as one and the table decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ClassVar

from companion.errors import OptionError
from companion.games.base import Choice, NotNow, Referee, Step
from companion.games.buzzer import screens
from companion.games.buzzer import table as buzzer_table
from companion.games.options import Option, Setup, is_number, read_seats, seconds, whole_number
from companion.table.view import TableView
from companion.words import Say, T, Who
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Key, Press, Seat, Tick
from firmware.presses.race import Race, Ruling
from firmware.views import Cue, Lamp, Screen, Sound

MOST_POINTS = 1000


class Phase(StrEnum):
    """Where a question stands."""

    IDLE = "idle"
    ARMED = "armed"
    OPEN = "open"
    RULED = "ruled"


@dataclass(frozen=True, slots=True)
class State:
    """A whole quiz.

    Attributes:
        points: each seat's points; a team's members all have the team's.
        question: how many questions were begun.
        early: seats that pressed too early in this question.
        bars: for those, the stamp at which they may press again.
        out: seats that answered this question wrong, with their teams.
        race: the presses since the question opened.
        closing: the stamp at which the host ended an open question, until it is certain.
        answer_from: since when the answer clock runs.
        judged: the answer was right.
        timed_out: the answer clock has run out.
    """

    points: Mapping[Seat, int]
    phase: Phase = Phase.IDLE
    question: int = 0
    early: tuple[Seat, ...] = ()
    bars: Mapping[Seat, int] = field(default_factory=dict)
    out: tuple[Seat, ...] = ()
    race: Race | None = None
    closing: int | None = None
    answer_from: int | None = None
    judged: bool = False
    timed_out: bool = False

    def may_press(self, seat: Seat, at: int) -> bool:
        """Is the seat free to press at that stamp?"""
        return seat not in self.out and self.bars.get(seat, at) <= at


def _teams(text: str) -> tuple[tuple[Seat, ...], ...]:
    try:
        teams = tuple(read_seats(team.replace("+", ",")) for team in text.split(",") if team)
    except ValueError:
        teams = ((1, 1),)
    members = [seat for team in teams for seat in team]
    if len(set(members)) != len(members):
        raise ValueError("teams of seats, each seat in one, such as 1+2,3+4")
    return teams


class Buzzer(Referee[State]):
    """The referee of a quiz; 2 to 8 seats."""

    name = "buzzer"
    title = T("Who's first?")
    players = range(2, 9)
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "penalty",
            T("Early: barred (ms)"),
            "250",
            ("0", "250", "500", "1000"),
            whole_number(0, 60_000),
        ),
        Option("answer", T("Answer clock (s)"), "0", ("0", "5", "10", "20", "30"), seconds(3600)),
        Option("open_s", T("Question clock (s)"), "0", ("0", "5", "10", "20", "30"), seconds(3600)),
        Option("points", T("Points if right"), "1", ("1", "2", "5", "10"), whole_number(0, MOST_POINTS)),
        Option("minus", T("Points lost if wrong"), "0", ("0", "1", "2", "5"), whole_number(0, MOST_POINTS)),
        Option("teams", T("Teams"), "", ("", "1+2,3+4", "1+3,2+4", "1+2+3,4+5+6"), _teams, of_seats=True),
    )

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        teams: tuple[tuple[Seat, ...], ...] = setup.options["teams"]
        strangers = {seat for team in teams for seat in team} - set(setup.seats)
        if strangers:
            raise OptionError(f"buzzer: expected teams of seats in play, got {sorted(strangers)}")
        self._team = {seat: (seat,) for seat in setup.seats} | {s: team for team in teams for s in team}

    def start(self) -> State:
        """Nobody has points; waiting for the first question."""
        return State(points=dict.fromkeys(self.setup.seats, 0))

    # -- presses -----------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """Early, barred, competing, or just too late to matter."""
        match state.phase:
            case Phase.IDLE:
                raise NotNow(T("Wait for the question"))
            case Phase.ARMED:
                return self._too_early(state, press)
            case Phase.OPEN:
                return self._compete(state, press)
            case Phase.RULED:
                assert state.race is not None
                barred = not state.may_press(press.seat, press.at)
                return replace(state, race=state.race.enter(press, barred=barred)), ()

    def _too_early(self, state: State, press: Press) -> Step[State]:
        penalty = self.setup.options["penalty"] * NS_PER_MS
        early = state.early if press.seat in state.early else (*state.early, press.seat)
        bars = {**state.bars, press.seat: press.at + penalty}
        return replace(state, early=early, bars=bars), (Cue(Sound.EARLY, press.seat),)

    def _compete(self, state: State, press: Press) -> Step[State]:
        race, limit = state.race, self._limit(state)
        assert race is not None
        if press.at < race.opened:
            state, cues = self._too_early(state, press)
            return replace(state, race=race.enter(press)), cues
        if (limit is not None and press.at >= limit) or (
            state.closing is not None and press.at > state.closing
        ):
            raise NotNow(T("Too late: time is up"))
        barred = not state.may_press(press.seat, press.at)
        return replace(state, race=race.enter(press, barred=barred)), ()

    # -- what time decides -------------------------------------------------------------------------

    def _limit(self, state: State) -> int | None:
        """When the question's clock, or the answer's, runs out (ns)."""
        if state.phase is Phase.OPEN and state.race is not None and self.setup.options["open_s"]:
            return state.race.opened + int(self.setup.options["open_s"])
        if state.phase is Phase.RULED and state.answer_from is not None and self.setup.options["answer"]:
            return state.answer_from + int(self.setup.options["answer"])
        return None

    def wake_at(self, state: State) -> int | None:
        """The ruling, the end of an open question, the end of an answer."""
        if state.phase is Phase.OPEN and state.race is not None:
            if state.race.first is not None:
                return state.race.due
            return state.closing if state.closing is not None else self._limit(state)
        if state.phase is Phase.RULED and not state.judged and not state.timed_out:
            return self._limit(state)
        return None

    def may_doze(self, state: State) -> bool:
        """Not while the next press may be the first."""
        return state.phase not in {Phase.ARMED, Phase.OPEN}

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """Nothing stamped before the tick is still to come."""
        if state.phase is Phase.RULED:
            return replace(state, timed_out=True), (Cue(Sound.TIME_UP),)
        if state.phase is not Phase.OPEN or state.race is None:
            return state, ()
        if state.race.first is None:
            cues = () if state.closing is not None else (Cue(Sound.TIME_UP),)
            return self._idle(state), cues
        race = state.race.rule()
        ruling = race.ruling
        assert ruling is not None
        ruled = replace(state, phase=Phase.RULED, race=race, closing=None, judged=False, timed_out=False)
        if ruling.winner is None:
            return ruled, (Cue(Sound.TIE),)
        return replace(ruled, answer_from=state.race.first.at), (Cue(Sound.RULING, ruling.winner),)

    # -- the host ----------------------------------------------------------------------------------

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """The next step of the question."""
        match state.phase:
            case Phase.IDLE:
                return replace(state, phase=Phase.ARMED, question=state.question + 1), ()
            case Phase.ARMED:
                return self._open(state, key.at), (Cue(Sound.START),)
            case Phase.OPEN:
                assert state.race is not None
                if state.race.first is not None:
                    raise NotNow(T("Someone has already pressed"))
                return replace(state, closing=state.closing or key.at), ()
            case Phase.RULED:
                return self._idle(state), ()

    def _idle(self, state: State) -> State:
        """Between questions: only the points are left."""
        return State(points=state.points, question=state.question)

    def _open(self, state: State, at: int) -> State:
        race = Race(at, self.setup.tie, early=state.early)
        return replace(state, phase=Phase.OPEN, race=race, answer_from=None)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``right``, ``wrong``, ``first SEAT``; ``SEAT +N`` or ``SEAT -N`` corrects points at any time."""
        match words:
            case ("right",):
                winner = self._answering(state)
                judged = replace(
                    state, judged=True, points=self._add(state, winner, self.setup.options["points"])
                )
                return judged, (Cue(Sound.RIGHT, winner),)
            case ("wrong",):
                return self._wrong(state, enter.at)
            case ("first", seat) if is_number(seat):
                return self._decide(state, int(seat), enter.at)
            case (seat, sign_and_number) if is_number(seat) and int(seat) in self.setup.seats:
                if (points := _signed(sign_and_number)) is not None:
                    return replace(state, points=self._add(state, int(seat), points)), ()
        raise NotNow(T("Expected right, wrong, first SEAT or SEAT +N; got {got}", got=enter.text))

    def _answering(self, state: State) -> Seat:
        ruling = self.ruling(state)
        if state.phase is not Phase.RULED or ruling is None:
            raise NotNow(T("Nobody is answering now"))
        if ruling.winner is None:
            raise NotNow(T("A tie: first say who answers"))
        if state.judged:
            raise NotNow(T("The answer was already judged"))
        return ruling.winner

    def _wrong(self, state: State, at: int) -> Step[State]:
        loser = self._answering(state)
        points = self._add(state, loser, -self.setup.options["minus"])
        out = (*state.out, *self._team[loser])
        reopened = replace(state, points=points, out=out)
        cues = (Cue(Sound.WRONG, loser),)
        if set(out) >= set(self.setup.seats):
            return self._idle(reopened), cues
        return self._open(reopened, at), cues

    def _decide(self, state: State, seat: Seat, at: int) -> Step[State]:
        ruling = self.ruling(state)
        if state.phase is not Phase.RULED or ruling is None or not ruling.tied:
            raise NotNow(T("There is no tie to decide"))
        if seat not in ruling.tied or state.judged:
            raise NotNow(T("Expected one of the tied seats, got {seat}", seat=seat))
        assert state.race is not None
        decided = replace(state, race=state.race.decide(seat), answer_from=at, timed_out=False)
        return decided, (Cue(Sound.RULING, seat),)

    def _add(self, state: State, seat: Seat, points: int) -> dict[Seat, int]:
        return {s: had + points if s in self._team[seat] else had for s, had in state.points.items()}

    def choices(self, state: State) -> tuple[Choice, ...]:
        """How the answer was, or who of the tied answers."""
        ruling = self.ruling(state)
        if state.phase is not Phase.RULED or ruling is None or state.judged:
            return ()
        if ruling.winner is None:
            return screens.NEXT, *(Choice(f"first {s}", T("{who} answers", who=Who(s))) for s in ruling.tied)
        return screens.NEXT, *screens.VERDICTS

    # -- what is seen ------------------------------------------------------------------------------

    def winners(self, state: State) -> tuple[Seat, ...] | None:
        """A quiz has no end of its own: the host stops it."""
        return None

    def leaders(self, state: State) -> tuple[Seat, ...] | None:
        """Whoever has the most points, once a question was asked."""
        most = max(state.points.values())
        return (
            tuple(seat for seat, points in state.points.items() if points == most) if state.question else None
        )

    def ruling(self, state: State) -> Ruling | None:
        """The question's."""
        return state.race.ruling if state.race is not None else None

    def _clock(self, state: State, now: int) -> int | None:
        limit = self._limit(state)
        if limit is None or state.judged:
            return None
        return max(0, (limit if state.closing is None else state.closing) - now)

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the game's page."""
        clock = self._clock(state, now)
        racing = state.phase in {Phase.ARMED, Phase.OPEN}
        return {
            "phase": str(state.phase),
            "question": state.question,
            "clock_ms": None if clock is None else -(-clock // NS_PER_MS),
            "players": {
                str(seat): {
                    "points": points,
                    "barred": seat in state.out or (racing and not state.may_press(seat, now)),
                }
                for seat, points in state.points.items()
            },
        }

    def main_screen(self, state: State, now: int, say: Say) -> Screen:
        """The question's phase; once ruled, who, and the whole order."""
        return screens.main(state, self._clock(state, now), say)

    def seat_screen(self, state: State, seat: Seat, now: int, say: Say) -> Screen:
        """May I press? Was I first?"""
        return screens.seat(state, seat, now, say)

    def table(self, state: State, now: int, say: Say) -> TableView:
        """Everyone's points, who may press, how all came in; the clock that runs."""
        return buzzer_table.table(state, self._limit(state), self.setup.options, now, say)

    def lamp(self, state: State, seat: Seat, now: int) -> Lamp:
        """Lit: you may press. Blinking: you are first."""
        return screens.lamp(state, seat, now)

    def changes_at(self, state: State, now: int) -> int | None:
        """At each whole second of a clock, and when a bar ends."""
        changes = [until for until in state.bars.values() if until > now]
        clock = self._clock(state, now)
        if clock:
            changes.append(now + (clock - 1) % NS_PER_S + 1)
        return min(changes, default=None)


def _signed(text: str) -> int | None:
    if text[:1] not in {"+", "-"} or not is_number(text[1:]) or int(text[1:]) > MOST_POINTS:
        return None
    return int(text)
