"""What people see of a game of 17: one big thing a screen, and who may press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.referees.base import Choice, margin
from companion.words import Say, T
from firmware.events import NS_PER_S, Seat
from firmware.views import Lamp, Mood, Score, Screen

if TYPE_CHECKING:
    from companion.referees.seventeen import State

MARK_CHOICES = (
    Choice("", T("Turn done")),
    Choice("reverse", T("Reverse")),
    Choice("play2", T("Play 2")),
    Choice("remove", T("Remove last")),
    Choice("plain", T("No special card")),
)

SUM_CHOICES = tuple(Choice(f"sum {total}", T("Sum: {total}", total=total)) for total in range(100))


def main(state: State, now: int, window_end: int | None, say: Say) -> Screen:
    """The main panel, by phase."""
    arrow = "→" if state.direction_now == 1 else "←"
    title = say("17 · round {round} {arrow}", round=state.round, arrow=arrow)
    scores = _scores(state)
    match state.phase:
        case "turn":
            text = (say("Lay {n} cards", n=state.due),) if state.due > 1 else (_row(state, say),)
            return Screen(
                title=title,
                big=say("Seat {seat}", seat=state.turn),
                sign=state.turn,
                text=text,
                scores=scores,
            )
        case "window":
            below = (_row(state, say), *_mark(state, say))
            big = say("CHECK?") if state.row_now else say("Empty row")
            if window_end is not None:
                big = say("{seconds} s", seconds=max(0, -((now - window_end) // NS_PER_S)))
            return Screen(title=title, big=big, sign=state.turn, text=below, scores=scores)
        case "reveal":
            return _reveal(state, title, say)
        case _:
            return Screen(
                title=say("17 · the end"),
                big=say("Shared!") if len(state.won) > 1 else say("Seat {seat}", seat=state.won[0]),
                sign=state.won[0] if len(state.won) == 1 else None,
                text=(say("wins with calm nerves"),),
                scores=scores,
                hint=say("ok: play again"),
            )


def _reveal(state: State, title: str, say: Say) -> Screen:
    call = say("Called by {seat}{how}", seat=state.caller, how=_how(state, say))
    traps = (say("Traps: {seats}", seats=", ".join(map(str, state.traps))),) if state.traps else ()
    if state.sum is None:
        return Screen(
            title=title,
            big=say("CHECK!"),
            sign=state.caller,
            text=(_order(state, say) or call, *traps),
            hint=say("Turn to the sum"),
        )
    right = state.caller if state.sum >= 17 else state.last_layer
    return Screen(
        title=call,
        big=str(state.sum),
        text=(say("Seat {seat} was right", seat=right), *traps),
        scores=_scores(state),
        hint=say("ok: settle the round"),
    )


def seat(state: State, seat: Seat, say: Say) -> Screen:
    """A seat's own panel: what it may do now, in the fewest words."""
    player = state.players[seat]
    title = say("☺{composure} !{nerves}", composure=player.composure, nerves=player.nerves)
    on_turn = seat == state.turn
    match state.phase:
        case "turn" if on_turn:
            if state.row and state.last_layer != seat:
                return Screen(
                    title, say("YOU"), seat, (say("card: press"),), hint=say("hold: CHECK!"), mood=Mood.TURN
                )
            return Screen(title, say("YOU"), seat, (say("lay a card, press"),), mood=Mood.TURN)
        case "turn":
            return Screen(title, str(state.turn), state.turn, (say("is on turn"),), mood=Mood.WAIT)
        case "window" if seat == state.last_layer:
            return Screen(
                title, say("DRAW"), seat, (say("draw, then press"),), hint="".join(_mark(state, say))
            )
        case "window" if state.row_now:
            return Screen(title, say("CHECK?"), seat, (say("17 or more? Press!"),))
        case "window":
            return Screen(title, say("Empty row"), None, (say("nobody can call"),), mood=Mood.WAIT)
        case "reveal" if seat == state.caller:
            return Screen(title, say("FIRST!"), seat, (say("turn the cards over"),), mood=Mood.TURN)
        case "reveal":
            trap = say("TRAP!") if seat in state.traps else say("Trap?")
            return Screen(title, trap, seat, _place(state, seat, say), hint=say("hid a trap: press"))
        case _:
            big = say("YOU WIN!") if seat in state.won else say("the end")
            return Screen(title, big, seat, mood=Mood.TURN if seat in state.won else Mood.CALM)


def lamp(state: State, seat: Seat) -> Lamp:
    """Lit: you may press now. Blinking: it is about you."""
    match state.phase:
        case "turn":
            return Lamp.ON if seat == state.turn else Lamp.OFF
        case "window":
            if seat == state.last_layer:
                return Lamp.BLINK
            return Lamp.ON if state.row_now else Lamp.OFF
        case "reveal":
            return Lamp.ON if seat == state.caller else Lamp.BLINK if seat in state.traps else Lamp.OFF
        case _:
            return Lamp.BLINK if seat in state.won else Lamp.OFF


def _scores(state: State) -> tuple[Score, ...]:
    return tuple(
        Score(
            seat,
            f"☺{player.composure} !{player.nerves}",
            strong=seat == state.turn and state.phase != "reveal",
        )
        for seat, player in state.players.items()
    )


def _row(state: State, say: Say) -> str:
    if not state.row_now:
        return say("the row is empty")
    return say.plural("{n} card in the row", "{n} cards in the row", state.row_now)


def _mark(state: State, say: Say) -> tuple[str, ...]:
    if state.mark is None or state.mark == "plain":
        return ()
    return (next(say.text(choice.label) for choice in MARK_CHOICES if choice.text == state.mark),)


def _how(state: State, say: Say) -> str:
    ruling = state.race.ruling if state.race is not None else None
    return say(" (nearest left)") if ruling is not None and ruling.tied else ""


def _order(state: State, say: Say) -> str:
    """Who else called, and how much later."""
    assert state.race is not None
    ruling = state.race.ruling
    assert ruling is not None
    later = [
        f"{seat} {margin(say, gap, state.race.tie)}"
        for seat, gap in zip(ruling.order, ruling.margins, strict=True)
        if seat != ruling.winner
    ]
    late = [say("{seat} came too late", seat=seat) for seat in ruling.late]
    return "  ".join(later[:2] + late)


def _place(state: State, seat: Seat, say: Say) -> tuple[str, ...]:
    assert state.race is not None
    ruling = state.race.ruling
    if ruling is None or seat not in ruling.order:
        return ()
    index = ruling.order.index(seat)
    gap = margin(say, ruling.margins[index], state.race.tie)
    return (say("place {place}, {gap}", place=index + 1, gap=gap),)
