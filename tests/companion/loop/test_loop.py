from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any, NoReturn

import pytest

from companion.games.base import Referee, Step
from companion.games.catalogue import all_games, catalogue, find_game
from companion.loop.mailbox import Mailbox
from companion.scripts.mock import MockTable
from firmware.boxfile import settings as boxes
from firmware.events import NS_PER_MS, NS_PER_S, Edge, Enter, HostKey, Key, Knob, Tick
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.pi.clock import MonotonicClock
from firmware.pi.factory import Header
from firmware.times import Rests
from firmware.views import Cue, Screen, Sound
from tests.companion.games.sitting import ns

START = 1000 * NS_PER_S
SOON = 10.0
"""Seconds; only something broken ever waits this long."""

English = replace(boxes.eight_seats(), language="en")


class Sat:
    """A box on mock pins in virtual time; times are in ms since it was switched on."""

    def __init__(self, typed: str | None = None, closed: tuple[int, ...] = ()) -> None:
        self.clock = HandClock(START)
        self.table = MockTable(English, self.clock, NoPanels(), closed=closed, origin=START)
        self.loop = self.table.loop
        self.loop.step()
        if typed is not None:
            self.enter(f"game {typed}")

    def run(self, ms: float) -> None:
        self.loop.run_until(START + ns(ms), self.clock.set)
        self.loop.step()

    def enter(self, text: str) -> None:
        self.table.mailbox.put(Enter(text, self.clock.now()))
        self.loop.step()

    def key(self, key: str) -> None:
        self.table.mailbox.put(Key(HostKey(key), self.clock.now()))
        self.loop.step()

    def press(self, seat: int, ms: float, stamp: float | None = None) -> None:
        """Closes at ``ms`` and opens 80 ms later; the closing is stamped ``stamp`` if that is given."""
        self.run(ms)
        self.table.wire(seat, True, ns(ms if stamp is None else stamp))
        self.run(ms + 80)
        self.table.wire(seat, False, ns(ms + 80))

    @property
    def see(self) -> dict[str, Any]:
        return self.loop.snapshot()

    @property
    def title(self) -> str:
        assert self.loop.view is not None
        return self.loop.view.main.title


# -- the mailbox ---------------------------------------------------------------------------------------------


def test_the_mailbox_keeps_the_order_though_it_was_waited_on() -> None:
    mailbox = Mailbox()
    items: list[Edge | Knob] = [Knob(1, 1), Edge(2, True, 3), Knob(2, 2)]
    for item in items:
        mailbox.put(item)
    mailbox.wait(0)
    assert list(mailbox.drain()) == items
    assert list(mailbox.drain()) == []


def test_nothing_in_the_mailbox_just_wakes() -> None:
    mailbox = Mailbox()
    mailbox.put(None)
    mailbox.put(Knob(1, 1))
    mailbox.wait(10 * NS_PER_S)
    assert list(mailbox.drain()) == [Knob(1, 1)]


def test_waiting_for_a_time_that_has_passed_returns_at_once() -> None:
    mailbox = Mailbox()
    mailbox.wait(-5)
    assert list(mailbox.drain()) == []


def test_a_thread_that_puts_wakes_who_waits() -> None:
    mailbox = Mailbox()
    got: list[object] = []

    def wait() -> None:
        mailbox.wait(10 * NS_PER_S)
        got.extend(mailbox.drain())

    waiter = threading.Thread(target=wait, daemon=True)
    waiter.start()
    mailbox.put(Knob(1, 1))
    waiter.join(SOON)
    assert got == [Knob(1, 1)]


# -- time ----------------------------------------------------------------------------------------------------


def test_virtual_time_ends_where_it_was_asked_to() -> None:
    sat = Sat()
    sat.loop.run_until(START + 123, sat.clock.set)
    assert sat.clock.now() == START + 123


