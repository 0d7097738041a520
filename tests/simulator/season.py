"""A season from one seed: a table and its box, a few nights, and whatever goes wrong in them.

Each night is one or more *boots* of the box: it is switched on, people play, it is switched off, killed or
loses its power, and what the next boot finds is compared with what the one before had acknowledged.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from companion.audit.command import audit
from companion.errors import JournalError
from companion.i18n import speaker
from companion.session.state import Stage
from companion.session.table import table_view
from companion.store.archive import Archive
from companion.store.journal import Journal
from firmware.boxfile import settings as boxes
from firmware.boxfile.settings import Settings
from firmware.events import NS_PER_S
from firmware.fakes.hand_clock import HandClock
from firmware.ports import Panels
from tests.fuzz.kinds import Finding
from tests.simulator.box import Killed, SimBox, Told, ms
from tests.simulator.card import Card
from tests.simulator.hands import Hands
from tests.simulator.left import Left
from tests.simulator.mess import OFTEN, Mess
from tests.simulator.oracle import Races
from tests.simulator.panels import Drawn, Glass
from tests.simulator.people import People
from tests.simulator.wall import Wall

NIGHTS = (1, 2)
BEATS = (10, 45)
"""So often somebody does something in one boot."""

WAITS_MS = (0, 1, 30, 150, 310, 310, 700, 700, 1500, 1500, 4000, 9000)
LULLS_MS = (31_000, 66_000, 310_000, 3_600_000)
"""How long until somebody does something; a lull now and then, so that clocks run out and screens dim."""

LULL = 0.04

SLICE_NS, MOST_STEPS = 10 * NS_PER_S, 800
"""A lull is looked at so often, and ends where clocks run that make work for so many steps."""

ENDS = ("off", "killed", "killed", "killed after a write", "killed before a write", "power cut")

BOXES = (boxes.default, boxes.eight_seats, boxes.minimal)

EXPECTED = (
    "not recorded from here on",
    "recorded again",
    "doesn't answer",
    "can't be read",
    "can't be gone on with",
)
"""Warnings that go with a fault of card or panel."""


def played(seed: int, folder: Path, *, again: bool = True) -> Season:
    """A season, played to its end; ``again``: twice, and the second is the first, byte for byte.

    Raises:
        Finding: it isn't, or another promise wasn't kept; its note says what was done to the box by then.
    """
    seasons = [Season(seed, folder / name) for name in ("once", "again")[: 1 + again]]
    for season in seasons:
        try:
            season.play()
        except Finding as finding:
            finding.add_note(season.script())
            raise
    for first, second in zip(seasons[0].told.lines, seasons[-1].told.lines, strict=False):
        if first != second:
            raise Finding(f"expected {first} again, got {second}")
    return seasons[0]


class Season:
    """All of it; `play` plays.

    Attributes:
        counts: what has happened, by what people call it.
        told: in order.
    """

    def __init__(self, seed: int, folder: Path) -> None:
        self.counts = Counter[str]()
        self.told = Told()
        self._chance = chance = Random(seed)
        self._wall = Wall(datetime(2027, 1, 1, 18, tzinfo=UTC) + timedelta(minutes=chance.randrange(500_000)))
        self._folder = folder
        self._card = Card(folder)
        self._faults = {kind for kind in OFTEN if chance.random() < 0.4}
        self._settings = self._built()
        self._box: SimBox | None = None
        self._glass: Glass | None = None
        self._left: Left | None = None
        self._races = Races(self.counts)
        self._began = True
        self._warnings: list[str] = []

    def _built(self) -> Settings:
        """A box as somebody may have built it, or have changed it between two nights."""
        chance = self._chance
        settings = chance.choice(BOXES)()
        if chance.random() < 0.3:
            seats = sorted(chance.sample(sorted(settings.seats), chance.randint(1, len(settings.seats))))
            panels = {name: panel for name, panel in settings.panels.items() if name in ("main", *seats)}
            settings = replace(settings, seats={s: settings.seats[s] for s in seats}, panels=panels)
        knob = settings.knob if len(settings.seats) == 1 or chance.random() < 0.8 else None
        return replace(settings, knob=knob, language=chance.choice(("pl", "en")))

    # -- nights ----------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Play it.

        Raises:
            Finding: a promise wasn't kept.
        """
        with self._wall.hung(), self._card.inserted(), self._listened(), closing(self):
            for _ in range(self._chance.randint(*NIGHTS)):
                for boot in range(self._chance.randint(1, 2)):
                    self.counts["restarts"] += boot > 0
                    self._boot()
                self.counts["nights"] += 1
                self._audit()
                self._until_next_night()

    def _audit(self) -> None:
        """The second judge rules all there is anew; what a fault of the card took can't be.

        Raises:
            Finding: it disagrees.
        """
        try:
            with closing(Archive(self._card.folder)) as archive:
                report = audit(archive)
        except (JournalError, OSError):
            return
        for one in report.audited:
            if one.differs:
                raise Finding(f"expected both judges to agree, got {'; '.join(one.lines())}")
            for what, many in (("races", one.races), ("edges", one.edges), ("late", one.late)):
                self.counts[f"audited {what}"] += many

    def script(self) -> str:
        """What was done to the box since it was last switched on, as a table script; empty if it goes on."""
        if not self._began:
            return ""
        seats = ", ".join(map(str, self._settings.seats))
        dice = [f"0 dice {faces}" for faces in self.told.dice]
        return "\n".join([f"# a box with seats {seats}", *dice, *self.told.script, ""])

    def close(self) -> None:
        """Switch off whatever is still on."""
        if self._box is not None:
            self._box.off()
            self._box = None

    def _until_next_night(self) -> None:
        self._wall.put(self._chance.choice((timedelta(hours=20), timedelta(days=6), timedelta(days=90))))
        if self._chance.random() < 0.2 and self._left is not None:
            self._settings = self._built()
            self._left = self._left._replace(same=False)
            self.counts["boxes changed"] += 1

    @contextmanager
    def _listened(self) -> Iterator[None]:
        """A warning nobody has caused is a finding."""
        handler, root = _Listens(self._warnings), logging.getLogger("pierwszy")
        was, root.propagate = root.propagate, False
        root.addHandler(handler)
        try:
            yield
        finally:
            root.removeHandler(handler)
            root.propagate = was

    # -- one boot --------------------------------------------------------------------------------------------

    def _boot(self) -> None:
        chance = self._chance
        ends = chance.choice(ENDS)
        box = self._switch_on()
        hands = Hands(box, chance, self.counts)
        people = People(box, hands, chance, self.counts)
        mess = Mess(
            box, hands, self._card, self._wall, self._glass,
            kinds=self._faults, chance=chance, counts=self.counts,
        )  # fmt: skip
        if ends.startswith("killed "):
            box.kill_at = chance.randrange(1, 120), ends == "killed after a write"
        for seat, contact in box.loop.arbiter.contacts.items():
            if contact.stuck:
                hands.stuck(seat, box.clock.now() + ms(chance.choice((200, 5000, 60_000))))
        try:
            for _ in range(chance.randint(*BEATS)):
                mess.befall()
                people.act()
                self._wait(box, ms(chance.choice(LULLS_MS if chance.random() < LULL else WAITS_MS)))
                self._look(box)
            if ends == "off":
                mess.mend()
                self._wait(box, ms(3000))
                people.to_menu()
                box.note("menu")
        except Killed:
            pass
        else:
            ends = ends.split(maxsplit=1)[0] if ends.startswith("killed") else ends
        self._switch_off(box, ends)

    def _switch_on(self) -> SimBox:
        chance = self._chance
        clock = HandClock(chance.randint(5, 400) * NS_PER_S + chance.randrange(NS_PER_S))
        self._wall.start(clock)
        kept = None if self._left is None else self._left.found(self._card.folder)
        journal = Journal(self._card.folder, sync=lambda _: None)
        panels: Panels = Drawn(chance)
        self._glass = None
        if "panels" in self._faults and chance.random() < 0.3 and self._settings.panels:
            panels = self._glass = Glass(self._settings, clock, self._wake)
        closed = tuple(seat for seat in self._settings.seats if chance.random() < 0.02)
        self.told.script.clear()
        self.told.dice.clear()
        box = self._box = SimBox(
            self._settings, clock, panels, journal, self._races, self.told, chance.choice, closed
        )
        if self._left is not None and kept is not None:
            self._left.check(box.state, kept)
            box.acknowledged[kept.run] = kept.events
        self._card.synced(box.written)
        self._began = box.state.stage is Stage.MENU
        box.note("on")
        return box

    def _wake(self) -> None:
        if self._box is not None:
            self._box.table.mailbox.put(None)

    def _wait(self, box: SimBox, ns: int) -> None:
        """Let time go on, the panels done and the journal synced, more or less as their threads would."""
        until, most = box.clock.now() + ns, box.steps + MOST_STEPS
        while (now := box.clock.now()) < until and box.steps < most:
            if self._glass is not None:
                self._glass.settle()
                box.heard()
            box.run(min(until, now + SLICE_NS))
        if self._chance.random() < 0.5:
            self._card.synced(box.written)
        for warning in self._warnings:
            if not any(part in warning for part in EXPECTED):
                raise Finding(f"expected no warning, got {warning}")
            self.told.lines.append(f"log {warning.replace(str(self._folder), '')}")
        self._warnings.clear()

    def _look(self, box: SimBox) -> None:
        """Look at everything, sometimes; at the table window, too."""
        if self._chance.random() < 0.2:
            box.settled()
        box.note("beat")
        if self._chance.random() < 0.05 and box.loop.shown is not None:
            state, view = box.loop.shown
            say = speaker(state.language).named(state.names)
            finish, past = box.loop.camera.finish(state, say), box.loop.past
            table_view(box.loop.session, state, view, box.clock.now(), say, finish=finish, history=past)
            self.counts["tables looked at"] += 1

    def _switch_off(self, box: SimBox, ends: str) -> None:
        """The box is off, one way or another; what it leaves is looked at when it is switched on again."""
        self.counts["virtual s"] += (box.clock.now() - box.start) // NS_PER_S
        self.counts["presses"] += box.presses.counted
        self.counts["steps"] += box.steps
        self.counts[ends] += 1
        if ends != "off":
            self._card.cut(self._chance.random() if ends == "power cut" else None)
        promised, writing = self._card.promised if ends == "power cut" else None, ends.endswith("write")
        self._left = Left.by(box, promised, writing=writing)
        self.close()


class _Listens(logging.Handler):
    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self._heard.append(
            record.getMessage() + (f"\n{record.exc_text or record.exc_info}" if record.exc_info else "")
        )
