"""What the knob can choose around a game: in the menu, while it pauses, after its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from companion.games.choice import READ, Choice
from companion.session.shelf import told
from companion.session.state import Shelved, State
from companion.words import T
from firmware.views import LOUDEST

OTHER_LANGUAGE = Choice("language", T("English / polski"))
START = Choice("start", T("Start!"))
GO_ON_AS_IT_WAS = Choice("go on", T("Back to the game"))
GO_ON_SO = Choice("go on", T("Go on like this"))
BEGIN_ANEW = Choice(
    "anew",
    T("New game?"),
    lambda: (
        Choice("as before", T("No, go on")),
        Choice("start", T("Yes, a new game")),
    ),
)
"""What is asked where a game can't change while it is played: it would wait on the shelf."""
ALL_IN = T("That's all")
GO_ON = Choice("resume", T("Go on"))
GO_ON_OR_NEW = (Choice("go on", T("Go on")), Choice("new", T("New game")))
HISTORY = Choice("history", T("History"))
NAMES = Choice("names", T("Names"))
WHO_PLAYS = Choice("seats", T("Who plays?"))
OPTIONS = Choice("options", T("Options"))
QUIT = Choice("quit", T("Quit"))
OFF = Choice(
    "off",
    T("Switch off"),
    lambda: (
        Choice(READ, T("No, stay on")),
        Choice("switch off", T("Yes, switch off")),
    ),
)
AFTER_THE_END = (Choice("again", T("Play again")), WHO_PLAYS, OPTIONS, QUIT)


def sound(volume: int) -> Choice:
    """The choice that makes it louder, or silent after the loudest."""
    bar = "▮" * volume + "·" * (LOUDEST - volume)
    return Choice("volume", T("Sound: {bar}", bar=bar) if volume else T("Sound: off"))


def hold_menu(volume: int, corrections: Callable[[], tuple[Choice, ...]]) -> tuple[Choice, ...]:
    """What hold-ok offers during a game."""
    undo = Choice("undo", T("Undo"))
    correct = (Choice("correct", T("Correct ..."), corrections),) if corrections() else ()
    return (GO_ON, undo, OPTIONS, WHO_PLAYS, *correct, NAMES, sound(volume), QUIT)


def shelf(games: Sequence[Shelved]) -> Choice:
    """What leads to the games that wait."""
    return Choice(
        "shelf", T("Go on with ..."), lambda: tuple(Choice(f"take {one.key}", told(one)) for one in games)
    )


def within(choices: Sequence[Choice], path: Iterable[str]) -> tuple[Choice, ...]:
    """The choices that a path of chosen words leads to; none if it leads nowhere (any more)."""
    for text in path:
        then = next((choice.then for choice in choices if choice.text == text), None)
        choices = () if then is None else then()
    return tuple(choices)


def looked(state: State, choice: Choice) -> State | None:
    """The state once a choice is taken that leads to a next step, or that was only there to be read.

    None: the choice does something.
    """
    if choice.then is not None:
        return replace(state, cursor=choice.start, inside=(*state.path, choice.text))
    return replace(state, cursor=None) if choice.text == READ else None


def out(state: State, first: Sequence[Choice]) -> State:
    """One step back out of the choices; out of the first, the knob stands nowhere.

    Args:
        state: the knob is turned.
        first: what there is to choose first.
    """
    if not state.path:
        return replace(state, cursor=None)
    *outer, last = state.path
    texts = [choice.text for choice in within(first, outer)]
    return replace(state, inside=tuple(outer), cursor=texts.index(last) if last in texts else 0)
