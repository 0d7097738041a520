"""The unmodified program in the guest, `pierwszy box --json` as a process of its own, and a hand for it.

What the box tells is compared with what the injector's own clock saw. Between the two, only the kernel's
gpio-sim and character device, lgpio, gpiozero and the program itself.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO, Any

from firmware.events import NS_PER_MS, NS_PER_US, Seat
from tests.kernel.guest.box_hands import (
    BUTTONS,
    CHIP,
    DETENT_NS,
    KNOB_A,
    KNOB_B,
    KNOB_OK,
    ok,
    press,
    together,
    turn,
)
from tests.kernel.guest.injector import Injector, Pull, Pulled

SIMULATED = "devices/platform/gpio-sim.*/gpiochip*/sim_gpio{line}/value"
"""Where a simulated chip's line can be looked at from outside, in sysfs."""

SOON_S = 15.0
"""Only something broken ever waits this long."""

TIE_US = 500
"""The box's default: closer is a tie."""

OKS_APART_NS = 220 * NS_PER_MS
"""Two oks closer than 300 ms are one; pressing the knob takes 80 ms, and 30 until it counts as let go."""

ATTEMPTS = 25
"""A busy machine spoils plans of some milliseconds; a ruling is never given another chance."""

RACE_NS = 40 * NS_PER_MS
"""A plan's first part, in which it matters that pulls aren't put off."""

PUT_OFF_NS = NS_PER_MS
"""Pulls put off no longer than this leave a bouncing contact's openings shorter than the box's ``gap``."""

JOIN_NS = 150 * NS_PER_MS
"""From one button that joins to the next."""

GAMES = ["seven_ate_nine", "kezao", "rachmistrz", "the_game", "seventeen", "buzzer"]
"""The menu's first, in its order."""

LAMPS: dict[Seat, int] = {1: 23, 2: 24, 3: 25, 4: 12, 5: 20, 6: 21, 7: 9, 8: 10}

BOX = "\n".join(
    [
        'language = "en"',
        "[knob]",
        f"a = {KNOB_A}\nb = {KNOB_B}\nok = {KNOB_OK}",
        "[sound]\npiezo = 18",
        *(f"[seats.{seat}]\nbutton = {line}\nlamp = {LAMPS[seat]}" for seat, line in BUTTONS.items()),
        "",
    ]
)
"""A box file: eight seats, a knob, a piezo; no panels, which have tests of their own."""


class Box:
    """One `pierwszy box`, ready to be played.

    Args:
        settings: its box file.
        state: the folder of its journal.
        env: environment variables to add.
        without: environment variables to take away.
        cwd: where it is started.
    """

    def __init__(
        self,
        settings: Path,
        state: Path,
        *,
        env: Mapping[str, str] | None = None,
        without: Sequence[str] = (),
        cwd: Path | None = None,
    ) -> None:
        environment = {**os.environ, "STATE_DIRECTORY": str(state), **(env or {})}
        self._process = subprocess.Popen(
            [*PIERWSZY, "box", "--json", "--settings", settings],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=cwd,
            env={name: value for name, value in environment.items() if name not in without},
        )
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._told: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._heard: list[dict[str, Any]] = []
        self._said = self._process.stderr
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()
        self.said = self._said.readline()
        self._injector = Injector()

    def _read(self, lines: IO[str]) -> None:
        for line in lines:
            self._told.put(json.loads(line))
        self._told.put(None)

    def __enter__(self) -> Box:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def told(self, event: str, **what: object) -> dict[str, Any]:
        """The next thing it tells that is such an event with these values; all but refusals is passed over.

        Raises:
            AssertionError: it has ended, or tells nothing such; with what it told instead.
        """
        passed = []
        while True:
            try:
                line = self._told.get(timeout=SOON_S)
            except Empty:
                line = None
            if line is None:
                self._process.kill()
                said = self.said + self._said.read()
                raise AssertionError(f"expected {event} {what}, got {passed} after {self._heard}; {said}")
            self._heard.append(line)
            passed.append(line)
            if line["event"] == event and what.items() <= line.items():
                return line
            assert line["event"] != "refused", f"expected {event} {what}, got {line} after {self._heard}"

    def ruled(self, seats: Iterable[Seat]) -> dict[str, Any]:
        """The ruling once these seats are in its order: those after the first come as they press."""
        ruling: dict[str, Any] = {"order": []}
        while not set(seats) <= set(ruling["order"]):
            ruling = self.told("ruling")
        return ruling

    def lit(self) -> set[Seat]:
        """The seats whose lamp's pin is high now."""
        values = {seat: Path("/sys").glob(SIMULATED.format(line=line)) for seat, line in LAMPS.items()}
        return {seat for seat, (value,) in values.items() if value.read_text() == "1\n"}

    def play(self, *parts: Iterable[Pull]) -> Truth:
        """Pull these lines, and return when it is done."""
        plan = together(*parts)
        return Truth(plan, self._injector.play(plan))

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def ended(self) -> tuple[int, str]:
        """Wait for its end: the exit code, and what it said on stderr after it was ready."""
        rest = self._said.read()
        return self._process.wait(SOON_S), rest

    def stop(self) -> dict[str, Any]:
        """End it by SIGTERM; its last snapshot."""
        self.signal(signal.SIGTERM)
        snapshot: dict[str, Any] = self.told("end")["snapshot"]
        assert self.ended() == (0, "")
        return snapshot

    # -- the host's hand -------------------------------------------------------------------------------------

    def ok(self, phase: str) -> None:
        """Press the knob, and wait for what that leads to; then until an ok can be a new one."""
        self.play(ok())
        self.told("phase", phase=phase)
        self.play(contactless(OKS_APART_NS))

    def turn(self, steps: int) -> None:
        """Turn the knob."""
        self.play(turn(steps), contactless(abs(steps) * DETENT_NS + 50 * NS_PER_MS))

    def quiet_ok(self) -> None:
        """Press the knob for something no phase tells of."""
        self.play(ok(), contactless(120 * NS_PER_MS + OKS_APART_NS))

    def begin(self, game: str, seats: Iterable[Seat], phase: str) -> None:
        """From the menu to a game's first phase: choose it, these seats join, ok takes its options."""
        self.turn(GAMES.index(game))
        self.ok("seats")
        self.play(*(press(seat, number * JOIN_NS) for number, seat in enumerate(seats)), contactless(JOIN_NS))
        self.ok("options")
        self.ok(phase)


