"""What the knob offers in Rachmistrz: digits, numbers, fields, sums, verdicts, groups, corrections.

Every leaf is what would be typed. Of a seat's two claims the one that is meant is named by its colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from math import gcd

from companion.games.base import NotNow
from companion.games.choice import Choice
from companion.games.rachmistrz.reckoning.boards import NUMBERS
from companion.games.rachmistrz.reckoning.sums import (
    DIGITS,
    OPERATIONS,
    Digits,
    Side,
    bracketed,
    spoken,
    told,
    ways,
)
from companion.games.rachmistrz.rounds import Rounds
from companion.games.rachmistrz.rules import Rules
from companion.games.rachmistrz.state import Claim, Phase, State
from companion.words import T, Text, Who
from firmware.events import Seat

RIGHT, WRONG = Choice("right", T("Right")), Choice("wrong", T("Wrong"))
ROLL = Choice("", T("Roll"))
NOBODY = Choice("nobody", T("Nobody?"), then=lambda: (Choice("skip", T("New roll")),))
THE_END = Choice("", T("The end"))

MOST_PART = 90
"""No fraction of three digits has a greater part, above or below: that is 9 + 9 x 9 over 9."""


def choices(state: State, rules: Rounds) -> Iterator[Choice]:
    """What can be chosen now; the first is what a plain ok does."""
    match state.phase:
        case Phase.ROLL if rules.die is None:
            yield _digits(T("Enter the digits"))
        case Phase.ROLL if state.thrown_at is None:
            yield ROLL
        case Phase.THINK:
            if state.digits is None:
                yield _digits(T("Enter the digits"))
            yield NOBODY
        case Phase.GLASS:
            yield from _announcing(state, rules)
        case Phase.VERIFY:
            yield from _judging(state, rules)
        case Phase.SCORE if rules.board is None:
            yield from _counting(state, rules)
        case Phase.SCORE:
            yield THE_END
        case Phase.ROLL | Phase.OVER:
            return


def corrections(state: State, rules: Rounds) -> Iterator[Choice]:
    """What can be put right."""
    if state.phase is Phase.OVER:
        return
    if state.phase is not Phase.SCORE:
        yield _digits(T("Digits: {digits}", digits=state.lying), "digits ")
    for seat in rules.setup.seats if state.phase is Phase.VERIFY else ():
        if len(state.of(seat)) < rules.most:  # a forgotten button
            label = T("{who}: add a token", who=Who(seat))
            yield Choice(f"add {seat}", label, partial(_added, state, seat, rules))
    for claim in state.open:
        label = T("{claim}: other number", claim=_claim(claim, state))
        yield Choice(f"any {key(claim)}", label, partial(_any_number, state, claim, rules))
    for claim in state.claims:
        nowhere = rules.board is not None and (claim.field is None or claim.field in state.placed)
        if claim.right or (claim.right is False and not nowhere):
            told = _told(claim, state)
            label = (
                T("{claim}: was wrong", claim=told) if claim.right else T("{claim}: was right", claim=told)
            )
            yield Choice(f"again {key(claim)}", label, partial(_verdicts, state, claim))
    for seat in state.tokens:
        yield from (_tokens(state, seat, colour, rules) for colour in range(rules.most))


# -- digits and sums -----------------------------------------------------------------------------------------


def _digits(label: Text, before: str = "") -> Choice:
    """All three, one by one; ``before`` is typed in front of them."""
    return Choice("digits", label, partial(_next_digit, before, ""), start=1)


def _next_digit(before: str, known: str) -> tuple[Choice, ...]:
    return tuple(_one_more(before, f"{known}{digit}") for digit in DIGITS)


def _one_more(before: str, known: str) -> Choice:
    label = T("{digits}", digits=" ".join(known.ljust(3, "_")))
    if len(known) == 3:
        return Choice(before + " ".join(known), label)
    return Choice(known[-1], label, partial(_next_digit, before, known), start=1)


def _sum(digits: Digits, claim: Claim, command: str = "{}") -> Choice:
    """What is said as the sum of a claim; it stands in the ``{}`` of what is typed."""
    return Choice("sum", T("The sum ..."), partial(_sums, digits, claim.result, command))


def _sums(digits: Digits, number: Fraction | None, command: str) -> tuple[Choice, ...]:
    """The ways to make a number, and any other sum; of an unknown number or an impossible one, that alone."""
    build = partial(_operand, "", "".join(map(str, digits)), command)
    known = () if number is None else ways(digits, number)
    said = tuple(Choice(command.format(way), _spelled(way)) for way in known)
    return (*said, Choice("build", T("another sum"), build)) if said else build()


def _operand(so_far: str, left: str, command: str) -> tuple[Choice, ...]:
    """A sum's next digit, of those that are left."""
    return tuple(_with(so_far + digit, left.replace(digit, "", 1), command) for digit in dict.fromkeys(left))


