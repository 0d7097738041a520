"""The real program with its phones on, in real time in this process; it writes down what it is told."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from tempfile import TemporaryDirectory
from time import monotonic, monotonic_ns
from typing import Any, Literal, Self

from companion.app.threads import swap_soon
from companion.i18n import speaker
from companion.loop.mailbox import Item, Mailbox
from companion.phones.here import Phones
from companion.scripts.mock import MockTable, fake_panels
from companion.session.screens import ties_told
from companion.session.state import State
from firmware.boxfile.settings import Settings, parse
from firmware.events import Edge, Enter, HostKey, Key, Seat
from firmware.fakes.oled_bench import OledBench
from firmware.pi.clock import MonotonicClock, clocks
from firmware.presses.race import Ruling
from firmware.several_inputs import SeveralInputs

PATIENCE_S = 10
"""So long is waited for what is sure to come."""

MAIN = '[main]\npanel = { driver = "ssd1306", bus = 1, address = 0x3C }\n[knob]\na = 17\nb = 27\nok = 22\n'
"""A panel and a knob: what a box file begins with."""

SIX = MAIN + "".join(f"[seats.{seat}]\nbutton = 'usb'\n" for seat in range(1, 7))
"""Six seats, whose buttons are to be plugged in, or are phones."""

Told = dict[str, Any]
"""One thing that was told, as JSON: ``what``, and what belongs to it; times are ns."""


class Written(Mailbox):
    """A mailbox that writes phones' presses down."""

    def __init__(self, told: list[Told]) -> None:
        super().__init__()
        self._told = told

    def put(self, item: Item | None) -> None:
        """Leave one item."""
        if isinstance(item, Edge) and item.within is not None:
            edge = {"what": "edge", "seat": item.line, "closed": item.closed, "at": item.at}
            self._told.append(edge | item.within._asdict())
        super().put(item)


class WrittenPhones(Phones):
    """Phones whose messages are written down as they come, with when."""

    def __init__(self, told: list[Told], *of_table: Any) -> None:
        self._told = told
        super().__init__(*of_table)

    def sit(self, device: str, seat: Seat, name: str, step_ns: int) -> None:
        """A page takes a seat."""
        self._told.append({"what": "sit", "device": device, "seat": seat, "step": step_ns})
        super().sit(device, seat, name, step_ns)

    def ask(self, device: str) -> int:
        """A page is about to be asked for its time."""
        asked = clocks()
        number = super().ask(device)
        self._told.append({"what": "ask", "device": device, "n": number, "asked": asked.raw})
        return number

    def exchange(self, device: str, number: int, received: int, answered: int, heard: int) -> None:
        """A page has answered."""
        now = clocks()
        self._told.append(
            {"what": "answer", "device": device, "n": number, "received": received, "answered": answered}
            | {"heard": heard, "apart": now.monotonic - now.raw}
        )
        super().exchange(device, number, received, answered, heard)

    def press(self, device: str, seat: Seat, closed: bool, at: int, arrived: int) -> bool:
        """A finger is on a page's button, or no more."""
        believed = super().press(device, seat, closed, at, arrived)
        self._told.append(
            {"what": "press", "device": device, "seat": seat, "closed": closed, "there": at}
            | {"arrived": arrived, "believed": believed}
        )
        return believed

    def mark(self, device: str, at: int) -> None:
        """No press of a page before this is still to come."""
        self._told.append({"what": "mark", "device": device, "there": at, "arrived": monotonic_ns()})
        super().mark(device, at)


class AtHome:
    """A box on mock pins with phones, to be entered; whoever tests it is its host.

    Args:
        box: its box file; its panel is a fake OLED's.
        touch: by how much phones' glass may be unlike (ms), or that it is ``"same"``.

    Attributes:
        told: what it was told, in that order.
        table: the box, its loop, and the hand at it.
    """

    def __init__(self, box: str, *, touch: float | Literal["same"] = 30) -> None:
        self._folder = TemporaryDirectory()
        self._folder_before = os.environ.get("STATE_DIRECTORY")
        os.environ["STATE_DIRECTORY"] = self._folder.name  # an evening of its own
        settings: Settings = replace(parse(box, "box.toml"), language="en")
        phones = replace(settings.phones, port=0, touch=touch)
        self._settings = replace(settings, phones=phones)
        self.told: list[Told] = []
        self.bench = OledBench(settings.panels)
        self._news = threading.Condition()
        clock, mailbox = MonotonicClock(), Written(self.told)
        self.beside = SeveralInputs(settings.every_seat)
        self.table = MockTable(
            settings,
            clock,
            fake_panels(settings, self.bench),
            watch=self._changed,
            mailbox=mailbox,
            inputs=self.beside,
        )
        self._phones = WrittenPhones(
            self.told, self.table.loop, mailbox, self.beside, clock, self._settings.phones
        )
        self._thread = threading.Thread(target=self.table.loop.run, name="loop")

    def __enter__(self) -> Self:
        swap_soon()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._phones.close()
        self.table.loop.stop()
        self._thread.join()
        self.table.box.close()
        if self._folder_before is None:
            del os.environ["STATE_DIRECTORY"]
        else:
            os.environ["STATE_DIRECTORY"] = self._folder_before
        self._folder.cleanup()

    @property
    def port(self) -> int:
        """Where its pages are served."""
        return self._phones._server.port  # the whole address is for phones elsewhere

    @property
    def code(self) -> str:
        """The evening's."""
        return self._phones._server.code

    @property
    def host_code(self) -> str:
        """The host's."""
        return self._phones._server.host_code

    def _changed(self, now: int, before: State, after: State) -> None:
        ruling = after.rulings.last
        if ruling is not None and len(after.rulings) > len(before.rulings):
            self.told.append({"what": "ruling", "ruled": monotonic_ns(), **ruling.snapshot()})
        with self._news:
            self._news.notify_all()

    # -- the host ------------------------------------------------------------------------------------------

    def enter(self, text: str) -> None:
        """The host types something."""
        self.table.mailbox.put(Enter(text, monotonic_ns()))

    def ok(self) -> None:
        """The host presses the knob."""
        self.table.mailbox.put(Key(HostKey.OK, monotonic_ns()))

    def until(self, holds: Callable[[Mapping[str, Any]], bool], within: float = PATIENCE_S) -> bool:
        """Whether something holds of the snapshot before so many seconds have passed."""
        end = monotonic() + within
        with self._news:
            while not holds(self.table.loop.state.snapshot(monotonic_ns())):
                if (left := end - monotonic()) <= 0:
                    return False
                self._news.wait(min(left, 0.05))  # buttons open without a change of state
            return True

    def phase(self, phase: str, within: float = PATIENCE_S) -> bool:
        """Whether the game gets to a phase."""
        return self.until(lambda seen: seen.get("phase") == phase, within)

    def closed(self) -> bool:
        """Whether some seat's button is down."""
        return any(contact.down is not None for contact in self.table.loop.arbiter.contacts.values())

    def presses(self) -> Mapping[Seat, int]:
        """How many presses of each seat were counted so far."""
        return {seat: contact.presses for seat, contact in self.table.loop.arbiter.contacts.items()}

    def ruling(self) -> Ruling | None:
        """The last ruling as it is by now: it gains whoever comes after it."""
        return self.table.loop.state.rulings.last

    def ties(self) -> str:
        """How close a tie is, as the table says it."""
        loop = self.table.loop
        return " ".join(ties_told(loop.session, loop.state, speaker("en")))
