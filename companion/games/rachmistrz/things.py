"""Boards as things the box keeps (`companion.games.things`): the example, and those people make."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
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
from companion.games.rachmistrz.reckoning.drafts import Draft
from companion.games.things import Things
from firmware.digits import is_number


class Boards(Things[Board]):
    """The boards of Rachmistrz; typed as ``board WORD``, the numbers, and what screens call it."""

    kind = "board"
    none = NO_BOARD

    @cached_property
    def shipped(self) -> Mapping[str, Board]:
        """The example, which nobody prints."""
        file = resources.files(__package__) / f"{EXAMPLE}.toml"
        return {EXAMPLE: read_board(file.read_text(encoding="utf-8"), file.name)}

    def read(self, text: str, source: str) -> Board:
        """A board from a board file's text."""
        return read_board(text, source)

    def written(self, thing: Board) -> str:
        """A board as the text of a board file."""
        return written(thing)

    def spelled(self, thing: Board) -> str:
        """Its numbers and its name."""
        return " ".join((*map(str, thing.numbers), thing.name))

    def read_spelled(self, word: str, spelled: list[str]) -> Board:
        """A board of its numbers and its name; without one it is called by its word."""
        numbers, name = spelled[: len(NUMBERS)], " ".join(spelled[len(NUMBERS) :])
        whole = all(is_number(number) and len(number) < 3 for number in numbers)
        if not whole or len(numbers) < len(NUMBERS):
            raise ThingError([f"{word}: expected {len(NUMBERS)} numbers"])
        board = Board(name or word[:LONGEST_NAME], tuple(map(int, numbers)))
        return read_board(written(board), word)

    def title(self, thing: Board) -> str:
        """Its name."""
        return thing.name

    def draft(self, word: str = "", thing: Board | None = None) -> Draft:
        """A draft of a board; one made of the example is to get a name of its own."""
        if thing is None:
            return Draft()
        return Draft(thing.numbers, "" if word in self.reserved else thing.name)


BOARDS = Boards()
