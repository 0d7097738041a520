"""17, the SPRAWDZAM! game: cards in a row, some face down; catch the moment they make seventeen.

One turn, as a path through the phases::

    turn ── the seat on turn presses: it has laid a card ──> window ── its second press, ok or time ──> turn
                                                               │
      └─ holds 0.8 s: SPRAWDZAM! on its own turn ──────────────┴─ a rival presses: SPRAWDZAM! ──> reveal
    reveal ── traps, sum, ok ──> turn of the next round, or over

The window is open from the down edge of the layer's press. Until that button is let go the press may still
become a hold, so rivals' calls, which count by their stamps, are ruled only then. The turn ends at the
stamp of the closing press or ok, but not before everyone had ``window_min_ms``: a call not later than that
(within ``tie``) is in time. With ``close=next`` the next seat's card is such a closing press as well: until
that stamp calls belong to the card before, and if there is one the new card goes back.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, assert_never

from companion.games.base import End, NotNow, Outcome, Referee, Step
from companion.games.choice import Choice
from companion.games.judging import HOLD_NS
from companion.games.seventeen import host
from companion.games.seventeen.score import Player
from companion.games.seventeen.state import Lay, Mark, Options, Phase, State
from companion.words import T
from firmware.digits import is_number
from firmware.events import NS_PER_MS, Enter, Key, Press, Release, Seat, Tick
from firmware.presses.race import NO_RACE, Race
from firmware.presses.spans import earlier, may_be_by, may_be_in, over
from firmware.views import Cue, Sound

STRAGGLERS_NS = 500 * NS_PER_MS
"""Presses this soon after a call were meant as calls too: shown in its order, not taken as traps."""

JUST_ENDED_NS = 200 * NS_PER_MS
"""A press this soon after a turn ended was about that: a call that came too late and no card, or its layer's
"done" and no call."""


class Seventeen(Referee[State, Options]):
    """The referee of 17."""

    def start(self) -> State:
        """Everyone without tokens, the first seat on turn, an empty row."""
        return State(turn=self.setup.first, players={seat: Player() for seat in self.setup.seats})

    # -- presses -----------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """A card laid, a turn done, a call, or a trap confessed: the phase tells which."""
        match state.phase:
            case Phase.TURN:
                return self._lay_on_turn(state, press)
            case Phase.WINDOW if self._closes_by_card(state, press):
                return self._lay_in_window(state, press)
            case Phase.WINDOW if press.seat == state.last_layer:
                return self._done(state, press.at)
            case Phase.WINDOW:
                return self._call(state, press)
            case Phase.REVEAL:
                return self._confess(state, press)
            case Phase.OVER:
                raise NotNow(T("The game is over"))
            case _:
                assert_never(state.phase)

    def _lay_on_turn(self, state: State, press: Press) -> Step[State]:
        if press.seat != state.turn:
            raise NotNow(T("Not now: it is seat {seat}'s turn", seat=state.turn))
        if state.ended_at is not None and press.at < state.ended_at + JUST_ENDED_NS:
            raise NotNow(T("Too late: the turn is over"))
        return self._laid(state, Lay(press.seat, press.at, state, within=press.within)), ()

    def _closes_by_card(self, state: State, press: Press) -> bool:
        if self.setup.options.close != "next" or self._about_card_before(state, press):
            return False
        following = self.setup.next_seat(state.turn, state.direction_now)
        return press.seat == (state.turn if state.due else following)

    def _about_card_before(self, state: State, press: Press) -> bool:
        """Whether a rival's press is so early that it is a call on the card that the last one closed."""
        lay, tie = state.lay, self.setup.tie
        return lay is not None and lay.until is not None and earlier(press, tie) <= lay.closed_by(tie)

    def _lay_in_window(self, state: State, press: Press) -> Step[State]:
        if press.at < state.race.opened or (state.lay is not None and state.lay.down):
            raise NotNow(T("Too early: the card was not down yet"))
        closing = self._closing(state, press.at)
        lay = Lay(press.seat, press.at, state, until=closing, within=press.within)
        return self._laid(self._end_turn(state, press.at), lay), ()

    def _laid(self, state: State, lay: Lay) -> State:
        return replace(
            state,
            phase=Phase.WINDOW,
            row=state.row + 1,
            due=state.due - 1,
            mark=Mark.PLAIN,
            last_layer=lay.seat,
            laid_at=lay.since if lay.until is None else lay.until,
            race=self.setup.race(lay.since + 1),  # the very instant of laying is still too early
            lay=lay,
            settled=None,
        )

    def _closing(self, state: State, at: int) -> int:
        return state.closing or max(at, state.sure_until(self.setup.options))

    def _done(self, state: State, at: int) -> Step[State]:
        if state.called:
            raise NotNow(T("Someone has already called"))
        return replace(state, closing=self._closing(state, at)), ()

    def _call(self, state: State, press: Press) -> Step[State]:
        lay = state.lay
        if lay is not None and lay.before.phase is Phase.WINDOW:
            about_before = self._about_card_before(state, press)
            if press.seat == lay.before.last_layer and (about_before or press.at < lay.since + JUST_ENDED_NS):
                raise NotNow(T("Too late: the turn is over"))
            if about_before:
                before, effects = self._call(lay.before, press)
                return replace(state, lay=replace(lay, before=before)), effects
        if not state.row_now:
            raise NotNow(T("The row is empty: nobody can call"))
        limit = state.window_end(self.setup.options)
        closed = state.closing is not None and not may_be_by(press, state.closing, self.setup.tie)
        if closed or (limit is not None and not may_be_in(press, limit, self.setup.tie)):
            raise NotNow(T("Too late: the turn is over"))
        race = state.race.enter(press)
        if race.first is None:
            raise NotNow(T("Too early: the card was not down yet"))
        return replace(state, race=race), ()

    def _confess(self, state: State, press: Press) -> Step[State]:
        own_turn = state.lay is not None and state.lay.seat == state.race.winner
        called_at = state.race.presses[0].at + (HOLD_NS if own_turn else 0)
        if press.at < called_at + STRAGGLERS_NS:
            if press.seat == state.last_layer:
                return state, ()  # its "drew, done" came too late: never a call
            return replace(state, race=state.race.enter(press)), ()
        return host.toggle_trap(state, press.seat), ()

    def decides(self, before: State, after: State, press: Press) -> bool:
        """Not the stragglers of a call, nor rivals' presses while a seat may be holding for its own."""
        if before.phase is Phase.REVEAL:
            return before.traps != after.traps
        lay = before.lay
        may_hold = lay is not None and lay.down and lay.before.row_now and lay.before.last_layer != lay.seat
        return not before.called and not may_hold

    # -- what time decides -------------------------------------------------------------------------

    def wake_at(self, state: State) -> int | None:
        """A hold becomes a call, calls are ruled, a turn closes."""
        if state.phase is not Phase.WINDOW:
            return None
        if state.lay is not None and state.lay.down:
            return state.lay.since + HOLD_NS
        if state.lay is not None and state.lay.until is not None:
            return state.lay.before.race.due or self._over(state.lay.closed_by(self.setup.tie))
        if state.race.due is not None:
            return state.race.due
        if state.closing is not None:
            tie = self.setup.tie
            return self._over(state.closing + tie - tie // 2)
        return state.window_end(self.setup.options)

    def _over(self, moment: int) -> int:
        """After this stamp no press can have been by that moment."""
        return over(moment, self.setup.tie, self.setup.reach)

    def runs_out_at(self, state: State) -> int | None:
        """When the turn closes by itself, while nobody has called."""
        return None if state.race.first is not None else state.window_end(self.setup.options)

    def on_release(self, state: State, release: Release) -> Step[State]:
        """The layer let go: it was a card, not a hold; calls can be ruled."""
        return (self.buttons_up(state) if release.seat == state.last_layer else state), ()

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """Nothing stamped before the tick is still to come."""
        if state.phase is not Phase.WINDOW:
            return state, ()
        lay = state.lay
        if lay is not None and lay.down:
            return self._call_on_own_turn(state, lay)
        if lay is not None and lay.until is not None:
            if not lay.before.called:
                return replace(state, lay=replace(lay, until=None)), ()
            before = replace(lay.before, players=state.players)
            return self._reveal(replace(before, called_off=lay.seat), before.race)
        if state.race.first is not None:
            return self._reveal(state, state.race)
        return self._end_turn(state, state.closing or tick.at), ()

    def _call_on_own_turn(self, state: State, lay: Lay) -> Step[State]:
        before = replace(lay.before, players=state.players)
        if not before.row_now:
            raise NotNow(T("The row is empty: there is nothing to call"), before)
        if before.last_layer == lay.seat:
            raise NotNow(T("You laid the last card yourself"), before)
        race = before.race if before.phase is Phase.WINDOW else Race(lay.since, 0)
        for press in (Press(lay.seat, lay.since, lay.within), *state.race.presses):
            race = race.enter(press)
        return self._reveal(replace(before, lay=replace(lay, down=False, until=None)), race)

    def _reveal(self, state: State, race: Race) -> Step[State]:
        ruled = self._ruled(state, race)
        tie = ruled.ruling is not None and ruled.ruling.tied
        revealed = replace(state, phase=Phase.REVEAL, race=ruled, closing=None)
        return revealed, (Cue(Sound.TIE if tie else Sound.RULING, ruled.winner),)

    def _ruled(self, state: State, race: Race) -> Race:
        left_of_layer = partial(self.setup.left_distance, state.turn)
        return race.rule(lambda tied: min(tied, key=left_of_layer))

    def _end_turn(self, state: State, at: int) -> State:
        owed = 2 if state.mark is Mark.PLAY2 else state.owed
        ended = replace(
            state,
            phase=Phase.TURN,
            direction=state.direction_now,
            row=state.row_now,
            mark=None,
            owed=owed,
            race=NO_RACE,
            closing=None,
            ended_at=at,
            lay=None,
            voided=None,
            called_off=None,
        )
        if ended.due:
            return ended
        turn = self.setup.next_seat(state.turn, ended.direction)
        return replace(ended, turn=turn, due=owed, duty=owed, owed=1)

    # -- the host ----------------------------------------------------------------------------------

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """In a window: drew, done. In the reveal: settle the round."""
        match state.phase:
            case Phase.TURN:
                raise NotNow(T("Seat {seat} lays a card and presses", seat=state.turn))
            case Phase.WINDOW:
                return self._done(state, key.at)
            case Phase.REVEAL:
                return host.settle(state)
            case Phase.OVER:
                raise NotNow(T("The game is over"))

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """A special card, ``trap SEAT``, ``sum N``, ``composure SEAT N``, ``nerves SEAT N``."""
        match words:
            case (word,) if word in set(Mark):
                return host.mark(state, Mark(word)), ()
            case ("play", "2"):
                return host.mark(state, Mark.PLAY2), ()
            case ("trap", seat) if is_number(seat):
                return host.toggle_trap(state, int(seat)), ()
            case ("sum", total) if is_number(total):
                return host.take_sum(state, int(total)), ()
            case (("composure" | "nerves") as what, seat, n) if is_number(seat) and is_number(n):
                return host.count(state, what, int(seat), int(n))
        raise NotNow(
            T(
                "Expected reverse, play2, remove, plain, trap SEAT, sum N, composure SEAT N or"
                " nerves SEAT N; got {got}",
                got=enter.text,
            )
        )

    # -- what can be taken back --------------------------------------------------------------------

    def buttons_up(self, state: State) -> State:
        """A lay can no longer become a hold."""
        return state if state.lay is None else replace(state, lay=replace(state.lay, down=False))

    def without(self, state: State, seat: Seat) -> State | None:
        """A trap, a call or a card that an elbow has made; a call on that card goes with it."""
        if seat in state.traps:
            return host.toggle_trap(state, seat)
        if state.phase not in {Phase.WINDOW, Phase.REVEAL}:
            return None
        if state.lay is not None and state.lay.seat == seat and state.closing is None:
            return replace(state.lay.before, players=state.players)
        race = state.race.without(seat)
        if race is state.race:
            return None
        if state.phase is Phase.WINDOW:
            return replace(state, race=race)
        if race.presses:
            return replace(state, race=self._ruled(state, race))
        return replace(state, phase=Phase.WINDOW, race=race, traps=(), sum=None, called_off=None)

    # -- the knob ----------------------------------------------------------------------------------

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Done or marks in a window, traps and sums in the reveal."""
        return host.choices(state)

    def first_choice(self, state: State) -> int:
        """Done; the sum; what settles the round."""
        return host.first_choice(state)

    def corrections(self, state: State) -> tuple[Choice, ...]:
        """Everyone's tokens."""
        return host.corrections(state)

    def may_doze(self, state: State) -> bool:
        """Not while the next press may be a call."""
        return state.phase is not Phase.WINDOW

    # -- how it stands ------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """Most composure, then fewest nerves; shared if still equal."""
        return Outcome(state.won, End.OVER) if state.won else Outcome()

    def race(self, state: State) -> Race:
        """The call's."""
        return state.race

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the game's page."""
        return {
            "phase": state.phase.value,
            "turn": None if state.phase in {Phase.REVEAL, Phase.OVER} else state.turn,
            "direction": state.direction_now,
            "row": state.row_now,
            "due": state.due,
            "last_layer": state.last_layer,
            "mark": None if state.mark is None else str(state.mark),
            "caller": state.race.winner,
            "traps": list(state.traps),
            "sum": state.sum,
            "players": {
                str(seat): {"composure": player.composure, "nerves": player.nerves}
                for seat, player in state.players.items()
            },
        }
