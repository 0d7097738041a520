"""A few fixed seeds of each kind of trial, so that ``make fuzz`` finds them at work."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.kinds import Kind, kinds

SEEDS = [(kind, seed) for kind in kinds().values() for seed in range(kind.in_suite)]


@pytest.mark.parametrize(("kind", "seed"), SEEDS, ids=[f"{kind.name}-{seed}" for kind, seed in SEEDS])
def test_a_trial_finds_nothing_and_counts_what_it_did(kind: Kind, seed: int, tmp_path: Path) -> None:
    assert kind.trial(seed, tmp_path).total() > 0
