from __future__ import annotations

import pytest

from companion.table.parts import until
from firmware.events import NS_PER_MS, NS_PER_S


@pytest.mark.parametrize(
    ("now_ms", "left_ms", "seconds"),
    [
        (0, 3000, 3),
        (7000, 3000, 3),
        (7001, 2999, 3),
        (8000, 2000, 2),
        (9999, 1, 1),
        (10_000, 0, 0),
        (11_000, 0, 0),
    ],
)
def test_it_runs_from_the_whole_down_to_nothing(now_ms: int, left_ms: int, seconds: int) -> None:
    three = until(10 * NS_PER_S, 3 * NS_PER_S, now_ms * NS_PER_MS)
    assert three.left == left_ms * NS_PER_MS
    assert three.seconds == seconds