def _with(so_far: str, left: str, command: str) -> Choice:
    """After a digit its operation; of a whole sum, where brackets make it another one, it is asked which."""
    if left:
        return Choice(so_far[-1], _spelled(f"{so_far} ..."), partial(_operation, so_far, left, command))
    whole = tuple(Choice(command.format(written), _spelled(written)) for written in bracketed(so_far))
    return whole[0] if len(whole) == 1 else Choice(so_far[-1], _spelled(so_far), lambda: whole)


def _operation(so_far: str, left: str, command: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(sign, _spelled(f"{so_far}{sign} ..."), partial(_operand, so_far + sign, left, command))
        for sign in OPERATIONS
    )


def _spelled(written: str) -> Text:
    return T("{sum}", sum=spoken(written))


# -- numbers and fields --------------------------------------------------------------------------------------


def _announcing(state: State, rules: Rounds) -> Iterator[Choice]:
    """While the glass runs: what is not known yet, what may be changed, and last what may be withdrawn."""
    if state.digits is None:
        yield _digits(T("Enter the digits"))
    yield from _asking(state, state.open, rules)
    yield from _swaps(state, rules)
    yield from (_withdrawing(claim, state) for claim in state.open)


def _asking(state: State, claims: tuple[Claim, ...], rules: Rules) -> Iterator[Choice]:
    """Their numbers and fields, first of those that lack them."""
    for claim in sorted(claims, key=rules.is_whole):
        if claim.result is None:
            label = T("{claim}: number?", claim=_claim(claim, state))
            yield Choice(f"number {key(claim)}", label, partial(_numbers, state, claim, rules))
        elif not rules.is_whole(claim):
            label = T("{claim}: field?", claim=_claim(claim, state))
            yield Choice(f"field {key(claim)}", label, partial(_fields, state, claim, claim.result, rules))
    for claim in claims:
        if claim.result is not None:  # another number; or the same, with another field
            numbers = rules.offered(state, claim)
            start = numbers.index(claim.result) if claim.result in numbers else 0
            label = T("{claim}: not {number}", claim=_claim(claim, state), number=claim.number)
            yield Choice(f"change {key(claim)}", label, partial(_numbers, state, claim, rules), start)


def _numbers(state: State, claim: Claim, rules: Rules) -> tuple[Choice, ...]:
    """The numbers that can be made and are free; where there are none, any."""
    made = tuple(_number(state, claim, number, rules) for number in rules.offered(state, claim))
    return made or _any_number(state, claim, rules)


def _any_number(state: State, claim: Claim, rules: Rules) -> tuple[Choice, ...]:
    """Every number on the board that is free, whether it can be made or not."""
    free = (n for n in map(Fraction, NUMBERS) if rules.is_free(state, n, claim))
    whole = tuple(_number(state, claim, number, rules) for number in free)
    if rules.side is Side.EASY:
        return whole
    return (*whole, Choice("fraction", T("a fraction"), partial(_above, state, claim, rules)))


def _above(state: State, claim: Claim, rules: Rules) -> tuple[Choice, ...]:
    """What stands above the line of a fraction, then what stands below."""
    parts = range(1, MOST_PART + 1)
    return tuple(Choice(f"{n}/", T("{n} / _", n=n), partial(_below, state, claim, n, rules)) for n in parts)


def _below(state: State, claim: Claim, above: int, rules: Rules) -> tuple[Choice, ...]:
    made = (Fraction(above, n) for n in range(2, MOST_PART) if gcd(above, n) == 1)
    return tuple(_number(state, claim, n, rules) for n in made if rules.is_free(state, n, claim))


def _number(state: State, claim: Claim, number: Fraction, rules: Rules) -> Choice:
    text = f"{claim.seat} {told(number)}{suffix(state, claim)}"
    label = T("{number}", number=told(number))
    if rules.board is None:
        return Choice(text, label)
    return Choice(f"on {text}", label, partial(_fields, state, claim, number, rules))


def _fields(state: State, claim: Claim, number: Fraction, rules: Rules) -> tuple[Choice, ...]:
    """The free fields round a number; it may be said later which."""
    assert rules.board is not None
    text, called, fields = f"{claim.seat} {told(number)}", suffix(state, claim), []
    for field in rules.free_fields(state, number, claim):
        around = " ".join(map(str, rules.board.numbers_around(field)))
        fields.append(Choice(f"{text} {field}{called}", T("{field}: {numbers}", field=field, numbers=around)))
    if claim.result != number:
        fields.append(Choice(text + called, T("field: later")))
    return tuple(fields) or (_withdrawing(claim, state),)


