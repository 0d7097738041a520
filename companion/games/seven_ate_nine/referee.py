"""7 Ate 9 (Gra liczbowa): everyone plays at once, and the fastest card keeps its place in the middle.

One round::

    ready ── press, ok: Start! 3-2-1 ──> race ── somebody's last card ──> ready of the next round, or over
                                         │  ^
                                  stuck  v  │ ok: the middle is shuffled, hands are stacks again
                                        stuck

A press says *I have just laid a card*. The first by its stamp has the place, and `contest` begins: presses of
others in it are late, their cards go back; the same seat may follow itself, each press a new card, and its
contest begins anew. A tie of several seats gives nobody the place. With ok the host judges
(`companion.games.judging`): whoever presses then takes its last card back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.base import Choice, NotNow, Referee, Step
from companion.games.judging import Judging
from companion.games.options import Setup, is_number
from companion.games.seven_ate_nine import screens
from companion.games.seven_ate_nine import table as seven_ate_nine_table
from companion.games.seven_ate_nine.cards import STEPS, VALUES, Card
from companion.games.seven_ate_nine.settings import OPTIONS, Rules
from companion.games.seven_ate_nine.state import Back, Phase, State, Watch
from companion.table.view import TableView
from companion.words import Say, T
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Key, Press, Seat, Tick
from firmware.presses.race import Race, Ruling
from firmware.views import Cue, Lamp, Screen, Sound

COUNT_FROM = 3
"""Start! counts down from here, a second a number."""

QUIET_NS = NS_PER_S
"""Presses this soon after a round was won are hands still in flight: they don't start the next."""


