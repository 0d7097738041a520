from __future__ import annotations

import errno
import logging
import os
import random
import re
import resource
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import JournalBusyError, JournalError
from companion.i18n import speaker
from companion.session.screens import fault_text
from companion.store import folder as folders
from companion.store import opening
from companion.store.archive import JOURNAL, Archive
from companion.store.codec import Recorded, Woke, decode, encode
from companion.store.folder import folder_to_read, state_folder
from companion.store.journal import Journal
from companion.store.rows import PAGE_BYTES, VERSION
from companion.store.salvage import BLOCK
from companion.store.syncer import Syncer
from companion.store.wal import HEADER, read_log
from firmware.events import Enter, Event, HostKey, Key, Knob, Press, Release, Resumed, Rolled, Tick, Within
from tests.companion.store.recorded import (
    RecordedBox,
    as_first_version,
    games_of,
    handed_on,
    no_sync,
    sitting_of,
    taken,
)

SOON = 10.0
"""Seconds; only something broken ever waits this long."""

Logs = list[logging.LogRecord]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path, sync=no_sync)
    yield opened
    opened.close()


def events_in(folder: Path, sitting: int = 1) -> tuple[Recorded, ...]:
    with closing(Archive(folder)) as archive:
        return archive.sitting(sitting).events


def presses(count: int) -> list[Press]:
    return [Press(1 + number % 8, number) for number in range(count)]


# -- events --------------------------------------------------------------------------------------------------

_at = st.integers(0, 2**62)
_seat = st.integers(1, 8)
_event: st.SearchStrategy[Event] = st.one_of(
    st.builds(Press, _seat, _at),
    st.builds(Press, _seat, _at, st.builds(Within, _at, _at, _at, st.text())),
    st.builds(Release, _seat, _at),
    st.builds(Tick, _at),
    st.builds(Knob, st.integers(-100, 100), _at),
    st.builds(Key, st.sampled_from(HostKey), _at),
    st.builds(Enter, st.text(st.characters(codec=None)), _at),
    st.builds(Rolled, st.lists(st.text(), max_size=10).map(tuple), _at),
    st.builds(Resumed, _at, _at),
)


@given(_event)
def test_any_event_is_read_as_it_was_written(event: Event) -> None:
    encode(event).encode("ascii")
    assert decode(encode(event)) == event
    assert decode(encode(Woke(event))) == Woke(event)


def test_a_pins_press_is_written_as_it_always_was_and_another_with_how_unsure_it_is() -> None:
    assert encode(Press(3, 7)) == '["press", 3, 7]'
    assert encode(Press(3, 7, Within(12, 0))) == '["press", 3, 7, [12, 0, 0, ""]]'
    assert decode('["press", 3, 7, [12, 0]]') == Press(3, 7, Within(12, 0))


@pytest.mark.parametrize(
    "text",
    [
        *("", "3", "[]", "{}", "null", "[", '["press"]', '["press", 9, 1]', '["press", 1, "soon"]'),
        *('["press", 1, 1.5]', '["jump", 1]', '[["press"], 1]', '["key", "jump", 1]', '["woke"]'),
        '["woke", "woke", "tick", 1]',
        *(
            '["press", 1, 1, 5]',
            '["press", 1, 1, [5]]',
            '["press", 1, 1, [5, -1]]',
            '["press", 1, 1, [1.5, 2]]',
        ),
        *('["press", 1, 1, ["a", "b"]]', '["press", 1, 1, null]', f'["press", 1, 1, [{1 << 63}, 0]]'),
        '["release", 1, 1, [5, 5]]',
    ],
)
def test_what_is_no_event_is_named(text: str) -> None:
    with pytest.raises(JournalError, match="expected an event"):
        decode(text)


def test_whoever_looks_by_hand_finds_events_by_run_and_number(tmp_path: Path, journal: Journal) -> None:
    for run in (1, 2):
        journal.begin_sitting({})
        for event in presses(2 + run):
            journal.record(event, event.at + 30)
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as db:
        rows = db.execute("SELECT sitting, n, now, event FROM events WHERE sitting = 2 AND n > 1").fetchall()
        assert rows == [(2, number, number + 30, encode(presses(4)[number])) for number in (2, 3)]
        assert db.execute("UPDATE events SET event = 'x' WHERE sitting = 1 AND n = 0").rowcount == 1


def test_events_come_back_in_their_order(tmp_path: Path, journal: Journal) -> None:
    journal.begin_sitting({})
    for event in presses(300):
        journal.record(event, event.at + 30)
    assert events_in(tmp_path) == tuple(presses(300))
    with closing(Archive(tmp_path)) as archive:
        assert archive.sitting(1).handed_on == tuple(event.at + 30 for event in presses(300))


def test_an_event_is_there_for_others_as_soon_as_it_is_recorded(tmp_path: Path, journal: Journal) -> None:
    journal.begin_sitting({})
    for number, event in enumerate(presses(5)):
        journal.record(event, 0)
        assert len(events_in(tmp_path)) == number + 1


