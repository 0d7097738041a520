"""A board made while the box is on: known at once, kept by journal and replay, there after a restart."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from companion.app.loop_desk import LoopDesk
from companion.errors import JournalError, ScriptError
from companion.games.options import Surroundings
from companion.games.rachmistrz.reckoning.boards import NUMBERS, Board, written
from companion.games.rachmistrz.things import BOARDS
from companion.scripts import script, virtual
from companion.scripts.mock import MockTable, check_games
from companion.session.session import Session
from companion.session.state import Stage
from companion.store.archive import Archive
from companion.store.listing import exported
from companion.store.runs import session_of
from companion.store.things import files_of, known_things, put, with_made
from firmware.boxfile.settings import NamedFile
from firmware.events import Enter
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.times import Times
from tests.companion.session.evening import Evening
from tests.companion.store.recorded import ENGLISH, START, RecordedBox, edited, played, sitting_of, state_of

KITCHEN = Board("Kitchen", tuple(reversed(NUMBERS)))
GAME = "game rachmistrz seats=1,2,3 board=kitchen"


def test_a_board_that_is_typed_can_be_played_on_at_once() -> None:
    evening = Evening()
    evening.enter(GAME, 100)
    assert "got 'kitchen'" in str(evening.refused)
    evening.enter(BOARDS.typed("kitchen", KITCHEN), 500)
    evening.enter(GAME, 900)
    assert evening.refused is None
    assert evening.state.game is not None
    assert evening.state.game.setup.here.things["board"]["kitchen"] == KITCHEN


def test_the_box_file_s_own_board_comes_before_one_of_its_name_on_the_shelf(tmp_path: Path) -> None:
    put(tmp_path, BOARDS, "kitchen", KITCHEN)
    put(tmp_path, BOARDS, "attic", KITCHEN)
    own = NamedFile("kitchen.toml", written(replace(KITCHEN, name="Our own")))
    boards = known_things(with_made(replace(ENGLISH, files={"boards": {"kitchen": own}}), tmp_path).files)[
        "board"
    ]
    assert (boards["kitchen"].name, boards["attic"].name) == ("Our own", "Kitchen")


def test_no_new_game_forgets_it_and_the_knob_offers_it() -> None:
    evening = Evening()
    evening.enter("choose rachmistrz", 100)
    evening.tap(1, 200)
    evening.tap(2, 500)
    evening.ok(900)
    evening.enter(BOARDS.typed("kitchen", KITCHEN), 1000)
    assert evening.state.stage is Stage.OPTIONS
    evening.enter("change board", 1100)
    evening.enter("change board", 1200)
    assert evening.state.said["board"] == "kitchen"
    evening.enter("game buzzer seats=1,2", 1300)
    evening.enter(GAME, 1400)
    assert evening.refused is None


def test_what_is_no_board_changes_nothing_and_says_why() -> None:
    evening = Evening()
    evening.enter("board kitchen" + " 1" * 54, 100)
    assert evening.refused is not None
    assert evening.refused.startswith("kitchen: row 1, place 2: expected each number once, got 1")
    assert evening.state.kept.things == {}


def test_another_one_under_its_name_is_for_the_next_game() -> None:
    evening = Evening()
    evening.enter(BOARDS.typed("kitchen", KITCHEN), 100)
    evening.enter(GAME, 200)
    evening.enter(BOARDS.typed("kitchen", replace(KITCHEN, numbers=tuple(NUMBERS))), 300)
    assert evening.state.game is not None
    assert evening.state.game.setup.here.things["board"]["kitchen"] == KITCHEN
    evening.enter(GAME, 400)
    assert evening.state.game.setup.here.things["board"]["kitchen"].numbers == tuple(NUMBERS)


def test_a_journal_plays_a_game_on_it_again(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter(BOARDS.typed("kitchen", KITCHEN))
    box.enter(GAME)
    box.enter("2 3 7")
    box.off()
    state = state_of(sitting_of(tmp_path))
    assert state.game is not None
    assert state.game.setup.here.things["board"]["kitchen"] == KITCHEN


@pytest.mark.parametrize("made", ["typed", "on the shelf"])
def test_a_game_on_it_is_exported_with_it_and_replays_anywhere(tmp_path: Path, made: str) -> None:
    settings = ENGLISH
    if made == "on the shelf":
        put(tmp_path, BOARDS, "kitchen", KITCHEN)
        settings = with_made(ENGLISH, tmp_path)
    box = RecordedBox(tmp_path, settings=settings)
    if made == "typed":
        box.enter(BOARDS.typed("attic", KITCHEN))
        box.enter(BOARDS.typed("kitchen", KITCHEN))
    box.enter(GAME)
    box.enter("2 3 7")
    box.off()
    with closing(Archive(tmp_path)) as archive:
        text, _ = exported(archive, 1)
    assert [line for line in text.splitlines() if " board " in line] == [
        f"0 told enter {BOARDS.typed('kitchen', KITCHEN)}"
    ]
    out = StringIO()
    virtual.replay(script.read(text, "export"), ENGLISH, out)
    assert played(json.loads(out.getvalue().splitlines()[-1])["snapshot"]) == box.snapshot()


def test_a_board_that_typing_would_change_stays_with_its_file(tmp_path: Path) -> None:
    put(tmp_path, BOARDS, "kitchen", replace(KITCHEN, printed=False))
    box = RecordedBox(tmp_path, settings=with_made(ENGLISH, tmp_path))
    box.enter(GAME)
    box.off()
    with closing(Archive(tmp_path)) as archive:
        text, _ = exported(archive, 1)
    assert " board " not in text


def test_a_restarted_box_that_found_its_file_offers_to_go_on(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter(BOARDS.typed("kitchen", KITCHEN))
    box.enter(GAME)
    put(tmp_path, BOARDS, "kitchen", KITCHEN)
    box.off()
    settings = with_made(ENGLISH, tmp_path)
    again = RecordedBox(tmp_path, settings=settings)
    assert again.state.stage is Stage.RESUME
    again.enter("go on")
    again.enter("ok")
    again.enter("2 3 7")
    assert again.loop.snapshot()["phase"] == "think"
    again.off()
    replayed = state_of(sitting_of(tmp_path))
    assert replayed.game is not None
    assert replayed.game.snapshot(replayed.play, 0)["digits"] == [2, 3, 7]


def test_a_box_that_has_one_more_board_goes_on_with_the_game(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game rachmistrz seats=1,2,3 board=example")
    box.off()
    put(tmp_path, BOARDS, "kitchen", KITCHEN)
    again = RecordedBox(tmp_path, settings=with_made(ENGLISH, tmp_path))
    assert again.state.stage is Stage.RESUME
    again.off()


def test_boards_are_offered_in_one_order_wherever_they_come_from() -> None:
    at_start = Evening()
    shipped = BOARDS.shipped
    early = Session(
        Surroundings((1, 2), Times(), "en", things={"board": {"zoo": KITCHEN, **shipped, "attic": KITCHEN}})
    )
    late = Session(Surroundings((1, 2), Times(), "en", things={"board": {"zoo": KITCHEN, **shipped}}))
    at_start.session = late
    at_start.enter(BOARDS.typed("attic", KITCHEN), 100)
    told = list(late.setting_up.known_things(at_start.state)["board"])
    assert told == list(early.setting_up.known_things(early.start())["board"]) == ["example", "attic", "zoo"]


def test_a_script_may_make_a_board_before_the_game_on_it() -> None:
    text = f"0 enter {BOARDS.typed('kitchen', KITCHEN)}\n1 {GAME}\n"
    check_games(script.read(text, "made"), ENGLISH)
    with pytest.raises(ScriptError, match="expected board to be one of none, example; got 'kitchen'"):
        check_games(script.read(f"1 {GAME}\n", "not made"), ENGLISH)


@pytest.mark.plays("buzzer")
def test_a_run_of_a_version_that_knew_no_boards_is_offered(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2")
    box.off()
    with edited(tmp_path) as db:
        db.execute("UPDATE sittings SET header = json_remove(header, '$.box.boards', '$.box.dice')")
        assert db.execute("SELECT json_extract(header, '$.box.boards') FROM sittings").fetchall() == [(None,)]
    put(tmp_path, BOARDS, "kitchen", KITCHEN)
    again = RecordedBox(tmp_path, settings=with_made(ENGLISH, tmp_path))
    assert again.state.stage is Stage.RESUME
    again.off()


@pytest.mark.plays("dice")
def test_a_run_keeps_its_boards_and_a_box_with_others_goes_on_with_what_it_can(tmp_path: Path) -> None:
    kitchen = Board("Kitchen", tuple(reversed(NUMBERS)), note="ours")
    with_kitchen = replace(ENGLISH, files=files_of({"board": {"kitchen": kitchen}}))
    stages = []
    for settings in (with_kitchen, with_kitchen, ENGLISH):
        box = RecordedBox(tmp_path, settings=settings)
        stages.append(box.state.stage)
        box.enter("game dice seats=1,2")
        box.off()
    assert stages == [Stage.MENU, Stage.RESUME, Stage.RESUME]
    with closing(Archive(tmp_path)) as archive:
        runs = [session_of(archive.sitting(game.sitting)) for game in archive.games()]
    whole = {**BOARDS.shipped, "kitchen": kitchen}
    assert [session.here.things["board"] for session in runs] == [whole, whole, BOARDS.shipped]


def test_a_run_from_before_boards_were_told_of_is_gone_on_with(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game dice seats=1,2")
    box.off()
    with edited(tmp_path) as db:
        db.execute("UPDATE sittings SET header = json_remove(header, '$.box.boards')")
    box = RecordedBox(tmp_path)
    assert box.state.stage is Stage.RESUME
    box.off()


def test_a_board_that_is_none_in_a_header_is_named(tmp_path: Path) -> None:
    RecordedBox(tmp_path).off()
    with closing(Archive(tmp_path)) as archive:
        run = archive.sitting(1)
    run.header["box"]["boards"]["example"] = "rows = 7"
    with pytest.raises(JournalError, match="got example: name: expected what the board is called"):
        session_of(run)


def test_options_that_do_not_go_together_are_told_in_one_line() -> None:
    evening = Evening()
    evening.enter("choose rachmistrz", 100)
    evening.tap(1, 200)
    evening.tap(2, 500)
    evening.ok(3000)
    evening.enter("change side", 4000)
    evening.enter("change board", 4500)
    evening.knob(-99, 5000)
    evening.ok(5500)
    assert evening.see["phase"] == "options"
    assert evening.refused == "A board has no fractions: easy side"


def test_the_window_of_a_box_writes_a_board_and_is_told_what_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    table = MockTable(ENGLISH, HandClock(START), NoPanels())
    desk = LoopDesk(table.loop, table.mailbox, lambda _: None, {"boards": {"attic": NamedFile("attic", "")}})
    assert desk.workshop() is None
    desk.tell(Enter("choose rachmistrz", START))
    table.loop.step()
    workshop = desk.workshop()
    assert workshop is not None
    assert (list(workshop.known), list(workshop.taken)) == (["example"], ["attic"])
    draft = workshop.begin("")
    for place, number in enumerate(KITCHEN.numbers):
        draft = draft.put(place, number)
    assert workshop.save(draft.called("Kitchen")) == BOARDS.typed("kitchen", KITCHEN)
    assert (tmp_path / "boards" / "kitchen.toml").read_text(encoding="utf-8") == written(KITCHEN)
    table.box.close()
