"""A quiz on the table window: who may press, who was first and who came when, points, the clocks."""

from __future__ import annotations

from companion.games.buzzer.scoring import leaders, places
from companion.games.buzzer.screens import quickly
from companion.games.buzzer.screens import seat as panel
from companion.games.buzzer.state import Options, Phase, State
from companion.games.options import Setup
from companion.table.parts import WHOLE, Countdown, share, until
from companion.table.view import Plate, TableView
from companion.words import Say
from firmware.events import Seat
from firmware.views import Mood


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """Everyone's points, who may press, how all came in; the clock that runs; at the end everyone's place."""
    asked = leaders(setup, state) if state.phase is Phase.OVER else state.asked(setup.options)
    plates = tuple(
        Plate(
            seat,
            _name(setup, seat, say),
            value=say("{points}p", points=state.points[seat]),
            note=_note(setup, state, seat, now, say),
            mood=_mood(setup, state, seat, now),
            strong=seat in asked,
            bar=_bar(setup, state, seat, now),
        )
        for seat in setup.seats
    )
    headline = say("PRESS!") if state.phase is Phase.OPEN else ""  # the seconds stand in the middle
    return TableView(plates=plates, middle=_clock(state, setup.options, now), headline=headline)


def _name(setup: Setup[Options], seat: Seat, say: Say) -> str:
    """A player's name, with the team's."""
    team = setup.options.team(seat)
    if len(team) == 1:
        return say.name(seat)
    return say("{who} · {team}", who=say.name(seat), team=say.team(team))


def _clock(state: State, options: Options, now: int) -> tuple[Countdown, ...]:
    """The clock that runs, if any."""
    end = state.limit(options)
    if end is None or state.timed_out:
        return ()
    return (until(end, options.open_s if state.phase is Phase.OPEN else options.answer, now),)


def _note(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> str:
    """Why a seat may not press, how it came in, or its place in the quiz, once there are points."""
    match state.phase:
        case Phase.IDLE | Phase.OVER:
            if not any(state.points[seat] for seat in setup.seats):
                return ""
            quick = quickly(state, seat, say) if state.phase is Phase.OVER else ""
            return " · ".join(filter(None, (say("{place}.", place=places(setup, state)[seat]), quick)))
        case Phase.ARMED | Phase.OPEN:
            return " ".join(panel(setup, state, seat, now, say).text)
        case Phase.RULED:
            shown = panel(setup, state, seat, now, say)
            if shown.big.endswith("."):  # a place says little without its margin, and the other way round
                return " ".join((shown.big, *shown.text))
            return " ".join(shown.text) or shown.big.strip("–")


def _mood(setup: Setup[Options], state: State, seat: Seat, now: int) -> Mood:
    """TURN: it may press, or must answer. WAIT: it may not press."""
    if state.phase is Phase.OPEN:
        return Mood.TURN if state.may_press(seat, now, setup.options) else Mood.WAIT
    if state.phase is Phase.ARMED:
        return Mood.WAIT
    return Mood.TURN if seat == state.answers and not (state.judged or state.timed_out) else Mood.CALM


def _bar(setup: Setup[Options], state: State, seat: Seat, now: int) -> int:
    """What is left of an early press's bar, in thousandths; all of it where that is the whole question."""
    until, penalty = state.barred_until(seat, setup.options), setup.options.penalty
    if state.phase not in {Phase.ARMED, Phase.OPEN}:
        return 0
    if until is None:
        return WHOLE
    return max(1, share(until - now, penalty)) if penalty and until > now else 0
