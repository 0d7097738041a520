"""What people see of a quiz: may I press, who was first, by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.base import Choice
from companion.games.ruling_words import listed, margin, others
from companion.words import Say, T
from firmware.events import NS_PER_S, Seat
from firmware.presses.race import Ruling
from firmware.views import Lamp, Mood, Score, Screen

if TYPE_CHECKING:
    from companion.games.buzzer.referee import State

NEXT = Choice("", T("Next question"))
VERDICTS = (Choice("right", T("Right")), Choice("wrong", T("Wrong")))


def main(state: State, clock: int | None, say: Say) -> Screen:
    """The main panel, by phase; ``clock`` is what is left of the running clock (ns)."""
    title = say("Question {n}", n=state.question)
    scores = _scores(state, say)
    match state.phase:
        case "idle":
            title = title if state.question else say("Who's first?")
            return Screen(title, say("Quiz"), scores=scores, hint=say("ok: next question"))
        case "armed":
            if state.early:
                title = say("too early: {seats}", seats=listed(state.early))
            return Screen(title, say("WAIT"), scores=scores, hint=say("ok: open"), mood=Mood.WAIT)
        case "open":
            big = say("PRESS!") if clock is None else say("{seconds} s", seconds=-(-clock // NS_PER_S))
            return Screen(title, big, scores=scores, hint=say("ok: nobody knows"))
        case _:
            assert state.race is not None
            ruling = state.race.ruling
            assert ruling is not None
            return _ruled(state, ruling, clock, title, say)


def _scores(state: State, say: Say, strong: Seat | None = None) -> tuple[Score, ...]:
    return tuple(
        Score(seat, say("{points}p", points=points), strong=seat == strong)
        for seat, points in state.points.items()
    )


def _ruled(state: State, ruling: Ruling, clock: int | None, title: str, say: Say) -> Screen:
    assert state.race is not None
    if clock is not None:
        title = say("{title} · {seconds} s", title=title, seconds=-(-clock // NS_PER_S))
    if ruling.winner is None:
        return Screen(
            title,
            say("TIE"),
            text=(say("seats {seats}", seats=listed(ruling.tied)),),
            hint=say("who answers?"),
        )
    big = say.name(ruling.winner)
    if state.judged:
        return Screen(
            say("Right!"),
            big,
            ruling.winner,
            scores=_scores(state, say, ruling.winner),
            hint=say("ok: next question"),
        )
    order = tuple(others(say, ruling, state.race.tie))  # a line each: two on one are wider than a panel
    return Screen(title, big, ruling.winner, order, hint=say("right or wrong?"))


def seat(state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel."""
    title = say.plural("{n} point", "{n} points", state.points[seat])
    match state.phase:
        case "idle":
            return Screen(title, say("Ready"), seat)
        case "armed" | "open" if not state.may_press(seat, now):
            why = say("not this question") if seat in state.out else say("too early!")
            return Screen(title, say("BARRED"), seat, (why,), mood=Mood.WAIT)
        case "armed":
            return Screen(title, say("WAIT"), seat, mood=Mood.WAIT)
        case "open":
            return Screen(title, say("PRESS!"), seat, mood=Mood.TURN)
        case _:
            assert state.race is not None
            return _place(state, seat, title, say)


def _place(state: State, seat: Seat, title: str, say: Say) -> Screen:
    assert state.race is not None
    ruling = state.race.ruling
    assert ruling is not None
    if seat == ruling.winner:
        return Screen(title, say("FIRST!"), seat, (say("answer now"),), mood=Mood.TURN)
    if seat in ruling.tied:
        text = (say("the table decides"),) if ruling.winner is None else ()
        return Screen(title, say("TIE"), seat, text)
    if seat in ruling.late:
        return Screen(title, say("TOO LATE"), seat, (say("the press came too late"),))
    if seat in ruling.order:
        index = ruling.order.index(seat)
        gap = margin(say, ruling.margins[index], state.race.tie)
        return Screen(title, say("{place}.", place=index + 1), seat, (gap,))
    return Screen(title, "–", seat)


def lamp(state: State, seat: Seat, now: int) -> Lamp:
    """Lit: you may press. Blinking: you are first."""
    if state.phase == "open":
        return Lamp.ON if state.may_press(seat, now) else Lamp.OFF
    ruling = state.race.ruling if state.race is not None else None
    if state.phase != "ruled" or ruling is None:
        return Lamp.OFF
    first = (ruling.winner,) if ruling.winner is not None else ruling.tied
    return Lamp.BLINK if seat in first else Lamp.OFF
