"""What the loop-back's last words promise."""

from __future__ import annotations

from contextlib import closing

import pytest

from tests.companion.selftest.builder import SIX, Builder, Faults
from tests.firmware.fakes.mock_jumper import Planted


@pytest.mark.parametrize(
    ("late", "said"),
    [
        (2_000, "from 100 µs on; with 100 nF at each button always a tie below 87 µs, never above 113"),
        (20_000, "from 200 µs on; with 100 nF at each button always a tie below 97 µs, never above 303"),
    ],
)
def test_a_measured_tie_is_told_with_the_band_round_it(late: int, said: str) -> None:
    """The last of six lines is five times so late as the first; capacitors and the clock add 3 µs."""
    joined = {seat: Planted(delay=late * seat) for seat in range(1, 7)}
    with closing(Builder(Faults(jumper=joined), ("loopback",), SIX)) as builder:
        builder.work()
        (found,) = [one for one in builder.report()["findings"] if "presses apart" in one["what"]]
        assert found["verdict"] == "ok"
        assert f"tells presses apart {said}" in found["what"]
