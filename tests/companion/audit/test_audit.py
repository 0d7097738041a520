"""``pierwszy journal audit``: what it says of journals as they were written, and of such as were altered."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.store.archive import JOURNAL, Archive
from companion.store.codec import decode, encode
from companion.store.edges import Edges
from firmware.boxfile import settings as boxes
from firmware.events import NS_PER_MS, NS_PER_US, Edge, Press, Within
from firmware.presses import race
from firmware.presses.arbiter import Arbiter
from firmware.presses.contact import Contact
from firmware.presses.spans import firsts
from tests.companion.store.recorded import ENGLISH, START, RecordedBox, edited

pytestmark = pytest.mark.plays("stopwatch", "buzzer")

Says = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Says:
    """Asks for an audit as people would; its exit code and its lines."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))

    def ask(*more: str) -> tuple[int, list[str]]:
        code = main(["journal", "audit", *more])
        out, err = capsys.readouterr()
        return code, (out or err).splitlines()

    return ask


def races(box: RecordedBox) -> None:
    """Two questions of the quiz: 1 before 2, then 3 and 1 at once."""
    box.enter("game buzzer seats=1,2,3")
    for oks, seats, apart_ms in ((2, (1, 2), 3.7), (3, (3, 1), 0.2)):
        for _ in range(oks):
            box.wait(1000)
            box.key("ok")
        box.wait(1000)
        for seat in seats:
            box.edge(seat, True)
            box.wait(apart_ms)
        box.wait(100)
        for seat in seats:
            box.edge(seat, False)
        box.wait(100)
        box.enter("right")


def evening(folder: Path) -> None:
    """That, and the stopwatch."""
    box = RecordedBox(folder)
    races(box)
    box.enter("game stopwatch seats=1,2")
    for _ in range(3):
        box.wait(400)
        box.tap(2)
    box.off()


def altered(folder: Path, change: Callable[[Any], Any]) -> None:
    """Each event made into another one, or into none, with checksums as if it had been written so."""
    with closing(Archive(folder)) as archive:
        events = archive.sitting(1).events
    kept = [after for event in events if (after := change(event)) is not None]
    with edited(folder) as db:
        for number, event in enumerate(kept):
            db.execute("UPDATE events SET event = ? WHERE n = ?", (encode(event), number))
        db.execute("DELETE FROM events WHERE n >= ?", (len(kept),))


# -- as it was written ---------------------------------------------------------------------------------------


def test_an_evening_is_agreed_upon_and_a_line_says_so_of_each_game(tmp_path: Path, says: Says) -> None:
    evening(tmp_path)
    first, second = (
        "game 1: 2 races, 4 presses, 8 edges: agreed",
        "game 2: 0 races, 3 presses, 6 edges: agreed",
    )
    assert says() == (0, [first, second, "in all: 2 games, 2 races, 7 presses, 14 edges: agreed"])
    assert says("2") == (0, [second, "in all: 1 game, 0 races, 3 presses, 6 edges: agreed"])


def test_it_is_told_as_json_too(tmp_path: Path, says: Says) -> None:
    evening(tmp_path)
    code, lines = says("--json")
    told = json.loads("\n".join(lines))
    assert (code, told["agreed"], told["unread"]) == (0, True, [])
    assert [one["races"] for one in told["audited"]] == [2, 0]


def test_without_a_journal_or_such_a_game_it_says_so(tmp_path: Path, says: Says) -> None:
    assert says()[0] == 2
    evening(tmp_path)
    assert says("3") == (
        2,
        [f"pierwszy: {tmp_path / JOURNAL}: expected the number of a game (see journal list), got 3"],
    )


def test_a_game_of_before_edges_were_kept_is_not_judged(tmp_path: Path, says: Says) -> None:
    evening(tmp_path)
    renumbered(tmp_path, lambda event: None if isinstance(event, Edges) else event)
    with edited(tmp_path) as db:
        db.execute("UPDATE sittings SET header = json_remove(header, '$.edges')")
    assert says("1") == (
        0,
        [
            "game 1: 2 races, 4 presses: no edges recorded",
            "in all: 1 game, 2 races, 4 presses, 0 edges: agreed, 1 game without edges not judged",
        ],
    )


