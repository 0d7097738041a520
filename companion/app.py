"""Puts a box together with the loop and runs it: on a Pi, on mock pins, in a window, from a script.

The only place, with `companion.cli`, that knows both real parts and fakes. Everything starts in order and
stops in reverse; nothing here decides anything about a game.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from PIL import Image

from companion.hand import Hand
from companion.i18n import speaker
from companion.journal import Journal, state_folder
from companion.loop import Loop, Mailbox, Watcher
from companion.report import Report
from companion.script import (
    AFTER_SCRIPT_NS,
    Begin,
    Dice,
    Done,
    Expect,
    Keyed,
    Restart,
    Script,
    Turned,
    Typed,
    Wire,
    perform,
)
from companion.setting_up import SettingUp
from companion.state import State
from companion.terminal import TerminalPanels
from companion.words import Say
from firmware.errors import OptionError, ScriptError
from firmware.events import NS_PER_MS, NS_PER_S, Enter, HostEvent, Key, Knob, Resumed, Seat
from firmware.fakes.clock import HandClock
from firmware.fakes.oled import OledBench, OledMemory
from firmware.fakes.panels import NoPanels, PictureFiles
from firmware.fakes.pins import StampedFactory
from firmware.frames import draw
from firmware.pi.box import GpioBox
from firmware.pi.clock import MonotonicClock
from firmware.pi.factory import Header, open_header
from firmware.pi.panels import LumaPanels
from firmware.ports import Clock, Panels
from firmware.settings import Settings
from firmware.views import Cue, PanelId

log = logging.getLogger("pierwszy.app")

SCRIPT_START_NS = 1000 * NS_PER_S
"""Where a replay's clock starts: a stamp may lie before the script's zero."""

DIM_PERCENT = 40
"""How bright a dimmed panel is drawn: an eighth of the current, but eyes aren't linear."""

KEYBOARD_TIE_NS = 10 * NS_PER_MS
"""A keyboard reports its keys every 8 to 10 ms, in the order it scans them: closer can't be told apart."""


class MockTable:
    """A box on mock pins, its loop, and a hand for its wires; also a `companion.script.Table`.

    Args:
        settings: how the box is built.
        clock: the time it lives in.
        panels: where its screens go.
        closed: seats whose buttons are down when it is switched on.
        origin: the stamp at which a script's time is zero (ns).
        watch: told of each change of state.
        journal: where everything is written down, or None.
        offer: whether to offer to go on with what the journal has left unfinished.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        panels: Panels,
        *,
        closed: Collection[Seat] = (),
        origin: int = 0,
        watch: Watcher | None = None,
        journal: Journal | None = None,
        offer: bool = True,
    ) -> None:
        self.mailbox = Mailbox()
        self.origin = origin
        self._clock = clock
        factory = StampedFactory(clock)
        # Nobody hears a mock piezo, and its thread would live in real time whatever the clock says.
        settings = replace(settings, piezo=None)
        self.box = GpioBox(settings, Header(factory), self.mailbox, clock, panels)
        self._pins = {seat: factory.pin(pins.button) for seat, pins in settings.seats.items()}
        for seat in closed:
            self.touch(seat, True, clock.now())
        self.loop = Loop(settings, self.box, self.mailbox, clock, watch=watch, journal=journal, offer=offer)

    def touch(self, seat: Seat, closed: bool, at: int) -> None:
        """Close or open a seat's contact; ``at`` is the stamp the pin gives the edge (ns)."""
        if seat in self._pins:
            self._pins[seat].edge_at(at, closed)

    def wire(self, seat: Seat, closed: bool, stamp: int) -> None:
        """One edge, stamped in the script's time."""
        self.touch(seat, closed, self.origin + stamp)

    def do(self, action: Done) -> None:
        """What the host does, now."""
        now = self._clock.now()
        match action:
            case Begin(name, words):
                self.mailbox.put(Enter(" ".join(("game", name, *words)), now))
            case Typed(text):
                self.mailbox.put(Enter(text, now))
            case Turned(steps):
                self.mailbox.put(Knob(steps, now))
            case Keyed(key):
                self.mailbox.put(Key(key, now))
            case Restart():
                self.mailbox.put(Resumed(now - 1, now))
            case Dice(faces):
                self.loop.cup.lay_ready(faces)

    def snapshot(self) -> dict[str, Any]:
        """The state at this very instant."""
        return self.loop.snapshot()


# -- replay ---------------------------------------------------------------------------------------


