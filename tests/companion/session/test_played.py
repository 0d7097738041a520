"""Reading results: whatever wrote them, what can be told is told, and nothing raises."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n import speaker
from companion.session.history_screens import PAGES, Past, pages
from companion.session.played import Fastest, Margin, Reaction, moment, read, read_all
from tests.companion.session.evenings import told

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("123"), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(sorted({*told(), "score", "teams", "closest_us", "fastest_ms"}))


@given(st.lists(st.dictionaries(KEYS, JSON), max_size=4))
def test_whatever_stands_in_the_rows_the_others_are_told(odd: list[dict[str, Any]]) -> None:
    rows = [told(1), *odd, *({**told(2), **one} for one in odd), told(2)]
    past = Past.of(rows)
    first, *_, last = past.games
    assert (first.winners, last.winners) == ((1,), (2,))
    for language in ("pl", "en"):
        assert 0 < len(pages(past, speaker(language))) <= PAGES


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": None},
        {"seats": []},
        {"seats": [1, 1]},
        {"winners": None},
        {"winners": [5]},
        {"winners": [[1]]},
        {"game": 17},
        {"length_s": "long"},
        {"length_s": float("nan")},
        {"score": 10**400},
        {"reactions": {"1": 5}},
        {"closest_us": [3]},
        {"teams": "Foxes"},
    ],
)
def test_what_cannot_be_meant_costs_that_game_and_no_other(wrong: dict[str, Any]) -> None:
    assert read_all([{**told(1), **wrong}, told(2)]) == read_all([told(2)])


def test_a_result_of_an_earlier_version_lacks_what_was_not_told_then() -> None:
    one = read({"game": "kezao", "seats": [1, 2], "winners": [2]})
    assert one is not None
    assert (one.sides, one.reactions, one.closest_us, one.when) == ({(1,): False, (2,): True}, {}, None, None)


def test_a_whole_result_is_read_as_it_was_written() -> None:
    one = read(
        told(
            1,
            score=38,
            reactions={"2": {"best_ms": 200.5, "median_ms": 300, "presses": 2}},
            closest_us={"seat": 1, "over": 2, "us": 870, "tie_us": 500},
            fastest_ms={"seat": 1, "ms": 213.4},
            teams=[{"seats": [1, 2], "name": "Foxes"}],
        )
    )
    assert one is not None
    assert one.reactions == {2: Reaction(200.5, 300)}
    assert (one.closest_us, one.fastest_ms, one.score) == (Margin(1, 2, 870, 500), Fastest(1, 213.4), 38)
    assert one.sides == {("Foxes",): True}


def test_two_at_one_table_who_are_called_alike_are_told_by_their_seats() -> None:
    (one,) = read_all([told(1, names={1: "Ola", 2: "OLA", 3: "Jan"})])
    assert [one.person(seat) for seat in one.seats] == [1, 2, "Jan"]


def test_a_name_brings_nothing_that_a_terminal_would_obey() -> None:
    one = read(told(1, names={1: "\x1b[31mOla\ud800\n", 2: "J" * 500}))
    assert one is not None
    assert one.person(1) == "[31mOla"
    assert len(str(one.person(2))) < 100


@pytest.mark.parametrize(
    "began", ["1970-01-01T00:00:12+00:00", "2026-10-31T23:59:59+00:00", "", "yesterday", None, 7]
)
def test_a_date_before_the_program_was_made_is_unknown(began: object) -> None:
    assert moment(began) is None


def test_a_date_since_then_is_known_with_or_without_a_time_zone() -> None:
    assert moment("2026-11-01T00:00:00.000+00:00") == moment("2026-11-01T00:00:00") is not None
