from __future__ import annotations

import errno
import io
import json
import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from companion.cli import main
from companion.streams import standard_streams

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

COMMANDS = {
    "wiring": ["wiring"],
    "wiring --json": ["wiring", "--json"],
    "history": ["history"],
    "history --json": ["history", "--json"],
    "journal list": ["journal", "list"],
    "replay": ["replay", "ok.table"],
    "desk": ["desk", "--script", "ok.table"],
    "check": ["check", "lateness", "--script", "empty.table"],
    "--help": ["--help"],
}
PLAYED = ["box", "--mock", "--script", "ok.table"]


@pytest.fixture(autouse=True)
def _scripts(tmp_path: Path, monkeypatch: Patch) -> None:
    """A folder with something to be played, and no display."""
    monkeypatch.chdir(tmp_path)
    Path("ok.table").write_text("0 ok\n")
    Path("empty.table").write_text("")
    monkeypatch.setattr("companion.window.display_missing", lambda: "no display")


@pytest.fixture
def full() -> Iterator[TextIO]:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        yield full


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("closed", [False, True], ids=["full", "closed"])
def test_what_can_not_be_printed_is_one_line_and_exit_1(
    words: list[str], closed: bool, full: TextIO, capsys: Capture, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(sys, "stdout", None if closed else full)
    assert main(words) == 1
    said = capsys.readouterr().err.replace("pierwszy: no display; playing a table script here instead\n", "")
    expected = "expected a standard output, it is closed" if closed else "no space left on device"
    assert said == f"pierwszy: {expected}\n"


@pytest.mark.usefixtures("_jumping_time")
@pytest.mark.parametrize("closed", [False, True], ids=["full", "closed"])
def test_whether_anybody_hears_of_faults_changes_nothing(
    closed: bool, full: TextIO, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(sys, "stderr", None if closed else full)
    assert main(PLAYED) == 0
    assert Path(os.environ["STATE_DIRECTORY"], "journal.sqlite3").exists()
    assert main(["wiring"]) == 0
    assert main(["nonsense"]) == main(["replay", "gone.table"]) == 2


@pytest.mark.usefixtures("_jumping_time", "expected_logs")
def test_without_a_home_the_box_plays_on_and_nothing_is_remembered(
    capsys: Capture, monkeypatch: Patch
) -> None:
    def nobody(_: object) -> None:
        raise KeyError

    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert main(PLAYED) == 0
    assert main(["history"]) == 0
    assert capsys.readouterr().out == "no game has been finished yet\n"


def test_no_file_can_get_the_number_of_a_closed_stream() -> None:
    opens = "with standard_streams(): print(open('ok.table').fileno(), file=open('said', 'w'))"
    program = f"from companion.streams import standard_streams\n{opens}"
    shell = f'exec "{sys.executable}" -c "$0" <&- >&- 2>&-'
    home = str(Path(__file__).parents[2])
    assert subprocess.run(["sh", "-c", shell, program], env={"PYTHONPATH": home}, check=False).returncode == 0
    assert int(Path("said").read_text()) > 2


def test_no_name_of_a_file_can_send_a_terminal_anything(capsys: Capture) -> None:
    nasty = "a\nb\r\x1b[31m\x9b\x7f\u202e\u2028" + os.fsdecode(b"\xff")
    for words in (["replay", nasty], ["wiring", "--settings", nasty], ["wiring", nasty]):
        assert main(words) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert said.rstrip("\n").isprintable()
        assert r"a\nb\u000d\u001b[31m\u009b\u007f\u202e\u2028\udcff" in said


@pytest.mark.plays("dice")
def test_what_is_shown_of_a_script_is_the_same_json_and_no_terminal_obeys_it(capsys: Capture) -> None:
    typed = "\x1b[31m\x7f\x9b\u202e\u2028ż"
    Path("typed.table").write_text(f"0 game dice set=2d6\n0.1 enter {typed}\n", encoding="utf-8")
    assert main(["replay", "typed.table"]) == 0
    out = capsys.readouterr().out
    assert all(line.isprintable() for line in out.splitlines())
    (why,) = [told["why"] for told in map(json.loads, out.splitlines()) if told["event"] == "refused"]
    assert "\x1b[31m" in why or repr(typed)[1:-1] in why


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_is_the_same_on_a_terminal_that_lacks_letters(encoding: str, monkeypatch: Patch) -> None:
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding=encoding))
    told = {"żółw": "\U0001f422 \x7f"}
    with standard_streams() as out:
        sys.stdout.write(json.dumps(told, ensure_ascii=False))
        out.flush()
    assert json.loads(printed.getvalue().decode(encoding)) == told


def test_people_read_letters_without_their_marks_where_a_terminal_lacks_them(monkeypatch: Patch) -> None:
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding="ascii"))
    with standard_streams() as out:
        sys.stdout.write("Źle: „żółw” łączy się – 5 µs… 🐢 ĄĆĘŁŃÓŚŹŻ ąćęłńóśźż")
        out.flush()
    assert printed.getvalue() == rb'Zle: "zolw" laczy sie - 5 us... \ud83d\udc22 ACELNOSZZ acelnoszz'


def test_what_stderr_could_not_take_is_taken_later(monkeypatch: Patch) -> None:
    taken: list[bytes] = []

    class Card(io.RawIOBase):
        space = False

        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            if not self.space:
                raise OSError(errno.ENOSPC, "no space left on device")
            taken.append(bytes(data))  # type: ignore[call-overload]
            return len(taken[-1])

    card = Card()
    stream = io.TextIOWrapper(io.BufferedWriter(card), encoding="utf-8", line_buffering=True)
    monkeypatch.setattr(sys, "stderr", stream)
    with standard_streams():
        sys.stderr.write("lost or late\n")
        card.space = True
        sys.stderr.write("heard\n")
    assert b"".join(taken).endswith(b"heard\n")


def test_what_nobody_would_read_to_its_end_lacks_its_middle(capsys: Capture) -> None:
    Path("long.toml").write_text("x" * 100_000 + " = 1")
    assert main(["wiring", "--settings", "long.toml"]) == 2
    key, _ = capsys.readouterr().err.splitlines()
    assert key.startswith("pierwszy: long.toml: xxx")
    assert "xxx ... xxx" in key
    assert key.endswith("got an unknown key")
    assert len(key) < 1100
