"""Dice on the table window: they tumble and land, with their sum above."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.dice.screens import coloured, word
from companion.games.dice.state import ROLL_NS, Options, Phase, State
from companion.games.faces import colour_face
from companion.games.options import Setup
from companion.table import parts
from companion.table.parts import AT_REST, share
from companion.table.view import TableView
from companion.words import Say
from firmware.views import Face


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """The table window: dice tumble and land, with their sum above."""
    gone = AT_REST if state.thrown_at is None else share(now - state.thrown_at, ROLL_NS)
    state = state.landed(now)
    lying = parts.Dice(tuple(_dice(setup, state, say)), gone, state.rolls)
    total = state.total
    match state.phase:
        case Phase.READY:
            return TableView(middle=(lying,))
        case Phase.ROLLED if total is not None:
            headline = say("Sum: {total}", total=total) if len(setup.options.set) > 1 else str(total)
            return TableView(title=say("roll {n}", n=state.rolls), headline=headline, middle=(lying,))
        case Phase.ROLLING | Phase.ROLLED:
            roll = say("roll {n}", n=state.rolls + (state.phase is Phase.ROLLING))
            return TableView(title=say("Dice"), headline=roll, middle=(lying,))


def _dice(setup: Setup[Options], state: State, say: Say) -> Iterator[parts.Die]:
    drawn = coloured(setup)
    shown = zip(setup.options.set, state.seen(setup.options), strict=True)
    for number, (die, seen) in enumerate(shown, 1):
        face = colour_face(die.name, seen, say) if drawn else Face(word(seen, say))
        sides = len(die.faces) if not drawn and die.faces[0] == "1" else 0
        yield parts.Die(replace(face, still=number in state.locked), sides)
