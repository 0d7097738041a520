"""The judge of phones' races: it finds what is wrong, in what was told."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.clock_bounds import Exchange
from firmware.events import NS_PER_MS
from tests.companion.phones.at_home import Told
from tests.companion.phones.races.judge import Evening, Judged
from tests.companion.phones.races.others import METHODS, Pressed
from tests.companion.phones.races.plan import GAPS_MS, TABLES, races

APART = 500 * NS_PER_MS
"""What CLOCK_MONOTONIC is ahead of CLOCK_MONOTONIC_RAW; pages' clocks are at 0 when the latter is."""

LATER = 40 * NS_PER_MS


def told(**ruling: Any) -> list[Told]:
    """Ola's contact is at 1 s, Jan's 40 ms later; his glass is 30 ms quicker, his network 15 ms slower."""
    began = 1000 * NS_PER_MS
    all_of: list[Told] = [{"what": "table", "name": "two", "alike": False}]
    for seat, touch, one_way in ((1, 35, 1), (2, 5, 16)):
        who, way = {"device": f"phone-{seat}"}, one_way * NS_PER_MS
        stamp = began + (seat - 1) * LATER + touch * NS_PER_MS
        all_of += [
            {"what": "phone", "seat": seat, "touch_ms": touch, "ppm": 0, "zero": [APART, APART]},
            {"what": "sit", "seat": seat, "step": 0, **who},
            {"what": "ask", "n": 1, "asked": 0, **who},
            {
                "what": "answer",
                "n": 1,
                "received": way,
                "answered": way,
                "heard": 2 * way,
                "apart": APART,
                **who,
            },
            {"what": "race", "gap_ms": 40, "ties": "phones: ties 50 ms"}
            if seat == 1
            else {"what": "nothing"},
            {"what": "edge", "seat": seat, "closed": True, "at": stamp + APART, "before": 36 * NS_PER_MS},
            {"what": "press", "closed": True, "believed": True, "there": stamp, "seat": seat}
            | {"arrived": stamp + way + APART, **who},
        ]
    stamps = {1: [began + 35 * NS_PER_MS], 2: [began + LATER + 5 * NS_PER_MS]}
    ruled = {"what": "ruling", "ruled": began + APART + 150 * NS_PER_MS, "winner": None, "tied": [1, 2]}
    return [*all_of, ruled | ruling, {"what": "touched", "stamps": stamps}]


def judged(**ruling: Any) -> tuple[Judged, Evening]:
    evening = Evening(told(**ruling))
    (race,) = evening.races()
    return race, evening


def test_a_race_is_judged_by_its_contacts_and_timed_from_them() -> None:
    race, _ = judged()
    assert (race.first, race.gap, race.by_stamps, race.lost) == (1, LATER, 1, 0)
    assert (race.ruled, race.told) == (150 * NS_PER_MS, 115 * NS_PER_MS)
    assert set(race.by_others) == set(METHODS)
    assert race.by_others["arrival"] == 1


@pytest.mark.parametrize(
    ("ruling", "wrong"),
    [
        ({"winner": 1, "tied": []}, False),
        ({"winner": 2, "tied": []}, True),
        ({"winner": None, "tied": [1, 2]}, False),
        ({"winner": None, "tied": [2, 3]}, True),
    ],
)
def test_a_winner_who_wasnt_first_is_wrong_and_so_is_a_tie_without_the_first(
    ruling: dict[str, Any], wrong: bool
) -> None:
    race, _ = judged(**ruling)
    assert race.wrong is wrong


def test_bounds_that_dont_cover_the_truth_are_found() -> None:
    _, evening = judged()
    assert (evening.exchanges.of, evening.exchanges.outside, evening.stamps.of) == (2, 0, 2)
    spoilt = told()
    next(one for one in spoilt if one["what"] == "answer")["heard"] -= 2 * NS_PER_MS
    evening = Evening(spoilt)
    list(evening.races())
    assert evening.exchanges.outside == 1


def test_of_the_usual_methods_each_is_misled_by_what_it_doesnt_know() -> None:
    """Two fingers at once; one network is slow towards the page, and was slower still the last time."""
    ms = NS_PER_MS
    quick = Pressed(0, 2 * ms, [Exchange(-9 * ms, -8 * ms, -8 * ms, -7 * ms)])
    slow = Pressed(0, 5 * ms, [Exchange(-90 * ms, -80 * ms, -80 * ms, -75 * ms)] * 2)
    last = Exchange(-60 * ms, -20 * ms, -20 * ms, -19 * ms)
    slow = slow._replace(known=[*slow.known, last])
    off = {name: (method(slow) - method(quick)) / ms for name, method in METHODS.items()}
    assert off == {"arrival": 3, "half a round trip": -16.5, "one sample": -19.5, "best half": -2.5}


def test_each_gap_is_planned_as_often_and_the_same_for_a_seed() -> None:
    for table in TABLES.values():
        planned = races(table, 2 * len(GAPS_MS), seed=1)
        assert sorted(race.gap_ms for race in planned) == sorted(2 * GAPS_MS)
        assert all(race.fingers[1][1] - race.fingers[0][1] == race.gap_ms for race in planned)
        assert planned == races(table, 2 * len(GAPS_MS), seed=1)
