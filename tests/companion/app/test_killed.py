"""Killed at any instant, a box goes on as if it hadn't been: real processes and journals, in virtual time."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.games.options import Surroundings
from companion.scripts.script import read
from companion.session.session import Session
from companion.session.state import Stage, State
from companion.store.archive import JOURNAL, Archive, Sitting
from companion.store.journal import Journal
from companion.store.recorder import Recorder
from companion.store.runs import last_moment, session_of, start_of, stepped
from companion.store.things import known_things
from firmware.boxfile.settings import parse
from tests.companion.games.scenes import plays_what_is_here
from tests.companion.store.recorded import no_sync

KILLS = 40
"""Of each script; five of them make 200."""

LONGEST_S = 0.003
"""What a box has for its last command until it is killed; a command takes it about a millisecond."""

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


HERE_TO_PLAY = [name for name, text in SCRIPTS.items() if plays_what_is_here(text)]


@dataclass(frozen=True)
class Run:
    """What was recorded of a box, and every state it went through."""

    session: Session
    sitting: Sitting
    states: list[State]

    @classmethod
    def of(cls, sitting: Sitting) -> Run:
        session = session_of(sitting)
        start = start_of(session, sitting, lambda _: None)
        states = accumulate(
            sitting.events, lambda state, event: stepped(session, state, event), initial=start
        )
        return cls(session, sitting, list(states))

    @cached_property
    def snapshots(self) -> list[dict[str, Any]]:
        """What was being played after each event, at its moment."""
        moments = [0, *(event.at for event in self.sitting.events)]
        return [state.snapshot(at) for state, at in zip(self.states, moments, strict=True)]


@dataclass(frozen=True)
class Played:
    """The folder of a box that played to the end, and of each that was killed, with how that ended."""

    whole: Path
    killed: Mapping[Path, int]


def orders(name: str, folder: Path) -> Iterator[dict[str, Any]]:
    """A box that plays its script to the end, and those that are killed somewhere in it."""
    chance = random.Random(name)
    most = len(read(SCRIPTS[name], name).commands) + 1  # one more: killed while it ends
    same = {"box": BOX, "script": SCRIPTS[name]}
    yield {**same, "folder": str(folder / "whole"), "commands": None}
    for number in range(KILLS):
        commands, after = chance.randint(1, most), chance.uniform(0, LONGEST_S)
        yield {**same, "folder": str(folder / str(number)), "commands": commands, "after": after}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Played]:
    """The boxes of each script."""
    folders = {name: tmp_path_factory.mktemp("evening") for name in HERE_TO_PLAY}
    ran = subprocess.run(
        [sys.executable, Path(__file__).with_name("boxes_to_kill.py")],
        input="\n".join(json.dumps(order) for name in folders for order in orders(name, folders[name])),
        env=HERE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    codes = iter(json.loads(ran.stdout))
    return {
        name: Played(folder / "whole", {folder / str(number): next(codes) for number in range(KILLS)})
        for name, folder in folders.items()
    }


def recorded(folder: Path) -> Run | None:
    """What a killed box has left; None if it was killed before it had begun."""
    if not (folder / JOURNAL).exists():
        return None
    with closing(Archive(folder)) as archive:
        try:
            return Run.of(archive.sitting(1))
        except OSError:
            return None


def offered(folder: Path) -> State:
    """The state a box starts in on that folder, its journal in order."""
    settings = parse(BOX, "box.toml")
    session = Session(Surroundings(tuple(settings.seats), settings.times, "en", things=known_things()))
    journal = Journal(folder, sync=no_sync)
    try:
        assert (journal.trouble, journal.set_aside) == (None, None)
        return Recorder(journal, session).start(session.start())
    finally:
        journal.close()


@pytest.mark.parametrize("name", HERE_TO_PLAY)
def test_a_box_killed_at_any_instant_goes_on_as_an_uninterrupted_one_would(
    name: str, played: Mapping[str, Played]
) -> None:
    boxes = played[name]
    said = {folder.name: folder.with_suffix(".log").read_text() for folder in boxes.killed}
    assert [*boxes.killed.values()] == [-signal.SIGKILL] * KILLS, said
    whole = recorded(boxes.whole)
    assert whole is not None
    lengths = [check_killed(folder, whole) for folder in boxes.killed]
    assert len(set(lengths)) > KILLS / 8, lengths  # here, there and everywhere


def check_killed(folder: Path, whole: Run) -> int:
    """What a killed box has left is the beginning of an uninterrupted run; returns how many events."""
    run = recorded(folder)
    if run is None:
        assert offered(folder).stage is Stage.MENU
        return 0
    length = len(run.sitting.events)
    assert run.sitting.events == whole.sitting.events[:length]
    assert run.snapshots == whole.snapshots[: length + 1]
    goes_on = offered(folder)
    last = run.states[-1]
    if last.game is None or last.winners is not None:
        assert goes_on.stage is Stage.MENU
        return length
    assert goes_on.stage is Stage.RESUME
    assert goes_on.offered is not None
    at = run.sitting.events[-1].at
    assert goes_on.offered.snapshot(at) == last.snapshot(at)
    assert goes_on.offered_at == last_moment(run.sitting.events)
    return length
