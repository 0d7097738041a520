"""The referees: one module a game or tool. `REFEREES` lists them in the menu's order."""

from __future__ import annotations

from typing import Any

from companion.referees.base import Referee
from companion.referees.buzzer import Buzzer
from companion.referees.dice import Dice
from companion.referees.hourglass import SandGlass
from companion.referees.kezao import Kezao
from companion.referees.rachmistrz import Rachmistrz
from companion.referees.seven_ate_nine import SevenAteNine
from companion.referees.seventeen import Seventeen
from companion.referees.stopwatch import Stopwatch
from companion.referees.the_game import TheGame
from companion.referees.turns import Turns
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
