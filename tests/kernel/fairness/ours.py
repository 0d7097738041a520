"""Ours: the box as shipped, with the quiz on, in a process of its own. ``python -m ... LOAD FILE``.

Header, buttons, mailbox, loop, session and referee are those of `pierwszy box`, and threads swap as soon; the
mailbox keeps besides what went through it. After a first line, it keeps itself as busy as LOAD says. For each
further line on its standard input, a race's number, the program writes down the ruling, and the host takes
the presses back with undo, so that the question is open again; then it answers with the number.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from companion.app.threads import swap_soon
from companion.games.buzzer.state import Phase
from companion.loop.loop import Loop
from companion.loop.mailbox import Item, Mailbox
from companion.session.state import State
from firmware.boxfile.settings import Settings, eight_seats
from firmware.drawing.frames import draw
from firmware.events import Edge, Enter, HostKey, Key
from firmware.pi.box import GpioBox
from firmware.pi.clock import MonotonicClock
from firmware.pi.factory import open_header
from firmware.pi.panels import LumaPanels
from tests.kernel.fairness.chips import Program
from tests.kernel.fairness.loads import bother, panel_settings
from tests.kernel.fairness.plan import Load

TWO_OKS_S = 0.31
"""The session takes two oks closer than 300 ms for one."""


QUIET_S, LOST_S, LOOK_S = 0.04, 1.0, 0.005
"""A race is over once no edge was taken for so long, or none at all for far longer than one ever takes: on a
busy machine some came 0.2 s late, and a race called over before is the next one's."""


class NotingMailbox(Mailbox):
    """The loop's mailbox, which notes when things came, were taken out, and how long the loop overslept.

    Attributes:
        edges: ``[seat, closed, stamp, taken]`` of each edge, in the order the loop took them.
        overslept: ns beyond each wait that ended because its time was up.
    """

    def __init__(self) -> None:
        super().__init__()
        self.edges: list[tuple[int, bool, int, int]] = []
        self.overslept: list[int] = []

    def drain(self) -> Iterator[Item]:
        for item in super().drain():
            if isinstance(item, Edge) and isinstance(item.line, int):
                self.edges.append((item.line, item.closed, item.at, time.monotonic_ns()))
            yield item

    def wait(self, timeout_ns: int) -> None:
        until = time.monotonic_ns() + timeout_ns
        super().wait(timeout_ns)
        if self._woken_by is None and timeout_ns > 0:
            self.overslept.append(time.monotonic_ns() - until)


