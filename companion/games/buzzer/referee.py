"""Kto pierwszy, the quiz buzzer: who pressed first, in what order, and who may not press.

One question::

    idle ── ok ──> armed ── ok ──> open ── first press ──> ruled ── ok ──> idle
                   (a press is       ^                       │
                    early: barred)   └──── wrong: the others ┘

The race opens at the stamp of the ok that opened it; a press stamped before that is early whenever it is
delivered, and bars its seat for ``penalty`` from its own stamp. A tie is shown as one and the table decides.
Points are corrected, seats come and go, and every option changes at any time.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from companion.errors import OptionError
from companion.games.base import Choice, End, NotNow, Outcome, Referee, Step, Views
from companion.games.buzzer.state import MOST_POINTS, Options, Phase, State
from companion.games.clocks import milliseconds
from companion.games.counts import counted, typed_change
from companion.games.options import Setup
from companion.words import T, Who
from firmware.digits import is_number
from firmware.events import NS_PER_MS, Enter, HostKey, Key, Press, Seat, Tick
from firmware.presses.race import Race
from firmware.views import Cue, Sound

NEXT = Choice("", T("Next question"))
OPEN = Choice("", T("Open"))
GIVE_UP = Choice("", T("Nobody knows"))
VERDICTS = (Choice("right", T("Right")), Choice("wrong", T("Wrong")))

MOST_SAID = 9999
"""Points that can be said; more can only be won."""

WITHIN = 100
"""So far from what a seat has the knob reaches at once."""


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
        return replace(state, phase=Phase.OPEN, race=race, answer_from=None, timed_out=False)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``right``, ``wrong``, ``next``, ``first SEAT``; points are corrected at any time."""
        match words:
            case ("points", seat, points) if self._plays(seat) and is_number(points.removeprefix("-")):
                if abs(int(points)) <= MOST_SAID:
                    return self._with_points(state, int(seat), int(points)), ()
            case (seat, signed) if self._plays(seat) and (change := typed_change(signed)) is not None:
                if abs(change) <= MOST_POINTS:
                    return self._more_points(state, int(seat), change), ()
            case ("right",):
                winner = self._answering(state)
                more = self._more_points(state, winner, self.setup.options.points)
                return replace(more, judged=True), (Cue(Sound.RIGHT, winner),)
            case ("wrong",):
                return self._wrong(state, enter.at)
            case ("next",) if state.phase is not Phase.ARMED:
                return self.on_ok(state, Key(HostKey.OK, enter.at))
            case ("first", seat) if is_number(seat):
                return self._decide(state, int(seat), enter.at)
        raise NotNow(
            T("Expected right, wrong, next, first SEAT, points SEAT N or SEAT +N; got {got}", got=enter.text)
        )

    def _plays(self, seat: str) -> bool:
        return is_number(seat) and int(seat) in self.setup.seats

    def _with_points(self, state: State, seat: Seat, points: int) -> State:
        """A seat has so many, and so has its team."""
        team = self.setup.options.team(seat)
        return replace(state, points={**state.points, **dict.fromkeys(team, points)})

    def _more_points(self, state: State, seat: Seat, change: int) -> State:
        return self._with_points(state, seat, state.points[seat] + change)

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
        out = (*state.out, *self.setup.options.team(loser))
        reopened = replace(self._more_points(state, loser, -self.setup.options.minus), out=out)
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

    def choices(self, state: State) -> tuple[Choice, ...]:
        """What comes next in a question; once ruled how the answer was, or who of the tied answers.

        Between questions points are corrected, too.
        """
        match state.phase:
            case Phase.IDLE:
                return NEXT, *self.corrections(state)
            case Phase.ARMED:
                return (OPEN,)
            case Phase.OPEN:
                return () if state.race.first is not None or state.closing is not None else (GIVE_UP,)
            case Phase.RULED if state.judged:
                return NEXT, *self.corrections(state)
            case Phase.RULED:
                return self._verdicts(state)

    def _verdicts(self, state: State) -> tuple[Choice, ...]:
        ruling = state.ruling
        assert ruling is not None
        if not ruling.tied:
            return *VERDICTS, NEXT
        tied = tuple(Choice(f"first {seat}", T("{who} answers", who=Who(seat))) for seat in ruling.tied)
        who = Choice("first", T("Who answers?"), then=lambda: tied)
        return (who, *tied, NEXT) if ruling.winner is None else (*VERDICTS, NEXT, who)

    def corrections(self, state: State) -> tuple[Choice, ...]:
        """Each seat's points; in it the numbers around them."""
        playing = {seat: state.points[seat] for seat in self.setup.seats}
        around = {seat: range(had - WITHIN, had + WITHIN + 1) for seat, had in playing.items()}
        return (counted("points", T("Points ..."), playing, around.__getitem__),)

    # -- what people take back, and who comes and goes ---------------------------------------------

    def decides(self, before: State, after: State, press: Press) -> bool:
        """Only the press that makes a ruling due: early ones, stragglers and later ones decide nothing."""
        return bool(after.race.presses) and super().decides(before, after, press)

    def without(self, state: State, seat: Seat) -> State | None:
        """Its press in a race is gone, and the next in order answers; or its early press never was."""
        race = state.race.without(seat)
        if race == state.race:
            return self._not_early(state, seat)
        if state.judged or race.first is None:
            return None  # where nobody is left, undo opens it again with the clock as it was
        if state.phase is Phase.OPEN:
            return replace(state, race=race)
        ruled = race.rule() if race.ruling is None else race
        if ruled.winner == state.race.winner:
            return replace(state, race=ruled)
        return replace(state, race=ruled, answer_from=None, timed_out=False)

    def _not_early(self, state: State, seat: Seat) -> State | None:
        if seat not in state.early or state.phase is Phase.RULED:
            return None
        early, in_race = (
            tuple(other for other in seats if other != seat) for seats in (state.early, state.race.early)
        )
        bars = {other: until for other, until in state.bars.items() if other != seat}
        return replace(state, early=early, bars=bars, race=replace(state.race, early=in_race))

    def takes_over(self, state: State, was: Setup[Options]) -> State:
        """Any option may change, and seats come and go: of a question that is open, too."""
        state = replace(state, points={**state.points, **self._joining(state, was.seats)})
        gone = {press.seat for press in state.race.presses} - set(self.setup.seats)
        for seat in () if state.judged else sorted(gone):
            state = self.without(state, seat) or self._idle(state)
        return self._idle(state) if state.out and set(state.out) >= set(self.setup.seats) else state

    def _joining(self, state: State, played: Collection[Seat]) -> dict[Seat, int]:
        """The points of who comes: its team's, if that played until now; its own of long ago; or none."""
        points = {}
        for seat in (seat for seat in self.setup.seats if seat not in played):
            mates = [mate for mate in self.setup.options.team(seat) if mate in played]
            points[seat] = state.points.get(mates[0] if mates else seat, 0)
        return points

    # -- how it stands -----------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """A quiz has no end of its own; once a question was asked, whoever has the most points leads."""
        if not state.question:
            return Outcome()
        most = max(state.points[seat] for seat in self.setup.seats)
        leaders = tuple(seat for seat in self.setup.seats if state.points[seat] == most)
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
                    "points": state.points[seat],
                    "barred": seat in state.out or (racing and not state.may_press(seat, now)),
                }
                for seat in self.setup.seats
            },
        }
