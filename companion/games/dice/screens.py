"""What people see of dice: faces as large as they fit, and that each roll is a new one."""

from __future__ import annotations

from dataclasses import replace

from companion.games.dice.faces import added, in_a_row, reckoned
from companion.games.dice.notation import called
from companion.games.dice.state import ROLL_NS, Options, Phase, State
from companion.games.faces import COLOURS, UNKNOWN, colour_face
from companion.games.options import Setup
from companion.words import Say
from firmware.events import Seat
from firmware.views import Dice, Lamp, Mood, Screen

ONE_ROW = 9
"""Faces that take no more cells than this are the one big thing; of more dice it is the total."""

MOST_WORDS = 12
"""More words than these are no big thing: they are lines."""


def coloured(setup: Setup[Options]) -> bool:
    """Whether these are a game's dice with colours, to be drawn; those the box knows by name are words."""
    dice = setup.options.set.dice
    return dice in setup.here.sets.values() and all(set(die.faces) <= COLOURS.keys() for die in dice)


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The main panel: the faces, how many rolls there were, what counts and comes of it, what is locked."""
    state = state.landed(now)
    if state.phase is Phase.READY:
        dice = say.text(called(str(setup.options.set)))
        return Screen(dice, say("Roll!"), hint=say("press or ok"))
    rolling = state.phase is Phase.ROLLING
    number = state.rolls + rolling
    title, locked = say("roll {n}", n=number), " ".join(map(str, state.locked))
    mood = Mood.WAIT if rolling else Mood.CALM
    if coloured(setup):
        title = say("roll {n}, locked {dice}", n=number, dice=locked) if locked else title
        return Screen(title, figure=_figure(setup, state, say), mood=mood)
    stay = (say("locked {dice}", dice=locked),) if locked else ()
    return replace(_faces(setup, state, title, stay, say), mood=mood)


def _faces(setup: Setup[Options], state: State, title: str, stay: tuple[str, ...], say: Say) -> Screen:
    """Numbers and words, large while they fit and there is nothing to reckon; else the total above them."""
    dice, seen = setup.options.set, state.seen(setup.options)
    row, with_total = say.text(in_a_row((*seen, *added(dice.modifier)))), title
    total: int | str | None = UNKNOWN
    if state.phase is Phase.ROLLED and state.lies is not None:
        row, total = say.text(reckoned(state.lies)), state.lies.total
        with_total = title if total is None else say("{title}: total {total}", title=title, total=total)
    if dice.numbered and total is not None and (dice.drops or dice.modifier or len(row) > ONE_ROW):
        return Screen(title, str(total), text=(row, *stay))
    if len(seen) > MOST_WORDS:
        return Screen(with_total, text=(row, *stay))
    return Screen(with_total, row, text=stay)


def _figure(setup: Setup[Options], state: State, say: Say) -> Dice:
    """Dice with colours; those that show something while others roll are locked."""
    rolling = state.phase is Phase.ROLLING
    faces = (
        replace(colour_face(die.name, colour, say), still=rolling and colour is not None)
        for die, colour in zip(setup.options.set.dice, state.seen(setup.options), strict=True)
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
