"""Any words after ``pierwszy``, wherever it is run: an exit code and, at most, one line of fault."""

from __future__ import annotations

import errno
import io
import os
import pwd
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TextIO, TypeAlias

import pytest

from tests.companion.jumping import jump
from tests.companion.store.recorded import RecordedBox
from tests.fuzz.commanding import Ended, Refusing, judge, run
from tests.fuzz.kinds import Finding, Kind
from tests.fuzz.mangling import NASTY

ROOT = Path(__file__).parents[2]
SCRIPT = "0 game buzzer seats=1,2\n0.01 ok\n0.6 ok\n0.9 press 2\n1 enter {typed}\n1.1 enter name 1 {typed}\n"

REAL = 0.04
"""So often it is a process of its own, in which streams are truly closed; it takes ten times as long."""

COMMANDS = (
    *("history", "history --json", "journal list", "journal export 1", "journal replay 1", "journal", ""),
    *(
        "wiring",
        "wiring --json",
        "--lang pl wiring",
        "--lang de wiring",
        "--help",
        "box --help",
        "--verbose history",
    ),
    *(
        "replay fair.table",
        "replay --json fair.table",
        "replay fair.table --frames x",
        "replay -",
        "replay .",
    ),
    *("check lateness --script none.table", "check --script none.table --json lamps", "check nothing"),
    *(
        "check --script fair.table",
        "desk --script fair.table",
        "demo chess",
        "replay gone.table",
    ),
    *("box --mock --script fair.table", "box --mock --json --script fair.table", "--settings . wiring"),
    *("--settings fair.table wiring", "--settings none.table replay fair.table"),
)

Stream: TypeAlias = Callable[[], TextIO | None]


def trial(seed: int, folder: Path) -> Counter[str]:
    """One command."""
    random = Random(seed)
    words, typed = _words(random), random.choice(NASTY)[:3000]
    (folder / "fair.table").write_bytes(SCRIPT.format(typed=typed).encode(errors="surrogatepass"))
    (folder / "none.table").write_text("")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        _surround(patch, random, folder)
        if random.random() < REAL:
            return _in_its_own_process(words, random)
        patch.setattr("companion.window.display_missing", lambda: "no display")
        jump(patch.setattr)
        out, err = _stream(random), _stream(random)
        ended = run(words, patch, out, err, random.choice(("utf-8", "utf-8", "ascii", "latin-1")))
    said = tuple(line for line in ended.said if not _is_news(line))
    judge(Ended(ended.code, ended.out, said), most=_lines_of(words))
    if (
        out is not None
        and out() is None
        and ended.code == 0
        and words[0] in {"history", "wiring", "replay", "journal"}
    ):
        raise Finding(f"expected no success where nothing can be printed, got 0 of {words}")
    return Counter({f"ended with {ended.code}": 1})


def _words(random: Random) -> list[str]:
    """A command as people type it, or not quite."""
    words = random.choice(COMMANDS).split()
    if random.random() < 0.25:
        nasty = random.choice(NASTY).replace("\x00", "")[:3000]
        words.insert(random.randint(0, len(words)), nasty)
    if words and random.random() < 0.2:
        del words[random.randrange(len(words))]
    if not words or words[0] in {"desk", "demo"}:
        return words or ["wiring"]  # without any it would be the desk's own demo: half a minute
    return words


def _lines_of(words: list[str]) -> int:
    """How many lines a command may write to standard error; what the check asks goes there, with --json."""
    return 1000 if "--verbose" in words or {"check", "--json"} <= set(words) else 1


def _is_news(line: str) -> bool:
    """Whether it tells of no fault of what was given, but what the box does or what it makes do with."""
    news = ("ready with", "waiting: ", "tie ", "no display", "not recorded", "a board is left out")
    return line.startswith(tuple(f"pierwszy: {word}" for word in news))


def _surround(patch: pytest.MonkeyPatch, random: Random, folder: Path) -> None:
    """An environment: a home or none, a state folder that is one or isn't, something in it or nothing."""
    state = folder / "state"
    for name in (
        "STATE_DIRECTORY",
        "XDG_STATE_HOME",
        "HOME",
        "TERM",
        "COLUMNS",
        "DISPLAY",
        "WAYLAND_DISPLAY",
    ):
        patch.delenv(name, raising=False)
    if random.random() < 0.5:
        patch.setenv("COLUMNS", random.choice(("0", "1", "-7", "80", "wide", "999999999")))
    where = random.choice(("", "HOME", "XDG_STATE_HOME", *["STATE_DIRECTORY"] * 3))
    if where:
        places = (
            state,
            state,
            state,
            folder / "fair.table",
            Path("/proc/none"),
            folder / ("x" * 300),
            Path("rel"),
            Path("/dev/null"),
        )
        patch.setenv(where, str(random.choice(places)))
    if where != "HOME":
        patch.setattr(pwd, "getpwuid", _nobody)
    if os.environ.get("STATE_DIRECTORY") == str(state):
        match random.randrange(4):
            case 0:
                box = RecordedBox(state)
                box.enter(f"name 2 {random.choice(NASTY)[:12]}")
                box.enter("game buzzer seats=1,2")
                box.off()
            case 1:
                state.mkdir()
                (state / "journal.sqlite3").write_bytes(random.randbytes(3000))
            case 2:
                (state / "boards").mkdir(parents=True)
                (state / "boards" / "nasty.toml").write_text(random.choice(NASTY), errors="replace")


def _nobody(_: object) -> None:
    raise KeyError


def _stream(random: Random) -> Stream | None:
    """A standard stream that isn't just read; mostly None."""
    match random.randrange(10):
        case 0:
            return lambda: None
        case 1 | 2:
            reason = random.choice((errno.ENOSPC, errno.EPIPE, errno.EIO, errno.EAGAIN, errno.EBADF))
            taken, lines = random.choice((0, 0, 10, 5000)), random.random() < 0.5

            def refusing() -> TextIO:
                raw = io.BufferedWriter(Refusing(OSError(reason, os.strerror(reason)), taken))
                return io.TextIOWrapper(raw, encoding="utf-8", line_buffering=lines)

            return refusing
    return None


def _in_its_own_process(words: list[str], random: Random) -> Counter[str]:
    redirected = random.choice(
        (">&-", "2>&-", ">&- 2>&- <&-", "<&-", "2>/dev/full", ">/dev/full", "| head -c 1", "")
    )
    fast = f"import sys; sys.path[:0] = [{str(ROOT)!r}]; from tests.companion.jumping import jump; jump()"
    program = f"{fast}; from companion.cli import main; sys.exit(main())"
    shell = f'"$0" -c "$PROGRAM" "$@" {redirected}'
    env = {**os.environ, "PROGRAM": program, "LC_ALL": random.choice(("C", "C.UTF-8", "POSIX"))}
    typed = [word.encode(errors="surrogatepass") for word in words]
    ended = subprocess.run(
        ["sh", "-c", shell, sys.executable, *typed],
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    said = tuple(line for line in ended.stderr.decode(errors="replace").splitlines() if not _is_news(line))
    judge(Ended(ended.returncode, "", said), most=_lines_of(words))
    return Counter({f"ended with {ended.returncode}": 1, "processes": 1})


KIND = Kind("commands", trial, share=0.5, in_suite=3)
