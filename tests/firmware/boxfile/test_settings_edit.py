from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from firmware.boxfile.settings import load
from firmware.boxfile.settings_edit import with_tie, write_tie
from firmware.errors import SettingsError
from firmware.events import NS_PER_US

TIE = 150 * NS_PER_US
SEAT = "[seats.1]\nbutton = 5\n"
NEW = "tie_us = 150 # as `pierwszy check` has measured this box"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "# mine\n[times]\nsettle_ms = 40   # slow\ntie_us = 500   # as ever\n\n# who sits where\n" + SEAT,
            "# mine\n[times]\nsettle_ms = 40   # slow\ntie_us = 150   # as ever\n\n# who sits where\n" + SEAT,
        ),
        (
            "[times]\nsettle_ms = 40   # slow\n\n# who sits where\n" + SEAT,
            f"[times]\nsettle_ms = 40   # slow\n{NEW}\n\n# who sits where\n" + SEAT,
        ),
        ("[times]\n# nothing yet\n" + SEAT, f"[times]\n{NEW}\n# nothing yet\n" + SEAT),
        (SEAT + "# [times]\n# tie_us = 500\n", f"{SEAT}# [times]\n# tie_us = 500\n\n[times]\n{NEW}\n"),
        ("times.settle_ms = 40\n" + SEAT, "times.settle_ms = 40\ntimes." + NEW + "\n" + SEAT),
        ("times = { tie_us = 500 }  # short\n" + SEAT, "times = { tie_us = 150 }  # short\n" + SEAT),
        ("times = { settle_ms = 40 }\n" + SEAT, "times = { settle_ms = 40, tie_us = 150}\n" + SEAT),
        (
            "[times]\r\ntie_us = 500.5 # as ever\r\n[seats.1]\r\nbutton = 5\r\n",
            "[times]\r\ntie_us = 150 # as ever\r\n[seats.1]\r\nbutton = 5\r\n",
        ),
        (
            "[seats.1]\r\nbutton = 5\r\n",
            f"[seats.1]\r\nbutton = 5\r\n\r\n[times]\r\n{NEW}\r\n",
        ),
        (
            "[seats.1]\nbutton = 5",
            f"[seats.1]\nbutton = 5\n[times]\n{NEW}\n",
        ),
    ],
    ids=[
        "there",
        "section",
        "bare",
        "none",
        "dotted",
        "inline",
        "inline-without",
        "crlf",
        "crlf-none",
        "no-end",
    ],
)
def test_only_the_tie_changes(before: str, after: str) -> None:
    assert with_tie(before, TIE) == after


def told_to_write(tie: int) -> str:
    """What is to be written by hand where there is no file of one's own."""
    with pytest.raises(SettingsError) as caught:
        write_tie(None, tie)
    return str(caught.value).rpartition(": ")[2]


def test_a_tie_is_written_in_whole_microseconds_where_it_is_whole() -> None:
    assert [told_to_write(tie) for tie in (150_000, 500_500, 1_000_000)] == [
        "tie_us = 150",
        "tie_us = 500.5",
        "tie_us = 1000",
    ]
    assert tomllib.loads(with_tie(SEAT, 500_500))["times"] == {"tie_us": 500.5}


def box_file(folder: Path, text: str = SEAT) -> Path:
    path = folder / "box.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_file_then_loads_with_that_tie_and_keeps_its_mode(tmp_path: Path) -> None:
    path = box_file(tmp_path, "[times]\nsettle_ms = 25\n" + SEAT)
    path.chmod(0o640)
    write_tie(path, TIE)
    assert (load(path).times.tie, load(path).times.settle) == (TIE, 25_000_000)
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_written_twice_it_is_as_written_once(tmp_path: Path) -> None:
    path = box_file(tmp_path)
    write_tie(path, TIE)
    once = path.read_bytes()
    write_tie(path, TIE)
    assert path.read_bytes() == once


def test_the_shipped_files_take_a_tie_and_lose_no_line() -> None:
    for name in ("box.toml", "box-eight.toml"):
        text = (Path(__file__).parents[3] / "hardware" / name).read_text(encoding="utf-8")
        edited = with_tie(text, TIE)
        assert edited == f"{text}\n[times]\n{NEW}\n"


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path: Path) -> None:
    real = box_file(tmp_path)
    link = tmp_path / "link.toml"
    link.symlink_to(real)
    write_tie(link, TIE)
    assert link.is_symlink()
    assert load(real).times.tie == TIE


def test_the_boards_beside_the_file_are_found(tmp_path: Path) -> None:
    (tmp_path / "kitchen.toml").write_text("", encoding="utf-8")
    path = box_file(tmp_path, SEAT + '[boards]\nkitchen = "kitchen.toml"\n')
    write_tie(path, TIE)
    assert load(path).files["boards"]["kitchen"].source == str(tmp_path / "kitchen.toml")


def test_without_a_file_of_ones_own_it_is_said_what_to_write() -> None:
    with pytest.raises(SettingsError) as caught:
        write_tie(None, TIE)
    assert caught.value.faults == (
        "expected a box file of your own (--settings FILE), got the one that ships with the program; "
        "in a copy of it, write under [times]: tie_us = 150",
    )


def test_a_tie_the_box_could_not_have_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = box_file(tmp_path)
    with pytest.raises(SettingsError, match="expected tie_us within settle_ms"):
        write_tie(path, 31_000_000)
    assert path.read_text(encoding="utf-8") == SEAT
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_wrong_already_or_not_there_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no such file"):
        write_tie(tmp_path / "none.toml", TIE)
    wrong = box_file(tmp_path, "[seats.1]\nbutton = 99\n")
    with pytest.raises(SettingsError, match="expected a GPIO"):
        write_tie(wrong, TIE)


def test_a_file_that_can_not_be_replaced_is_left_and_it_is_said_what_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = box_file(tmp_path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SettingsError) as caught:
        write_tie(path, TIE)
    assert caught.value.faults == (
        "expected a file that may be written, got no space left on device; "
        "by hand, write under [times]: tie_us = 150",
    )
    assert path.read_text(encoding="utf-8") == SEAT
    assert list(tmp_path.iterdir()) == [path]
