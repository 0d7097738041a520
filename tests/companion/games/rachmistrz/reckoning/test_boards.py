from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ThingError
from companion.games.rachmistrz.reckoning.boards import NUMBERS, Board, read_board, written
from companion.games.rachmistrz.things import BOARDS
from companion.table.honeycomb import FIELDS, POINT_ROWS, POINTS

PLAIN = Board("Kitchen", tuple(NUMBERS))

printable = st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" "), max_size=21)
boards = st.builds(
    Board,
    name=printable.filter(str.strip),
    numbers=st.permutations(NUMBERS).map(tuple),
    printed=st.booleans(),
    note=printable,
)


def faults(text: str) -> list[str]:
    with pytest.raises(ThingError) as caught:
        read_board(text, "kitchen.toml")
    assert str(caught.value) == "\n".join(caught.value.faults)
    assert all(fault.startswith("kitchen.toml: ") for fault in caught.value.faults)
    return [fault.removeprefix("kitchen.toml: ") for fault in caught.value.faults]


def changed(*changes: tuple[str, str]) -> str:
    """A good board's text with something changed."""
    text = written(PLAIN)
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def test_a_board_is_read_line_by_line() -> None:
    board = read_board(changed(('note = ""', 'note = "ours"')), "kitchen.toml")
    assert board == Board("Kitchen", tuple(range(1, 55)), True, "ours")
    assert board.fields_of(1) == ("A1", "B1", "B2")
    assert board.fields_of(8) == ("B1", "C1", "C2")
    assert board.fields_of(54) == ("F4", "F5", "G4")
    assert board.numbers[POINTS.index(("A1", "A2", "B2"))] == 2
    assert board.numbers_around("A1") == (1, 2)
    assert board.numbers_around("B2") == (1, 2, 3, 9, 10, 11)
    assert board.rows()[0] == (1, 2, 3, 4, 5, 6, 7)


def test_name_and_rows_are_enough() -> None:
    text = changed(("printed = true\n", ""), ('note = ""\n', ""))
    assert read_board(text, "kitchen.toml") == PLAIN


@given(boards)
def test_what_is_written_reads_back(board: Board) -> None:
    assert read_board(written(board), "kitchen.toml") == board


@given(boards)
def test_numbers_and_fields_lead_to_each_other(board: Board) -> None:
    assert [board.numbers[POINTS.index(board.fields_of(number))] for number in NUMBERS] == list(NUMBERS)
    around = {field: board.numbers_around(field) for field in FIELDS}
    assert sum(map(len, around.values())) == 3 * 54
    for number in NUMBERS:
        assert board.fields_of(number) == tuple(field for field in FIELDS if number in around[field])


@pytest.mark.parametrize("number", [0, 55, -1])
def test_a_number_no_board_has_has_no_fields(number: int) -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        PLAIN.fields_of(number)


# -- the example ---------------------------------------------------------------------------------------------


def test_the_example_is_made_as_its_file_says_and_is_not_the_printed_one() -> None:
    example = BOARDS.shipped["example"]
    assert not example.printed
    assert "not the printed" in example.note
    assert example.numbers == tuple(19 * n % 55 for n in range(1, 55))


def test_numbers_of_the_example_are_mixed_as_its_file_says() -> None:
    example = BOARDS.shipped["example"]
    joined = [pair for pair in combinations(POINTS, 2) if len(set(pair[0]) & set(pair[1])) == 2]
    number_at = dict(zip(POINTS, example.numbers, strict=True))
    assert len(joined) == 72  # the sides that have a point at either end
    assert min(abs(number_at[one] - number_at[other]) for one, other in joined) == 11
    inner = [numbers for field in FIELDS if len(numbers := example.numbers_around(field)) == 6]
    assert len(inner) == 19
    assert all(sum(number <= 18 for number in numbers) == 2 for numbers in inner)


# -- what can be wrong ---------------------------------------------------------------------------------------

ROW_1 = "[1, 2, 3, 4, 5, 6, 7]"

