"""One screen that reminds of a game's rules, in our own words."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games import find_referee
from companion.games.reminders import HOLD_OK, REMINDERS
from companion.words import Say


@dataclass(frozen=True, slots=True)
class Reminder:
    """What counts most in a game, already in the table's language.

    Attributes:
        title: the game's name.
        goal: what it is about: one sentence.
        lines: what counts most: at most seven short sentences.
        buttons: what a press, a hold and the knob do in it: one short sentence each.
    """

    title: str
    goal: str
    lines: tuple[str, ...]
    buttons: tuple[str, ...]


def reminder(name: str, say: Say) -> Reminder:
    """The reminder of one game.

    Args:
        name: the referee's.
        say: the language.

    Raises:
        OptionError: there is no such game.
    """
    referee = find_referee(name)
    words = REMINDERS[name]
    return Reminder(
        title=say.text(referee.title),
        goal=say.text(words.goal),
        lines=tuple(say.text(line) for line in words.lines),
        buttons=tuple(say.text(line) for line in (*words.buttons, HOLD_OK)),
    )
