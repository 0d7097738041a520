from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.pi import native
from firmware.pi.native import await_native_threads, native_threads_sleep

Task = Callable[[int, str], None]


@pytest.fixture(autouse=True)
def tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "TASKS", tmp_path)


@pytest.fixture
def task(tmp_path: Path) -> Task:
    """Makes a thread of procfs, or changes its state."""

    def make(number: int, state: str) -> None:
        folder = tmp_path / str(number)
        folder.mkdir(exist_ok=True)
        (folder / "stat").write_text(f"{number} (a ) R (name) {state} 1 2 3\n")

    return make


@pytest.mark.parametrize(("state", "sleeps"), [("S", True), ("R", False), ("D", False)])
def test_a_native_thread_that_runs_or_reads_from_a_disk_doesnt_sleep(
    task: Task, state: str, sleeps: bool
) -> None:
    task(1, "S")
    task(2, state)
    assert native_threads_sleep() == sleeps


def test_pythons_own_threads_may_run(task: Task) -> None:
    number = threading.main_thread().native_id
    assert number is not None
    task(number, "R")
    assert native_threads_sleep()


def test_a_thread_that_has_just_ended_is_waited_for_no_more(tmp_path: Path) -> None:
    (tmp_path / "7").mkdir()
    assert native_threads_sleep()


def test_native_threads_are_waited_for_until_all_sleep(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    waits = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            task(2, "S")

    task(2, "R")
    monkeypatch.setattr(time, "sleep", sleep)
    await_native_threads()
    assert len(waits) == 3


def test_one_that_never_sleeps_isnt_waited_for_for_ever(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    task(2, "R")
    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    await_native_threads()
    assert native.AWAITED_AT_MOST_S <= now[0] < 1.1 * native.AWAITED_AT_MOST_S
