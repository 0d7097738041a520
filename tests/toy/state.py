from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.games.options import option
from companion.games.reading import whole_number
from companion.words import T
from firmware.events import Seat


@dataclass(frozen=True, slots=True)
class Options:
    goal: int = option(T("Presses to win"), "3", ("3", "5"), whole_number(1, 99))


class Phase(Enum):
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """How often each seat has pressed; ``last`` is the seat that did so last."""

    presses: Mapping[Seat, int]
    phase: Phase = Phase.PLAY
    last: Seat | None = None