def test_what_is_written_together_is_there_together(tmp_path: Path, journal: Journal) -> None:
    journal.begin_sitting({})
    with journal.together():
        journal.record(Enter("game dice", 1), 1)
        journal.game_begins("dice seats=1,2")
        assert events_in(tmp_path) == ()
        assert games_of(tmp_path) == []
    assert len(events_in(tmp_path)) == len(games_of(tmp_path)) == 1


def test_a_new_run_ends_the_one_before(tmp_path: Path, journal: Journal) -> None:
    journal.begin_sitting({"box": 1})
    journal.record(Enter("game dice", 1), 1)
    journal.game_begins("dice")
    journal.record(Press(1, 2), 2)
    unfinished = journal.unfinished()
    assert unfinished is not None
    assert (unfinished.header, len(unfinished.events)) == ({"box": 1}, 2)
    journal.begin_sitting({"box": 2})
    (game,) = games_of(tmp_path)
    assert (game.first, game.last, game.result) == (0, 1, None)
    later = journal.unfinished()
    assert later is not None
    assert (later.header, later.events) == ({"box": 2}, ())


def test_what_is_kept_is_there_next_time(tmp_path: Path, journal: Journal) -> None:
    journal.keep("names", {"1": "Żółw"})
    journal.keep("volume", 1)
    journal.keep("volume", 2)
    journal.close()
    again = Journal(tmp_path, sync=no_sync)
    assert again.kept() == {"names": {"1": "Żółw"}, "volume": 2}
    again.close()


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        (
            {"STATE_DIRECTORY": "/var/lib/pierwszy:/var/lib/other", "XDG_STATE_HOME": "/x"},
            "/var/lib/pierwszy",
        ),
        ({"XDG_STATE_HOME": "/home/ola/state"}, "/home/ola/state/pierwszy"),
        ({"HOME": "/home/ola"}, "/home/ola/.local/state/pierwszy"),
    ],
)
def test_the_folder_is_systemds_or_the_users(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], folder: str
) -> None:
    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert state_folder() == Path(folder)


def test_games_are_read_where_the_service_writes_unless_another_folder_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(folders, "SERVICE_FOLDER", tmp_path)
    monkeypatch.setenv("STATE_DIRECTORY", "/my/own")
    assert folder_to_read() == Path("/my/own")
    monkeypatch.delenv("STATE_DIRECTORY")
    assert folder_to_read() == state_folder()
    Journal(tmp_path, sync=no_sync).close()
    assert folder_to_read() == tmp_path != state_folder()


def test_a_journal_that_one_may_not_write_to_is_read_whether_it_is_open_or_closed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    journal = Journal(tmp_path, sync=no_sync)
    journal.begin_sitting({})
    events = presses(3)
    for event in events[:2]:
        journal.record(event, event.at)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert events_in(tmp_path) == tuple(events[:2])
    journal.record(events[2], events[2].at)
    journal.close()
    with closing(Archive(tmp_path)) as archive:
        assert archive.sitting(1).events == tuple(events)
        assert [path.name for path in tmp_path.glob(f"{JOURNAL}*")] == [JOURNAL]  # nothing was made beside it


# -- the disk ------------------------------------------------------------------------------------------------


class SlowCard:
    """Syncs when it is let; tells what it was asked to sync, and by which thread."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.syncing = threading.Event()
        self.let = threading.Event()

    def __call__(self, descriptor: int) -> None:
        self.asked.append(
            (str(Path(f"/proc/self/fd/{descriptor}").readlink()), threading.current_thread().name)
        )
        self.syncing.set()
        assert self.let.wait(SOON)


@pytest.fixture
def _synced_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.syncer._GATHER_S", 0.001)


@pytest.mark.usefixtures("_synced_soon")
def test_the_log_is_synced_by_a_thread_of_its_own_and_nobody_waits_for_it(tmp_path: Path) -> None:
    card = SlowCard()
    journal = Journal(tmp_path, sync=card)
    journal.begin_sitting({})
    assert card.syncing.wait(SOON)
    for event in presses(200):  # the card has taken nothing yet
        journal.record(event, 0)
    assert events_in(tmp_path) == tuple(presses(200))
    card.syncing.clear()
    card.let.set()
    assert card.syncing.wait(SOON), "what was written during a sync must be synced, too"
    journal.close()
    assert set(card.asked) == {(str(tmp_path / f"{JOURNAL}-wal"), "journal")}


def until(done: Callable[[], bool], meanwhile: Callable[[], None]) -> None:
    """Let the journal's thread work until something is so, which is looked at again and again."""
    end = time.monotonic() + SOON
    while not done():
        assert time.monotonic() < end
        meanwhile()
        os.sched_yield()


@pytest.mark.usefixtures("_synced_soon")
def test_the_log_is_emptied_while_the_box_runs_once_everything_is_in_the_database_and_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.writer.EMPTY_EVERY", 100)
    log = tmp_path / f"{JOURNAL}-wal"
    sizes = []
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        journal.begin_sitting({})
        for event in presses(1000):
            journal.record(event, 0)
            if event.at % 150 == 149:  # a moment in which nobody plays
                until(lambda: not journal._syncer.emptying, journal.try_again)
            sizes.append(log.stat().st_size)
    assert max(sizes) < 150 * 2 * 600
    assert len(events_in(tmp_path)) == 1000


