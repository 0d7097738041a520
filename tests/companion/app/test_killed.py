"""Killed at any instant, a box goes on as if it hadn't been: real processes, in real time."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.session.session import Session
from companion.session.state import Stage, State
from companion.store.archive import FILE, Archive, Sitting
from companion.store.codec import Recorded
from companion.store.journal import Journal
from companion.store.recorder import Recorder, session_of, start_of, stepped
from companion.store.things import known_things
from firmware.boxfile.settings import load
from firmware.events import Press, Release, Tick
from tests.companion.store.recorded import no_sync

KILLS = 40
"""Of each script; five of them make 200."""

LONGEST_S = 2.5
"""What a script takes, and the start of its box."""

HERE = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])}

BOX = """
language = "en"
[knob]
a = 17
b = 27
ok = 22
[seats.1]
button = 5
[seats.2]
button = 6
[seats.3]
button = 13
"""
"""No panels: drawing is what takes a processor its time, and is of no use here."""

SCRIPTS = {
    "seventeen": (
        "0 enter name 2 Ola\n0.1 game seventeen seats=1,2,3\n0.4 press 1\n0.7 press 2\n0.9 press 3\n"
        "1.2 press 1\n1.5 enter sum 17\n1.7 ok\n1.9 undo\n2.1 redo\n2.3 press 3\n"
    ),
    "buzzer": (
        "0.1 game buzzer seats=1,2,3 minus=1\n0.3 press 1\n0.5 ok\n0.9 ok\n1.2 press 3\n1.2004 press 1\n"
        "1.23 press 2\n1.5 enter first 1\n1.7 enter wrong\n1.95 press 2\n2.2 enter right\n2.3 undo\n"
    ),
    "dice": (
        "0 dice 3 5 2\n0 dice 1 6\n0.1 game dice seats=1,2 set=3d6\n0.3 press 1\n1.1 enter lock 2\n"
        "1.3 press 2\n2.0 knob +2\n2.1 undo\n2.2 undo\n2.3 redo\n"
    ),
    "stopwatch": (
        "0.1 game stopwatch seats=1,2,3\n"
        + "".join(f"{0.3 + n * 0.13:.2f} press {n % 3 + 1}\n" for n in range(16))
    ),
    "two games": (
        "0.1 game buzzer seats=1,2\n0.3 ok\n0.7 ok\n1.0 press 2\n1.2 enter right\n1.4 hold-ok\n"
        "1.5 enter quit\n1.7 game stopwatch seats=1,2\n2.0 press 1\n2.2 press 2\n"
    ),
}


@dataclass(frozen=True)
class Run:
    """What was recorded of a box, and every state it went through."""

    session: Session
    sitting: Sitting
    states: list[State]

    @classmethod
    def of(cls, sitting: Sitting) -> Run:
        session = session_of(sitting)
        start = start_of(session, sitting)
        states = accumulate(
            sitting.events, lambda state, event: stepped(session, state, event), initial=start
        )
        return cls(session, sitting, list(states))

    def events(self) -> list[tuple[Any, ...]]:
        """What happened: presses by their stamps since the first, what the host did by its words."""
        presses = (event.at for event in self.sitting.events if isinstance(event, Press))
        first = next(presses, 0)
        return [_happened(event, first) for event in self.sitting.events]

    def snapshots(self) -> list[dict[str, Any]]:
        """What was being played after each event, as of a press; the rest depends on when the host acted."""
        moments = [0, *(event.at for event in self.sitting.events)]
        seen = (state.snapshot(at) for state, at in zip(self.states, moments, strict=True))
        return [{key: value for key, value in one.items() if key != "elapsed_ms"} for one in seen]


def _happened(event: Recorded, first: int) -> tuple[Any, ...]:
    if isinstance(event, Press | Release):
        return type(event).__name__, event.seat, event.at - first
    if isinstance(event, Tick):
        return ("Tick",)
    return (type(event).__name__, *(getattr(event, name) for name in event.__slots__ if name != "at"))


def boxes(script: Path, folders: list[Path], kills: list[float | None]) -> list[int]:
    """Run boxes, killing each after so many seconds; returns how each ended."""
    settings = script.with_name("box.toml")
    settings.write_text(BOX)
    same = {"script": str(script), "settings": str(settings)}
    orders = [
        json.dumps({**same, "folder": str(folder), "after": after})
        for folder, after in zip(folders, kills, strict=True)
    ]
    program = Path(__file__).with_name("boxes_to_kill.py")
    ran = subprocess.run(
        [sys.executable, program],
        input="\n".join(orders),
        env=HERE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    codes: list[int] = json.loads(ran.stdout)
    return codes


def recorded(folder: Path) -> Run | None:
    """What a killed box has left; None if it was killed before it had begun."""
    if not (folder / FILE).exists():
        return None
    with closing(Archive(folder)) as archive:
        try:
            return Run.of(archive.sitting(1))
        except OSError:
            return None


def offered(folder: Path) -> State:
    """The state a box starts in on that folder, its journal in order."""
    settings = load(folder.with_name("box.toml"))
    session = Session(tuple(settings.seats), settings.times, "en", things=known_things())
    journal = Journal(folder, sync=no_sync)
    try:
        assert (journal.trouble, journal.set_aside) == (None, None)
        return Recorder(journal, session).start(session.start())
    finally:
        journal.close()


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_box_killed_at_any_instant_goes_on_as_an_uninterrupted_one_would(name: str, tmp_path: Path) -> None:
    script = tmp_path / "evening.table"
    script.write_text(SCRIPTS[name])
    moments = random.Random(name)
    kills: list[float | None] = [None, *(moments.uniform(0, LONGEST_S) for _ in range(KILLS))]
    folders = [tmp_path / str(number) for number in range(len(kills))]
    codes = boxes(script, folders, kills)
    said = {folder.name: folder.with_suffix(".log").read_text() for folder in folders}
    assert codes == [0, *[-signal.SIGKILL] * KILLS], said
    whole = recorded(folders[0])
    assert whole is not None
    lengths = [check_killed(folder, whole) for folder in folders[1:]]
    assert len(set(lengths)) > KILLS / 8, lengths  # here, there and everywhere, on a busy machine too


def check_killed(folder: Path, whole: Run) -> int:
    """What a killed box has left is the beginning of an uninterrupted run; returns how many events."""
    run = recorded(folder)
    if run is None:
        assert offered(folder).stage is Stage.MENU
        return 0
    length = len(run.sitting.events)
    assert run.events() == whole.events()[:length]
    assert run.snapshots() == whole.snapshots()[: length + 1]
    goes_on = offered(folder)
    last = run.states[-1]
    if last.game is None or last.winners is not None:
        assert goes_on.stage is Stage.MENU
        return length
    assert goes_on.stage is Stage.RESUME
    assert goes_on.offered is not None
    at = run.sitting.events[-1].at
    assert goes_on.offered.snapshot(at) == last.snapshot(at)
    assert goes_on.offered_at == max(event.at for event in run.sitting.events)
    return length
