"""Boards on disk: those the box file names, and those made at the table."""

from __future__ import annotations

import logging
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import ThingError
from companion.games.options import Surroundings
from companion.games.rachmistrz import GAME
from companion.games.rachmistrz.reckoning.boards import NUMBERS, Board, written
from companion.games.rachmistrz.things import BOARDS
from companion.session.setting_up import SettingUp
from companion.session.state import Stage, State
from companion.store.things import files_of, known_things, put, with_made
from firmware.boxfile.settings import NamedFile, eight_seats, load
from firmware.events import Enter
from firmware.times import Times

KITCHEN = Board("Kitchen", tuple(reversed(NUMBERS)))
OTHER = Board("Other", tuple(NUMBERS))


def test_a_board_that_was_put_is_known_at_the_next_start(tmp_path: Path) -> None:
    assert put(tmp_path, BOARDS, "kitchen", KITCHEN) == tmp_path / "boards" / "kitchen.toml"
    assert known_things(with_made(eight_seats(), tmp_path).files)["board"]["kitchen"] == KITCHEN
    put(tmp_path, BOARDS, "kitchen", OTHER)
    assert known_things(with_made(eight_seats(), tmp_path).files)["board"]["kitchen"] == OTHER
    assert [path.name for path in (tmp_path / "boards").iterdir()] == ["kitchen.toml"]


def test_the_box_file_comes_first(tmp_path: Path) -> None:
    put(tmp_path, BOARDS, "kitchen", OTHER)
    settings = replace(eight_seats(), files={"boards": {"kitchen": NamedFile("box", written(KITCHEN))}})
    assert with_made(settings, tmp_path) == settings


def test_a_box_without_a_shelf_starts_as_it_is(tmp_path: Path) -> None:
    assert with_made(eight_seats(), tmp_path / "nowhere") == eight_seats()


def test_faulty_files_are_left_out_with_a_line_each(
    tmp_path: Path, expected_logs: list[logging.LogRecord]
) -> None:
    put(tmp_path, BOARDS, "kitchen", KITCHEN)
    shelf = tmp_path / "boards"
    (shelf / "bad.toml").write_text("rows = 3", encoding="utf-8")
    (shelf / "example.toml").write_text(written(OTHER), encoding="utf-8")
    (shelf / "latin.toml").write_bytes(b"name = '\xf3'")
    files = with_made(eight_seats(), tmp_path).files
    assert list(files["boards"]) == ["kitchen"]
    lines = [record.getMessage() for record in expected_logs]
    assert len(lines) == 3
    assert lines[0] == "a board is left out: bad.toml: name: expected what the board is called, got none"
    assert "example.toml: expected a name of plain letters" in lines[1]
    assert "latin.toml" in lines[2]


def test_a_write_that_fails_leaves_the_older_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, BOARDS, "kitchen", KITCHEN)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        put(tmp_path, BOARDS, "kitchen", OTHER)
    assert known_things(with_made(eight_seats(), tmp_path).files)["board"]["kitchen"] == KITCHEN
    assert stat.S_ISREG((tmp_path / "boards" / "kitchen.toml").stat().st_mode)


# -- named by the box file ----------------------------------------------------------------------------------


def test_the_example_is_always_known() -> None:
    assert list(known_things()["board"]) == ["example"]


def test_a_board_beside_the_box_file_is_known_by_the_name_it_has_there(tmp_path: Path) -> None:
    (tmp_path / "kuchnia.toml").write_text(written(KITCHEN), encoding="utf-8")
    (tmp_path / "box.toml").write_text(
        '[seats.1]\nbutton = 5\n[boards]\nkitchen = "kuchnia.toml"\n', encoding="utf-8"
    )
    boards = known_things(load(tmp_path / "box.toml").files)["board"]
    assert list(boards) == ["example", "kitchen"]
    assert boards["kitchen"] == KITCHEN


def test_boards_can_be_had_again_from_what_a_journal_keeps() -> None:
    boards = {"example": replace(KITCHEN, name="An older example"), "kitchen": KITCHEN}
    assert known_things(files_of({"board": boards})) == {"board": boards}


def test_the_faults_of_all_files_are_reported_at_once() -> None:
    files = {
        "one": NamedFile("one.toml", written(KITCHEN).replace("[1,", "[2,").replace(" 1]", " 2]")),
        "two": NamedFile("boards/two.toml", "rows = 3"),
        "good": NamedFile("good.toml", written(KITCHEN)),
    }
    with pytest.raises(ThingError) as caught:
        known_things({"boards": files})
    assert caught.value.faults == (
        "one.toml: row 6, place 7: expected each number once, got 2, which is at row 6, place 6 already",
        "one.toml: rows: expected every number from 1 to 54, 1 is missing",
        "boards/two.toml: name: expected what the board is called, got none",
        "boards/two.toml: rows: expected a list of 6 rows of numbers, got 3",
    )


@pytest.mark.parametrize("command", ["replay good.table", "box --mock", "desk"])
def test_every_fault_of_a_board_file_is_a_line_before_anything_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.table").write_text("0 ok\n")
    (tmp_path / "bad.toml").write_text('[seats.1]\nbutton = 17\n[boards]\nkitchen = "kitchen.toml"\n')
    (tmp_path / "kitchen.toml").write_text('name = "Kitchen"\nrows = [[55, 2, 3, 4, 5, 6]]\n')
    assert main(["--settings", "bad.toml", *command.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "pierwszy: kitchen.toml: rows: expected 6 rows, got 1",
        "pierwszy: kitchen.toml: row 1: expected 7 numbers, got 6",
        "pierwszy: kitchen.toml: row 1, place 1: expected a whole number from 1 to 54, got 55",
        "pierwszy: kitchen.toml: rows: expected every number from 1 to 54, 1, 7..54 are missing",
    ]


def test_the_knob_offers_each_board_once_and_the_game_is_handed_them_all() -> None:
    boards = {**BOARDS.shipped, "kitchen": KITCHEN}
    setting_up = SettingUp(Surroundings((1, 2), Times(), "en", things={"board": boards}))
    state = State(stage=Stage.OPTIONS, chosen=GAME, seats=(1, 2))
    offered = [setting_up.option_value(state, "board")[1]]
    for _ in range(4):
        state = setting_up.step(state, Enter("change board", 0))
        offered.append(setting_up.option_value(state, "board")[1])
    assert offered == ["none", "example", "kitchen", "none", "example"]
    state = setting_up.begin(state, "rachmistrz", ("board=kitchen",), 0)
    assert state.game is not None
    assert state.game.setup.here.things["board"][state.game.setup.options.board] == KITCHEN
