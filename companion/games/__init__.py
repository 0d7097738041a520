"""The referees: one module a game or tool. `REFEREES` lists them in the menu's order."""

from __future__ import annotations

from typing import Any

from companion.games.base import Referee
from companion.games.buzzer.referee import Buzzer
from companion.games.chess_clock.referee import Turns
from companion.games.dice.referee import Dice
from companion.games.hourglass.referee import SandGlass
from companion.games.kezao.referee import Kezao
from companion.games.rachmistrz.referee import Rachmistrz
from companion.games.seven_ate_nine.referee import SevenAteNine
from companion.games.seventeen.referee import Seventeen
from companion.games.stopwatch.referee import Stopwatch
from companion.games.the_game.referee import TheGame
from firmware.errors import OptionError

REFEREES: tuple[type[Referee[Any]], ...] = (
    SevenAteNine,
    Kezao,
    Rachmistrz,
    TheGame,
    Seventeen,
    Buzzer,
    Dice,
    SandGlass,
    Stopwatch,
    Turns,
)


def find_referee(name: str) -> type[Referee[Any]]:
    """The referee called ``name``.

    Raises:
        OptionError: there is none; the text lists those there are.
    """
    for referee in REFEREES:
        if referee.name == name:
            return referee
    known = ", ".join(referee.name for referee in REFEREES)
    raise OptionError(f"expected a game ({known}), got {name!r}")
