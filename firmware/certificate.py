"""The box's certificate: what this very box was measured to be, and why that may no longer hold. Pure.

`pierwszy check loopback` writes it. It is believed while box, kernel, program and box file are those it was
measured with, and for a year. It doesn't set the tie, which is the box file's: it vouches for it.

Its name, the first letters of a hash of all that stands in it, shows a slip, a damaged card or an edited
figure. It is no signature: somebody who makes a name that fits can write what he likes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from firmware.events import NS_PER_US

VERSION = 1
"""Of the file."""

GOOD_FOR = timedelta(days=365)


class Doubt(StrEnum):
    """Why nothing vouches for a box's tie."""

    NEVER = "not measured"
    MOCK = "mock pins"
    """They measure nothing."""
    NO_PINS = "no button on pins"
    """What is plugged in or a phone says for itself how unsure it is."""
    UNREADABLE = "unreadable"
    ALTERED = "altered"
    """Its name isn't that of what stands in it."""
    ANOTHER_BOX = "another box's"
    KERNEL = "another kernel"
    PROGRAM = "another program"
    BOX_FILE = "another box file"
    OLD = "older than a year"
    FUTURE = "of a day to come"
    FINER = "the tie is finer than what was measured"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a measurement holds for.

    Attributes:
        box: a hash of what tells this machine from others; empty: nothing does.
        kernel: its release and version.
        program: a hash of the files that stamp and judge.
        box_file: a hash of what the box file says.
    """

    box: str
    kernel: str
    program: str
    box_file: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """What was measured, of what, and when.

    Attributes:
        made: the day, UTC.
        facts: what it holds for.
        file: what the box file is called.
        measured: as `firmware.presses.loopback.Loopback.as_data` tells it: resolution, spread, and each
            line's bias, µs.
    """

    made: date
    facts: Facts
    file: str
    measured: Mapping[str, Any]

    @property
    def tie(self) -> int:
        """The finest tie it vouches for (ns)."""
        return int(self.measured["tie_us"]) * NS_PER_US

    @property
    def id(self) -> str:
        """Its name."""
        return _name(self._data())

    def _data(self) -> dict[str, Any]:
        facts = asdict(self.facts)
        named = {"certificate": VERSION, "made": self.made.isoformat(), **facts, "file": self.file}
        return {**named, "measured": dict(self.measured)}

    def text(self) -> str:
        """The file."""
        return json.dumps({"id": self.id, **self._data()}, indent=2) + "\n"

    def doubt(self, now: Facts, today: date, tie: int) -> Doubt | None:
        """Why it doesn't vouch for a tie (ns) here and today; None: it does."""
        then = self.facts
        reasons = {
            Doubt.ANOTHER_BOX: not now.box or now.box != then.box,
            Doubt.KERNEL: now.kernel != then.kernel,
            Doubt.PROGRAM: now.program != then.program,
            Doubt.BOX_FILE: now.box_file != then.box_file,
            Doubt.FUTURE: today < self.made,
            Doubt.OLD: today - self.made > GOOD_FOR,
            Doubt.FINER: tie < self.tie,
        }
        return next((reason for reason, so in reasons.items() if so), None)


def read(text: str) -> Certificate | Doubt:
    """A certificate's file; or why it is none."""
    try:
        data = json.loads(text)
        name = data.pop("id")
        if name != _name(data):
            return Doubt.ALTERED
        if data.pop("certificate") != VERSION:
            return Doubt.UNREADABLE
        made, file, measured = date.fromisoformat(data.pop("made")), data.pop("file"), data.pop("measured")
        found = Certificate(made, Facts(**data), file, measured)
        fits = found.tie > 0 and found.id == name
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return Doubt.UNREADABLE
    return found if fits else Doubt.UNREADABLE


def _name(data: Mapping[str, Any]) -> str:
    from hashlib import sha256  # noqa: PLC0415 - a box without a certificate starts without it

    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a box's tie is vouched for.

    Attributes:
        doubt: why not; None: it is.
        id: the certificate's name; empty: none can be read.
        made: its day.
        tie: the finest tie it vouches for (ns).
    """

    doubt: Doubt | None
    id: str = ""
    made: str = ""
    tie: int = 0

    @classmethod
    def of(cls, found: Certificate, now: Facts, today: date, tie: int) -> Standing:
        """How it stands with a box whose tie is so long (ns)."""
        return cls(found.doubt(now, today, tie), found.id, found.made.isoformat(), found.tie)

    def vouching(self, tie: int) -> str | None:
        """The certificate that vouches for a tie (ns), which may be a game's own."""
        return self.id if self.doubt is None and tie >= self.tie else None

    def as_data(self) -> dict[str, Any]:
        """It as JSON."""
        return {
            "id": self.id or None,
            "made": self.made or None,
            "tie_us": self.tie // NS_PER_US or None,
            "doubt": self.doubt,
        }


def standing_in(told: object) -> Standing | None:
    """What `Standing.as_data` has told; None: it told nothing, or this is something else."""
    try:
        fields: Any = told
        doubt = None if fields["doubt"] is None else Doubt(fields["doubt"])
        if fields["id"] is None:
            return Standing(doubt)
        name, made = f"{int(fields['id'], 16):08x}", date.fromisoformat(fields["made"])
        return Standing(doubt, name, made.isoformat(), int(fields["tie_us"]) * NS_PER_US)
    except (KeyError, TypeError, ValueError):
        return None
