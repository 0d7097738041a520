"""A quiz on the table window: who may press, who was first and who came when, points, the clocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.buzzer.state import Options, Phase, State
from companion.games.options import Setup
from companion.games.ruling_words import place
from companion.table.parts import Countdown, share, until
from companion.table.view import Plate, TableView
from companion.words import Say
from firmware.events import NS_PER_MS, Seat
from firmware.presses.race import Ruling
from firmware.views import Mood


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """Everyone's points, who may press, how all came in; the clock that runs."""
    points = {seat: state.points[seat] for seat in setup.seats}
    ranked = _ranks(points) if any(points.values()) else {}
    plates = tuple(
        Plate(
            seat,
            say.name(seat),
            value=say("{points}p", points=had),
            note=_note(state, seat, now, say) or _lead(state, ranked, seat, say),
            mood=_mood(state, seat, now),
            strong=seat in state.first,
            bar=_bar(state, seat, setup.options.penalty * NS_PER_MS, now),
        )
        for seat, had in points.items()
    )
    headline = say("PRESS!") if state.phase is Phase.OPEN else ""  # the seconds stand in the middle
    return TableView(plates=plates, middle=_clock(state, setup.options, now), headline=headline)


def _clock(state: State, options: Options, now: int) -> tuple[Countdown, ...]:
    """The clock that runs, if any."""
    end = state.clock_end(options)
    if end is None or state.timed_out:
        return ()
    return (until(end, options.open_s if state.phase is Phase.OPEN else options.answer, now),)


def _ranks(points: Mapping[Seat, int]) -> Mapping[Seat, int]:
    """Each seat's place by points; seats with as many share one."""
    ordered: Sequence[int] = sorted(points.values(), reverse=True)
    return {seat: ordered.index(had) + 1 for seat, had in points.items()}


def _lead(state: State, ranks: Mapping[Seat, int], seat: Seat, say: Say) -> str:
    """Between questions: a seat's place in the quiz, once there are points."""
    if state.phase is not Phase.IDLE or seat not in ranks:
        return ""
    return say("{place}.", place=ranks[seat])


def _note(state: State, seat: Seat, now: int, say: Say) -> str:
    """Why a seat may not press, or how it came in."""
    if state.ruling is not None:
        return _came(state, state.ruling, seat, say)
    if state.phase is Phase.IDLE:
        return ""
    if seat in state.out:
        return say("not this question")
    return say("too early!") if seat in state.bars and not state.may_press(seat, now) else ""


def _came(state: State, ruling: Ruling, seat: Seat, say: Say) -> str:
    """How a seat came in; between the simultaneous there is no place."""
    if seat == ruling.winner and state.timed_out and not state.judged:
        return say("time is up")
    if seat in ruling.tied:
        return say("tie")
    if seat == ruling.winner and seat not in ruling.late:
        return say("{place}.", place=1)
    if came := place(say, state.race, seat):
        return came
    if seat in ruling.barred or seat in state.out:
        return say("barred")
    return say("too early!") if seat in ruling.early else ""


def _mood(state: State, seat: Seat, now: int) -> Mood:
    """TURN: it may press, or must answer. WAIT: it may not press."""
    if state.ruling is not None:
        answers = seat == state.ruling.winner and not (state.judged or state.timed_out)
        return Mood.TURN if answers else Mood.CALM
    if state.phase is Phase.OPEN:
        return Mood.TURN if state.may_press(seat, now) else Mood.WAIT
    return Mood.WAIT if state.phase is Phase.ARMED else Mood.CALM


def _bar(state: State, seat: Seat, penalty: int, now: int) -> int:
    """What is left of an early press's bar, in thousandths."""
    left = state.bars.get(seat, now) - now
    if state.phase not in {Phase.ARMED, Phase.OPEN} or left <= 0 or penalty <= 0:
        return 0
    return max(1, share(left, penalty))
