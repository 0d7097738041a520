from __future__ import annotations

import logging
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from companion.app.loop_desk import LoopDesk
from companion.errors import JournalError
from companion.games.catalogue import find_game
from companion.games.options import Surroundings
from companion.session.session import Session
from companion.session.state import Stage
from companion.store.archive import JOURNAL, Archive
from companion.store.codec import Recorded
from companion.store.journal import Journal
from companion.store.runs import as_it_was, box_of, last_moment, session_of
from companion.table.parts import Poster
from firmware.events import NS_PER_S, HostKey, Key, Press, Resumed
from firmware.times import Times
from firmware.views import Cue
from tests.companion.store.recorded import (
    ENGLISH,
    START,
    RecordedBox,
    games_of,
    handed_on,
    no_sync,
    sitting_of,
    state_of,
)

NO_EDGES = "event NOT LIKE '[\"edges%'"

REBOOTED = 20 * NS_PER_S
"""CLOCK_MONOTONIC begins anew when the machine does."""

Logs = list[logging.LogRecord]


def words(event: Recorded) -> Any:
    """An event without its time."""
    return [type(event).__name__, *(getattr(event, name) for name in event.__slots__ if name != "at")]


def quiz(box: RecordedBox, winner: int = 2) -> RecordedBox:
    """A question, answered rightly."""
    for _ in range(2):
        box.wait(400)
        box.key("ok")
    box.wait(100)
    box.tap(winner)
    box.enter("right")
    return box


def question(box: RecordedBox) -> str:
    """What is asked, and the answer the knob stands on."""
    assert box.loop.view is not None
    return f"{box.loop.view.main.title}: {box.loop.view.main.big}"


# -- recording -----------------------------------------------------------------------------------------------


