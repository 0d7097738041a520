"""Letters as large as their place allows: what of a sentence stays together."""

from __future__ import annotations

import pytest

from companion.window.table.fit import words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Seat 1: 0.96 s", ["Seat", "1:", "0.96\N{NO-BREAK SPACE}s"]),
        ("A tie is closer than 500 µs", ["A", "tie", "is", "closer", "than", "500\N{NO-BREAK SPACE}µs"]),
        ("Nobody but seat 3", ["Nobody", "but", "seat\N{NO-BREAK SPACE}3"]),
        ("2 seats", ["2", "seats"]),
        ("How quick? ...", ["How", "quick?\N{NO-BREAK SPACE}..."]),
    ],
)
def test_a_number_and_its_unit_and_a_word_and_its_number_stay_on_one_line(
    text: str, words: list[str]
) -> None:
    assert words_of(text) == words
