"""A clock on the table: one time, as large as it gets, over a bar that says how much of it there is."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.view import Part
from firmware.events import Seat


@dataclass(frozen=True, slots=True)
class Clock(Part):
    """A clock.

    Attributes:
        text: the time as people read it: ``1:04.5``.
        bar: how much of the bar is filled, in thousandths; None: there is no bar.
        marks: seats on the bar and where, in thousandths, by place.
        moving: it changes several times a second.
        last: the last seconds run: it is marked.
        fallen: time was up: its flag has fallen.
        asleep: it stands still.
    """

    text: str
    bar: int | None = None
    marks: tuple[tuple[Seat, int], ...] = ()
    moving: bool = False
    last: bool = False
    fallen: bool = False
    asleep: bool = False
