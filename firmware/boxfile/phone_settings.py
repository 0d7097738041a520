"""Phones as buttons: the box file's ``[phones]``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from firmware.boxfile.settings_checks import Within


@dataclass(frozen=True, slots=True)
class PhoneSettings:
    """How phones come to the table.

    Attributes:
        on: they may from the start; whoever has the knob can change that.
        port: where their pages are served.
        touch: by how much touch screens may be unlike, ms; ``"same"``: all phones are of one kind.
    """

    on: bool = False
    port: Annotated[int, Within(1024, 65535)] = 8080
    touch: Annotated[float, Within(0, 200, "g")] | Literal["same"] = 30
