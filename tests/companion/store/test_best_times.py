"""Best times of a player alone, from the clock of the game to the journal and back onto the panel."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from companion.cli import main
from companion.store.archive import Game
from companion.store.listing import as_json
from firmware.views import Screen
from tests.companion.store.recorded import RecordedBox, edited, games_of

pytestmark = pytest.mark.plays("seven_ate_nine")

CARDS = 72


def listed(games: list[Game]) -> object:
    return as_json(games)["best_solo_s"]


def alone(box: RecordedBox, options: str = "", pace_ms: float = 0) -> None:
    """A whole game of seat 1: Start!, then a card each 140 ms and ``pace_ms``; it is over at the last."""
    box.enter(f"game seven_ate_nine seats=1 {options}".strip())
    box.key("ok")
    box.wait(3200)
    for _ in range(CARDS):
        box.tap(1)
        box.wait(pace_ms)
    assert box.snapshot()["phase"] == "over"


def shown(box: RecordedBox) -> Screen:
    assert box.loop.view is not None
    return box.loop.view.main


def time_s(cards: int, pace_ms: float) -> float:
    """From the opening, 200 ms before the first press, to the press of the last card."""
    return (200 + (cards - 1) * (140 + pace_ms)) / 1000


def test_the_best_time_is_kept_told_and_beaten(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    alone(box, pace_ms=60)
    first = time_s(CARDS, 60)
    assert (shown(box).title, shown(box).big, shown(box).text) == ("RECORD!", "14.4", ())
    box.wait(400)
    box.key("ok")  # once more: the time to beat stands there from the start
    assert shown(box).text[-1] == "best: 14.4"
    alone(box, pace_ms=100)
    assert (shown(box).title, shown(box).big, shown(box).text) == ("Seat 1", "17.2", ("best: 14.4",))
    alone(box, pace_ms=20)
    assert (shown(box).title, shown(box).big) == ("RECORD!", "11.5")
    games = games_of(tmp_path)
    assert listed(games) == box.loop.past.bests == {"seven_ate_nine": time_s(CARDS, 20)}
    assert [game.result["time_s"] for game in games if game.result] == [
        first,
        time_s(CARDS, 100),
        time_s(CARDS, 20),
    ]
    box.off()


def test_an_easier_game_and_one_with_others_share_no_record(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    alone(box)
    alone(box, "wrap=no", pace_ms=60)
    assert (shown(box).title, shown(box).big) == ("RECORD!", "14.4")
    assert box.loop.past.bests == {
        "seven_ate_nine": time_s(CARDS, 0),
        "seven_ate_nine wrap=no": time_s(CARDS, 60),
    }
    box.enter("game seven_ate_nine seats=1,2")
    assert not any("best" in line for line in shown(box).text)
    box.off()


def test_a_last_card_that_is_taken_back_sets_no_record(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    alone(box)
    box.key("undo")
    assert (box.snapshot()["phase"], box.loop.past.bests) == ("race", {})
    box.wait(1000)
    box.tap(1)
    assert box.loop.past.bests == {"seven_ate_nine": round(time_s(CARDS, 0) + 1.0, 3)}
    box.off()


def test_a_result_that_can_not_be_read_costs_no_other_its_place(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    expected_logs: list[logging.LogRecord],
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    box = RecordedBox(tmp_path)
    alone(box)
    box.off()
    odd = (
        '{"record"',
        "[1]",
        "7",
        "{}",
        '{"record": "seven_ate_nine", "time_s": "1"}',
        '{"record": 1, "time_s": 2}',
    )
    with edited(tmp_path) as db:
        for told in odd:
            db.execute(
                "INSERT INTO games (sitting, first, began, line, result) VALUES (1, 0, '?', 'x', ?)", (told,)
            )
    again = RecordedBox(tmp_path, offer=False)
    assert again.loop.past.bests == listed(games_of(tmp_path)) == {"seven_ate_nine": time_s(CARDS, 0)}
    again.enter("history")
    assert shown(again).title == "1/1 7 Ate 9"
    again.off()
    assert main(["history"]) == main(["history", "--json"]) == main(["journal", "list"]) == 0
    assert capsys.readouterr().out.splitlines()[2] == f"best solo seven_ate_nine: {time_s(CARDS, 0):.3f} s"
    assert {record.getMessage().partition(": ")[2] for record in expected_logs} == {
        "something in it can't be read: 4 of 7 games"
    }


def test_pauses_are_no_part_of_the_time(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game seven_ate_nine seats=1")
    box.key("ok")
    box.wait(3200)
    for number in range(CARDS):
        if number in (10, 40):
            box.key("pause")
            box.wait(60_000)
            box.key("pause")
        box.tap(1)
    assert box.loop.past.bests == {"seven_ate_nine": time_s(CARDS, 0)}
    box.off()


def test_the_history_is_printed_with_best_times_and_knows_games_from_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    box = RecordedBox(tmp_path)
    alone(box)
    alone(box, pace_ms=60)
    box.off()
    with edited(tmp_path) as db:  # the faster one is from before times were kept
        (told,) = db.execute("SELECT result FROM games ORDER BY id").fetchone()
        before = {key: value for key, value in json.loads(told).items() if key not in {"record", "time_s"}}
        db.execute("UPDATE games SET result = ? WHERE id = 1", (json.dumps(before),))
    assert main(["history"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"best solo seven_ate_nine: {time_s(CARDS, 60):.3f} s"
    again = RecordedBox(tmp_path, offer=False)
    assert again.loop.past.bests == {"seven_ate_nine": time_s(CARDS, 60)}
    again.off()
