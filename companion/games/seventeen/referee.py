"""17, the SPRAWDZAM! game: cards in a row, some face down; catch the moment they make seventeen.

One turn, as a path through the phases::

    turn ── the seat on turn presses: it has laid a card ──> window ── its second press, ok or time ──> turn
                                                               │
      └─ holds 0.8 s: SPRAWDZAM! on its own turn ──────────────┴─ a rival presses: SPRAWDZAM! ──> reveal
    reveal ── traps, sum, ok ──> turn of the next round, or over

The window is open from the down edge of the layer's press. Until that button is let go the press may still
become a hold, so rivals' calls, which count by their stamps, are ruled only then. The turn ends at the
stamp of the closing press or ok: a call not later than that (within ``tie``) is in time.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, assert_never

from companion.games.base import Choice, End, NotNow, Outcome, Referee, Step
from companion.games.seventeen import screens
from companion.games.seventeen.score import LIMIT, Player, score_round, winners
from companion.games.seventeen.state import Lay, Mark, Options, Phase, State
from companion.words import T, Who
from firmware.digits import is_number
from firmware.events import NS_PER_MS, Enter, Key, Press, Release, Seat, Tick
from firmware.presses.race import NO_RACE, Race
from firmware.views import Cue, Sound

HOLD_NS = 800 * NS_PER_MS
"""Held this long, a press on one's own turn is a call."""

STRAGGLERS_NS = 500 * NS_PER_MS
"""Presses this soon after a call were meant as calls too: shown in its order, not taken as traps."""

JUST_ENDED_NS = 200 * NS_PER_MS
"""A press of the next seat this soon after a turn ended was a call that came too late, not a card."""

MOST_TRAPS = 2
"""The game has two trap cards."""