class SevenAteNine(Referee[State]):
    """The referee of 7 Ate 9; 1 to 8 seats."""

    name = "seven_ate_nine"
    title = T("7 Ate 9")
    players = range(1, 9)
    options = OPTIONS

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.rules = Rules.of(setup)

    @property
    def record(self) -> str:
        """Without wrapping, or with cards beside the stack, it is another game."""
        words = [] if self.rules.wrap else ["wrap=no"]
        words += ["side_piles"] if self.rules.side_piles else []
        return " ".join((self.name, *words))

    def start(self) -> State:
        """Cards are dealt, nobody has tokens."""
        return State(cards=self.rules.dealt, tokens=dict.fromkeys(self.setup.seats, 0))

    # -- presses -----------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """A card laid, a card taken back, or Start!."""
        if state.starts_at is not None and press.at >= state.starts_at:
            opened, cues = self._open_race(state, state.starts_at)
            raced, more = self._in_race(opened, press)
            return raced, (*cues, *more)
        match state.phase:
            case Phase.RACE:
                return self._in_race(state, press)
            case _ if state.is_late(press, self.rules.contest):
                return self._late(state, press)
            case Phase.READY:
                return self._say_start(state, press)
            case Phase.STUCK:
                raise NotNow(T("Not now: nobody can play"))
            case _:
                raise NotNow(T("The game is over"))

    def _say_start(self, state: State, press: Press) -> Step[State]:
        if state.last_winner is not None and press.at < state.won_at + QUIET_NS:
            raise NotNow(T("The round is over"))
        return self._count_down(state, press.at)

    def _in_race(self, state: State, press: Press) -> Step[State]:
        if state.pending is not None:
            return self._compete(state, state.pending, press)
        if state.judging is not None and press.at > state.judging.since:
            return self._mark(state, state.judging, press)
        if press.at < state.opened:
            raise NotNow(T("Too early"))
        if state.follows_itself(press, self.rules.contest):
            return self._place(state, Race(state.since, 0).enter(press).rule())
        if state.is_late(press, self.rules.contest):
            return self._late(state, press)
        return replace(state, race=Race(state.since, self.setup.tie).enter(press)), ()

    def _compete(self, state: State, race: Race, press: Press) -> Step[State]:
        entered = race.enter(press)
        if entered is race:  # a seat that already competes: its next card
            return replace(state, follow=(*state.follow, press)), ()
        return replace(state, race=entered), ()

    def _late(self, state: State, press: Press) -> Step[State]:
        assert state.race is not None
        race = state.race.enter(press)
        if press.at < race.opened or race is state.race:
            raise NotNow(T("Too late: card back"))
        ruling = race.ruling
        assert ruling is not None
        backs = state.backs
        if press.seat in ruling.order:  # else it was delivered so late that it has no place
            index = ruling.order.index(press.seat)
            backs = {**backs, press.seat: Back(press.at, index + 1, ruling.margins[index])}
        return replace(state, race=race, backs=backs), (Cue(Sound.REFUSED, press.seat),)

    def _mark(self, state: State, judging: Judging, press: Press) -> Step[State]:
        marked = replace(state, judging=judging.mark(press, state.acted))
        return marked.take_back(press.seat), (Cue(Sound.WRONG, press.seat),)

    # -- what time decides -------------------------------------------------------------------------

    def wake_at(self, state: State) -> int | None:
        """Each number of the countdown, its end, and the ruling of a race."""
        if state.starts_at is not None and state.counting is not None:
            return state.starts_at - (state.counting - 1) * NS_PER_S
        return None if state.pending is None else state.pending.due

    def may_doze(self, state: State) -> bool:
        """Not while the next press may be a card, or take one back."""
        return state.phase is not Phase.RACE

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """Nothing stamped before the tick is still to come."""
        if state.starts_at is not None and state.counting is not None:
            if state.counting == 1:
                return self._open_race(state, state.starts_at)
            return replace(state, counting=state.counting - 1), (Cue(Sound.TICK),)
        if state.pending is None:
            return state, ()
        return self._rule(state, state.pending)

    def _count_down(self, state: State, at: int) -> Step[State]:
        if state.starts_at is not None:
            raise NotNow(T("Too early"))
        counting = replace(state, counting=COUNT_FROM, starts_at=at + COUNT_FROM * NS_PER_S)
        return counting, (Cue(Sound.TICK),)

    def _open_race(self, state: State, at: int) -> Step[State]:
        opened = replace(
            state,
            phase=Phase.RACE,
            counting=None,
            starts_at=None,
            opened=at,
            race=None,
            backs={},
            watch=Watch(at),
        )
        return opened, (Cue(Sound.START),)

    def _rule(self, state: State, race: Race) -> Step[State]:
        race = race.rule()
        ruling = race.ruling
        assert ruling is not None
        follow, state = state.follow, replace(state, follow=())
        if ruling.tied:
            backs = {press.seat: Back(press.at, 0, 0) for press in race.presses if press.seat in ruling.tied}
            return replace(state, race=race, backs={**state.backs, **backs}), (Cue(Sound.TIE),)
        state, cues = self._place(state, race)
        for press in follow:
            if state.phase is Phase.RACE:
                state, cues = self._place(state, Race(state.since, 0).enter(press).rule())
        return state, cues

    def _place(self, state: State, race: Race) -> Step[State]:
        """The first of a ruled race has laid a card; with the last one it has won the round."""
        assert race.ruling is not None
        assert race.first is not None
        seat, at = race.first.seat, race.first.at
        laid = replace(state.lay(seat), race=race)
        return self._win(laid, seat, at) if not laid.cards[seat] else (laid, (Cue(Sound.RULING, seat),))

    def _win(self, state: State, seat: Seat, at: int) -> Step[State]:
        tokens = state.tokens if self.rules.wins == 1 else {**state.tokens, seat: state.tokens[seat] + 1}
        if self.rules.wins == 1 or tokens[seat] == self.rules.wins:
            assert state.watch is not None
            over = replace(
                state, phase=Phase.OVER, tokens=tokens, judging=None, watch=Watch(state.watch.since, at)
            )
            return replace(over, last_winner=seat, won_at=at), (Cue(Sound.OVER, seat),)
        dealt = replace(self.start(), tokens=tokens, race=state.race, backs=state.backs)
        return replace(dealt, last_winner=seat, won_at=at), (Cue(Sound.RIGHT, seat),)

    # -- the host ----------------------------------------------------------------------------------

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """Start!, judge, go on."""
        match state.phase:
            case Phase.READY:
                return self._count_down(state, key.at)
            case Phase.STUCK:
                return self._go_on(state, key.at)
            case Phase.RACE if state.judging is not None:
                return self._go_on(state, key.at)
            case Phase.RACE:
                assert state.watch is not None
                return replace(state, judging=Judging(key.at), watch=state.watch.stop(key.at)), ()
            case Phase.OVER:
                raise NotNow(T("The game is over"))

    def _go_on(self, state: State, at: int) -> Step[State]:
        """Presses count from here on; a card that still waits for its ruling keeps its race."""
        assert state.watch is not None
        on = replace(state, phase=Phase.RACE, judging=None, opened=at, race=state.pending)
        return replace(on, backs={}, watch=state.watch.go_on(at)), (Cue(Sound.START),)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``resume``, ``stuck``, ``side SEAT``, ``card VALUE STEP``."""
        if state.phase is Phase.OVER:
            raise NotNow(T("The game is over"))
        match words:
            case ("resume",):
                if state.judging is None:
                    raise NotNow(T("Nothing was stopped"))
                return self._go_on(state, enter.at)
            case ("stuck",):
                return self._stuck(state, enter.at)
            case ("side", seat) if is_number(seat):
                return self._beside(state, int(seat))
            case ("card", value, step) if is_number(value) and is_number(step):
                return self._say_card(state, int(value), int(step))
        raise NotNow(T("Expected resume, stuck, side SEAT or card VALUE STEP; got {got}", got=enter.text))

    def _stuck(self, state: State, at: int) -> Step[State]:
        if state.phase is not Phase.RACE:
            raise NotNow(T("Nobody is playing now"))
        if state.pending is not None:
            raise NotNow(T("Someone has just laid a card"))
        assert state.watch is not None
        stuck = replace(state.shuffle(), phase=Phase.STUCK, judging=None, race=None, backs={})
        return replace(stuck, watch=state.watch.stop(at)), (Cue(Sound.TIME_UP),)

    def _beside(self, state: State, seat: Seat) -> Step[State]:
        if seat not in self.rules.side_piles:
            raise NotNow(T("Seat {seat} has no side pile", seat=seat))
        if state.phase is Phase.READY:
            raise NotNow(T("Nobody is playing now"))
        if state.cards[seat] == 1:
            raise NotNow(T("The last card goes to the middle"))
        return state.lay_beside(seat), ()

    def _say_card(self, state: State, value: int, step: int) -> Step[State]:
        if value not in VALUES or step not in STEPS:
            raise NotNow(T("Expected a card of 1 to 10 and a step of 1 to 3"))
        return state.say_card(Card(value, step)), ()

    def choices(self, state: State) -> tuple[Choice, ...]:
        """What ok does, then everything else that may be typed."""
        if state.phase is Phase.OVER or state.starts_at is not None:
            return ()
        return screens.choices(state, self.rules.side_piles)

    # -- what is seen ------------------------------------------------------------------------------

    def winners(self, state: State) -> tuple[Seat, ...] | None:
        """Whoever laid its last card first, or has three tokens."""
        if state.phase is not Phase.OVER or state.last_winner is None:
            return None
        return (state.last_winner,)

    def ruling(self, state: State) -> Ruling | None:
        """The last card's."""
        return state.race.ruling if state.race is not None else None

    def solo_time(self, state: State) -> int | None:
        """What the watch shows once all cards of a player alone are laid."""
        return self._clock(state, state.won_at) if state.phase is Phase.OVER else None

    def _clock(self, state: State, now: int) -> int | None:
        """What a player alone sees running (ns)."""
        if not self.rules.solo:
            return None
        return 0 if state.watch is None else state.watch.elapsed(now)

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the game's page."""
        left, clock = state.counts_down(now), self._clock(state, now)
        centre, fits = state.centre, self.rules.fits(state.centre)
        return {
            "phase": str(Phase.RACE if left == 0 else state.phase),
            "starts_in_ms": None if not left else -(-left // NS_PER_MS),
            "judging": state.judging is not None,
            "marked": [] if state.judging is None else list(state.judging.marked),
            "centre": None if centre is None else {"value": centre.value, "step": centre.step},
            "fits": None if fits is None else list(fits),
            "clock_ms": None if clock is None else clock // NS_PER_MS,
            "aside": self.rules.aside,
            "last_winner": state.last_winner,
            "players": {
                str(seat): {
                    "cards": cards,
                    "tokens": state.tokens[seat],
                    "last": cards == 1,
                    "beside": state.beside.get(seat, 0),
                }
                for seat, cards in state.cards.items()
            },
        }

    def main_screen(self, state: State, now: int, say: Say) -> Screen:
        """Who has the place, or what fits; alone, the clock."""
        return screens.main(self.rules, state, now, say)

    def seat_screen(self, state: State, seat: Seat, now: int, say: Say) -> Screen:
        """How many cards it still has."""
        return screens.seat(self.rules, state, seat, now, say)

    def table(self, state: State, now: int, say: Say) -> TableView:
        """Stacks, the middle, what fits on it."""
        return seven_ate_nine_table.table(self.rules, state, now, COUNT_FROM * NS_PER_S, say)

    def lamp(self, state: State, seat: Seat, now: int) -> Lamp:
        """Lit for a moment: your card has the place."""
        return screens.lamp(state, seat, now)

    def changes_at(self, state: State, now: int) -> int | None:
        """While it counts down, while a message stands, while a clock runs."""
        return screens.changes_at(self.rules, state, now)
