"""A box tells what happens to whoever reads, and nothing waits for whoever doesn't."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import resource
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from companion.games.options import Surroundings
from companion.scripts import live_report
from companion.scripts.live_report import MOST_WAITING, LiveReport
from companion.scripts.report import VERSION
from companion.session.session import Session
from companion.session.state import State
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Press, Tick
from firmware.times import Times
from firmware.views import Cue, Sound

pytestmark = pytest.mark.plays("buzzer")

FD_SETSIZE = 1024
"""Descriptors from here on can't be given to select(2)."""

SOON = 10.0
"""Seconds; only something broken ever waits this long."""

Step = tuple[int, State, State]


def game(rounds: int) -> list[Step]:
    """What a loop would tell of so many questions of a quiz, each with a ruling."""
    session = Session(Surroundings((1, 2), Times(), "en"))
    state, steps = session.start(), []

    def happen(event: Enter | Press | Tick) -> None:
        nonlocal state
        before, (state, _) = state, session.step(state, event)
        if state is not before:
            steps.append((event.at, before, state))

    happen(Enter("game buzzer seats=1,2", 0))
    for number in range(rounds):
        at = (number + 1) * 5 * NS_PER_S
        happen(Enter("ok", at))
        happen(Enter("ok", at + NS_PER_S))
        happen(Press(2, at + 2 * NS_PER_S))
        happen(Tick(at + 2 * NS_PER_S + NS_PER_MS))
        happen(Enter("next", at + 3 * NS_PER_S))
    return steps


def tell(report: LiveReport, steps: list[Step]) -> None:
    for step in steps:
        report.changed(*step)


