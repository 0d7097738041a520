from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion import cli
from companion.cli import main
from companion.games.catalogue import all_games
from firmware.boxfile.settings import Settings
from tests.companion.store.recorded import RecordedBox

TOLD = [
    *("hello", "cue", "game", "phase", "players"),
    *("phase", "cue", "phase", "cue", "ruling", "phase", "end"),
]
"""What happens in a question of a quiz that is answered, as JSON lines tell it."""

GOOD = "0 game buzzer seats=1,2\n0.5 ok\n1 ok\n1.5 press 2\n1.6 expect ruling.winner 2\n"


def here_too() -> dict[str, str]:
    """What lets a child in another folder find the program, and the test's own state."""
    return {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])}


HASTY = str(Path(__file__).with_name("hasty_box.py"))

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory, so that paths in messages are short."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def failing(capsys: Capture, *arguments: str) -> tuple[int, str]:
    """The exit code, and the one line on stderr."""
    try:
        code = main(arguments)
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    said = capsys.readouterr().err
    assert said.endswith("\n")
    assert said.count("\n") == 1, said
    return code, said.rstrip("\n")


# -- replay --------------------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_a_replay_prints_one_json_object_a_line_and_exits_0(here: Path, capsys: Capture) -> None:
    (here / "good.table").write_text(GOOD)
    assert main(["replay", "good.table"]) == 0
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert err == ""
    assert [line["event"] for line in lines] == ["phase", "phase", "phase", "ruling", "phase", "end"]
    assert all(isinstance(line["at"], float) for line in lines)
    assert main(["replay", "--json", "good.table"]) == 0
    assert [json.loads(line)["event"] for line in capsys.readouterr().out.splitlines()] == TOLD


@pytest.mark.plays("buzzer")
def test_a_failed_expectation_exits_1_after_the_lines_so_far(here: Path, capsys: Capture) -> None:
    (here / "wrong.table").write_text(GOOD + "\n2 expect players.2.points 1\n")
    assert main(["replay", "wrong.table"]) == 1
    out, err = capsys.readouterr()
    assert err == "wrong.table:7: expected players.2.points to be 1, it was 0\n"
    assert json.loads(out.splitlines()[-1])["phase"] == "ruled"


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 jump\n", "party.table:1: expected a command ("),
        ("0 game chess\n", "party.table:1: expected a game ("),
        (
            "\n0 game buzzer seats=1,2 colour=red\n",
            "party.table:2: buzzer: expected option=value with one of",
        ),
        ("0 game buzzer seats=1,9\n", "party.table:1: buzzer: expected seats to be seats from 1 to 8"),
        ("0 game buzzer\n1 press 9\n", "party.table:2: expected a seat from 1 to 8; got '1 press 9'"),
    ],
)
def test_a_script_that_can_not_be_played_exits_2(here: Path, capsys: Capture, text: str, said: str) -> None:
    (here / "party.table").write_text(text)
    code, line = failing(capsys, "replay", "party.table")
    assert code == 2
    assert line.startswith(f"pierwszy: {said}")


def test_a_script_that_is_not_there_exits_2(here: Path, capsys: Capture) -> None:
    assert failing(capsys, "replay", "gone.table") == (
        2,
        "pierwszy: gone.table: expected a table script, got no such file or directory",
    )


@pytest.mark.plays("buzzer")
def test_a_script_comes_from_standard_input_and_with_whatever_an_editor_puts_before_it(
    here: Path, capsys: Capture
) -> None:
    (here / "-").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert main(["replay", "-"]) == 0  # a file of that name comes first
    (here / "-").rename(here / "good.table")
    told = capsys.readouterr().out
    with (here / "good.table").open("rb") as typed:
        piped = subprocess.run(
            [sys.executable, "-m", "companion.cli", "replay", "-"],
            stdin=typed,
            env=here_too(),
            capture_output=True,
            text=True,
            check=True,
        )
    assert piped.stdout == told


def test_a_folder_is_no_script(here: Path, capsys: Capture) -> None:
    assert failing(capsys, "replay", ".") == (2, "pierwszy: .: expected a table script, got is a directory")


