"""What people see of dice: faces as large as they fit, and that each roll is a new one."""

from __future__ import annotations

from dataclasses import replace

from companion.games.dice.state import ROLL_NS, Options, Phase, State
from companion.games.faces import COLOURS, UNKNOWN, colour_face
from companion.games.options import Setup
from companion.words import Say, Text
from firmware.events import Seat
from firmware.views import Dice, Lamp, Mood, Screen

ONE_ROW = 9
"""Faces that take no more cells than this are the one big thing; of more dice it is the total."""


def named(face: str | None) -> str | Text:
    """A face as people call it; what rolls isn't told before it is seen."""
    return UNKNOWN if face is None else COLOURS.get(face, face)


def word(face: str | None, say: Say) -> str:
    """A face in the table's language."""
    called = named(face)
    return called if isinstance(called, str) else say.text(called)


def coloured(setup: Setup[Options]) -> bool:
    """Whether these are a game's dice with colours, to be drawn; those the box knows by name are words."""
    dice = setup.options.set
    return dice in setup.here.sets.values() and all(set(die.faces) <= COLOURS.keys() for die in dice)


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The main panel: the faces, how many rolls there were, the total, what is locked."""
    state = state.landed(now)
    if state.phase is Phase.READY:
        return Screen(say("Dice"), say("Roll!"), hint=say("press or ok"))
    rolling = state.phase is Phase.ROLLING
    number = state.rolls + rolling
    title, locked = say("roll {n}", n=number), " ".join(map(str, state.locked))
    mood = Mood.WAIT if rolling else Mood.CALM
    if coloured(setup):
        title = say("roll {n}, locked {dice}", n=number, dice=locked) if locked else title
        return Screen(title, figure=_figure(setup, state, say), mood=mood)
    stay = (say("locked {dice}", dice=locked),) if locked else ()
    words = tuple(word(face, say) for face in state.seen(setup.options))
    row, total = " ".join(words), None if rolling else state.total
    if setup.options.numbered and len(row) > ONE_ROW:
        return Screen(title, "?" if total is None else str(total), text=(row, *stay), mood=mood)
    if total is not None:
        title = say("{title}: total {total}", title=title, total=total)
    if len(row) > ONE_ROW:
        return Screen(title, text=(*words, *stay), mood=mood)
    return Screen(title, row, text=stay, mood=mood)


def _figure(setup: Setup[Options], state: State, say: Say) -> Dice:
    """Dice with colours; those that show something while others roll are locked."""
    rolling = state.phase is Phase.ROLLING
    faces = (
        replace(colour_face(die.name, colour, say), still=rolling and colour is not None)
        for die, colour in zip(setup.options.set, state.seen(setup.options), strict=True)
    )
    return Dice(tuple(faces), rolling)


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: the same, as everyone may roll."""
    return main(setup, state, now, say)


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: you may roll."""
    return Lamp.OFF if state.rolling(now) else Lamp.ON


def changes_at(setup: Setup[Options], state: State, now: int) -> int | None:
    """When the dice come to rest."""
    return state.thrown_at + ROLL_NS if state.thrown_at is not None and state.rolling(now) else None
