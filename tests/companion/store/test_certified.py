"""Rulings and exports name the certificate that vouched for the tie when they were judged."""

from __future__ import annotations

import io
import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.running import say_ready
from companion.cli import main
from companion.scripts.script import read
from companion.scripts.virtual import replay
from companion.session.state import Stage
from companion.store.archive import Archive
from companion.store.listing import exported
from firmware.boxfile.settings import Settings
from firmware.certificate import Doubt, Standing
from firmware.events import NS_PER_US
from tests.companion.store.recorded import ENGLISH, RecordedBox, edited, sitting_of
from tests.companion.store.test_shelf import LATER, points, quiz

pytestmark = pytest.mark.plays("buzzer")

TIE = 150 * NS_PER_US
GOOD = Standing(None, "3f2a91c0", "2026-11-30", TIE)
LAPSED = replace(GOOD, doubt=Doubt.KERNEL)
LINE = "# judged with tie 150 µs, certificate 3f2a91c0 of 2026-11-30"
LAPSED_LINE = (
    "# judged with tie 150 µs as the box file says, not vouched for: the certificate has lapsed: "
    "another kernel"
)
UNKNOWN = "# judged with tie 150 µs; whether a certificate vouched for it is unknown"

RACE = "0 game buzzer seats=1,2{more}\n1 ok\n2 ok\n3 press 2\n"


def box_with(standing: Standing | None) -> Settings:
    return replace(ENGLISH, times=replace(ENGLISH.times, tie=TIE), certificate=standing)


def rulings(settings: Settings, text: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    replay(read(text, "t.table"), settings, out)
    return [line for line in map(json.loads, out.getvalue().splitlines()) if line["event"] == "ruling"]


def text_of(folder: Path) -> str:
    with closing(Archive(folder)) as archive:
        return exported(archive, 1)[0]


def comments(folder: Path) -> list[str]:
    return [line for line in text_of(folder).splitlines()[1:] if line.startswith("# judged")]


# -- rulings -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "more", "named"),
    [
        (GOOD, "", "3f2a91c0"),
        (GOOD, " tie_us=30000", "3f2a91c0"),
        (GOOD, " tie_us=149", None),
        (LAPSED, "", None),
        (None, "", None),
    ],
)
def test_a_ruling_names_what_vouches_for_the_tie_it_was_ruled_by(
    standing: Standing | None, more: str, named: str | None
) -> None:
    (ruling,) = rulings(box_with(standing), RACE.format(more=more))
    assert ruling["certificate"] == named


def test_it_does_not_vouch_for_a_press_that_no_pin_has_stamped() -> None:
    plugged = "0 told enter button 2 BTN_TRIGGER 18000/0/8000 usb-1-2 Pad\n"
    again = "4 enter right\n5 ok\n6 ok\n6.5 ok\n7 press 1\n"
    first, second = rulings(box_with(GOOD), plugged + RACE.format(more="") + again)
    assert (first["order"], first["certificate"]) == ([2], None)
    assert (second["order"], second["certificate"]) == ([1], "3f2a91c0")


def test_the_greeting_names_it() -> None:
    assert box_with(GOOD).certified == "3f2a91c0"
    assert box_with(LAPSED).certified is None


# -- journal and export --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("standing", "line"), [(GOOD, LINE), (LAPSED, LAPSED_LINE), (None, UNKNOWN)])
def test_an_export_names_what_vouched_then_and_still_plays(
    tmp_path: Path, standing: Standing | None, line: str
) -> None:
    box = RecordedBox(tmp_path, settings=box_with(standing))
    quiz(box)
    box.off()
    assert comments(tmp_path) == [line]
    out = io.StringIO()
    replay(read(text_of(tmp_path), "export"), box_with(None), out)
    assert json.loads(out.getvalue().splitlines()[-1])["snapshot"]["players"]["1"]["points"] == 1


def test_a_journal_that_says_nothing_of_it_or_nonsense_is_exported_as_unknown(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=box_with(GOOD))
    quiz(box)
    box.off()
    header = sitting_of(tmp_path).header
    for told in ({"certificate": {"id": "\n0 told undo"}}, {}):
        del header["certificate"]
        header.update(told)
        with edited(tmp_path) as db:
            db.execute("UPDATE sittings SET header = ?", (json.dumps(header),))
        assert comments(tmp_path) == [UNKNOWN]


def test_a_game_gone_on_with_under_another_names_both(tmp_path: Path) -> None:
    """A new kernel in the middle of a game: what vouched for its first rulings doesn't for the others."""
    box = RecordedBox(tmp_path, settings=box_with(GOOD))
    quiz(box)
    box.off()
    again = RecordedBox(tmp_path, start=LATER, settings=box_with(LAPSED))
    assert again.state.stage is Stage.RESUME
    again.key("ok")
    assert points(again) == [1, 0]
    again.off()
    with closing(Archive(tmp_path)) as archive:
        number = archive.games()[-1].id
        text, _ = exported(archive, number)
    assert [line for line in text.splitlines() if line.startswith("# judged")] == [LINE, LAPSED_LINE]


def test_a_game_gone_on_with_under_the_same_stays_in_its_run(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=box_with(GOOD))
    quiz(box)
    box.off()
    again = RecordedBox(tmp_path, start=LATER, settings=box_with(GOOD))
    again.key("ok")
    assert again.journal.sitting_id == 1
    again.off()


def test_a_replay_of_a_journal_names_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    box = RecordedBox(tmp_path, settings=box_with(GOOD))
    box.enter("game buzzer seats=1,2")
    for _ in range(2):
        box.wait(400)
        box.key("ok")
    box.wait(400)
    box.tap(2)
    box.off()
    assert main(["journal", "replay", "1"]) == 0
    lines = map(json.loads, capsys.readouterr().out.splitlines())
    assert [line["certificate"] for line in lines if line["event"] == "ruling"] == ["3f2a91c0"]


# -- when it is ready ----------------------------------------------------------------------------------------


def test_a_box_that_is_ready_says_what_vouches_for_its_tie(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, standing in enumerate((GOOD, Standing(Doubt.NEVER), Standing(Doubt.MOCK), None)):
        box = RecordedBox(tmp_path / str(number), settings=box_with(standing))
        say_ready(box.loop)
        box.off()
    ready = "pierwszy: ready with 8 seats"
    assert capsys.readouterr().err.splitlines() == [
        *(ready, "pierwszy: tie 150 µs, certificate 3f2a91c0 of 2026-11-30"),
        ready,
        "pierwszy: tie 150 µs as the box file says, not vouched for: not measured (pierwszy check loopback)",
        *(ready, ready),
    ]