class Pipe:
    """A pipe as small as they come, whose reader may be slow or go."""

    def __init__(self) -> None:
        self.reader, self.writer = os.pipe()
        self._open = {self.reader, self.writer}
        fcntl.fcntl(self.writer, fcntl.F_SETPIPE_SZ, 4096)

    def fill(self) -> None:
        """Leave no room for even one line beside those it holds."""
        os.set_blocking(self.writer, False)
        with suppress(BlockingIOError):
            while os.write(self.writer, b"\n"):
                pass
        os.set_blocking(self.writer, True)

    def drop(self, end: int) -> None:
        """Close one end, once: its number may be another file's by the next time."""
        if end in self._open:
            self._open.remove(end)
            os.close(end)

    def lines(self) -> list[dict[str, Any]]:
        """Everything until nobody writes any more; each line must be whole."""
        self.drop(self.writer)
        return self.lines_as_they_come()

    def lines_as_they_come(self) -> list[dict[str, Any]]:
        """The same while somebody may still write."""
        with open(self.reader, encoding="utf-8", closefd=False) as reader:
            return [json.loads(line) for line in reader if line != "\n"]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    pipe = Pipe()
    yield pipe
    pipe.drop(pipe.reader)
    pipe.drop(pipe.writer)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine, the end waits until all is told."""
    monkeypatch.setattr(live_report, "LAST_WORD_S", SOON)


@contextmanager
def reading(pipe: Pipe) -> Iterator[list[dict[str, Any]]]:
    """Somebody reads all the time; on leaving, everything there was has been heard."""
    heard: list[dict[str, Any]] = []
    thread = threading.Thread(target=lambda: heard.extend(pipe.lines_as_they_come()))
    thread.start()
    yield heard
    pipe.drop(pipe.writer)
    thread.join(SOON)
    assert not thread.is_alive()


def test_a_reader_is_told_what_a_replay_tells_in_the_clocks_own_seconds(pipe: Pipe) -> None:
    report, steps = LiveReport(pipe.writer), game(1)
    tell(report, steps)
    report.end(20 * NS_PER_S, {"phase": "idle"})
    hello, *lines = pipe.lines()
    assert hello["event"] == "hello"
    assert [(line["at"], line["event"]) for line in lines] == [
        (0.0, "game"),
        (0.0, "phase"),
        (0.0, "players"),
        (5.0, "phase"),
        (6.0, "phase"),
        (7.001, "ruling"),
        (7.001, "phase"),
        (8.0, "phase"),
        (20.0, "end"),
    ]
    assert lines[5]["winner"] == 2
    assert lines[-1]["snapshot"] == {"phase": "idle"}


def test_a_reader_is_greeted_before_anything_happens(pipe: Pipe) -> None:
    report = LiveReport(pipe.writer)
    report.hello(NS_PER_S // 2, "3f2a91c0")
    with open(pipe.reader, encoding="utf-8", closefd=False) as reader:
        hello = json.loads(reader.readline())
    assert (hello["event"], hello["version"], hello["certificate"]) == ("hello", VERSION, "3f2a91c0")
    report.end(NS_PER_S, {})
    assert [line["event"] for line in pipe.lines()] == ["end"]


def test_a_reader_hears_what_sounds_and_a_report_without_room_for_it_goes_on(pipe: Pipe) -> None:
    report = LiveReport(pipe.writer)
    report.sounds(NS_PER_S, Cue(Sound.RIGHT, 2))
    report.end(2 * NS_PER_S, {})
    for _ in range(2 * MOST_WAITING):
        report.sounds(3 * NS_PER_S, Cue(Sound.TICK))  # nobody takes them any more
    _, line, _ = pipe.lines()
    assert line == {"at": 1.0, "event": "cue", "sound": "right", "seat": 2}
    assert report._lines.qsize() <= MOST_WAITING


def test_a_reader_that_stands_still_costs_the_loop_nothing_and_learns_what_it_missed(pipe: Pipe) -> None:
    report, steps = LiveReport(pipe.writer), game(MOST_WAITING)
    pipe.fill()
    report.changed(*steps[0])
    while report._lines.qsize():
        pass  # until the writer has it in hand, and stands
    tell(report, steps[1:])  # would never return if it waited
    last = (len(steps) + 1) * NS_PER_S
    with reading(pipe) as heard:
        report.end(last, {})
    missed = [line["steps"] for line in heard if line["event"] == "missed"]
    told = sum(1 for line in heard if line["event"] == "ruling")
    assert len(missed) == 1
    assert heard[-2]["event"] == "missed"
    assert heard[-1] == {"at": last / NS_PER_S, "event": "end", "snapshot": {}}
    # After the first, five steps a question, the fourth its ruling: all that isn't missed has been told.
    first_missed = len(steps) - missed[0]
    assert told == sum(1 for number in range(first_missed) if number and (number - 1) % 5 == 3)


def test_the_end_does_not_wait_for_a_reader_that_stands_still(
    pipe: Pipe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_report, "LAST_WORD_S", 0.01)
    report = LiveReport(pipe.writer)
    tell(report, game(100))
    report.end(NS_PER_S, {})
    assert report._thread.is_alive()
    with reading(pipe):
        report._thread.join(SOON)
        assert not report._thread.is_alive()


def test_a_reader_that_has_gone_ends_the_telling_and_nothing_else(
    pipe: Pipe, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pierwszy.report")
    report, steps = LiveReport(pipe.writer), game(MOST_WAITING // 2)
    pipe.drop(pipe.reader)
    tell(report, steps)
    report._thread.join(SOON)
    assert not report._thread.is_alive()
    tell(report, steps)
    report.end(NS_PER_S, {})
    assert [record.getMessage() for record in caplog.records] == [
        "nobody reads what is reported: Broken pipe"
    ]


def test_a_descriptor_that_does_not_block_gets_every_line_whole(pipe: Pipe) -> None:
    os.set_blocking(pipe.writer, False)
    report, steps = LiveReport(pipe.writer), game(100)
    tell(report, steps)
    with reading(pipe) as heard:
        report.end(10_000 * NS_PER_S, {})
    assert sum(1 for line in heard if line["event"] == "ruling") == 100
    assert heard[-1]["event"] == "end"


def test_a_descriptor_with_a_number_beyond_what_select_takes_gets_every_line_too(pipe: Pipe) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2 * FD_SETSIZE)), hard))
    high = fcntl.fcntl(pipe.writer, fcntl.F_DUPFD, FD_SETSIZE)
    os.set_blocking(high, False)
    report, steps = LiveReport(high), game(100)
    tell(report, steps)
    with reading(pipe) as heard:
        report.end(10_000 * NS_PER_S, {})
        os.close(high)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert sum(1 for line in heard if line["event"] == "ruling") == 100


def test_a_line_that_meets_a_fault_of_ours_costs_no_other_line(
    pipe: Pipe, monkeypatch: pytest.MonkeyPatch, expected_logs: list[logging.LogRecord]
) -> None:
    snapshot: Callable[[State, int], dict[str, Any]] = State.snapshot
    steps = game(1)

    def failing(state: State, now: int) -> dict[str, Any]:
        if state is steps[1][2]:
            raise ZeroDivisionError
        return snapshot(state, now)

    monkeypatch.setattr(State, "snapshot", failing)
    report = LiveReport(pipe.writer)
    tell(report, steps)
    report.end(20 * NS_PER_S, {})
    told = ["hello", "game", "phase", "players", "phase", "ruling", "phase", "phase", "end"]
    assert [line["event"] for line in pipe.lines()] == told
    assert {record.getMessage() for record in expected_logs} == {
        "lost a line of the report to a fault of ours"
    }
