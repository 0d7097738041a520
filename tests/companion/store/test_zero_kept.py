"""Who has passed a zero test: remembered for the evening, through restarts, and replayed the same."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.session.state import Stage, State
from companion.session.zero import LASTS_NS, SHOWN_NS
from companion.store.runs import replay, session_of, start_of
from firmware.boxfile.settings import Settings
from firmware.events import NS_PER_MS
from tests.companion.store.recorded import ENGLISH, RecordedBox, sitting_of, state_of
from tests.companion.store.test_export import end_of, script_of
from tests.companion.store.test_shelf import LATER, leave, points, quiz

pytestmark = pytest.mark.plays("buzzer")

ASKS = replace(ENGLISH, asks_zero=True)
LASTS_MS, SHOWN_MS = LASTS_NS / NS_PER_MS, SHOWN_NS / NS_PER_MS


def _start(box: RecordedBox, joining: tuple[int, ...] = (1, 2)) -> None:
    box.enter("choose buzzer")
    for seat in joining:
        box.tap(seat)
    for _ in range(2):
        box.wait(400)
        box.key("ok")
    box.wait(400)


def _answer(box: RecordedBox, seats: tuple[int, ...] = (1, 2)) -> None:
    for closed in (True, False):
        for seat in seats:
            box.edge(seat, closed)
        box.wait(100)
    box.wait(SHOWN_MS + 100)


def _again(folder: Path) -> State:
    """What the journal makes of the last run, whichever game that went on with."""
    sitting = sitting_of(folder)
    session = session_of(sitting)
    return replay(session, start_of(session, sitting, partial(sitting_of, folder)), sitting.events)


def _asked(box: RecordedBox) -> list[int]:
    zero = box.snapshot().get("zero")
    return [] if zero is None else zero["waiting"]


def test_a_run_with_a_test_replays_to_the_same_state(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=ASKS)
    _start(box)
    assert _asked(box) == [1, 2]
    _answer(box)
    assert box.state.stage is Stage.PLAY
    box.enter("1 +1")
    again = _again(tmp_path)
    assert (again.kept, again.play) == (box.state.kept, box.state.play)
    assert again.kept.answered == (1, 2)
    box.off()


def test_a_game_exported_does_not_begin_with_it(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=ASKS)
    _start(box)
    _answer(box)
    box.enter("1 +1")
    box.wait(400)
    end = box.snapshot()
    box.off()
    assert "zero" not in script_of(tmp_path, 1)
    assert end_of(script_of(tmp_path, 1))["players"] == end["players"]


def test_it_is_remembered_in_a_game_gone_on_with(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=ASKS)
    _start(box)
    _answer(box)
    box.off()
    box = RecordedBox(tmp_path, start=LATER, settings=ASKS)
    assert box.state.stage is Stage.RESUME
    box.key("ok")
    assert box.state.kept.answered == (1, 2)
    assert _again(tmp_path).kept == box.state.kept
    box.off()


def test_the_next_evening_asks_again(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=ASKS)
    _start(box)
    _answer(box)
    leave(box)
    box.off()
    box = RecordedBox(tmp_path, start=LATER, settings=ASKS)
    assert (box.state.stage, box.state.kept.answered) == (Stage.MENU, ())
    _start(box, joining=())
    assert _asked(box) == [1, 2]
    box.off()


def test_a_game_fetched_from_an_earlier_run_leaves_this_evening_as_it_was(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=ASKS)
    quiz(box)
    leave(box)
    box.off()
    box = RecordedBox(tmp_path, start=LATER, settings=ASKS)
    _start(box, joining=())
    _answer(box)
    leave(box)
    box.enter(f"take {box.state.shelf[-1].key}")
    assert (points(box), box.state.kept.answered) == ([1, 0], (1, 2))
    assert _again(tmp_path).kept == box.state.kept
    box.off()


@pytest.mark.parametrize("then", [ASKS, ENGLISH])
def test_a_box_started_otherwise_goes_on_in_a_run_of_its_own(tmp_path: Path, then: Settings) -> None:
    now = ENGLISH if then is ASKS else ASKS
    box = RecordedBox(tmp_path, settings=then)
    quiz(box)
    box.off()
    box = RecordedBox(tmp_path, start=LATER, settings=now)
    box.key("ok")
    assert points(box) == [1, 0]
    assert sitting_of(tmp_path).header["zero"] is (now is ASKS)
    leave(box)
    _start(box, joining=())
    assert (box.state.stage is Stage.ZERO) is (now is ASKS)
    assert _again(tmp_path).stage is box.state.stage
    box.off()


def test_a_journal_of_before_there_was_any_test_replays_without_one(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=ENGLISH)
    _start(box)
    assert box.state.stage is Stage.PLAY
    old = sitting_of(tmp_path)
    del old.header["zero"]
    assert state_of(old).stage is Stage.PLAY
    box.off()


@pytest.mark.parametrize(("let_go", "found"), [(False, "stuck"), (True, "passed")])
def test_a_button_held_since_before_it_is_stuck_unless_it_is_let_go_and_pressed(
    tmp_path: Path, let_go: bool, found: str
) -> None:
    box = RecordedBox(tmp_path, settings=ASKS)
    box.enter("choose buzzer")
    box.tap(1)
    box.edge(2, True)
    for _ in range(2):
        box.wait(400)
        box.key("ok")
    box.wait(1000)
    assert box.loop.view is not None
    assert box.loop.view.seats[2].big == "LET GO"
    if let_go:
        box.edge(2, False)
        box.wait(100)
        box.tap(2)
    box.tap(1)
    box.wait(LASTS_MS if not let_go else 100)
    assert 2 in box.snapshot()["zero"][found]
    assert _again(tmp_path).zero == box.state.zero
    box.off()


def test_a_wire_that_crackles_is_noisy(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=ASKS)
    _start(box)
    box.tap(1)
    while box.snapshot()["zero"]["waiting"]:
        box.edge(2, True)
        box.edge(2, False)
        box.wait(20)
    assert box.snapshot()["zero"]["noisy"] == [2]
    assert _again(tmp_path).zero == box.state.zero
    box.off()
