"""Whole tables, from the wire to the screen: every journey and every demo round holds what it expects."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.games.catalogue import all_games
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
    told = []
    for _ in range(2):
        code = main(["replay", str(path)])
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        told.append(out)
    assert told[0]
    assert told[0] == told[1]


@pytest.mark.parametrize("name", [game.name for game in all_games() if game.demo])
def test_a_demo_holds_and_replays_the_same(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (game,) = (game for game in all_games() if game.name == name)
    path = tmp_path / "demo.table"
    path.write_text(game.demo, encoding="utf-8")
    test_a_journey_holds_and_replays_the_same(path, capsys)
