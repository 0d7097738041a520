"""What a box makes of what the head tells: its own decoding, arbiter and race."""

from __future__ import annotations

from tests.certify import head as part
from tests.certify.judging import judge
from tests.certify.part import Block
from tests.head.emulated import emulator


def test_races_on_its_lines_and_against_a_pin_are_ruled_as_promised() -> None:
    emulator("simulator")
    block = Block("0", 12)
    records = list(part.played(block, "00ff"))
    assert [record.under for record in records] == part.planned(block, "00ff")
    for record in records:
        judged = judge(record)
        assert not any(judged.faults.values()), record
        assert all(error.inside for error in judged.errors), record
    assert {len(record.edges) >= 2 * len(record.touches) for record in records} == {True}