MOST_SUM = 99


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
                return self._lay(state, press)
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

    def _lay(self, state: State, press: Press) -> Step[State]:
        if press.seat != state.turn:
            raise NotNow(T("Not now: it is seat {seat}'s turn", seat=state.turn))
        if state.ended_at is not None and press.at < state.ended_at + JUST_ENDED_NS:
            raise NotNow(T("Too late: the turn is over"))
        laid = replace(
            state,
            phase=Phase.WINDOW,
            row=state.row + 1,
            due=state.due - 1,
            mark=Mark.PLAIN,
            last_layer=press.seat,
            laid_at=press.at,
            race=Race(press.at + 1, self.setup.tie),  # the very instant of laying is still too early
            lay=Lay(press.at, state),
        )
        return laid, ()

    def _done(self, state: State, at: int) -> Step[State]:
        if state.race.first is not None:
            raise NotNow(T("Someone has already called"))
        return replace(state, closing=state.closing or at, lay=None), ()

    def _call(self, state: State, press: Press) -> Step[State]:
        if not state.row_now:
            raise NotNow(T("The row is empty: nobody can call"))
        if self._closed_by(state, press.at):
            raise NotNow(T("Too late: the turn is over"))
        race = state.race.enter(press)
        if race.first is None:
            raise NotNow(T("Too early: the card was not down yet"))
        return replace(state, race=race), ()

    def _closed_by(self, state: State, at: int) -> bool:
        limit = state.window_end(self.setup.options)
        return (state.closing is not None and at > state.closing + self.setup.tie) or (
            limit is not None and at >= limit
        )

    def _confess(self, state: State, press: Press) -> Step[State]:
        if press.at < state.race.presses[0].at + STRAGGLERS_NS:
            if press.seat == state.last_layer:
                return state, ()  # its "drew, done" came too late: never a call
            return replace(state, race=state.race.enter(press)), ()
        return self._toggle_trap(state, press.seat)

    # -- what time decides -------------------------------------------------------------------------

    def wake_at(self, state: State) -> int | None:
        """A hold becomes a call, calls are ruled, a turn closes."""
        if state.phase is not Phase.WINDOW:
            return None
        if state.lay is not None:
            return state.lay.since + HOLD_NS
        if state.race.due is not None:
            return state.race.due
        if state.closing is not None:
            return state.closing + self.setup.tie
        return state.window_end(self.setup.options)

    def on_release(self, state: State, release: Release) -> Step[State]:
        """The layer let go: it was a card, not a hold; calls can be ruled."""
        if state.lay is None or release.seat != state.last_layer:
            return state, ()
        return replace(state, lay=None), ()

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """Nothing stamped before the tick is still to come."""
        if state.phase is not Phase.WINDOW:
            return state, ()
        if state.lay is not None:
            return self._call_on_own_turn(state, state.lay)
        if state.race.first is not None:
            left_of_layer = partial(self.setup.left_distance, state.turn)
            return self._reveal(state, state.race.rule(lambda tied: min(tied, key=left_of_layer)))
        return self._end_turn(state, tick.at), ()

    def _call_on_own_turn(self, state: State, lay: Lay) -> Step[State]:
        before, caller = lay.before, state.turn
        if not before.row:
            raise NotNow(T("The row is empty: there is nothing to call"), before)
        if before.last_layer == caller:
            raise NotNow(T("You laid the last card yourself"), before)
        race = Race(lay.since, 0).enter(Press(caller, lay.since))
        for rival in state.race.presses:
            race = race.enter(rival)
        return self._reveal(before, race.rule())

    def _reveal(self, state: State, race: Race) -> Step[State]:
        revealed = replace(state, phase=Phase.REVEAL, race=race, closing=None, lay=None)
        tie = race.ruling is not None and race.ruling.tied
        return revealed, (Cue(Sound.TIE if tie else Sound.RULING, race.winner),)

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
        )
        if ended.due:
            return ended
        turn = self.setup.next_seat(state.turn, ended.direction)
        return replace(ended, turn=turn, due=owed, owed=1)

    # -- the host ----------------------------------------------------------------------------------

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """In a window: drew, done. In the reveal: settle the round."""
        match state.phase:
            case Phase.TURN:
                raise NotNow(T("Seat {seat} lays a card and presses", seat=state.turn))
            case Phase.WINDOW:
                return self._done(state, key.at)
            case Phase.REVEAL:
                return self._settle(state)
            case Phase.OVER:
                raise NotNow(T("The game is over"))

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``reverse``, ``play2``, ``remove``, ``plain``; ``trap SEAT``, ``sum N``."""
        match words:
            case (word,) if word in set(Mark):
                if state.mark is None:
                    raise NotNow(T("No card to mark now"))
                return replace(state, mark=Mark(word)), ()
            case ("trap", seat) if is_number(seat):
                return self._toggle_trap(state, int(seat))
            case ("sum", total) if is_number(total):
                return self._take_sum(state, int(total))
        raise NotNow(
            T("Expected reverse, play2, remove, plain, trap SEAT or sum N; got {got}", got=enter.text)
        )

    def _toggle_trap(self, state: State, seat: Seat) -> Step[State]:
        if state.phase is not Phase.REVEAL:
            raise NotNow(T("Traps are counted after a call"))
        if seat not in self.setup.seats:
            raise NotNow(T("Seat {seat} is not in this game", seat=seat))
        if seat in state.traps:
            return replace(state, traps=tuple(other for other in state.traps if other != seat)), ()
        if len(state.traps) == MOST_TRAPS:
            raise NotNow(T("There are only two traps in the game"))
        return replace(state, traps=tuple(sorted((*state.traps, seat)))), ()

    def _take_sum(self, state: State, total: int) -> Step[State]:
        if state.phase is not Phase.REVEAL:
            raise NotNow(T("The row is counted after a call"))
        if total > MOST_SUM:
            raise NotNow(T("Expected a sum from 0 to {most}, got {got}", most=MOST_SUM, got=total))
        return replace(state, sum=total), ()

    def _settle(self, state: State) -> Step[State]:
        if state.sum is None:
            raise NotNow(T("Count the row and turn the knob to its sum"))
        assert state.race.winner is not None
        assert state.last_layer is not None
        players, starter = score_round(
            state.players, state.race.winner, state.last_layer, state.traps, state.sum
        )
        won = winners(players)
        sound = (
            Cue(Sound.OVER)
            if won
            else Cue(Sound.RIGHT if state.sum >= LIMIT else Sound.WRONG, state.race.winner)
        )
        settled = State(
            turn=starter,
            players=players,
            phase=Phase.OVER if won else Phase.TURN,
            round=state.round + (not won),
            direction=state.direction_now,
            won=won,
        )
        return settled, (sound,)

    def may_doze(self, state: State) -> bool:
        """Not while the next press may be a call."""
        return state.phase is not Phase.WINDOW

    def buttons_up(self, state: State) -> State:
        """A lay can no longer become a hold."""
        return replace(state, lay=None)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Marks in a window, traps and sums in the reveal."""
        if state.phase is Phase.WINDOW:
            return screens.MARK_CHOICES
        if state.phase is Phase.REVEAL:
            traps = tuple(
                Choice(f"trap {seat}", T("{who} hid a trap", who=Who(seat))) for seat in self.setup.seats
            )
            return (*traps, *screens.SUM_CHOICES)
        return ()

    def first_choice(self, state: State) -> int:
        """The sum so far, or one step below seventeen."""
        if state.phase is not Phase.REVEAL:
            return 0
        return len(self.setup.seats) + (LIMIT - 1 if state.sum is None else state.sum)

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