def test_a_script_is_utf_8(here: Path, capsys: Capture) -> None:
    (here / "old.table").write_bytes("0 enter żółw\n".encode("iso8859-2"))
    assert failing(capsys, "replay", "old.table") == (
        2,
        "pierwszy: old.table: expected a table script in UTF-8, got byte 0xbf",
    )


@pytest.mark.plays("buzzer")
def test_frames_are_written_as_png(here: Path, capsys: Capture) -> None:
    (here / "good.table").write_text(GOOD)
    assert main(["replay", "good.table", "--frames", "a/b"]) == 0
    written = sorted((here / "a" / "b").iterdir())
    assert {path.suffix for path in written} == {".png"}
    assert {path.stem.rpartition("-")[2] for path in written} == {"main", *"12345678"}
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in written)


def test_frames_need_a_folder(here: Path, capsys: Capture) -> None:
    (here / "good.table").write_text(GOOD)
    (here / "taken").write_text("")
    assert failing(capsys, "replay", "good.table", "--frames", "taken") == (
        2,
        "pierwszy: taken: expected a folder for frames, file exists",
    )


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_has_gone_is_no_error(here: Path, unbuffered: str) -> None:
    (here / "good.table").write_text(GOOD)
    replay = subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "replay", "good.table"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**here_too(), "PYTHONUNBUFFERED": unbuffered},
    )
    assert replay.stdout is not None
    replay.stdout.close()
    assert replay.stderr is not None
    assert replay.stderr.read() == b""
    assert replay.wait() == 0
    replay.stderr.close()


# -- usage and settings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play"], "pierwszy: argument COMMAND: invalid choice: 'play'"),
        (["replay"], "pierwszy replay: the following arguments are required: FILE"),
        (["replay", "x", "y"], "pierwszy: unrecognized arguments: y"),
        (["box", "--loud"], "pierwszy: unrecognized arguments: --loud"),
        (["--lang", "de", "desk"], "pierwszy: argument --lang: invalid choice: 'de'"),
    ],
)
def test_wrong_usage_is_one_line_and_exits_2(capsys: Capture, arguments: list[str], said: str) -> None:
    code, line = failing(capsys, *arguments)
    assert code == 2
    assert line.startswith(said)


def test_every_fault_of_a_box_file_is_a_line_of_its_own(here: Path, capsys: Capture) -> None:
    (here / "good.table").write_text(GOOD)
    (here / "bad.toml").write_text("[seats.1]\nbutton = 17\n[seats.2]\nbutton = 17\n[seats.3]\nbutton = 99\n")
    assert main(["--settings", "bad.toml", "replay", "good.table"]) == 2
    out, err = capsys.readouterr()
    lines = err.splitlines()
    assert out == ""
    assert len(lines) == 2
    assert all(line.startswith("pierwszy: bad.toml: ") for line in lines)


def test_a_box_file_that_is_not_there_exits_2(here: Path, capsys: Capture) -> None:
    (here / "good.table").write_text(GOOD)
    assert failing(capsys, "replay", "good.table", "--settings", "gone.toml") == (
        2,
        "pierwszy: gone.toml: expected a box file, got no such file or directory",
    )


def test_the_language_may_be_said_before_or_after_the_command(here: Path, capsys: Capture) -> None:
    (here / "good.table").write_text("0 ok\n")
    spoken = []
    for arguments in (
        ["replay", "good.table"],
        ["--lang", "en", "replay", "good.table"],
        ["replay", "good.table", "--lang", "en"],
    ):
        assert main(arguments) == 0
        spoken.append(json.loads(capsys.readouterr().out.splitlines()[-1])["snapshot"]["language"])
    assert spoken == ["pl", "en", "en"]


# -- box -----------------------------------------------------------------------------------------------------


