"""A box with a window: its loop in a thread of its own, its window in the main one; they end together."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

import companion.window
from companion.app import run_box
from companion.errors import DisplayMissingError
from companion.loop.loop import Loop
from companion.scripts.script import read
from companion.store.archive import Archive
from companion.window import Desk
from firmware.boxfile import settings as boxes
from firmware.events import Enter
from firmware.pi.clock import MonotonicClock
from tests.companion.store.recorded import games_of

pytestmark = pytest.mark.plays("buzzer")

SOON = 20

run = partial(run_box, boxes.default(), mock=True)


def _begin(desk: Desk) -> None:
    """A game begins, and the window has seen it."""
    begun = threading.Event()
    now = MonotonicClock().now

    def look() -> None:
        table = desk.table(now())
        if table is not None and table.game == "buzzer":
            begun.set()

    desk.on_change(look)
    desk.tell(Enter("game buzzer seats=1,2", now()))
    assert begun.wait(SOON)


def _games() -> list[str]:
    return [game.line.split()[0] for game in games_of(Path(os.environ["STATE_DIRECTORY"]))]


def _loops() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "loop"]


def test_a_window_that_is_closed_ends_the_box() -> None:
    def window(desk: Desk) -> int:
        assert not desk.pressable
        _begin(desk)
        return 0

    assert run(window=window) == 0
    assert _loops() == []
    assert _games() == ["buzzer"]


def test_without_a_display_the_box_goes_on_until_it_is_told_to_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def window(desk: Desk) -> int:
        now = MonotonicClock().now
        desk.on_change(lambda: os.kill(os.getpid(), signal.SIGTERM) if desk.playing() == (1, 2) else None)
        desk.tell(Enter("game buzzer seats=1,2", now()))
        raise DisplayMissingError("no display")

    assert run(window=window) == 0
    assert capsys.readouterr().err == (
        "pierwszy: ready with 6 seats\npierwszy: no display; going on without a window\n"
    )
    assert _games() == ["buzzer"]


def test_sigterm_ends_the_window_too() -> None:
    def window(desk: Desk) -> int:
        ended = threading.Event()
        _begin(desk)
        desk.on_change(lambda: ended.set() if desk.stopped() else None)
        os.kill(os.getpid(), signal.SIGTERM)
        assert ended.wait(SOON)
        return 0

    assert run(window=window) == 0
    assert _games() == ["buzzer"]


def test_a_fault_of_the_loop_ends_the_window_and_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def window(desk: Desk) -> int:
        ended = threading.Event()
        _begin(desk)
        desk.on_change(lambda: ended.set() if desk.stopped() else None)
        monkeypatch.setattr(Loop, "step", lambda _: 1 // 0)
        desk.tell(Enter("right", MonotonicClock().now()))
        assert ended.wait(SOON)
        return 0

    with pytest.raises(ZeroDivisionError):
        run(window=window)
    assert _loops() == []
    assert _games() == ["buzzer"]


def test_a_fault_of_the_window_ends_the_box_and_leaves_its_journal_whole() -> None:
    def window(desk: Desk) -> int:
        _begin(desk)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(window=window)
    assert _loops() == []
    with closing(Archive(Path(os.environ["STATE_DIRECTORY"]))) as archive:
        assert [event.text for event in archive.sitting(1).events if isinstance(event, Enter)] == [
            "game buzzer seats=1,2"
        ]


@pytest.mark.usefixtures("_jumping_time")
@pytest.mark.parametrize(("winner", "code"), [(2, 0), (1, 1)])
def test_a_script_plays_behind_a_real_window_and_ends_it(
    monkeypatch: pytest.MonkeyPatch, winner: int, code: int
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    text = (
        f"0 game buzzer seats=1,2\n0.01 ok\n0.6 ok\n0.7 press 2 for 0.05\n1 expect ruling.winner {winner}\n"
    )
    assert run_box(boxes.default(), script=read(text, "quiz.table"), window=companion.window.run) == code
    assert _loops() == []
