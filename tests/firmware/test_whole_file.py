from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware.whole_file import MOST_MB, read_whole, write_whole


def test_a_new_file_has_just_that_text(tmp_path: Path) -> None:
    write_whole(tmp_path / "new.toml", "a = 1\r\nb = 'ł'\n")
    assert (tmp_path / "new.toml").read_bytes() == "a = 1\r\nb = 'ł'\n".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["new.toml"]


def test_an_old_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    before = path.stat().st_ino
    write_whole(path, "new")
    assert path.read_text(encoding="utf-8") == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert path.stat().st_ino != before


def test_a_disk_that_is_full_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "box.toml"
    path.write_text("old", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


# -- reading -------------------------------------------------------------------------------------------------


def test_a_text_is_read_whatever_editor_wrote_it(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\nfour")
    assert read_whole(path, "a box file") == "one\ntwo\nthree\nfour"


def test_what_can_not_be_read_is_one_line(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "latin").write_bytes(b"\xf3")
    (tmp_path / "large").write_bytes(bytes(MOST_MB * 2**20 + 1))
    for name, said in {
        "pipe": "a box file, got a pipe or a device",
        "/dev/zero": "a box file, got a pipe or a device",
        "latin": "a box file in UTF-8, got byte 0xf3",
        "large": "a box file, got more than 8 MB",
        "gone": "a box file, got no such file or directory",
        ".": "a box file, got is a directory",
        "x" * 300: "a box file, got file name too long",
        "a\0b": "a box file, got embedded null byte",
    }.items():
        with pytest.raises(ValueError, match=f"^expected {said}$"):
            read_whole(tmp_path / name, "a box file")


def test_a_stream_that_people_have_named_is_read_as_far_as_a_file_may_be() -> None:
    with pytest.raises(ValueError, match="got more than 8 MB"):
        read_whole(Path("/dev/zero"), "a table script", stream=True)
    assert read_whole(Path("/dev/null"), "a table script", stream=True) == ""
