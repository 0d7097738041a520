"""Dice in words: each face, how they are reckoned, and the rolls before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from companion.games.dice.sets import Thrown
from companion.games.faces import COLOURS, UNKNOWN
from companion.words import T, Text
from firmware.rolling import number_on

_LONGEST_SUM = 20
"""A sum of more letters than this has no room in one line of a panel."""

_LONGEST, _LONGEST_WORD = 19, 12
"""Letters of a past roll that are read at once, and of one word of it, which can't be broken."""


def named(face: str | None) -> Text:
    """A face as people call it; what rolls isn't told before it is seen."""
    if face is None:
        return T("{value}", value=UNKNOWN)
    return COLOURS.get(face, T("{value}", value=face))


def in_a_row(faces: Iterable[str | None]) -> Text:
    """Faces beside each other, at least one."""
    return reduce(lambda one, other: T("{one} {other}", one=one, other=other), map(named, faces))


def added(modifier: int) -> tuple[str, ...]:
    """What is added to dice, as one more face of theirs: ``+2``; nothing if it is 0."""
    return (f"{modifier:+d}",) if modifier else ()


def reckoned(thrown: Thrown, *, equals: bool = False) -> Text:
    """What dice come to and how: ``3+5+6+2, not 1``; all faces in a row where there is nothing to reckon.

    Args:
        thrown: the dice.
        equals: with the total; else that stands elsewhere, and a lone number that is it isn't said again.
    """
    row, dropped = _sum_of(thrown), thrown.faces_dropped
    alone = len(thrown.kept) == 1 and not thrown.modifier
    if equals and thrown.total is not None and not alone:
        row = T("{sum} = {total}", sum=row, total=thrown.total)
    if not dropped:
        return row
    left_out = T("not {dropped}", dropped=in_a_row(dropped))
    return left_out if alone and not equals else T("{one}, {other}", one=row, other=left_out)


def _sum_of(thrown: Thrown) -> Text:
    counted = (*thrown.faces_kept, *added(thrown.modifier))
    numbers = [number for face in counted if (number := number_on(face)) is not None]
    text = "".join(f"{number:+d}" for number in numbers).removeprefix("+")
    plain = not thrown.dropped and not thrown.modifier
    if plain or len(numbers) < len(counted) or len(text) > _LONGEST_SUM:
        return in_a_row(counted)
    return T("{value}", value=text)


def past_lines(past: Iterable[tuple[int, Thrown]]) -> Iterator[Text]:
    """Past rolls, each with its number; what can't be read at once takes several lines."""
    for number, thrown in past:
        for line in _lines(thrown):
            yield T("roll {n}: {roll}", n=number, roll=line)


def _lines(thrown: Thrown) -> Iterator[Text]:
    whole = reckoned(thrown, equals=True)
    words = whole.filled().split()
    numbers = all(number_on(face) is not None for face in thrown.faces)
    if numbers and len(" ".join(words)) <= _LONGEST and max(map(len, words)) <= _LONGEST_WORD:
        yield whole
        return
    if thrown.total is not None:
        yield T("{total} in all", total=thrown.total)
    yield from map(in_a_row, _parts((*thrown.faces_kept, *added(thrown.modifier))))
    for part in _parts(thrown.faces_dropped):
        yield T("not {dropped}", dropped=in_a_row(part))


def _parts(faces: Sequence[str]) -> Iterator[Sequence[str]]:
    """As many faces at a time as can be read in one line; a word may be long in another language."""
    widest = max((_takes(face) for face in faces), default=1)
    at_once = max(1, _LONGEST // widest)
    return (faces[first : first + at_once] for first in range(0, len(faces), at_once))


def _takes(face: str) -> int:
    return max(len(face) + 1, 0 if number_on(face) is not None else _LONGEST // 2)