FAULTS = {
    "no toml": (
        ("rows = [", "rows ["),
        ["expected '=' after a key in a key/value pair (at line 4, column 6)"],
    ),
    "an unknown key": (
        ("printed = true", "print = true"),
        ["print: expected one of name, printed, note, rows, got an unknown key"],
    ),
    "no name": (('name = "Kitchen"\n', ""), ["name: expected what the board is called, got none"]),
    "an empty name": (('"Kitchen"', '" "'), ["name: expected a text of 1 to 21 letters, got ' '"]),
    "a long name": (
        ('"Kitchen"', f'"{22 * "x"}"'),
        ["name: expected a text of 1 to 21 letters, got 'xxxxxxxxxxxxxxxxxxxxxx'"],
    ),
    "a name of two lines": (
        ('"Kitchen"', '"a\\nb"'),
        ["name: expected a text of 1 to 21 letters, got 'a\\nb'"],
    ),
    "a number for a name": (('"Kitchen"', "7"), ["name: expected a text of 1 to 21 letters, got 7"]),
    "a word for a truth": (
        ("printed = true", 'printed = "no"'),
        ["printed: expected true or false, got 'no'"],
    ),
    "a note of two lines": (
        ('note = ""', 'note = "a\\nb"'),
        ["note: expected a text of one line, got 'a\\nb'"],
    ),
    "a number twice": (
        (ROW_1, "[1, 2, 3, 4, 5, 3, 7]"),
        [
            "row 1, place 6: expected each number once, got 3, which is at row 1, place 3 already",
            "rows: expected every number from 1 to 54, 6 is missing",
        ],
    ),
    "a number beyond the last": (
        ("53, 54]", "53, 55]"),
        [
            "row 6, place 7: expected a whole number from 1 to 54, got 55",
            "rows: expected every number from 1 to 54, 54 is missing",
        ],
    ),
    "no whole numbers": (
        (ROW_1, '[1, 0, 3.0, "4", true, -6, 7]'),
        [
            "row 1, place 2: expected a whole number from 1 to 54, got 0",
            "row 1, place 3: expected a whole number from 1 to 54, got 3.0",
            "row 1, place 4: expected a whole number from 1 to 54, got '4'",
            "row 1, place 5: expected a whole number from 1 to 54, got True",
            "row 1, place 6: expected a whole number from 1 to 54, got -6",
            "rows: expected every number from 1 to 54, 2..6 are missing",
        ],
    ),
    "a short row": (
        (ROW_1, "[1, 2, 4, 5, 6]"),
        [
            "row 1: expected 7 numbers, got 5",
            "rows: expected every number from 1 to 54, 3, 7 are missing",
        ],
    ),
    "a long row": (
        (ROW_1, "[1, 2, 3, 4, 5, 6, 7, 8]"),
        [
            "row 1: expected 7 numbers, got 8",
            "row 2, place 1: expected each number once, got 8, which is at row 1, place 8 already",
        ],
    ),
    "a row that is none": (
        (ROW_1, '"1 2 3 4 5 6 7"'),
        [
            "row 1: expected a list of 7 numbers, got '1 2 3 4 5 6 7'",
            "rows: expected every number from 1 to 54, 1..7 are missing",
        ],
    ),
    "a row too few": (
        (f"    {ROW_1},\n", ""),
        [
            "rows: expected 6 rows, got 5",
            "row 1: expected 7 numbers, got 9",
            "row 2: expected 9 numbers, got 11",
            "row 4: expected 11 numbers, got 9",
            "row 5: expected 9 numbers, got 7",
            "rows: expected every number from 1 to 54, 1..7 are missing",
        ],
    ),
}


@pytest.mark.parametrize(("change", "said"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_a_line_with_its_place(change: tuple[str, str], said: list[str]) -> None:
    assert faults(changed(change)) == said


def test_a_board_without_rows_is_one_line() -> None:
    assert faults('name = "Kitchen"') == ["rows: expected a list of 6 rows of numbers, got none"]
    assert faults('name = "Kitchen"\nrows = 7') == ["rows: expected a list of 6 rows of numbers, got 7"]


def test_all_faults_are_reported_at_once() -> None:
    text = changed(
        ('"Kitchen"', "true"), ('note = ""', "nota = 1"), (ROW_1, "[1, 1, 3, 4, 5, 6]"), ("54]", "99]")
    )
    assert faults(text) == [
        "nota: expected one of name, printed, note, rows, got an unknown key",
        "name: expected a text of 1 to 21 letters, got True",
        "row 1: expected 7 numbers, got 6",
        "row 1, place 2: expected each number once, got 1, which is at row 1, place 1 already",
        "row 6, place 7: expected a whole number from 1 to 54, got 99",
        "rows: expected every number from 1 to 54, 2, 7, 54 are missing",
    ]


def test_lists_in_lists_without_end_are_a_fault_too() -> None:
    assert len(faults("rows = " + 100_000 * "[")) == 1


def test_a_number_too_long_to_read_is_a_fault_too() -> None:
    assert len(faults(changed((ROW_1, f"[{5000 * '1'}]")))) == 1


@given(st.data())
def test_any_text_is_a_board_or_a_board_error(data: st.DataObject) -> None:
    text = written(PLAIN)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 12)))
    put = data.draw(
        st.text(max_size=4) | st.sampled_from(['"', "[", "]", "0x", "1e9", "{}", "[[rows]]", "\n"])
    )
    try:
        board = read_board(text[:start] + put + text[end:], "kitchen.toml")
    except ThingError:
        return
    assert sorted(board.numbers) == list(NUMBERS)
    assert [len(row) for row in board.rows()] == [len(row) for row in POINT_ROWS]
