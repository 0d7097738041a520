"""The points of a quiz: counted by team, corrected by word or by knob, kept for whoever leaves."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.games.base import Choice
from companion.games.buzzer.state import MOST_POINTS, Options
from companion.games.counts import counted
from companion.games.options import Setup
from companion.words import T
from firmware.digits import is_number
from firmware.events import Seat

MOST_SAID = 9999
"""Points that can be said; more can only be won."""

WITHIN = 100
"""So far from what a seat has the knob reaches at once."""

Points = Mapping[Seat, int]


def corrected(setup: Setup[Options], points: Points, words: tuple[str, ...]) -> Points | None:
    """The points after ``points SEAT N``, ``SEAT +N`` or ``SEAT -N``; None: nothing of the kind was typed."""
    match words:
        case ("points", seat, number) if _plays(setup, seat):
            said = _within(number, MOST_SAID)
            return None if said is None else _all(setup, points, int(seat), said)
        case (seat, signed) if _plays(setup, seat) and signed[0] in "+-" and is_number(signed[1:]):
            change = _within(str(int(signed)), MOST_POINTS)
            return None if change is None else add(setup, points, int(seat), change)
    return None


def _plays(setup: Setup[Options], seat: str) -> bool:
    return is_number(seat) and int(seat) in setup.seats


def _within(text: str, most: int) -> int | None:
    return int(text) if is_number(text.removeprefix("-")) and abs(int(text)) <= most else None


def add(setup: Setup[Options], points: Points, seat: Seat, change: int) -> Points:
    """With so many more for a seat, and so for its team."""
    return _all(setup, points, seat, points[seat] + change)


def _all(setup: Setup[Options], points: Points, seat: Seat, number: int) -> Points:
    return {**points, **dict.fromkeys(setup.options.team(seat), number)}


def choices(setup: Setup[Options], points: Points) -> tuple[Choice, ...]:
    """Each seat's points; in it the numbers around them."""
    playing = {seat: points[seat] for seat in setup.seats}
    around = {seat: range(had - WITHIN, had + WITHIN + 1) for seat, had in playing.items()}
    return (counted("points", T("Points ..."), playing, around.__getitem__),)


def carried(setup: Setup[Options], points: Points, played: Collection[Seat]) -> Points:
    """The points with which other seats, or other teams, go on.

    Args:
        setup: of those who play now.
        points: what each seat had, also those that left long ago.
        played: the seats that played until now.

    Returns:
        The points: who comes into a team that plays has the team's, who comes back its own, anyone else none.
    """
    mates = {seat: [m for m in setup.options.team(seat) if m in played] for seat in setup.seats}
    joined = [seat for seat in setup.seats if seat not in played]
    come = {seat: points[mates[seat][0]] if mates[seat] else points.get(seat, 0) for seat in joined}
    return {**points, **come}
