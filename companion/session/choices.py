"""What the knob can choose around a game: in the menu, while it pauses, after its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.games.base import Choice
from companion.words import T
from firmware.views import LOUDEST

OTHER_LANGUAGE = Choice("language", T("English / polski"))
START = Choice("start", T("Start!"))
GO_ON = Choice("resume", T("Go on"))
GO_ON_OR_NEW = (Choice("go on", T("Go on")), Choice("new", T("New game")))
HISTORY = Choice("history", T("History"))
NAMES = Choice("names", T("Names"))
WHO_PLAYS = Choice("seats", T("Who plays?"))
OPTIONS = Choice("options", T("Options"))
QUIT = Choice("quit", T("Quit"))
AFTER_THE_END = (Choice("again", T("Play again")), WHO_PLAYS, OPTIONS, QUIT)


def sound(volume: int) -> Choice:
    """The choice that makes it louder, or silent after the loudest."""
    bar = "▮" * volume + "·" * (LOUDEST - volume)
    return Choice("volume", T("Sound: {bar}", bar=bar) if volume else T("Sound: off"))


def hold_menu(volume: int, corrections: Callable[[], tuple[Choice, ...]]) -> tuple[Choice, ...]:
    """What hold-ok offers during a game."""
    undo = Choice("undo", T("Undo"))
    correct = (Choice("correct", T("Correct ..."), corrections),) if corrections() else ()
    return (GO_ON, undo, OPTIONS, WHO_PLAYS, NAMES, sound(volume), QUIT, *correct)


def within(choices: Sequence[Choice], path: Iterable[str]) -> tuple[Choice, ...]:
    """The choices that a path of chosen words leads to; none if it leads nowhere (any more)."""
    for text in path:
        then = next((choice.then for choice in choices if choice.text == text), None)
        choices = () if then is None else then()
    return tuple(choices)