PIERWSZY = (sys.executable, "-m", "companion.cli")


def pierwszy(*arguments: str | Path, state: Path) -> tuple[int, str, str]:
    """Run the program to its end: exit code, stdout, stderr."""
    ran = subprocess.run(
        [*PIERWSZY, *arguments],
        env={**os.environ, "STATE_DIRECTORY": str(state)},
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout, ran.stderr


def contactless(after: int) -> list[Pull]:
    """Time in which nothing happens: a line no box uses opens, which it was."""
    return [Pull(CHIP, 0, after, closed=False)]


class Truth:
    """What was really pulled, by the injector's clock.

    Args:
        plan: what should have been pulled.
        pulled: what was, in order.
    """

    def __init__(self, plan: Iterable[Pull], pulled: Sequence[Pulled]) -> None:
        self.plan = sorted(plan, key=lambda pull: pull.offset_ns)
        self.pulled = pulled

    def since(self, number: int) -> Truth:
        """The same without its first pulls."""
        return Truth(self.plan[number:], self.pulled[number:])

    def as_planned(self, by: Iterable[Seat], put_off: int = PUT_OFF_NS) -> bool:
        """Whether it came to pass: a machine busy elsewhere pulls late, and puts off all that follows.

        Args:
            by: those who race; where a tie was planned there has to be one, and none elsewhere.
            put_off: how much later than planned a pull may be in the race (ns).
        """
        first, began = self.plan[0].offset_ns, self.pulled[0].before_ns
        for pull, pulled in zip(self.plan, self.pulled, strict=True):
            offset = pull.offset_ns - first
            if offset < RACE_NS and pulled.before_ns - began - offset > put_off:
                return False
        leader, *others = self.order(by)
        return all(self._tied_as_planned(leader, other) for other in others)

    def _tied_as_planned(self, leader: Seat, other: Seat) -> bool:
        apart = (self._planned(other) - self._planned(leader)) // NS_PER_US
        least, most = self.margin_us(leader, other)
        return most < TIE_US if apart < TIE_US else least > TIE_US

    def _planned(self, seat: Seat) -> int:
        return next(pull.offset_ns for pull in self.plan if pull.line == BUTTONS[seat] and pull.closed)

    def first(self, seat: Seat) -> Pulled:
        """When a seat's contact first closed."""
        return next(one for one in self.pulled if one.closed and one.line == BUTTONS[seat])

    def order(self, seats: Iterable[Seat]) -> list[Seat]:
        """The seats by their first touch.

        Raises:
            AssertionError: two were pulled so that nobody could tell which was first.
        """
        ordered = sorted(seats, key=lambda seat: self.first(seat).before_ns)
        for one, other in pairwise(ordered):
            assert self.first(one).after_ns <= self.first(other).before_ns
        return ordered

    def margin_us(self, first: Seat, other: Seat) -> tuple[int, int]:
        """The least and the most that one was after another (us): an edge's stamp lies within its pull."""
        a, b = self.first(first), self.first(other)
        return (b.before_ns - a.after_ns) // NS_PER_US, (b.after_ns - a.before_ns) // NS_PER_US

    def check(self, ruling: Mapping[str, Any]) -> None:
        """The ruling tells whoever it names in their true order, with margins that can be.

        Raises:
            AssertionError: it doesn't.
        """
        order = self.order(ruling["order"])
        assert ruling["order"] == order
        for seat, margin in zip(order[1:], ruling["margins_us"][1:], strict=True):
            least, most = self.margin_us(order[0], seat)
            assert least <= margin <= most, f"seat {seat}: expected {least} to {most} us, got {margin}"