def test_edges_that_were_recorded_and_are_gone_are_missed(tmp_path: Path, says: Says) -> None:
    evening(tmp_path)
    renumbered(tmp_path, lambda event: None if isinstance(event, Edges) else event)
    code, lines = says()
    assert code == 1
    assert "run 1: its edges were recorded and are gone" in lines


def test_a_press_that_was_written_twice_is_found(tmp_path: Path, says: Says) -> None:
    evening(tmp_path)
    again = list[str]()
    with edited(tmp_path) as db:
        rows = db.execute("SELECT id, now, event FROM events ORDER BY id").fetchall()
        last = rows[-1][0]
        again += [event for _, _, event in rows if isinstance(decode(event), Press)]
        db.execute("INSERT INTO events (id, now, event) VALUES (?, ?, ?)", (last + 1, rows[-1][1], again[-1]))
    code, lines = says()
    assert code == 1
    assert any("seat 2: the first judge told a press twice" in line for line in lines), lines


def test_a_run_that_was_killed_in_a_press_and_gone_on_with_is_agreed_upon(tmp_path: Path, says: Says) -> None:
    box = RecordedBox(tmp_path)
    races(box)
    box.edge(2, True)
    box.off()
    _goes_on(tmp_path, down=3, ms=50, then=2)
    code, lines = says()
    assert (code, lines[-1].split(": ")[-1]) == (0, "agreed"), lines