class Quiz:
    """A question that is open, over and over."""

    def __init__(self, settings: Settings, panels: LumaPanels) -> None:
        clock = MonotonicClock()
        self.mailbox = NotingMailbox()
        box = GpioBox(settings, open_header(settings.chip), self.mailbox, clock, panels)
        self.loop = Loop(settings, box, self.mailbox, clock, watch=self._changed)
        self.loop.on_hush = panels.hush
        self.loop.on_turn = self._turn
        self._ruled: int | None = None
        self._counted = self._counts()
        self._opened = 0
        self._to_undo = 0
        self._asked = False
        self._noted: dict[str, Any] | None = None
        self._taken = 0
        self._answers: SimpleQueue[dict[str, Any]] = SimpleQueue()

    # -- in the loop's thread, between two of its steps ------------------------------------------------------

    def _changed(self, now: int, before: State, after: State) -> None:
        if self._to_undo:
            self._to_undo -= _decisions(after) < _decisions(before)
        elif self._ruled is None and after.game is not None and after.game.ruling(after.play) is not None:
            self._ruled = time.monotonic_ns()

    def _turn(self) -> None:
        """Once the host has asked and all is at rest: note what came of it, take it back, then answer."""
        if self._asked and not self._undecided():
            self._asked = False
            self._noted = self._told()
            self._to_undo = _decisions(self.loop.state) - self._opened
            for _ in range(self._to_undo):
                self._tell(HostKey.UNDO)
        if self._noted is not None and not self._to_undo:
            self._answers.put(self._noted)
            self._noted = None

    def _undecided(self) -> bool:
        """Whether a press or a ruling is still to come of what has been heard."""
        return self.loop.arbiter.deadline(self.loop.session.wake_at(self.loop.state)) is not None

    def _told(self) -> dict[str, Any]:
        race = self.loop.state.play.race
        counts, counted, self._counted = self._counts(), self._counted, self._counts()
        ruled, self._ruled = self._ruled, None
        return {
            "ruled_at": ruled,
            "ruling": None if race.ruling is None else race.ruling.snapshot(),
            "margins": [] if race.ruling is None else race.ruling.margins,
            "presses": {seat: count - counted[seat] for seat, count in counts.items()},
            "late": self.loop.arbiter.late,
            "interference": self.loop.arbiter.interference,
            "faults": self.loop.snapshot()["faults"],
        }

    def _counts(self) -> dict[int, int]:
        return {seat: contact.presses for seat, contact in self.loop.arbiter.contacts.items()}

    # -- the host's hand -----------------------------------------------------------------------------------

    def _tell(self, what: HostKey | str) -> None:
        now = time.monotonic_ns()
        self.mailbox.put(Key(what, now) if isinstance(what, HostKey) else Enter(what, now))

    def open(self) -> None:
        """Begin the quiz and open its question.

        Raises:
            RuntimeError: it isn't open after that.
        """
        self._tell(f"game buzzer seats={','.join(map(str, self.loop.session.seats))}")
        for _ in range(2):
            time.sleep(TWO_OKS_S)
            self._tell(HostKey.OK)
        time.sleep(TWO_OKS_S)
        if self.loop.state.play.phase is not Phase.OPEN:
            raise RuntimeError(f"expected an open question, got {self.loop.state.play.phase}")
        self._opened = _decisions(self.loop.state)

    def race_over(self) -> dict[str, Any]:
        """What came of the race, once the loop has caught up with it; the question is open again."""
        self._catch_up()
        self._asked = True
        self.mailbox.put(None)
        return self._answers.get()

    def _catch_up(self) -> None:
        """Wait until the loop has taken the race's edges: some, and then none for a while."""
        seen, since = len(self.mailbox.edges), time.monotonic()
        while time.monotonic() < since + (QUIET_S if seen > self._taken else LOST_S):
            time.sleep(LOOK_S)
            if len(self.mailbox.edges) != seen:
                seen, since = len(self.mailbox.edges), time.monotonic()
        self._taken = seen


def _decisions(state: State) -> int:
    """How many decisions of this game could be undone one after another."""
    decisions, before = 0, state.before
    while before is not None:
        decisions, before = decisions + 1, before.before
    return decisions


def host(quiz: Quiz, file: Path, bother: Callable[[], None]) -> None:
    """The host's hand, a thread of its own."""
    try:
        quiz.open()
        print("ready", flush=True)
        sys.stdin.readline()
        bother()
        print("gone", flush=True)
        races = []
        for line in sys.stdin:
            races.append({"played": int(line), **quiz.race_over()})
            print(line, end="", flush=True)
        noted = {"edges": quiz.mailbox.edges, "overslept": quiz.mailbox.overslept}
        file.write_text(json.dumps({"races": races, **noted}))
    finally:
        quiz.loop.stop()


def main(load: Load, file: Path) -> None:
    swap_soon()
    box = eight_seats()
    panels = panel_settings() if load is Load.PANELS else {}
    settings = replace(box, chip=Program.OURS, piezo=None, panels=panels)
    shown = LumaPanels(panels, draw=draw)
    quiz = Quiz(settings, shown)
    hand = threading.Thread(target=host, args=(quiz, file, partial(bother, load, shown)))
    hand.start()
    quiz.loop.run()
    hand.join()


if __name__ == "__main__":
    main(Load(sys.argv[1]), Path(sys.argv[2]))
