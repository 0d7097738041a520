"""The box: on this machine's pins, or on mock ones; without a window, or with one for the table."""

from __future__ import annotations

import gc
import logging
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from dataclasses import replace
from typing import Any

from companion.app.phones_switch import phones_of
from companion.app.signals import stopped_by_signals
from companion.app.threads import swap_soon
from companion.i18n import speaker
from companion.loop.loop import Loop
from companion.loop.mailbox import Mailbox
from companion.scripts.live_report import LiveReport
from companion.scripts.mock import MockTable, check_games, fake_panels, reaching
from companion.scripts.real_time import RealTimePlayer
from companion.scripts.script import Script
from companion.session import vouching
from companion.session.shelf import told
from companion.session.state import Stage
from companion.store.folder import refuse_second, state_folder
from companion.store.journal import Journal
from companion.store.things import with_made
from firmware.boxfile.settings import Settings
from firmware.certificate import Doubt
from firmware.drawing.frames import draw
from firmware.errors import LibraryMissingError
from firmware.fakes.oled_bench import OledBench
from firmware.pi.box import GpioBox
from firmware.pi.clock import MonotonicClock
from firmware.pi.factory import header_of
from firmware.pi.inputs import inputs_of
from firmware.pi.jumper import Jumper
from firmware.pi.mux_reset import mux_reset
from firmware.pi.panels import LumaPanels
from firmware.pi.service import Service
from firmware.ports import Clock
from firmware.several_inputs import SeveralInputs

log = logging.getLogger("pierwszy.app")

SWITCHED_OFF = 3
"""The exit code of a box that people have switched off in its menu: whoever started it sees to the rest."""


def run_box(
    settings: Settings,
    *,
    mock: bool = False,
    script: Script | None = None,
    report: LiveReport | None = None,
    screen: bool = False,
) -> int:
    """Run a box until SIGTERM, SIGINT, SIGHUP, the script's end, or until people close its window.

    Args:
        settings: how the box is built.
        mock: mock pins and fake panels instead of this machine's.
        script: a table script to play on mock pins in real time, or None.
        report: is told what happens, or None.
        screen: whether the table is shown in a window, too, while there is a display, as it is if the box
            has a television; nothing that is missing for it stops the box.

    Returns:
        The exit code: `SWITCHED_OFF`, or 1 if it can't be played on or the script has failed; else 0.

    Raises:
        PierwszyError: a chip, pin or library is missing; one line.
    """
    swap_soon()
    refuse_second(state_folder())  # before its pins are found taken, which says less
    named = settings.files
    settings = replace(
        with_made(settings, state_folder()), asks_zero=bool(settings.zero) and not mock and script is None
    )
    clock = MonotonicClock()
    watch = None if report is None else report.changed
    screen = screen or settings.window.television
    with ExitStack() as stack:
        player = None
        service = Service(clock)
        stack.callback(service.close)

        def opened() -> Journal:
            service.reading()
            return stack.enter_context(closing(Journal(state_folder())))

        if mock or script is not None:
            if script is not None:
                check_games(script, settings := reaching(settings, script))
            panels = fake_panels(settings, OledBench(settings.panels))
            closed = () if script is None else script.closed
            beside = SeveralInputs(settings.every_seat) if settings.offers_phones else None
            table = MockTable(
                settings,
                clock,
                panels,
                closed=closed,
                watch=watch,
                journal=opened(),
                offer=script is None,
                inputs=beside,
            )
            loop, box, mailbox = table.loop, table.box, table.mailbox
            stack.callback(box.close)
            if script is not None:
                player = RealTimePlayer(script, table, clock.now)
        else:
            mailbox = Mailbox()
            box, panels, beside, pull = _of_this_machine(settings, mailbox, clock, stack, screen=screen)
            loop = Loop(settings, box, mailbox, clock, watch=watch, journal=opened(), pull=pull)
        if report is not None:
            loop.on_sound = report.sounds
            report.hello(clock.now(), settings.certified)
        loop.on_hush = panels.hush
        if service.heartbeat is not None:
            loop.on_turn = lambda: service.turn(_doing(loop))
            loop.heartbeat = min(loop.heartbeat, service.heartbeat)
        gc.freeze()  # to look through the program itself would hold up the loop for 17 ms
        stack.enter_context(stopped_by_signals(loop.stop))
        say_ready(loop)
        if player is not None:
            stack.callback(player.stop)
            threading.Thread(target=_end_with, args=(player, loop), daemon=True).start()
        stack.enter_context(phones_of(loop, mailbox, beside, settings, clock, by_host=mock and not screen))
        if screen:
            stack.enter_context(_window(loop, mailbox, panels.hush, settings, named))
        loop.run()
        service.stopping("no press can arrive any more" if loop.broken else "stopping")
        if report is not None:
            report.end(clock.now(), loop.snapshot())
        panels.stays_lit = loop.state.stage is Stage.OFF  # they say not to unplug it yet
        return _exit_code(loop, player)


