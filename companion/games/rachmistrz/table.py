"""Rachmistrz on the table window: digits, sand, who claims what, the board with its tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.options import Setup
from companion.games.rachmistrz.knob import key, suffix
from companion.games.rachmistrz.reckoning.sums import Side, told
from companion.games.rachmistrz.rules import Rules
from companion.games.rachmistrz.state import Claim, Options, Phase, State
from companion.games.ruling_words import behind, listed
from companion.table.honeycomb import Honeycomb, Token, groups
from companion.table.parts import Claim as TableClaim
from companion.table.parts import Claims, Column, Digits, Glass, Standing
from companion.table.view import Part, Plate, TableView
from companion.words import Say
from firmware.events import NS_PER_MS, NS_PER_S, Seat
from firmware.falling_sand import seconds_shown
from firmware.views import Mood

MOST_CLAIMS = 6
"""So many have room beside each other; who withdraws and claims again can be many."""

TELLS_NS = 50 * NS_PER_MS
"""From here on tenths of a second say enough: the photo finish has the rest."""

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
        below=tuple(_below(state, rules, say)),
        tall=rules.board is not None,
    )


def _title(state: State, rules: Rules, say: Say) -> str:
    """Which round, which side of the board, and of a board that isn't a printed one, that it isn't."""
    if state.phase is Phase.SCORE:
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
            tokens = say("the numbers at the seats: tokens left")  # once is enough
            text = (tokens,) if state.round == 1 and rules.die is None else ()
            return say("{who} rolls", who=say.name(state.roller)), state.roller, text
        case Phase.THINK:
            return say("Make a number!"), None, ()
        case Phase.GLASS:
            first = state.first_seats
            if len(first) > 1:
                return say("Tie: {seats}", seats=listed(first)), None, ()
            return say("{who} was first", who=say.name(first[0])), first[0], ()
        case Phase.VERIFY:
            return _asked(state, rules, say)
        case Phase.SCORE:
            seat = next((seat for seat in state.tokens if seat not in state.groups), None)
            if seat is None:
                return "", None, ()
            asked = say("How many fields has the largest group?")
            return say("{who}: group?", who=say.name(seat)), seat, (asked,)
        case Phase.OVER:
            return "", None, ()


def _asked(state: State, rules: Rules, say: Say) -> tuple[str, Seat | None, tuple[str, ...]]:
    """What whoever is judged has to say; or a hint, and that no sum makes its number."""
    claim = state.judged
    assert claim is not None
    told = state.hint if state.hinted or state.unmakeable else None
    text = say.name(claim.seat) if told is None else say.text(told)
    if claim.result is None:
        return say("Which number?"), claim.seat, (text,)
    if not rules.is_whole(claim):
        return say("Which field?"), claim.seat, (text,)
    return say("Show your sum!"), claim.seat, (text,)


# -- the seats -----------------------------------------------------------------------------------------------


def _plate(state: State, rules: Rules, seat: Seat, say: Say) -> Plate:
    if state.phase is Phase.SCORE:
        group = state.groups.get(seat)
        return Plate(
            seat,
            say.name(seat),
            str(state.scores.get(seat, "?")),
            "" if group is None else say("largest group {n}", n=group),
            mood=Mood.TURN if group is None else Mood.CALM,
            strong=seat in state.won,
        )
    return Plate(
        seat,
        say.name(seat),
        state.hand(seat),
        "" if rules.board is None else _claimed(state, seat, say),
        mood=_mood(state, rules, seat),
        strong=state.phase is Phase.ROLL and any(claim.right for claim in state.of(seat)),
    )


def _claimed(state: State, seat: Seat, say: Say) -> str:
    """A seat's claims of this round, by what they claim or became."""
    marks = {None: "", True: say("right"), False: say("wrong")}
    return " · ".join(f"{claim.number} {marks[claim.right]}".strip() for claim in state.of(seat))


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
    """What is needed now; with a board, that lies beside it: as large as can be."""
    needed = tuple(_needed(state, rules, now, say))
    if rules.board is None:
        yield from needed
        return
    if needed:
        yield Column(needed if len(needed) > 1 else (*needed, _told(state, rules, say)))
    yield _board(state, rules)


