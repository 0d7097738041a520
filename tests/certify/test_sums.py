"""Many races together: what is counted, who is late, what may be certified."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from firmware.events import NS_PER_US, SEATS, Press, Seat
from firmware.presses import race
from firmware.presses.race import Race
from tests.certify.biased import LATE_NS, LATE_SEAT, by_pin
from tests.certify.playing import record
from tests.certify.record import Record
from tests.certify.sums import at_most, summed


def races(count: int, late: dict[Seat, int] | None = None) -> Iterator[Record]:
    """Races of all, 900 us one after another, in any order."""
    chance = Random(5)
    for number in range(count):
        order = chance.sample(list(SEATS), 8)
        yield record({seat: 900 * place for place, seat in enumerate(order)}, late=late, number=number)


def test_a_fair_box_is_certified() -> None:
    sums = summed(races(40))
    assert sums.reasons(40) == []
    whole = sums.whole
    assert (whole.races, whole.presses, whole.seconded, whole.ties) == (40, 320, 40, 0)
    assert whole.plain()["stamps"] == {"pin": {"all": 320, "outside": 0, "worst_ns": 0}}


def test_what_wasnt_played_isnt_certified() -> None:
    assert summed(races(3)).reasons(4) == ["3 races of 4"]


def test_a_seat_whose_stamps_are_late_is_named() -> None:
    (reason,) = summed(races(40, {LATE_SEAT: LATE_NS})).reasons(40)
    assert (
        reason == f"seat {LATE_SEAT}, a pin of made: stamps +{LATE_NS / NS_PER_US:.1f} µs beside the others'"
    )


def test_nobody_is_named_for_a_few_presses() -> None:
    assert summed(races(19, {LATE_SEAT: LATE_NS})).reasons(19) == []


def test_a_press_that_was_dropped_is_named_with_its_race() -> None:
    dropped = [*races(40)]
    one = dropped[17]
    last = one.order[-1]
    dropped[17] = replace(
        one,
        order=one.order[:-1],
        presses=dict.fromkeys(one.order[:-1], 1),
        stamps={seat: at for seat, at in one.stamps.items() if seat != last},
    )
    assert summed(dropped).reasons(40) == [
        "1 presses lost, as in made up 17",
        "1 races in which the second judge disagrees, as in made up 17",
    ]


def test_ties_that_are_broken_by_the_pin_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    fair = record({6: 0, 2: 100})
    presses = [Press(seat, at) for seat, at in fair.stamps.items()]

    def winner() -> Seat | None:
        ruled = Race(0, fair.tie)
        for press in presses:
            ruled = ruled.enter(press)
        return ruled.rule().winner

    assert winner() is None
    monkeypatch.setattr(race, "firsts", by_pin)
    reasons = summed([replace(fair, winner=winner(), tied=())]).reasons(1)
    assert "1 wrong winners, as in made up 0" in reasons
    assert "1 missed ties, as in made up 0" in reasons


def test_sums_of_parts_are_the_sum_of_all() -> None:
    all_of = list(races(20, {3: 9 * NS_PER_US}))
    sums = summed(all_of[:7])
    sums += summed(all_of[7:])
    whole = summed(all_of)
    assert sums.whole == whole.whole
    assert sums.tallies == whole.tallies
    assert sums.biases() == whole.biases()
    assert sums.reasons(20) == whole.reasons(20)


def test_what_never_happened_is_about_as_seldom_as_three_in_all() -> None:
    assert at_most(0, 100_000) == pytest.approx(2.9957e-5, rel=1e-3)
    assert at_most(0, 100) == pytest.approx(1 - 0.05**0.01)
    assert at_most(1, 100) == pytest.approx(0.04656, rel=1e-3)  # Clopper, Pearson 1934
    assert at_most(3, 3) == 1
