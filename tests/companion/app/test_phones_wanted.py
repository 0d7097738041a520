"""Whether phones may come: by box file, by ``--phones``, by what is installed; what is imported for it."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
from dataclasses import replace
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from companion.app import phones_wanted
from companion.app.phones_wanted import with_phones
from companion.cli import main
from companion.errors import OptionError
from firmware.boxfile import settings as boxes
from firmware.boxfile.phone_settings import PhoneSettings
from firmware.errors import LibraryMissingError

ON = replace(boxes.eight_seats(), phones=PhoneSettings(on=True))
SCRIPT = "0 enter phones on\n0.1 expect phones true\n"
CHECKED = """
import sys
from companion.cli import main
code = main(sys.argv[1:])
served = sorted({"companion.phones", "websockets", "segno"} & sys.modules.keys())
sys.exit(str(served) if served else code)
"""


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that has the one library, and not the other."""
    found = ModuleSpec("segno", None)
    monkeypatch.setattr(phones_wanted, "find_spec", lambda name: None if name == "websockets" else found)


def test_asked_for_they_are_on_whatever_the_box_file_says() -> None:
    assert with_phones(boxes.eight_seats(), asked=True, scripted=False).phones.on
    assert with_phones(ON, asked=False, scripted=False).phones.on
    off = with_phones(boxes.eight_seats(), asked=False, scripted=False)
    assert (off.phones.on, off.offers_phones) == (False, True)


def test_a_script_plays_without_any() -> None:
    assert not with_phones(ON, asked=False, scripted=True).offers_phones
    with pytest.raises(OptionError, match="expected --phones or --script, got both"):
        with_phones(ON, asked=True, scripted=True)


@pytest.mark.usefixtures("without")
def test_where_a_library_is_missing_the_menu_has_none_and_switched_on_it_is_a_line() -> None:
    assert not with_phones(boxes.eight_seats(), asked=False, scripted=False).offers_phones
    for settings, asked in ((ON, False), (boxes.eight_seats(), True)):
        with pytest.raises(LibraryMissingError, match=r"phones need websockets: pip install .*\[phones\]"):
            with_phones(settings, asked=asked, scripted=False)


def test_a_service_that_is_kept_from_networks_says_so_if_they_were_to_be_on_and_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def barred(*_: object) -> socket.socket:
        raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))

    monkeypatch.setattr(socket, "socket", barred)
    assert not with_phones(boxes.eight_seats(), asked=False, scripted=False).offers_phones
    assert capsys.readouterr().err == ""
    assert not with_phones(ON, asked=False, scripted=False).offers_phones
    assert capsys.readouterr().err == f"pierwszy: {phones_wanted.BARRED}\n"


@pytest.mark.usefixtures("without")
@pytest.mark.parametrize("command", ["desk", "box"])
def test_that_line_is_all_there_is_and_the_exit_code_is_2(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--phones"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        'pierwszy: phones need websockets: pip install "pierwszy[phones]", or leave them off\n'
    )


@pytest.mark.parametrize("command", [["replay"], ["box", "--mock", "--script"]])
def test_a_script_that_switches_them_on_starts_no_server(command: list[str], tmp_path: Path) -> None:
    script = tmp_path / "phones.table"
    script.write_text(SCRIPT)
    words = [sys.executable, "-c", CHECKED, *command, str(script)]
    ran = subprocess.run(
        words, capture_output=True, text=True, check=False, env={"STATE_DIRECTORY": str(tmp_path)}
    )
    assert (ran.returncode, ran.stderr.count("phones")) == (0, 0), ran.stderr
