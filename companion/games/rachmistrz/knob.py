"""What the knob offers in Rachmistrz: a digit, a number, a field, a verdict, a group: one each time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from companion.games.base import Choice
from companion.games.rachmistrz.reckoning.sums import DIGITS, solve, spoken, told
from companion.games.rachmistrz.rules import Rules
from companion.games.rachmistrz.state import TOKENS, Claim, Phase, State
from companion.words import T, Text, Who
from firmware.events import Seat

SKIP = (Choice("", T("Who has a number?")), Choice("skip", T("Nobody: new roll")))
RIGHT, WRONG = Choice("", T("Right")), Choice("wrong", T("Wrong"))


def choices(state: State, rules: Rules) -> tuple[Choice, ...]:
    """What can be chosen now."""
    match state.phase:
        case Phase.ROLL if rules.die is None:
            return tuple(Choice(str(digit), _digits(state, digit)) for digit in DIGITS)
        case Phase.THINK:
            return SKIP
        case Phase.GLASS:
            return tuple(_announcing(state, rules))
        case Phase.VERIFY:
            return tuple(_judging(state, rules))
        case Phase.SCORE if rules.board is None:
            return tuple(_counting(state))
        case Phase.ROLL | Phase.SCORE | Phase.OVER:
            return ()


def _digits(state: State, digit: int) -> Text:
    return T("{digits}", digits=replace(state, dice=(*state.dice, digit)).entering)


def _announcing(state: State, rules: Rules) -> Iterator[Choice]:
    """The number, then the field, of the earliest claim that lacks it."""
    claim = rules.asked(state)
    if claim is None:
        return
    yield Choice("", T("{who}: number?", who=Who(claim.seat)))
    yield from _numbers(state, claim, rules)
    yield Choice(f"{claim.seat} full", T("{who}: withdrawn", who=Who(claim.seat)))


def _judging(state: State, rules: Rules) -> Iterator[Choice]:
    """The verdict on one claim; a hint; and whatever of the claim may still be changed."""
    claim = state.judged
    if claim is None:
        return
    yield RIGHT
    if rules.asked(state) is not None:
        yield from _numbers(state, claim, rules)
    yield WRONG
    if (sum_of_it := hint(state)) is not None:
        yield Choice("hint", sum_of_it)
    if len(state.tokens[claim.seat]) > 1 and all(other.right is None for other in state.of(claim.seat)):
        yield Choice(f"{claim.seat} swap", T("Other colour"))
    yield Choice(f"{claim.seat} full", T("{who}: withdrawn", who=Who(claim.seat)))
    if rules.asked(state) is None:
        yield from (_number(claim, number) for number in rules.offered(state))


def _numbers(state: State, claim: Claim, rules: Rules) -> Iterator[Choice]:
    if claim.result is None:
        yield from (_number(claim, number) for number in rules.offered(state))
        return
    for field in rules.free_fields(state, claim.result, claim):
        around = () if rules.board is None else rules.board.numbers_around(field)
        label = T("{field}: {numbers}", field=field, numbers=" ".join(map(str, around)))
        yield Choice(f"{claim.seat} {claim.number} {field}", label)


def _number(claim: Claim, number: Fraction) -> Choice:
    return Choice(
        f"{claim.seat} {told(number)}", T("{who}: {number}", who=Who(claim.seat), number=told(number))
    )


def hint(state: State) -> Text | None:
    """One sum for the number that is judged, or that there is none; None while no number is."""
    claim, digits = state.judged, state.digits
    if claim is None or claim.result is None or digits is None:
        return None
    written = solve(digits).get(claim.result)
    if written is None:
        return T("{number} can't be made", number=claim.number)
    return T("Hint: {number} = {sum}", number=claim.number, sum=spoken(written))


def _counting(state: State) -> Iterator[Choice]:
    """The largest group of the next seat that has none yet."""
    seat = next((seat for seat in state.tokens if seat not in state.groups), None)
    if seat is None:
        return
    yield Choice("", T("{who}: group?", who=Who(seat)))
    for size in sizes(state, seat):
        yield Choice(f"{seat} {size}", T("{who}: {number}", who=Who(seat), number=size))


def sizes(state: State, seat: Seat) -> range:
    """How large a seat's largest group can be."""
    most = sum(TOKENS[len(state.tokens)]) - sum(state.tokens[seat])  # those on the board
    return range(min(1, most), most + 1)
