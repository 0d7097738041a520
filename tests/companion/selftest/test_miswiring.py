from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from companion.selftest.miswiring import Miswiring, miswiring_of

SEATS = tuple(range(1, 9))


def of(answers: Mapping[int, tuple[int, ...]]) -> Miswiring[int]:
    """What is said of a box of eight, of which these answered otherwise than they should."""
    return miswiring_of({seat: frozenset(answers.get(seat, (seat,))) for seat in SEATS})


def test_all_is_right() -> None:
    assert of({}) == Miswiring(SEATS, (), (), (), ())


def test_nothing_came() -> None:
    miswired = of({2: ()})
    assert miswired.dead == (2,)
    assert miswired.right == (1, 3, 4, 5, 6, 7, 8)


def test_one_swapped_with_a_broken_wire_answers_for_the_other_alone() -> None:
    miswired = of({3: (), 4: (3,)})
    assert (miswired.dead, miswired.astray, miswired.rings) == ((3,), ((4, 3),), ())


def test_a_swap_is_told_from_the_lines_that_touch_beside_it() -> None:
    """Seats 3 and 4 are swapped, and lines 4 and 5 touch."""
    miswired = of({3: (4, 5), 4: (3,), 5: (4, 5)})
    assert miswired.joined == ((4, 5),)
    assert miswired.rings == ((3, 4),)
    assert miswired.astray == ()


def test_three_that_touch_are_one_group() -> None:
    assert of({1: (1, 2), 2: (1, 2), 3: (2, 3)}).joined == ((1, 2, 3),)


@given(st.permutations(SEATS))
def test_any_mix_up_is_told_as_rings_that_put_it_right(order: list[int]) -> None:
    found = dict(zip(SEATS, order, strict=True))
    miswired = of({seat: (place,) for seat, place in found.items()})
    told = {seat: seat for seat in miswired.right}
    for ring in miswired.rings:
        told.update(zip(ring, (*ring[1:], ring[0]), strict=True))
    assert told == found
    assert (miswired.dead, miswired.joined, miswired.astray) == ((), (), ())


@given(st.dictionaries(st.sampled_from(SEATS), st.sets(st.sampled_from(SEATS), max_size=3)))
def test_whatever_answers_each_is_told_of_once(answers: dict[int, set[int]]) -> None:
    miswired = of({seat: tuple(came) for seat, came in answers.items()})
    in_rings = [seat for ring in miswired.rings for seat in ring]
    astray = [seat for seat, _ in miswired.astray]
    assert sorted([*miswired.right, *miswired.dead, *in_rings, *astray]) == list(SEATS)
