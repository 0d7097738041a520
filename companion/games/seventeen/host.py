"""What the host says in a game of 17, and the knob offers: special cards, traps, the sum, settled, tokens.

Functions of the state alone; each raises `NotNow` where what is said can't be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.base import NotNow, Step, check_plays
from companion.games.choice import Choice
from companion.games.counts import counted
from companion.games.seventeen.score import LIMIT, TOO_NERVOUS, WINNING, Player, changes, score_round, winners
from companion.games.seventeen.state import Mark, Phase, Settled, State
from companion.words import T, Text, Who
from firmware.events import Seat
from firmware.presses.race import Race
from firmware.views import Cue, Sound

MOST_TRAPS = 2
"""The game has two trap cards."""

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


def mark(state: State, said: Mark) -> State:
    """The last card does something: where nothing is left of the row, nobody can call, nor can have called.

    Said otherwise again, the call stands again.
    """
    if state.mark is None:
        raise NotNow(T("No card to mark now"))
    marked = replace(state, mark=said)
    if marked.row_now:
        return marked if state.voided is None else replace(state.voided, mark=said, players=state.players)
    nobody = Race(state.race.opened, state.race.tie, reach=state.race.reach)
    if state.phase is Phase.WINDOW:
        return replace(marked, race=nobody)
    return replace(marked, phase=Phase.WINDOW, race=nobody, traps=(), sum=None, voided=state)


def toggle_trap(state: State, seat: Seat) -> State:
    """A seat hid a trap, or didn't after all."""
    if state.phase is not Phase.REVEAL:
        raise NotNow(T("Traps are counted after a call"))
    check_plays(seat, state.players)
    if seat in state.traps:
        return replace(state, traps=tuple(other for other in state.traps if other != seat))
    if len(state.traps) == MOST_TRAPS:
        raise NotNow(T("There are only two traps in the game"))
    return replace(state, traps=tuple(sorted((*state.traps, seat))))


def take_sum(state: State, total: int) -> State:
    """The row has been counted."""
    if state.phase is not Phase.REVEAL:
        raise NotNow(T("The row is counted after a call"))
    if total > MOST_SUM:
        raise NotNow(T("Expected a sum from 0 to {most}, got {got}", most=MOST_SUM, got=total))
    return replace(state, sum=total)


def settle(state: State) -> Step[State]:
    """The round is over: everyone's tokens, and why."""
    if state.sum is None:
        raise NotNow(T("Count the row and turn the knob to its sum"))
    caller, layer = state.race.winner, state.last_layer
    assert caller is not None
    assert layer is not None
    players, starter = score_round(state.players, caller, layer, state.traps, state.sum)
    made = changes(state.players, caller, layer, state.traps, state.sum)
    told = Settled(caller, layer, state.sum, made)
    settled = replace(_afresh(state, players), turn=starter, settled=told)
    sound = Sound.RIGHT if state.sum >= LIMIT else Sound.WRONG
    return settled, (Cue(Sound.OVER) if settled.won else Cue(sound, caller),)


def _afresh(state: State, players: Mapping[Seat, Player]) -> State:
    """The next round with these tokens, or the end."""
    won = winners(players)
    return State(
        turn=state.turn,
        players=players,
        phase=Phase.OVER if won else Phase.TURN,
        round=state.round + (not won),
        direction=state.direction_now,
        won=won,
    )


def count(state: State, what: str, seat: Seat, n: int) -> Step[State]:
    """A seat has ``n`` tokens, ``composure`` or ``nerves``: that may end the game, or take its end back."""
    check_plays(seat, state.players)
    _, most = COUNTS[what]
    if n > most:
        raise NotNow(T("Expected a number from 0 to {most}, got {got}", most=most, got=n))
    players = {**state.players, seat: replace(state.players[seat], **{what: n})}
    over = bool(winners(players))
    after = _afresh(state, players) if over or state.phase is Phase.OVER else replace(state, players=players)
    return after, (Cue(Sound.OVER),) if over else ()


# -- the knob --------------------------------------------------------------------------------------


def choices(state: State) -> tuple[Choice, ...]:
    """Done or a mark in a window; in the reveal the sum and, once it is said, that this settles it."""
    match state.phase:
        case Phase.WINDOW if not state.called:
            return (Choice("", T("Turn done"), about=state.laid_at), *_MARKS)
        case Phase.REVEAL:
            marks = _MARKS if state.mark is not None else ()
            traps = (Choice(f"trap {seat}", T("Trap: {who}", who=Who(seat))) for seat in state.players)
            if state.sum is None:
                return (*marks, *traps, *_SUMS)
            settle = Choice("", T("Settle up"), about=state.traps)
            return (*marks, *traps, *_SUMS[: state.sum + 1], settle, *_SUMS[state.sum + 1 :])
    return ()


def first_choice(state: State) -> int:
    """In the reveal one step below seventeen, and then what settles the round, just after the sum said."""
    if state.phase is not Phase.REVEAL:
        return 0
    wanted = f"sum {LIMIT - 1}" if state.sum is None else ""
    return [choice.text for choice in choices(state)].index(wanted)


def corrections(state: State) -> tuple[Choice, ...]:
    """Everyone's tokens; and marks while a call waits for its ruling, when ok means nothing."""
    return (*(_counted(state, what) for what in COUNTS), *(_MARKS if state.called else ()))


def _counted(state: State, what: str) -> Choice:
    label, most = COUNTS[what]
    has = {seat: getattr(player, what) for seat, player in state.players.items()}
    return counted(what, label, has, lambda _: range(most + 1))
