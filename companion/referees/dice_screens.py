"""What people see of dice: faces as large as they fit, and that each roll is a new one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.referees.base import Choice
from companion.referees.dice_faces import COLOURS
from companion.words import Say, T, Text
from firmware.views import Mood, Screen

if TYPE_CHECKING:
    from companion.referees.dice import State

ROLL = Choice("", T("Roll"))
UNLOCK_ALL = Choice("unlock", T("Unlock all"))

SIGNS: Mapping[str, str] = {"with": "+", "without": "−"}
"""What stands before a face of a die that says more than its face."""

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


def main(state: State, dice: int, total: int | None, kinds: Mapping[int, str], say: Say) -> Screen:
    """What every panel shows.

    Args:
        state: with dice at rest, if their time is over.
        dice: how many there are.
        total: of what they show; None if they have no numbers or weren't rolled.
        kinds: what each die is, counted from 1, where its face alone doesn't say it.
        say: speaks the table's language.
    """
    rolling = state.thrown_at is not None
    if not state.faces and not rolling:
        return Screen(say("Dice"), say("Roll!"), hint=say("press or ok"))
    shown = [
        _face(state.faces[number - 1] if number in state.locked else "?", say)
        if rolling
        else _face(state.faces[number - 1], say)
        for number in range(1, dice + 1)
    ]
    title = say("roll {n}", n=state.rolls + rolling)
    if total is not None and not rolling:
        title = say("{title}: total {total}", title=title, total=total)
    mood = Mood.WAIT if rolling else Mood.CALM
    locked = (say("locked {dice}", dice=" ".join(map(str, state.locked))),) if state.locked else ()
    if kinds:
        lines = (f"{SIGNS.get(kinds[number], '')} {face}" for number, face in enumerate(shown, 1))
        return Screen(title, text=tuple(lines), hint="".join(locked), mood=mood)
    row = " ".join(shown)
    if len(row) <= ONE_ROW:
        return Screen(title, row, text=locked, mood=mood)
    big = "?" if rolling or total is None else str(total)
    return Screen(say("roll {n}", n=state.rolls + rolling), big, text=(row, *locked), mood=mood)


def _face(face: str, say: Say) -> str:
    return say.text(COLOURS[face]) if face in COLOURS else face