def check_games(script: Script, settings: Settings) -> None:
    """See that every game of a script can be set up on this box, before anything is played.

    Raises:
        ScriptError: one can't, or a line names a seat the box hasn't got.
    """
    setting_up = SettingUp(settings.seats, settings.times)
    switched_on = State(language=settings.language)
    for seat in script.closed:
        if seat not in settings.seats:
            raise ScriptError(
                f"{script.source}: expected a seat of this box {sorted(settings.seats)}, got {seat}"
            )
    for command in script.commands:
        action = command.action
        if isinstance(action, Wire) and action.seat not in settings.seats:
            raise ScriptError(
                f"{script.source}:{command.line}: expected a seat of this box {sorted(settings.seats)}, "
                f"got {action.seat}"
            )
        if isinstance(action, Begin):
            try:
                setting_up.begin(switched_on, action.name, action.words, 0)
            except OptionError as error:
                raise ScriptError(f"{script.source}:{command.line}: {error}") from None


def replay(script: Script, settings: Settings, out: TextIO, frames: Path | None = None) -> None:
    """Play a script in virtual time and print what happens, one JSON object a line.

    Args:
        script: what to play.
        settings: the box to play it on.
        out: where the lines go.
        frames: a folder for each changed screen as PNG, or None.

    Raises:
        ScriptError: a game of the script can't be set up.
        ExpectationError: an expectation failed; the lines so far are printed.
    """
    clock = HandClock(SCRIPT_START_NS)
    panels: Panels = NoPanels()
    if frames is not None:
        panels = PictureFiles(frames, clock, SCRIPT_START_NS, draw)
    report = Report(out, SCRIPT_START_NS)
    snapshot = play(script, settings, clock, panels, report.changed)
    report.end(clock.now(), snapshot)


def tell(script: Script, settings: Settings, out: TextIO) -> None:
    """Play a script in a terminal: the main screen in dots; in its own time if somebody watches.

    Raises:
        ScriptError: a game of the script can't be set up.
        ExpectationError: an expectation failed.
    """
    clock = HandClock(SCRIPT_START_NS)
    sleep = time.sleep if out.isatty() else None
    play(script, settings, clock, TerminalPanels(out, clock, SCRIPT_START_NS, draw, sleep))


def play(
    script: Script, settings: Settings, clock: HandClock, panels: Panels, watch: Watcher | None = None
) -> dict[str, Any]:
    """Play a script in virtual time, and a second beyond it; returns the last snapshot.

    Raises:
        ScriptError: a game of the script can't be set up.
        ExpectationError: an expectation failed.
    """
    check_games(script, settings)
    table = MockTable(settings, clock, panels, closed=script.closed, origin=clock.now(), watch=watch)
    try:
        for command in script.commands:
            _reach(table.loop, clock, table.origin + command.at)
            if not isinstance(command.action, Wire):
                table.loop.step()  # edges of this instant come first, as they stand in the file
            perform(command, table, script.source)
            if not isinstance(command.action, Wire | Expect):
                table.loop.step()
        _reach(table.loop, clock, table.origin + script.length + AFTER_SCRIPT_NS)
        return table.snapshot()
    finally:
        table.box.close()


def _reach(loop: Loop, clock: HandClock, at: int) -> None:
    """Let virtual time run up to ``at``; edges of one instant are left to be taken in together."""
    if at > clock.now():
        loop.run_until(at, clock.set)


# -- headless -------------------------------------------------------------------------------------


def run_box(settings: Settings, *, mock: bool = False, script: Script | None = None) -> int:
    """Run a box without a window until SIGTERM, SIGINT or the script's end.

    Args:
        settings: how the box is built.
        mock: mock pins and fake panels instead of this machine's.
        script: a table script to play on mock pins in real time, or None.

    Returns:
        The exit code.

    Raises:
        PierwszyError: a chip, pin or library is missing; one line.
    """
    clock = MonotonicClock()
    with ExitStack() as stack:
        hand = None
        journal = Journal(state_folder())
        stack.callback(journal.close)
        if mock or script is not None:
            if script is not None:
                check_games(script, settings)
            panels = _fake_panels(settings, OledBench(settings.panels))
            closed = () if script is None else script.closed
            table = MockTable(settings, clock, panels, closed=closed, journal=journal, offer=script is None)
            loop, box = table.loop, table.box
            stack.callback(box.close)
            if script is not None:
                hand = Hand(script, table, clock.now)
        else:
            header = open_header(settings.chip)
            mailbox = Mailbox()
            panels = LumaPanels(settings.panels, draw=draw, on_change=lambda: mailbox.put(None))
            box = GpioBox(settings, header, mailbox, clock, panels)
            stack.callback(box.close)
            loop = Loop(settings, box, mailbox, clock, journal=journal)
        loop.on_hush = panels.hush
        stack.enter_context(_signals(loop.stop))
        sys.stderr.write(f"pierwszy: ready with {len(loop.session.seats)} seats\n")
        sys.stderr.flush()
        if hand is not None:
            stack.callback(hand.stop)
            threading.Thread(target=_end_with, args=(hand, loop), daemon=True).start()
        loop.run()
        return 1 if loop.broken or (hand is not None and hand.failed is not None) else 0


