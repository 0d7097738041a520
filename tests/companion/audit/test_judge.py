"""The second judge: what it makes of edges, and that the first makes the same of them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.audit import judge
from companion.audit.judge import Edge, Press, presses, verdict
from firmware import events
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Seat
from firmware.presses.race import Race
from firmware.times import Times
from tests.firmware.presses.wires import Bench, ms

TIMES = asdict(Times())
T, TIE = NS_PER_S, TIMES["tie"]


def line(seat: Seat, *after_ms: float, closes: bool = True) -> list[Edge]:
    """A line's edges so long after T, in turn."""
    return [Edge(seat, (n % 2 == 0) is closes, T + at) for n, at in enumerate(ms(*after_ms))]


def stamps(edges: Sequence[Edge], in_play: Sequence[Seat] | None = None) -> list[tuple[Seat, float]]:
    """The presses of these edges, in ms after T."""
    return [(press.seat, (press.at - T) / NS_PER_MS) for press in presses(edges, TIMES, in_play)]


@pytest.mark.parametrize(
    ("edges", "pressed"),
    [
        (line(1, 0, 80), [0]),
        (line(1, 0, 2.9), []),
        (line(1, 0, 3), [0]),
        (line(1, 0), [0]),
        (line(1, 0, 1, 1.5, 2, 4, 60), [0]),
        (line(1, 0, 0.04, 2.04, 60), [2.04]),
        (line(1, 0, 0.05, 2.05, 60), [0]),
        (line(1, 0, 1, 5, 60), [5]),
        (line(1, 0, 0.1, 1, 1.1, 17.1, 80), [17.1]),
        (line(1, 0, 60, 89, 130), [0]),
        (line(1, 0, 60, 90, 130), [0, 90]),
    ],
    ids=[
        "a press",
        "too short",
        "just long enough",
        "still held",
        "bouncing",
        "a spike, then a press",
        "a touch that goes on after a lull",
        "a touch, and another after it",
        "a bounce too long for the first touch",
        "bouncing as it is let go",
        "pressed again",
    ],
)
def test_a_press_is_stamped_at_the_first_touch_that_comes_to_rest(
    edges: list[Edge], pressed: list[float]
) -> None:
    assert stamps(edges) == [(1, at) for at in pressed]


