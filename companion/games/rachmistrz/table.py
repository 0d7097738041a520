"""Rachmistrz on the table window: digits, sand, who claims what, the board with its tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.options import Setup
from companion.games.rachmistrz.reckoning.sums import Side
from companion.games.rachmistrz.rules import Rules
from companion.games.rachmistrz.state import Claim, Options, Phase, State
from companion.games.ruling_words import behind, listed
from companion.table.honeycomb import Honeycomb, Token, groups
from companion.table.parts import Claim as TableClaim
from companion.table.parts import Claims, Digits, Glass, Standing
from companion.table.view import Part, Plate, TableView
from companion.words import Say
from firmware.events import Seat
from firmware.falling_sand import seconds_shown
from firmware.views import Mood

_STANDINGS: Mapping[bool | None, Standing] = {
    None: Standing.OPEN,
    True: Standing.RIGHT,
    False: Standing.WRONG,
}


def table(setup: Setup[Options], state: State, now: int, say: Say) -> TableView:
    """The table, by phase."""
    rules = Rules(setup)
    headline, sign, text = _heading(state, rules, say)
    return TableView(
        title=_title(state, rules, say),
        headline=headline,
        sign=sign,
        text=text,
        plates=tuple(_plate(state, rules, seat, say) for seat in setup.seats),
        middle=tuple(_middle(state, rules, now, say)),
    )


def _title(state: State, rules: Rules, say: Say) -> str:
    """Which round, which side of the board, and of a board that isn't a printed one, that it isn't."""
    if state.phase in {Phase.SCORE, Phase.OVER}:
        return ""
    side = say("fractions count too") if rules.side is Side.HARD else say("whole numbers count")
    parts = [say("Rachmistrz"), say("round {round}", round=state.round), side]
    if rules.board is not None:
        parts.append(rules.board.name if rules.board.printed else say("not a printed board"))
    return " · ".join(parts)


def _heading(state: State, rules: Rules, say: Say) -> tuple[str, Seat | None, tuple[str, ...]]:
    """What happens now, whose it is, and lines below; empty where the main panel says it as well."""
    match state.phase:
        case Phase.ROLL:
            return say("{who} rolls", who=say.name(state.roller)), state.roller, ()
        case Phase.THINK:
            return say("Make a number!"), None, ()
        case Phase.GLASS:
            first = state.first_seats
            if rules.board is not None:
                return state.lying, None, ()
            if len(first) > 1:
                return say("tie {seats}", seats=listed(first)), None, ()
            return say("{who} was first", who=say.name(first[0])), first[0], ()
        case Phase.VERIFY:
            digits = () if rules.board is None else (state.lying,)
            told = state.hint if state.hinted else None
            return "", None, digits if told is None else (say.text(told),)
        case Phase.SCORE | Phase.OVER:
            return "", None, ()


# -- the seats -----------------------------------------------------------------------------------------------


def _plate(state: State, rules: Rules, seat: Seat, say: Say) -> Plate:
    if state.phase in {Phase.SCORE, Phase.OVER}:
        group = state.groups.get(seat)
        return Plate(
            seat,
            say.name(seat),
            str(state.scores.get(seat, "?")),
            say("largest group?") if group is None else say("largest group {n}", n=group),
            mood=Mood.TURN if group is None else Mood.CALM,
            strong=seat in state.won,
        )
    return Plate(
        seat,
        say.name(seat),
        state.hand(seat),
        say("tokens left"),
        mood=_mood(state, rules, seat),
        strong=state.phase is Phase.ROLL and any(claim.right for claim in state.of(seat)),
    )


def _mood(state: State, rules: Rules, seat: Seat) -> Mood:
    match state.phase:
        case Phase.THINK:
            return Mood.TURN
        case Phase.GLASS:
            return Mood.TURN if len(state.of(seat)) < rules.most else Mood.WAIT
        case Phase.ROLL:
            return Mood.TURN if seat == state.roller else Mood.CALM
        case Phase.VERIFY | Phase.SCORE | Phase.OVER:
            return Mood.TURN if state.judged is not None and state.judged.seat == seat else Mood.CALM


# -- the middle ----------------------------------------------------------------------------------------------


def _middle(state: State, rules: Rules, now: int, say: Say) -> Iterator[Part]:
    """Digits, sand, claims, board: as many of them as say something now.

    A board needs its place: beside it and claims the digits stand in the heading.
    """
    busy = state.at_claims and rules.board is not None
    if state.phase not in {Phase.SCORE, Phase.OVER} and not busy:
        yield Digits(state.digits or ())
    if state.phase is Phase.GLASS:
        left = state.glass.left(now)
        yield Glass(left, rules.setup.options.glass, running=True, text=str(seconds_shown(left)))
    if state.claims and state.at_claims:
        yield Claims(tuple(_claims(state, rules, say)))
    if rules.board is not None:
        yield _board(state, rules)


def _claims(state: State, rules: Rules, say: Say) -> Iterator[TableClaim]:
    """Those that count by their order, the simultaneous by their seats, then those that were withdrawn."""
    judged = state.judged
    tied = 0 if state.race.ruling is None else len(state.race.ruling.tied)
    together = sorted(state.claims[:tied], key=lambda claim: claim.seat)
    for claim in (*together, *state.claims[tied:]):
        standing = Standing.ASKED if claim == judged else _STANDINGS[claim.right]
        yield TableClaim(claim.seat, claim.number, _note(state, rules, claim, say), standing)
    for claim in state.withdrawn:
        yield TableClaim(claim.seat, claim.number, say("withdrawn"), Standing.WITHDRAWN)


def _note(state: State, rules: Rules, claim: Claim, say: Say) -> str:
    """How it came in; with two colours, which one is laid."""
    colour = say("colour {n}", n=claim.colour + 1) if rules.most > 1 else ""
    ruling = state.race.ruling
    if ruling is None or claim != state.of(claim.seat)[0] or claim.seat not in ruling.order:
        return colour
    came = say("FIRST!") if claim.seat == ruling.winner else behind(say, state.race, claim.seat)
    return f"{came} · {colour}" if colour else came


def _board(state: State, rules: Rules) -> Honeycomb:
    assert rules.board is not None
    lying = [Token(field, seat) for field, seat in state.placed.items()]
    lying += [
        Token(claim.field, claim.seat, sure=False)
        for claim in state.claims
        if claim.field is not None and claim.right is None
    ]
    if state.phase in {Phase.SCORE, Phase.OVER}:  # of equally large groups of a seat, one counts
        largest = [group for seat in state.tokens for group in groups(state.fields_of(seat))[:1]]
        return Honeycomb(rules.board.numbers, tuple(lying), frozenset[str]().union(*largest))
    spoken = _spoken_of(state, rules)
    if spoken is None or spoken.result is None:
        return Honeycomb(rules.board.numbers, tuple(lying))
    asked = spoken.field is None and spoken.right is None
    free = rules.free_fields(state, spoken.result, spoken) if asked else ()
    return Honeycomb(rules.board.numbers, tuple(lying), number=int(spoken.result), free=free)


def _spoken_of(state: State, rules: Rules) -> Claim | None:
    """The claim whose number people look for on the board: the one at hand, else the last that has one."""
    at_hand = state.judged or next((claim for claim in state.open if not rules.is_whole(claim)), None)
    if at_hand is not None and at_hand.result is not None:
        return at_hand
    made = [claim for claim in state.claims if claim.result is not None and claim.right is not False]
    return made[-1] if made else None
