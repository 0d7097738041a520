"""Whole tables, from the wire to the screen: every script of ``tests/journeys`` holds what it expects."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import DEMO, main

JOURNEYS = sorted((Path(__file__).parent / "journeys").glob("*.table"))


def test_there_are_journeys() -> None:
    assert JOURNEYS


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


def test_the_demo_holds() -> None:
    assert main(["replay", str(DEMO)]) == 0
