from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from companion.phones import evening


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path / "state"


def test_what_is_kept_outlives_the_program_and_nobody_else_may_read_it(folder: Path) -> None:
    assert evening.kept() == ""
    evening.keep("first")
    evening.keep("second")
    assert evening.kept() == "second"
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_next_evening_begins_anew(folder: Path) -> None:
    evening.keep("codes")
    (file,) = folder.iterdir()
    old = file.stat().st_mtime - evening.EVENING_S
    os.utime(file, (old, old))
    assert evening.kept() == ""


def test_a_folder_that_takes_nothing_costs_a_line_and_no_game(
    folder: Path, expected_logs: list[logging.LogRecord]
) -> None:
    folder.write_text("in the way")
    evening.keep("codes")
    (said,) = expected_logs
    assert "join anew after a restart" in said.getMessage()
    assert evening.kept() == ""
