"""The error budget's page is what the budget says, and the budget what the program allows."""

from __future__ import annotations

import re

import pytest

from companion.app.desk_inputs import BY_WINDOW
from companion.app.desk_table import KEYBOARD_TIE_NS
from companion.phones.source import TOUCH_LEAST_NS, TOUCH_MS
from firmware.budget import BUDGET, Kind, guard, promise
from firmware.budget_parts import LATER
from firmware.events import NS_PER_MS, NS_PER_US
from firmware.pi.head_clock import OWN_NS
from firmware.pi.input_polling import UNKNOWN_MS
from firmware.pi.input_wish import DELAY_MS, HEADS
from hardware.plans import files
from hardware.plans.budget_page import TIES, page, span, told


def test_the_page_is_what_the_budget_says() -> None:
    path, text = files.budget()
    assert path.read_text(encoding="utf-8") == text, "stale: run `make hardware`"


def test_each_part_stands_in_the_table_of_each_of_its_kinds_with_its_source() -> None:
    tables = re.split("^### ", page(), flags=re.MULTILINE)[1:]
    for part in BUDGET:
        rows = [line for table in tables for line in table.splitlines() if f"| {part.name}" in line]
        assert len(rows) == len(part.kinds)
        assert all(line.startswith(f"| {span(part)} |") for line in rows)
    sources = page().split("## Sources")[1]
    assert re.findall(r"^(\d+)\. ", sources, re.MULTILINE) == [
        str(number + 1) for number in range(len(BUDGET) + len(LATER))
    ]


@pytest.mark.parametrize(
    ("ns", "up", "said"),
    [
        (473_972, False, "473 µs"),
        (526_028, True, "527 µs"),
        (1_485_328, True, "1.49 ms"),
        (14_672, False, "14.6 µs"),
        (-137.2, True, "-138 ns"),
        (10 * NS_PER_MS, True, "10 ms"),
        (999_999, True, "1 ms"),
        (0, True, "0 ns"),
    ],
)
def test_a_time_is_rounded_so_that_no_promise_grows(ns: float, up: bool, said: str) -> None:
    assert told(ns, up=up) == said


def bounds(kind: Kind, name: str) -> tuple[int, int]:
    """Those of a kind's part."""
    (part,) = [part for part in BUDGET if kind in part.kinds and name in part.name]
    return part.late


def test_what_sources_say_of_their_own_width_is_what_the_budget_has_of_it() -> None:
    assert bounds(Kind.USB, "asked") == (0, UNKNOWN_MS * NS_PER_MS)
    assert bounds(Kind.USB, "debounce") == tuple(ms * NS_PER_MS for ms in DELAY_MS)
    assert bounds(Kind.PHONE, "glass") == (TOUCH_LEAST_NS, TOUCH_LEAST_NS + TOUCH_MS * NS_PER_MS)
    assert bounds(Kind.KEY, "scanned") == (0, BY_WINDOW.apart)
    assert bounds(Kind.KEY, "window")[1] == BY_WINDOW.before - BY_WINDOW.apart
    assert bounds(Kind.HEAD, "capacitor")[1] + 8 * NS_PER_US == OWN_NS
    assert {TIES[Kind.HEAD], TIES[Kind.KEY]} == {HEADS.apart, KEYBOARD_TIE_NS}


def test_a_promise_at_the_shipped_ties_leaves_no_wrong_winner_where_stamps_are_the_kernels_or_a_heads() -> (
    None
):
    for kind in (Kind.PIN, Kind.BARE, Kind.HEAD):
        always, never = promise(guard(kind), TIES[kind])
        assert 0 < always < TIES[kind] < never
