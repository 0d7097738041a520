"""What the knob chooses in a game of 17: special cards, in the reveal the sum and traps, and tokens."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.base import Choice
from companion.games.counts import counted
from companion.games.seventeen.score import LIMIT, TOO_NERVOUS, WINNING
from companion.games.seventeen.state import Mark, Phase, State
from companion.words import T, Text, Who

MOST_SUM = 99

MARKS: Mapping[Mark, Text] = {
    Mark.REVERSE: T("Reverse"),
    Mark.PLAY2: T("Play 2"),
    Mark.REMOVE: T("Remove last"),
    Mark.PLAIN: T("Plain card"),
}

COUNTS: Mapping[str, tuple[Text, int]] = {
    "composure": (T("Composure"), WINNING),
    "nerves": (T("Nerves"), TOO_NERVOUS - 1),
}
"""Tokens that can be said, by the word that is typed: what they are called, and the most of them."""

_MARKS = tuple(Choice(str(mark), label) for mark, label in MARKS.items())
_SUMS = tuple(Choice(f"sum {total}", T("Sum: {total}", total=total)) for total in range(MOST_SUM + 1))


def choices(state: State) -> tuple[Choice, ...]:
    """Done or a mark in a window; in the reveal the sum and, once it is said, that this settles the round.

    What ok is about beside its label, the card or the traps, is a field of the label that nobody reads: an ok
    under way while those change is about what was before.
    """
    match state.phase:
        case Phase.WINDOW if not state.called:
            return (Choice("", T("Turn done", card=state.laid_at)), *_MARKS)
        case Phase.REVEAL:
            marks = _MARKS if state.mark is not None else ()
            traps = (Choice(f"trap {seat}", T("Trap: {who}", who=Who(seat))) for seat in state.players)
            if state.sum is None:
                return (*marks, *traps, *_SUMS)
            settle = Choice("", T("Settle up", traps=state.traps))
            return (*marks, *traps, *_SUMS[: state.sum + 1], settle, *_SUMS[state.sum + 1 :])
    return ()


def first_choice(state: State) -> int:
    """In the reveal one step below seventeen, and then what settles the round, just after the sum said."""
    if state.phase is not Phase.REVEAL:
        return 0
    before = len(_MARKS if state.mark is not None else ()) + len(state.players)
    return before + (LIMIT - 1 if state.sum is None else state.sum + 1)


def corrections(state: State) -> tuple[Choice, ...]:
    """Everyone's tokens; and marks while a call waits for its ruling, when ok means nothing."""
    counts = (_counted(state, what, label, most) for what, (label, most) in COUNTS.items())
    return (*counts, *(_MARKS if state.called else ()))


def _counted(state: State, what: str, label: Text, most: int) -> Choice:
    has = {seat: getattr(player, what) for seat, player in state.players.items()}
    return counted(what, label, has, lambda _: range(most + 1))
