"""What people see of a game of 17: one big thing a screen, and who may press."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.options import Setup
from companion.games.ruling_words import listed, others, place, winners_screen
from companion.games.seventeen.host import MARKS
from companion.games.seventeen.score import LIMIT, Change, Why
from companion.games.seventeen.state import Mark, Options, Phase, Settled, State
from companion.words import Say, T, Text
from firmware.events import Seat
from firmware.falling_sand import next_number_in, seconds_shown
from firmware.views import Lamp, Mood, Score, Screen

WHYS: Mapping[Why, Text] = {Why.TRAP: T("trap"), Why.SUM: T("sum"), Why.NERVES: T("two nerves")}
"""What a change is for, as it is said."""


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The main panel, by phase."""
    title = _title(state, say)
    scores = _scores(state)
    duty = tuple(filter(None, (duty_of(state, say),)))
    match state.phase:
        case Phase.TURN:
            big = say.name(state.turn)
            if state.settled is not None:
                return _settled(state.settled, big, state.turn, say)
            return Screen(title, big, state.turn, duty, scores)
        case Phase.WINDOW:
            question = _question(state, now, state.window_end(setup.options), say)
            return Screen(title, question, state.turn, (*_mark(state, say), *duty), scores)
        case Phase.REVEAL:
            return _reveal(state, title, say)
        case Phase.OVER:
            return winners_screen(say("Calm nerves win"), state.won, scores, say)


def duty_of(state: State, say: Say) -> str:
    """What whoever must lay two cards still has to do."""
    if state.duty == 1:
        return ""
    if state.due:
        return say("lays {n} cards", n=state.due) if state.due == state.duty else say("lays 1 more")
    return say("draws {n}", n=state.duty)


# -- what the last round has changed --------------------------------------------------------------


def _settled(settled: Settled, big: str, turn: Seat, say: Say) -> Screen:
    """Who was right, who hid a trap, and what each seat got or returned for it."""
    right = settled.caller if settled.sum >= LIMIT else settled.layer
    title = say("{sum}: {who} is right", sum=settled.sum, who=say.name(right))
    traps = [change.seat for change in settled.changes if change.why is Why.TRAP and change.composure]
    told: dict[Seat, str] = {}
    for change in settled.changes:
        told[change.seat] = f"{told.get(change.seat, '')} {tokens_of(change)}".strip()
    scores = tuple(Score(seat, told[seat], strong=seat == turn) for seat in sorted(told))
    return Screen(title, big, turn, (say("traps: {seats}", seats=listed(traps)),) if traps else (), scores)


def tokens_of(*changes: Change) -> str:
    """What these come to: ``+♥−!!``."""
    composure, nerves = sum(one.composure for one in changes), sum(one.nerves for one in changes)
    return _signed(composure, "♥") + _signed(nerves, "!")


def _signed(n: int, sign: str) -> str:
    return ("+" if n > 0 else "−" if n else "") + sign * abs(n)


def _changes_of(state: State, seat: Seat) -> list[Change]:
    return [] if state.settled is None else [one for one in state.settled.changes if one.seat == seat]


def gains_of(state: State, seat: Seat, say: Say) -> str:
    """What the last round has changed for one seat, and why, in one short line; of many changes their sum."""
    changes = _changes_of(state, seat)
    if len(changes) > 1:
        return tokens_of(*changes)
    return ", ".join(f"{tokens_of(change)} {say.text(WHYS[change.why])}" for change in changes)


def _told_gains(state: State, seat: Seat, say: Say) -> tuple[str, ...]:
    """The same in words, a change a line."""
    return tuple(_told(change, say) for change in _changes_of(state, seat))


def _told(change: Change, say: Say) -> str:
    why, n = say.text(WHYS[change.why]), change.composure or change.nerves
    signed = f"+{n}" if n > 0 else f"−{-n}"
    if change.composure:
        return say("{n} composure: {why}", n=signed, why=why)
    return say("{n} nerves: {why}", n=signed, why=why)


