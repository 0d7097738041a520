"""Rachmistrz: three digits, and whoever first makes a number of them starts the hourglass for the others.

One round, as a path through the phases::

    roll ── three digits ──> think ── first press: "mam!" ──> glass ── sand out, or all in ──> verify
      ^ ^── nobody: skip ──────┘ ^── its number is full ────────┘ ^── withdrawn in time ───────────┤
      └──────────────────────────── each claim judged ────────────────────────────────────────────┘
    roll ── people's own dice lie, and someone presses before the host has typed them ──> glass
    verify ── someone has laid the last token ──> score ── each largest group ──> over

A press counts by its stamp, strictly before the end of the glass, which runs from the stamp of the first.
A claim gets its number any time until its verdict, and the digits come when the host has time for them. A
number that can't be made may well be announced: people err, and the box doesn't tell until the sum is said.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.base import End, NotNow, Outcome, Referee, Step, Views
from companion.games.choice import Choice
from companion.games.clocks import milliseconds
from companion.games.options import Setup
from companion.games.rachmistrz import knob, typed
from companion.games.rachmistrz.reckoning.sums import told, warm_up
from companion.games.rachmistrz.rounds import Rounds
from companion.games.rachmistrz.rules import check
from companion.games.rachmistrz.state import NO_GLASS, Options, Phase, State
from companion.words import T, Who
from firmware.events import Enter, Key, Press, Rolled, Seat, Tick
from firmware.presses.race import Race, Ruling
from firmware.presses.spans import may_be_before
from firmware.rolling import Roll
from firmware.times import earliest
from firmware.views import Cue, Sound

_VERDICTS = {None: None, True: "right", False: "wrong"}


class Rachmistrz(Referee[State, Options]):
    """The referee of Rachmistrz."""

    def __init__(self, setup: Setup[Options], views: Views[State, Options]) -> None:
        super().__init__(setup, views)
        check(setup)
        self._rules = Rounds(setup)
        warm_up()

    def start(self) -> State:
        """Everyone has all tokens, the first seat rolls."""
        return State(self.setup.first, dict.fromkeys(self.setup.seats, self._rules.tokens))

    # -- the throw ---------------------------------------------------------------------------------

    def _throw(self, state: State, at: int) -> Step[State]:
        """The box's own dice."""
        die = self._rules.die
        if die is None:
            raise NotNow(T("Enter the digits"))
        if state.thrown_at is not None:
            return state, ()  # they are under way
        return replace(state, thrown_at=at), (Cue(Sound.ROLL), Roll((die, die, die)))

    def on_rolled(self, state: State, rolled: Rolled) -> Step[State]:
        """The box's own dice; those of a throw that was undone are nobody's."""
        if state.phase is not Phase.ROLL or state.thrown_at is None or len(rolled.faces) != 3:
            return state, ()
        thrown = replace(state, since=rolled.at)
        one, two, three = map(int, rolled.faces)
        return self._rules.know(thrown, (one, two, three), rolled.at)

    # -- presses and time --------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """Rolls the box's dice, or claims: people's own may lie before the host has typed them."""
        match state.phase:
            case Phase.ROLL if self._rules.die is None:
                begun = self._rules.begin(replace(state, thrown_at=None), press.at)
                return self._rules.claim(begun, press), ()
            case Phase.ROLL if press.seat != state.roller:
                raise NotNow(T("{who} rolls", who=Who(state.roller)))
            case Phase.ROLL:
                return self._throw(state, press.at)
            case Phase.THINK | Phase.GLASS | Phase.VERIFY:
                claimed = self._rules.claim(state, press)
                is_another = state.claims and len(claimed.claims) > len(state.claims)
                return claimed, (Cue(Sound.TICK, press.seat),) if is_another else ()
            case Phase.SCORE:
                raise NotNow(T("The last token is laid"))
            case Phase.OVER:
                raise NotNow(T("The game is over"))

    def decides(self, before: State, after: State, press: Press) -> bool:
        """Each claim is a decision, but simultaneous first ones are one: undo leaves no half of a tie."""
        first, tie = before.race.first, self.setup.tie
        if before.race.due is None or first is None:
            return True
        return not (may_be_before(press, first, tie) and may_be_before(first, press, tie))

    def without(self, state: State, seat: Seat) -> State | None:
        """The claim of a seat's last press is gone, and the glass runs as if it never was."""
        return self._rules.without(state, seat)

    def wake_at(self, state: State) -> int | None:
        """The ruling, the end of the glass."""
        return earliest(state.race.due, self.runs_out_at(state))

    def runs_out_at(self, state: State) -> int | None:
        """When the last grain falls."""
        return state.glass.ends_at if state.phase is Phase.GLASS else None

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """Nothing stamped before the tick is still to come."""
        cues: tuple[Cue, ...] = ()
        if state.race.due is not None and state.race.due <= tick.at:
            race = state.race.rule()
            assert race.ruling is not None
            cues = (Cue(Sound.TIE if race.ruling.tied else Sound.RULING, race.ruling.winner),)
            state = replace(state, race=race)
        if state.phase is not Phase.GLASS or not state.glass.ended(tick.at):
            return state, cues
        return self._rules.go_on(replace(state, run_out=True), tick.at), (*cues, Cue(Sound.TIME_UP))

    def may_doze(self, state: State) -> bool:
        """Not while the next press may be the first."""
        own_dice = state.phase is Phase.ROLL and self._rules.die is None
        return state.phase is not Phase.THINK and not own_dice

    # -- the host ----------------------------------------------------------------------------------

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """Rolls; says right, or of an impossible number wrong; ends a game whose groups are counted."""
        match state.phase:
            case Phase.ROLL:
                return self._throw(state, key.at)
            case Phase.THINK:
                raise NotNow(T("Whoever has a number presses"))
            case Phase.GLASS:
                raise NotNow(T("Wait: the glass is running"))
            case Phase.VERIFY:
                verdict = "wrong" if state.unmakeable else "right"
                return self.on_enter(state, Enter(verdict, key.at), (verdict,))
            case Phase.SCORE if len(state.groups) == len(self.setup.seats):
                return self._rules.over(state)
            case Phase.SCORE:
                raise NotNow(T("Turn to the largest group"))
            case Phase.OVER:
                raise NotNow(T("The game is over"))

    def on_back(self, state: State, key: Key) -> Step[State]:
        """Says wrong."""
        if state.phase is Phase.VERIFY:
            return self.on_enter(state, Enter("wrong", key.at), ("wrong",))
        return super().on_back(state, key)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """Whatever is typed, or chosen with the knob: see `companion.games.rachmistrz.typed`."""
        if state.race.due is not None:  # a tie has perhaps half arrived, and undo leaves no half of one
            raise NotNow(T("Someone has already pressed"))
        return typed.step(state, self._rules, enter, words)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """The digits, numbers of claims, verdicts, groups."""
        return tuple(knob.choices(state, self._rules))

    def corrections(self, state: State) -> tuple[Choice, ...]:
        """Digits, forgotten buttons, numbers that can't be made, verdicts given, tokens in hand."""
        return tuple(knob.corrections(state, self._rules))

    # -- how it stands -----------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """Whoever has most points; equal ones share."""
        return Outcome(state.won, End.OVER) if state.won else Outcome()

    def race(self, state: State) -> Race:
        """Who was first this round, and how much later the others were."""
        return state.race

    def finish(self, state: State) -> Ruling | None:
        """The round's, until the next one is rolled for or groups are counted."""
        return None if state.phase in {Phase.ROLL, Phase.SCORE, Phase.OVER} else self.ruling(state)

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the game's page; and for a board the box knows, where tokens lie."""
        judged = state.judged
        return {
            "phase": state.phase.value,
            "turn": state.roller if state.phase is Phase.ROLL else None if judged is None else judged.seat,
            "round": state.round,
            "roller": state.roller,
            "digits": None if state.digits is None else list(state.digits),
            "results": [told(number) for number in self._rules.results(state)],
            "claims": [
                {
                    "seat": claim.seat,
                    "result": None if claim.result is None else told(claim.result),
                    "verdict": _VERDICTS[claim.right],
                }
                for claim in state.claims
            ],
            "colours": [claim.colour for claim in state.claims],
            "fields": [claim.field for claim in state.claims],
            "placed": dict(state.placed),
            "glass_left_ms": self._left_ms(state, now),
            "players": {str(seat): self._player(state, seat) for seat in self.setup.seats},
        }

    def _left_ms(self, state: State, now: int) -> int | None:
        if state.glass == NO_GLASS:
            return None
        return milliseconds(state.glass.left(now)) if state.phase is Phase.GLASS else 0

    def _player(self, state: State, seat: Seat) -> dict[str, Any]:
        tokens = state.tokens[seat]
        return {
            "tokens": tokens[0] if len(tokens) == 1 else list(tokens),
            "group": state.groups.get(seat),
            "score": state.scores.get(seat),
        }