def test_a_press_first_heard_of_as_it_opened_was_touched_before_that() -> None:
    (press,) = presses(line(1, 0, 0.2, 80, closes=False), TIMES)
    assert press == Press(1, T, (TIE // 2 + 500 * NS_PER_US, TIE // 2, 0, ""))


def test_an_opening_told_by_a_device_is_as_unsure_as_the_device_says() -> None:
    within = (NS_PER_MS, 0, NS_PER_MS, "usb-1")
    edges = [edge._replace(within=within) for edge in line(1, 0, 0.2, 80, closes=False)]
    assert presses(edges, TIMES) == [Press(1, T, within)]


def test_a_line_closed_from_the_start_presses_only_once_it_was_let_go() -> None:
    stuck = Edge(1, True, T - NS_PER_S, how="start")
    assert stamps([stuck, *line(1, 0, 5, 100, 180, closes=False)]) == [(1, 180)]


def test_what_was_seen_of_a_line_proves_no_length() -> None:
    closed, opened = line(1, 0, 40)
    assert stamps([closed, opened._replace(how="seen")]) == []
    held, closes = line(1, 0, 100), Edge(1, True, T + 150 * NS_PER_MS)
    seen = Edge(1, True, T + 110 * NS_PER_MS, how="seen")
    assert stamps([*held, seen, closes]) == [(1, 0)]


def test_edges_that_were_left_out_make_nothing_of_those_around_them() -> None:
    closes, *after = line(1, 0, 700, 900)
    left = Edge(1, False, T + 500 * NS_PER_MS, how="left")
    again = Edge(1, True, T + 600 * NS_PER_MS)
    assert stamps([closes, left, again, *after]) == [(1, 600), (1, 900)]


def test_a_line_with_twenty_spikes_in_a_second_is_unheard_for_a_second() -> None:
    spikes = [at for n in range(20) for at in (40 * n, 40 * n + 0.01)]
    assert stamps(line(1, *spikes, 1700, 1759, 1800)) == [(1, 1800)]
    assert stamps(line(1, *spikes[2:], 1700, 1759, 1800)) == [(1, 1700), (1, 1800)]


def test_three_lines_hit_at_once_and_soon_open_are_no_presses() -> None:
    struck = [*line(1, 0, 5), *line(2, 0.1, 5), *line(3, 0.05, 5)]
    assert stamps(struck) == []
    assert stamps(struck, [1, 2]) == [(1, 0), (3, 0.05), (2, 0.1)]
    assert len(stamps([*line(1, 0, 5), *line(2, 0.1, 5), *line(3, 0.05, 25)])) == 3
    assert stamps([*line(1, 0, 5), *line(2, 0, 5), *line(3, 0.05, 0.06)]) == []


@pytest.mark.parametrize(("gap", "tied"), [(TIE - 1, (1, 2)), (TIE, (1, 2)), (TIE + 1, ())])
def test_presses_no_further_apart_than_a_tie_are_one(gap: int, tied: tuple[Seat, ...]) -> None:
    told = verdict([(2, T + gap, None), (1, T, None)], TIE)
    assert told == (None if tied else 1, (1, 2), tied)


def test_a_polled_button_may_have_been_before_a_pin_that_is_stamped_first() -> None:
    usb = (8 * NS_PER_MS, 0, 8 * NS_PER_MS, "usb-1")
    assert verdict([(1, T, None), (2, T + 8 * NS_PER_MS, usb)], TIE).tied == (1, 2)
    assert verdict([(2, T, usb), (1, T + 8 * NS_PER_MS, None)], TIE).winner == 2
    assert verdict([(2, T, usb), (3, T + 8 * NS_PER_MS, usb)], TIE).tied == (2, 3)


def test_nobody_pressed_and_nobody_was_first() -> None:
    assert verdict([], TIE) == (None, (), ())


# -- as the first does ---------------------------------------------------------------------------------------

SPELLS = [
    *(NS_PER_US * us for us in (1, 49, 50, 51, 100, 500)),
    *(NS_PER_MS * n + more for n in (2, 3, 4, 17, 20, 30) for more in (-1, 0, 1)),
    *(NS_PER_MS * n for n in (1, 5, 10, 60, 200, 1000)),
]
spell = st.sampled_from(SPELLS) | st.integers(1, 40 * NS_PER_MS)
pairs = st.lists(st.tuples(spell, spell), max_size=12)
noise = st.lists(
    st.tuples(st.sampled_from([1_000, NS_PER_MS]), st.integers(5, 45).map(NS_PER_MS.__mul__)),
    min_size=19,
    max_size=22,
)
train = (pairs | st.tuples(noise, pairs).map(lambda both: both[0] + both[1])).map(
    lambda spells: [one for pair in spells for one in pair]
)
within = st.none() | st.builds(
    events.Within,
    st.sampled_from([0, NS_PER_MS]),
    st.sampled_from([0, NS_PER_MS]),
    st.sampled_from([50 * NS_PER_US, NS_PER_MS]),
    st.sampled_from(["", "a", "b"]),
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Bench, list[Edge], list[Seat]]:
    """Up to eight lines that close at about the same time, and edges that come in time; some are merged."""
    seats = range(1, draw(st.sampled_from([1, 2, 3, 8])) + 1)
    bench, edges, merged = Bench(seats), list[Edge](), st.integers(0, 100 * NS_PER_US) | st.just(0)
    in_play = sorted(draw(st.sets(st.sampled_from(seats))))
    bench.arbiter.in_play = in_play
    for seat in seats:
        unsure = draw(within)
        if unsure is not None:
            bench.arbiter.within[seat] = unsure
        at, changes = T + draw(st.integers(0, 200 * NS_PER_US) | st.sampled_from(SPELLS)), list[int]()
        for spell in draw(train):
            changes.append(at)
            at += spell
        bench.wires[seat].changes, here, number = changes, 0, 0
        while number < len(changes):
            reads = changes[number] + draw(merged)
            while number + 1 < len(changes) and changes[number + 1] <= reads:
                number += 1
            here = max(here, changes[number] + draw(st.sampled_from([0, 0, NS_PER_MS, 19 * NS_PER_MS])))
            closed, stamp, number = number % 2 == 0, changes[number], number + 1
            bench.deliver(events.Edge(seat, closed, stamp), here)
            edges.append(Edge(seat, closed, stamp, unsure))
    return bench, edges, in_play


@given(tables(), st.sampled_from([0, TIE, 30 * NS_PER_MS]))
def test_both_judges_make_the_same_presses_of_edges_that_come_in_time(
    table: tuple[Bench, list[Edge], list[Seat]], tie: int
) -> None:
    bench, edges, in_play = table
    bench.arbiter.tie = tie
    bench.run(T + 30 * NS_PER_S)
    second = presses(edges, {**TIMES, "tie": tie}, in_play)
    first = [event for event in bench.events if isinstance(event, events.Press)]
    assert second == sorted(
        ((one.seat, one.at, one.within) for one in first), key=lambda one: (one[1], one[0])
    )
    race, soonest = Race(0, tie), dict[Seat, Press]()
    for press, judged in zip(sorted(first, key=lambda one: (one.at, one.seat)), second, strict=True):
        race = race.enter(press)
        soonest.setdefault(judged.seat, judged)
    ruling, told = race.rule().ruling, verdict(soonest.values(), tie)
    if ruling is None:
        assert told == (None, (), ())
    else:
        assert (ruling.winner, ruling.order, ruling.tied) == told


def test_it_shares_no_code_with_the_first_and_is_short() -> None:
    text = Path(judge.__file__).read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {name.name for node in imports if isinstance(node, ast.Import) for name in node.names}
    rooms = {str(node.module).partition(".")[0] for node in imports if isinstance(node, ast.ImportFrom)}
    assert {*names, *rooms} <= {*sys.stdlib_module_names}
    assert len(text.splitlines()) <= 300
