"""A few of the races of `make certify`, in a guest: all that was promised of them, judged twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.certify import pins
from tests.certify.biased import LATE_SEAT
from tests.certify.part import Block
from tests.certify.sums import Sums, summed

RACES = 40


def played(folder: Path, bias: str = "") -> Sums:
    """Clean contacts and nothing else to do: what a machine spoils least."""
    return summed(pins.play(Block("idle-clean-0", RACES), "00ff", folder, bias))


@pytest.mark.parametrize("contacts", ["clean", "bounce"])
def test_races_are_ruled_as_promised_and_both_judges_agree(tmp_path: Path, contacts: str) -> None:
    sums = summed(pins.play(Block(f"idle-{contacts}-0", RACES), "00ff", tmp_path))
    assert sums.reasons(RACES) == []
    assert sums.whole.seconded == RACES
    assert 0 < sums.whole.ties < RACES


def test_a_seat_that_is_30_us_late_is_named(tmp_path: Path) -> None:
    reasons = played(tmp_path, "late").reasons(RACES)
    assert any(reason.startswith(f"seat {LATE_SEAT}, a pin of pins") for reason in reasons), reasons


def test_ties_broken_by_the_pin_are_found(tmp_path: Path) -> None:
    faults = played(tmp_path, "pin").whole.faults
    assert faults["wrong_winners"]
    assert faults["missed_ties"]