@pytest.mark.usefixtures("_synced_soon")
def test_a_log_that_somebody_reads_is_emptied_when_they_have_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.writer.EMPTY_EVERY", 1)
    monkeypatch.setattr("companion.store.syncer.AGAIN_S", 0.001)
    log, syncs = tmp_path / f"{JOURNAL}-wal", list[int]()
    with closing(Journal(tmp_path, sync=syncs.append)) as journal:
        journal.begin_sitting({})
        with closing(sqlite3.connect(tmp_path / JOURNAL, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM events").fetchall()
            for event in presses(10):
                journal.record(event, 0)
            syncs.clear()
            until(lambda: len(syncs) > 2, journal.try_again)
            journal.try_again()
            assert (journal.trouble, log.stat().st_size > 0) == (None, True)
        until(lambda: not log.stat().st_size, journal.try_again)
    assert events_in(tmp_path) == tuple(presses(10))


def test_a_killed_boxs_log_is_emptied_when_it_is_opened(tmp_path: Path, journal: Journal) -> None:
    journal.begin_sitting({})
    for event in presses(100):
        journal.record(event, 0)
    there = tmp_path / "copy"
    there.mkdir()
    for name in (JOURNAL, f"{JOURNAL}-wal"):  # what a kill leaves
        shutil.copy(tmp_path / name, there / name)
    again = Journal(there, sync=no_sync)
    assert (there / f"{JOURNAL}-wal").stat().st_size == 0
    unfinished = again.unfinished()
    assert unfinished is not None
    assert unfinished.events == tuple(presses(100))
    again.close()


@pytest.mark.usefixtures("_synced_soon")
def test_a_card_that_failed_is_told_until_everything_is_on_it_after_all(
    tmp_path: Path, expected_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.syncer.AGAIN_S", 0.001)
    works = threading.Event()

    def fail(_: int) -> None:
        if not works.is_set():
            raise OSError(5, "Input/output error")

    with closing(Journal(tmp_path, sync=fail)) as journal:
        journal.begin_sitting({})
        until(lambda: journal.trouble is not None, journal.try_again)
        assert journal.trouble == f"{tmp_path / JOURNAL}: input/output error"
        journal.record(presses(1)[0], 0)  # a kill would lose nothing all the same
        assert len(events_in(tmp_path)) == 1
        works.set()
        until(lambda: journal.trouble is None, journal.try_again)
        assert (tmp_path / f"{JOURNAL}-wal").stat().st_size == 0  # what it has dropped of it is never read
    assert len(events_in(tmp_path)) == 1
    assert len(expected_logs) == 1


@pytest.mark.usefixtures("_synced_soon")
@pytest.mark.parametrize("replaced", [False, True])
def test_a_journal_that_was_deleted_or_replaced_is_there_again_with_all_that_was_in_it(
    tmp_path: Path, expected_logs: Logs, replaced: bool
) -> None:
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        journal.begin_sitting({})
        journal.record(presses(1)[0], 0)
        for tail in ("", "-wal", "-shm"):
            (tmp_path / f"{JOURNAL}{tail}").unlink()
        if replaced:
            (tmp_path / JOURNAL).write_text("something else")
        until(lambda: journal._syncer.lost, journal._syncer.nudge)
        for event in presses(3)[1:]:
            journal.record(event, 0)
        assert (journal.trouble, journal.set_aside is not None) == (None, replaced)
    assert events_in(tmp_path) == tuple(presses(3))
    aside = [path.read_text() for path in tmp_path.glob("journal-damaged-*.sqlite3")]
    assert aside == ["something else"] * replaced
    assert len(expected_logs) == 1


def test_a_look_at_the_files_before_says_nothing_of_those_that_have_taken_their_place(tmp_path: Path) -> None:
    class Slow(Syncer):
        def _seen(self) -> tuple[int, int]:
            seen, self._seen = super()._seen(), super()._seen  # type: ignore[method-assign]
            (tmp_path / JOURNAL).rename(tmp_path / "aside")
            (tmp_path / JOURNAL).touch()
            self.watch()
            return seen

    for name in (JOURNAL, f"{JOURNAL}-wal"):
        (tmp_path / name).touch()
    syncer = Slow(tmp_path / JOURNAL, no_sync)
    syncer._work()
    assert not syncer.lost
    syncer.close()


# -- faults: the game goes on --------------------------------------------------------------------------------


def plays_on_unrecorded(box: RecordedBox) -> None:
    """The game goes on, and every screen says that it isn't recorded."""
    assert box.loop.view is not None
    assert box.loop.snapshot()["faults"] == ["journal"]
    assert box.loop.view.main.title == "! Not recorded"
    if box.state.game is None:
        box.enter("game buzzer seats=1,2")
    else:
        box.key("undo")
    assert box.loop.snapshot()["faults"] == ["journal"]
    box.enter("game buzzer seats=1,2")
    assert box.loop.view.main.title == "! Not recorded"
    for _ in range(2):
        box.wait(400)
        box.key("ok")
    box.wait(100)
    box.tap(2)
    assert box.snapshot()["ruling"]["winner"] == 2
    box.off()


@pytest.mark.plays("buzzer")
def test_a_folder_that_can_not_be_is_no_reason_not_to_play(tmp_path: Path, expected_logs: Logs) -> None:
    (tmp_path / "file").write_text("not a folder")
    plays_on_unrecorded(RecordedBox(tmp_path / "file" / "state"))
    assert [record.getMessage() for record in expected_logs] == [
        f"not recorded from here on: {tmp_path / 'file' / 'state' / JOURNAL}: not a directory"
    ]


@pytest.mark.plays("buzzer", "dice")
def test_a_second_box_is_told_in_one_line_which_is_at_work(tmp_path: Path) -> None:
    first = RecordedBox(tmp_path)
    first.enter("game dice seats=1,2")
    with pytest.raises(JournalBusyError) as caught:
        RecordedBox(tmp_path)
    told = rf"already running here since \d\d:\d\d \(process {os.getpid()}\): close that one first"
    assert re.fullmatch(told, str(caught.value))
    first.wait(100)
    first.enter("roll")
    first.off()
    assert [game.line.partition(" ")[0] for game in games_of(tmp_path)] == ["dice"]
    kinds = [type(event) for event in events_in(tmp_path)]
    assert kinds == [Enter, Enter, Rolled]


def a_folder(path: Path) -> None:
    path.mkdir()


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_text(path: Path) -> None:
    path.write_bytes("zażółć gęślą jaźń".encode("cp1250") * 99)


def a_newer_version(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE events (something INTEGER, quite TEXT, else_ BLOB)")
        db.execute(f"PRAGMA user_version = {VERSION + 1}")


def other_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE sittings (mine TEXT)")


@pytest.mark.parametrize("put", [a_folder, a_pipe, a_text, a_newer_version, other_tables])
@pytest.mark.parametrize("tail", ["", "-wal"])
def test_whatever_stands_in_its_place_is_set_aside_and_a_new_one_begun(
    tmp_path: Path, put: Callable[[Path], None], tail: str, expected_logs: Logs
) -> None:
    put(tmp_path / f"{JOURNAL}{tail}")
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        journal.begin_sitting({})
        journal.record(presses(1)[0], 0)
        assert (journal.trouble, journal.set_aside is None) == (None, journal.torn)
    assert len([*tmp_path.glob(f"journal-*-*.sqlite3{tail}")]) == 1
    assert events_in(tmp_path) == tuple(presses(1))
    assert len(expected_logs) == 1


@pytest.mark.parametrize("column", ["now", "event", "sum", "sitting", "n"])
def test_a_journal_that_lacks_a_column_is_set_aside_and_what_comes_is_recorded(
    tmp_path: Path, column: str, expected_logs: Logs
) -> None:
    Journal(tmp_path, sync=no_sync).close()
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as db:
        db.execute(f"ALTER TABLE events DROP COLUMN {column}")
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        journal.begin_sitting({})
        journal.record(presses(1)[0], 0)
        assert journal.trouble is None
    assert events_in(tmp_path) == tuple(presses(1))
    assert len(expected_logs) == 1


def test_a_table_that_counts_otherwise_by_one_bit_is_damage_and_what_comes_is_recorded(
    tmp_path: Path, expected_logs: Logs
) -> None:
    Journal(tmp_path, sync=no_sync).close()
    file = tmp_path / JOURNAL
    data = file.read_bytes()
    assert data.count(b"(id / 268435456)") == 1
    file.write_bytes(data.replace(b"(id / 268435456)", b"(id / 268435457)"))
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        assert journal.set_aside is not None
        journal.begin_sitting({})
        journal.record(presses(1)[0], 0)
    assert events_in(tmp_path) == tuple(presses(1))
    assert len(expected_logs) == 1


def test_a_text_of_which_one_bit_has_made_bytes_is_not_what_was_written(
    tmp_path: Path, expected_logs: Logs
) -> None:
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        journal.begin_sitting({})
        journal.record(presses(1)[0], 0)
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as db:
        db.execute("UPDATE events SET event = CAST(event AS BLOB)")
        db.commit()
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        assert journal.set_aside is not None
    assert len(expected_logs) == 1


def test_a_newer_version_s_journal_is_set_aside_as_that_and_not_as_damaged(
    tmp_path: Path, expected_logs: Logs
) -> None:
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        journal.begin_sitting({})
        journal.record(presses(1)[0], 0)
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        assert journal.set_aside is not None
        assert journal.set_aside.name.startswith("journal-newer-version-")
        sitting = journal.unfinished()
        assert sitting is not None
        assert sitting.events == tuple(presses(1))  # what is in tables that are ours is known here, too
    (record,) = expected_logs
    assert "newer version" in record.getMessage()


def test_an_archive_of_a_newer_version_says_so(tmp_path: Path) -> None:
    a_newer_version(tmp_path / JOURNAL)
    with pytest.raises(JournalError, match="newer version"):
        Archive(tmp_path)


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file of this process can grow beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_lock_nobody_has_signed_is_no_riddle(tmp_path: Path) -> None:
    with closing(Journal(tmp_path)):
        (tmp_path / "journal.lock").write_text("")
        with pytest.raises(JournalBusyError, match=r"^already running here: close that one first$"):
            Journal(tmp_path)


@pytest.mark.plays("stopwatch")
def test_a_disk_that_was_full_for_a_while_leaves_no_gap(
    tmp_path: Path, expected_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.syncer.AGAIN_S", 0)
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    with full_disk((tmp_path / f"{JOURNAL}-wal").stat().st_size + 20_000):
        for number in range(40):
            box.edge(1, number % 2 == 0)
            box.wait(100)
        box.enter("game stopwatch seats=1,2,3")
        assert box.loop.snapshot()["faults"] == ["journal"]
        assert box.loop.view is not None
        assert box.loop.view.main.title == "! Not recorded"
    box.wait(100)
    assert box.loop.snapshot()["faults"] == []
    assert box.loop.view.main.title == "Stopwatch"
    box.tap(2)
    before = box.snapshot()
    box.off()
    assert len(expected_logs) == 2  # and recorded again
    assert [game.line.split()[1] for game in games_of(tmp_path)] == ["seats=1,2", "seats=1,2,3"]
    assert len(sitting_of(tmp_path).events) > 42
    again = RecordedBox(tmp_path)
    again.enter("go on")
    assert again.snapshot()["seats"] == before["seats"]
    again.off()


def test_a_folder_that_can_be_after_all_has_what_was_played_meanwhile(
    tmp_path: Path, expected_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.syncer.AGAIN_S", 0)
    (tmp_path / "state").write_text("not a folder")
    with closing(Journal(tmp_path / "state", sync=no_sync)) as journal:
        journal.begin_sitting({})
        journal.record(presses(1)[0], 0)
        troubles = [journal.trouble is not None]
        (tmp_path / "state").unlink()
        journal.try_again()
        troubles.append(journal.trouble is not None)
        journal.record(presses(2)[1], 1)
    assert troubles == [True, False]
    assert sitting_of(tmp_path / "state").events == tuple(presses(2))
    assert len(expected_logs) == 2  # and recorded again


def test_a_file_that_another_program_takes_as_soon_as_it_is_open_is_synced_and_has_its_run_all_the_same(
    tmp_path: Path, expected_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.syncer.AGAIN_S", 0)
    (tmp_path / "state").write_text("not a folder")
    synced = threading.Event()
    with closing(Journal(tmp_path / "state", sync=lambda _: synced.set())) as journal:
        journal.begin_sitting({})
        journal.record(presses(1)[0], 0)
        (tmp_path / "state").unlink()
        others: list[sqlite3.Connection] = []

        def taken(path: Path, patience: float, *, hopeless: bool) -> opening.Opened:
            opened = opening.open_journal(path, patience, hopeless=hopeless)
            others.append(sqlite3.connect(path, isolation_level=None))
            others[0].execute("BEGIN IMMEDIATE")
            return opened

        monkeypatch.setattr("companion.store.writer.open_journal", taken)
        journal.try_again()
        troubles = [journal.trouble is not None]
        others[0].close()
        journal.try_again()
        troubles.append(journal.trouble is not None)
        assert synced.wait(SOON)
    assert events_in(tmp_path / "state", journal.sitting_id) == tuple(presses(1))
    assert (troubles, len(others)) == ([True, False], 1)
    assert len(expected_logs) == 2  # and recorded again


@pytest.mark.plays("stopwatch")
def test_a_file_that_another_program_holds_keeps_nobody_waiting_and_loses_no_game_that_waits_in_it(
    tmp_path: Path, expected_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    box.off()
    monkeypatch.setattr("companion.store.writer.START_WITHIN_S", 0)
    monkeypatch.setattr("companion.store.syncer.AGAIN_S", 0)
    with taken(tmp_path):
        box = RecordedBox(tmp_path)
        began = time.monotonic()
        box.enter("name 1 Ola")
        assert time.monotonic() - began < 0.9
        assert box.loop.snapshot()["faults"] == ["journal"]
    box.enter("name 2 Jan")
    assert box.loop.snapshot()["faults"] == []
    box.off()
    assert len(expected_logs) == 2  # and recorded again
    again = RecordedBox(tmp_path)
    again.enter("go on")
    assert (again.snapshot()["game"], again.snapshot()["seats"]) == ("stopwatch", [1, 2])
    again.off()


def test_a_connection_that_can_not_go_on_is_made_anew_and_nothing_is_missing(
    tmp_path: Path, expected_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.syncer.AGAIN_S", 0)
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        journal.begin_sitting({})
        journal.record(presses(1)[0], 0)
        assert journal._db is not None
        journal._db.close()  # as one whose memory has come to harm
        for event in presses(3)[1:]:
            journal.record(event, 0)
        assert (journal.trouble, journal.set_aside) == (None, None)
    assert events_in(tmp_path) == tuple(presses(3))
    assert len(expected_logs) == 2  # and recorded again


@pytest.mark.parametrize("why", ["database or disk is full", "No space left on device"])
def test_that_the_disk_is_full_is_said(tmp_path: Path, why: str, expected_logs: Logs) -> None:
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        before = journal.full
        journal._give_up(sqlite3.OperationalError(why))
        assert (before, journal.full) == (False, True)
    assert len(expected_logs) == 2  # and recorded again
    for language, told in (("en", "Unsaved: disk full"), ("pl", "Zapis: dysk pełny")):
        assert fault_text("journal full", speaker(language)) == told


@pytest.mark.plays("buzzer", "stopwatch")
def test_a_disk_that_fills_up_costs_only_the_record_from_there_on(
    tmp_path: Path, expected_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.syncer.AGAIN_S", 3600)
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    with full_disk((tmp_path / f"{JOURNAL}-wal").stat().st_size + 20_000):
        for number in range(40):
            box.edge(1, number % 2 == 0)
            box.wait(100)
            if box.journal.trouble is not None:
                break
    assert box.journal.trouble is not None
    assert len(expected_logs) == 1
    plays_on_unrecorded(box)
    recorded = handed_on(tmp_path)
    assert 5 < len(recorded) < 40
    assert [type(event) for event in recorded[:3]] == [Enter, Press, Release]
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.plays("stopwatch")
def test_what_waited_too_long_in_vain_is_lost_and_that_is_said_and_not_gone_on_beyond(
    tmp_path: Path, expected_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.writer.MOST_WAITING", 12)
    monkeypatch.setattr("companion.store.syncer.AGAIN_S", 0)
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    for _ in range(2):
        box.wait(400)
        box.tap(1)
    used = box.snapshot()
    with closing(sqlite3.connect(tmp_path / JOURNAL, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(10):
            box.wait(400)
            box.tap(2)
        assert box.loop.snapshot()["faults"] == ["journal"]
    box.wait(1000)  # nothing comes any more, and yet it is known that something is missing
    assert box.loop.snapshot()["faults"] == []
    box.off()
    run = sitting_of(tmp_path)
    assert (len(run.events), run.lost) == (9 + 12, 28)
    again = RecordedBox(tmp_path)
    assert again.loop.snapshot()["faults"] == ["lost 28"]
    assert again.loop.view is not None
    assert again.loop.view.main.title.startswith("! Events lost: 28")
    again.enter("go on")
    assert again.loop.snapshot()["faults"] == []
    assert again.snapshot()["seats"] == used["seats"]
    again.wait(400)
    again.tap(1)
    again.off()
    assert len(sitting_of(tmp_path, 1).events) == 9 + 12
    third = RecordedBox(tmp_path)
    assert (third.snapshot()["phase"], third.loop.snapshot()["faults"]) == ("resume", [])
    third.off()
    assert {record.name for record in expected_logs} == {"pierwszy.journal"}


@pytest.mark.plays("stopwatch")
def test_a_box_killed_while_nothing_was_recorded_says_so_when_it_is_started_again(
    tmp_path: Path, expected_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        journal.begin_sitting({})
        with closing(sqlite3.connect(tmp_path / JOURNAL, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            journal.record(presses(1)[0], 0)
            killed = tmp_path / "killed"
            killed.mkdir()
            for path in tmp_path.glob("journal*"):
                shutil.copy(path, killed / path.name)
    assert len(expected_logs) == 2  # and recorded again
    box = RecordedBox(killed)
    assert [fault.partition(" ")[0] for fault in box.loop.snapshot()["faults"]] == ["unrecorded"]
    assert box.loop.view is not None
    assert re.match(r"! Recorded to \d\d:\d\d", box.loop.view.main.title)
    box.off()
    for folder in (killed, tmp_path):  # said once; and not where it was recorded after all
        box = RecordedBox(folder)
        assert box.loop.snapshot()["faults"] == []
        box.off()


@pytest.mark.plays("stopwatch")
def test_a_journal_of_the_first_version_is_read_gone_on_with_and_kept(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("name 1 Ola")
    box.enter("game stopwatch seats=1,2")
    box.wait(400)
    box.tap(1)
    before = box.snapshot()
    box.off()
    events = events_in(tmp_path)
    as_first_version(tmp_path)
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as db, db:
        db.execute("INSERT INTO events VALUES (9e30, 0, 0, 'whoever wrote this')")
        db.execute("INSERT INTO kept VALUES (x'ff', 'or this')")
    earlier = (tmp_path / JOURNAL).read_bytes()
    with closing(Archive(tmp_path)) as archive:
        assert archive.sitting(1).events == events
        assert [game.line.partition(" ")[0] for game in archive.games()] == ["stopwatch"]
    assert (tmp_path / JOURNAL).read_bytes() == earlier
    again = RecordedBox(tmp_path)
    assert again.loop.snapshot()["faults"] == []
    again.enter("go on")
    assert again.snapshot()["players"] == before["players"]
    assert again.state.names == box.state.names
    again.off()
    assert events_in(tmp_path)[: len(events)] == events
    (kept,) = tmp_path.glob("journal-earlier-version-*.sqlite3")
    assert kept.read_bytes() == earlier


# -- damage --------------------------------------------------------------------------------------------------


def no_database(content: bytes) -> bytes:
    return b"this is no database at all" * 100


def a_wrong_header(content: bytes) -> bytes:
    return b"SQLite format 9\x00" + content[16:]


def cut_short(content: bytes) -> bytes:
    return content[: len(content) // 2 + 100]


def a_page_of_noise(content: bytes) -> bytes:
    middle = len(content) // 2 // 1024 * 1024
    return content[:middle] + random.Random(17).randbytes(1024) + content[middle + 1024 :]


def noise(content: bytes) -> bytes:
    return content[:100] + random.Random(17).randbytes(len(content) - 100)


@pytest.mark.plays("dice")
@pytest.mark.parametrize("damage", [no_database, a_wrong_header, cut_short, a_page_of_noise, noise])
def test_a_damaged_file_is_set_aside_whole_and_a_new_one_begun(
    tmp_path: Path, damage: Callable[[bytes], bytes], expected_logs: Logs
) -> None:
    evening = Journal(tmp_path, sync=no_sync)
    evening.begin_sitting({})
    for event in presses(2000):
        evening.record(event, 0)
    evening.close()
    damaged = damage((tmp_path / JOURNAL).read_bytes())
    (tmp_path / JOURNAL).write_bytes(damaged)

    box = RecordedBox(tmp_path)
    (aside,) = tmp_path.glob("journal-damaged-*.sqlite3")
    assert aside.read_bytes() == damaged
    said = [record.getMessage() for record in expected_logs if "is set aside as" in record.getMessage()]
    assert len(said) == 1
    assert said[0].endswith(f"it is set aside as {aside}")
    assert box.journal.trouble is None
    assert box.loop.view is not None
    assert box.loop.view.main.title.startswith("! Journal set aside")
    box.enter("game dice seats=1,2")
    assert "aside" not in box.loop.view.main.title
    assert box.loop.snapshot()["faults"] == []
    box.off()
    assert len(games_of(tmp_path)) == 1
    assert aside.read_bytes() == damaged


@pytest.mark.plays("dice", "stopwatch")
@pytest.mark.parametrize("broken", ["header", "event"])
def test_a_record_that_can_not_be_read_is_not_gone_on_with_nor_deleted(
    tmp_path: Path, broken: str, expected_logs: Logs
) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game dice seats=1,2")
    box.off()
    with closing(sqlite3.connect(tmp_path / JOURNAL, isolation_level=None)) as db:
        db.execute(
            f"UPDATE {broken}s SET event = 'x'" if broken == "event" else "UPDATE sittings SET header = '['"
        )
    before = (tmp_path / JOURNAL).read_bytes()
    with closing(Archive(tmp_path)) as archive:
        assert [game.line.split()[0] for game in archive.games()] == ["dice"]
    again = RecordedBox(tmp_path)
    assert again.snapshot()["phase"] == "menu"
    assert again.loop.snapshot()["faults"] == ["aside"]
    again.enter("game stopwatch seats=1,2")
    again.off()
    assert [game.line.split()[0] for game in games_of(tmp_path)] == ["dice", "stopwatch"]
    (aside,) = tmp_path.glob("journal-damaged-*.sqlite3")
    assert aside.read_bytes() == before
    assert len(expected_logs) == 1


def killed_evening(folder: Path) -> tuple[bytes, bytes]:
    """Database and log as a kill leaves them: 40 events in the database, 20 more in the log."""
    with closing(Journal(folder, sync=no_sync)) as journal:
        journal.begin_sitting({})
        for event in presses(40):
            journal.record(event, 0)
    with closing(Journal(folder, sync=no_sync)) as journal:
        sitting = journal.unfinished()
        assert sitting is not None
        journal.go_on_with(sitting)
        for event in presses(60)[40:]:
            journal.record(event, 0)
        return (folder / JOURNAL).read_bytes(), (folder / f"{JOURNAL}-wal").read_bytes()


def test_every_bit_of_a_log_is_watched_over(tmp_path: Path, expected_logs: Logs) -> None:
    _, whole = killed_evening(tmp_path)
    log = read_log(whole)
    assert (log.whole, log.header) == (True, whole[:HEADER])
    assert read_log(whole + b"the end of an earlier log, whose salts are others").whole
    assert all(read_log(whole[:length]).whole for length in range(HEADER, len(whole), 97))
    for bit in random.Random(17).sample(range(8 * HEADER, 8 * len(whole)), 60):
        assert not read_log(flipped(whole, bit)).whole
    for bit in (127, *range(0, 8 * HEADER, 11)):  # of the first, the checksum alone doesn't tell which it was
        mended = read_log(flipped(whole, bit))
        assert (mended.pages, mended.header) == (log.pages, log.header)
    assert not expected_logs


def flipped(data: bytes, bit: int) -> bytes:
    turned = bytearray(data)
    turned[bit // 8] ^= 1 << bit % 8
    return bytes(turned)


@pytest.mark.parametrize("at", [3, HEADER + 5, HEADER + 600, -3])
def test_a_torn_log_costs_what_it_held_from_there_on_and_is_no_damage(
    tmp_path: Path, at: int, expected_logs: Logs
) -> None:
    database, whole = killed_evening(tmp_path)
    torn = flipped(whole, 8 * (at % len(whole)))
    (tmp_path / JOURNAL).write_bytes(database)
    (tmp_path / f"{JOURNAL}-wal").write_bytes(torn)
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        sitting = journal.unfinished()
        assert sitting is not None
        assert sitting.events == tuple(presses(60)[: len(sitting.events)])
        assert journal.set_aside is None
        mended = 0 <= at < HEADER
        assert (len(sitting.events) == 60, journal.torn) == (mended, not mended)
    kept = [path.read_bytes() for path in tmp_path.glob("journal-torn-*.sqlite3-wal")]
    assert kept == [torn] * (not mended)
    assert len(expected_logs) == 1


@pytest.mark.plays("dice")
def test_that_the_last_moments_are_lost_is_said_once(tmp_path: Path, expected_logs: Logs) -> None:
    database, whole = killed_evening(tmp_path)
    (tmp_path / JOURNAL).write_bytes(database)
    (tmp_path / f"{JOURNAL}-wal").write_bytes(flipped(whole, -3))
    box = RecordedBox(tmp_path)
    assert box.loop.view is not None
    assert box.loop.view.main.title.startswith("! Last moments lost")
    box.enter("game dice seats=1,2")
    assert box.loop.snapshot()["faults"] == []
    box.off()
    box = RecordedBox(tmp_path)
    assert box.loop.snapshot()["faults"] == []
    box.off()
    assert [record.name for record in expected_logs] == ["pierwszy.journal", "pierwszy.recorder"]


@pytest.mark.parametrize("at", [600, 6500], ids=["pages that don't fit", "pages that fit, of before"])
def test_what_a_database_has_is_not_lost_with_a_log_that_was_damaged_after_it_was_copied(
    tmp_path: Path, at: int, expected_logs: Logs
) -> None:
    _, whole = killed_evening(tmp_path)  # closed since: all is in the database
    (tmp_path / f"{JOURNAL}-wal").write_bytes(flipped(whole, 8 * (HEADER + at)))
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        sitting = journal.unfinished()
        assert sitting is not None
        assert sitting.events == tuple(presses(60))
        assert (journal.set_aside is None, journal.torn) == (False, False)
    assert len(expected_logs) == 1


def test_a_sector_that_can_never_be_read_costs_what_was_in_it(
    tmp_path: Path, expected_logs: Logs, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        journal.begin_sitting({})
        for event in presses(400):
            journal.record(event, 0)
    dead, read, examine = (tmp_path / JOURNAL).stat(), os.pread, opening._examine

    def pread(file: int, length: int, at: int) -> bytes:
        if at == 2 * BLOCK and os.path.samestat(os.fstat(file), dead):
            raise OSError(errno.EIO, "Input/output error")
        return read(file, length, at)

    def examined(path: Path, patience: float, torn: bool) -> bool:
        if os.path.samestat(path.stat(), dead):
            raise OSError(errno.EIO, "Input/output error")
        return examine(path, patience, torn)

    monkeypatch.setattr(os, "pread", pread)
    monkeypatch.setattr(opening, "_examine", examined)
    monkeypatch.setattr("companion.store.syncer.AGAIN_S", 0)
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        journal.begin_sitting({})
        assert (journal.trouble is None, journal.set_aside) == (False, None)  # it may pass
        monkeypatch.setattr("companion.store.writer.UNREADABLE_FOR_S", 0)
        journal.record(presses(1)[0], 0)
        assert (journal.trouble, journal.set_aside is None) == (None, False)
        sitting = journal.sitting(1)
        assert sitting is not None
        assert 0 < len(sitting.events) < 400
        assert sitting.events == tuple(presses(400)[: len(sitting.events)])
        assert len(sitting.events) + sitting.lost == 400
    assert [record.name for record in expected_logs].count("pierwszy.journal") == len(expected_logs)


@pytest.mark.parametrize("page", [1, 5, 7])
def test_a_header_and_schema_of_noise_cost_nothing(tmp_path: Path, page: int, expected_logs: Logs) -> None:
    database, _ = killed_evening(tmp_path)
    part = slice((page - 1) * PAGE_BYTES, page * PAGE_BYTES)
    damaged = bytearray(database)
    damaged[part] = random.Random(page).randbytes(PAGE_BYTES)
    (tmp_path / JOURNAL).write_bytes(damaged)
    with closing(Journal(tmp_path, sync=no_sync)) as journal:
        sitting = journal.unfinished()
        assert journal.set_aside is not None
    assert sitting is not None
    assert sitting.events == tuple(presses(40))
    assert len(expected_logs) == 1


def test_an_archive_that_is_no_database_says_so(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="there is none yet"):
        Archive(tmp_path)
    (tmp_path / JOURNAL).write_bytes(b"this is no database at all" * 100)
    with pytest.raises(JournalError, match="expected a journal, got file is not a database"):
        Archive(tmp_path)
    (tmp_path / JOURNAL).write_bytes(b"")
    with pytest.raises(JournalError, match="no such table"):
        Archive(tmp_path)
