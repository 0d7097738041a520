"""A box as its window sees it from another process: the very same as from this one."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from companion.app.window_keeper import WindowKeeper
from companion.errors import DisplayMissingError
from companion.games.catalogue import all_games
from companion.window.far_desk import FarDesk, Wire
from firmware.boxfile.settings import NO_FILES, eight_seats
from firmware.events import Enter
from firmware.views import Cue
from tests.companion.app.test_loop_desk import Box, _anything
from tests.companion.games import anything

SOON = 20


class Far(Box):
    """A box, its window's side here, and its window's side as another process has it."""

    def __init__(self, box: socket.socket, window: socket.socket) -> None:
        super().__init__()
        self.hushes: list[bool] = []
        keeper = WindowKeeper(self.loop, self._table.mailbox, self.hushes.append, eight_seats(), NO_FILES)
        self.keeper, self.desk = keeper, keeper._desk
        self.desk.on_change(keeper._ring)
        self.sounded: list[Cue] = []
        self.heard: list[Cue] = []
        kept = self.loop.on_cue

        def sounds(cue: Cue) -> None:
            self.sounded.append(cue)
            kept(cue)

        self.loop.on_cue = sounds
        self._serving = threading.Thread(target=keeper._serve, args=(box,))
        self._serving.start()
        self.far = FarDesk(Wire(window))
        self._news = threading.Event()
        self.far.on_change(self._news.set)

    def hear(self) -> None:
        """Wait until the window has heard of all there is."""
        self.desk.changed()
        while self.far.news().version != self.desk.news().version:
            assert self._news.wait(SOON)
            self._news.clear()
        self.heard += self.far.cues()

    def off(self) -> None:
        super().off()
        self.keeper._over.set()
        self.desk.changed()
        self._serving.join()
        self.keeper._bell.close()
        self.keeper._rope.close()


@contextmanager
def far() -> Iterator[Far]:
    ours, theirs = socket.socketpair()
    with closing(theirs):
        box = Far(ours, theirs)
        try:
            yield box
        finally:
            with closing(ours):
                box.off()


def test_whatever_is_played_the_window_sees_what_it_would_here() -> None:
    chance = random.Random(20)
    with far() as box:
        assert box.far.seats == tuple(range(1, 9))
        for _ in range(12):
            game = chance.choice(all_games()).name
            box.tell(
                Enter(f"game {game} {chance.choice(anything.plays_of(game).beginnings)}", box.clock.now())
            )
            for _ in range(6):
                _anything(box, chance, game)
                box.hear()
                now, near, there = box.clock.now(), box.desk, box.far
                assert there.table(now) == near.table(now)
                assert there.news() == near.news()
        assert box.heard == box.sounded != []
        assert True in box.hushes


def test_what_the_host_does_there_reaches_the_box_and_its_window_is_told_of_the_end() -> None:
    with far() as box:
        box.far.tell(Enter("name 3 Ola", box.clock.now()))
        box.far.table(box.clock.now())  # answered after it
        box.loop.step()
        box.hear()
        assert box.far.news().say.name(3) == "Ola"
        assert not box.far.stopped()
    box.far._answers.get(timeout=SOON)
    assert box.far.stopped()
    assert box.far.table(0) is not None  # what it was


def test_a_screen_that_is_pulled_out_ends_the_window_and_tells_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with far() as box:
        monkeypatch.setattr("companion.window.far_desk.display_missing", lambda: "pulled out")
        assert not box.far.stopped()  # it has just looked
        with pytest.raises(DisplayMissingError, match="pulled out"):
            box.far.stopped()


def test_why_there_is_no_window_is_heard_though_that_has_ended_by_then() -> None:
    box, (ours, theirs) = Box(), socket.socketpair()
    keeper = WindowKeeper(box.loop, box._table.mailbox, lambda _: None, eight_seats(), NO_FILES)
    with closing(ours), closing(keeper._bell), closing(keeper._rope):
        with closing(theirs):
            Wire(theirs).send("no display")
        assert keeper._serve(ours) == "no display"
    box.off()


@pytest.mark.plays("rachmistrz")
def test_a_board_is_made_there_and_kept_here() -> None:
    with far() as box:
        box.hear()
        assert box.far.workshop() is None
        box.tell(Enter("choose rachmistrz", box.clock.now()))
        box.hear()
        there, near = box.far.workshop(), box.desk.workshop()
        assert there is not None
        assert near is not None
        assert (there.known, there.taken) == (near.known, tuple(near.taken))
        draft = there.begin(next(iter(near.known)))
        assert draft == near.begin(next(iter(near.known)))
        assert there.save(draft.called("Moja")) != ""
