"""A board: which number stands on which point of the honeycomb, read from what somebody typed off their own.

The printed numbers differ from copy to copy, so a board is a file: `companion/games/rachmistrz/example.toml`
shows how one is written. `read_board` finds every fault of it at once. Pure: `companion.store.things` reads
the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.errors import ThingError
from companion.table.honeycomb import POINT_ROWS, POINTS, Point
from firmware.written import read_toml, told

NUMBERS = range(1, len(POINTS) + 1)
"""The numbers of a board, 1 to 54, each once."""

LONGEST_NAME = 21
"""Letters of a board's name: a line of a panel."""

EXAMPLE = "example"
"""The name of the board that ships with the program."""

NO_BOARD = "none"
"""What is typed for a game without a board."""

_KEYS = ("name", "printed", "note", "rows")


@dataclass(frozen=True, slots=True)
class Board:
    """A board's numbers.

    Attributes:
        name: what it is called on screens.
        numbers: by point, in the order of `POINTS`.
        printed: whether these are the numbers of a printed board.
        note: anything people should know of it; may be empty.
    """

    name: str
    numbers: tuple[int, ...]
    printed: bool = True
    note: str = ""

    def fields_of(self, number: int) -> Point:
        """The three fields around a number.

        Raises:
            ValueError: the board has no such number.
        """
        return POINTS[self.numbers.index(number)]

    def numbers_around(self, field: str) -> tuple[int, ...]:
        """The numbers at a field's corners, ascending: how people find the field on their board."""
        return tuple(
            sorted(number for number, point in zip(self.numbers, POINTS, strict=True) if field in point)
        )

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The numbers as they lie, line by line, as `POINT_ROWS`."""
        numbers = iter(self.numbers)
        return tuple(tuple(next(numbers) for _ in row) for row in POINT_ROWS)


def read_board(text: str, source: str) -> Board:
    """A board from a board file's text.

    Args:
        text: TOML.
        source: its name, for messages.

    Raises:
        ThingError: with every fault found.
    """
    try:
        document = read_toml(text)
    except ValueError as error:
        raise ThingError([f"{source}: {error}"]) from None
    faults = [*_key_faults(document), *_word_faults(document), *_row_faults(document)]
    if faults:
        raise ThingError([f"{source}: {fault}" for fault in faults])
    return Board(
        name=document["name"],
        numbers=tuple(number for row in document["rows"] for number in row),
        printed=document.get("printed", True),
        note=document.get("note", ""),
    )


def written(board: Board) -> str:
    """A board as the text of a board file; `read_board` gives the same board back."""
    words = {"name": board.name, "printed": board.printed, "note": board.note}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in words.items()]
    rows = [f"    {list(row)}," for row in board.rows()]
    return "\n".join([*lines, "rows = [", *rows, "]", ""])


# -- what can be wrong with a board file -------------------------------------------------------------------


def _key_faults(document: Mapping[str, Any]) -> Iterator[str]:
    for key in document:
        if key not in _KEYS:
            yield f"{key}: expected one of {', '.join(_KEYS)}, got an unknown key"


def _word_faults(document: Mapping[str, Any]) -> Iterator[str]:
    name, printed, note = document.get("name"), document.get("printed", True), document.get("note", "")
    if name is None:
        yield "name: expected what the board is called, got none"
    elif not _is_line(name) or not 0 < len(name.strip()) <= len(name) <= LONGEST_NAME:
        yield f"name: expected a text of 1 to {LONGEST_NAME} letters, got {told(name)}"
    if not isinstance(printed, bool):
        yield f"printed: expected true or false, got {told(printed)}"
    if not _is_line(note):
        yield f"note: expected a text of one line, got {told(note)}"


def _is_line(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def _row_faults(document: Mapping[str, Any]) -> Iterator[str]:
    rows = document.get("rows")
    if not isinstance(rows, list):
        got = "none" if rows is None else told(rows)
        yield f"rows: expected a list of {len(POINT_ROWS)} rows of numbers, got {got}"
        return
    if len(rows) != len(POINT_ROWS):
        yield f"rows: expected {len(POINT_ROWS)} rows, got {len(rows)}"
    for row, (points, numbers) in enumerate(zip(POINT_ROWS, rows, strict=False), 1):
        if not isinstance(numbers, list):
            yield f"row {row}: expected a list of {len(points)} numbers, got {told(numbers)}"
        elif len(numbers) != len(points):
            yield f"row {row}: expected {len(points)} numbers, got {len(numbers)}"
    yield from _number_faults(rows)


def _number_faults(rows: list[Any]) -> Iterator[str]:
    seen: dict[int, str] = {}
    for row, numbers in enumerate(rows, 1):
        for place, number in enumerate(numbers if isinstance(numbers, list) else (), 1):
            here = f"row {row}, place {place}"
            if type(number) is not int or number not in NUMBERS:  # a bool is an int to isinstance
                yield f"{here}: expected a whole number from 1 to {NUMBERS[-1]}, got {told(number)}"
            elif number in seen:
                yield f"{here}: expected each number once, got {number}, which is at {seen[number]} already"
            else:
                seen[number] = here
    missing = [number for number in NUMBERS if number not in seen]
    if missing:
        yield f"rows: expected every number from 1 to {NUMBERS[-1]}, {_spans(missing)} missing"


def _spans(numbers: list[int]) -> str:
    """Ascending numbers in words: ``3, 7..9 are``."""
    runs = [[number for _, number in run] for _, run in groupby(enumerate(numbers), lambda at: at[1] - at[0])]
    told = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in runs)
    return f"{told} {'is' if len(numbers) == 1 else 'are'}"
