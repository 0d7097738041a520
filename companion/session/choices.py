"""What the knob can choose around a game: in the menu, while it pauses, after its end."""

from __future__ import annotations

from companion.games.base import Choice
from companion.words import T
from firmware.views import LOUDEST

OTHER_LANGUAGE = Choice("language", T("English / polski"))
START = Choice("start", T("Start!"))
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


def hold_menu(volume: int) -> tuple[Choice, ...]:
    """What hold-ok offers during a game."""
    go_on, undo = Choice("resume", T("Go on")), Choice("undo", T("Undo"))
    return (go_on, undo, OPTIONS, WHO_PLAYS, NAMES, sound(volume), QUIT)