def _of_this_machine(
    settings: Settings, mailbox: Mailbox, clock: Clock, stack: ExitStack, *, screen: bool
) -> tuple[GpioBox, LumaPanels, SeveralInputs | None, Callable[[bool], None] | None]:
    """The box on this machine's pins, panels and plugged-in buttons, to be closed by ``stack``.

    Last, what closes all its lines for a zero test; None: nothing does.
    """
    header = header_of(settings)
    panels = LumaPanels(
        settings.panels,
        draw=draw,
        on_change=lambda: mailbox.put(None),
        reset=stack.enter_context(mux_reset(settings, header.factory)),
    )
    # With a window a keyboard is the window's, unless the box file gives one of its keys to a seat.
    plugged = inputs_of(settings, mailbox, mailbox.put, clock, spare_typing=screen)
    sources = () if plugged is None else (plugged,)
    beside = SeveralInputs(settings.every_seat, *sources) if settings.offers_phones else None
    box = GpioBox(settings, header, mailbox, clock, panels, inputs=plugged if beside is None else beside)
    stack.callback(box.close)
    if settings.zero != "pull" or settings.jumper is None:
        return box, panels, beside, None
    jumper = stack.enter_context(closing(Jumper(settings.jumper, header.factory)))
    return box, panels, beside, jumper.drive


def say_ready(loop: Loop) -> None:
    """One line; a second says which game can be gone on with: whose, how it stood and when it was left.

    The last says how long a tie is, and what vouches for that.
    """
    sys.stderr.write(f"pierwszy: ready with {len(loop.session.seats)} seats\n")
    state = loop.state
    if state.stage is Stage.RESUME and state.offered is not None:
        say = speaker("en").named(state.offered.names)
        who = ", ".join(say.name(seat) for seat in state.offered.seats)
        sys.stderr.write(f"pierwszy: waiting: {say.text(told(state.shelf[0]))} ({who})\n")
    here = loop.session.here
    if here.certificate is not None and here.certificate.doubt is not Doubt.MOCK:
        line = speaker("en").text(vouching.told(here.certificate, here.times.tie))
        sys.stderr.write(f"pierwszy: {line}\n")
    sys.stderr.flush()


def _window(*of_box: Any) -> AbstractContextManager[object]:
    """The window of a box; nothing if what draws it isn't installed."""
    from companion.app.window_keeper import WindowKeeper  # noqa: PLC0415 - few boxes have a window

    try:
        return WindowKeeper(*of_box)
    except LibraryMissingError as missing:
        log.warning("%s; going on without a window", missing)
        return nullcontext()


def _exit_code(loop: Loop, player: RealTimePlayer | None) -> int:
    if loop.state.stage is Stage.OFF:
        return SWITCHED_OFF
    return int(loop.broken or (player is not None and player.failed is not None))


def _doing(loop: Loop) -> str:
    """What the box does and what is broken, for ``systemctl status``."""
    state, doing = loop.state, loop.state.stage.value
    if state.stage is Stage.PLAY and state.game is not None:
        doing = f"{state.game.name}, seats {', '.join(map(str, state.seats))}"
    return "; ".join((doing, *loop.faults))


def _end_with(player: RealTimePlayer, loop: Loop) -> None:
    player.start()
    player.join()
    loop.stop()
