"""Boards people made at the table: files in the state folder, beside the journal.

The box file's boards come first: a file here whose name is one of theirs is not looked at. A file that is
wrong is left out with a warning; it never stops a box.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from companion.errors import ThingError
from companion.games.rachmistrz.reckoning.boards import Board, read_board, written
from companion.games.rachmistrz.reckoning.drafts import is_word
from firmware.boxfile.settings import BoardFile, Settings

log = logging.getLogger("pierwszy.boards")

FOLDER = "boards"
"""Where they are in the state folder."""


def with_shelf(settings: Settings, state: Path) -> Settings:
    """A box that knows the boards made at its table, too.

    Args:
        settings: the box.
        state: the state folder.
    """
    made = {word: file for word, file in _files(state / FOLDER) if word not in settings.boards}
    return replace(settings, boards={**settings.boards, **made}) if made else settings


def put(state: Path, word: str, board: Board) -> Path:
    """Write a board's file, whole or not at all, and over an older one of that name.

    Args:
        state: the state folder.
        word: what games ask for it by: plain letters, digits and ``-``.
        board: the board.

    Raises:
        OSError: it can't be written.
    """
    path = state / FOLDER / f"{word}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    with beside.open("w", encoding="utf-8") as file:
        file.write(written(board))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the name, too
    finally:
        os.close(folder)
    return path


def _files(folder: Path) -> Iterator[tuple[str, BoardFile]]:
    """Every file that is a board, by its name."""
    try:
        paths = sorted(folder.glob("*.toml"))
    except OSError as error:
        log.warning("boards in %s are left out: %s", folder, (error.strerror or "unreadable").lower())
        return
    for path in paths:
        if not is_word(path.stem):
            expected = "a name of plain letters, digits and -, not none or example"
            log.warning("a board is left out: %s: expected %s", path.name, expected)
            continue
        try:
            text = path.read_text(encoding="utf-8")
            read_board(text, path.name)
        except ThingError as error:
            log.warning("a board is left out: %s", error.faults[0])
        except (OSError, ValueError) as error:
            log.warning("a board is left out: %s: %s", path.name, getattr(error, "strerror", None) or error)
        else:
            yield path.stem, BoardFile(str(path), text)
