from __future__ import annotations

import pytest

from companion.loop.zero_lines import PULL_NS, Pull
from companion.session.zero import Zero
from firmware.times import Times


@pytest.fixture
def driven() -> list[bool]:
    return []


@pytest.fixture
def pull(driven: list[bool]) -> Pull:
    return Pull(driven.append)


def test_all_lines_are_closed_once_as_a_test_begins_and_opened_again(pull: Pull, driven: list[bool]) -> None:
    zero = Zero((1, 2), 500)
    assert pull.step(None, 400) is None
    assert pull.step(zero, 600) == 600 + PULL_NS
    assert pull.step(zero.press(1, 700), 800) == 600 + PULL_NS
    assert driven == [True]
    assert pull.step(zero, 600 + PULL_NS) is None
    assert pull.step(zero, 700 + PULL_NS) is None
    assert driven == [True, False]


def test_a_test_skipped_at_once_leaves_no_line_closed(pull: Pull, driven: list[bool]) -> None:
    pull.step(Zero((1, 2), 500), 600)
    assert pull.step(None, 700) == 600 + PULL_NS
    pull.step(None, 600 + PULL_NS)
    assert driven == [True, False]


def test_tested_again_they_are_closed_again(pull: Pull, driven: list[bool]) -> None:
    for since in (500, 500 + 2 * PULL_NS):
        pull.step(Zero((1, 2), since), since)
        pull.step(Zero((1, 2), since), since + PULL_NS)
    assert driven == [True, False, True, False]


def test_they_are_closed_for_longer_than_what_counts_as_interference() -> None:
    assert Times().bounce < PULL_NS


def test_a_box_that_can_not_closes_none() -> None:
    assert Pull(None).step(Zero((1, 2), 500), 600) is None