def _goes_on(folder: Path, *, down: int, ms: int, then: int) -> None:
    """Another run goes on with the game: another clock, and a finger on a button meanwhile."""
    again = RecordedBox(folder, START // 50)
    again.edge(down, True)
    again.wait(ms)
    again.enter("go on")
    again.wait(500)
    again.key("ok")
    again.edge(down, False)
    again.wait(500)
    again.tap(then)
    again.off()


def test_a_game_fetched_from_the_shelf_while_a_button_is_down_is_agreed_upon(
    tmp_path: Path, says: Says
) -> None:
    box = RecordedBox(tmp_path)
    races(box)
    box.enter("menu")
    box.off()
    _goes_on(tmp_path, down=1, ms=500, then=1)
    code, lines = says()
    assert (code, lines[-1].split(": ")[-1]) == (0, "agreed"), lines


def test_a_press_heard_before_its_game_is_known_goes_by_the_tie_of_before(tmp_path: Path, says: Says) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2,3")
    box.wait(500)
    box.edge(1, True)
    box.wait(5)
    box.enter("game buzzer seats=1,2,3 tie_us=100")  # typed while the gate waits for who else has pressed
    box.wait(1)
    for closed in (True, False, True):
        box.edge(2, closed)
        box.wait(0.2)
    box.wait(100)
    box.off()
    code, lines = says()
    assert (code, lines[-1].split(": ")[-1]) == (0, "agreed"), lines


def test_a_box_without_a_knob_is_agreed_upon_though_presses_there_are_the_hosts(
    tmp_path: Path, says: Says
) -> None:
    box = RecordedBox(tmp_path, settings=replace(boxes.minimal(), language="en"))
    for _ in range(3):
        box.tap(1)
        box.tap(2)
    box.enter("game stopwatch seats=1,2")
    box.wait(500)
    box.edge(1, True)
    box.edge(2, True)
    box.wait(1500)
    box.edge(1, False)
    box.edge(2, False)
    box.wait(500)
    box.off()
    code, lines = says()
    assert (code, lines[-1].split(": ")[-1]) == (0, "agreed"), lines


def test_an_edge_that_was_lost_is_judged_as_it_was(tmp_path: Path, says: Says) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    box.wait(400)
    box.tap(1)
    pin = box.table._factory.pin(ENGLISH.seats[2].button)
    box.edge(2, True)
    pin._change_state(True)  # type: ignore[no-untyped-call]  # open again, and nothing has told of it
    box.wait(1000)
    box.tap(2)
    box.off()
    assert says()[0] == 0
    with closing(Archive(tmp_path)) as archive:
        lines = [
            line for event in archive.sitting(1).events if isinstance(event, Edges) for line in event.lines
        ]
    assert [(line.seat, line.closed) for line in lines if line.how == "seen"] == [(2, False)]


@pytest.mark.parametrize("spell_ms", [1, 5], ids=["no press", "a press that isn't let go"])
def test_a_line_that_chatters_is_left_out_and_how_many_edges_is_kept(
    tmp_path: Path, says: Says, spell_ms: float
) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    box.wait(400)
    for number in range(4000):
        box.edge(2, number % 2 == 0)
        box.wait(spell_ms)
    box.wait(3000)
    box.tap(2)
    box.off()
    code, lines = says()
    assert code == 0, lines
    with closing(Archive(tmp_path)) as archive:
        kept = [
            line for event in archive.sitting(1).events if isinstance(event, Edges) for line in event.lines
        ]
    (left,) = [line for line in kept if line.how == "left"]
    assert len(kept) < 1000 < 3000 < left.many


def test_edges_that_came_too_late_are_marked_and_what_differs_there_is_counted_by_itself(
    tmp_path: Path, says: Says
) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    box.wait(400)
    box.edge(2, True)
    box.wait(100)
    box.edge(2, False, late_ms=98)
    box.edge(2, True, late_ms=90)  # so it had been no press
    box.wait(100)
    box.edge(2, False)
    box.wait(400)
    box.tap(1)
    box.off()
    code, lines = says()
    assert code == 0
    assert lines[0].endswith("agreed, 1 where edges came too late")


# -- as it was altered ---------------------------------------------------------------------------------------


def renumbered(folder: Path, change: Callable[[Any], Any]) -> None:
    """Each event made into another one, or None into none, with checksums as if it had been written so."""
    with edited(folder) as db:
        rows = db.execute("SELECT id, event FROM events ORDER BY id").fetchall()
        kept = [(key, after) for key, text in rows if (after := change(decode(text))) is not None]
        db.execute("DELETE FROM events")
        moved = {key % (1 << 28): number for number, (key, _) in enumerate(kept)}
        for number, (key, after) in enumerate(kept):
            db.execute(
                "INSERT INTO events (id, now, event) VALUES (?, ?, ?)",
                ((key >> 28 << 28) + number, after.at, encode(after)),
            )
        for game, first, last in db.execute("SELECT id, first, last FROM games").fetchall():
            db.execute(
                "UPDATE games SET first = ?, last = ? WHERE id = ?",
                (moved.get(first, first), moved.get(last, last), game),
            )


def only(change: Callable[[Press], Any], which: int = 0) -> Callable[[Any], Any]:
    """That press changed, and nothing else."""
    seen = []

    def changed(event: Any) -> Any:
        if isinstance(event, Press):
            seen.append(event)
            return change(event) if len(seen) == which + 1 else event
        return event

    return changed


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            only(lambda press: replace(press, at=press.at + 30 * NS_PER_US)),
            "seat 1: the first judge told the press +30.000 us from where the edges put it",
        ),
        (only(lambda _: None), "seat 1: the edges make a press, the first judge told none"),
        (
            only(lambda press: replace(press, seat=3)),
            "seat 3: the first judge told a press, the edges make none",
        ),
        (
            only(lambda press: replace(press, within=Within(NS_PER_MS, 0))),
            "seat 1: the first judge told it up to 1000 us earlier and 0 us later, the second as a pin's",
        ),
    ],
    ids=["moved", "dropped", "another's", "more unsure"],
)
def test_a_press_that_was_altered_with_its_checksum_is_found_by_its_edges(
    tmp_path: Path, says: Says, change: Callable[[Any], Any], said: str
) -> None:
    evening(tmp_path)
    renumbered(tmp_path, change)
    code, lines = says()
    assert code == 1
    assert any(said in line for line in lines), lines