@pytest.mark.plays("stopwatch")
def test_an_event_is_committed_before_it_is_acted_on(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    found: list[tuple[Cue, int]] = []

    def heard(cue: Cue) -> None:
        with closing(sqlite3.connect(tmp_path / JOURNAL)) as db:
            found.append((cue, db.execute(f"SELECT count(*) FROM events WHERE {NO_EDGES}").fetchone()[0]))

    box.loop.on_cue = heard
    box.enter("game stopwatch seats=1,2")
    for seat in (1, 2, 1):
        box.wait(400)
        box.tap(seat)
    box.off()
    assert [count for _, count in found] == [1, 2, 4, 6]  # each release stands between


@pytest.mark.plays("dice")
def test_what_changed_nothing_is_left_out_but_for_buttons_and_dice(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game dice seats=1,2 set=1d6")
    box.wait(400)
    box.key("ok")
    box.wait(100)
    box.key("ok")  # within 300 ms of the last: a thumb that bounced
    box.tap(1)  # dice are rolling
    box.off()
    kinds = [words(event)[0] for event in handed_on(tmp_path)]
    assert kinds == ["Enter", "Key", "Rolled", "Press", "Release"]


@pytest.mark.plays("buzzer", "dice", "stopwatch")
def test_games_stand_beside_their_events(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game dice seats=1,2")
    box.wait(100)
    quiz_line = "buzzer seats=1,2,3 tie_us=500 settle_ms=30 lang=en first=2 minus=2"
    box.enter("name 2 Ola")
    box.enter("game buzzer seats=1,2,3 first=2 minus=2")
    quiz(box)
    box.wait(400)
    box.key("hold-ok")
    box.enter("game stopwatch seats=1")
    box.off()
    dice, buzzer, stopwatch = games_of(tmp_path)
    assert (dice.first, dice.last, dice.result) == (0, 2, None)
    assert (buzzer.first, stopwatch.first, stopwatch.last) == (2, buzzer.last, None)
    assert buzzer.line == quiz_line
    assert buzzer.result is not None
    assert (buzzer.result["winners"], buzzer.result["names"]) == ([2], {"2": "Ola"})
    assert buzzer.result["players"]["2"]["points"] == 1
    assert buzzer.result["reactions"] == {"2": {"best_ms": 100.0, "median_ms": 100.0, "presses": 1}}


def won(box: RecordedBox) -> RecordedBox:
    """A game of clocks whose second seat has won."""
    box.enter("game turns seats=1,2 time=1")
    box.wait(400)
    box.tap(1)
    box.wait(1500)
    assert box.snapshot()["winners"] == [2]
    return box


@pytest.mark.plays("turns")
def test_a_result_is_there_at_the_end_and_gone_when_that_is_undone(tmp_path: Path) -> None:
    box = won(RecordedBox(tmp_path))
    (game,) = games_of(tmp_path)
    assert game.result is not None
    assert (game.result["winners"], game.result["length_s"], game.last) == ([2], 1.4, None)
    box.key("undo")
    assert games_of(tmp_path)[0].result is None
    box.key("redo")
    (game,) = games_of(tmp_path)
    assert game.result is not None
    assert game.result["winners"] == [2]
    box.off()


@pytest.mark.plays("turns")
def test_a_rematch_is_a_game_of_its_own(tmp_path: Path) -> None:
    box = won(RecordedBox(tmp_path))
    box.wait(400)
    box.key("ok")
    assert box.snapshot()["phase"] == "ready"
    box.off()
    first, second = games_of(tmp_path)
    assert (f"{first.line} first=1", first.last) == (second.line, second.first)
    assert first.result is not None
    assert (first.result["length_s"], second.result) == (1.4, None)


@pytest.mark.plays("buzzer")
def test_a_fault_of_ours_loses_the_same_event_in_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected_logs: Logs
) -> None:
    def broken(*_: object) -> NoReturn:
        raise RuntimeError("a bug")

    monkeypatch.setattr(find_game("buzzer").referee, "on_press", broken)
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2")
    box.wait(100)
    box.tap(1)
    box.wait(400)
    box.key("ok")
    box.off()
    again = RecordedBox(tmp_path)
    assert again.state.offered is not None
    assert again.state.offered.play == box.state.play
    again.off()
    assert [record.getMessage().partition(":")[0] for record in expected_logs] == [
        "lost an event to a fault of ours"
    ]


# -- going on ------------------------------------------------------------------------------------------------


@pytest.mark.plays("turns")
@pytest.mark.parametrize("again_at", [REBOOTED, START + 3600 * NS_PER_S], ids=["rebooted", "the same clock"])
def test_a_box_started_again_asks_and_goes_on_paused_with_its_clocks_right(
    tmp_path: Path, again_at: int
) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game turns seats=1,2 time=60")
    box.wait(500)
    box.tap(1)
    box.wait(7000)
    box.tap(1)
    before = box.loop.state.snapshot(START + 7_580_000_000 + 140_000_000)
    box.off()

    box = RecordedBox(tmp_path, start=again_at)
    assert box.snapshot()["phase"] == "resume"
    assert question(box) == "Before: Chess clock: Go on"
    box.wait(5000)
    box.key("ok")
    box.wait(5000)
    there = box.snapshot()
    assert there == {**before, "paused": True}
    assert there["players"]["1"]["used_ms"] == 7140
    box.key("ok")
    box.wait(1000)
    used = {seat: player["used_ms"] for seat, player in box.snapshot()["players"].items()}
    assert used == {"1": 7140, "2": there["players"]["2"]["used_ms"] + 1000}
    at = box.clock.now()
    box.off()
    events = sitting_of(tmp_path).events
    assert any(isinstance(event, Resumed) for event in events)
    assert state_of(sitting_of(tmp_path)).snapshot(at) == box.state.snapshot(at)


@pytest.mark.plays("stopwatch")
def test_clocks_are_right_after_many_reboots(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    box.wait(500)
    box.tap(1)
    for evening in range(1, 5):
        box.off()
        box = RecordedBox(tmp_path, start=REBOOTED // evening)
        box.wait(1000)
        box.key("ok")
        box.wait(1000)
        box.key("pause")
        box.wait(2000)
        box.tap(2)
    # From each run what was between going on and its last event counts: 2 s and the 80 ms until the release.
    assert box.snapshot()["players"]["2"]["used_ms"] == 80 + 4 * 2000 + 3 * 80
    box.off()


def test_the_last_moment_is_by_the_clock_of_the_last_run() -> None:
    assert last_moment([Press(1, 900), Resumed(900, 20), Press(1, 50), Press(2, 45)]) == 50
    assert last_moment([Press(1, 900), Press(2, 800)]) == 900


@pytest.mark.plays("buzzer")
def test_back_in_a_pause_after_the_end_once_led_to_the_menu(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2")
    box.enter("points 1 3")
    box.enter("end")
    box.wait(400)
    box.key("pause")
    box.journal.record(Key(HostKey.BACK, box.clock.now()), box.clock.now())  # as it was written then
    box.off()
    assert state_of(sitting_of(tmp_path)).stage is Stage.MENU


@pytest.mark.plays("buzzer")
def test_undo_reaches_back_over_a_restart(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2")
    quiz(box)
    box.off()
    box = RecordedBox(tmp_path, start=REBOOTED)
    box.wait(400)
    box.key("ok")
    assert box.snapshot()["players"]["2"]["points"] == 1
    for _ in range(4):
        box.wait(400)
        box.key("undo")
    assert (box.snapshot()["players"]["2"]["points"], box.snapshot()["phase"]) == (0, "idle")
    box.key("undo")
    assert box.snapshot()["refused"] == "Nothing to undo"
    box.off()


@pytest.mark.plays("seventeen")
def test_a_button_held_when_the_power_went_is_up(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game seventeen seats=1,2")
    box.wait(500)
    box.edge(1, True)
    box.wait(100)
    assert box.state.play.lay.down
    box.off()
    box = RecordedBox(tmp_path, start=REBOOTED)
    box.wait(400)
    box.key("ok")
    assert not box.state.play.lay.down
    box.off()


@pytest.mark.plays("buzzer", "dice")
@pytest.mark.parametrize("answer", ["back", "hold-ok", "new"])
def test_a_new_game_leaves_the_old_one_in_the_history(tmp_path: Path, answer: str) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,3")
    quiz(box, winner=3)
    box.off()
    box = RecordedBox(tmp_path, start=REBOOTED)
    box.wait(400)
    if answer == "new":
        box.knob(1)
        assert question(box) == "Before: Who's first?: New game"
        box.key("ok")
    else:
        box.key(answer)
    assert (box.state.stage, box.state.seats) == (Stage.MENU, (1, 3))
    (game,) = games_of(tmp_path)
    assert game.result is not None
    assert (game.result["winners"], game.last) == ([3], len(sitting_of(tmp_path, 1).events) - 1)

    box.wait(400)
    box.enter("choose dice")
    box.key("ok")
    box.wait(400)
    box.key("ok")
    assert box.state.game is not None
    assert box.state.game.setup.seats == (1, 3)
    assert state_of(sitting_of(tmp_path, 2)).snapshot(0) == box.state.snapshot(0)
    box.off()
    again = RecordedBox(tmp_path)
    assert question(again) == "Before: Dice: Go on"
    again.off()


@pytest.mark.plays("buzzer", "dice")
def test_a_game_typed_at_the_question_is_a_new_one(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2")
    box.off()
    box = RecordedBox(tmp_path, start=REBOOTED)
    box.enter("game dice seats=1,2 set=1d6")
    box.wait(100)
    box.enter("roll")
    at = box.clock.now()
    box.off()
    events = sitting_of(tmp_path, 2).events
    assert [words(event)[0] for event in events] == ["Enter", "Enter", "Rolled"]
    assert state_of(sitting_of(tmp_path, 2)).snapshot(at) == box.state.snapshot(at)
    assert [game.last for game in games_of(tmp_path)] == [0, None]


@pytest.mark.plays("buzzer")
def test_a_box_switched_off_at_the_question_asks_again(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2")
    box.off()
    for _ in range(3):
        box = RecordedBox(tmp_path, start=REBOOTED)
        box.tap(1)
        box.knob(1)
        assert box.snapshot()["phase"] == "resume"
        box.off()
    assert len(sitting_of(tmp_path).events) == 1


@pytest.mark.plays("dice", "turns")
def test_nothing_is_asked_after_a_game_is_over_or_left(tmp_path: Path) -> None:
    box = won(RecordedBox(tmp_path))
    box.off()
    box = RecordedBox(tmp_path)
    assert box.state.stage is Stage.MENU
    box.enter("game dice seats=1,2")
    box.key("hold-ok")
    box.knob(99)
    box.wait(400)
    box.key("ok")
    box.off()
    box = RecordedBox(tmp_path)
    assert box.state.stage is Stage.MENU
    box.off()


@pytest.mark.plays("dice")
def test_a_game_goes_on_though_the_box_was_built_otherwise_since(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game dice seats=1,2")
    box.tap(1)
    box.wait(1000)
    rolled = box.snapshot()
    box.off()
    other = replace(ENGLISH, times=replace(ENGLISH.times, settle=40_000_000, tie=30_000_000))
    box = RecordedBox(tmp_path, settings=other, start=REBOOTED)
    assert box.state.stage is Stage.RESUME
    box.key("ok")
    assert box.snapshot() == {**rolled, "paused": True}
    assert box.state.game is not None
    assert box.state.game.setup.tie == 30_000_000
    box.off()
    box = RecordedBox(tmp_path, settings=other, start=REBOOTED)  # and once more
    box.key("ok")
    assert box.snapshot() == {**rolled, "paused": True}
    box.off()


def test_a_run_of_a_version_that_knew_fewer_times_is_this_boxs() -> None:
    session = Session(Surroundings((1, 2), Times(), "en"))
    box = box_of(session)
    times = {name: ns for name, ns in box["times"].items() if name != "reach"}
    assert as_it_was(session, {**box, "times": times}) is not None
    assert as_it_was(session, {**box, "times": {**times, "tie": 1}}) is None
    assert as_it_was(session, {**box, "times": "usual"}) is None


def test_a_header_of_something_else_is_named(tmp_path: Path) -> None:
    journal = Journal(tmp_path, sync=no_sync)
    journal.begin_sitting({"box": {"seats": [1]}})
    journal.close()
    with closing(Archive(tmp_path)) as archive, pytest.raises(JournalError, match="got 'times'"):
        session_of(archive.sitting(1))


# -- the history on the box ----------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_the_last_games_can_be_looked_at_on_the_box(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("history")
    assert question(box) == "History: –"
    box.key("back")
    box.enter("name 2 Ola")
    for winner in (1, 2):
        box.enter("game buzzer seats=1,2")
        quiz(box, winner)
        box.wait(400)
        box.key("hold-ok")
        box.enter("name 2 Jan")
        box.knob(99)
        box.wait(400)
        box.key("ok")
    box.off()
    box = RecordedBox(tmp_path, start=REBOOTED)
    box.wait(400)
    box.enter("history")
    assert box.snapshot()["phase"] == "history"
    seen = []
    for _ in range(7):
        assert box.loop.view is not None
        seen.append(box.loop.view.main)
        box.knob(1)
    titles = [re.sub(r" \d.*", "", screen.title) for screen in seen]  # the evening's date
    assert titles[:4] == ["Evening", "Series", "Fastest win", "Best reaction"]
    assert titles[4:] == ["1/2 Who's first?", "2/2 Who's first?", "History"]
    assert [(screen.big, screen.sign) for screen in seen[4:]] == [("Jan", 2), ("Seat 1", 1), ("–", None)]
    assert seen[4].hint == "0:01, best 0.10 s"
    assert (seen[1].big, seen[1].text) == ("1 : 1", ("Seat 1 : Jan",))
    box.wait(400)
    box.key("ok")
    assert box.state.stage is Stage.MENU
    box.off()


def test_whoever_looks_at_a_box_writes_nothing_however_much_waits_and_its_next_step_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box, tried = RecordedBox(tmp_path), list[None]()
    monkeypatch.setattr(Journal, "try_again", lambda _: tried.append(None))
    box.snapshot()  # as another thread may
    assert tried == []
    box.loop.step()
    assert tried != []
    monkeypatch.undo()
    box.off()


@pytest.mark.plays("buzzer")
def test_the_window_shows_the_same_page(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2")
    quiz(box)
    box.enter("game buzzer seats=1,2")
    box.enter("menu")
    box.knob(99)
    box.wait(400)
    box.key("ok")
    desk = LoopDesk(box.loop, box.table.mailbox, lambda _: None)
    box.enter("history")
    box.knob(1)
    shown = desk.table(box.clock.now())
    assert shown is not None
    assert (shown.headline, shown.standing) == ("1 : 0", 1)
    assert shown.middle == (Poster("Seat 2 : Seat 1"),)
    box.off()


@pytest.mark.plays("dice", "turns")
def test_knob_ok_and_typing_in_the_history_do_not_depend_on_what_is_in_it(tmp_path: Path) -> None:
    with_games = won(RecordedBox(tmp_path / "a"))
    without = RecordedBox(tmp_path / "b")
    with_games.enter("game dice seats=1,2")
    without.enter("game dice seats=1,2")
    for box in (with_games, without):
        box.key("hold-ok")
        box.knob(99)
        box.wait(400)
        box.key("ok")
        box.enter("history")
        box.knob(4)
        box.key("back")
        box.knob(-1)
        box.tap(1)
    assert with_games.snapshot() == without.snapshot()
    with_games.off()
    without.off()
