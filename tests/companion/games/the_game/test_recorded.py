"""A game that all have lost is over like any other: written down, not gone on with, exported, replayed."""

from __future__ import annotations

import json
from contextlib import closing
from io import StringIO
from pathlib import Path

from companion.scripts import virtual
from companion.scripts.script import read
from companion.session.state import Stage
from companion.store.archive import Archive
from companion.store.listing import exported, listing
from tests.companion.games.the_game.the_game_sitting import nothing_fits
from tests.companion.store.recorded import ENGLISH, RecordedBox, games_of, played


def lost(folder: Path) -> RecordedBox:
    """Two cards laid, then stuck, chosen with the knob."""
    box = RecordedBox(folder)
    box.enter("game the_game seats=1,2")
    for typed in ("red 7 falling", "blue 1 falling"):
        box.wait(500)
        box.enter(typed)
    box.knob(99)
    for steps in (0, 1):
        box.wait(400)
        box.knob(steps)
        box.key("ok")
    assert (box.snapshot()["phase"], box.snapshot()["winners"]) == ("lost", [])
    return box


def test_it_is_in_the_history_with_the_cards_that_were_laid(tmp_path: Path) -> None:
    lost(tmp_path).off()
    (game,) = games_of(tmp_path)
    assert game.result is not None
    assert (game.result["winners"], game.result["score"], game.result["seats"]) == ([], 2, [1, 2])
    (line,) = listing([game])
    assert " won by nobody (2) " in line


def test_an_undone_loss_is_no_result(tmp_path: Path) -> None:
    box = lost(tmp_path)
    box.key("undo")
    (game,) = games_of(tmp_path)
    assert (game.result, box.snapshot()["phase"]) == (None, "turn")
    box.off()


def test_a_loss_by_a_mistyped_card_is_no_result_once_that_is_put_right(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game the_game seats=1,2")
    for typed in nothing_fits():
        box.wait(500)
        box.enter(typed)
    assert box.snapshot()["winners"] == []
    box.enter("correct red 10 gray 10")
    (game,) = games_of(tmp_path)
    assert (game.result, box.snapshot()["phase"]) == (None, "turn")
    box.off()


def test_a_box_started_again_offers_nothing_to_go_on_with(tmp_path: Path) -> None:
    lost(tmp_path).off()
    again = RecordedBox(tmp_path)
    assert again.state.stage is Stage.MENU
    again.off()


def test_it_is_played_again_by_the_same_seats_and_the_loss_stays_written(tmp_path: Path) -> None:
    box = lost(tmp_path)
    box.wait(400)
    box.key("ok")
    see = box.snapshot()
    assert (see["phase"], see["laid"], see["seats"], see["winners"]) == ("turn", 0, [1, 2], None)
    box.off()
    first, second = games_of(tmp_path)
    assert first.result is not None
    assert (first.result["score"], second.result, second.line) == (2, None, first.line)


def test_exported_it_replays_to_the_same_loss_and_a_replay_says_that_nobody_won(tmp_path: Path) -> None:
    box = lost(tmp_path)
    box.off()
    with closing(Archive(tmp_path)) as archive:
        text, _ = exported(archive, 1)
    out = StringIO()
    virtual.replay(read(text, "export"), ENGLISH, out)
    *told, end = (json.loads(line) for line in out.getvalue().splitlines())
    assert [line["winners"] for line in told if line["event"] == "over"] == [[]]
    assert played(end["snapshot"]) == box.snapshot()