# -- the main panel -------------------------------------------------------------------------------


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
        text = filter(None, (*_call(state, say), traps, say("turn: what sum?")))
        return Screen(title, say("CHECK!"), state.race.winner, tuple(text))
    right = state.race.winner if state.sum >= LIMIT else state.last_layer
    assert right is not None
    text = filter(None, (say("{who} is right", who=say.name(right)), traps))
    return Screen(say("Sum"), str(state.sum), text=tuple(text), scores=_scores(state))


def _call(state: State, say: Say) -> tuple[str, ...]:
    """How the call was decided: the tie and its rule, or who else called and how much later."""
    ruling = state.race.ruling
    if ruling is not None and ruling.tied:
        return say("tie {seats}", seats=listed(ruling.tied)), say("nearest left wins")
    return tuple(others(say, state.race)[:2])


# -- a seat's own panel ---------------------------------------------------------------------------


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: what it may do now, in the fewest words."""
    player = state.players[seat]
    title = say("composure {composure}  nerves {nerves}", composure=player.composure, nerves=player.nerves)
    match state.phase:
        case Phase.TURN if seat == state.turn:
            return _own_turn(state, title, say)
        case Phase.TURN:
            text = (say("is on turn"), *_told_gains(state, seat, say))
            return Screen(title, str(state.turn), state.turn, text, mood=Mood.WAIT)
        case Phase.WINDOW if seat == state.last_layer:
            return _own_window(setup, state, title, say)
        case Phase.WINDOW if state.row_now:
            return Screen(title, say("CHECK?"), seat, (say("17 or more? Press!"),))
        case Phase.WINDOW:
            return Screen(title, say("Empty row"), None, (say("nobody can call"),), mood=Mood.WAIT)
        case Phase.REVEAL:
            return _own_reveal(state, seat, title, say)
        case Phase.OVER:
            return Screen(big=say("the end"), sign=seat)


def _own_turn(state: State, title: str, say: Say) -> Screen:
    big, text = say("YOU"), say("lay a card, press")
    may_call = bool(state.row) and state.last_layer != state.turn
    if state.due < state.duty:
        big = say("1 MORE")
    elif state.duty > 1:
        big, text = say("LAY {n}", n=state.due), say("press after each")
    elif may_call:
        text = say("card: press")
    hold = (say("hold: CHECK!"),) if may_call else ()
    return Screen(title, big, state.turn, (text, *hold, *_told_gains(state, state.turn, say)), mood=Mood.TURN)


def _own_window(setup: Setup[Options], state: State, title: str, say: Say) -> Screen:
    big, text = say("DRAW"), say("draw, then press")
    if state.due:
        closes = setup.options.close == "press"
        big, text = say("1 MORE"), say("nobody? press") if closes else say("lay a card, press")
    elif state.duty > 1:
        big = say("DRAW {n}", n=state.duty)
    return Screen(title, big, state.last_layer, (text, *_mark(state, say)))


def _own_reveal(state: State, seat: Seat, title: str, say: Say) -> Screen:
    called = seat == state.race.winner
    if seat == state.called_off:
        return Screen(title, say("TAKE BACK"), seat, (say("called before it"),), mood=Mood.WAIT)
    if called and seat not in state.traps:
        return Screen(title, say("FIRST!"), seat, (say("turn the cards over"),), mood=Mood.TURN)
    trap = say("TRAP!") if seat in state.traps else say("Trap?")
    ruling = state.race.ruling
    alone = called and ruling is not None and not ruling.tied
    came = say("CHECK!") if alone else place(say, state.race, seat)
    return Screen(title, trap, seat, (came,) if came else (), hint=say("hid a trap: press"))


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
    return (say("card: {mark}", mark=say.text(MARKS[state.mark])),)


def changes_at(setup: Setup[Options], state: State, now: int) -> int | None:
    """While a limited window runs, each second."""
    end = state.window_end(setup.options)
    if end is None or end <= now:
        return None
    return now + next_number_in(end - now)
