"""Ours: the box as shipped, with the quiz on, in a process of its own. ``python -m ... LOAD FILE [BIAS]``.

Header, buttons, mailbox, loop, session and referee are those of `pierwszy box`, and threads swap as soon; the
mailbox keeps besides what went through it. After a first line, it keeps itself as busy as LOAD says. For each
further line on its standard input, a race's number and who has pressed in it, the program writes down the
ruling once all is at rest, and the host takes the presses back with undo, so that the question is open again;
then it answers with the number. BIAS makes it unfair on purpose (`tests.certify.biased`).
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
from queue import Empty, SimpleQueue
from typing import Any

from companion.app.threads import swap_soon
from companion.games.buzzer.state import Phase
from companion.loop.loop import Loop
from companion.loop.mailbox import Item, Mailbox
from companion.session.state import State
from firmware.boxfile.settings import Settings, eight_seats
from firmware.drawing.frames import draw
from firmware.events import NS_PER_S, Edge, Enter, HostKey, Key, Seat
from firmware.pi.box import GpioBox
from firmware.pi.clock import MonotonicClock
from firmware.pi.factory import open_header
from firmware.pi.panels import LumaPanels
from firmware.presses.contact import Contact
from tests.certify import biased
from tests.kernel.fairness.chips import Program
from tests.kernel.fairness.loads import bother, panel_settings
from tests.kernel.fairness.plan import Load

TWO_OKS_S = 0.31
"""The session takes two oks closer than 300 ms for one."""

LOST_NS = 10 * NS_PER_S
"""For so long after a race presses of it are waited for. On a busy machine some edges came 0.2 s late, and
2 s in a guest that was stopped meanwhile; one that comes later still is taken for the next race's."""


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
        self._pressed: frozenset[Seat] | None = None
        self._asked = 0
        self._noted: dict[str, Any] | None = None
        self._answers: SimpleQueue[dict[str, Any]] = SimpleQueue()

    # -- in the loop's thread, between two of its steps ------------------------------------------------------

    def _changed(self, now: int, before: State, after: State) -> None:
        if self._to_undo:
            self._to_undo -= _decisions(after) < _decisions(before)
        elif self._ruled is None and after.game is not None and after.game.ruling(after.play) is not None:
            self._ruled = time.monotonic_ns()

    def _turn(self) -> None:
        """Once the host has asked and all is at rest: note what came of it, take it back, then answer."""
        if self._pressed is not None and self._at_rest(self._pressed):
            self._pressed = None
            self._noted = self._told()
            self._to_undo = _decisions(self.loop.state) - self._opened
            for _ in range(self._to_undo):
                self._tell(HostKey.UNDO)
        if self._noted is not None and not self._to_undo:
            self._answers.put(self._noted)
            self._noted = None

    def _at_rest(self, pressed: frozenset[Seat]) -> bool:
        """Whether all who have pressed are ruled on and have let go, or it is too late for that."""
        counts, race = self._counts(), self.loop.state.play.race
        heard = {seat for seat, count in counts.items() if count > self._counted[seat]}
        return time.monotonic_ns() >= self._asked + LOST_NS or (
            race.ruling is not None
            and pressed <= heard
            and heard == {press.seat for press in race.presses}
            and all(_let_go(contact) for contact in self.loop.arbiter.contacts.values())
        )

    def _told(self) -> dict[str, Any]:
        race, offset = self.loop.state.play.race, self.loop.state.offset
        counts, counted, self._counted = self._counts(), self._counted, self._counts()
        ruled, self._ruled = self._ruled, None
        return {
            "stamps": {press.seat: press.at + offset for press in race.presses},
            "widths": {press.seat: press.within for press in race.presses if press.within is not None},
            "ruled_at": ruled,
            "ruling": None if race.ruling is None else race.ruling.snapshot(),
            "margins": [] if race.ruling is None else race.ruling.margins,
            "presses": {seat: count - counted[seat] for seat, count in counts.items()},
            "late": self.loop.arbiter.late,
            "interference": self.loop.arbiter.interference,
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

    def race_over(self, pressed: frozenset[Seat]) -> dict[str, Any]:
        """What came of a race in which these have pressed, once all is at rest; the question is open anew."""
        self._asked = time.monotonic_ns()
        self._pressed = pressed
        self.mailbox.put(None)
        try:
            return self._answers.get(timeout=LOST_NS / NS_PER_S)
        except Empty:
            self.mailbox.put(None)  # what is missing by now wakes nobody
            return self._answers.get()


def _let_go(contact: Contact) -> bool:
    """Whether nothing that has begun on a line is still to end, but for being open for long enough."""
    return contact.candidate is None and (contact.down is None or contact.opened is not None)


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
            number, *pressed = map(int, line.split())
            races.append({"played": number, **quiz.race_over(frozenset(pressed))})
            print(line, end="", flush=True)
        noted = {"edges": quiz.mailbox.edges, "overslept": quiz.mailbox.overslept}
        file.write_text(json.dumps({"races": races, **noted}))
    finally:
        quiz.loop.stop()


def main(load: Load, file: Path, bias: str = "") -> None:
    biased.make(bias, NotingMailbox)
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
    main(Load(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