def test_a_ruling_that_follows_from_altered_presses_is_told_with_what_it_should_be(
    tmp_path: Path, says: Says
) -> None:
    evening(tmp_path)
    swapped = {1: 2, 2: 1}
    renumbered(
        tmp_path,
        lambda event: (
            replace(event, seat=swapped[event.seat])
            if isinstance(event, Press) and event.at < START + 4000 * NS_PER_MS
            else event
        ),
    )
    code, lines = says()
    said = "the first judge said 2 was first (in order: 2, 1), the second 1 was first (in order: 1, 2)"
    assert code == 1
    assert any(said in line for line in lines), lines


def test_a_result_that_was_altered_with_its_checksum_is_found_by_its_events(
    tmp_path: Path, says: Says
) -> None:
    evening(tmp_path)
    with edited(tmp_path) as db:
        (result,) = db.execute("SELECT result FROM games WHERE id = 1").fetchone()
        told = {**json.loads(result), "winners": [3]}
        db.execute("UPDATE games SET result = ? WHERE id = 1", (json.dumps(told),))
    code, lines = says("1")
    assert code == 1
    assert lines[1] == "game 1: its result says winners [3], its events lead to [1]"


def test_what_cant_be_read_is_named_and_nothing_after_it_believed(
    tmp_path: Path, says: Says, expected_logs: list[logging.LogRecord]
) -> None:
    evening(tmp_path)
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as db, db:
        (last,) = db.execute("SELECT max(n) FROM events").fetchone()
        db.execute("UPDATE events SET now = now + 1 WHERE n = 9")
    code, lines = says()
    assert code == 1
    assert f"run 1: {last - 8} events can't be read, not audited from event 9 on" in lines
    assert [line.split(": ")[-1] for line in lines[:2]] == ["agreed, the rest can't be read"] * 2
    assert "result" not in "".join(lines)
    assert expected_logs


def test_a_damaged_file_is_named_though_what_is_left_of_it_is_agreed_upon(
    tmp_path: Path, says: Says, expected_logs: list[logging.LogRecord]
) -> None:
    evening(tmp_path)
    file = tmp_path / JOURNAL
    image = bytearray(file.read_bytes())
    image[100:108] = bytes(8)  # of the first page's header
    file.write_bytes(image)
    code, lines = says()
    assert code == 1
    assert "the journal is damaged: of what it lacks nothing is known" in lines
    assert lines[0] == "game 1: 2 races, 4 presses, 8 edges: agreed"
    assert expected_logs


# -- as it was misjudged -------------------------------------------------------------------------------------


def test_a_box_that_breaks_ties_by_the_lower_number_is_found(
    tmp_path: Path, says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(race, "firsts", lambda *asked: (min(firsts(*asked), key=lambda press: press.seat),))
    evening(tmp_path)
    code, lines = says()
    said = "the first judge said 1 was first (in order: 3, 1), the second a tie of 1, 3 (in order: 3, 1)"
    assert code == 1
    assert any(said in line for line in lines), lines


def test_a_box_that_stamps_one_seat_late_is_found(
    tmp_path: Path, says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = Arbiter.feed

    def biased(self: Arbiter, edge: Edge, now: int) -> Any:
        return feed(self, replace(edge, at=edge.at + 30 * NS_PER_US) if edge.line == 2 else edge, now)

    with monkeypatch.context() as biasing:
        biasing.setattr(Arbiter, "feed", biased)
        evening(tmp_path)
    code, lines = says()
    assert code == 1
    assert any("seat 2: the first judge told the press +30.000 us from" in line for line in lines), lines


def test_a_box_that_drops_a_press_is_found(
    tmp_path: Path, says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept, dropped = Contact._accept, list[int]()

    def drops(self: Contact, at: int) -> None:
        accept(self, at)
        if not dropped:
            dropped.append(at)
            self.outcomes.pop()

    with monkeypatch.context() as dropping:
        dropping.setattr(Contact, "_accept", drops)
        evening(tmp_path)
    code, lines = says()
    assert code == 1
    assert any("the edges make a press, the first judge told none" in line for line in lines), lines
