from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import ThingError
from companion.games.buzzer.referee import Buzzer
from companion.games.options import Option, read_setup
from companion.games.rachmistrz.reckoning.boards import NUMBERS, Board, written
from companion.session.setting_up import SettingUp
from companion.session.state import Stage, State
from companion.store.boards import files_of, known_boards
from companion.words import T
from firmware.boxfile.settings import BoardFile, load
from firmware.events import Enter
from firmware.times import Times

KITCHEN = Board("Kitchen", tuple(reversed(NUMBERS)), note="ours")


class Quiz(Buzzer):
    """A game that takes a board."""

    options = (Option("board", T("Which board"), "none", ("none", "example"), str, of_boards=True),)


def test_the_example_is_always_known() -> None:
    assert list(known_boards()) == ["example"]


def test_a_board_beside_the_box_file_is_known_by_the_name_it_has_there(tmp_path: Path) -> None:
    (tmp_path / "kuchnia.toml").write_text(written(KITCHEN), encoding="utf-8")
    (tmp_path / "box.toml").write_text(
        '[seats.1]\nbutton = 5\n[boards]\nkitchen = "kuchnia.toml"\n', encoding="utf-8"
    )
    boards = known_boards(load(tmp_path / "box.toml").boards)
    assert list(boards) == ["example", "kitchen"]
    assert boards["kitchen"] == KITCHEN


def test_boards_can_be_had_again_from_what_a_journal_keeps() -> None:
    boards = {"example": replace(KITCHEN, name="An older example"), "kitchen": KITCHEN}
    assert known_boards(files_of(boards)) == boards


def test_the_faults_of_all_files_are_reported_at_once() -> None:
    files = {
        "one": BoardFile("one.toml", written(KITCHEN).replace("[1,", "[2,").replace(" 1]", " 2]")),
        "two": BoardFile("boards/two.toml", "rows = 3"),
        "good": BoardFile("good.toml", written(KITCHEN)),
    }
    with pytest.raises(ThingError) as caught:
        known_boards(files)
    assert caught.value.faults == (
        "one.toml: row 6, place 7: expected each number once, got 2, which is at row 6, place 6 already",
        "one.toml: rows: expected every number from 1 to 54, 1 is missing",
        "boards/two.toml: name: expected what the board is called, got none",
        "boards/two.toml: rows: expected a list of 6 rows of numbers, got 3",
    )


def test_the_knob_offers_each_board_once_and_the_game_is_handed_them_all() -> None:
    boards = {**known_boards(), "kitchen": KITCHEN}
    setting_up = SettingUp((1, 2), Times(), boards=boards)
    state = State(stage=Stage.OPTIONS, chosen=Quiz, seats=(1, 2))
    offered = [setting_up.option_value(state, "board")]
    for _ in range(4):
        state = setting_up.step(state, Enter("change board", 0))
        offered.append(setting_up.option_value(state, "board"))
    assert offered == ["none", "example", "kitchen", "none", "example"]
    setup = read_setup(Quiz, ("board=kitchen",), (1, 2), Times(), "en", boards=boards)
    assert setup.boards[setup.options["board"]] == KITCHEN
