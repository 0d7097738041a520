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

from companion.errors import OptionError
from companion.games.base import Choice, End, NotNow, Outcome, Referee, Step, Views
from companion.games.clocks import milliseconds
from companion.games.judging import Judging
from companion.games.options import Setup
from companion.games.seven_ate_nine.cards import STEPS, VALUES, Card, deal
from companion.games.seven_ate_nine.state import (
    COUNT_FROM,
    COUNT_NS,
    Back,
    Options,
    Phase,
    Started,
    State,
    Watch,
)
from companion.words import T, Who
from firmware.digits import is_number
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Key, Press, Seat, Tick
from firmware.presses.race import NO_RACE, Race
from firmware.views import Cue, Sound

QUIET_NS = NS_PER_S
"""Presses this soon after a round was won are hands still in flight: they don't start the next."""

STUCK = Choice("stuck", T("Nobody can play"))
CARDS = tuple(
    Choice(f"card {value} {step}", T("Middle: {value} ±{step}", value=value, step=step))
    for value in VALUES
    for step in STEPS
)


class SevenAteNine(Referee[State, Options]):
    """The referee of 7 Ate 9.

    Raises:
        OptionError: children or side piles of seats not in play.
    """

    def __init__(self, setup: Setup[Options], views: Views[State, Options]) -> None:
        super().__init__(setup, views)
        options = setup.options
        for option, seats in (("kids", options.kids), ("side_piles", options.side_piles)):
            if not set(seats) <= set(setup.seats):
                expected = f"{option} to be seats in play {list(setup.seats)}"
                raise OptionError(f"seven_ate_nine: expected {expected}, got {list(seats)}")

    def start(self) -> State:
        """Cards are dealt, nobody has tokens."""
        seats, options = self.setup.seats, self.setup.options
        dealt = deal(seats, options.kids if options.decks == "kids" else (), options.times)
        return State(dealt, cards=dealt, tokens=dict.fromkeys(seats, 0))

    # -- presses -----------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """A card laid, a card taken back, or Start!."""
        if state.started is not None and press.at >= state.started.ends_at:
            opened, cues = self._open_race(state, state.started.ends_at)
            raced, more = self._in_race(opened, press)
            return raced, (*cues, *more)
        if state.phase is Phase.RACE:
            return self._in_race(state, press)
        if state.is_late(press, self.setup.options.contest):
            return self._late(state, press)
        match state.phase:
            case Phase.READY if state.last_winner is not None and press.at < state.won_at + QUIET_NS:
                raise NotNow(T("The round is over"))
            case Phase.READY:
                return self._count_down(state, press.at)
            case Phase.STUCK:
                raise NotNow(T("Not now: nobody can play"))
            case Phase.OVER:
                raise NotNow(T("The game is over"))

    def _in_race(self, state: State, press: Press) -> Step[State]:
        if state.pending:
            return self._compete(state, press)
        if state.judging is not None and press.at > state.judging.since:
            return self._mark(state, state.judging, press)
        if press.at < state.opened:
            raise NotNow(T("Too early"))
        if state.follows_itself(press, self.setup.options.contest):
            return self._follow(state, press)
        if state.is_late(press, self.setup.options.contest):
            return self._late(state, press)
        return replace(state, race=Race(state.since, self.setup.tie).enter(press)), ()

    def _compete(self, state: State, press: Press) -> Step[State]:
        entered = state.race.enter(press)
        if entered is state.race:  # a seat that already competes: its next card
            return replace(state, follow=(*state.follow, press)), ()
        return replace(state, race=entered), ()

    def _late(self, state: State, press: Press) -> Step[State]:
        race = state.race.enter(press)
        if press.at < race.opened or race is state.race:
            raise NotNow(T("Too late: card back"))
        ruling, backs = race.ruling, state.backs
        if ruling is not None and press.seat in ruling.order:  # else it came too late even for a place
            index = ruling.order.index(press.seat)
            backs = {**backs, press.seat: Back(press.at, index + 1, ruling.margins[index])}
        return replace(state, race=race, backs=backs), (Cue(Sound.REFUSED, press.seat),)

    def _mark(self, state: State, judging: Judging, press: Press) -> Step[State]:
        marked = replace(state, judging=judging.mark(press, state.acted))
        return marked.take_back(press.seat), (Cue(Sound.WRONG, press.seat),)

    # -- what time decides -------------------------------------------------------------------------

    def wake_at(self, state: State) -> int | None:
        """Each number of the countdown, its end, and the ruling of a race."""
        if state.started is not None:
            return state.started.ends_at - (state.started.number - 1) * NS_PER_S
        return state.race.due

    def may_doze(self, state: State) -> bool:
        """Not while the next press may be a card, or take one back."""
        return state.phase is not Phase.RACE

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """Nothing stamped before the tick is still to come."""
        started = state.started
        if started is not None:
            if started.number == 1:
                return self._open_race(state, started.ends_at)
            return replace(state, started=Started(started.number - 1, started.ends_at)), (Cue(Sound.TICK),)
        return self._rule(state) if state.pending else (state, ())

    def _count_down(self, state: State, at: int) -> Step[State]:
        if state.started is not None:
            raise NotNow(T("Too early"))
        return replace(state, started=Started(COUNT_FROM, at + COUNT_NS)), (Cue(Sound.TICK),)

    def _open_race(self, state: State, at: int) -> Step[State]:
        opened = replace(
            state,
            phase=Phase.RACE,
            started=None,
            opened=at,
            race=NO_RACE,
            backs={},
            watch=Watch(at),
        )
        return opened, (Cue(Sound.START),)

    def _rule(self, state: State) -> Step[State]:
        race = state.race.rule()
        ruling = race.ruling
        follow, state = state.follow, replace(state, follow=())
        if ruling is not None and ruling.tied:
            backs = {press.seat: Back(press.at, 0, 0) for press in race.presses if press.seat in ruling.tied}
            return replace(state, race=race, backs={**state.backs, **backs}), (Cue(Sound.TIE),)
        state, cues = self._place(state, race)
        for press in follow:
            if state.phase is Phase.RACE:
                state, cues = self._follow(state, press)
        return state, cues

    def _follow(self, state: State, press: Press) -> Step[State]:
        """A seat's next card; one laid before the host stopped the race and went on still counts."""
        return self._place(state, Race(min(state.since, press.at), 0).enter(press).rule())

    def _place(self, state: State, race: Race) -> Step[State]:
        """The first of a ruled race has laid a card; with the last one it has won the round."""
        seat, at = race.presses[0].seat, race.presses[0].at
        laid = replace(state.lay(seat), race=race)
        return self._win(laid, seat, at) if not laid.cards[seat] else (laid, (Cue(Sound.RULING, seat),))

    def _win(self, state: State, seat: Seat, at: int) -> Step[State]:
        wins = state.wins(self.setup.options)
        tokens = state.tokens if wins == 1 else {**state.tokens, seat: state.tokens[seat] + 1}
        if wins == 1 or tokens[seat] == wins:
            watch = Watch(state.watch.since, at)
            over = replace(state, phase=Phase.OVER, tokens=tokens, judging=None, watch=watch)
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
                return replace(state, judging=Judging(key.at), watch=state.watch.stop(key.at)), ()
            case Phase.OVER:
                raise NotNow(T("The game is over"))

    def _go_on(self, state: State, at: int) -> Step[State]:
        """Presses count from here on; a card that still waits for its ruling keeps its race."""
        race = state.race if state.pending else NO_RACE
        on = replace(state, phase=Phase.RACE, judging=None, opened=at, race=race)
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
        if state.pending:
            raise NotNow(T("Someone has just laid a card"))
        stuck = replace(state.shuffle(), phase=Phase.STUCK, judging=None, race=NO_RACE, backs={})
        return replace(stuck, watch=state.watch.stop(at)), (Cue(Sound.TIME_UP),)

    def _beside(self, state: State, seat: Seat) -> Step[State]:
        if seat not in self.setup.options.side_piles:
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
        """What ok does first, then everything else that may be typed, the thirty cards last."""
        who = self.setup.options.side_piles
        beside = tuple(Choice(f"side {seat}", T("Beside: {who}", who=Who(seat))) for seat in who)
        match state.phase:
            case Phase.READY:
                return (Choice("", T("Start!")), *CARDS) if state.started is None else ()
            case Phase.STUCK:
                return (Choice("", T("Go on")), *beside, *CARDS)
            case Phase.RACE:
                ok = T("Go on") if state.judging is not None else T("Stop: wrong card")
                return (Choice("", ok), STUCK, *beside, *CARDS)
            case Phase.OVER:
                return ()

    # -- how it stands -----------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """Whoever laid its last card first, or has three tokens; alone, what the watch then shows.

        Without wrapping, or with cards beside the stack, it is another game.
        """
        wrap, beside = self.setup.options.wrap, self.setup.options.side_piles
        record = f"{self.name}{'' if wrap else ' wrap=no'}{' side_piles' if beside else ''}"
        if state.phase is not Phase.OVER or state.last_winner is None:
            return Outcome(record=record)
        time = state.watch.elapsed(state.won_at) if state.solo else None
        return Outcome((state.last_winner,), End.OVER, solo_ns=time, record=record)

    def race(self, state: State) -> Race:
        """The last card's."""
        return state.race

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the game's page."""
        left, centre, fits = state.counts_down(now), state.centre, state.fits(self.setup.options)
        return {
            "phase": state.phase_at(now).value,
            "starts_in_ms": milliseconds(left) if left else None,
            "judging": state.judging is not None,
            "marked": [] if state.judging is None else list(state.judging.marked),
            "centre": None if centre is None else {"value": centre.value, "step": centre.step},
            "fits": None if fits is None else list(fits),
            "clock_ms": state.watch.elapsed(now) // NS_PER_MS if state.solo else None,
            "aside": state.aside,
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
