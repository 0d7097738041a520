"""Whole tables, from the wire to the screen: every journey and every demo round holds what it expects."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games.catalogue import all_games
from companion.scripts.script import read
from companion.scripts.virtual import replay
from firmware.boxfile.settings import eight_seats
from tests.companion.games.scenes import plays_what_is_here

JOURNEYS = [
    path
    for path in sorted((Path(__file__).parent / "journeys").glob("*.table"))
    if plays_what_is_here(path.read_text(encoding="utf-8"))
]


def test_there_are_journeys_and_demos() -> None:
    assert JOURNEYS
    assert any(game.demo for game in all_games())


@pytest.mark.parametrize("path", JOURNEYS, ids=lambda path: path.stem)
def test_a_journey_holds_and_replays_the_same(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["replay", str(path)])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    assert out
    assert out == played(path.read_text(encoding="utf-8"))


@cache
def played(text: str) -> str:
    """All that is told of a script, without the command."""
    out = io.StringIO()
    replay(read(text, "journey.table"), eight_seats(), out)
    return out.getvalue()


PINS = re.compile(r"^(\S+ +(?:told +)?(?:[\d.]+ +)?(?:press|hold|down) \d)", re.MULTILINE)


@pytest.mark.parametrize("path", JOURNEYS, ids=lambda path: path.stem)
def test_presses_said_to_be_as_unsure_as_pins_change_nothing_in_a_journey(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ties = {(re.findall(r"tie_us=(\d+)", line) or ["500"])[0] for line in re.findall(r" game .*", text)}
    ties = ties or {"500"}
    if re.search(r"\d within \d| enter button ", text) or len(ties) > 1:
        pytest.skip("its buttons are unlike, or its ties")
    said = PINS.sub(rf"\1 within {int(ties.pop()) / 2000}", text)
    assert rulings(said) == rulings(text)


def rulings(text: str) -> list[dict[str, Any]]:
    """What is ruled in a script, and when; without how wide its presses are."""
    lines = [json.loads(line) for line in played(text).splitlines()]
    return [
        {key: value for key, value in line.items() if key != "spans_us"}
        for line in lines
        if line["event"] == "ruling"
    ]


@pytest.mark.parametrize("name", [game.name for game in all_games() if game.demo])
def test_a_demo_holds_and_replays_the_same(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (game,) = (game for game in all_games() if game.name == name)
    path = tmp_path / "demo.table"
    path.write_text(game.demo, encoding="utf-8")
    test_a_journey_holds_and_replays_the_same(path, capsys)
