"""A box whose file is wrong says so: on whatever panels and lamps can still be told from that file.

A dark box tells nobody anything, and what stands in its log nobody reads.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.i18n import speaker
from companion.loop.loop import BLINK_NS
from companion.store.folder import refuse_second, state_folder
from firmware.boxfile.salvage import line_of, salvaged
from firmware.boxfile.settings import Settings, default
from firmware.drawing.frames import draw
from firmware.errors import PierwszyError, SettingsError
from firmware.events import NS_PER_S
from firmware.pi.factory import Header, open_header
from firmware.pi.lamps import Lamps
from firmware.pi.oled import OpenPort, open_i2c
from firmware.pi.panels import LumaPanels
from firmware.views import Screen

BLINKS = 6
"""How often the lamps blink, 3 s in all: with systemd's twenty starts in a row two minutes' notice."""

SHOWN_S = 2.0
"""How long panels have to show it, seconds."""


def show_settings_fault(
    fault: SettingsError,
    path: Path | None,
    *,
    open_port: OpenPort = open_i2c,
    header: Callable[[str | None], Header] = open_header,
    wait: Callable[[float], None] = time.sleep,
) -> None:
    """Show what is wrong with a box file, and leave it on the panels; nothing if this box is at work already.

    Args:
        fault: what is wrong.
        path: of the box file; None: the one that ships with the program.
        open_port: opens the way to one panel.
        header: opens the pins, by the label of their chip.
        wait: waits so many seconds.
    """
    try:
        refuse_second(state_folder())
        text = "" if path is None else path.read_text(encoding="utf-8", errors="replace")
    except (PierwszyError, OSError):
        return
    known = salvaged(text)
    settings = known or default()
    there = settings.panels or default().panels
    panels = LumaPanels(there, draw=draw, open_port=open_port)
    panels.show(dict.fromkeys(there, _screen(fault, text, settings)))
    if known is not None:  # a pin that may be a button's is left alone
        with suppress(PierwszyError):
            _blink(known, header, wait)
    panels.flush(SHOWN_S)  # and no more: closed, they would be dark


def _screen(fault: SettingsError, text: str, settings: Settings) -> Screen:
    say = speaker(settings.language)
    key, _, what = fault.faults[0].partition(": ")
    line = line_of(text, fault.faults[0])
    return Screen(
        title="! " + say("Settings"),
        big="" if line is None else say("line {line}", line=line),
        text=(key, what) if what else (key,),
    )


def _blink(settings: Settings, header: Callable[[str | None], Header], wait: Callable[[float], None]) -> None:
    pins = {seat: pins.lamp for seat, pins in settings.seats.items() if pins.lamp is not None}
    lamps = Lamps(pins, header(settings.chip).factory)
    try:
        for half in range(2 * BLINKS):
            lamps.show(pins if half % 2 == 0 else ())
            wait(BLINK_NS / NS_PER_S)
    finally:
        lamps.close()
