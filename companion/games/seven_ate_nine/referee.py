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

A child that may lay beside its stack says so by holding its button: until it is let go nobody knows which it
was, so whatever is stamped after it waits in `State.queue` and is ruled in order. Alone, a hold says that all
cards are laid, at its first edge.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.errors import OptionError
from companion.games.base import End, NotNow, Outcome, Referee, Step, Views, check_plays
from companion.games.choice import Choice
from companion.games.clocks import milliseconds
from companion.games.judging import HOLD_NS, Judging
from companion.games.options import Setup
from companion.games.seven_ate_nine import knob, laying
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
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Key, Press, Release, Seat, Tick
from firmware.presses.race import NO_RACE, Race, Ruling
from firmware.times import earliest
from firmware.views import Cue, Sound

QUIET_NS = NS_PER_S
"""Presses this soon after a round was won are hands still in flight: they don't start the next."""


class SevenAteNine(Referee[State, Options]):
    """The referee of 7 Ate 9.

    Raises:
        OptionError: children or side piles of seats not in play.
    """

    of_a_tie = T("Tie: {seats}. Cards go back")

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
            return laying.late(self.setup, state, press)
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
        due = laying.due(self.setup, state)
        competes = due is not None and press.at <= due  # no tie may be hidden by a stop
        if state.judging is not None and press.at > state.judging.since and not competes:
            return self._mark(state, state.judging, press)
        if press.at < state.opened:
            raise NotNow(T("Too early"))
        return self._laid(laying.card(self.setup, state, press), press.at)

    def _laid(self, step: Step[State], now: int) -> Step[State]:
        """What may have been somebody's last card; with the round, those who still wait are late."""
        state, cues = step
        if state.emptied is None:
            return step
        won, more = self._win(state, state.emptied, state.race.presses[0].at)
        after, rest = laying.settle(self.setup, won, now)
        return after, (*cues, *more, *rest)

    def _mark(self, state: State, judging: Judging, press: Press) -> Step[State]:
        marked = replace(state, judging=judging.mark(press, state.acted)).take_back(press.seat)
        backs = {**state.backs, press.seat: Back(press.at, wrong=True)}
        return replace(marked, backs=backs), (Cue(Sound.WRONG, press.seat),)

    # -- what time decides -------------------------------------------------------------------------

    def wake_at(self, state: State) -> int | None:
        """Each number of the countdown, its end, the ruling of a race, and a button held long enough."""
        if state.started is not None:
            return state.started.ends_at - (state.started.number - 1) * NS_PER_S
        return earliest(laying.due(self.setup, state), *(at + HOLD_NS for at in state.down.values()))

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
        held = [seat for seat, at in state.down.items() if at + HOLD_NS <= tick.at]
        if held and state.solo:  # all cards are laid: the clock stops where the hold began
            return self._win(replace(state.count(held[0], 0), queue=()), held[0], state.down[held[0]])
        if held:
            return laying.hold(state, held[0])
        return self._laid(laying.settle(self.setup, state, tick.at), tick.at)

    def on_release(self, state: State, release: Release) -> Step[State]:
        """Let go in time: it was a card for the middle."""
        if release.seat not in state.down:
            return state, ()
        settled = laying.settle(self.setup, state.let_go(release.seat), release.at)
        return self._laid(settled, release.at)

    def buttons_up(self, state: State) -> State:
        """Nothing is held: what waits is a card."""
        return replace(state, down={})

    def _count_down(self, state: State, at: int) -> Step[State]:
        if state.started is not None:
            raise NotNow(T("Too early"))
        return replace(state, started=Started(COUNT_FROM, at + COUNT_NS)), (Cue(Sound.TICK),)

    def _open_race(self, state: State, at: int) -> Step[State]:
        opened = replace(
            state, phase=Phase.RACE, started=None, opened=at, race=NO_RACE, backs={}, watch=Watch(at)
        )
        return opened, (Cue(Sound.START),)

    def _win(self, state: State, seat: Seat, at: int) -> Step[State]:
        wins = state.wins(self.setup.options)
        tokens = state.tokens if wins == 1 else {**state.tokens, seat: state.tokens[seat] + 1}
        if wins == 1 or tokens[seat] == wins:
            return self._end(replace(state, tokens=tokens), seat, at)
        dealt = replace(self.start(), tokens=tokens, race=state.race, backs=state.backs, queue=state.queue)
        return replace(dealt, last_winner=seat, won_at=at), (Cue(Sound.RIGHT, seat),)

    def _end(self, state: State, seat: Seat, at: int) -> Step[State]:
        watch = Watch(state.watch.since, at)
        over = replace(state, phase=Phase.OVER, started=None, judging=None, watch=watch, down={})
        return replace(over, last_winner=seat, won_at=at), (Cue(Sound.OVER, seat),)

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
                judged = replace(state, judging=Judging(key.at), watch=state.watch.stop(key.at))
                return self.buttons_up(judged), ()
            case Phase.OVER:
                raise NotNow(T("The game is over"))

    def _go_on(self, state: State, at: int) -> Step[State]:
        """Presses count from here on, once those that still wait are ruled."""
        on = replace(state, phase=Phase.RACE, judging=None, watch=state.watch.go_on(at))
        if not state.queue:
            on = replace(on, opened=at, race=NO_RACE)
        return on, (Cue(Sound.START),)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``resume``, ``stuck``, ``side SEAT``, ``card VALUE STEP``, ``cards SEAT N``, ``tokens SEAT N``."""
        if state.phase is Phase.OVER:
            raise NotNow(T("The game is over"))
        match words:
            case ("resume",):
                if state.judging is None and state.phase is not Phase.STUCK:
                    raise NotNow(T("Nothing was stopped"))
                return self._go_on(state, enter.at)
            case ("stuck",):
                return self._stuck(state, enter.at)
            case ("side", seat) if is_number(seat):
                return self._beside(state, int(seat))
            case ("card", value, step) if is_number(value) and is_number(step):
                if int(value) not in VALUES or int(step) not in STEPS:
                    raise NotNow(T("Expected a card of 1 to 10 and a step of 1 to 3"))
                return state.say_card(Card(int(value), int(step))), ()
            case ("cards" | "tokens" as what, seat, n) if is_number(seat) and is_number(n):
                check_plays(int(seat), state.cards)
                count = self._say_cards if what == "cards" else self._say_tokens
                return count(state, int(seat), int(n), enter.at)
        raise NotNow(
            T(
                "Expected stuck, resume, side SEAT, card VALUE STEP, cards or tokens SEAT N; got {got}",
                got=enter.text,
            )
        )

    def _stuck(self, state: State, at: int) -> Step[State]:
        if state.phase is not Phase.RACE:
            raise NotNow(T("Nobody is playing now"))
        if state.queue:
            raise NotNow(T("Someone has just laid a card"))
        stuck = replace(state.shuffle(), phase=Phase.STUCK, judging=None, race=NO_RACE, down={})
        return replace(stuck, watch=state.watch.stop(at)), (Cue(Sound.TIME_UP),)

    def _beside(self, state: State, seat: Seat) -> Step[State]:
        if seat not in self.setup.options.side_piles:
            raise NotNow(T("Seat {seat} has no side pile", seat=seat))
        if state.phase is Phase.READY:
            raise NotNow(T("Nobody is playing now"))
        if state.cards[seat] == 1:
            raise NotNow(T("The last card goes to the middle"))
        return state.lay(seat, beside=True), ()

    def _say_cards(self, state: State, seat: Seat, n: int, at: int) -> Step[State]:
        low, high = knob.fewest_cards(state), state.most_cards(seat)
        if not low <= n <= high:
            raise NotNow(T("{who}: {low} to {high} cards", who=Who(seat), low=low, high=high))
        counted = state.count(seat, n)
        return (counted, ()) if n else self._win(replace(counted, queue=()), seat, at)

    def _say_tokens(self, state: State, seat: Seat, n: int, at: int) -> Step[State]:
        wins = state.wins(self.setup.options)
        if wins == 1:
            raise NotNow(T("There are no tokens in this game"))
        if n > wins:
            raise NotNow(T("{who}: 0 to {high} tokens", who=Who(seat), high=wins))
        said = replace(state, tokens={**state.tokens, seat: n})
        return self._end(replace(said, queue=()), seat, at) if n == wins else (said, ())

    def choices(self, state: State) -> tuple[Choice, ...]:
        """See `companion.games.seven_ate_nine.knob`."""
        return knob.choices(state, self.setup.options)

    def corrections(self, state: State) -> tuple[Choice, ...]:
        """See `companion.games.seven_ate_nine.knob`."""
        return knob.corrections(state, self.setup.options)

    def decides(self, before: State, after: State, press: Press) -> bool:
        """Presses that wait are one decision with the first of them: no undo leaves half a tie."""
        if before.queue and after.queue != before.queue:
            return False
        return super().decides(before, after, press)

    def without(self, state: State, seat: Seat) -> State | None:
        """Its last card is in its hand again; a mark while the host judges is taken back by undo alone."""
        return state.without(seat) if state.phase is Phase.RACE else None

    def takes_over(self, state: State, was: Setup[Options]) -> State | None:
        """Alone against the clock what makes it easier stays as it was: it has a record of its own."""
        now, then = self.setup.options, was.options
        if state.solo and (now.wrap, now.side_piles) != (then.wrap, then.side_piles):
            return None
        return super().takes_over(state, was)

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

    def finish(self, state: State) -> Ruling | None:
        """The last card's, until it counts down to the next."""
        return None if state.started is not None else self.ruling(state)

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
                    "beside": state.beside(seat),
                }
                for seat, cards in state.cards.items()
            },
        }
