from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from companion.selftest.miswiring import Tangle, untangle

SEATS = tuple(range(1, 9))


def of(answers: Mapping[int, tuple[int, ...]]) -> Tangle[int]:
    """What is said of a box of eight, of which these answered otherwise than they should."""
    return untangle({seat: frozenset(answers.get(seat, (seat,))) for seat in SEATS})


def test_all_is_right() -> None:
    assert of({}) == Tangle(SEATS, (), (), (), ())


def test_nothing_came() -> None:
    tangle = of({2: ()})
    assert tangle.dead == (2,)
    assert tangle.right == (1, 3, 4, 5, 6, 7, 8)


def test_one_swapped_with_a_broken_wire_answers_for_the_other_alone() -> None:
    tangle = of({3: (), 4: (3,)})
    assert (tangle.dead, tangle.astray, tangle.rings) == ((3,), ((4, 3),), ())


def test_a_swap_is_told_from_the_lines_that_touch_beside_it() -> None:
    """Seats 3 and 4 are swapped, and lines 4 and 5 touch."""
    tangle = of({3: (4, 5), 4: (3,), 5: (4, 5)})
    assert tangle.joined == ((4, 5),)
    assert tangle.rings == ((3, 4),)
    assert tangle.astray == ()


def test_three_that_touch_are_one_group() -> None:
    assert of({1: (1, 2), 2: (1, 2), 3: (2, 3)}).joined == ((1, 2, 3),)


@given(st.permutations(SEATS))
def test_any_mix_up_is_told_as_rings_that_put_it_right(order: list[int]) -> None:
    found = dict(zip(SEATS, order, strict=True))
    tangle = of({seat: (place,) for seat, place in found.items()})
    told = {seat: seat for seat in tangle.right}
    for ring in tangle.rings:
        told.update(zip(ring, (*ring[1:], ring[0]), strict=True))
    assert told == found
    assert (tangle.dead, tangle.joined, tangle.astray) == ((), (), ())


@given(st.dictionaries(st.sampled_from(SEATS), st.sets(st.sampled_from(SEATS), max_size=3)))
def test_whatever_answers_each_is_told_of_once(answers: dict[int, set[int]]) -> None:
    tangle = of({seat: tuple(came) for seat, came in answers.items()})
    in_rings = [seat for ring in tangle.rings for seat in ring]
    astray = [seat for seat, _ in tangle.astray]
    assert sorted([*tangle.right, *tangle.dead, *in_rings, *astray]) == list(SEATS)
