"""How a phone gets to the table: a QR code, and the same in letters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.table.view import Part


@dataclass(frozen=True, slots=True)
class WayIn(Part):
    """The way in.

    Attributes:
        address: to be typed.
        code: what is asked for there.
        rows: both as a QR code's modules, see `firmware.views.Code`; none: words only.
    """

    weight: ClassVar[float] = 1.8

    address: str
    code: str
    rows: tuple[str, ...] = ()