@pytest.mark.plays("seventeen", "buzzer")
@pytest.mark.parametrize("typed", [None, "buzzer seats=1,2", "seventeen seats=1,2"])
def test_an_idle_box_sleeps_until_something_happens(typed: str | None) -> None:
    sat = Sat(typed)
    assert sat.loop.step() == START + Rests().dim


@pytest.mark.plays("buzzer")
def test_a_press_is_ruled_settle_and_tie_after_its_stamp_and_not_before() -> None:
    sat = Sat("buzzer seats=1,2")
    sat.key("ok")
    sat.run(500)
    sat.key("ok")
    sat.run(1000)
    sat.table.wire(1, True, ns(1000))
    sat.run(1030.499999)
    assert sat.see["phase"] == "open"
    sat.run(1030.5)
    assert sat.see["ruling"]["winner"] == 1


@pytest.mark.plays("buzzer")
def test_a_game_may_settle_slower_and_the_next_is_back_to_the_boxs_own() -> None:
    for typed, due in (("buzzer seats=1,2 settle_ms=100", 1100.5), ("buzzer seats=1,2", 1030.5)):
        sat = Sat("buzzer settle_ms=200")
        sat.enter(f"game {typed}")
        sat.key("ok")
        sat.run(500)
        sat.key("ok")
        sat.run(1000)
        sat.table.wire(1, True, ns(1000))
        sat.run(due - 0.000001)
        assert sat.see["phase"] == "open"
        sat.run(due)
        assert sat.see["phase"] == "ruled"


@pytest.mark.plays("buzzer")
def test_the_order_is_that_of_the_stamps_and_not_of_delivery() -> None:
    sat = Sat("buzzer seats=1,2,3")
    sat.key("ok")
    sat.run(500)
    sat.key("ok")
    sat.run(1000)
    for seat, stamp in ((3, 999.3), (1, 998.1), (2, 996.9)):
        sat.table.wire(seat, True, ns(stamp))
    sat.run(1100)
    assert sat.see["ruling"]["order"] == [2, 1, 3]


@pytest.mark.plays("buzzer")
def test_a_screen_with_a_running_clock_is_shown_anew_each_second() -> None:
    sat = Sat("buzzer seats=1,2 open_s=3")
    sat.key("ok")
    sat.run(500)
    sat.key("ok")
    shown: list[tuple[int, str]] = []

    def note() -> None:
        assert sat.loop.view is not None
        if not shown or shown[-1][1] != sat.loop.view.main.big:
            shown.append((sat.clock.now() - START, sat.loop.view.main.big))

    sat.loop.on_show = note
    sat.run(3600)
    assert shown == [(ns(1500), "2"), (ns(2500), "1"), (ns(3500), "0"), (ns(3530), "Quiz")]


# -- a fault of ours -----------------------------------------------------------------------------------------


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Sat]:
    """A quiz with bugs: it can't add up answers, and dies when its time is up."""
    quiz = find_game("buzzer")

    def on_enter(*_: object) -> NoReturn:
        raise ZeroDivisionError("a bug")

    def on_tick(self: Referee[Any, Any], state: Any, tick: Tick) -> Step[Any]:
        if state.race is not None and state.race.first is None:
            raise ZeroDivisionError("a bug when time is up")
        return quiz.referee.on_tick(self, state, tick)

    bugs = type("Faulty", (quiz.referee,), {"on_enter": on_enter, "on_tick": on_tick})
    broken = replace(quiz, name="faulty", referee=bugs)
    monkeypatch.setattr(catalogue(), "games", (*all_games(), broken))
    return lambda options: Sat(f"faulty seats=1,2 {options}")


@pytest.mark.plays("buzzer")
def test_a_bug_in_a_referee_costs_one_event_and_not_the_evening(
    faulty: Callable[[str], Sat], expected_logs: list[logging.LogRecord]
) -> None:
    sat = faulty("")
    sat.key("ok")
    sat.run(500)
    sat.key("ok")
    before = sat.loop.state
    sat.enter("2 +1")
    assert sat.loop.state is before
    assert [record.getMessage().split(":")[0] for record in expected_logs] == [
        "lost an event to a fault of ours"
    ]
    assert expected_logs[0].exc_info is not None
    sat.press(2, 1000)
    sat.run(1200)
    assert sat.see["ruling"]["winner"] == 2


