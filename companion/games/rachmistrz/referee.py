"""Rachmistrz: three digits, and whoever first makes a number of them starts the hourglass for the others.

One round, as a path through the phases::

    roll ── three digits ──> think ── first press: "mam!" ──> glass ── sand out, or all in ──> verify
      ^ ^── nobody: skip ──────┘ ^── its number is full ────────┘ ^── withdrawn in time ───────────┤
      └──────────────────────────── each claim judged ────────────────────────────────────────────┘
    verify ── someone has laid the last token ──> score ── each largest group ──> over

A press counts by its stamp, strictly before the end of the glass, which runs from the stamp of the first.
A claim gets its number any time until its verdict. A number that can't be made may well be announced: people
err, and the box doesn't tell until the sum is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.base import Choice, End, NotNow, Outcome, Referee, Step, Views
from companion.games.clocks import milliseconds, ticks_at
from companion.games.options import Setup
from companion.games.rachmistrz import knob
from companion.games.rachmistrz.reckoning.reading import SumError, read_sum
from companion.games.rachmistrz.reckoning.sums import told, warm_up
from companion.games.rachmistrz.rules import Rules, check
from companion.games.rachmistrz.state import NO_GLASS, TOKENS, Options, Phase, State
from companion.words import T, Text
from firmware.digits import is_number
from firmware.events import Enter, Key, Press, Rolled, Seat, Tick
from firmware.falling_sand import seconds_shown
from firmware.presses.race import NO_RACE, Race
from firmware.rolling import Roll
from firmware.times import earliest
from firmware.views import Cue, Sound

EXPECTED: Mapping[Phase, Text] = {
    Phase.THINK: T("Expected skip; got {got}", got=""),
    Phase.GLASS: T("Expected SEAT NUMBER or SEAT full; got {got}", got=""),
    Phase.VERIFY: T("Expected right, wrong or the sum; got {got}", got=""),
    Phase.SCORE: T("Expected SEAT GROUP; got {got}", got=""),
    Phase.OVER: T("The game is over"),
}
"""What is said to words that mean nothing in a phase."""


class Rachmistrz(Referee[State, Options]):
    """The referee of Rachmistrz."""

    def __init__(self, setup: Setup[Options], views: Views[State, Options]) -> None:
        super().__init__(setup, views)
        check(setup)
        self._rules = Rules(setup)
        warm_up()

    def start(self) -> State:
        """Everyone has all tokens, the first seat rolls."""
        return State(
            roller=self.setup.first, tokens=dict.fromkeys(self.setup.seats, TOKENS[len(self.setup.seats)])
        )

    # -- digits ------------------------------------------------------------------------------------

    def _throw(self, state: State, at: int) -> Step[State]:
        die = self._rules.die
        if die is None:
            raise NotNow(T("Enter the digits"))
        if state.thrown_at is not None:
            return state, ()  # they are under way
        return replace(state, thrown_at=at, dice=()), (Cue(Sound.ROLL), Roll((die, die, die)))

    def on_rolled(self, state: State, rolled: Rolled) -> Step[State]:
        """The box's own dice; those of a throw that was undone are nobody's."""
        if state.phase is not Phase.ROLL or state.thrown_at is None or len(rolled.faces) != 3:
            return state, ()
        return self._think(state, tuple(map(int, rolled.faces)), rolled.at)

    def _enter_digits(self, state: State, text: str, enter: Enter) -> Step[State]:
        """All three digits, or one more of them."""
        if not (is_number(text) and len(text) in {1, 3}):
            raise NotNow(T("Expected three digits, such as 2 3 7; got {got}", got=enter.text))
        dice = tuple(map(int, text)) if len(text) == 3 else (*state.dice, int(text))
        return (replace(state, dice=dice), ()) if len(dice) < 3 else self._think(state, dice, enter.at)

    def _think(self, state: State, dice: tuple[int, ...], at: int) -> Step[State]:
        known = replace(
            state,
            phase=Phase.THINK,
            dice=dice,
            race=Race(at, self.setup.tie),
            claims=(),
            withdrawn=(),
            glass=NO_GLASS,
        )
        if not self._rules.offered(known):
            why = T("{digits} make no number: roll again", digits=known.entering)
            raise NotNow(why, leads_to=replace(state, dice=(), thrown_at=None))
        return known, (Cue(Sound.START),)

    # -- presses and time --------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """Rolls, or claims."""
        match state.phase:
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

    def wake_at(self, state: State) -> int | None:
        """The ruling, each of the last seconds, the end of the glass."""
        return earliest(state.race.due, self._sand_at(state))

    def _sand_at(self, state: State) -> int | None:
        """When the glass is next heard."""
        return ticks_at(state.glass, state.shown) if state.phase is Phase.GLASS else None

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """Nothing stamped before the tick is still to come."""
        cues: tuple[Cue, ...] = ()
        sand_at = self._sand_at(state)
        if state.race.due is not None and state.race.due <= tick.at:
            race = state.race.rule()
            assert race.ruling is not None
            cues = (Cue(Sound.TIE if race.ruling.tied else Sound.RULING, race.ruling.winner),)
            state = replace(state, race=race)
        if sand_at is None or tick.at < sand_at:
            return state, cues
        if state.ended(tick.at):
            return self._rules.go_on(state, tick.at), (*cues, Cue(Sound.TIME_UP))
        return replace(state, shown=seconds_shown(state.glass.left(tick.at))), (*cues, Cue(Sound.TICK))

    def may_doze(self, state: State) -> bool:
        """Not while the next press may be the first."""
        return state.phase is not Phase.THINK

    # -- the host ----------------------------------------------------------------------------------

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """Rolls; says right; ends a game whose groups the box has counted."""
        match state.phase:
            case Phase.ROLL:
                return self._throw(state, key.at)
            case Phase.THINK:
                raise NotNow(T("Whoever has a number presses"))
            case Phase.GLASS:
                raise NotNow(T("Wait: the glass is running"))
            case Phase.VERIFY:
                return self._rules.judge(state, key.at, right=True)
            case Phase.SCORE if len(state.groups) == len(self.setup.seats):
                return self._over(state)
            case Phase.SCORE:
                raise NotNow(T("Turn to the largest group"))
            case Phase.OVER:
                raise NotNow(T("The game is over"))

    def on_back(self, state: State, key: Key) -> Step[State]:
        """Says wrong; takes the last digit back."""
        if state.phase is Phase.VERIFY:
            return self._rules.judge(state, key.at, right=False)
        if state.phase is Phase.ROLL and state.dice:
            return replace(state, dice=state.dice[:-1]), ()
        return super().on_back(state, key)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """Digits, ``skip``, ``SEAT NUMBER``, ``SEAT NUMBER FIELD``, ``SEAT full``, verdicts, ``SEAT GROUP``.

        A verdict is ``right``, ``wrong`` or the sum itself. ``hint`` shows a sum to all, ``SEAT swap`` takes
        a token of the other colour.
        """
        at = enter.at
        match state.phase, words:
            case Phase.ROLL, _:
                return self._enter_digits(state, "".join(words), enter)
            case Phase.THINK, ("skip",):
                return replace(state, phase=Phase.ROLL, dice=(), thrown_at=None, race=NO_RACE), ()
            case Phase.GLASS | Phase.VERIFY, (seat, "full") if is_number(seat):
                claim = self._rules.open_claim(state, int(seat))
                return self._rules.without(state, claim, at, stops=True), ()
            case Phase.GLASS | Phase.VERIFY, (seat, "swap") if is_number(seat):
                return self._rules.swap(state, int(seat)), ()
            case Phase.GLASS | Phase.VERIFY, (seat, number, *field) if (
                is_number(seat) and is_number(number.replace("/", "")) and len(field) < 2
            ):
                claim = self._rules.open_claim(state, int(seat))
                result = self._rules.read_number(number)
                return self._rules.announce(state, claim, result, field[0] if field else None, at), ()
            case Phase.VERIFY, (("right" | "wrong") as verdict,):
                return self._rules.judge(state, at, right=verdict == "right")
            case Phase.VERIFY, ("hint",):
                return replace(state, hinted=True), ()
            case Phase.VERIFY, _ if any(letter in "0123456789" for letter in enter.text):
                return self._say_sum(state, enter.text, at)
            case Phase.SCORE, (seat, size) if is_number(seat) and is_number(size):
                return self._count(state, int(seat), int(size))
        known = EXPECTED[state.phase]
        raise NotNow(replace(known, fields=(("got", enter.text),)) if known.fields else known)

    def _say_sum(self, state: State, text: str, at: int) -> Step[State]:
        claim = state.judged
        assert claim is not None
        assert state.digits is not None
        try:
            value = read_sum(text, state.digits)
        except SumError as error:
            raise NotNow(error.why) from None
        if claim.result is None:  # whoever only says the sum announces what it makes
            if not self._rules.has_place(value):
                raise NotNow(self._rules.expected(value))
            state = self._rules.announce(state, claim, value, None, at)
            claim = replace(claim, result=value)
        return self._rules.judge(state, at, right=value == claim.result)

    def _count(self, state: State, seat: Seat, size: int) -> Step[State]:
        if self._rules.board is not None:
            raise NotNow(T("The box has counted: ok"))
        if seat not in self.setup.seats:
            raise NotNow(T("Seat {seat} is not in this game", seat=seat))
        sizes = knob.sizes(state, seat)
        if size not in sizes:
            raise NotNow(T("Expected {low} to {most}; got {got}", low=sizes[0], most=sizes[-1], got=size))
        counted = replace(state, groups={**state.groups, seat: size})
        return self._over(counted) if len(counted.groups) == len(self.setup.seats) else (counted, ())

    def _over(self, state: State) -> Step[State]:
        most = max(state.scores.values())
        won = tuple(seat for seat, points in state.scores.items() if points == most)  # they share
        return replace(state, phase=Phase.OVER, won=won), (Cue(Sound.OVER),)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """The next digit, the number of the claim at hand, its verdict, a group's size."""
        return knob.choices(state, self._rules)

    # -- how it stands -----------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """Whoever has most points; equal ones share."""
        return Outcome(state.won, End.OVER) if state.won else Outcome()

    def race(self, state: State) -> Race:
        """Who was first this round, and how much later the others were."""
        return state.race

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the game's page; and for a board the box knows, where tokens lie."""
        judged = state.judged
        return {
            "phase": state.phase.value,
            "turn": state.roller if state.phase is Phase.ROLL else None if judged is None else judged.seat,
            "round": state.round,
            "roller": state.roller,
            "digits": None if state.digits is None else list(state.digits),
            "entered": list(state.dice),
            "results": [told(number) for number in self._rules.results(state)],
            "claims": [
                {
                    "seat": claim.seat,
                    "result": None if claim.result is None else told(claim.result),
                    "verdict": claim.verdict,
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
