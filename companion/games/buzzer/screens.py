"""What people see of a quiz: may I press, who was first, by how much."""

from __future__ import annotations

from companion.games.buzzer.state import Options, Phase, State
from companion.games.clocks import clock
from companion.games.options import Setup
from companion.games.ruling_words import behind, listed, others
from companion.words import Say
from firmware.events import Seat
from firmware.falling_sand import next_number_in, seconds_shown
from firmware.views import Lamp, Mood, Score, Screen


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The main panel, by phase; once ruled, who, and the whole order."""
    title = say("Question {n}", n=state.question)
    left = state.clock(setup.options, now)
    scores = _scores(setup, state, say)
    match state.phase:
        case Phase.IDLE:
            return Screen(title if state.question else say("Who's first?"), say("Quiz"), scores=scores)
        case Phase.ARMED:
            if state.early:
                title = say("too early: {seats}", seats=listed(state.early))
            return Screen(title, say("WAIT"), scores=scores, mood=Mood.WAIT)
        case Phase.OPEN:
            big = say("PRESS!") if left is None else clock(seconds_shown(left))
            return Screen(title, big, scores=scores)
        case Phase.RULED:
            return _ruled(setup, state, title, left, say)


def _scores(setup: Setup[Options], state: State, say: Say, strong: Seat | None = None) -> tuple[Score, ...]:
    return tuple(
        Score(seat, say("{points}p", points=state.points[seat]), strong=seat == strong)
        for seat in setup.seats
    )


def _ruled(setup: Setup[Options], state: State, title: str, left: int | None, say: Say) -> Screen:
    first, *simultaneous = state.first
    if simultaneous:
        return Screen(title, say("TIE"), text=(say("seats {seats}", seats=listed(state.first)),))
    big = say.name(first)
    if state.judged:
        return Screen(say("Right!"), big, first, scores=_scores(setup, state, say, first))
    if state.timed_out:
        title = say("time is up")
    elif left is not None:
        title = say("{title} · {seconds} s", title=title, seconds=seconds_shown(left))
    return Screen(title, big, first, tuple(others(say, state.race)))  # two on a line are wider than a panel


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: may I press, was I first?"""
    title = say.plural("{n} point", "{n} points", state.points[seat])
    match state.phase:
        case Phase.IDLE:
            return Screen(title, say("Ready"), seat)
        case Phase.ARMED | Phase.OPEN if not state.may_press(seat, now):
            why = say("not this question") if seat in state.out else say("too early!")
            return Screen(title, say("BARRED"), seat, (why,), mood=Mood.WAIT)
        case Phase.ARMED:
            return Screen(title, say("WAIT"), seat, mood=Mood.WAIT)
        case Phase.OPEN:
            return Screen(title, say("PRESS!"), seat, mood=Mood.TURN)
        case Phase.RULED:
            return _place(state, seat, title, say)


def _place(state: State, seat: Seat, title: str, say: Say) -> Screen:
    ruling = state.ruling
    assert ruling is not None
    if seat == ruling.winner and state.judged:
        return Screen(title, say("Right!").upper(), seat)
    if seat == ruling.winner and state.timed_out:
        return Screen(title, say("TIME!"), seat, (say("time is up"),), mood=Mood.WAIT)
    if seat == ruling.winner:
        return Screen(title, say("FIRST!"), seat, (say("answer now"),), mood=Mood.TURN)
    if seat in ruling.tied:
        text = (say("the table decides"),) if ruling.winner is None else ()
        return Screen(title, say("TIE"), seat, text)
    if seat in ruling.late:
        return Screen(title, say("TOO LATE"), seat, (say("the press came too late"),))
    if seat in ruling.order:
        place = say("{place}.", place=ruling.order.index(seat) + 1)
        return Screen(title, place, seat, (behind(say, state.race, seat),))
    return Screen(title, "–", seat)


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: you may press. Blinking: you are first, until it is judged."""
    if state.phase is Phase.OPEN:
        return Lamp.ON if state.may_press(seat, now) else Lamp.OFF
    return Lamp.BLINK if seat in state.first and not state.judged else Lamp.OFF


def changes_at(setup: Setup[Options], state: State, now: int) -> int | None:
    """At each whole second of a clock, and when a bar ends."""
    changes = [until for until in state.bars.values() if until > now]
    left = state.clock(setup.options, now)
    if left:
        changes.append(now + next_number_in(left))
    return min(changes, default=None)
