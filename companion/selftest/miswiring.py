"""Which wires are where: what each button closed, or each lamp lit, sorted into faults of wiring.

What always answers together is first taken for one (*joined*); what then answers in another's place is a
swap if the two answer for each other, or else a ring, or answers alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Miswiring(Generic[P]):
    """Faults of wiring; all that isn't named is as it should be.

    Attributes:
        right: what answers in its own place.
        dead: what nothing came from.
        joined: groups that answer together.
        rings: what answers round a ring for each other: the second's place is where the first is found,
            and so on; a swapped pair is a ring of two.
        astray: what answers for something else, which answers for itself or not at all.
    """

    right: tuple[P, ...]
    dead: tuple[P, ...]
    joined: tuple[tuple[P, ...], ...]
    rings: tuple[tuple[P, ...], ...]
    astray: tuple[tuple[P, P], ...]


def miswiring_of(answers: Mapping[P, frozenset[P]]) -> Miswiring[P]:
    """Sort out what came for each as it was tried."""
    group = _groups(answers)
    found = {each: group[_one_of(came)] for each, came in answers.items() if came}
    home = {each: group.get(each, frozenset({each})) for each in answers}
    wrong = [each for each in answers if each in found and found[each] != home[each]]
    rings, rest = _rings(wrong, found, home)
    return Miswiring(
        right=tuple(each for each in answers if each in found and found[each] == home[each]),
        dead=tuple(each for each, came in answers.items() if not came),
        joined=tuple(
            sorted((tuple(sorted(each, key=str)) for each in set(group.values()) if len(each) > 1), key=str)
        ),
        rings=tuple(rings),
        astray=tuple((each, _one_of(found[each])) for each in rest),
    )


def _groups(answers: Mapping[P, frozenset[P]]) -> dict[P, frozenset[P]]:
    """What has come together at least once, as groups."""
    groups: dict[P, frozenset[P]] = {}
    for came in answers.values():
        merged = came.union(*(groups.get(each, frozenset()) for each in came))
        for each in merged:
            groups[each] = merged
    return groups


def _rings(
    wrong: list[P], found: Mapping[P, frozenset[P]], home: Mapping[P, frozenset[P]]
) -> tuple[list[tuple[P, ...]], list[P]]:
    """Rings among those that answer elsewhere, the shortest first, and what is left."""
    left, rings = list(wrong), []
    for length in range(2, len(wrong) + 1):
        for start in list(left):
            ring = _ring((start,), length, left, found, home) if start in left else ()
            if ring:
                rings.append(ring)
                left = [each for each in left if each not in ring]
    return rings, left


def _ring(
    way: tuple[P, ...],
    length: int,
    left: list[P],
    found: Mapping[P, frozenset[P]],
    home: Mapping[P, frozenset[P]],
) -> tuple[P, ...]:
    """A ring of that length that begins with ``way``, or nothing."""
    if len(way) == length:
        return way if found[way[-1]] == home[way[0]] else ()
    onward = (each for each in left if home[each] == found[way[-1]] and each not in way)
    rings = (_ring((*way, each), length, left, found, home) for each in onward)
    return next(filter(None, rings), ())


def _one_of(group: frozenset[P]) -> P:
    return min(group, key=str)
