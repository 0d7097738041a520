"""Kto pierwszy, the quiz buzzer: who pressed first, in what order, and who may not press.

One question::

    idle ── ok ──> armed ── ok ──> open ── first press ──> ruled ── ok: right, ok ──> idle
                   (a press is       ^                     │   ^
                    early: barred)   └── wrong: the others ┘   └─ or: the next in order answers

The race opens at the stamp of the ok that opened it; a press stamped before that is early whenever it is
delivered, and bars its team for ``penalty`` from its own stamp. A tie is shown as one and the table decides.
Points are corrected, seats come and go, and every option changes at any time. Whoever reaches ``target``, or
the host's ``end``, ends the quiz.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.base import End, NotNow, Outcome, Referee, Step, Views
from companion.games.buzzer import answers, knob
from companion.games.buzzer.scoring import carried_over, idle, leaders, over, places, reached, with_points
from companion.games.buzzer.state import MOST_POINTS, Options, Phase, State
from companion.games.choice import Choice
from companion.games.clocks import milliseconds
from companion.games.counts import typed_change
from companion.games.options import ChoiceError, Setup
from companion.words import T
from firmware.digits import is_number
from firmware.events import Enter, HostKey, Key, Press, Seat, Tick
from firmware.presses.race import Race
from firmware.presses.spans import may_be_in
from firmware.times import earliest
from firmware.views import Cue, Sound

MOST_SAID = 9999
"""Points that can be said; more can only be won."""

TIME_IS_UP = T("Too late: time is up")
WAIT = T("Wait for the question")
IS_OVER = T("The quiz is over")


class Buzzer(Referee[State, Options]):
    """The referee of a quiz."""

    def __init__(self, setup: Setup[Options], views: Views[State, Options]) -> None:
        super().__init__(setup, views)
        strangers = sorted({seat for team in setup.options.teams for seat in team} - set(setup.seats))
        if strangers:
            why = T("Teams of who plays; seat {seat} doesn't", seat=strangers[0])
            raise ChoiceError(f"buzzer: expected teams of seats in play, got {strangers}", why)

    def start(self) -> State:
        """Nobody has points; waiting for the first question."""
        return State(points=dict.fromkeys(self.setup.seats, 0))

    # -- presses -----------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """Early, barred, competing, or just too late to matter."""
        match state.phase:
            case Phase.IDLE:
                raise NotNow(TIME_IS_UP if state.timed_out else WAIT)
            case Phase.ARMED:
                return self._too_early(state, press)
            case Phase.OPEN | Phase.RULED:
                return self._compete(state, press)
            case Phase.OVER:
                raise NotNow(IS_OVER)

    def _too_early(self, state: State, press: Press) -> Step[State]:
        early = {**state.early, press.seat: max(press.at, state.early.get(press.seat, 0))}
        early = dict(sorted(early.items()))
        return replace(state, early=early), (Cue(Sound.EARLY, press.seat),)

    def _compete(self, state: State, press: Press) -> Step[State]:
        """In the race; after its ruling it is shown, and asked later if it goes in order."""
        options, limit = self.setup.options, state.limit(self.setup.options)
        if state.judged:
            raise NotNow(WAIT)
        if press.at < state.race.opened and not state.out and state.phase is Phase.OPEN:
            early, cues = self._too_early(state, press)
            return replace(early, race=state.race.enter(press)), cues
        ends = earliest(limit, None if state.closing is None else state.closing + 1)
        if ends is not None and not may_be_in(press, ends, self.setup.tie):
            raise NotNow(TIME_IS_UP)
        barred = press.at >= state.race.opened and not state.may_press(press.seat, press.at, options)
        return replace(state, race=state.race.enter(press, barred=barred)), ()

    # -- what time decides -------------------------------------------------------------------------

    def wake_at(self, state: State) -> int | None:
        """The ruling, the end of an open question, the end of an answer."""
        if state.race.due is not None:
            return state.race.due
        if state.closing is not None or state.timed_out:
            return state.closing
        return state.limit(self.setup.options)

    def runs_out_at(self, state: State) -> int | None:
        """The question's clock while nobody has pressed, then the answer's."""
        limit = state.limit(self.setup.options)
        return limit if limit == self.wake_at(state) else None

    def may_doze(self, state: State) -> bool:
        """Not while the next press may be the first."""
        return state.phase not in {Phase.ARMED, Phase.OPEN}

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """Nothing stamped before the tick is still to come."""
        if state.phase is Phase.RULED:
            if self.setup.options.late_wrong and not state.by_hand:
                return self._wrong(state, tick.at)
            return replace(state, timed_out=True), (Cue(Sound.TIME_UP),)
        if state.race.first is not None:
            ruled = answers.ruled(self.setup, state)
            return ruled, (Cue(Sound.TIE) if ruled.answers is None else Cue(Sound.RULING, ruled.answers),)
        if state.phase is not Phase.OPEN:
            return state, ()
        given_up = state.closing is not None
        return idle(state, timed_out=not given_up), () if given_up else (Cue(Sound.TIME_UP),)

    # -- the host ----------------------------------------------------------------------------------

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """The next step of the question."""
        match state.phase:
            case Phase.IDLE:
                number = state.question + 1
                return replace(state, phase=Phase.ARMED, question=number, timed_out=False), ()
            case Phase.ARMED:
                return answers.opened(self.setup, state, key.at), (Cue(Sound.START),)
            case Phase.OPEN:
                if state.race.first is not None:
                    raise NotNow(T("Someone has already pressed"))
                return replace(state, closing=state.closing or key.at), ()
            case Phase.RULED:
                return idle(state), ()
            case Phase.OVER:
                raise NotNow(IS_OVER)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``right``, ``wrong``, ``next``, ``first SEAT``; worth, points and the end at any time."""
        if (counted := self._counted(state, words)) is not None:
            ends = counted.phase is Phase.OVER is not state.phase
            return counted, (Cue(Sound.OVER),) if ends else ()
        if state.phase is Phase.OVER:
            raise NotNow(IS_OVER)
        match words:
            case ("value", said):
                return self._worth(state, said), ()
            case ("right",):
                winner, worth = answers.answering(state), state.value(self.setup.options)
                right = self._more_points(replace(state, judged=True), winner, worth)
                return right, (Cue(Sound.OVER if right.phase is Phase.OVER else Sound.RIGHT, winner),)
            case ("wrong",):
                return self._wrong(state, enter.at)
            case ("next",) if state.queue(self.setup.options):
                handed = answers.handed_on(self.setup, state, enter.at)
                return handed, () if handed.answers is None else (Cue(Sound.RULING, handed.answers),)
            case ("next",) | ("nobody",) if state.phase is not Phase.ARMED:
                return self.on_ok(state, Key(HostKey.OK, enter.at))
            case ("first", seat) if is_number(seat):
                decided = answers.decided(self.setup, state, int(seat), enter.at)
                return decided, (Cue(Sound.RULING, int(seat)),)
            case ("end",):
                return over(state), (Cue(Sound.OVER),)
        raise NotNow(
            T(
                "Expected right, wrong, next, nobody, first SEAT, value N, "
                "points SEAT N, SEAT +N or end; got {got}",
                got=enter.text,
            )
        )

    def _counted(self, state: State, words: tuple[str, ...]) -> State | None:
        """With points as they were said; None if it is nothing of the kind."""
        match words:
            case ("points", seat, points) if self._plays(seat) and is_number(points.removeprefix("-")):
                if abs(int(points)) <= MOST_SAID:
                    return with_points(self.setup, state, int(seat), int(points))
            case (seat, signed) if self._plays(seat) and (change := typed_change(signed)) is not None:
                if abs(change) <= MOST_POINTS:
                    return self._more_points(state, int(seat), change)
        return None

    def _plays(self, seat: str) -> bool:
        return is_number(seat) and int(seat) in self.setup.seats

    def _more_points(self, state: State, seat: Seat, change: int) -> State:
        return with_points(self.setup, state, seat, state.points[seat] + change)

    def _worth(self, state: State, worth: str) -> State:
        if state.judged:
            raise NotNow(T("The answer was already judged"))
        if not is_number(worth) or int(worth) > MOST_POINTS:
            raise NotNow(T("Expected value N, N from 0 to {most}; got {got}", most=MOST_POINTS, got=worth))
        return replace(state, worth=int(worth))

    def _wrong(self, state: State, at: int) -> Step[State]:
        loser = answers.answering(state)
        fewer = self._more_points(state, loser, -self.setup.options.minus)
        return answers.handed_on(self.setup, fewer, at), (Cue(Sound.WRONG, loser),)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """What comes next in a question; between questions what can be put right, too."""
        return knob.choices(self.setup, state)

    def corrections(self, state: State) -> tuple[Choice, ...]:
        """Everyone's points, the question's worth; how quick all were, and the end."""
        return knob.corrections(self.setup, state)

    # -- what people take back, and who comes and goes ---------------------------------------------

    def buttons_up(self, state: State) -> State:
        """Come back to, an answer is for the host to judge, whatever its clock says."""
        return replace(state, by_hand=True) if state.answers is not None and not state.judged else state

    def decides(self, before: State, after: State, press: Press) -> bool:
        """Only the press that makes a ruling due: early ones, stragglers and later ones decide nothing."""
        return bool(after.race.presses) and super().decides(before, after, press)

    def decides_by_time(self, before: State, after: State) -> bool:
        """An answer that is wrong because its time is up, as if the host had said so."""
        return before.phase is Phase.RULED and before.answers != after.answers

    def without(self, state: State, seat: Seat) -> State | None:
        """Its press in a race is gone, and the next in order answers; or its early press never was."""
        if any(press.seat == seat for press in state.race.presses):
            return answers.without(self.setup, state, seat)
        if seat not in state.early or state.phase not in {Phase.ARMED, Phase.OPEN}:
            return None
        early = {other: at for other, at in state.early.items() if other != seat}
        shown = tuple(other for other in state.race.early if other != seat)
        return replace(state, early=early, race=replace(state.race, early=shown))

    def takes_over(self, state: State, was: Setup[Options]) -> State:
        """Any option may change, and seats come and go: of a question that is open, too."""
        after = replace(state, points=carried_over(self.setup, state, was))
        if reached(self.setup, after) and not reached(was, state):
            return over(after)
        gone = {press.seat for press in state.race.presses}.difference(self.setup.seats, state.out)
        for seat in () if state.judged else sorted(gone):
            after = answers.without(self.setup, after, seat) or idle(after)
        return answers.still_asked(self.setup, after)

    # -- how it stands -----------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """Without a target a quiz ends when the host says so, or is left; then the most points win."""
        over = state.phase is Phase.OVER
        if not over and not state.question:
            return Outcome()
        return Outcome(leaders(self.setup, state), End.OVER if over else End.WHEN_LEFT)

    def race(self, state: State) -> Race:
        """The question's."""
        return state.race

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the game's page."""
        options = self.setup.options
        clock = state.clock(options, now)
        place = places(self.setup, state) if state.phase is Phase.OVER else {}
        return {
            "phase": state.phase.value,
            "question": state.question,
            "value": state.value(options),
            "answering": None if state.judged else state.answers,
            "queue": list(state.queue(options)),
            "clock_ms": None if clock is None else milliseconds(clock),
            "players": {
                str(seat): {
                    "points": state.points[seat],
                    "barred": not state.may_press(seat, now, options),
                    "place": place.get(seat),
                }
                for seat in self.setup.seats
            },
        }
