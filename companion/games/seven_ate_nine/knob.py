"""What the knob offers in 7 Ate 9: stop, go on, stuck, beside, which card lies there; everyone's counts."""

from __future__ import annotations

from functools import partial

from companion.games.choice import Choice
from companion.games.counts import counted
from companion.games.seven_ate_nine.cards import STEPS, VALUES
from companion.games.seven_ate_nine.state import Options, Phase, State
from companion.words import T, Who

START = Choice("", T("Start!"))
STOP = Choice("", T("Stop: wrong card"))
GO_ON = Choice("resume", T("Go on"))
TURNED_UP = Choice("resume", T("Card turned up"))
"""What goes on when nobody could play: by then the oldest has shuffled the middle and turned a card up."""
STUCK = Choice("stuck", T("Nobody can play"))


def choices(state: State, options: Options) -> tuple[Choice, ...]:
    """What ok does first, then what else there is; none while it counts down: see `corrections`."""
    beside = (Choice(f"side {seat}", T("Beside: {who}", who=Who(seat))) for seat in options.side_piles)
    match state.phase:
        case Phase.READY if state.started is None:
            return (START, _card(state))
        case Phase.STUCK:
            return (TURNED_UP, *beside, _card(state))
        case Phase.RACE:
            laid = (Choice(f"cards {seat} 0", T("All laid")) for seat in state.cards if state.solo)
            return (STOP if state.judging is None else GO_ON, *laid, STUCK, *beside, _card(state))
    return ()


def corrections(state: State, options: Options) -> tuple[Choice, ...]:
    """Everyone's cards, and tokens where they are played for."""
    if state.phase is Phase.OVER:
        return ()
    low, wins = fewest_cards(state), state.wins(options)
    cards = counted("cards", T("Cards ..."), state.cards, lambda seat: range(low, state.most_cards(seat) + 1))
    tokens = counted("tokens", T("Tokens ..."), state.tokens, lambda _: range(wins + 1))
    return (cards, *((tokens,) if wins > 1 else ()), *((_card(state),) if state.started is not None else ()))


def fewest_cards(state: State) -> int:
    """The fewest cards that can be said of a seat: none ends a round, once it is played."""
    return 1 if state.phase is Phase.READY else 0


def _card(state: State) -> Choice:
    """The card in the middle: its value, then its step; the knob starts where they stand."""
    said = state.centre
    start, step = (0, 0) if said is None else (VALUES.index(said.value), STEPS.index(said.step))

    def values() -> tuple[Choice, ...]:
        return tuple(
            Choice(f"card {value}", T("{n}", n=value), partial(_steps, value), step) for value in VALUES
        )

    return Choice("card", T("Which card?"), values, start)


def _steps(value: int) -> tuple[Choice, ...]:
    """The cards' colours go by their step (rulebook, *przebieg*)."""
    labels = (
        T("{value} ±1 green", value=value),
        T("{value} ±2 blue", value=value),
        T("{value} ±3 red", value=value),
    )
    return tuple(Choice(f"card {value} {step}", label) for step, label in zip(STEPS, labels, strict=True))
