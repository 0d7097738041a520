"""The boards a box knows by name: the example that ships with the program, and those its file names."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from companion.errors import ThingError
from companion.games.rachmistrz.reckoning.boards import EXAMPLE, Board, read_board, written
from firmware.boxfile.settings import NO_FILES, BoardFile


def known_boards(files: Mapping[str, BoardFile] = NO_FILES) -> Mapping[str, Board]:
    """Every board by its name, the example first.

    Args:
        files: as the settings have them, by name.

    Raises:
        ThingError: with every fault of all files.
    """
    boards: dict[str, Board] = {}
    faults: list[str] = []
    for name, file in ({EXAMPLE: _example()} | dict(files)).items():
        try:
            boards[name] = read_board(file.text, file.source)
        except ThingError as error:
            faults += error.faults
    if faults:
        raise ThingError(faults)
    return boards


def files_of(boards: Mapping[str, Board]) -> Mapping[str, BoardFile]:
    """Files from which `known_boards` makes these boards again: what a journal keeps."""
    return {name: BoardFile(name, written(board)) for name, board in boards.items()}


def _example() -> BoardFile:
    file = resources.files("companion") / "games" / "rachmistrz" / f"{EXAMPLE}.toml"
    return BoardFile(file.name, file.read_text(encoding="utf-8"))
