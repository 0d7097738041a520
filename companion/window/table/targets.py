"""What lies under a finger on the table window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from companion.window.table.choices import ChoiceButton, Hit
from companion.window.table.controls import Button, Control
from companion.window.table.layout import TableLayout
from firmware.events import Seat

Target: TypeAlias = Control | Hit | Seat
"""A control, a choice (or all of them), or a seat: on the desk its plate is its button."""


def target_at(
    layout: TableLayout,
    buttons: Sequence[Button],
    choices: Sequence[ChoiceButton],
    x: int,
    y: int,
    *,
    plates: bool,
) -> Target | None:
    """What was touched.

    Args:
        layout: the window.
        buttons: the controls, as placed.
        choices: the row of choices, as placed.
        x: the point, pixels from the left.
        y: pixels from the top.
        plates: whether the seats' plates are their buttons.
    """
    for button in buttons:
        if button.rect.collidepoint(x, y):
            return button.control
    for choice in choices:
        if choice.rect.collidepoint(x, y):
            return choice.hit
    for seat, rect in layout.plates.items():
        if plates and rect.collidepoint(x, y):
            return seat
    return None
