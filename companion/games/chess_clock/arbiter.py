"""What an arbiter puts right on a chess clock: times, moves, whose turn it is, the order; typed, or by knob.

Moves at any time; all else while no time runs, so that no turn of the knob can change a clock that runs.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.games.base import NotNow
from companion.games.chess_clock.bonus import Bonus
from companion.games.chess_clock.state import MOST_MOVES, MOST_S, OFFERED_S, Phase, State, shown
from companion.games.choice import Choice
from companion.games.clocks import change, clock
from companion.games.counts import counted, typed_change
from companion.words import T, Text, Who
from firmware.digits import is_number
from firmware.events import NS_PER_S, Seat

CHANGES = (-600, -300, -120, -60, -30, -10, -5, -1, 1, 5, 10, 30, 60, 120, 300, 600)
"""What the knob gives or takes (s), the smallest change where it stands; often enough, they are any."""


def put_right(state: State, words: tuple[str, ...], fresh: Bonus, got: str) -> State:
    """The state after what the arbiter typed.

    Args:
        state: as it is.
        words: ``SEAT +N``, ``time SEAT N`` (s), ``moves SEAT N``, ``turn SEAT`` or ``order SEAT SEAT ...``.
        fresh: what a move is worth that begins now.
        got: the words as they were typed.

    Raises:
        NotNow: they can't be understood, or not now.
    """
    match words:
        case ("moves", seat, moves) if _plays(state, seat) and is_number(moves) and int(moves) <= MOST_MOVES:
            return _moved(state, int(seat), int(moves))
        case ("time", seat, time) if _plays(state, seat) and is_number(time) and 1 <= int(time) <= MOST_S:
            return _given(state, int(seat), int(time) * NS_PER_S - _left(state, int(seat)))
        case ("turn", seat) if _plays(state, seat) and int(seat) not in state.flags:
            return _turned(state, int(seat), fresh)
        case ("order", *said):
            named = " ".join(said).replace(",", " ").split()
            everyone = set(map(str, state.standing)) <= set(named) <= set(map(str, state.order))
            if everyone and len(set(named)) == len(named):
                return _ordered(state, tuple(map(int, named)))
        case (seat, by) if _plays(state, seat) and (by_s := typed_change(by)) is not None:
            return _given(state, int(seat), by_s * NS_PER_S)
    raise NotNow(_expected(words[:1], got))


def _expected(about: tuple[str, ...], got: str) -> Text:
    match about:
        case ("moves",):
            return T("Expected moves SEAT 12, got {got}", got=got)
        case ("time",):
            return T("Expected time SEAT 300 (1 to {most} s), got {got}", most=MOST_S, got=got)
        case ("turn",):
            return T("Expected turn and who has time left, got {got}", got=got)
        case ("order",):
            return T("Expected order and everyone once, got {got}", got=got)
    return T("Expected SEAT +60 or SEAT -60 seconds, got {got}", got=got)


def _plays(state: State, seat: str) -> bool:
    return is_number(seat) and int(seat) in state.order


def _left(state: State, seat: Seat) -> int:
    """What a seat has left while no time runs (ns)."""
    return state.left(seat, state.until or 0)


def _check_stands(state: State) -> None:
    match state.phase:
        case Phase.RUNNING:
            raise NotNow(T("First pause: ok"))
        case Phase.UP | Phase.OVER:
            raise NotNow(T("Time is up"))


def _may_give(state: State, seat: Seat, by: int) -> bool:
    """Whether so much more or less (ns) leaves a seat some time, and no more than a clock shows."""
    return seat not in state.flags and 0 < _left(state, seat) + by <= MOST_S * NS_PER_S


def _given(state: State, seat: Seat, by: int) -> State:
    _check_stands(state)
    if not _may_give(state, seat, by):
        raise NotNow(T("{who} has {time} left", who=Who(seat), time=shown(_left(state, seat))))
    return replace(state, given={**state.given, seat: state.given[seat] + by})


def _moved(state: State, seat: Seat, moves: int) -> State:
    if state.phase is Phase.OVER:
        raise NotNow(T("Time is up"))
    return replace(state, passes={**state.passes, seat: moves})


def _turned(state: State, seat: Seat, fresh: Bonus) -> State:
    """Another's turn: what was thought is laid to whoever thought it, and nobody has moved."""
    _check_stands(state)
    return state if seat == state.turn else replace(state.laid_down(state.until or 0), turn=seat, bonus=fresh)


def _ordered(state: State, named: tuple[Seat, ...]) -> State:
    """Another order; before the start its first begins, later whoever's turn it is goes on."""
    _check_stands(state)
    ordered = replace(state, order=ring((*named, *(seat for seat in state.order if seat not in named))))
    return replace(ordered, turn=named[0]) if state.phase is Phase.READY else ordered


def ring(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The same round, told from its lowest seat on."""
    lowest = seats.index(min(seats))
    return (*seats[lowest:], *seats[:lowest])


# -- by knob -------------------------------------------------------------------------------------------------


def corrections(state: State) -> tuple[Choice, ...]:
    """All that can be put right now."""
    if state.phase is Phase.OVER:
        return ()
    moves = counted("moves", T("Moves ..."), state.passes, lambda _: range(MOST_MOVES + 1))
    if not state.stands:
        return (moves,)
    times = (_time(state, seat) for seat in sorted(state.standing))
    return (*times, _turn(state), *_order(state), moves)


def _time(state: State, seat: Seat) -> Choice:
    """Whole times, where the knob stands before the start, then more or less, where it stands later."""
    left = _left(state, seat)
    steps = [by for by in CHANGES if _may_give(state, seat, by * NS_PER_S)]
    wholes = [Choice(f"time {seat} {s}", T("{time}", time=clock(s, minutes_always=True))) for s in OFFERED_S]
    changes = [Choice(f"{seat} {by:+}", T("{time}", time=change(by))) for by in steps]
    nearest = min(sum(s * NS_PER_S < left for s in OFFERED_S), len(OFFERED_S) - 1)
    least = len(wholes) + min(sum(by < 0 for by in steps), len(steps) - 1)
    start = nearest if state.phase is Phase.READY else least
    return Choice(f"time {seat}", T("Time: {who}", who=Who(seat)), lambda: (*wholes, *changes), start)


def _turn(state: State) -> Choice:
    others = tuple(
        Choice(f"turn {seat}", T("{who}", who=Who(seat))) for seat in state.standing if seat != state.turn
    )
    label = T("Who begins") if state.phase is Phase.READY else T("Whose turn ...")
    return Choice("turn", label, lambda: others)


def _order(state: State) -> tuple[Choice, ...]:
    """One after the other; of two there is only one."""
    if len(state.standing) < 3:
        return ()
    begun = () if state.phase is Phase.READY else (state.turn,)
    rest = tuple(seat for seat in state.standing if seat not in begun)
    return (Choice("order", T("Order ..."), partial(_orders, begun, rest)),)


def _orders(named: tuple[Seat, ...], rest: tuple[Seat, ...]) -> tuple[Choice, ...]:
    return tuple(_next(named, seat, tuple(other for other in rest if other != seat)) for seat in rest)


def _next(named: tuple[Seat, ...], seat: Seat, rest: tuple[Seat, ...]) -> Choice:
    label: Text = T("then {who}", who=Who(seat)) if named else T("first {who}", who=Who(seat))
    so_far = (*named, seat)
    if len(rest) > 1:
        return Choice(_said(so_far), label, partial(_orders, so_far, rest))
    return Choice(_said((*so_far, *rest)), label)


def _said(seats: tuple[Seat, ...]) -> str:
    return " ".join(("order", *map(str, seats)))
