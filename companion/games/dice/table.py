"""Dice on the table window: they tumble and land, their sum above them, the rolls before beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.dice.faces import named, past_lines
from companion.games.dice.screens import coloured
from companion.games.dice.state import ROLL_NS, Options, Phase, State
from companion.games.faces import colour_face
from companion.games.options import Setup
from companion.table import parts
from companion.table.parts import AT_REST, Poster, share
from companion.table.view import Part, TableView
from companion.words import Say
from firmware.rolling import Die
from firmware.views import Face

LOOKED_BACK = 5
"""So many of the last rolls stand beside the dice."""
_PIPS = {"1", "2", "3", "4", "5", "6"}


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """The table window: dice tumble and land, with their sum above."""
    gone = AT_REST if state.thrown_at is None else share(now - state.thrown_at, ROLL_NS)
    state = state.landed(now)
    lying = parts.Dice(tuple(_dice(setup, state, say)), gone, state.rolls)
    middle = (lying, *_past(state, say))
    match state.phase:
        case Phase.READY:
            return TableView(middle=middle)
        case Phase.ROLLED if state.lies is not None and (total := state.lies.total) is not None:
            one = len(setup.options.set.dice) == 1
            headline = str(total) if one else say("Sum: {total}", total=total)
            return TableView(title=say("roll {n}", n=state.rolls), headline=headline, middle=middle)
        case Phase.ROLLING | Phase.ROLLED:
            roll = say("roll {n}", n=state.rolls + (state.phase is Phase.ROLLING))
            return TableView(title=say("Dice"), headline=roll, middle=middle)


def _past(state: State, say: Say) -> Iterator[Part]:
    """The sums before that of the dice that lie there."""
    past = state.past[1:] if state.phase is Phase.ROLLED else state.past
    lines = [say.text(next(past_lines([roll]))) for roll in past if roll[1].total is not None]
    if lines:
        yield Poster(lines=tuple(lines[:LOOKED_BACK]))


def _dice(setup: Setup[Options], state: State, say: Say) -> Iterator[parts.Die]:
    drawn = coloured(setup)
    dropped = state.lies.dropped if state.lies is not None and state.phase is Phase.ROLLED else ()
    shown = zip(setup.options.set.dice, state.seen(setup.options), strict=True)
    for number, (die, seen) in enumerate(shown, 1):
        face = colour_face(die.name, seen, say) if drawn else Face(say.text(named(seen)))
        face = replace(face, still=number in state.locked)
        yield parts.Die(face, _sides(die), dropped=number in dropped)


def _sides(die: Die) -> int:
    """How many sides a die with numbers has; of six, all must be such that pips can show them."""
    pips = set(die.faces) <= _PIPS
    return len(die.faces) if die.numbered and (pips or len(die.faces) != len(_PIPS)) else 0
