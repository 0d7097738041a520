from __future__ import annotations

import logging
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.rachmistrz.reckoning.boards import NUMBERS, Board, written
from companion.store.board_shelf import put, with_shelf
from companion.store.boards import known_boards
from firmware.boxfile.settings import BoardFile, eight_seats

KITCHEN = Board("Kitchen", tuple(reversed(NUMBERS)))
OTHER = Board("Other", tuple(NUMBERS))


def test_a_board_that_was_put_is_known_at_the_next_start(tmp_path: Path) -> None:
    assert put(tmp_path, "kitchen", KITCHEN) == tmp_path / "boards" / "kitchen.toml"
    assert known_boards(with_shelf(eight_seats(), tmp_path).boards)["kitchen"] == KITCHEN
    put(tmp_path, "kitchen", OTHER)
    assert known_boards(with_shelf(eight_seats(), tmp_path).boards)["kitchen"] == OTHER
    assert [path.name for path in (tmp_path / "boards").iterdir()] == ["kitchen.toml"]


def test_the_box_file_comes_first(tmp_path: Path) -> None:
    put(tmp_path, "kitchen", OTHER)
    settings = replace(eight_seats(), boards={"kitchen": BoardFile("box", written(KITCHEN))})
    assert with_shelf(settings, tmp_path) == settings


def test_a_box_without_a_shelf_starts_as_it_is(tmp_path: Path) -> None:
    assert with_shelf(eight_seats(), tmp_path / "nowhere") == eight_seats()


def test_faulty_files_are_left_out_with_a_line_each(
    tmp_path: Path, expected_logs: list[logging.LogRecord]
) -> None:
    put(tmp_path, "kitchen", KITCHEN)
    shelf = tmp_path / "boards"
    (shelf / "bad.toml").write_text("rows = 3", encoding="utf-8")
    (shelf / "example.toml").write_text(written(OTHER), encoding="utf-8")
    (shelf / "latin.toml").write_bytes(b"name = '\xf3'")
    boards = with_shelf(eight_seats(), tmp_path).boards
    assert list(boards) == ["kitchen"]
    lines = [record.getMessage() for record in expected_logs]
    assert len(lines) == 3
    assert lines[0] == "a board is left out: bad.toml: name: expected what the board is called, got none"
    assert "example.toml: expected a name of plain letters" in lines[1]
    assert "latin.toml" in lines[2]


def test_a_write_that_fails_leaves_the_older_board(tmp_path: Path) -> None:
    put(tmp_path, "kitchen", KITCHEN)
    (tmp_path / "boards" / "kitchen.new").mkdir()  # in its way
    with pytest.raises(OSError, match=r"kitchen\.new"):
        put(tmp_path, "kitchen", OTHER)
    assert known_boards(with_shelf(eight_seats(), tmp_path).boards)["kitchen"] == KITCHEN
    assert stat.S_ISREG((tmp_path / "boards" / "kitchen.toml").stat().st_mode)
