"""What is told of a finished game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.growing import Grown
from companion.session.result import length, reactions, result
from companion.session.state import State
from firmware.events import NS_PER_MS, NS_PER_S, Press, Within
from firmware.presses.race import By, Race, Ruling
from tests.companion.session.evening import Evening


def ruling(order: tuple[int, ...], margins_ms: tuple[float, ...], reaction_ms: float = 0) -> Ruling:
    margins = tuple(round(ms * NS_PER_MS) for ms in margins_ms)
    return Ruling(order[0], order, margins, (), By.TIME, reaction=round(reaction_ms * NS_PER_MS))


def told(*rulings: Ruling, options: str = "seats=1,2,3,4") -> dict[str, Any]:
    """The result of a quiz with these races."""
    evening = Evening()
    evening.enter(f"game buzzer {options}", 100)
    evening.ok(1000)
    found = result(replace(evening.state, rulings=Grown.of(rulings)), 2 * NS_PER_S)
    assert found is not None
    return found


def test_a_race_that_its_first_press_opened_tells_no_reaction() -> None:
    opened_by_it, waited_for = ruling((2, 3), (0, 5)), ruling((3,), (0,), 250)
    assert reactions(State(rulings=Grown.of([opened_by_it]))) == {}
    assert reactions(State(rulings=Grown.of([opened_by_it, waited_for]))) == {
        "3": {"best_ms": 250, "median_ms": 250, "presses": 1}
    }


def test_reactions_are_from_the_races_opening_to_each_ones_press() -> None:
    rulings = (ruling((2, 1), (0, 50), 200), ruling((2,), (0,), 300), ruling((1, 2), (0, 10), 240))
    assert reactions(State(rulings=Grown.of(rulings))) == {
        "1": {"best_ms": 240.0, "median_ms": 245.0, "presses": 2},
        "2": {"best_ms": 200.0, "median_ms": 250.0, "presses": 3},
    }
    assert reactions(State()) == {}


@pytest.mark.plays("buzzer")
def test_the_closest_finish_is_the_least_margin_and_in_whose_favour() -> None:
    found = told(ruling((1, 2, 3), (0, 9, 9.5)), ruling((3, 1), (0, 0.87)), ruling((2,), (0,)))
    assert found["closest_us"] == {"seat": 3, "over": 1, "us": 870, "tie_us": 500}


@pytest.mark.plays("buzzer")
def test_the_fastest_win_is_the_winners_press_soonest_after_a_race_opened() -> None:
    found = told(ruling((1, 2), (0, 9), 300), ruling((2, 1), (0, 50), 213.4), ruling((3,), (0,)))
    assert found["fastest_ms"] == {"seat": 2, "ms": 213.4}


@pytest.mark.plays("buzzer")
def test_neither_a_tie_nor_a_race_with_a_press_that_came_too_late_is_close_or_fast() -> None:
    by_rule = replace(ruling((1, 2), (0, 0.2), 200), tied=(1, 2), by=By.LEFT)
    by_table = replace(by_rule, by=By.TABLE)
    late = replace(ruling((1, 2), (0, 2), 200), late=(3,))
    found = told(by_rule, by_table, replace(by_table, winner=None), late)
    assert not {"closest_us", "fastest_ms"} & set(found)


@pytest.mark.plays("buzzer")
def test_a_press_just_above_the_tie_is_close_and_one_within_it_is_not() -> None:
    for us, close in ((500, None), (501, 501)):
        race = Race(0, 500_000).enter(Press(1, NS_PER_S)).enter(Press(2, NS_PER_S + us * 1000)).rule()
        assert race.ruling is not None
        assert told(race.ruling).get("closest_us", {}).get("us") == close


@pytest.mark.plays("buzzer")
def test_on_a_button_head_twelve_microseconds_are_a_close_race() -> None:
    head = Within(NS_PER_MS, NS_PER_MS, 10_000, "pico-E6616407E3512B2F")
    race = Race(0, 500_000).enter(Press(1, NS_PER_S, head)).enter(Press(2, NS_PER_S + 12_000, head)).rule()
    assert race.ruling is not None
    assert told(race.ruling)["closest_us"] == {"seat": 1, "over": 2, "us": 12, "tie_us": 10}


@pytest.mark.plays("buzzer")
def test_one_of_the_same_team_is_no_rival() -> None:
    found = told(ruling((1, 2, 3), (0, 1, 4)), options="seats=1,2,3,4 teams=1+2,3+4")
    assert found["closest_us"] == {"seat": 1, "over": 3, "us": 4000, "tie_us": 500}
    assert found["teams"] == [{"seats": [1, 2], "name": ""}, {"seats": [3, 4], "name": ""}]


@pytest.mark.plays("buzzer")
def test_a_team_is_told_by_the_name_it_is_shown_with() -> None:
    evening = Evening()
    evening.enter("game buzzer seats=1,2,3 teams=1+2", 100)
    evening.enter("name 1+2 Foxes", 200)
    evening.ok(1000)
    found = result(evening.state, 2 * NS_PER_S)
    assert found is not None
    assert (found["names"], found["teams"]) == ({}, [{"seats": [1, 2], "name": "Foxes"}])
    evening.enter("game buzzer seats=1,2,3,4 teams=1+2+4", 4000)
    evening.ok(5000)
    later = result(evening.state, 6 * NS_PER_S)
    assert later is not None
    assert later["teams"] == [{"seats": [1, 2, 4], "name": "Foxes"}]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "0:00"), (59.6, "1:00"), (754.2, "12:34"), (3600, "1:00:00"), (36_061, "10:01:01")],
)
def test_a_length_is_minutes_and_seconds(seconds: float, said: str) -> None:
    assert length(seconds) == said