def _swaps(state: State, rules: Rules) -> Iterator[Choice]:
    """With two colours: a seat lays the other one."""
    for seat in rules.setup.seats if rules.most > 1 else ():
        claims = state.of(seat)
        if claims and all(claim.right is None for claim in claims):
            yield Choice(f"{seat} swap", T("{who}: other colour", who=Who(seat)))


def _withdrawing(claim: Claim, state: State) -> Choice:
    label = T("{claim}: withdrawn", claim=_told(claim, state))
    return Choice(f"{claim.seat} full{suffix(state, claim)}", label)


# -- verdicts ------------------------------------------------------------------------------------------------


def _judging(state: State, rules: Rounds) -> Iterator[Choice]:
    """The verdict on one claim; what of it may be changed; a hint; and then the others."""
    claim = state.judged
    assert claim is not None
    others = tuple(other for other in state.open if other != claim)
    asked = tuple(_asking(state, (claim,), rules))
    field = rules.board is not None and not rules.is_whole(claim)
    yield asked[0] if field else WRONG if state.unmakeable else RIGHT
    yield RIGHT if state.unmakeable and not field else WRONG
    yield _digits(T("Enter the digits")) if state.digits is None else _sum(state.digits, claim)
    yield from asked[1:] if field else asked
    yield _withdrawing(claim, state)
    if state.hint is not None:
        yield Choice("hint", T("A hint"))
    yield from _swaps(state, rules)
    yield from _asking(state, others, rules)
    yield from (_withdrawing(other, state) for other in others)


def _verdicts(state: State, claim: Claim) -> tuple[Choice, ...]:
    """Another verdict on a claim that was judged."""
    called = f" colour {claim.colour + 1}" if len(state.of(claim.seat)) > 1 else ""
    other = WRONG if claim.right else RIGHT
    verdict = Choice(f"{claim.seat} {other.text}{called}", other.label)
    if state.digits is None:
        return (verdict,)
    return verdict, _sum(state.digits, claim, f"{claim.seat} {{}}{called}")


# -- forgotten buttons, counts -------------------------------------------------------------------------------


def _added(state: State, seat: Seat, rules: Rounds) -> tuple[Choice, ...]:
    """The number of a token whose button was forgotten."""
    free = (n for n in NUMBERS if rules.is_free(state, Fraction(n)))
    return (Choice(f"add {seat}", T("number: later")), *_counts(f"add {seat} {{}}", free))


def _tokens(state: State, seat: Seat, colour: int, rules: Rounds) -> Choice:
    """How many unused tokens of a colour a seat has."""
    called = f" colour {colour + 1}" if rules.most > 1 else ""
    now, possible = state.tokens[seat][colour], rules.in_hand(state, seat, colour)
    counts = partial(_counts, f"tokens {seat} {{}}{called}", possible)
    label = T("{claim}: tokens {tokens}", claim=_named(seat, colour, twice=rules.most > 1), tokens=now)
    return Choice(f"tokens {seat}{called}", label, counts, start=possible.index(now))


def _counting(state: State, rules: Rounds) -> Iterator[Choice]:
    """The largest group of the next seat that has none yet; then those that have one."""
    for seat in sorted(state.tokens, key=lambda seat: (seat in state.groups, seat)):
        label = T("{who}: group?", who=Who(seat))
        if seat in state.groups:
            label = T("{who}: not {number}", who=Who(seat), number=state.groups[seat])
        yield Choice(f"group {seat}", label, partial(_counts, f"{seat} {{}}", rules.sizes(state, seat)))


def _counts(command: str, possible: Iterable[int]) -> tuple[Choice, ...]:
    """One of some numbers, which stands in the ``{}`` of what is typed."""
    return tuple(Choice(command.format(n), T("{number}", number=n)) for n in possible)


# -- how a claim is called -----------------------------------------------------------------------------------


def key(claim: Claim) -> str:
    """What tells a claim from others in the names of choices."""
    return f"{claim.seat} {claim.colour + 1}"


def suffix(state: State, claim: Claim) -> str:
    """What is typed behind a command to mean this claim: nothing, unless its seat has two."""
    try:
        meant = state.open_claim(claim.seat)
    except NotNow:
        meant = None
    return "" if claim == meant else f" colour {claim.colour + 1}"


def _named(seat: Seat, colour: int, *, twice: bool) -> Text | Who:
    """Whose token it is: of two, which."""
    return T("{who} col. {n}", who=Who(seat), n=colour + 1) if twice else Who(seat)


def _claim(claim: Claim, state: State) -> Text | Who:
    return _named(claim.seat, claim.colour, twice=len(state.of(claim.seat)) > 1)


def _told(claim: Claim, state: State) -> Text:
    """Whose, with its number."""
    return T("{claim}, {number}", claim=_claim(claim, state), number=claim.number)
