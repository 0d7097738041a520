"""One page: its connection, and what is known of who is there."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from companion.i18n import speaker
from companion.phones.guests import Guest
from companion.phones.messages import Message
from companion.phones.source import SILENT_NS
from companion.phones.wire import Wire
from companion.words import Text
from firmware.events import Seat
from firmware.far_clock import Clocks

QUICK = 5
"""Whoever is new or back is asked so often in a row: the best of them bounds its clock well."""


@dataclass(eq=False, slots=True)
class Page:
    """One page.

    Attributes:
        until: then it is dropped (ns); None: it may stay.
        guest: who it is; None before its hello, and once it is over.
        watched: the seat a page looks at that only watches.
        waiting: touches and marks while its clock isn't known, with when they came; None: it is known.
        quick: questions still to be asked in a row.
        behind: there may be a view it hasn't seen.
        rev: the view it has seen.
        told: what it was last told of seats.
    """

    wire: Wire
    until: int | None
    guest: Guest | None = None
    hello: Message = field(default_factory=lambda: Message("hello", lang="en"))
    watched: tuple[Seat, ...] = ()
    waiting: list[tuple[Message, Clocks]] | None = field(default_factory=list)
    quick: int = QUICK
    heard: int = 0
    away: bool = False
    behind: bool = True
    rev: int = -1
    told: object = None

    @property
    def role(self) -> str:
        """What it is."""
        return self.hello.role

    @property
    def device(self) -> str:
        """What its touches come from."""
        return "" if self.guest is None else self.guest.device

    def awake(self, now: int) -> bool:
        """Whether somebody may look at it."""
        return not self.away and (self.role in ("host", "board") or now - self.heard < SILENT_NS)

    def send(self, t: str, **fields: object) -> None:
        """Tell it something."""
        self.wire.send(as_text(t, **fields))

    def refuse(self, why: Text, t: str = "no", **fields: object) -> None:
        """Tell it, in its language, why not."""
        self.send(t, why=speaker(self.hello.lang).text(why), **fields)


def as_text(t: str, **fields: object) -> str:
    """A message to a page."""
    return json.dumps({"t": t, **fields}, ensure_ascii=False, separators=(",", ":"))
