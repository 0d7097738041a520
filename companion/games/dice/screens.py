"""What people see of dice: faces as large as they fit, and that each roll is a new one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.base import Choice
from companion.games.faces import COLOURS, UNKNOWN, colour_face
from companion.words import Say, T, Text
from firmware.dice import KEZAO, Die
from firmware.views import Dice, Mood, Screen

if TYPE_CHECKING:
    from companion.games.dice.referee import State

ROLL = Choice("", T("Roll"))
UNLOCK_ALL = Choice("unlock", T("Unlock all"))

ONE_ROW = 9
"""Faces that take no more cells than this are the one big thing; of more dice it is the total."""


def named(faces: tuple[str, ...]) -> tuple[str | Text, ...]:
    """Faces as people call them."""
    return tuple(COLOURS.get(face, face) for face in faces)


def lock(number: int, face: str | Text) -> Choice:
    """The choice to lock one die."""
    return Choice(f"lock {number}", T("Lock {number}: {face}", number=number, face=face))


def unlock(number: int, face: str | Text) -> Choice:
    """The choice to unlock one die."""
    return Choice(f"unlock {number}", T("Unlock {number}: {face}", number=number, face=face))


def main(state: State, dice: tuple[Die, ...], total: int | None, say: Say) -> Screen:
    """What every panel shows.

    Args:
        state: with dice at rest, if their time is over.
        dice: all of them.
        total: of what they show; None if they have no numbers or weren't rolled.
        say: speaks the table's language.
    """
    rolling = state.thrown_at is not None
    if not state.faces and not rolling:
        return Screen(say("Dice"), say("Roll!"), hint=say("press or ok"))
    shown = tuple(
        state.faces[number - 1] if not rolling or number in state.locked else None
        for number in range(1, len(dice) + 1)
    )
    title = say("roll {n}", n=state.rolls + rolling)
    mood = Mood.WAIT if rolling else Mood.CALM
    locked = (say("locked {dice}", dice=" ".join(map(str, state.locked))),) if state.locked else ()
    if dice == KEZAO:
        return Screen(title, figure=_kezao(shown, rolling, say), hint="".join(locked), mood=mood)
    words = tuple(UNKNOWN if face is None else _word(face, say) for face in shown)
    if any(die.faces[0] != "1" for die in dice):
        return Screen(title, text=words, hint="".join(locked), mood=mood)
    row = " ".join(words)
    if len(row) <= ONE_ROW:
        if total is not None and not rolling:
            title = say("{title}: total {total}", title=title, total=total)
        return Screen(title, row, text=locked, mood=mood)
    big = "?" if rolling or total is None else str(total)
    return Screen(title, big, text=(row, *locked), mood=mood)


def _word(face: str, say: Say) -> str:
    return say.text(COLOURS[face]) if face in COLOURS else face


def _kezao(shown: tuple[str | None, ...], rolling: bool, say: Say) -> Dice:
    """Kezao's dice; those that show something while others roll are locked."""
    faces = (
        replace(colour_face(die.name, colour, say), still=rolling and colour is not None)
        for die, colour in zip(KEZAO, shown, strict=True)
    )
    return Dice(tuple(faces), rolling)
