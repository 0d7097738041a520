"""lgpio's pipe is made in a folder that is gone afterwards, wherever the program stands."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from firmware.pi.pipe_folder import PREFERRED, pipe_folder


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory, and none of the folders a service would have."""
    for name in ("LG_WD", *PREFERRED):
        monkeypatch.delenv(name, raising=False)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


def import_lgpio() -> Path:
    """What lgpio does while it is imported; returns where."""
    folder = Path(os.environ["LG_WD"])
    os.chdir(folder)
    os.mkfifo(".lgd-nfy0")
    assert stat.S_ISFIFO((folder / ".lgd-nfy0").stat().st_mode)
    return folder


def test_the_pipe_is_made_elsewhere_and_nothing_of_it_is_left(here: Path) -> None:
    with pipe_folder():
        folder = import_lgpio()
    assert not folder.exists()
    assert Path.cwd() == here
    assert list(here.iterdir()) == []
    assert "LG_WD" not in os.environ


def test_two_programs_never_share_a_folder() -> None:
    with pipe_folder():
        first = import_lgpio()
        del os.environ["LG_WD"]
        with pipe_folder():
            assert import_lgpio() != first
        assert first.exists()
        os.environ["LG_WD"] = str(first)


@pytest.mark.parametrize("name", PREFERRED)
def test_a_services_own_folder_is_preferred(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "run").mkdir()
    monkeypatch.setenv(name, f"{tmp_path / 'run'}:/run/other")
    with pipe_folder():
        assert import_lgpio().parent == tmp_path / "run"
    assert list((tmp_path / "run").iterdir()) == []


def test_a_services_folder_that_is_not_there_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/nowhere")
    with pipe_folder():
        assert import_lgpio().exists()


def test_a_folder_somebody_chose_is_used_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    with pipe_folder():
        assert import_lgpio() == tmp_path
    assert (tmp_path / ".lgd-nfy0").exists()


def test_a_failed_import_leaves_the_program_where_it_stood(here: Path) -> None:
    folders = []

    def fail() -> None:
        with pipe_folder():
            folders.append(import_lgpio())
            raise FileNotFoundError(".lgd-nfy-3")

    with pytest.raises(FileNotFoundError):
        fail()
    (folder,) = folders
    assert not folder.exists()
    assert Path.cwd() == here
    assert "LG_WD" not in os.environ


def test_a_machine_with_nowhere_to_write_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile._candidate_tempdir_list", lambda: ["/nowhere"])
    monkeypatch.setattr("tempfile.tempdir", None)
    with pytest.raises(OSError, match="No usable temporary directory found"), pipe_folder():
        raise AssertionError("imported all the same")
