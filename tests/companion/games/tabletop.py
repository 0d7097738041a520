"""What the table window shows of one tool at work."""

from __future__ import annotations

from typing import Any

from companion.i18n import speaker
from companion.table.view import Plate, TableView
from tests.companion.games.sitting import Sitting, ns

ENGLISH = speaker("en")


def table(game: Sitting, ms: float | None = None) -> TableView:
    return game.referee.table(game.state, game.now if ms is None else ns(ms), ENGLISH)


def part(game: Sitting, ms: float | None = None) -> Any:
    (only,) = table(game, ms).middle
    return only


def plates(game: Sitting) -> dict[int, Plate]:
    return {plate.seat: plate for plate in table(game).plates}