@pytest.mark.plays("buzzer")
def test_a_bug_when_time_is_up_is_logged_once_and_does_not_spin(
    faulty: Callable[[str], Sat], expected_logs: list[logging.LogRecord]
) -> None:
    sat = faulty("open_s=1")
    sat.key("ok")
    sat.run(500)
    sat.key("ok")
    sat.run(60_000)
    assert len(expected_logs) == 1
    due = sat.loop.step()
    assert due is not None
    assert due > START + Rests().dim  # nothing but a picture to be moved
    sat.enter("game buzzer seats=1,2")
    assert (sat.see["game"], sat.see["phase"]) == ("buzzer", "idle")


@pytest.mark.plays("buzzer")
def test_a_bug_in_a_screen_keeps_the_screen_before_and_the_game_going(
    monkeypatch: pytest.MonkeyPatch, expected_logs: list[logging.LogRecord]
) -> None:
    sat = Sat("buzzer seats=1,2")
    before = sat.loop.view

    def broken(*_: object) -> Screen:
        raise ZeroDivisionError

    monkeypatch.setattr(sat.loop.state.game, "main_screen", broken)
    sat.key("ok")
    assert sat.loop.view == before
    assert len(expected_logs) == 1
    monkeypatch.undo()
    sat.run(500)
    sat.key("ok")
    sat.press(2, 600)
    sat.run(900)
    assert sat.see["ruling"]["winner"] == 2
    assert sat.loop.view != before


# -- what is seen and heard ----------------------------------------------------------------------------------


@pytest.mark.plays("seventeen")
def test_lamps_blink_and_never_above_three_hertz() -> None:
    sat = Sat("seventeen seats=1,2")
    flips: list[int] = []
    lit = [sat.loop.lit]

    def note() -> None:
        if (1 in sat.loop.lit) != (1 in lit[0]):
            flips.append(sat.clock.now())
        lit[0] = sat.loop.lit

    sat.press(1, 100)
    sat.run(200)
    sat.loop.on_show = note
    for step in range(100):
        sat.run(200 + 47 * step)
        sat.table.mailbox.put(Knob(1 if step % 2 else -1, sat.clock.now()))
        sat.loop.step()
    assert sat.see["phase"] == "window"
    length = (sat.clock.now() - flips[0]) / NS_PER_S
    assert len(flips) / 2 / length > 1
    gaps = [after - before for before, after in pairwise(flips)]
    assert min(gaps) >= NS_PER_S / 6


@pytest.mark.plays("buzzer")
def test_a_button_down_at_the_start_is_named_until_it_is_let_go_and_the_game_goes_on() -> None:
    sat = Sat("buzzer seats=1,2", closed=(2,))
    assert sat.see["faults"] == ["stuck 2"]
    assert sat.title == "! Button 2 is stuck"
    sat.key("ok")
    sat.run(500)
    sat.key("ok")
    sat.press(1, 1000)
    sat.run(1200)
    assert sat.see["ruling"]["winner"] == 1
    sat.table.wire(2, False, ns(1200))
    sat.run(1300)
    assert sat.see["faults"] == []
    assert not sat.title.startswith("!")


@pytest.mark.plays("buzzer")
def test_a_loose_wire_is_named_and_counted() -> None:
    sat = Sat("buzzer seats=1,2")
    for spike in range(25):
        sat.run(100 + 10 * spike)
        sat.table.wire(2, True, ns(100 + 10 * spike))
        sat.table.wire(2, False, ns(100 + 10 * spike) + 4000)
    sat.run(370)
    assert sat.see["faults"] == ["noisy 2"]
    assert sat.title == "! Seat 2: bad wire"
    assert (sat.see["lines"]["2"]["presses"], sat.see["lines"]["2"]["glitches"]) == (0, 25)
    sat.run(2000)
    assert sat.see["faults"] == []


