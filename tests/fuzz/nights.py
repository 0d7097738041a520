"""Nights: seasons of the simulator, each played twice: the second is the first, byte for byte."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.fuzz.kinds import Kind
from tests.simulator.season import played


def trial(seed: int, folder: Path) -> Counter[str]:
    """One season, twice."""
    return played(seed, folder).counts


KIND = Kind("nights", trial, share=2)
