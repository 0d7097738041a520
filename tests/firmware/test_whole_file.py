from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware.whole_file import write_whole


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
