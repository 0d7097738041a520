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
from collections.abc import Iterable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO, Any

from companion.games.catalogue import all_games
from firmware.events import NS_PER_MS, Seat
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
from tests.kernel.guest.box_truth import Truth
from tests.kernel.guest.injector import Injector, Pull

SIMULATED = Path("/sys/kernel/config/gpio-sim")
"""Where gpio-sim tells of its chips (Documentation/admin-guide/gpio/gpio-sim.rst)."""

SOON_S = 15.0
"""Only something broken ever waits this long."""

OKS_APART_NS = 220 * NS_PER_MS
"""Two oks closer than 300 ms are one; pressing the knob takes 80 ms, and 30 until it counts as let go."""

ATTEMPTS = 25
"""A busy machine spoils plans of some milliseconds; a ruling is never given another chance."""

JOIN_NS = 70 * NS_PER_MS
"""From one button that joins to the next."""

MENU = [game.name for game in all_games()]

LAMPS: dict[Seat, int] = {1: 23, 2: 24, 3: 25, 4: 12, 5: 20, 6: 21, 7: 9, 8: 10}

BOX = "\n".join(
    [
        'language = "en"',
        "[knob]",
        f"a = {KNOB_A}\nb = {KNOB_B}\nok = {KNOB_OK}",
        "[sound]\npiezo = 18",
        "[check]\nzero = false",
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
        without: environment variables to take away.
        cwd: where it is started.
    """

    def __init__(
        self,
        settings: Path,
        state: Path,
        *,
        without: Sequence[str] = (),
        cwd: Path | None = None,
    ) -> None:
        environment = {**os.environ, "STATE_DIRECTORY": str(state)}
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

    def told(self, event: str, **what: object) -> dict[str, Any]:
        """The next thing it tells that is such an event with these values; all but refusals is passed over.

        Raises:
            AssertionError: it has ended, or tells nothing such; with what it told instead.
        """
        passed: list[dict[str, Any]] = []
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
        (bank,) = [bank for bank in SIMULATED.glob("*/bank0") if (bank / "label").read_text().strip() == CHIP]
        device, chip = (path.read_text().strip() for path in (bank.parent / "dev_name", bank / "chip_name"))
        lines = Path("/sys/devices/platform") / device / chip
        return {s for s, line in LAMPS.items() if (lines / f"sim_gpio{line}/value").read_text() == "1\n"}

    def play(self, *parts: Iterable[Pull]) -> Truth:
        """Pull these lines, and return when it is done."""
        plan = together(*parts)
        return Truth(plan, self._injector.play(plan))

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def says(self) -> str:
        """Its next line on stderr."""
        return self._said.readline()

    def ended(self) -> tuple[int, str]:
        """Wait for its end: the exit code, and what it said on stderr after it was ready."""
        rest = [line for line in self._said if not line.startswith("pierwszy: tie ")]
        return self._process.wait(SOON_S), "".join(rest)

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

    def next_question(self) -> None:
        """Of a quiz, whatever came of the last one: the last choice, once the ruling was seen."""
        self.play(contactless(OKS_APART_NS))
        self.turn(len(BUTTONS) + 2)
        self.ok("idle")

    def begin(self, game: str, seats: Iterable[Seat], phase: str) -> None:
        """From the menu to a game's first phase: choose it, these seats join, ok takes its options."""
        self.turn(MENU.index(game))
        self.ok("seats")
        self.play(*(press(seat, number * JOIN_NS) for number, seat in enumerate(seats)))
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
