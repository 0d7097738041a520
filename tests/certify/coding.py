"""Records as one small file: whole numbers by column, each as its difference from the one before, then lzma.

A race's numbers are much like the last one's, and moments are near each other: a touch is told after the
touch before it, an edge after the edge before it. Read back, records are the same to the last nanosecond.
"""

from __future__ import annotations

import json
import lzma
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tests.certify.record import EdgeTold, Record, Width

MAGIC = b"pierwszy races 1\n"


class Writer:
    """Columns, filled number by number."""

    def __init__(self) -> None:
        self.columns: dict[str, bytearray] = defaultdict(bytearray)
        self.words: dict[str, int] = {}

    def number(self, column: str, value: int) -> None:
        """A whole number: its sign last, seven bits a byte."""
        value = value << 1 if value >= 0 else (-value << 1) - 1
        while value > 0x7F:
            self.columns[column].append(value & 0x7F | 0x80)
            value >>= 7
        self.columns[column].append(value)

    def word(self, column: str, value: object) -> None:
        """Anything of JSON that comes again and again."""
        self.number(column, self.words.setdefault(json.dumps(value), len(self.words)))

    def seats(self, column: str, seats: Sequence[int]) -> None:
        """Some seats."""
        self.word(column, list(seats))

    def width(self, column: str, width: Width | None) -> None:
        """How unsure something is."""
        self.word(column, width)

    def packed(self) -> bytes:
        """All of it."""
        head = {"words": list(self.words), "columns": {name: len(own) for name, own in self.columns.items()}}
        text = json.dumps(head).encode()
        body = b"".join(self.columns.values())
        return MAGIC + lzma.compress(text + b"\n" + body, preset=6 | lzma.PRESET_EXTREME)


class Reader:
    """The same columns, read number by number."""

    def __init__(self, packed: bytes) -> None:
        if not packed.startswith(MAGIC):
            raise ValueError("expected a file of races, got another")
        text, _, body = lzma.decompress(packed[len(MAGIC) :]).partition(b"\n")
        head: dict[str, Any] = json.loads(text)
        self.words = [json.loads(word) for word in head["words"]]
        self._columns, start = {}, 0
        for name, length in head["columns"].items():
            self._columns[name] = iter(body[start : start + length])
            start += length

    def number(self, column: str) -> int:
        """The next one."""
        value, shift, more = 0, 0, True
        while more:
            byte = next(self._columns[column])
            value |= (byte & 0x7F) << shift
            shift, more = shift + 7, byte > 0x7F
        return -(value + 1 >> 1) if value & 1 else value >> 1

    def word(self, column: str) -> Any:
        """The next one."""
        return self.words[self.number(column)]


def packed(records: Iterable[Record]) -> bytes:
    """Records as a file."""
    writer, number, began, count = Writer(), 0, 0, 0
    for record in records:
        count += 1
        first = min(before for before, _ in record.touches.values())
        writer.word("names", [record.part, record.block, record.tie, record.winner])
        writer.word("under", dict(record.under))
        writer.number("number", record.number - number)
        writer.number("began", first - began)
        for name in ("tied", "order", "late"):
            writer.seats(name, getattr(record, name))
        writer.word("kinds", list(record.kinds.items()))
        writer.word("presses", list(record.presses.items()))
        _touches(writer, record, first)
        _edges(writer, record.edges, first)
        number, began = record.number, first
    writer.number("count", count)
    return writer.packed()


def _touches(writer: Writer, record: Record, first: int) -> None:
    """First touches, and what was told of each."""
    writer.seats("touched", list(record.touches))
    for before, after in record.touches.values():
        writer.number("before", before - first)
        writer.number("after", after - before)
        first = before
    writer.seats("stamped", list(record.stamps))
    for seat, at in record.stamps.items():
        writer.number("stamp", at - record.touches.get(seat, (first,))[0])
    writer.seats("unsure", list(record.widths))
    for width in record.widths.values():
        writer.width("width", width)


def _edges(writer: Writer, edges: Sequence[EdgeTold], before: int) -> None:
    writer.number("edges", len(edges))
    for seat, closed, at, width in edges:
        writer.number("line", seat * 2 + closed)
        writer.number("at", at - before)
        writer.width("how sure", width)
        before = at


def unpacked(data: bytes) -> Iterator[Record]:
    """What `packed` made.

    Raises:
        ValueError: it is no such file.
    """
    reader, number, began = Reader(data), 0, 0
    for _ in range(reader.number("count")):
        part, block, tie, winner = reader.word("names")
        under = reader.word("under")
        number += reader.number("number")
        began += reader.number("began")
        tied, order, late = (tuple(reader.word(name)) for name in ("tied", "order", "late"))
        kinds, presses = dict(map(tuple, reader.word("kinds"))), dict(map(tuple, reader.word("presses")))
        touches, first = {}, began
        for seat in reader.word("touched"):
            first += reader.number("before")
            touches[seat] = first, first + reader.number("after")
        stamps = {
            seat: reader.number("stamp") + touches.get(seat, (first,))[0] for seat in reader.word("stamped")
        }
        widths = {seat: tuple(reader.word("width")) for seat in reader.word("unsure")}
        edges, at = [], began
        for _ in range(reader.number("edges")):
            line = reader.number("line")
            at += reader.number("at")
            width = reader.word("how sure")
            edges.append((line // 2, bool(line & 1), at, None if width is None else tuple(width)))
        yield Record(
            part, block, number, kinds, tie, touches, winner, tied, order, presses, stamps, widths, late,
            tuple(edges), under,
        )  # fmt: skip
