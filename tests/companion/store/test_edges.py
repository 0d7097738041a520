"""Edges in a journal: before what was made of them, in one commit, and never for long in memory alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import JournalError
from companion.store.archive import JOURNAL
from companion.store.codec import decode, encode
from companion.store.edges import MOST_WAITING, Edges, How, OnLine
from firmware.events import Press, Within
from tests.companion.store.recorded import START, RecordedBox, sitting_of

_at = st.integers(0, 2**62)
_within = st.none() | st.builds(Within, _at, _at, _at, st.text())
_line = st.builds(
    OnLine, st.integers(1, 8), st.booleans(), _at, _within, st.just(How.EDGE), st.just(0)
) | st.builds(OnLine, st.integers(1, 8), st.booleans(), _at, _within, st.sampled_from([*How][1:]), _at)


@given(st.builds(Edges, st.lists(_line).map(tuple), _at))
def test_edges_are_read_as_they_were_written(edges: Edges) -> None:
    assert decode(encode(edges)) == edges


@pytest.mark.parametrize(
    "text",
    [
        '["edges"]',
        '["edges", [], 1.5]',
        '["edges", [[9, 1, 7]], 1]',
        '["edges", [[1, 2, 7]], 1]',
        '["edges", [[1, 1]], 1]',
        '["edges", [[1, 1, 7, 1, 2, 3]], 1]',
        '["edges", [[1, 1, 7, 1, 2, 3, 4]], 1]',
        '["edges", [[1, 1, 7, "lost", 0]], 1]',
        '["edges", [[1, 1, 7, "late", null]], 1]',
        '["edges", [[1, 1, 7, "late", 1, 2]], 1]',
        '["edges", [[1, 1, 9223372036854775808]], 1]',
        '["edges", 7, 1]',
    ],
)
def test_what_is_no_edges_is_refused(text: str) -> None:
    with pytest.raises(JournalError):
        decode(text)


@pytest.mark.plays("stopwatch")
def test_a_press_stands_right_behind_its_edges_and_costs_one_commit(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    box.wait(400)
    commits = box.journal._syncer.commits
    for after_ms, closed in ((0, True), (0.3, False), (0.5, True)):
        box.wait(after_ms)
        box.edge(1, closed)
    assert box.journal._syncer.commits == commits
    box.wait(60)
    assert box.journal._syncer.commits == commits + 1
    *_, edges, press = sitting_of(tmp_path).events
    box.off()
    assert isinstance(press, Press)
    assert isinstance(edges, Edges)
    came = [(line.seat, line.closed, line.at - press.at) for line in edges.lines if line.how is How.EDGE]
    assert came == [(1, True, 0), (1, False, 300_000), (1, True, 800_000)]


@pytest.mark.plays("stopwatch")
def test_no_press_is_ever_on_the_card_without_its_edges(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    seen = set[int]()

    def acted(_: object) -> None:
        with closing(sqlite3.connect(tmp_path / JOURNAL)) as db:
            texts = [text for (text,) in db.execute("SELECT event FROM events ORDER BY id")]
        told = [line.at for text in texts if isinstance(edges := decode(text), Edges) for line in edges.lines]
        pressed = [press.at for text in texts if isinstance(press := decode(text), Press)]
        assert set(pressed) <= set(told)
        seen.update(pressed)

    box.loop.on_cue = acted
    for seat in (1, 2, 1):
        box.wait(400)
        box.tap(seat)
    box.off()
    assert len(seen) == 3


@pytest.mark.plays("stopwatch")
def test_spikes_that_lead_to_nothing_are_written_within_seconds_or_once_they_are_many(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")

    def spikes(many: int) -> None:
        for _ in range(many):
            box.edge(1, True)
            box.wait(0.01)
            box.edge(1, False)
            box.wait(60)

    def written() -> int:
        found = [event for event in sitting_of(tmp_path).events if isinstance(event, Edges)]
        return sum(line.how is How.EDGE for edges in found for line in edges.lines)

    box.wait(400)
    spikes(1)
    assert written() == 0
    box.loop.run_until(START + 60 * 10**9, box.clock.set)
    box.wait(10_000)
    box.loop.step()
    assert written() == 2
    box.wait(5000)
    spikes(MOST_WAITING // 2)
    assert written() > 2
    box.off()