def test_a_box_without_its_chip_exits_2(here: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    (here / "box.toml").write_text(
        "[seats.1]\nbutton = 17\n[seats.2]\nbutton = 27\n[gpio]\nchip = 'no-such-chip'\n"
    )
    code, line = failing(capsys, "box", "--settings", "box.toml")
    assert code == 2
    assert line.startswith("pierwszy: expected a gpio chip labelled no-such-chip, got ")


@pytest.mark.plays("buzzer")
@pytest.mark.usefixtures("_jumping_time")
def test_a_mock_box_plays_a_script_and_exits_0_or_1(here: Path, capsys: Capture) -> None:
    text = "0 game buzzer seats=1,2\n0.01 ok\n0.6 ok\n0.9 expect phase {}\n"
    for phase, code in (("open", 0), ("idle", 1)):
        (here / "fast.table").write_text(text.format(phase))
        assert main(["box", "--mock", "--script", "fast.table"]) == code
    assert 'fast.table:4: expected phase to be "idle", it was "open"' in capsys.readouterr().err


@pytest.mark.plays("buzzer")
def test_a_mock_box_refuses_a_script_it_can_not_play(here: Path, capsys: Capture) -> None:
    (here / "eight.table").write_text("0 game buzzer\n1 press 8\n")
    assert failing(capsys, "box", "--mock", "--script", "eight.table") == (
        2,
        "pierwszy: eight.table:2: expected a seat of this box [1, 2, 3, 4, 5, 6], got 8",
    )


QUIZ = "0 game buzzer seats=1,2\n0.01 ok\n0.6 ok\n0.9 press 2\n1 expect ruling.winner 2\n"


@pytest.mark.plays("buzzer")
@pytest.mark.usefixtures("_jumping_time")
def test_a_box_tells_what_a_replay_would(here: Path, capfd: Capture) -> None:
    (here / "quiz.table").write_text(QUIZ)
    assert main(["box", "--mock", "--json", "--script", "quiz.table"]) == 0
    lines = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [line["event"] for line in lines] == TOLD
    *_, ruling, phase, end = lines
    assert (ruling["winner"], phase["phase"], end["snapshot"]["phase"]) == (2, "ruled", "ruled")
    assert lines[0]["at"] <= lines[1]["at"] < ruling["at"] < end["at"]


def json_box(program: Sequence[str], *, stdout: int) -> subprocess.Popen[bytes]:
    """A mock box that tells what happens to ``stdout``, ready."""
    box = subprocess.Popen(
        [sys.executable, *program, "box", "--mock", "--json", "--script", "quiz.table"],
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=here_too(),
    )
    assert box.stderr is not None
    assert box.stderr.readline() == b"pierwszy: ready with 6 seats\n"
    return box


@pytest.mark.plays("buzzer")
def test_a_box_tells_what_happens_when_it_does_and_a_signal_ends_it_with_exit_0(here: Path) -> None:
    (here / "quiz.table").write_text("0 game buzzer seats=1,2\n0.01 ok\n60 ok\n")
    began = time.monotonic()
    with json_box(("-m", "companion.cli"), stdout=subprocess.PIPE) as box:
        assert box.stdout is not None
        lines = [json.loads(box.stdout.readline()) for _ in range(6)]
        assert [line["event"] for line in lines] == TOLD[:6]
        box.send_signal(signal.SIGINT)
        (end,) = [json.loads(line) for line in box.stdout]
        assert box.stderr is not None
        assert box.stderr.read() == b""
    assert began < lines[0]["at"] <= lines[5]["at"] <= end["at"] < time.monotonic()
    assert (end["event"], end["snapshot"]["phase"]) == ("end", "armed")
    assert box.returncode == 0


@pytest.mark.plays("buzzer")
def test_a_box_ends_though_its_reader_stands_still(here: Path) -> None:
    refused = "".join(f"{number / 1000} enter {'?' * 500}\n" for number in range(50))
    (here / "quiz.table").write_text(f"0 game buzzer seats=1,2\n{refused}0.2 expect phase idle\n")
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)  # seven lines, and nobody reads one
    with json_box((HASTY,), stdout=writer) as box:
        os.close(writer)
    assert box.returncode == 0
    os.close(reader)


@pytest.mark.plays("buzzer")
def test_a_box_plays_on_when_its_reader_has_gone(here: Path) -> None:
    (here / "quiz.table").write_text(QUIZ)
    reader, writer = os.pipe()
    os.close(reader)
    with json_box((HASTY,), stdout=writer) as box:
        os.close(writer)
        assert box.stderr is not None
        assert box.stderr.read() == b""
    assert box.returncode == 0


