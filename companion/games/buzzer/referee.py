"""Kto pierwszy, the quiz buzzer: who pressed first, in what order, and who may not press.

One question::

    idle ── ok ──> armed ── ok ──> open ── first press ──> ruled ── ok ──> idle
                   (a press is       ^                       │
                    early: barred)   └──── wrong: the others ┘

The race opens at the stamp of the ok that opened it; a press stamped before that is early whenever it is
delivered, and bars its seat for ``penalty`` from its own stamp. A tie is shown as one and the table decides.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.errors import OptionError
from companion.games.base import Choice, End, NotNow, Outcome, Referee, Step, Views
from companion.games.buzzer.state import MOST_POINTS, Options, Phase, State
from companion.games.clocks import milliseconds
from companion.games.options import Setup
from companion.words import T, Who
from firmware.digits import is_number
from firmware.events import NS_PER_MS, Enter, Key, Press, Seat, Tick
from firmware.presses.race import Race
from firmware.views import Cue, Sound

NEXT = Choice("", T("Next question"))
VERDICTS = (Choice("right", T("Right")), Choice("wrong", T("Wrong")))


class Buzzer(Referee[State, Options]):
    """The referee of a quiz."""

    def __init__(self, setup: Setup[Options], views: Views[State, Options]) -> None:
        super().__init__(setup, views)
        strangers = {seat for team in setup.options.teams for seat in team} - set(setup.seats)
        if strangers:
            raise OptionError(f"buzzer: expected teams of seats in play, got {sorted(strangers)}")

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
                barred = not state.may_press(press.seat, press.at)
                return replace(state, race=state.race.enter(press, barred=barred)), ()

    def _too_early(self, state: State, press: Press) -> Step[State]:
        penalty = self.setup.options.penalty * NS_PER_MS
        early = state.early if press.seat in state.early else (*state.early, press.seat)
        bars = {**state.bars, press.seat: press.at + penalty}
        return replace(state, early=early, bars=bars), (Cue(Sound.EARLY, press.seat),)

    def _compete(self, state: State, press: Press) -> Step[State]:
        race, limit = state.race, state.limit(self.setup.options)
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

    def wake_at(self, state: State) -> int | None:
        """The ruling, the end of an open question, the end of an answer."""
        if state.phase is Phase.OPEN:
            if state.race.first is not None:
                return state.race.due
            return state.closing if state.closing is not None else state.limit(self.setup.options)
        return None if state.timed_out else state.clock_end(self.setup.options)

    def may_doze(self, state: State) -> bool:
        """Not while the next press may be the first."""
        return state.phase not in {Phase.ARMED, Phase.OPEN}

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """Nothing stamped before the tick is still to come."""
        if state.phase is Phase.RULED:
            return replace(state, timed_out=True), (Cue(Sound.TIME_UP),)
        if state.phase is not Phase.OPEN:
            return state, ()
        if state.race.first is None:
            cues = () if state.closing is not None else (Cue(Sound.TIME_UP),)
            return self._idle(state), cues
        ruled = replace(state, phase=Phase.RULED, race=state.race.rule(), closing=None, timed_out=False)
        if len(ruled.first) > 1:
            return ruled, (Cue(Sound.TIE),)
        return replace(ruled, answer_from=state.race.first.at), (Cue(Sound.RULING, *ruled.first),)

    # -- the host ----------------------------------------------------------------------------------

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """The next step of the question."""
        match state.phase:
            case Phase.IDLE:
                return replace(state, phase=Phase.ARMED, question=state.question + 1), ()
            case Phase.ARMED:
                return self._open(state, key.at), (Cue(Sound.START),)
            case Phase.OPEN:
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
                points = self._add(state, winner, self.setup.options.points)
                return replace(state, judged=True, points=points), (Cue(Sound.RIGHT, winner),)
            case ("wrong",):
                return self._wrong(state, enter.at)
            case ("first", seat) if is_number(seat):
                return self._decide(state, int(seat), enter.at)
            case (seat, sign_and_number) if is_number(seat) and int(seat) in self.setup.seats:
                if (change := _signed(sign_and_number)) is not None:
                    return replace(state, points=self._add(state, int(seat), change)), ()
        raise NotNow(T("Expected right, wrong, first SEAT or SEAT +N; got {got}", got=enter.text))

    def _answering(self, state: State) -> Seat:
        ruling = state.ruling
        if ruling is None:
            raise NotNow(T("Nobody is answering now"))
        if ruling.winner is None:
            raise NotNow(T("A tie: first say who answers"))
        if state.judged:
            raise NotNow(T("The answer was already judged"))
        return ruling.winner

    def _wrong(self, state: State, at: int) -> Step[State]:
        loser = self._answering(state)
        points = self._add(state, loser, -self.setup.options.minus)
        out = (*state.out, *self.setup.options.team(loser))
        reopened = replace(state, points=points, out=out)
        cues = (Cue(Sound.WRONG, loser),)
        if set(out) >= set(self.setup.seats):
            return self._idle(reopened), cues
        return self._open(reopened, at), cues

    def _decide(self, state: State, seat: Seat, at: int) -> Step[State]:
        ruling = state.ruling
        if ruling is None or not ruling.tied:
            raise NotNow(T("There is no tie to decide"))
        if seat not in ruling.tied or state.judged:
            raise NotNow(T("Expected one of the tied seats, got {seat}", seat=seat))
        decided = replace(state, race=state.race.decide(seat), answer_from=at, timed_out=False)
        return decided, (Cue(Sound.RULING, seat),)

    def _add(self, state: State, seat: Seat, points: int) -> dict[Seat, int]:
        team = self.setup.options.team(seat)
        return {s: had + points if s in team else had for s, had in state.points.items()}

    def choices(self, state: State) -> tuple[Choice, ...]:
        """How the answer was, or who of the tied answers."""
        ruling = state.ruling
        if ruling is None or state.judged:
            return ()
        if ruling.winner is None:
            return NEXT, *(Choice(f"first {s}", T("{who} answers", who=Who(s))) for s in ruling.tied)
        return NEXT, *VERDICTS

    # -- how it stands -----------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """A quiz has no end of its own; once a question was asked, whoever has the most points leads."""
        if not state.question:
            return Outcome()
        most = max(state.points.values())
        leaders = tuple(seat for seat, points in state.points.items() if points == most)
        return Outcome(leaders, End.WHEN_LEFT)

    def race(self, state: State) -> Race:
        """The question's."""
        return state.race

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the game's page."""
        clock = state.clock(self.setup.options, now)
        racing = state.phase in {Phase.ARMED, Phase.OPEN}
        return {
            "phase": state.phase.value,
            "question": state.question,
            "clock_ms": None if clock is None else milliseconds(clock),
            "players": {
                str(seat): {
                    "points": points,
                    "barred": seat in state.out or (racing and not state.may_press(seat, now)),
                }
                for seat, points in state.points.items()
            },
        }


def _signed(text: str) -> int | None:
    if text[:1] not in {"+", "-"} or not is_number(text[1:]) or int(text[1:]) > MOST_POINTS:
        return None
    return int(text)
