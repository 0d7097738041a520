from __future__ import annotations

from companion.games.facts import Course, Ending, Fact, Side, count, in_a_row
from companion.games.options import Setup
from companion.words import T

from .state import Options, State


def ending(setup: Setup[Options], course: Course[State]) -> Ending:
    end = course.end
    sides = tuple(Side((seat,), (n,), count(n)) for seat, n in end.presses.items())
    row = in_a_row((state.last for state in course.states), T("Presses in a row"))
    facts = (*row, Fact(T("Presses of all"), count(sum(end.presses.values()))))
    return Ending(T("First to {goal}", goal=setup.options.goal), sides, facts)
