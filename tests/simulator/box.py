"""One box that is switched on: its loop stepped and everything it does watched."""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

from companion.loop.driver import HEARTBEAT_NS
from companion.scripts.mock import MockTable
from companion.session.state import State
from companion.store.codec import encode
from companion.store.journal import Journal
from firmware.boxfile.settings import Settings
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Event, HostEvent, Key, Knob, Press
from firmware.fakes.hand_clock import HandClock
from firmware.pi.clock import to_ticks
from firmware.ports import Panels
from tests.fuzz.kinds import Finding
from tests.simulator.card import Card
from tests.simulator.oracle import Presses, Races
from tests.simulator.same import goes_on

MOST_STEPS = 40
"""So many steps without time going on, and the loop spins."""

MOST_A_SECOND = 4000
"""So many steps within a second, and it spins slowly."""


SOON_NS = NS_PER_S
"""A process that goes on after a stop has told by then what came meanwhile."""


class Killed(BaseException):
    """The program has been killed here."""


@dataclass
class Told:
    """What has become of a season so far, for whoever wants to see it, or to see it again.

    Attributes:
        lines: everything that happened, in order: the same for a seed each time.
        script: what was done to the box since it was switched on, as a table script.
        dice: the faces rolled since then.
    """

    lines: list[str] = field(default_factory=list)
    script: list[str] = field(default_factory=list)
    dice: list[str] = field(default_factory=list)


class Acknowledged(NamedTuple):
    """An event the journal has said it has: as written, and what it has led to, if that is known."""

    event: str
    after: State | None


