"""Records as a file: the same again, to the last nanosecond, and small."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.events import SEATS
from tests.certify.coding import packed, unpacked
from tests.certify.playing import Made, record
from tests.certify.record import Record, read, written

seats = st.sampled_from(list(SEATS))
moments = st.integers(-(10**15), 10**15)
widths = st.tuples(st.integers(0, 10**9), st.integers(0, 10**9), st.integers(0, 10**6), st.text(max_size=3))
some = st.lists(seats, unique=True).map(tuple)

records = st.builds(
    Record,
    part=st.sampled_from(["pins", "usb"]),
    block=st.text(max_size=4),
    number=st.integers(0, 10**6),
    kinds=st.dictionaries(seats, st.sampled_from(["pin", "usb"])),
    tie=st.integers(1, 10**9),
    touches=st.dictionaries(seats, st.tuples(moments, moments), min_size=1),
    winner=st.none() | seats,
    tied=some,
    order=some,
    presses=st.dictionaries(seats, st.integers(1, 3)),
    stamps=st.dictionaries(seats, moments),
    widths=st.dictionaries(seats, widths),
    late=some,
    edges=st.lists(st.tuples(seats, st.booleans(), moments, st.none() | widths)).map(tuple),
    under=st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=3), max_size=3),
)


@settings(max_examples=40)
@given(st.lists(records, max_size=4))
def test_records_are_the_same_again(some: list[Record]) -> None:
    again = list(unpacked(packed(some)))
    assert again == some
    assert written(again) == written(some)
    assert list(read(written(some))) == some


def test_another_file_is_no_races() -> None:
    with pytest.raises(ValueError, match="expected a file of races"):
        list(unpacked(b"PK..."))


def test_a_race_takes_a_few_bytes() -> None:
    part = Made()
    (block, _) = part.blocks(400)
    many = list(part.play(block, "5", None))  # type: ignore[arg-type]
    assert len(packed(many)) < 30 * len(many)
    assert len(packed([record({1: 0, 2: 900})])) < 1000
