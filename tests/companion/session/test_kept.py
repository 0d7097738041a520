from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.catalogue import all_games
from companion.games.options import Surroundings
from companion.session.kept import LONGEST_SEAT_NAME, Kept, clean_name
from companion.session.state import State
from companion.store.remembered import from_kept, to_keep
from firmware.times import Times
from tests.companion.session.evening import Evening

SEATS = (1, 2, 3, 4)
HERE = Surroundings(SEATS, Times(), "en", {"mood": ("glad", "sad")})

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["1", "3", "9", "seventeen", "buzzer", "window_s", "teams", "lang", "x"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
KEYS = st.sampled_from(["names", "seats", "options", "language", "volume", "future"])


def back(kept: dict[str, Any]) -> State:
    return from_kept(State(language="en"), json.loads(json.dumps(kept)), HERE)


@pytest.mark.plays("seventeen")
def test_what_is_kept_comes_back() -> None:
    kept = Kept(volume=1).named(3, "Ola").named(1, "Łukasz").played("seventeen", {"window_s": "5"})
    state = State(language="pl", seats=(1, 3), kept=kept)
    again = back(to_keep(state))
    assert (again.names, again.volume, again.seats, again.language) == (
        {1: "Łukasz", 3: "Ola"},
        1,
        (1, 3),
        "pl",
    )
    assert again.kept.options["seventeen"] == {"window_s": "5"}
    assert to_keep(back(to_keep(again))) == to_keep(again)


@pytest.mark.plays("dice", "kezao")
@pytest.mark.parametrize("dice", ["kezao", "2mood", "4d6k3"])
def test_dice_known_by_name_come_back_as_well(dice: str) -> None:
    kept = Kept().played("dice", {"set": dice})
    assert back(to_keep(State(kept=kept))).kept.options["dice"] == {"set": dice}


@pytest.mark.plays("stopwatch")
def test_a_tool_that_asked_nobody_who_plays_tells_nothing_of_the_next_game() -> None:
    evening = Evening()
    evening.enter("choose stopwatch", 100)
    assert len(evening.see["seats"]) == 8
    assert back(to_keep(evening.state)).seats == ()


def test_nothing_kept_is_a_box_as_it_comes() -> None:
    state = back({})
    assert (state.names, state.volume, state.seats, state.language) == ({}, 3, (), "en")


@pytest.mark.parametrize(
    "kept",
    [
        {"names": ["Ola"], "seats": "12", "options": 5, "language": "fr", "volume": 4},
        {"names": {"9": "Ola", "x": "Ala", "2": 7, "1": " \n "}, "seats": [0, 9, "1", True], "volume": -1},
        {"names": None, "seats": {"1": 1}, "options": {"seventeen": []}, "language": None, "volume": True},
        {"options": {"chess": {"time": "5"}, "seventeen": {"window_s": "long", "lang": "en", "first": "1"}}},
    ],
)
def test_what_can_not_be_is_left_out(kept: dict[str, Any]) -> None:
    assert back(kept) == back({})


@given(st.dictionaries(KEYS, JSON))
def test_whatever_was_kept_never_stops_a_box(kept: dict[str, Any]) -> None:
    state = back(kept)
    json.dumps(to_keep(state))
    assert set(state.seats) | set(state.names) <= set(SEATS)
    assert state.volume in range(4)
    assert state.language in ("pl", "en")
    for game in all_games():
        readers = {option.name: option.read for option in game.own_options}
        for name, value in state.kept.options[game.name].items():
            if name in readers:
                readers[name](value)


@given(st.text())
def test_a_name_is_short_trimmed_printable_and_stays_what_it_is(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= LONGEST_SEAT_NAME
    assert name == name.strip()
    assert name.isprintable()
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ola", "Ola"),
        ("  Ola   Ż. ", "Ola Ż."),
        ("Bożydar Łukasz", "Bożydar Łuka"),
        ("Bożydar Ala Ola", "Bożydar Ala"),
        ("a\tb\nc", "a b c"),
    ],
)
def test_names_as_they_are_typed(typed: str, name: str) -> None:
    assert clean_name(typed) == name


def test_an_empty_name_is_forgotten() -> None:
    assert Kept().named(2, "Ola").named(2, " ").names == {}


def test_who_plays_and_begins_is_no_option_to_remember() -> None:
    said = {"seats": "1,2", "first": "2", "lang": "en", "window_s": "3", "tie_us": "30000"}
    assert Kept().played("seventeen", said).options == {"seventeen": {"window_s": "3", "tie_us": "30000"}}
