"""A quiz on the table window: who may press, who was first and who came when, points, the clocks."""

from __future__ import annotations

from dataclasses import replace

from companion.games.buzzer.scoring import places
from companion.games.buzzer.screens import question_of
from companion.games.buzzer.screens import seat as panel
from companion.games.buzzer.state import Options, Phase, State
from companion.games.options import Setup
from companion.table.parts import WHOLE, Countdown, Entries, Entry, share, until
from companion.table.view import Plate, TableView
from companion.words import Say
from firmware.events import Seat
from firmware.views import Mood


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """Who answers, as large as it gets, or that all may press; the clock that runs, and who is asked next."""
    tied = state.tied(setup.options) if state.answers is None else ()
    asked = state.asked(setup.options)
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
    shown = TableView(plates=plates, middle=_clock(state, setup.options, now), leads=not tied)
    match state.phase:
        case Phase.IDLE:
            next_one = say("Question {n}", n=state.question + 1)
            return replace(shown, headline=say("TIME!") if state.timed_out else next_one)
        case Phase.OPEN:  # the seconds stand below
            return replace(shown, headline=say("PRESS!"))
        case Phase.RULED if tied:
            each = tuple(Entry(say.name(seat), seat=seat, does=f"first {seat}") for seat in tied)
            return replace(shown, text=(say("the table decides"),), middle=(Entries(each),))
        case Phase.RULED:
            about, queue = _about(setup, state, say), _queue(setup, state, say)
            return replace(shown, title=question_of(state, say), text=(about,), below=queue)
        case Phase.ARMED | Phase.OVER:
            return shown


def _about(setup: Setup[Options], state: State, say: Say) -> str:
    """Below the name of who answers: how it was, that it takes too long, or whom it is for."""
    if state.judged:
        return say("Right!")
    if state.timed_out:
        return say("time is up")
    team = () if state.answers is None else setup.options.team(state.answers)
    return say.team(team) if len(team) > 1 else ""


def _queue(setup: Setup[Options], state: State, say: Say) -> tuple[Entries, ...]:
    """Who is asked next; a touch on the first hands the question on."""
    first, *others = state.queue(setup.options) or (None,)
    if first is None:
        return ()
    handed = Entry(say("then {who}", who=say.name(first)), seat=first, does="next")
    return (Entries((handed, *(Entry(say.name(seat), seat=seat) for seat in others))),)


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
    """Why a seat may not press, how it came in, or its place in the quiz, once there are points: a word."""
    options = setup.options
    if state.phase is Phase.IDLE:
        told = any(state.points[seat] for seat in setup.seats)
        return say("{place}.", place=places(setup, state)[seat]) if told else ""
    shown = panel(setup, state, seat, now, say)
    if shown.mood is Mood.WAIT and not state.may_press(seat, now, options) and seat != state.answers:
        return say("out") if state.is_out(seat, options) else say("too early!")
    if state.phase is not Phase.RULED:
        return ""
    if shown.big.endswith(".") and not state.queue(options):
        return " ".join(shown.text)  # all places are asked for anyhow: by how much they are apart
    return shown.big.strip("–")


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
