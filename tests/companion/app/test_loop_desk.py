"""A box as its window's thread sees it, while the loop's own thread goes on."""

from __future__ import annotations

import logging
import random
import sys
import threading
from collections.abc import Iterator

import pytest

from companion.app.loop_desk import MOST_CUES, LoopDesk
from companion.games.catalogue import all_games
from companion.scripts.mock import MockTable
from firmware.boxfile.settings import eight_seats
from firmware.events import NS_PER_MS, NS_PER_S, Enter, HostEvent, HostKey, Key, Knob
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from tests.companion.games import anything

START = 1000 * NS_PER_S


@pytest.fixture
def _busy() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


class Box:
    """A box on mock pins whose time is set by hand, and its window's side."""

    def __init__(self) -> None:
        self.clock = HandClock(START)
        self._table = MockTable(eight_seats(), self.clock, NoPanels(), origin=START)
        self.loop = self._table.loop
        self.hushes: list[bool] = []
        self.desk = LoopDesk(self.loop, self._table.mailbox, self.hushes.append)
        self.loop.step()

    def wait(self, ms: int) -> None:
        self.loop.run_until(self.clock.now() + ms * NS_PER_MS, self.clock.set)

    def tell(self, event: HostEvent) -> None:
        self._table.mailbox.put(event)
        self.loop.step()

    def press(self, seat: int) -> None:
        self._table.touch(seat, True, self.clock.now())

    def tap(self, seats: tuple[int, ...]) -> None:
        for closed in (True, False):
            for seat in seats:
                self._table.touch(seat, closed, self.clock.now())
            self.wait(90)

    def off(self) -> None:
        self._table.box.close()


def _anything(box: Box, chance: random.Random, game: str) -> None:
    """One thing that people do."""
    now = box.clock.now()
    match chance.randrange(8):
        case 0 | 1 | 2:
            box.tap(tuple(chance.sample((1, 2, 3), chance.randint(1, 2))))
        case 3:
            box.tell(Knob(chance.choice((-2, -1, 1, 3)), now))
        case 4 | 5:
            box.tell(Key(HostKey(chance.choice(anything.KEYS)), now))
        case 6:
            box.tell(Enter(chance.choice((*anything.plays_of(game).typed, *anything.ANYWHERE)), now))
        case _:
            box.wait(chance.choice((30, 400, 3000)))


@pytest.mark.plays("buzzer")
def test_panels_are_drawn_once_the_window_shows_what_came_of_a_ruling() -> None:
    box = Box()
    box.desk.on_change(lambda: None)
    box.tell(Enter("game buzzer", box.clock.now()))
    for _ in range(2):
        box.wait(400)
        box.tell(Key(HostKey.OK, box.clock.now()))
    box.wait(400)
    box.hushes.clear()
    before = box.desk.news().version
    box.press(3)
    box.wait(45)
    assert (box.hushes, box.loop.snapshot()["ruling"]["winner"]) == ([True], 3)
    box.desk.drawn(before)
    assert box.hushes == [True]
    box.desk.drawn(box.desk.news().version)
    assert box.hushes == [True, False]


@pytest.mark.usefixtures("_busy")
def test_the_table_can_be_looked_at_at_any_moment_of_any_game() -> None:
    box, chance = Box(), random.Random(9)
    over = threading.Event()
    faults: list[BaseException] = []
    looks = 0

    def look() -> None:
        nonlocal looks
        try:
            while not over.is_set():
                box.desk.table(box.clock.now())
                looks += 1
        except BaseException as fault:  # noqa: BLE001 - told by the test's own thread
            faults.append(fault)

    window = threading.Thread(target=look, name="window")
    window.start()
    try:
        games = 0
        while games < 20 or (looks <= 100 and not faults):
            games += 1
            game = chance.choice(all_games()).name
            begun = chance.choice(anything.plays_of(game).beginnings)
            box.tell(Enter(f"game {game} {begun}", box.clock.now()))
            for _ in range(12):
                _anything(box, chance, game)
    finally:
        over.set()
        window.join()
        box.off()
    assert not faults, faults[0]


@pytest.mark.plays("buzzer")
def test_the_table_is_of_the_moment_the_screens_show() -> None:
    box = Box()
    box.tell(Enter("game buzzer seats=1,2", box.clock.now()))
    shown = box.desk.table(box.clock.now())
    box.loop.state = box.loop.session.start()  # as between a step and the screens after it
    assert box.desk.table(box.clock.now()) == shown
    box.wait(1)
    menu = box.desk.table(box.clock.now())
    assert menu is not None
    assert menu.plates == ()
    box.off()


@pytest.mark.plays("buzzer")
def test_a_table_that_cannot_be_made_leaves_the_one_before_and_is_told_once(
    monkeypatch: pytest.MonkeyPatch, expected_logs: list[logging.LogRecord]
) -> None:
    box = Box()
    box.tell(Enter("game buzzer seats=1,2", box.clock.now()))
    before = box.desk.table(box.clock.now())
    monkeypatch.setattr(box.loop.state.game, "table", lambda *_: 1 // 0)
    box.tell(Key(HostKey.OK, box.clock.now()))
    for _ in range(3):
        assert box.desk.table(box.clock.now()) == before
    assert [record.getMessage() for record in expected_logs] == ["lost a table to a fault of ours, in play"]
    box.off()


@pytest.mark.plays("buzzer")
def test_cues_nobody_asks_for_are_not_kept_for_an_evening() -> None:
    box = Box()
    box.tell(Enter("game buzzer seats=1,2", box.clock.now()))
    for _ in range(MOST_CUES):
        box.tell(Key(HostKey.OK, box.clock.now()))
        box.tell(Enter("what?", box.clock.now()))
        box.wait(1000)
    assert len(box.desk.cues()) == MOST_CUES
    assert box.desk.cues() == []
    box.off()


@pytest.mark.plays("buzzer")
def test_lamps_that_blink_change_what_is_seen_though_nothing_happens() -> None:
    box = Box()
    box.tell(Enter("choose buzzer", box.clock.now()))
    before = box.desk.news()
    box.wait(600)
    assert box.desk.news().version > before.version
    assert box.desk.news().happened == before.happened
    box.tap((1,))
    assert box.desk.news().happened > before.happened
    box.off()
