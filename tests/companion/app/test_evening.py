"""The evening that plays itself."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from json import loads
from typing import Any

import pytest

from companion.app import evening
from companion.app.showing import rounds
from companion.i18n import speaker
from companion.scripts.virtual import replay
from firmware.boxfile.settings import eight_seats

pytestmark = pytest.mark.plays("buzzer", "seventeen", "kezao")


@pytest.fixture(scope="module")
def told() -> list[Mapping[str, Any]]:
    out, (whole,) = StringIO(), rounds()
    replay(whole.script, eight_seats(), out)
    return [loads(line) for line in out.getvalue().splitlines()]


def test_an_evening_has_three_games_a_tie_and_three_finales(told: list[Mapping[str, Any]]) -> None:
    assert [line["winners"] for line in told if line["event"] == "over"] == [[2], [1], [1]]
    assert any(line["tie"] for line in told if line["event"] == "ruling")


def test_every_sentence_is_said_in_polish_too() -> None:
    polish, english = speaker("pl"), speaker("en")
    assert [text for _, text in evening.CAPTIONS if polish.text(text) == english.text(text)] == []