def _end_with(hand: Hand, loop: Loop) -> None:
    hand.start()
    hand.join()
    loop.stop()


@contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    """SIGTERM and SIGINT stop the loop; atexit alone would never hear of a SIGTERM.

    The loop sleeps in a queue, where a signal that comes just before the sleep would not be noticed until
    the next edge. So the C handler writes its number to a pipe, and a thread that waits there stops the loop.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    heard = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGTERM, signal.SIGINT)}
    before = signal.set_wakeup_fd(writer)

    def wait() -> None:
        while number := os.read(reader, 1):
            if number[0] in heard:
                stop()

    waiter = threading.Thread(target=wait, name="signals", daemon=True)
    waiter.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        for number, handler in heard.items():
            signal.signal(number, handler)
        os.close(writer)
        waiter.join()
        os.close(reader)


def _fake_panels(
    settings: Settings, bench: OledBench, on_change: Callable[[], None] = lambda: None
) -> LumaPanels:
    return LumaPanels(settings.panels, draw=draw, open_port=bench.open_port, on_change=on_change)


def _seen(memory: OledMemory) -> Image.Image:
    """A panel's picture as an eye sees it."""
    picture = memory.picture(upright=True)
    if memory.contrast >= memory.settings.contrast:
        return picture
    return picture.convert("L").point(lambda level: level * DIM_PERCENT // 100)


# -- desk -----------------------------------------------------------------------------------------


class DeskTable:
    """The box behind the desk window: a `companion.screen.desk.Desk`, its loop in a thread of its own."""

    def __init__(self, settings: Settings, script: Script | None = None) -> None:
        if script is None:
            times = replace(settings.times, tie=max(settings.times.tie, KEYBOARD_TIE_NS))
            settings = replace(settings, times=times)
        else:
            check_games(script, settings)
        self._bench = OledBench(settings.panels)
        self._wake: Callable[[], None] = lambda: None
        self._version = 0
        self._cues: list[Cue] = []
        clock = MonotonicClock()
        self._panels = _fake_panels(settings, self._bench, self._changed)
        closed = () if script is None else script.closed
        self._journal = Journal(state_folder())
        self._table = MockTable(
            settings, clock, self._panels, closed=closed, journal=self._journal, offer=script is None
        )
        self._table.loop.on_cue = self._heard
        self._table.loop.on_show = self._changed
        self._table.loop.on_hush = self._panels.hush
        self._hand = None if script is None else Hand(script, self._table, clock.now)
        self._thread = threading.Thread(target=self._run, name="loop")

    def __enter__(self) -> DeskTable:
        self._thread.start()
        if self._hand is not None:
            self._hand.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._hand is not None:
            self._hand.stop()
        self._table.loop.stop()
        self._thread.join()
        self._table.box.close()
        self._journal.close()

    def _run(self) -> None:
        try:
            self._table.loop.run()
        except Exception:
            log.exception("the loop has ended by a fault of ours")
            self._table.loop.stop()
        self._changed()

    def _heard(self, cue: Cue) -> None:
        self._cues.append(cue)
        self._changed()

    def _changed(self) -> None:
        self._version += 1
        self._wake()

    @property
    def failed(self) -> bool:
        """Whether the script's expectations failed."""
        return self._hand is not None and self._hand.failed is not None

    @property
    def seats(self) -> Collection[Seat]:
        """The seats that have a button on this box."""
        return self._table.loop.session.seats

    def press(self, seat: Seat, closed: bool, at: int) -> None:
        """Close or open a seat's contact."""
        self._table.touch(seat, closed, at)

    def tell(self, event: HostEvent) -> None:
        """Hand on what the host turned, pressed or typed."""
        self._table.mailbox.put(event)

    def pictures(self) -> Mapping[PanelId, Image.Image]:
        """What each panel's glass shows now, grey where it is dimmed."""
        return {name: _seen(memory) for name, memory in self._bench.items()}

    def lit(self) -> Collection[Seat]:
        """The lamps lit now."""
        return self._table.loop.lit

    def playing(self) -> Collection[Seat]:
        """The seats in the game now."""
        return self._table.loop.playing

    def cues(self) -> Sequence[Cue]:
        """The cues since the last call."""
        heard, self._cues = self._cues, []
        return heard

    def volume(self) -> int:
        """How loud cues are now."""
        return self._table.loop.state.volume

    def say(self) -> Say:
        """The language spoken now."""
        state = self._table.loop.state
        return speaker(state.language).named(state.names)

    def stopped(self) -> bool:
        """Whether the program has ended."""
        return self._table.loop.stopped

    def version(self) -> int:
        """Changes whenever something seen may have changed."""
        return self._version

    def on_change(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` after each change."""
        self._wake = wake