def test_nothing_is_played_for_a_standard_output_that_is_closed(
    here: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["box", "--mock", "--json"]) == 1
    assert capsys.readouterr().err == "pierwszy: expected a standard output, it is closed\n"


# -- desk ----------------------------------------------------------------------------------------------------


@pytest.fixture
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("companion.window.display_missing", lambda: "no display: said the test")


@pytest.mark.plays("seventeen")
@pytest.mark.usefixtures("_no_display")
def test_without_a_display_the_demo_is_told_in_the_terminal(here: Path, capsys: Capture) -> None:
    assert main(["desk"]) == 0
    out, err = capsys.readouterr()
    assert err == "pierwszy: no display: said the test; playing a table script here instead\n"
    assert out.startswith("0.000 s\n")
    assert any("\u2800" < letter <= "\u28ff" for letter in out)


@pytest.mark.usefixtures("_no_display")
def test_without_a_display_phones_are_the_table(
    here: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[Settings, bool]] = []

    def run_box(settings: Settings, *, mock: bool) -> int:
        ran.append((settings, mock))
        return 0

    monkeypatch.setattr("companion.cli.run_box", run_box)
    assert main(["desk", "--phones"]) == 0
    assert "; whoever has a phone plays here instead\n" in capsys.readouterr().err
    ((settings, mock),) = ran
    assert (settings.phones.on, mock) == (True, True)


@pytest.mark.plays("dice", "turns")
@pytest.mark.usefixtures("_no_display")
def test_without_a_display_the_rounds_that_were_asked_for_are_told_in_their_order(
    here: Path, capsys: Capture
) -> None:
    assert main(["demo", "turns", "dice"]) == 0
    out, err = capsys.readouterr()
    assert err == "pierwszy: no display: said the test; telling it here instead\n"
    lines = out.splitlines()
    assert [line for line in lines if line in {"turns", "dice"}] == ["turns", "dice"]
    assert lines[lines.index("turns") + 1] == lines[lines.index("dice") + 1] == "0.000 s"


@pytest.mark.plays("dice")
def test_a_demo_of_no_game_is_refused_in_one_line(here: Path, capsys: Capture) -> None:
    code, line = failing(capsys, "demo", "dice", "chess")
    assert code == 2
    assert line.startswith(f"pierwszy: expected a game ({all_games()[0].name}, ")
    assert line.rstrip().endswith("got 'chess'")


