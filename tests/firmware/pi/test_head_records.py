from __future__ import annotations

import struct
import zlib
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from firmware.pi.head_records import EDGE, Record, Records, command
from tests.firmware.pi.head_layer import COMMAND, RECORD, framed

SOME = [Record(EDGE, number % 256, number, 1, number << 40) for number in range(65530, 65536)]


@given(
    st.lists(st.binary(max_size=30), min_size=len(SOME), max_size=len(SOME)),
    st.lists(st.integers(0, 300), max_size=9),
)
def test_records_are_found_in_whatever_pieces_they_come_and_whatever_stands_between(
    between: list[bytes], cuts: list[int]
) -> None:
    data = b"".join(
        rubbish + framed(RECORD.pack(*record)) for rubbish, record in zip(between, SOME, strict=True)
    )
    records = Records()
    ends = [0, *sorted(cuts), len(data)]
    found = [one for since, until in pairwise(ends) for one in records.take(data[since:until])]
    assert found == SOME
    assert records.skipped == sum(map(len, between))
    assert not records.missing


def test_a_bit_that_is_wrong_anywhere_spoils_its_record_alone() -> None:
    for bit in range(8 * 20):
        spoilt = bytearray(framed(RECORD.pack(*SOME[0])))
        spoilt[bit // 8] ^= 1 << bit % 8
        records = Records()
        assert list(records.take(bytes(spoilt) + framed(RECORD.pack(*SOME[1])))) == [SOME[1]]


def test_a_command_is_as_the_protocol_has_it() -> None:
    said = COMMAND.pack(b"LAMP", 0x81)
    assert command(b"LAMP", 0x81) == said + struct.pack("<I", zlib.crc32(said))
    assert len(command(b"WHO?")) == 12
