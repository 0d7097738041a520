"""Dice on the table window: they tumble and land, their sum beside them, the rolls before in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.dice.faces import named, reckoned
from companion.games.dice.screens import coloured
from companion.games.dice.state import ROLL_NS, Options, Phase, State
from companion.games.faces import colour_face
from companion.games.options import Setup
from companion.table import parts
from companion.table.parts import AT_REST, Figure, share
from companion.table.view import Part, TableView
from companion.words import Say
from firmware.rolling import Die
from firmware.views import Face

LOOKED_BACK = 4
"""So many of the last rolls are told."""
_PIPS = {"1", "2", "3", "4", "5", "6"}


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """Dice tumble and land; beside them what they come to, where that isn't what one of them shows."""
    gone = AT_REST if state.thrown_at is None else share(now - state.thrown_at, ROLL_NS)
    state = state.landed(now)
    middle: tuple[Part, ...] = (parts.Dice(tuple(_dice(setup, state, say)), gone, state.rolls),)
    dice, thrown = setup.options.set, state.phase is not Phase.READY  # before that, dice have all the place
    if thrown and dice.numbered and (len(dice.dice) > 1 or dice.modifier):
        middle += (_sum(state, say),)
    rolling = state.phase is Phase.ROLLING
    roll = say("roll {n}", n=state.rolls + rolling)
    headline = "" if state.phase is Phase.READY else roll
    return TableView(
        title=say("Dice"),
        headline=headline,
        text=tuple(_told(setup, state, say)),
        middle=middle,
    )


def _sum(state: State, say: Say) -> Figure:
    """What lies there in all; its place is kept while nobody knows it."""
    total = state.lies.total if state.phase is Phase.ROLLED and state.lies is not None else None
    return Figure("") if total is None else Figure(str(total), say("sum"))


def _told(setup: Setup[Options], state: State, say: Say) -> Iterator[str]:
    """How it is reckoned, where that isn't seen; and the sums before, the newest first."""
    dice, rolled = setup.options.set, state.phase is Phase.ROLLED
    lies = state.lies if rolled and (dice.drops or dice.modifier) else None
    yield "" if lies is None else say.text(reckoned(lies))
    past = [thrown.total for _, thrown in state.past[rolled:]]
    totals = [str(total) for total in past[:LOOKED_BACK] if total is not None]
    yield say("before: {totals}", totals=", ".join(totals)) if totals else ""


def _dice(setup: Setup[Options], state: State, say: Say) -> Iterator[parts.Die]:
    drawn = coloured(setup)
    dropped = state.lies.dropped if state.lies is not None and state.phase is Phase.ROLLED else ()
    shown = zip(setup.options.set.dice, state.seen(setup.options), strict=True)
    for number, (die, seen) in enumerate(shown, 1):
        face = colour_face(die.name, seen, say) if drawn else Face(say.text(named(seen)))
        face = replace(face, still=number in state.locked)
        yield parts.Die(face, _sides(die), dropped=number in dropped, does=_does(state, number))


def _does(state: State, number: int) -> str:
    """What a touch on a die that lies there stands for: it stays, or rolls again."""
    if state.phase is not Phase.ROLLED:
        return ""
    return f"unlock {number}" if number in state.locked else f"lock {number}"


def _sides(die: Die) -> int:
    """How many sides a die with numbers has; of six, all must be such that pips can show them."""
    pips = set(die.faces) <= _PIPS
    return len(die.faces) if die.numbered and (pips or len(die.faces) != len(_PIPS)) else 0
