"""Who answers: whoever was first, after a wrong answer the next in order, in a tie whom the table says."""

from __future__ import annotations

from dataclasses import replace

from companion.games.base import NotNow
from companion.games.buzzer.scoring import idle
from companion.games.buzzer.state import Options, Phase, State
from companion.games.options import Setup
from companion.words import T
from firmware.events import Seat


def opened(setup: Setup[Options], state: State, at: int) -> State:
    """The question open to all who may press, since that stamp."""
    race = replace(setup.race(at), early=tuple(state.early))
    return replace(_asking(state, None), phase=Phase.OPEN, race=race, raced=state.all_raced())


def ruled(setup: Setup[Options], state: State) -> State:
    """The race ruled: whoever was first answers since that press."""
    race = state.race.rule()
    after = replace(_asking(state, None), phase=Phase.RULED, race=race, closing=None)
    assert race.first is not None
    return after if race.winner is None else _asking(after, race.winner, race.first.at)


def answering(state: State) -> Seat:
    """Who answers now.

    Raises:
        NotNow: nobody does, or it is judged.
    """
    if state.phase is not Phase.RULED:
        raise NotNow(T("Nobody is answering now"))
    if state.answers is None:
        raise NotNow(T("A tie: first say who answers"))
    if state.judged:
        raise NotNow(T("The answer was already judged"))
    return state.answers


def handed_on(setup: Setup[Options], state: State, at: int) -> State:
    """Whoever answered is out of this question: the next in order answers, or all others may press again."""
    after = replace(state, out=(*state.out, answering(state)))
    if setup.options.rebound == "order" and (asking := next_asked(setup, after, at)) is not None:
        return asking
    return idle(after) if nobody_left(setup, after) else opened(setup, after, at)


def next_asked(setup: Setup[Options], state: State, since: int | None = None) -> State | None:
    """The first in order of those who haven't answered does, or the table says who; None: there is nobody.

    Args:
        setup: how the quiz was set up.
        state: a race that is ruled.
        since: when the answer clock starts (ns). None: nobody can tell; it runs from the seat's own press,
            and what it means that it runs out is for the host to say.
    """
    group = state.next_group(setup.options)
    if len(group) != 1:
        return _asking(state, None) if group else None
    pressed = state.left(setup.options)[0].at
    after = _asking(state, group[0], pressed if since is None else since)
    return replace(after, by_hand=since is None)


def nobody_left(setup: Setup[Options], state: State) -> bool:
    """Whether nobody may answer this question any more."""
    options = setup.options
    return all(
        state.is_out(seat, options) or state.barred_until(seat, options) is None for seat in setup.seats
    )


def decided(setup: Setup[Options], state: State, seat: Seat, at: int) -> State:
    """The table says that this one of the simultaneous answers, since that stamp.

    Raises:
        NotNow: there is no tie, or it isn't one of them.
    """
    tied = state.tied(setup.options)
    if not tied:
        raise NotNow(T("There is no tie to decide"))
    if seat not in tied:
        raise NotNow(T("Expected one of the tied seats, got {seat}", seat=seat))
    first = state.race.winner is None or not state.is_out(state.race.winner, setup.options)
    return _asking(replace(state, race=state.race.decide(seat)) if first else state, seat, at)


def without(setup: Setup[Options], state: State, seat: Seat) -> State | None:
    """The state as if the seat's press in the race had been an elbow's; None: it can't be told."""
    race, winner = state.race.without(seat), state.race.winner
    if race == state.race or state.judged or state.is_out(seat, setup.options) or race.first is None:
        return None  # where nobody is left, undo opens it again with the clock as it was
    if state.phase is Phase.OPEN:
        return replace(state, race=race)
    race = race if race.ruling is not None else race.rule()
    if race.ruling is not None and winner in race.ruling.tied:
        race = race.decide(winner)
    after = replace(state, race=race)
    if state.answers not in {None, seat}:
        return after
    return next_asked(setup, after) or opened(setup, after, race.opened)


def still_asked(setup: Setup[Options], state: State) -> State:
    """The question with other teams or seats: whoever is out with them by now doesn't answer any more."""
    if state.out and nobody_left(setup, state):
        return idle(state)
    if state.phase is not Phase.RULED or state.judged:
        return state
    asked = state.asked(setup.options)
    if asked and not state.is_out(asked[0], setup.options):
        return state
    return next_asked(setup, state) or idle(state)


def _asking(state: State, seat: Seat | None, since: int | None = None) -> State:
    return replace(state, answers=seat, answer_from=since, by_hand=False, timed_out=False)
