"""Dice on the table window: they tumble and land, with their sum above."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.faces import COLOURS, UNKNOWN, colour_face
from companion.table.parts import Dice
from companion.table.parts import Die as TableDie
from companion.table.view import TableView
from companion.words import Say
from firmware.dice import KEZAO, Die
from firmware.views import Face

if TYPE_CHECKING:
    from companion.games.dice.referee import State


def table(state: State, dice: tuple[Die, ...], total: int | None, gone: int, say: Say) -> TableView:
    """What lies there.

    Args:
        state: with dice at rest, if their time is over.
        dice: all of them.
        total: of what they show; None if they have no numbers or weren't rolled.
        gone: how much of their time to roll has passed, in thousandths; `AT_REST`: they lie.
        say: the language.
    """
    under_way = state.thrown_at is not None
    shown = tuple(
        _die(die, _seen(state, number, under_way), number in state.locked, dice, say)
        for number, die in enumerate(dice, 1)
    )
    lying = Dice(shown, gone, state.rolls)
    if not state.faces and not under_way:
        return TableView(middle=(lying,))
    roll = say("roll {n}", n=state.rolls + under_way)
    if under_way or total is None:
        return TableView(title=say("Dice"), headline=roll, middle=(lying,))
    headline = say("Sum: {total}", total=total) if len(dice) > 1 else str(total)
    return TableView(title=roll, headline=headline, middle=(lying,))


def _seen(state: State, number: int, under_way: bool) -> str | None:
    """What a die shows; None while nobody is to read it."""
    if not state.faces or (under_way and number not in state.locked):
        return None
    return state.faces[number - 1]


def _die(die: Die, face: str | None, locked: bool, dice: tuple[Die, ...], say: Say) -> TableDie:
    if dice == KEZAO:
        return TableDie(replace(colour_face(die.name, face, say), still=locked))
    numbered = die.faces[0] == "1"
    text = UNKNOWN if face is None else _word(face, say)
    return TableDie(Face(text, still=locked), len(die.faces) if numbered else 0)


def _word(face: str, say: Say) -> str:
    return say.text(COLOURS[face]) if face in COLOURS else face