@pytest.mark.plays("buzzer")
def test_cues_are_heard_by_who_listens() -> None:
    sat = Sat("buzzer seats=1,2")
    heard: list[Cue] = []
    sat.loop.on_cue = heard.append
    sat.key("ok")
    sat.run(500)
    sat.key("ok")
    sat.press(2, 1000)
    sat.run(1200)
    assert heard == [Cue(Sound.START), Cue(Sound.RULING, 2)]


@pytest.mark.plays("buzzer")
def test_each_change_of_state_is_told_once_to_who_watches() -> None:
    clock = HandClock(START)
    changes: list[tuple[int, str, str]] = []
    table = MockTable(
        English,
        clock,
        NoPanels(),
        watch=lambda now, before, after: changes.append(
            (now - START, before.snapshot(now)["phase"], after.snapshot(now)["phase"])
        ),
    )
    table.mailbox.put(Enter("game buzzer", START))
    table.loop.step()
    table.mailbox.put(Key(HostKey.OK, START + 5))
    clock.set(START + 5)
    table.loop.step()
    table.loop.step()
    assert changes == [(0, "menu", "idle"), (5, "idle", "armed")]


@pytest.mark.plays("buzzer")
def test_edges_of_lines_the_box_has_not_got_are_ignored() -> None:
    sat = Sat("buzzer seats=1,2")
    before = sat.see
    for line in (9, "back", "nonsense"):
        sat.table.mailbox.put(Edge(line, True, START))
    sat.loop.step()
    assert sat.see == before


@pytest.mark.plays("buzzer")
def test_everyone_plays_before_a_game_and_only_its_seats_during_one() -> None:
    sat = Sat()
    assert tuple(sat.loop.playing) == (1, 2, 3, 4, 5, 6, 7, 8)
    sat.enter("game buzzer seats=2,5")
    assert tuple(sat.loop.playing) == (2, 5)


@pytest.mark.plays("buzzer")
def test_how_late_each_edge_came_is_counted_whosever_line_it_was() -> None:
    sat = Sat("buzzer seats=1,2")
    sat.run(1000)
    sat.table.wire(1, True, ns(997))
    sat.table.mailbox.put(Edge("ok", True, START + ns(999.4)))
    sat.table.mailbox.put(Knob(1, START + ns(500)))
    sat.loop.step()
    assert str(sat.loop.lateness) == "2 edges, p50 <= 1 ms, p99 <= 3 ms, max 3 ms"


# -- the real clock ------------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_the_loop_runs_by_the_real_clock_until_another_thread_stops_it() -> None:
    clock = MonotonicClock()
    table = MockTable(English, clock, NoPanels())
    shown = threading.Event()
    table.loop.on_show = lambda: shown.set() if table.loop.state.game is not None else None
    runner = threading.Thread(target=table.loop.run, daemon=True)
    runner.start()
    table.mailbox.put(Enter("game buzzer", clock.now()))
    assert shown.wait(SOON)
    table.loop.stop()
    runner.join(SOON)
    assert not runner.is_alive()
    assert table.loop.stopped


def test_each_turn_is_told_by_the_loops_own_thread_and_a_beat_is_never_longer_than_asked() -> None:
    table = MockTable(English, MonotonicClock(), NoPanels())
    turns: list[str] = []

    def turn() -> None:
        turns.append(threading.current_thread().name)
        if len(turns) == 3:
            table.loop.stop()

    table.loop.on_turn = turn
    table.loop.heartbeat = NS_PER_MS
    runner = threading.Thread(target=table.loop.run, name="runner", daemon=True)
    runner.start()
    runner.join(SOON)
    assert turns == ["runner"] * 3