@pytest.mark.plays("buzzer")
@pytest.mark.usefixtures("_no_display")
def test_without_a_display_the_script_that_was_asked_for_is_told(here: Path, capsys: Capture) -> None:
    (here / "wrong.table").write_text(GOOD + "2 expect phase idle\n")
    assert main(["desk", "--script", "wrong.table"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "pierwszy: no display: said the test; playing a table script here instead",
        'wrong.table:6: expected phase to be "idle", it was "ruled"',
    ]


def test_a_desk_refuses_a_script_it_can_not_read_before_any_window(here: Path, capsys: Capture) -> None:
    (here / "bad.table").write_text("1 jump\n")
    code, line = failing(capsys, "desk", "--script", "bad.table")
    assert code == 2
    assert line.startswith("pierwszy: bad.table:1: expected a command")


# -- history and journal -------------------------------------------------------------------------------------


@pytest.fixture
def evening(here: Path) -> Path:
    """The state folder of a box that has played."""
    folder = Path(os.environ["STATE_DIRECTORY"])
    box = RecordedBox(folder)
    box.enter("name 2 Ola")
    box.enter("game buzzer seats=1,2")
    for _ in range(2):
        box.wait(400)
        box.key("ok")
    box.wait(200)
    box.tap(2)
    box.enter("right")
    box.enter("game dice set=2d6")
    box.off()
    return folder


def test_before_any_game_history_and_list_say_so(here: Path, capsys: Capture) -> None:
    assert main(["history"]) == 0
    assert main(["journal", "list"]) == 0
    assert main(["history", "--json"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["no game has been finished yet", "no game has been recorded yet"]
    assert json.loads("".join(out[2:])) == {"games": [], "best_solo_s": {}}


@pytest.mark.plays("buzzer", "dice")
def test_history_tells_below_its_table_what_the_games_add_up_to(evening: Path, capsys: Capture) -> None:
    box = RecordedBox(evening, offer=False)
    box.enter("name 1 Ola")
    box.enter("game buzzer seats=1,2")
    for _ in range(2):
        box.wait(400)
        box.key("ok")
    box.wait(200)
    box.tap(1)
    box.enter("right")
    box.enter("game dice set=2d6")
    box.off()
    capsys.readouterr()
    assert main(["history"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split()[:4] == ["when", "game", "who", "won"]
    assert len([line for line in lines if " buzzer " in line]) == 2
    assert "Series 1/2: 1 : 0, Ola : Seat 2" in lines
    assert "In a row: Ola, 2 in a row" in lines
    assert main(["history", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["records"]
    assert [one["sides"] for one in told["series"]] == [[["Ola"], [2]], [["Ola"], [1]]]
    assert told["longest"] == {"who": ["Ola"], "games": 2}


def test_what_cannot_be_printed_does_not_fail_the_end_of_the_program_again(here: Path) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "companion.cli", "history"],
            env=here_too(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (1, "pierwszy: no space left on device\n")


@pytest.mark.plays("buzzer", "dice")
def test_games_are_listed_exported_and_replayed(evening: Path, here: Path, capsys: Capture) -> None:
    capsys.readouterr()
    assert main(["history"]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split()[:4] == ["when", "game", "who", "won"]
    assert row.split()[2:8] == ["buzzer", "1:", "0,", "Ola:", "1", "Ola"]

    assert main(["history", "--json"]) == 0
    (finished,) = json.loads(capsys.readouterr().out)["games"]
    assert (finished["id"], finished["winners"]) == (1, [2])

    assert main(["journal", "list"]) == 0
    buzzer, dice = capsys.readouterr().out.splitlines()
    assert buzzer.split()[3:6] == ["won", "by", "Ola"]
    assert "not finished" in dice

    assert main(["journal", "export", "1"]) == 0
    (here / "game.table").write_text(capsys.readouterr().out)
    assert main(["journal", "replay", "1"]) == 0
    replayed = capsys.readouterr().out
    assert main(["--lang", "pl", "replay", "game.table"]) == 0
    assert capsys.readouterr().out == replayed
    end = json.loads(replayed.splitlines()[-1])
    assert end["snapshot"]["players"]["2"]["points"] == 1
    assert end["snapshot"]["names"] == {"2": "Ola"}


@pytest.mark.plays("buzzer", "dice")
@pytest.mark.parametrize("number", ["3", "0", "-1", "99999999999999999999"])
@pytest.mark.parametrize("task", ["export", "replay"])
def test_a_game_that_was_never_played_is_one_line_and_exit_2(
    evening: Path, capsys: Capture, task: str, number: str
) -> None:
    capsys.readouterr()
    code, line = failing(capsys, "journal", task, "--", number)
    assert code == 2
    assert line.startswith(f"pierwszy: {evening / 'journal.sqlite3'}: expected")


@pytest.mark.parametrize("words", ["journal", "journal export", "journal export x", "journal x"])
def test_half_a_journal_command_is_one_line_and_exit_2(capsys: Capture, words: str) -> None:
    code, line = failing(capsys, *words.split())
    assert code == 2
    assert line.startswith("pierwszy journal")


def test_an_export_without_a_journal_is_one_line_and_exit_2(capsys: Capture) -> None:
    code, line = failing(capsys, "journal", "export", "1")
    assert (code, line.endswith("expected a journal, there is none yet")) == (2, True)


def test_a_damaged_journal_is_one_line_and_exit_2(capsys: Capture) -> None:
    path = Path(os.environ["STATE_DIRECTORY"]) / "journal.sqlite3"
    path.write_bytes(b"this is no database at all" * 100)
    for words in (["history"], ["journal", "list"], ["journal", "replay", "1"]):
        code, line = failing(capsys, *words)
        assert (code, line) == (2, f"pierwszy: {path}: expected a journal, got file is not a database")
