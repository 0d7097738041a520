"""A box with planted faults, and somebody who builds it: reads what is asked, looks, and presses."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.app.about import about
from companion.loop.mailbox import Mailbox
from companion.scripts.virtual import SCRIPT_START_NS
from companion.selftest import check_report
from companion.selftest.course import STEPS_BY_NAME, Course
from companion.selftest.part_names import gpio_of
from companion.selftest.run.card_drawing import draw_checked
from companion.selftest.run.check_box import CheckBox
from companion.selftest.run.checker import Checker
from companion.selftest.step import Ask
from companion.selftest.turning import CLICKS
from firmware.boxfile import settings as boxes
from firmware.boxfile.settings import PanelSettings, Settings
from firmware.certificate import Certificate
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Line, Seat
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.i2c_wires import I2cWires
from firmware.fakes.pins import StampedFactory
from firmware.pi.factory import Header
from firmware.views import Cue, PanelId
from tests.firmware.fakes.faulty_oled import FaultyBench, FaultyOled
from tests.firmware.fakes.mock_jumper import MockJumper, Planted

SOON = 10.0
"""Seconds; only a broken worker ever waits this long."""

SIX = replace(boxes.default(), language="en")
EIGHT = replace(boxes.eight_seats(), language="en")
FINGER_NS = 80 * NS_PER_MS
HOLD_NS = 1200 * NS_PER_MS
LOOKS_NS = 600 * NS_PER_MS
"""So long somebody reads before doing anything."""

AGAIN_NS = 3 * NS_PER_S
"""So long somebody waits before doing the same once more."""

HUM_NS = 10 * NS_PER_MS
HUMS_NS = 5 * NS_PER_S
"""The hum of a loose wire comes and goes; this one is over when the other buttons are tried."""


@dataclass
class Faults:
    """What is wrong with a box; places are where hands and eyes find things.

    Attributes:
        closes: lines that a place's button closes, where they aren't just its own.
        stuck: lines that touch ground.
        backwards: lines whose switches are wired to NC.
        sticks: places whose buttons don't come up again.
        hums: lines that pick mains hum up.
        chatters: places whose buttons bounce for longer than any good one.
        lights: places that each seat's lamp pin lights, where it isn't just its own.
        glows: places that are always lit.
        phases: what the knob's A and B close: pairs of their lines, as ``(("b",), ("a",))``.
        clicks: how often the knob clicks in a cycle, where it isn't as the box file says.
        absent: panels that aren't there.
        holds: panels that hold their wires low.
        no_reset: the pin that resets the mux isn't wired.
        panels: panels that are built otherwise than the box file says.
        first_column: the first column of a panel's glass, where it isn't the usual.
        mute: the piezo makes no sound.
        jumper: what is planted on each seat's wire of the loop-back's jumper; empty: nothing is joined.
    """

    closes: Mapping[Line, tuple[Line, ...]] = field(default_factory=dict)
    stuck: Collection[Line] = ()
    backwards: Collection[Line] = ()
    sticks: Collection[Line] = ()
    hums: Collection[Line] = ()
    chatters: Collection[Line] = ()
    lights: Mapping[Seat, tuple[Seat, ...]] = field(default_factory=dict)
    glows: Collection[Seat] = ()
    phases: tuple[tuple[str, ...], tuple[str, ...]] = (("a",), ("b",))
    clicks: int | None = None
    absent: Collection[PanelId] = ()
    holds: Collection[PanelId] = ()
    no_reset: bool = False
    panels: Mapping[PanelId, PanelSettings] = field(default_factory=dict)
    first_column: Mapping[PanelId, int] = field(default_factory=dict)
    mute: bool = False
    jumper: Mapping[Seat, Planted] = field(default_factory=dict)

    def both(self, other: Faults) -> Faults:
        """These and those."""
        merged: dict[str, Any] = {}
        for name, mine in vars(self).items():
            theirs = getattr(other, name)
            if isinstance(mine, dict):
                merged[name] = {**mine, **theirs}
            elif name == "phases":
                merged[name] = mine if theirs == Faults().phases else theirs
            elif isinstance(mine, bool | None):
                merged[name] = mine or theirs
            else:
                merged[name] = (*mine, *theirs)
        return Faults(**merged)


class Bench(FaultyBench):
    """The panels as they are really built."""

    def __init__(self, settings: Settings, faults: Faults) -> None:
        there = {**settings.panels, **faults.panels}
        super().__init__(there)
        for name, column in faults.first_column.items():
            memory = FaultyOled(there[name], first_column=column)
            self._panels[name] = self._wired[memory.settings.wires] = memory
        for name, panel in faults.panels.items():
            if panel.driver != settings.panels[name].driver:
                memory = FaultyOled(panel, driver=panel.driver)  # a real one takes any byte
                self._panels[name] = self._wired[memory.settings.wires] = memory
        for name in faults.absent:
            self[name].unplug()
        self._gone = [self[name] for name in faults.absent]
        self._last: dict[int, int] = {}

    def open_port(self, settings: PanelSettings) -> FaultyOled:
        """As wires do: all channels hear what is right on the bus; a mux keeps its last channel connected."""
        bus, mux, channel, address = settings.wires
        if mux is not None and channel is not None:
            self._last[mux] = channel
        roads = [(bus, mux, channel), (bus, None, None)]
        roads += [(bus, mux, channel) for mux, channel in self._last.items() if settings.mux is None]
        there = [memory for road in roads if (memory := self._wired.get((*road, address))) is not None]
        heard = [memory for memory in there if memory not in self._gone]
        return heard[0].open() if heard else super().open_port(settings)


class Builder:
    """Somebody with a box, who is led through the test.

    Args:
        faults: what is wrong with the box.
        names: of the steps; none means all.
        settings: how the box should be built.
        file: the box file.
        closed: panels whose bus can't be opened, and why.
        certify: writes a certificate, as on real pins; None: as on mock ones.
    """

    def __init__(
        self,
        faults: Faults | None = None,
        names: Sequence[str] = tuple(STEPS_BY_NAME),
        settings: Settings = SIX,
        *,
        file: Path | None = None,
        closed: Mapping[PanelId, str] | None = None,
        certify: Callable[[Mapping[str, Any]], Certificate] | None = None,
    ) -> None:
        self.faults = faults or Faults()
        self.settings = settings
        self.clock = HandClock(SCRIPT_START_NS)
        self.factory = StampedFactory(self.clock)
        self.bench = Bench(settings, self.faults)
        self.wires = I2cWires(self.bench.open_port)
        if settings.mux_reset is not None and not self.faults.no_reset:
            self.wires.wire_reset(self.factory, settings.mux_reset)
        for name in self.faults.holds:
            self.wires.hold(settings.panels[name])
        self.lines: list[str] = []
        self.asked: list[Ask] = []
        self.played: list[Cue] = []
        self.stuck_down: set[Line] = set()
        if self.faults.jumper and settings.jumper is not None:
            joined = {settings.seats[seat].button: planted for seat, planted in self.faults.jumper.items()}
            MockJumper(self.factory, self.clock, settings.jumper, joined)
        self._edges: list[tuple[int, int, bool]] = []
        self._level: dict[int, int] = {}
        self._hum_until = SCRIPT_START_NS

        def why_closed(panel: PanelSettings) -> str | None:
            return next((why for name, why in (closed or {}).items() if settings.panels[name] == panel), None)

        self.checker = Checker(
            settings,
            Course(names),
            CheckBox(
                settings,
                Header(self.factory),
                self.clock,
                self.wires.open_port,
                why_closed,
                mailbox=Mailbox(),
            ),
            self.clock,
            tell=self.lines.extend,
            file=file,
            aside=lambda act: act(),
            certify=certify,
        )
        for line in (*self.faults.stuck, *self.faults.backwards):
            self._edge(line, True, SCRIPT_START_NS)
        self._deliver(SCRIPT_START_NS)
        self.checker.begin()

    # -- wires -----------------------------------------------------------------------------------------------

    def _edge(self, line: Line, closed: bool, at: int) -> None:
        gpio = gpio_of(self.settings, line)
        if gpio is not None:
            self._edges.append((at, gpio, closed))

    def _deliver(self, until: int) -> None:
        """Let all edges up to ``until`` happen; a line in two hands is closed until both let go."""
        self._edges.sort(key=lambda edge: edge[0])
        while self._edges and self._edges[0][0] <= until:
            at, gpio, closed = self._edges.pop(0)
            before = self._level.get(gpio, 0)
            after = self._level[gpio] = max(0, before + (1 if closed else -1))
            if (before > 0) == (after > 0):
                continue
            if at > self.clock.now():
                self.checker.run_until(at, self.clock.set)
            self.factory.pin(gpio).edge_at(at, closed)
            if hasattr(self.checker, "_lines"):
                self.checker.step()

    def press(self, place: Line, length: int = FINGER_NS) -> None:
        """A finger on the button at a place."""
        now = self.clock.now()
        for number, line in enumerate(self.faults.closes.get(place, (place,))):
            first, last = now + number * 2_000, now + length + number * 3_000
            if line in self.faults.backwards:
                self._edge(line, False, first)
                self._edge(line, True, last)
                continue
            if place in self.faults.chatters:
                for bounce in range(6):
                    self._edge(line, True, first + bounce * 8 * NS_PER_MS)
                    self._edge(line, False, first + bounce * 8 * NS_PER_MS + NS_PER_MS)
                first += 50 * NS_PER_MS
                last += 50 * NS_PER_MS
            if line in self.stuck_down:
                continue
            self._edge(line, True, first)
            if place in self.faults.sticks:
                self.stuck_down.add(line)
            else:
                self._edge(line, False, last)

    def _turn(self, right: bool) -> None:
        now = self.clock.now()
        a, b = self.faults.phases
        cycle = [(a, True), (b, True), (a, False), (b, False)]
        if not right:
            cycle = [(lines, not closed) for lines, closed in reversed(cycle)]
        knob = self.settings.knob
        clicks = self.faults.clicks or (1 if knob is None else knob.clicks_per_step)
        for quarter in range(CLICKS * 4 // clicks):
            lines, closed = cycle[quarter % 4]
            for number, line in enumerate(lines):
                at = now + quarter * 6 * NS_PER_MS + number * 1_000
                self._edge(line, closed, at)

    def _hum(self, until: int) -> None:
        while self.faults.hums and self._hum_until < min(until, SCRIPT_START_NS + HUMS_NS):
            for line in self.faults.hums:
                self._edge(line, True, self._hum_until)
                self._edge(line, False, self._hum_until + HUM_NS)
            self._hum_until += 2 * HUM_NS

    def wait(self, ns: int) -> None:
        """Let time pass."""
        until = self.clock.now() + ns
        self._hum(until)
        self._deliver(until)
        self.checker.run_until(until, self.clock.set)

    # -- eyes and hands --------------------------------------------------------------------------------------

    @property
    def ask(self) -> Ask | None:
        return self.checker.state.ask

    def lit(self) -> set[Seat]:
        """The places where light is seen."""
        lamps = {seat: pins.lamp for seat, pins in self.settings.seats.items() if pins.lamp is not None}
        on = {seat for seat, gpio in lamps.items() if self.factory.pin(gpio).state}
        return {place for seat in on for place in self.faults.lights.get(seat, (seat,))} | set(
            self.faults.glows
        )

    def _answer(self, *, yes: bool) -> None:
        """At a button that works, or in the terminal if there is none."""
        place = self.healthy()
        if place is None:
            self.type("y" if yes else "n")
        else:
            self.press(place, FINGER_NS if yes else HOLD_NS)

    def healthy(self) -> Line | None:
        """A place whose button works, for answers that may come from anywhere."""
        if self.settings.knob is not None and not {"ok"} & {*self.faults.closes, *self.faults.stuck}:
            return "ok"
        bad = {*self.faults.closes, *self.faults.stuck, *self.faults.backwards, *self.faults.sticks}
        bad |= {*self.faults.hums, *self.faults.chatters}
        return next((seat for seat in self.settings.seats if seat not in bad), None)

    def sees(self, panel: PanelId) -> PanelId | None:
        """The place where a panel's test picture stands, whole and readable; None if nowhere."""
        self.checker.box.panels.flush(SOON)
        assert self.checker._shown is not None
        card = self.checker._shown[0][panel]
        for place, memory in sorted(self.bench.items(), key=lambda item: item[0] != panel):
            picture = memory.picture(upright=True)
            if picture.tobytes() == draw_checked(card, picture.size).tobytes():
                return place
        return None

    def act(self, ask: Ask) -> None:
        """Do what is asked, as far as eyes and hands can."""
        what, _, which = ask.key.partition(" ")
        match what, which:
            case "quiet", _:
                pass
            case "press", "any":
                for seat in self.settings.seats:
                    self.press(seat)
            case "press", _:
                self.press(int(which) if which.isdecimal() else which)
            case "turn", _:
                self._turn(which == "right")
            case "lamps", _:
                for place in self.lit():
                    self.press(place)
            case "lamp", _:
                self._answer_lamp(ask)
            case "panel", _:
                self._answer_panel(int(which) if which.isdecimal() else "main")
            case "sound", _:
                self._answer(yes=not self.faults.mute)
            case (("jumper" | "write"), _):
                self._answer(yes=True)

    def _answer_lamp(self, ask: Ask) -> None:
        lit = self.lit() - set(self.faults.glows)
        if not lit:
            self._answer(yes=False)
        elif ask.big != "?":
            self._answer(yes=True)
        for place in lit if ask.big == "?" else ():
            self.press(place)

    def _answer_panel(self, panel: PanelId) -> None:
        place = self.sees(panel)
        if place is None:
            self._answer(yes=False)
        elif place == "main" or panel not in self.checker.state.known.answering:
            self._answer(yes=True)
        else:
            self.press(place)

    def type(self, word: str) -> None:
        """A word in the terminal."""
        self.checker.box.mailbox.put(Enter(word, self.clock.now()))
        self.checker.step()

    def work(self, skip: Mapping[str, str] | None = None) -> Builder:
        """Go through the whole test.

        Args:
            skip: words typed instead of doing what is asked, by the question's key.
        """
        for _ in range(600):
            ask = self.ask
            if self.checker.state.ended or ask is None:
                return self
            self.asked.append(ask)
            self.wait(LOOKS_NS)
            if self.ask is None or self.ask.key != ask.key:
                continue
            word = (skip or {}).get(ask.key)
            if word is not None:
                self.type(word)
                continue
            self.act(self.ask)
            for _ in range(AGAIN_NS // (100 * NS_PER_MS)):
                self.wait(100 * NS_PER_MS)
                if self.ask is None or (self.ask.key, self.ask.do) != (ask.key, ask.do):
                    break
        raise AssertionError(f"asks without end: {self.ask}")

    # -- what came of it -------------------------------------------------------------------------------------

    @property
    def found(self) -> list[str]:
        """The faults that were found: their kind and what they are about."""
        found: list[str] = check_report.snapshot(self.checker.course, self.checker.state)["faults"]
        return sorted(found)

    def report(self) -> dict[str, Any]:
        """The whole of it, as JSON has it."""
        told = about(self.settings, mock=True)
        text = json.dumps(check_report.report(self.checker.course, self.checker.state, told))
        report: dict[str, Any] = json.loads(text)
        return report

    def close(self) -> None:
        self.checker.close()