def test_the_lateness_of_edges_is_in_the_log_now_and_then_and_at_the_end(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = MockTable(English, MonotonicClock(), NoPanels())
    turns = iter(range(2))
    now = MonotonicClock().now()

    def turn() -> None:
        if next(turns) == 0:
            table.mailbox.put(Edge(1, False, now))
        else:
            table.loop.stop()

    for _ in range(500):
        table.mailbox.put(Edge(1, False, now))
    table.loop.on_turn = turn
    with caplog.at_level(logging.INFO, "pierwszy.loop"):
        table.loop.run()
    said = [record.message for record in caplog.records if "lateness" in record.message]
    assert [line.split(",")[0] for line in said] == [
        "lateness of edges: 500 edges",
        "lateness of edges: 501 edges",
    ]


@pytest.mark.plays("buzzer")
@pytest.mark.usefixtures("_hasty_host")
def test_a_press_on_a_pin_is_ruled_by_the_real_clock() -> None:
    clock = MonotonicClock()
    table = MockTable(English, clock, NoPanels())
    ruled = threading.Event()
    table.loop.on_cue = lambda cue: ruled.set() if cue.sound is Sound.RULING else None
    runner = threading.Thread(target=table.loop.run, daemon=True)
    runner.start()
    now = clock.now()
    table.mailbox.put(Enter("game buzzer", now))
    table.mailbox.put(Key(HostKey.OK, now))
    table.mailbox.put(Key(HostKey.OK, now + 5 * NS_PER_MS))
    table.touch(4, True, now + 10 * NS_PER_MS)
    assert ruled.wait(SOON)
    table.loop.stop()
    runner.join(SOON)
    assert table.loop.state.ruling is not None
    assert table.loop.state.ruling.winner == 4


@pytest.mark.plays("buzzer")
def test_a_box_whose_edges_can_no_longer_arrive_ends_so_that_it_is_started_anew(
    monkeypatch: pytest.MonkeyPatch, expected_logs: list[logging.LogRecord]
) -> None:
    sat = Sat("buzzer seats=1,2")
    monkeypatch.setattr(sat.table.box, "_header", Header(sat.table.box._header.factory, alive=lambda: False))
    sat.loop.run()  # returns by itself
    assert sat.loop.broken
    assert sat.loop.stopped
    assert len(expected_logs) == 1


# -- low time ------------------------------------------------------------------------------------------------


@pytest.mark.plays("hourglass")
@pytest.mark.parametrize(
    ("woke", "sounds"),
    [
        (13_700, [(13_730, "tick"), (14_030, "tick"), (15_030, "tick"), (16_030, "time-up")]),
        (20_000, [(20_030, "time-up")]),
    ],
)
def test_a_process_that_was_stopped_ticks_the_second_it_woke_in_and_none_gone_by(
    woke: int, sounds: list[tuple[int, str]]
) -> None:
    sat = Sat("hourglass seats=1 time=15")
    sat.press(1, 1000)
    sat.run(10_500)
    heard: list[tuple[int, str]] = []
    sat.loop.on_sound = lambda now, cue: heard.append(((now - START) // NS_PER_MS, cue.sound.value))
    sat.clock.set(START + ns(woke))
    sat.run(21_000)
    assert heard == sounds
    assert sat.see["phase"] == "up"


@pytest.mark.plays("buzzer")
def test_whoever_tells_by_marks_is_asked_at_once_and_again_while_that_takes_long() -> None:
    sat = Sat("buzzer seats=1,2")
    sat.enter("next")
    sat.run(500)
    sat.key("ok")
    asked: list[int] = []
    sat.loop.on_ask = lambda: asked.append((sat.clock.now() - START) // NS_PER_MS)
    sat.loop.marks = lambda: {2: 0}
    sat.press(1, 1000)
    sat.run(1200)
    assert asked[:4] == [1000, 1045, 1090, 1135]
    sat.loop.marks = lambda: {2: sat.clock.now()}
    asked.clear()
    sat.run(2000)
    assert (asked, sat.table.snapshot()["ruling"]["winner"]) == ([], 1)
