"""What a stamp's parts come to, and that each says how it is known."""

from __future__ import annotations

import re
from math import sqrt

import pytest

from firmware.budget import BUDGET, COVERAGE, Guard, Kind, combined, guard, interval, parts, promise, standard
from firmware.budget_parts import LATER, How, Part, Shape, Varies
from firmware.events import Press
from firmware.presses.loopback import tie_for
from firmware.presses.spans import UNSEEN_NS, firsts
from firmware.times import Times
from tests.hardware.edges import closing

TIE = Times().tie
A_COMMAND = re.compile(r"`(make|python -m) [a-z]")


@pytest.mark.parametrize("part", [*BUDGET, *LATER], ids=lambda part: part.name)
def test_each_part_says_how_it_is_known_and_what_was_measured_by_which_command(part: Part) -> None:
    assert part.source
    assert bool(A_COMMAND.search(part.source)) is (part.how is How.MEASURED)


@pytest.mark.parametrize("part", BUDGET, ids=lambda part: part.name)
def test_bounds_are_whole_and_in_order(part: Part) -> None:
    assert part.kinds
    assert part.late[0] < part.late[1]


@pytest.mark.parametrize("kind", Kind)
def test_the_finger_is_told_and_not_counted(kind: Kind) -> None:
    finger = [part for part in BUDGET if kind in part.kinds and part.varies is Varies.FINGER]
    assert bool(finger) is (kind is not Kind.PHONE)  # glass is touched, nothing travels
    assert not {*finger} & {*parts(kind)}


def test_standard_uncertainties_are_those_of_their_shapes() -> None:
    def spread(shape: Shape) -> float:
        return standard(Part("", (-600, 600), How.CITED, "", (Kind.PIN,), Varies.PRESS, shape))

    assert spread(Shape.UNIFORM) == pytest.approx(600 / sqrt(3))
    assert spread(Shape.NORMAL) == pytest.approx(600 / COVERAGE)
    assert spread(Shape.TAIL) == pytest.approx(1200 / 6.908, rel=1e-3)  # 1 - exp(-6.908) = 0.999


def test_two_lines_of_a_head_by_hand() -> None:
    """5 us of the capacitor and 1.3 us until the next picture; the clock they share cancels."""
    both = combined(Kind.HEAD)
    assert both.systematic == pytest.approx(sqrt(2) * 5_000 / sqrt(12))
    assert both.random == pytest.approx(sqrt(2) * 1_300 / sqrt(12))
    assert both.standard == pytest.approx(2_109, abs=1)
    assert both.expanded == 6_300  # 3.29 times that is more than the bounds allow
    assert (both.least, both.most) == (-6_300, 6_300)
    assert guard(Kind.HEAD) == Guard(6_300, 6_300)
    assert promise(guard(Kind.HEAD), 10_000) == (3_700, 16_300)
    assert interval(Kind.HEAD) == (-189_200, 195_100)


def test_what_a_kind_shares_counts_against_another_kind() -> None:
    assert combined(Kind.HEAD, Kind.HEAD).most > 60 * combined(Kind.HEAD).most
    assert combined(Kind.PIN, Kind.USB).least == 900 + 3_800 - 138 - interval(Kind.USB)[1]


def test_a_bare_contact_is_unsurer_above_by_what_a_ruling_allows_it() -> None:
    below, above = guard(Kind.BARE)
    assert above - below == UNSEEN_NS
    assert below < UNSEEN_NS  # else an unseen touch may win a race it lost


@pytest.mark.parametrize("kind", [Kind.PIN, Kind.BARE])
def test_no_pin_wins_that_was_not_first_at_the_shipped_tie(kind: Kind) -> None:
    assert guard(kind).below <= TIE


@pytest.mark.parametrize("widest", [1_000, 40_000, 49_000, 90_000, 260_000])
def test_a_measured_box_has_what_was_measured_in_place_of_what_is_said_of_any(widest: int) -> None:
    band = guard(Kind.PIN, widest)
    assert band == Guard(widest + 2_976, widest + 2_976)  # its capacitors' 2.7 us, its clock's pace
    assert band.below <= tie_for(widest)


def test_the_promise_holds_at_the_bounds_and_no_further() -> None:
    """Two clean pins, each as late as can be or not at all."""
    least, most = (sum(bound) for bound in zip(*(part.late for part in parts(Kind.PIN)), strict=True))
    shared = sum(part.late[1] - part.late[0] for part in parts(Kind.PIN) if part.shared)

    def tied(apart: int, late: int, other: int) -> bool:
        return len(firsts([Press(1, late), Press(2, apart + other)], TIE)) == 2

    always, never = promise(guard(Kind.PIN), TIE)
    assert tied(always, least, most - shared)
    assert not tied(always + 1, least, most - shared)
    assert not tied(never + 1, most - shared, least)
    assert tied(never, most - shared, least)


def test_the_capacitors_edge_is_that_of_the_circuit() -> None:
    (edge,) = [part for part in parts(Kind.PIN) if part.name.startswith("the capacitor")]
    assert edge.late == pytest.approx((closing().least * 1e9, closing().most * 1e9), abs=50)
