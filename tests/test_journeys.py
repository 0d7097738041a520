"""Whole tables, from the wire to the screen: every journey and every demo round holds what it expects."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.showing import FOLDER
from companion.cli import main

JOURNEYS = sorted((Path(__file__).parent / "journeys").glob("*.table"))
DEMOS = sorted(FOLDER.glob("*/demo.table"))


def test_there_are_journeys_and_demos() -> None:
    assert JOURNEYS
    assert DEMOS


@pytest.mark.parametrize("path", [*JOURNEYS, *DEMOS], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_journey_holds_and_replays_the_same(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        code = main(["replay", str(path)])
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        told.append(out)
    assert told[0]
    assert told[0] == told[1]
