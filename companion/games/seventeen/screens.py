"""What people see of a game of 17: one big thing a screen, and who may press."""

from __future__ import annotations

from companion.games.base import Choice
from companion.games.options import Setup
from companion.games.ruling_words import listed, others, place, winners_screen
from companion.games.seventeen.score import LIMIT
from companion.games.seventeen.state import Mark, Options, Phase, State
from companion.words import Say, T
from firmware.events import Seat
from firmware.falling_sand import next_number_in, seconds_shown
from firmware.views import Lamp, Mood, Score, Screen

MARK_CHOICES = (
    Choice("", T("Turn done")),
    Choice("reverse", T("Reverse")),
    Choice("play2", T("Play 2")),
    Choice("remove", T("Remove last")),
    Choice("plain", T("No special card")),
)

SUM_CHOICES = tuple(Choice(f"sum {total}", T("Sum: {total}", total=total)) for total in range(100))


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The main panel, by phase."""
    title = _title(state, say)
    scores = _scores(state)
    match state.phase:
        case Phase.TURN:
            text = (say("lays {n} cards", n=state.due),) if state.due > 1 else ()
            return Screen(title, say.name(state.turn), state.turn, text, scores)
        case Phase.WINDOW:
            return Screen(
                title,
                _question(state, now, state.window_end(setup.options), say),
                state.turn,
                _mark(state, say),
                scores,
            )
        case Phase.REVEAL:
            return _reveal(state, title, say)
        case Phase.OVER:
            return winners_screen(say("Calm nerves win"), state.won, scores, say)


def _title(state: State, say: Say) -> str:
    """Which way it goes, and how long the row is."""
    arrow = "→" if state.direction_now == 1 else "←"
    row = say.plural("{n} card in the row", "{n} cards in the row", state.row_now)
    return f"{arrow} {row}" if state.row_now else say("{arrow} round {round}", arrow=arrow, round=state.round)


def _question(state: State, now: int, window_end: int | None, say: Say) -> str:
    if not state.row_now:
        return say("Empty row")
    if window_end is None:
        return say("CHECK?")
    return say("{seconds} s", seconds=seconds_shown(max(0, window_end - now)))


def _reveal(state: State, title: str, say: Say) -> Screen:
    traps = say("traps: {seats}", seats=listed(state.traps)) if state.traps else ""
    if state.sum is None:
        text = filter(None, (*_call(state, say), traps))
        return Screen(title, say("CHECK!"), state.race.winner, tuple(text), hint=say("turn: what sum?"))
    right = state.race.winner if state.sum >= LIMIT else state.last_layer
    assert right is not None
    text = filter(None, (say("{who} is right", who=say.name(right)), traps))
    return Screen(
        say("Sum"), str(state.sum), text=tuple(text), scores=_scores(state), hint=say("ok: that's it")
    )


def _call(state: State, say: Say) -> tuple[str, ...]:
    """How the call was decided: the tie and its rule, or who else called and how much later."""
    ruling = state.race.ruling
    if ruling is not None and ruling.tied:
        return say("tie {seats}", seats=listed(ruling.tied)), say("nearest left wins")
    return tuple(others(say, state.race)[:2])


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: what it may do now, in the fewest words."""
    player = state.players[seat]
    title = say("calm {composure}  nerves {nerves}", composure=player.composure, nerves=player.nerves)
    on_turn = seat == state.turn
    match state.phase:
        case Phase.TURN if on_turn:
            if state.row and state.last_layer != seat:
                return Screen(
                    title, say("YOU"), seat, (say("card: press"),), hint=say("hold: CHECK!"), mood=Mood.TURN
                )
            return Screen(title, say("YOU"), seat, (say("lay a card, press"),), mood=Mood.TURN)
        case Phase.TURN:
            return Screen(title, str(state.turn), state.turn, (say("is on turn"),), mood=Mood.WAIT)
        case Phase.WINDOW if seat == state.last_layer:
            return Screen(
                title, say("DRAW"), seat, (say("draw, then press"),), hint="".join(_mark(state, say))
            )
        case Phase.WINDOW if state.row_now:
            return Screen(title, say("CHECK?"), seat, (say("17 or more? Press!"),))
        case Phase.WINDOW:
            return Screen(title, say("Empty row"), None, (say("nobody can call"),), mood=Mood.WAIT)
        case Phase.REVEAL if seat == state.race.winner and seat not in state.traps:
            return Screen(title, say("FIRST!"), seat, (say("turn the cards over"),), mood=Mood.TURN)
        case Phase.REVEAL:
            trap = say("TRAP!") if seat in state.traps else say("Trap?")
            came = place(say, state.race, seat)
            return Screen(title, trap, seat, (came,) if came else (), hint=say("hid a trap: press"))
        case Phase.OVER:
            big = say("YOU WIN!") if seat in state.won else say("the end")
            return Screen(title, big, seat, mood=Mood.TURN if seat in state.won else Mood.CALM)


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: you may press now. Blinking: it is about you."""
    match state.phase:
        case Phase.TURN:
            return Lamp.ON if seat == state.turn else Lamp.OFF
        case Phase.WINDOW:
            if seat == state.last_layer:
                return Lamp.BLINK
            return Lamp.ON if state.row_now else Lamp.OFF
        case Phase.REVEAL:
            return Lamp.ON if seat == state.race.winner else Lamp.BLINK if seat in state.traps else Lamp.OFF
        case Phase.OVER:
            return Lamp.BLINK if seat in state.won else Lamp.OFF


def _scores(state: State) -> tuple[Score, ...]:
    return tuple(
        Score(
            seat,
            f"{player.composure}♥{'!' * player.nerves}",
            strong=seat == state.turn and state.phase is not Phase.REVEAL,
        )
        for seat, player in state.players.items()
    )


def _mark(state: State, say: Say) -> tuple[str, ...]:
    if state.mark is None or state.mark is Mark.PLAIN:
        return ()
    return (next(say.text(choice.label) for choice in MARK_CHOICES if choice.text == state.mark),)


def changes_at(setup: Setup[Options], state: State, now: int) -> int | None:
    """While a limited window runs, each second."""
    end = state.window_end(setup.options)
    if end is None or end <= now:
        return None
    return now + next_number_in(end - now)
