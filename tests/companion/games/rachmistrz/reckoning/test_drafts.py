from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ThingError
from companion.games.rachmistrz.reckoning.boards import LONGEST_NAME, NUMBERS, Board, read_board, written
from companion.games.rachmistrz.reckoning.drafts import Draft, drafted
from companion.games.rachmistrz.things import BOARDS

KITCHEN = Board("Kuchnia babci", tuple(reversed(NUMBERS)))
WHOLE = Draft(KITCHEN.numbers, KITCHEN.name)


def told(draft: Draft, *taken: str) -> list[str]:
    return [fault.filled() for fault in draft.faults(taken)]


def test_a_blank_draft_lacks_everything_and_says_so_briefly() -> None:
    assert told(Draft()) == ["Numbers to go: 54", "The board needs a name"]


def test_a_whole_draft_is_a_board_that_reads_back_the_same() -> None:
    assert told(WHOLE) == []
    assert WHOLE.made() == KITCHEN
    assert read_board(written(WHOLE.made()), "kitchen") == KITCHEN


def test_a_number_that_stands_twice_is_named_and_both_places_are_wrong() -> None:
    draft = WHOLE.put(0, 1)
    assert draft.wrong == {0, 53}
    assert told(draft) == ["1 stands there twice", "Missing: 54"]
    with pytest.raises(ThingError, match="expected each number once, got 1"):
        draft.made()


@pytest.mark.parametrize("number", [0, 55, 99])
def test_a_number_that_is_on_no_board_is_named(number: int) -> None:
    draft = WHOLE.put(7, number)
    assert draft.wrong == {7}
    assert told(draft) == [f"Expected 1 to 54; got {number}", "Missing: 47"]
    with pytest.raises(ThingError, match="expected a whole number from 1 to 54"):
        draft.made()


def test_few_missing_numbers_are_named_and_many_are_counted() -> None:
    draft = WHOLE
    for place in range(5):
        draft = draft.put(place, None)
    assert told(draft) == ["Missing: 50, 51, 52, 53, 54"]
    assert told(draft.put(5, None)) == ["Numbers to go: 6"]


def test_names_of_other_boards_are_taken() -> None:
    assert told(WHOLE.called("Example")) == ["Example is another board's name"]
    assert told(WHOLE, "kuchnia-babci") == ["Kuchnia babci is another board's name"]
    assert told(WHOLE.called("***")) == ["The board needs a name"]


def test_the_word_a_game_asks_for_it_by_is_plain() -> None:
    assert WHOLE.called("  Żółta łąka #2 ").word == "zolta-laka-2"
    assert len(WHOLE.called("x" * 40).name) == LONGEST_NAME


def test_the_example_is_a_start_without_a_name() -> None:
    example = BOARDS.shipped["example"]
    assert drafted("example", example) == Draft(example.numbers)
    assert drafted("kitchen", KITCHEN) == WHOLE


@given(st.permutations(NUMBERS), st.text(min_size=1))
def test_a_board_that_is_typed_is_read_back(numbers: list[int], name: str) -> None:
    draft = Draft(tuple(numbers)).called(name)
    if not draft.word:
        return
    assert BOARDS.read_typed(BOARDS.typed(draft.word, draft.made())) == (draft.word, draft.made())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("board", "expected a name of plain letters, digits and -, got ''"),
        ("board none 1 2 3", "expected a name of plain letters, digits and -, got 'none'"),
        ("board kitchen a b", "kitchen: expected 54 numbers"),
        ("board kitchen " + "1 " * 54, "expected each number once, got 1"),
        ("board kitchen 1 2 3", "kitchen: expected 54 numbers"),
    ],
)
def test_what_is_typed_and_is_no_board_says_why(text: str, fault: str) -> None:
    with pytest.raises(ThingError) as caught:
        BOARDS.read_typed(text)
    assert fault in str(caught.value)
