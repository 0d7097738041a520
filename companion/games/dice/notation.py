"""Dice as people write them: ``3d6``, ``2d6+1d8+3``, ``4d6k3``, ``d%``; in Polish ``2k6``, a die is a *kość*.

A ``k`` that stands before the sides is a die, one behind them says how many are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from companion.games.dice.sets import DiceSet, Term
from companion.games.reading import ExpectedError
from companion.words import T, Text
from firmware.digits import is_number
from firmware.rolling import MOST_ADDED, MOST_DICE, MOST_FACES, NO_DICE, NO_SETS, Die, plain_die

_DIE = re.compile(r"(\d*)[dk](\d+|%)", re.ASCII | re.IGNORECASE)
_KEEPING = re.compile(r"(.+?)(k|kh|l|kl)(\d+)", re.ASCII | re.IGNORECASE)
_HIGHEST = {"k", "kh"}
_COUNTED = re.compile(r"(\d*)(.+)", re.ASCII)


def read_set(
    text: str,
    named: Mapping[str, tuple[str, ...]] = NO_DICE,
    sets: Mapping[str, tuple[Die, ...]] = NO_SETS,
) -> DiceSet:
    """Reads which dice are rolled.

    Args:
        text: what was typed.
        named: faces of the dice this box knows by name.
        sets: whole sets of dice by name: each all there is to roll.

    Raises:
        ExpectedError: it can't be read, or not be rolled; it says what was expected.
    """
    if text in sets:
        return DiceSet(tuple(Term(1, die) for die in sets[text]), name=text)
    terms: list[Term] = []
    modifier = 0
    for sign, part in _parts(text):
        if is_number(part):
            modifier += int(sign + part)
        else:
            terms.append(_term(part, named, (*sets, *named)))
            if sign == "-":
                raise ExpectedError(T("numbers taken away, such as d20-1, not dice"))
    if not terms:
        raise _unreadable((*sets, *named))
    counts = [term.count for term in terms]
    if min(counts) < 1 or sum(counts) > MOST_DICE:
        raise ExpectedError(T("1 to {n} dice", n=MOST_DICE))
    made = DiceSet(tuple(terms), modifier)
    if modifier and not (made.numbered and abs(modifier) <= MOST_ADDED):
        raise ExpectedError(T("dice with numbers, and at most {n} added to them", n=MOST_ADDED))
    return made


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """What stands between the signs, each with the sign before it."""
    first, *others = re.split("([+-])", text)
    yield "+", first
    yield from zip(others[::2], others[1::2], strict=True)


def _unreadable(known: tuple[str, ...]) -> ExpectedError:
    expected = T("dice such as 3d6, 2d6+3, 4d6k3 or d%, of 2 to {n} sides", n=MOST_FACES)
    names = ", ".join(known)
    return ExpectedError(T("{dice}, or {names}", dice=expected, names=names) if names else expected)


def _term(part: str, named: Mapping[str, tuple[str, ...]], known: tuple[str, ...]) -> Term:
    counted = _counted(part, named)
    if counted is not None:
        return Term(*counted)
    keeping = _KEEPING.fullmatch(part)
    counted = keeping and _counted(keeping[1], named)
    if keeping is None or counted is None:
        raise _unreadable(known)
    count, die = counted
    if not is_number(keeping[3]) or not 1 <= int(keeping[3]) <= count:
        raise ExpectedError(T("as many dice to keep as are rolled, or fewer, such as 4d6k3"))
    if not die.numbered:
        raise ExpectedError(T("dice with numbers, where only some are kept"))
    return Term(count, die, int(keeping[3]), keeping[2].lower() in _HIGHEST)


def _counted(part: str, named: Mapping[str, tuple[str, ...]]) -> tuple[int, Die] | None:
    """How many dice, and which; None if that can't be read."""
    counted = _COUNTED.fullmatch(part)
    if counted is not None and counted[2] in named:
        count, die = counted[1], Die(counted[2], named[counted[2]])
    elif (plain := _DIE.fullmatch(part)) is not None:
        count, sides = plain[1], "100" if plain[2] == "%" else plain[2]
        if not is_number(sides) or not 2 <= int(sides) <= MOST_FACES:
            return None
        die = plain_die(int(sides))
    else:
        return None
    return (int(count or 1), die) if is_number(count or "1") else None


def called(text: str) -> Text:
    """Dice as they are typed, in people's words: ``2k6`` in Polish, and *highest 3* for ``k3``."""
    (_, first), *others = _parts(text)
    said = _called_term(first)
    for sign, part in others:
        other = T("{sign}{dice}", sign=sign, dice=_called_term(part))
        words = _keeping(first) is not None
        said = (
            T("{one} {other}", one=said, other=other) if words else T("{one}{other}", one=said, other=other)
        )
        first = part
    return said


def _keeping(part: str) -> re.Match[str] | None:
    """What is kept of which dice, if not all: ``2k6`` is a die."""
    return None if _DIE.fullmatch(part) else _KEEPING.fullmatch(part)


def _called_term(part: str) -> Text:
    """Dice of one kind."""
    if (plain := _DIE.fullmatch(part)) is not None:
        return T("{n}d{sides}", n=plain[1], sides=plain[2])
    keeping = _keeping(part)
    if keeping is None:
        return T("{value}", value=part)
    dice, n = _called_term(keeping[1]), keeping[3]
    if keeping[2].lower() in _HIGHEST:
        return T("{dice} highest", dice=dice) if n == "1" else T("{dice} highest {n}", dice=dice, n=n)
    return T("{dice} lowest", dice=dice) if n == "1" else T("{dice} lowest {n}", dice=dice, n=n)
