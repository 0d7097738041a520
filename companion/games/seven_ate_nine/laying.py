"""Who has the place in a race of 7 Ate 9: presses are cards, and rulings give them the middle or not.

Whatever is certain at once, a seat's next card or a late one, is so at once. Everything else waits in
`State.queue`, in order of stamp, until nothing can change what comes first any more: a tie, or a child's
button that is still down and may turn out to lay its card beside its stack.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.base import Effect, NotNow, Step
from companion.games.judging import HOLD_NS
from companion.games.options import Setup
from companion.games.seven_ate_nine.state import Back, Options, Phase, State
from companion.words import T
from firmware.events import Press, Seat
from firmware.presses.race import Race
from firmware.presses.spans import firsts, over, until
from firmware.views import Cue, Sound


def due(setup: Setup[Options], state: State) -> int | None:
    """When the first press that waits can be ruled (ns); None if none does.

    Those it could be tied with must have come, and no button that decides it may still become a hold.
    """
    if not state.queue:
        return None
    first, contest = state.queue[0], setup.options.contest
    settled = state.follows_itself(first, contest) or state.is_late(first, contest)
    last = first.at if settled else over(until(state.queue, setup.tie), setup.tie, setup.reach)
    together = state.queue[:1] if settled else firsts(state.queue, setup.tie)
    held = [press.at + HOLD_NS for press in together if state.down.get(press.seat) == press.at]
    return last if state.solo else max([last, *held])


def card(setup: Setup[Options], state: State, press: Press) -> Step[State]:
    """A press that is a card, or may become a hold.

    Raises:
        NotNow: it is late, once more; the card goes back.
    """
    child = press.seat in setup.options.side_piles and state.cards[press.seat] > 1
    if state.judging is None and (child or state.solo):
        state = replace(state, down={**state.down, press.seat: press.at})
    if not state.queue and (state.solo or press.seat not in state.down):
        if state.follows_itself(press, setup.options.contest):
            return _follow(state, press)
        if state.is_late(press, setup.options.contest):
            return late(setup, state, press)
    return state.wait(press), ()


def late(setup: Setup[Options], state: State, press: Press) -> Step[State]:
    """A press that belongs to a race already ruled.

    Raises:
        NotNow: it changes nothing there.
    """
    race = state.race.enter(press)
    if press.at < race.opened or race is state.race:
        raise NotNow(T("Too late: card back"))
    ruling, backs = race.ruling, state.backs
    if ruling is not None and press.seat in ruling.order:  # else it came too late even for a place
        index = ruling.order.index(press.seat)
        back = Back(press.at, index + 1, ruling.margins[index], ruling.apart(setup.tie))
        backs = {**backs, press.seat: back}
    return replace(state, race=race, backs=backs), (Cue(Sound.REFUSED, press.seat),)


def hold(state: State, seat: Seat) -> Step[State]:
    """A child's button was held: its card lies beside its stack; but never the last one."""
    at, state = state.down[seat], state.let_go(seat)
    if state.cards[seat] == 1:
        return state, ()
    queue = tuple(press for press in state.queue if (press.seat, press.at) != (seat, at))
    return replace(state, queue=queue).lay(seat, beside=True), (Cue(Sound.RULING, seat),)


def settle(setup: Setup[Options], state: State, now: int) -> Step[State]:
    """Rule whatever waits and can be ruled by now (ns), up to a last card."""
    cues: tuple[Effect, ...] = ()
    while state.emptied is None and (at := due(setup, state)) is not None and at <= now:
        state, more = _next(setup, state)
        cues += more
    return state, cues


def _next(setup: Setup[Options], state: State) -> Step[State]:
    """The first press that waits: its seat's next card, late, or one that opens a race."""
    press, rest = state.queue[0], replace(state, queue=state.queue[1:])
    racing = state.phase is Phase.RACE
    if racing and state.follows_itself(press, setup.options.contest):
        return _follow(rest, press)
    if state.is_late(press, setup.options.contest):
        try:
            return late(setup, rest, press)
        except NotNow:
            return rest, (Cue(Sound.REFUSED, press.seat),)
    return _rule(setup, state) if racing else (rest, ())


def _rule(setup: Setup[Options], state: State) -> Step[State]:
    """A race of those who can be told apart from the first by nothing but the tie."""
    first = state.queue[0].at
    race = setup.race(min(state.since, first))
    for press in firsts(state.queue, setup.tie):
        race = race.enter(press)
    race = race.rule()
    state = replace(state, race=race, queue=tuple(one for one in state.queue if one not in race.presses))
    if race.winner is None:
        backs = {press.seat: Back(press.at) for press in race.presses}
        return replace(state, backs={**state.backs, **backs}), (Cue(Sound.TIE),)
    return _place(state, race)


def _follow(state: State, press: Press) -> Step[State]:
    """A seat's next card."""
    return _place(state, Race(state.since, 0).enter(press).rule())


def _place(state: State, race: Race) -> Step[State]:
    """The first of a ruled race has laid a card; whether that was its last is the referee's business."""
    seat = race.presses[0].seat
    laid = replace(state.lay(seat), race=race)
    return laid, ((Cue(Sound.RULING, seat),) if laid.cards[seat] else ())
