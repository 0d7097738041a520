"""One played race as plain data, the same for every part: what truly happened, and what the box said of it.

All moments are ns of the box's own clock. What a part's harness knows of the truth, by a clock that the box
has no part in, stands beside what the box told; nothing here is judged yet (`tests.certify.judging`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from firmware.events import Seat

Touch: TypeAlias = tuple[int, int]
"""The moments between which a seat's contact first touched (ns)."""

Width: TypeAlias = tuple[int, int, int, str]
"""As `firmware.events.Within`: before, after, apart (ns), and of which device."""

EdgeTold: TypeAlias = tuple[Seat, bool, int, Width | None]
"""What the box was told of a line: seat, closed, stamp (ns), and how unsure that is; None: as a pin's."""


@dataclass(frozen=True, slots=True)
class Record:
    """A race.

    Attributes:
        part: of which part of the run.
        block: of which block of that part.
        number: its number in that block's plan.
        kinds: of each seat that truly pressed, what its button is: a `firmware.budget.Kind`.
        tie: the table's tie (ns).
        touches: of each seat that truly pressed, between which moments it first touched.
        winner: whom the box declared the first; None: nobody, or a tie.
        tied: among whom it declared a tie.
        order: everybody it heard in the race, in its order; empty if it ruled nothing.
        presses: how many presses it counted of each seat while the race was played, if any.
        stamps: of each seat in ``order``, the stamp it took it to have pressed at (ns).
        widths: of those whose stamps aren't as sure as a clean pin's, how sure they were told to be.
        late: seats that it said were heard after the ruling.
        edges: all that it was told of the lines meanwhile, in the order it came; empty if that wasn't kept.
        under: the circumstances by which results are told: load, contacts, gap and the like.
    """

    part: str
    block: str
    number: int
    kinds: Mapping[Seat, str]
    tie: int
    touches: Mapping[Seat, Touch]
    winner: Seat | None = None
    tied: tuple[Seat, ...] = ()
    order: tuple[Seat, ...] = ()
    presses: Mapping[Seat, int] = field(default_factory=dict)
    stamps: Mapping[Seat, int] = field(default_factory=dict)
    widths: Mapping[Seat, Width] = field(default_factory=dict)
    late: tuple[Seat, ...] = ()
    edges: tuple[EdgeTold, ...] = ()
    under: Mapping[str, str | int] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Record:
        """What `plain` made, read back from JSON."""
        known: dict[str, Any] = dict(plain)
        for name, value in (
            ("touches", tuple),
            ("widths", tuple),
            ("kinds", str),
            ("presses", int),
            ("stamps", int),
        ):
            known[name] = {int(seat): value(each) for seat, each in plain[name].items()}
        for name in ("tied", "order", "late"):
            known[name] = tuple(plain[name])
        known["edges"] = tuple(
            (seat, closed, at, None if width is None else tuple(width))
            for seat, closed, at, width in plain["edges"]
        )
        return cls(**known)


def written(records: Iterable[Record]) -> str:
    """Records as lines of JSON."""
    return "".join(json.dumps(record.plain(), separators=(",", ":")) + "\n" for record in records)


def read(text: str) -> Iterator[Record]:
    """What `written` made."""
    return (Record.of(json.loads(line)) for line in text.splitlines())
