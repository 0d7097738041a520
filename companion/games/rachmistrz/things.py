"""Boards as things the box keeps (`companion.games.things`): the example, and those people make."""

from __future__ import annotations

from importlib import resources

from companion.errors import ThingError
from companion.games.rachmistrz.reckoning.boards import (
    EXAMPLE,
    LONGEST_NAME,
    NO_BOARD,
    NUMBERS,
    Board,
    read_board,
    written,
)
from companion.games.rachmistrz.reckoning.drafts import drafted
from companion.games.things import Things
from firmware.digits import is_number


def spelled(board: Board) -> str:
    """Its numbers and its name."""
    return " ".join((*map(str, board.numbers), board.name))


def read_spelled(word: str, words: list[str]) -> Board:
    """A board of its numbers and its name; without one it is called by its word."""
    numbers, name = words[: len(NUMBERS)], " ".join(words[len(NUMBERS) :])
    whole = all(is_number(number) and len(number) < 3 for number in numbers)
    if not whole or len(numbers) < len(NUMBERS):
        raise ThingError([f"{word}: expected {len(NUMBERS)} numbers"])
    return read_board(written(Board(name or word[:LONGEST_NAME], tuple(map(int, numbers)))), word)


_FILE = resources.files(__package__) / f"{EXAMPLE}.toml"

BOARDS = Things(
    kind="board",
    none=NO_BOARD,
    shipped={EXAMPLE: read_board(_FILE.read_text(encoding="utf-8"), _FILE.name)},
    read=read_board,
    written=written,
    spelled=spelled,
    read_spelled=read_spelled,
    draft=drafted,
)
