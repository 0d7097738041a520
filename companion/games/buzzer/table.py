"""A quiz on the table window: who may press, who was first and who came when, points, the clocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.games.ruling_words import margin
from companion.table.parts import Countdown, share, until
from companion.table.view import Plate, TableView
from companion.words import Say
from firmware.events import NS_PER_MS, Seat
from firmware.presses.race import Ruling
from firmware.views import Mood

if TYPE_CHECKING:
    from companion.games.buzzer.referee import State


def table(state: State, limit: int | None, options: Mapping[str, Any], now: int, say: Say) -> TableView:
    """The table at ``now``.

    Args:
        state: the quiz.
        limit: when the question's clock, or the answer's, runs out (ns of game time).
        options: the game's.
        now: the game time (ns).
        say: the language, with the seats' names.
    """
    penalty = options["penalty"] * NS_PER_MS
    ranked = _ranks(state.points) if any(state.points.values()) else {}
    plates = tuple(
        Plate(
            seat,
            say.name(seat),
            value=say("{points}p", points=points),
            note=_note(state, seat, now, say) or _lead(state, ranked, seat, say),
            mood=_mood(state, seat, now),
            strong=_strong(state, seat),
            bar=_bar(state, seat, penalty, now),
        )
        for seat, points in state.points.items()
    )
    return TableView(plates=plates, middle=_clock(state, limit, options, now))


def _clock(state: State, limit: int | None, options: Mapping[str, Any], now: int) -> tuple[Countdown, ...]:
    """The clock that runs, if any."""
    if limit is None or state.judged or state.timed_out:
        return ()
    whole = options["open_s" if state.phase == "open" else "answer"]
    return (until(limit if state.closing is None else state.closing, whole, now),)


def _ruling(state: State) -> Ruling | None:
    return state.race.ruling if state.phase == "ruled" and state.race is not None else None


def _ranks(points: Mapping[Seat, int]) -> Mapping[Seat, int]:
    """Each seat's place by points; seats with as many share one."""
    ordered: Sequence[int] = sorted(points.values(), reverse=True)
    return {seat: ordered.index(had) + 1 for seat, had in points.items()}


def _lead(state: State, ranks: Mapping[Seat, int], seat: Seat, say: Say) -> str:
    """Between questions: a seat's place in the quiz, once there are points."""
    if state.phase != "idle" or seat not in ranks:
        return ""
    return say("{place}.", place=ranks[seat])


def _note(state: State, seat: Seat, now: int, say: Say) -> str:
    """Why a seat may not press, or how it came in."""
    ruling = _ruling(state)
    if ruling is not None:
        return _came(state, ruling, seat, say)
    if state.phase == "idle":
        return ""
    if seat in state.out:
        return say("not this question")
    return say("too early!") if seat in state.bars and not state.may_press(seat, now) else ""


def _came(state: State, ruling: Ruling, seat: Seat, say: Say) -> str:
    """How a seat came in; between the simultaneous there is no place."""
    assert state.race is not None
    if seat in ruling.tied:
        return say("tie")
    if seat in ruling.late:
        return say("came too late")
    if seat in ruling.order:
        index = ruling.order.index(seat)
        if seat == ruling.winner:
            return say("{place}.", place=1)
        gap = margin(say, ruling.margins[index], state.race.tie)
        return say("place {place}, {margin}", place=index + 1, margin=gap)
    if seat in ruling.barred or seat in state.out:
        return say("barred")
    return say("too early!") if seat in ruling.early else ""


def _mood(state: State, seat: Seat, now: int) -> Mood:
    """TURN: it may press, or must answer. WAIT: it may not press."""
    ruling = _ruling(state)
    if ruling is not None:
        return Mood.TURN if seat == ruling.winner and not state.judged else Mood.CALM
    if state.phase == "open":
        return Mood.TURN if state.may_press(seat, now) else Mood.WAIT
    return Mood.WAIT if state.phase == "armed" else Mood.CALM


def _strong(state: State, seat: Seat) -> bool:
    """Who was first: one seat, or all that were simultaneously so until the table has decided."""
    ruling = _ruling(state)
    if ruling is None:
        return False
    return seat == ruling.winner if ruling.winner is not None else seat in ruling.tied


def _bar(state: State, seat: Seat, penalty: int, now: int) -> int:
    """What is left of an early press's bar, in thousandths."""
    left = state.bars.get(seat, now) - now
    if state.phase not in {"armed", "open"} or left <= 0 or penalty <= 0:
        return 0
    return max(1, share(left, penalty))