def _needed(state: State, rules: Rules, now: int, say: Say) -> Iterator[Part]:
    """Digits, sand, the claim that is judged: as many of them as are needed now.

    The glass stands there before it runs, so that the first press moves no digit.
    """
    if state.phase is not Phase.SCORE:
        yield Digits(state.digits or (), does="digits|")
    if state.phase in {Phase.THINK, Phase.GLASS}:
        whole, running = rules.setup.options.glass, state.phase is Phase.GLASS
        left = state.glass.left(now) if running else whole
        yield Glass(left, whole, running=running, text=str(seconds_shown(left)))
    if state.judged is not None:
        yield Claims((_claim(state, rules, state.judged, say),))


def _below(state: State, rules: Rules, say: Say) -> Iterator[Part]:
    """All claims; after a round what has become of them, until the next one begins.

    With a board the seats' plates tell them: it needs the place.
    """
    if rules.board is not None or state.phase in {Phase.SCORE, Phase.OVER}:
        return
    if state.phase is Phase.THINK or state.claims:
        yield _told(state, rules, say)


def _told(state: State, rules: Rules, say: Say) -> Claims:
    return Claims(tuple(_claims(state, rules, say))[:MOST_CLAIMS])


def _claims(state: State, rules: Rules, say: Say) -> Iterator[TableClaim]:
    """Those that count by their order, the simultaneous by their seats, then those that were withdrawn."""
    tied = 0 if state.race.ruling is None else len(state.race.ruling.tied)
    together = sorted(state.claims[:tied], key=lambda claim: claim.seat)
    for claim in (*together, *state.claims[tied:]):
        yield _claim(state, rules, claim, say)
    for claim in state.withdrawn:
        yield TableClaim(claim.seat, claim.number, "", Standing.WITHDRAWN)


def _claim(state: State, rules: Rules, claim: Claim, say: Say) -> TableClaim:
    """One that stands; a touch asks what is to be known of it, or puts right what is."""
    standing = Standing.ASKED if claim == state.judged else _STANDINGS[claim.right]
    does = "|".join(f"{ask} {key(claim)}" for ask in ("number", "field", "change", "any", "again"))
    return TableClaim(claim.seat, claim.number, _note(state, rules, claim, say), standing, does)


def _note(state: State, rules: Rules, claim: Claim, say: Say) -> str:
    """How it came in; with two colours, which one is laid; nothing more once it is judged."""
    ruling = state.race.ruling
    if claim.right is not None:
        return ""
    if rules.most > 1:
        return say("colour {n}", n=claim.colour + 1)
    if ruling is None or claim.seat not in ruling.order:
        return ""
    if claim.seat == ruling.winner:
        return "1."
    later = claim.at - state.race.presses[0].at
    if later < TELLS_NS:
        return behind(say, state.race, claim.seat)
    return say("+{s} s", s=say.number(later / NS_PER_S, 1))


def _board(state: State, rules: Rules) -> Honeycomb:
    assert rules.board is not None
    lying = [Token(field, seat) for field, seat in state.placed.items()]
    lying += [
        Token(claim.field, claim.seat, sure=False)
        for claim in state.claims
        if claim.field is not None and claim.right is None
    ]
    if state.phase is Phase.SCORE:  # of equally large groups of a seat, one counts
        largest = [group for seat in state.tokens for group in groups(state.fields_of(seat))[:1]]
        return Honeycomb(rules.board.numbers, tuple(lying), frozenset[str]().union(*largest))
    spoken = _spoken_of(state, rules)
    if spoken is None or spoken.result is None:
        return Honeycomb(rules.board.numbers, tuple(lying))
    asked = spoken.field is None and spoken.right is None
    free = rules.free_fields(state, spoken.result, spoken) if asked else ()
    typed = f"{spoken.seat} {told(spoken.result)}"
    does = tuple(f"{typed} {field}{suffix(state, spoken)}" for field in free)
    return Honeycomb(rules.board.numbers, tuple(lying), number=int(spoken.result), free=free, does=does)


def _spoken_of(state: State, rules: Rules) -> Claim | None:
    """The claim whose number people look for on the board: the one at hand, else the last that has one."""
    at_hand = state.judged or next((claim for claim in state.open if not rules.is_whole(claim)), None)
    if at_hand is not None and at_hand.result is not None:
        return at_hand
    made = [claim for claim in state.claims if claim.result is not None and claim.right is not False]
    return made[-1] if made else None
