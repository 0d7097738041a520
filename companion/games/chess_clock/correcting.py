"""A seat's time on the chess clock put right, by word or by knob: some seconds more or less."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial

from companion.games.base import Choice, NotNow
from companion.games.chess_clock.state import MOST_S, State
from companion.games.clocks import change, clock
from companion.words import T, Who
from firmware.digits import is_number
from firmware.events import NS_PER_S, Seat
from firmware.falling_sand import seconds_shown

LESS = (-600, -300, -60, -30, -10, -5, -1)
MORE = (1, 5, 10, 30, 60, 300, 600)
"""What the knob offers (s), the smallest change where it stands; often enough, they are any."""


def read(words: tuple[str, ...], seats: Collection[Seat]) -> tuple[Seat, int] | None:
    """The seat and the seconds of ``SEAT +N`` or ``SEAT -N``; None: something else was typed."""
    match words:
        case (seat, by) if is_number(seat) and by[0] in "+-" and is_number(by[1:]):
            return (int(seat), int(by)) if int(seat) in seats else None
    return None


def corrected(state: State, seat: Seat, by_s: int) -> State:
    """With so many more seconds for a seat, while no time runs.

    Raises:
        NotNow: it would have none left, or more than a clock shows.
    """
    if not _can_be(state, seat, by_s):
        raise NotNow(T("{who} has {time} left", who=Who(seat), time=_left(state, seat)))
    return replace(state, given={**state.given, seat: state.given[seat] + by_s * NS_PER_S})


def _can_be(state: State, seat: Seat, by_s: int) -> bool:
    left = state.given[seat] - state.used[seat] + by_s * NS_PER_S
    return not state.fallen(seat) and 0 < left <= MOST_S * NS_PER_S


def _left(state: State, seat: Seat) -> str:
    return clock(seconds_shown(state.given[seat] - state.used[seat]), minutes_always=True)


def choices(state: State, seats: Collection[Seat]) -> tuple[Choice, ...]:
    """Each seat that has time left; in it what can be given or taken."""
    return tuple(_choice(state, seat) for seat in seats if not state.fallen(seat))


def _choice(state: State, seat: Seat) -> Choice:
    steps = [by for by in (*LESS, *MORE) if _can_be(state, seat, by)]
    start = sum(by < 0 for by in steps)
    then = partial(_changes, seat, steps)
    return Choice(f"time {seat}", T("Time: {who}", who=Who(seat)), then, min(start, len(steps) - 1))


def _changes(seat: Seat, steps: Collection[int]) -> tuple[Choice, ...]:
    return tuple(Choice(f"{seat} {by:+}", T("{time}", time=change(by))) for by in steps)
