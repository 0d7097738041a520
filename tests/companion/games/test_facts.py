"""What is told of the races of any game once it is over."""

from __future__ import annotations

import pytest

from companion.games import facts
from companion.games.facts import Fact
from companion.i18n import speaker
from companion.words import T
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Press, Within
from firmware.presses.race import By, Race, Ruling

ENGLISH = speaker("en")
TIE = NS_PER_MS // 2


def ruling(
    order: tuple[int, ...], margins_ms: tuple[float, ...], reaction_ms: float = 0, by: By = By.TIME
) -> Ruling:
    margins = tuple(round(ms * NS_PER_MS) for ms in margins_ms)
    tied = () if by is By.TIME else tuple(sorted(order))
    winner = None if by is By.TABLE else order[0]
    return Ruling(winner, order, margins, tied, by, reaction=round(reaction_ms * NS_PER_MS))


def said(*found: Fact) -> list[tuple[str, str, int | None]]:
    return [(ENGLISH.text(fact.label), ENGLISH.text(fact.value), fact.seat) for fact in found]


def test_the_fastest_press_is_the_soonest_after_a_race_opened_that_stamps_alone_decided() -> None:
    rulings = (
        ruling((1, 2), (0, 9), 300),
        ruling((2, 1), (0, 0.1), 150, by=By.LEFT),
        ruling((3,), (0,), 240),
        ruling((1,), (0,)),
    )
    assert said(*facts.fastest(rulings, T("Fastest press"))) == [("Fastest press", "240 ms", 3)]


def test_a_race_that_a_late_press_might_have_changed_is_nobodys_record() -> None:
    late = Ruling(1, (1, 2), (0, NS_PER_MS), (), By.TIME, late=(3,), reaction=NS_PER_MS)
    assert not facts.fair([late])


def test_the_closest_race_is_never_within_the_tie_and_never_between_mates() -> None:
    rulings = (
        ruling((1, 2, 3), (0, 3, 40)),
        ruling((2, 3), (0, 0.4)),
        ruling((3, 1), (0, 12.4)),
        ruling((4,), (0,)),
    )
    assert said(*facts.closest(rulings, TIE)) == [("Closest race", "3.0 ms", 1)]
    team = {1: (1, 2), 2: (1, 2)}
    found = facts.closest(rulings, TIE, lambda seat: team.get(seat, (seat,)))
    assert said(*found) == [("Closest race", "12.4 ms", 3)]


def test_of_a_device_that_is_surer_than_pins_a_race_is_as_close_as_it_was() -> None:
    head = Within(NS_PER_MS, NS_PER_MS, 10 * NS_PER_US, "pico-E6616407E3512B2F")
    race = Race(0, TIE)
    for seat, us in ((3, 0), (1, 12), (2, 734)):
        race = race.enter(Press(seat, us * NS_PER_US, head))
    made = race.rule().ruling
    assert made is not None
    assert said(*facts.closest([made], TIE)) == [("Closest race", "12 µs", 3)]
    mates = {3: (1, 3)}
    found = facts.closest([made], TIE, lambda seat: mates.get(seat, (seat,)))
    assert said(*found) == [("Closest race", "734 µs", 3)]


def test_what_there_is_nothing_to_tell_of_is_left_out() -> None:
    alone = (ruling((1,), (0,)),)
    assert not [*facts.fastest(alone, T("x")), *facts.closest(alone, TIE), *facts.ties(alone)]
    assert not [*facts.most(T("x"), {}), *facts.most(T("x"), {1: 0, 2: 0})]


def test_most_of_something_is_nobodys_where_two_have_it() -> None:
    assert not list(facts.most(T("x"), {1: 3, 2: 3}))
    assert said(*facts.most(T("Sums"), {1: 2, 2: 3})) == [("Sums", "3", 2)]


def test_whoever_won_most_races_has_won_so_many_of_all() -> None:
    rulings = (
        ruling((1,), (0,)),
        ruling((2,), (0,)),
        ruling((1,), (0,)),
        ruling((1, 2), (0, 0), by=By.TABLE),
    )
    assert said(*facts.most_won(rulings, T("Most races won"))) == [("Most races won", "2 of 4", 1)]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ((1, 1, 2, 2, 2, 1), [("Row", "3", 2)]),
        ((1, None, 1), []),
        ((1, 1, 2, 2), []),
        ((1, 2), []),
    ],
)
def test_a_row_is_twice_at_least_ends_with_a_miss_and_is_nobodys_where_two_have_it(
    row: tuple[int | None, ...], told: list[tuple[str, str, int | None]]
) -> None:
    assert said(*facts.in_a_row(row, T("Row"))) == told


def test_ties_are_counted_whoever_has_broken_them() -> None:
    rulings = (ruling((1, 2), (0, 0), by=By.TABLE), ruling((1, 2), (0, 0), by=By.LEFT), ruling((1,), (0,)))
    assert said(*facts.ties(rulings)) == [("Ties", "2", None)]


@pytest.mark.parametrize(
    ("ns", "words"),
    [
        (12 * NS_PER_MS, "12 ms"),
        (500 * NS_PER_MS, "0.5 s"),
        (4250 * NS_PER_MS, "4.25 s"),
        (12_340 * NS_PER_MS, "12.3 s"),
        (185 * NS_PER_S, "3:05"),
    ],
)
def test_how_long_something_took_is_told_as_finely_as_people_care(ns: int, words: str) -> None:
    assert ENGLISH.text(facts.lasting(ns)) == words


def test_how_quick_a_press_was_is_told_in_milliseconds() -> None:
    assert ENGLISH.text(facts.as_quick_as(312 * NS_PER_MS)) == "312 ms"


def test_a_margin_below_a_millisecond_is_told_only_as_finely_as_the_tie_allows() -> None:
    assert ENGLISH.text(facts.apart(637 * NS_PER_US, TIE)) == "600 µs"
    assert ENGLISH.text(facts.apart(12_437 * NS_PER_US, TIE)) == "12.4 ms"
