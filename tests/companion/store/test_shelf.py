"""Games left unfinished wait on the shelf, through restarts and on a box built otherwise since."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.session import shelf
from companion.session.state import Stage
from firmware.boxfile import settings as boxes
from firmware.events import NS_PER_S
from tests.companion.store.recorded import START, RecordedBox, games_of
from tests.companion.store.test_export import end_of, script_of

LATER = START + 50 * NS_PER_S
"""What the clock says when it is switched on again."""


def quiz(box: RecordedBox, points: int = 1) -> None:
    """A quiz for two in which seat 1 has some points."""
    box.enter("game buzzer seats=1,2")
    box.wait(100)
    box.enter(f"1 +{points}")
    box.wait(400)


def leave(box: RecordedBox) -> None:
    """Quit: the last choice of the menu of hold-ok."""
    box.key("hold-ok")
    box.wait(400)
    box.knob(99)
    box.wait(400)
    box.key("ok")
    box.wait(400)


def told(box: RecordedBox) -> list[str]:
    """What waits on the shelf, in English."""
    return [shelf.told(one).filled() for one in box.state.shelf]


def points(box: RecordedBox) -> list[int]:
    return [player["points"] for player in box.snapshot()["players"].values()]


def winners(box: RecordedBox) -> list[list[int]]:
    """Of the games in the history, the last first."""
    return [list(game.result["winners"]) for game in box.journal.finished(10) if game.result]


@pytest.mark.plays("buzzer")
def test_a_game_that_was_quit_is_gone_on_with_from_the_menu(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    quiz(box)
    leave(box)
    assert box.state.stage is Stage.MENU
    assert told(box) == ["Who's first? 1:0"]
    box.enter(f"take {box.state.shelf[0].key}")
    assert (points(box), box.snapshot()["paused"], told(box)) == ([1, 0], True, [])
    assert len(games_of(tmp_path)) == 1
    box.off()


@pytest.mark.plays("buzzer")
def test_undo_in_the_menu_brings_back_the_game_just_left(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    quiz(box)
    leave(box)
    box.key("undo")
    assert points(box) == [1, 0]
    box.off()


@pytest.mark.plays("buzzer", "stopwatch")
def test_another_game_leaves_the_one_at_hand_on_the_shelf(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    quiz(box)
    box.enter("game stopwatch seats=1,2")
    assert told(box) == ["Who's first? 1:0"]
    box.off()


@pytest.mark.plays("buzzer", "stopwatch")
def test_a_game_left_is_there_after_a_restart_and_undo_reaches_into_it(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    quiz(box)
    leave(box)
    box.enter("game stopwatch seats=1,2")
    box.off()
    box = RecordedBox(tmp_path, start=LATER)
    box.key("back")  # not the stopwatch
    key = next(one.key for one in box.state.shelf if one.game == "buzzer")
    box.enter(f"take {key}")
    assert points(box) == [1, 0]
    box.key("pause")
    box.key("undo")
    assert points(box) == [0, 0]
    box.off()


@pytest.mark.plays("buzzer")
def test_a_game_off_the_shelf_survives_the_next_restarts(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    quiz(box)
    leave(box)
    box.off()
    box = RecordedBox(tmp_path, start=LATER)
    box.enter(f"take {box.state.shelf[0].key}")
    box.key("pause")
    box.enter("2 +3")
    box.off()
    for points_of_1 in (2, 3):
        box = RecordedBox(tmp_path, start=LATER)
        assert box.state.stage is Stage.RESUME
        box.key("ok")
        box.key("pause")
        box.enter("1 +1")
        assert (points(box), told(box)) == ([points_of_1, 3], [])
        box.off()


@pytest.mark.plays("buzzer")
def test_a_new_game_instead_leaves_the_last_one_on_the_shelf(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    quiz(box)
    box.off()
    box = RecordedBox(tmp_path, start=LATER)
    box.enter("new")
    assert told(box) == ["Who's first? 1:0"]
    box.off()
    box = RecordedBox(tmp_path, start=LATER)
    assert told(box) == ["Who's first? 1:0"]
    box.enter(f"take {box.state.shelf[0].key}")
    assert points(box) == [1, 0]
    box.off()


@pytest.mark.plays("buzzer")
def test_a_box_that_cannot_play_it_any_more_says_why(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=7,8")
    box.enter("7 +2")
    box.off()
    six = replace(boxes.default(), language="en")
    box = RecordedBox(tmp_path, start=LATER, settings=six)
    assert (box.state.stage, told(box)) == (Stage.MENU, ["Who's first? 2:0"])
    box.enter(f"take {box.state.shelf[0].key}")
    assert box.state.stage is Stage.MENU
    assert "expected seats of this box" in box.snapshot()["refused"]
    box.off()
    box = RecordedBox(tmp_path, start=LATER)  # on the old box it still goes on
    box.enter(f"take {box.state.shelf[0].key}")
    assert points(box) == [2, 0]
    box.off()


@pytest.mark.plays("buzzer")
def test_what_was_left_more_than_a_week_ago_is_gone(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    quiz(box)
    leave(box)
    kept = box.journal.kept()["shelf"]
    box.journal.keep("shelf", [{**kept[0], "day": "2020-01-01"}])
    box.off()
    box = RecordedBox(tmp_path, start=LATER)
    assert told(box) == []
    box.off()


@pytest.mark.plays("buzzer")
def test_a_quiz_gone_on_with_is_told_once_in_the_history(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    quiz(box)
    box.key("ok")  # a question was asked: whoever leads wins when it is left
    box.wait(400)
    leave(box)
    assert winners(box) == [[1]]
    box.off()
    box = RecordedBox(tmp_path, start=LATER)
    box.enter(f"take {box.state.shelf[0].key}")
    assert winners(box) == []
    box.key("pause")
    box.enter("2 +5")
    leave(box)
    assert winners(box) == [[2]]
    box.off()


@pytest.mark.plays("the_game")
def test_a_finished_game_got_back_from_its_rematch_is_one_game(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game the_game seats=1,2")
    box.enter("stuck")
    box.wait(400)
    box.key("ok")
    assert len(games_of(tmp_path)) == 2
    box.key("undo")
    assert box.snapshot()["phase"] == "lost"
    assert [game.result is not None for game in games_of(tmp_path)] == [True, False]
    box.key("undo")
    assert [game.result is not None for game in games_of(tmp_path)] == [False, False]
    box.off()
    box = RecordedBox(tmp_path, start=LATER)
    box.key("ok")
    assert box.snapshot()["phase"] == "turn"
    box.off()
    assert end_of(script_of(tmp_path, 1))["phase"] == "turn"


@pytest.mark.plays("buzzer", "stopwatch")
@pytest.mark.parametrize("restart", [False, True])
def test_a_game_left_and_gone_on_with_is_exported_whole(tmp_path: Path, restart: bool) -> None:
    box = RecordedBox(tmp_path)
    quiz(box)
    leave(box)
    box.enter("game stopwatch seats=1,2")
    box.wait(500)
    box.tap(2)
    if restart:
        box.off()
        box = RecordedBox(tmp_path, start=LATER)
        box.enter("new")
    else:
        leave(box)
    key = next(one.key for one in box.state.shelf if one.game == "buzzer")
    box.enter(f"take {key}")
    box.wait(400)
    box.key("pause")
    box.wait(400)
    box.enter("2 +7")
    box.wait(400)
    snapshot = box.snapshot()
    assert points(box) == [1, 7]
    box.off()
    number = max(game.id for game in games_of(tmp_path) if game.line.startswith("buzzer"))
    assert end_of(script_of(tmp_path, number)) == snapshot
