"""What the knob offers in Kezao: stop, whose card was wrong, who was first; what real dice show."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.games.choice import Choice
from companion.games.counts import counted
from companion.games.faces import COLOURS
from companion.games.kezao.dice import WITH, dice_of
from companion.games.kezao.state import GOAL, Options, Phase, State
from companion.words import T, Text, Who

STOP = Choice("", T("Stop: wrong card"))
GO_ON = Choice("resume", T("Go on"))
NOBODY = Choice("nobody", T("Nobody can lay"))
CAST = Choice("", T("The dice lie"))

PICKED: Mapping[str, Text] = {
    "++": T("two with"),
    "+-": T("with, without"),
    "--": T("two without"),
    "+": T("one with"),
    "-": T("one without"),
}
"""What a pick is called."""


def choices(state: State, options: Options) -> tuple[Choice, ...]:
    """What can be chosen now; none where the knob takes dice, where they roll, and while a button is held."""
    dice = (Choice("dice", T("What dice show"), partial(_dice, options.picks)),) if options.real else ()
    wrong = (Choice("wrong", T("Wrong card ..."), partial(_wrong, state)),) if state.laid else ()
    match state.phase:
        case Phase.CHOOSE if options.real:
            return (CAST, *dice)
        case Phase.LAY if state.landed and state.tied:
            return (Choice("who", T("Who was first?"), partial(_first, state)), *dice)
        case Phase.LAY if state.landed:
            return (STOP if state.judging is None else GO_ON, NOBODY, *wrong, *dice)
        case Phase.CHECK if state.hold is None:
            go_on = (GO_ON,) if state.nobody and state.emptied is None else ()
            return (Choice("", _checked(state)), *go_on, *wrong, *dice)
    return ()


def _checked(state: State) -> Text:
    """What follows on the check."""
    if state.emptied is not None:
        return T("A point!")
    return GO_ON.label if state.goes_on else T("Next roll")


def _first(state: State) -> tuple[Choice, ...]:
    return tuple(Choice(f"first {seat}", T("{who} was first", who=Who(seat))) for seat in state.tied)


def _wrong(state: State) -> tuple[Choice, ...]:
    return tuple(Choice(f"wrong {seat}", T("{who}", who=Who(seat))) for seat in sorted(set(state.laid)))


# -- dice of the table's own -----------------------------------------------------------------------


def _dice(picks: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(pick, PICKED[pick], partial(_colours, pick, "")) for pick in picks)


def _colours(signs: str, said: str) -> tuple[Choice, ...]:
    """The colour of the first of these dice, then of the next."""
    die, *_ = dice_of(signs)
    choices = []
    for number, (colour, word) in enumerate(COLOURS.items(), start=1):
        text = f"{said} {die.name} {colour}".strip()
        label = T("with {colour}", colour=word) if die is WITH else T("without {colour}", colour=word)
        then = partial(_colours, signs[1:], text) if signs[1:] else None
        # The same colour on both kinds can't be: the knob doesn't start there.
        choices.append(Choice(text, label, then, number % len(COLOURS)))
    return tuple(choices)


# -- corrections -----------------------------------------------------------------------------------


def corrections(state: State) -> tuple[Choice, ...]:
    """Everyone's cards and points."""
    if state.phase is Phase.OVER:
        return ()
    cards = {seat: player.cards for seat, player in state.players.items()}
    points = {seat: player.points for seat, player in state.players.items()}
    return (
        counted("cards", T("Cards ..."), cards, lambda seat: range(state.most_cards(seat) + 1)),
        counted("points", T("Points ..."), points, lambda _: range(GOAL + 1)),
    )
