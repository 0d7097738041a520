"""The box behind the desk window: mock pins in real time, its loop in a thread of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Self

from PIL import Image

from companion.app.desk_inputs import DeskInputs
from companion.app.loop_desk import LoopDesk
from companion.app.phones_switch import phones_of
from companion.app.threads import swap_soon
from companion.loop.mailbox import Mailbox
from companion.scripts.mock import MockTable, check_games, fake_panels, reaching
from companion.scripts.real_time import RealTimePlayer
from companion.scripts.script import Script
from companion.session import plugging
from companion.store.folder import state_folder
from companion.store.journal import Journal
from companion.store.things import with_made
from firmware.boxfile.settings import Settings
from firmware.drawing.figures import Spot
from firmware.drawing.frames import dice_on
from firmware.events import NS_PER_MS, Seat
from firmware.fakes.oled_bench import OledBench, OledMemory
from firmware.pi.clock import MonotonicClock
from firmware.several_inputs import SeveralInputs
from firmware.views import PanelId

log = logging.getLogger("pierwszy.app")

DIM_PERCENT = 40
"""How bright a dimmed panel is drawn: an eighth of the current, but eyes aren't linear."""

KEYBOARD_TIE_NS = 10 * NS_PER_MS
"""A keyboard reports its keys every 8 to 10 ms, in the order it scans them: closer can't be told apart."""


def _seen(memory: OledMemory) -> Image.Image:
    """A panel's picture as an eye sees it."""
    picture = memory.picture(upright=True)
    if memory.contrast >= memory.settings.contrast:
        return picture
    return picture.convert("L").point(lambda level: level * DIM_PERCENT // 100)


class DeskTable(LoopDesk):
    """The box behind the desk window, on mock pins, its loop in a thread of its own."""

    pressable = True

    def __init__(self, settings: Settings, script: Script | None = None) -> None:
        named = settings.files
        if script is None:
            times = replace(settings.times, tie=max(settings.times.tie, KEYBOARD_TIE_NS))
            settings = with_made(replace(settings, times=times), state_folder())
        else:
            check_games(script, settings := reaching(settings, script))
        self._settings = settings
        self._lay(script)
        super().__init__(self._table.loop, self._table.mailbox, self._panels.hush, named)

    def _lay(self, script: Script | None) -> None:
        """Make everything ready for a script, or for people."""
        settings, clock = self._settings, MonotonicClock()
        bench = OledBench(settings.panels)
        panels = fake_panels(settings, bench, self.changed)
        closed = () if script is None else script.closed
        self._journal = self._recording(script)
        mailbox = Mailbox()
        self._inputs = DeskInputs(settings, mailbox, clock) if script is None else None
        heard = None if self._inputs is None else self._inputs.heard
        self._beside = None
        if settings.offers_phones and script is None:
            self._beside = SeveralInputs(settings.every_seat, *(() if heard is None else (heard,)))
        self._table = MockTable(
            settings,
            clock,
            panels,
            closed=closed,
            journal=self._journal,
            offer=script is None,
            mailbox=mailbox,
            inputs=heard if self._beside is None else self._beside,
        )
        if self._inputs is not None and self._table.loop.state.kept.buttons:
            self._inputs.know_keys()  # what has been plugged in before may be again, in the middle of a game
        self._bench, self._panels = bench, panels  # last: until then the window shows those before
        self._player = None if script is None else RealTimePlayer(script, self._table, clock.now)
        self._thread = threading.Thread(target=self._run, name="loop")

    def _recording(self, script: Script | None) -> Journal | None:
        """Where games are written down; a script in the window leaves what people play alone."""
        return Journal(state_folder()) if script is None else None

    def __enter__(self) -> Self:
        swap_soon()
        loop, mailbox = self._table.loop, self._table.mailbox
        self._phones = phones_of(loop, mailbox, self._beside, self._settings, MonotonicClock())
        self._phones.__enter__()
        self._thread.start()
        if self._player is not None:
            self._player.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._player is not None:
            self._player.stop()
        self._phones.__exit__(None, None, None)
        self.loop.stop()
        self._thread.join()
        self._table.box.close()
        if self._journal is not None:
            self._journal.close()

    def end(self) -> None:
        """Nothing more is played; from any thread."""
        self.loop.stop()

    def _run(self) -> None:
        try:
            self.loop.run()
        except Exception:
            log.exception("the loop has ended by a fault of ours")
            self.loop.stop()
        self.changed()

    @property
    def failed(self) -> bool:
        """Whether the script's expectations failed."""
        return self._player is not None and self._player.failed is not None

    def press(self, seat: Seat, closed: bool, at: int, *, by_key: bool = True) -> None:
        """Close or open a seat's contact."""
        if self._inputs is not None and plugging.keys(self.loop.state.kept.buttons) is not None:
            self._table.touch(seat, closed, *self._inputs.stamp(seat, closed, at, by_key))
        else:
            self._table.touch(seat, closed, at)

    def pictures(self) -> Mapping[PanelId, Image.Image]:
        """What each panel's glass shows now, grey where it is dimmed."""
        return {name: _seen(memory) for name, memory in self._bench.items()}

    def dice(self, pictures: Mapping[PanelId, Image.Image]) -> Mapping[PanelId, tuple[Spot, ...]]:
        """The dice that lie on these pictures."""
        view = self.loop.view
        screens = {} if view is None else view.screens()
        return {name: dice_on(pictures[name], screens[name]) for name in pictures.keys() & screens.keys()}