class SimBox:
    """A box from switching on until it is off.

    Args:
        settings: how it is built.
        clock: its time.
        panels: its panels.
        journal: where it is recorded.
        races: judges the rulings.
        told: takes what happens.
        choose: chooses what a die shows.
        closed: the seats whose buttons are down.

    Attributes:
        acknowledged: what the journal has said it has, by run: each event, and the state after it.
        latency: how long it takes now from an edge or a deadline to the loop's step (ns).
        stopped_until: before this (ns) the process does nothing at all.
        kill_at: the program is killed with its so many-th event from now, once it is written, or before.
    """

    def __init__(
        self,
        settings: Settings,
        clock: HandClock,
        panels: Panels,
        journal: Journal,
        races: Races,
        told: Told,
        choose: Callable[[tuple[str, ...]], str],
        closed: tuple[int, ...] = (),
    ) -> None:
        self.settings, self.clock, self.journal, self.told = settings, clock, journal, told
        self.presses, self.races = Presses(), races
        self.start = clock.now()
        self.acknowledged: dict[int, list[Acknowledged]] = {}
        self.latency: Callable[[], int] = lambda: 0
        self.stopped_until = 0
        self.kill_at: tuple[int, bool] | None = None
        self.steps = 0
        self.waiting: list[tuple[int, Acknowledged]] = []
        self._agenda: list[tuple[int, int, Callable[[], None]]] = []
        self._number = count()
        self._stalled = 0
        self._second = (0, 0)
        self._after: State | None = None
        self._dies_now = False
        self.table = MockTable(settings, clock, panels, closed=closed, origin=clock.now(), journal=journal)
        self.loop = self.table.loop
        cup = self.loop.dice_cup
        self._watch()

        def roll(dice: Any) -> tuple[str, ...]:
            faces = tuple(choose(die.faces) for die in dice)
            told.dice.append(" ".join(faces))
            return faces

        cup.roll = roll  # type: ignore[method-assign]
        self.wakes: int | None = clock.now()
        self._step()

    @property
    def state(self) -> State:
        """The session's."""
        return self.loop.state

    # -- time ------------------------------------------------------------------------------------------------

    def at(self, when: int, do: Callable[[], None]) -> None:
        """Do something when it is ``when`` (ns)."""
        heapq.heappush(self._agenda, (max(when, self.clock.now()), next(self._number), do))

    def run(self, until: int) -> None:
        """Let time go on to ``until`` (ns)."""
        while True:
            due = self._agenda[0][0] if self._agenda else None
            wakes = None if self.wakes is None else max(self.wakes, self.stopped_until)
            if due is not None and due <= until and (wakes is None or due <= wakes):
                self.clock.set(due)
                heapq.heappop(self._agenda)[2]()
                self.heard()
            elif wakes is not None and wakes <= until:
                self.clock.set(max(wakes, self.clock.now()))
                self._step()
            else:
                break
        self.clock.set(max(until, self.clock.now()))

    def heard(self) -> None:
        """Something may have come: the loop wakes."""
        if self._has_mail():
            soon = self.clock.now() + self.latency()
            self.wakes = soon if self.wakes is None else min(self.wakes, soon)

    def _has_mail(self) -> bool:
        return not self.table.mailbox._items.empty()

    def do(self, event: HostEvent) -> None:
        """The host turns, presses or types, at this moment."""
        self.table.mailbox.put(event)
        self.heard()

    def done(self, event: HostEvent) -> None:
        """The same, and it is over at once."""
        self.do(event)
        self.wakes = self.clock.now()
        self.run(self.clock.now())

    def _step(self) -> None:
        now = self.clock.now()
        due = self.loop.step()
        self.steps += 1
        self._stalled = 0 if due is None or due > now else self._stalled + 1
        second, steps = self._second
        self._second = (second, steps + 1) if second == now // NS_PER_S else (now // NS_PER_S, 1)
        if self._stalled > MOST_STEPS or steps > MOST_A_SECOND:
            raise Finding(f"expected the loop to wait for {due}, it spins at {now}: {steps} steps a second")
        self.wakes = now + HEARTBEAT_NS
        if due is not None:
            late = self.latency() if due > now else 0
            self.wakes = min(self.wakes, max(due, now) + late)
        if now > self.stopped_until + SOON_NS:
            self.presses.overdue(now)

    def settled(self) -> None:
        """See that the last step has left nothing to do, if nothing has come since.

        Raises:
            Finding: it did.
        """
        if not self.presses.quiet() or self.stopped_until > self.clock.now() or self._has_mail():
            return
        state = self.state
        self.loop.step()
        if self.state is not state:
            raise Finding(f"expected nothing due at {self.clock.now()}, got {self.snapshot()}")

    # -- pins ------------------------------------------------------------------------------------------------

    def pin_of(self, line: int | str) -> int:
        """Which pin a line is on."""
        knob = self.settings.knob
        if isinstance(line, int):
            return self.settings.seats[line].button
        assert knob is not None
        number = {"ok": knob.ok, "back": knob.back, "a": knob.a, "b": knob.b}[line]
        assert number is not None
        return number

    def level(self, line: int | str, closed: bool) -> None:
        """The contact closes or opens; the kernel has yet to tell."""
        self.table._factory.pin(self.pin_of(line))._change_state(not closed)  # type: ignore[no-untyped-call]

    def report(self, line: int | str, closed: bool, stamp: int) -> None:
        """The kernel tells of an edge it has stamped."""
        pin = self.table._factory.pin(self.pin_of(line))
        if pin.when_changed is not None:
            pin._call_when_changed(to_ticks(stamp), not closed)
        if isinstance(line, int):
            way = "down" if closed else "up"
            late = "" if stamp == self.clock.now() else f" at {self._time(stamp)}"
            self._script(f"{way} {line}{late}")

    # -- what is watched -------------------------------------------------------------------------------------

    def _watch(self) -> None:
        arbiter, recorder, journal = self.loop.arbiter, self.loop._recorder, self.journal
        events, tell, record, write = arbiter.events, arbiter.tell, recorder.record, journal.record
        fetch, woke = recorder.fetch, recorder.woke

        def handed_on(now: int, wake_at: Callable[[], int | None]) -> Iterator[Event]:
            for event in events(now, wake_at):
                self.told.lines.append(f"{now} {event}")
                if isinstance(event, Press):
                    self.presses.told(event, arbiter.settle, arbiter.in_play, now)
                yield event

        def recorded(event: Event, now: int, before: State, after: State) -> None:
            self.races.saw(event, before, after)
            goes_on(before, after, event.at)
            self._after = after
            record(event, now, before, after)
            self._acknowledge()

        def woken(event: Event, now: int, state: State) -> None:
            self._after = state
            woke(event, now, state)
            self._acknowledge()

        def written(event: Any, now: int) -> None:
            dies, done = self._dies()
            if dies and not done:
                self._die()
            self.waiting.append((journal.sitting_id, Acknowledged(encode(event), self._after)))
            write(event, now)
            self._dies_now = dies

        def fetched(key: str, state: State, at: int) -> State:
            self._after = None
            after = fetch(key, state, at)
            self._acknowledge()
            return after

        def told(event: Any) -> None:
            self._script_host(event)
            tell(event)

        arbiter.events = handed_on  # type: ignore[method-assign]
        arbiter.tell = told  # type: ignore[method-assign]
        recorder.record = recorded  # type: ignore[method-assign]
        recorder.fetch, recorder.woke = fetched, woken  # type: ignore[method-assign]
        journal.record = written  # type: ignore[method-assign]

    def _acknowledge(self) -> None:
        """If the journal says it has everything, it must."""
        if self.journal.trouble is not None:
            return
        for run, event in self.waiting:
            self.acknowledged.setdefault(run, []).append(event)
        self.waiting.clear()
        if self._dies_now:
            self._die()

    @property
    def written(self) -> dict[int, int]:
        """How many events of each run the journal has said it has."""
        return {run: len(events) for run, events in self.acknowledged.items()}

    def _die(self) -> None:
        assert Card.at_work is not None
        Card.at_work.trouble = "the program is gone"  # whatever still unwinds writes nothing
        raise Killed

    def _dies(self) -> tuple[bool, bool]:
        if self.kill_at is None:
            return False, False
        left, done = self.kill_at
        self.kill_at = (left - 1, done)
        return left <= 0, done

    def snapshot(self) -> dict[str, Any]:
        """The state at this very instant."""
        return self.loop.snapshot()

    def note(self, what: str) -> None:
        """Write a line, and how everything stands."""
        self.told.lines.append(f"{self.clock.now()} {what} {json.dumps(self.snapshot())}")

    def off(self) -> None:
        """Let go of everything; its files are as they are."""
        self.table.box.close()
        self.journal.close()

    # -- as a script -----------------------------------------------------------------------------------------

    def _time(self, at: int) -> str:
        whole, part = divmod(max(0, at - self.start), NS_PER_S)
        return f"{whole}.{part:09}"

    def _script(self, words: str) -> None:
        self.told.script.append(f"{self._time(self.clock.now())} {words}")

    def _script_host(self, event: Any) -> None:
        match event:
            case Enter(text) if text.startswith("game "):
                self._script(text)
            case Enter(text) if text.strip():
                self._script(f"enter {text}")
            case Knob(steps):
                self._script(f"knob {steps:+d}")
            case Key(key):
                self._script(str(key))


def ms(value: float) -> int:
    """Milliseconds as ns."""
    return round(value * NS_PER_MS)
