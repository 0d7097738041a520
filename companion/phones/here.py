"""Phones at a table: the loop on one side, pages' connections on the other."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator

from companion.i18n import speaker
from companion.loop.loop import Loop
from companion.loop.mailbox import Mailbox
from companion.loop.seen import SeenTable
from companion.phones import evening, qr
from companion.phones.server import Server
from companion.phones.shown import Json, Moment, Shown
from companion.phones.source import CODE, TOUCH_MS, PhoneInputs
from firmware.boxfile.phone_settings import PhoneSettings
from firmware.events import NS_PER_MS, Enter, Seat
from firmware.pi.clock import clocks
from firmware.ports import Clock
from firmware.several_inputs import SeveralInputs
from firmware.views import Cue


class Phones:
    """Whatever pages ask of the table, and the loop of pages: a `companion.phones.server.Table`.

    Args:
        loop: the table's.
        mailbox: where the loop takes its events from.
        beside: the table's other plugged-in buttons; phones are added to them.
        clock: the time.
        settings: where pages are served, and how unlike phones' glass is.

    Raises:
        OSError: the port can't be had.
    """

    def __init__(
        self,
        loop: Loop,
        mailbox: Mailbox,
        beside: SeveralInputs,
        clock: Clock,
        settings: PhoneSettings,
    ) -> None:
        self._loop = loop
        self._mailbox = mailbox
        self._beside = beside
        self._clock = clock
        self._alike = settings.touch == "same"
        unlike = TOUCH_MS if settings.touch == "same" else settings.touch
        self._inputs = PhoneInputs(
            loop.session.seats, mailbox, clocks, self._all_alike, round(unlike * NS_PER_MS)
        )
        self._seen, self._shown = SeenTable(loop), Shown()
        self._changed, self._looking = threading.Event(), threading.Lock()
        self._changed.set()
        self._server = Server(self, port=settings.port, kept=evening.kept(), keep=evening.keep)
        self._inputs.on_taken = self._server.vacate
        self._server.start()
        beside.add(self._inputs)
        loop.marks, loop.on_ask, loop.on_page = self._inputs.marks, self._server.ask_marks, self._news
        self._invite()

    def _invite(self) -> None:
        addresses = self._server.addresses()
        address = addresses[0].rstrip("/") if addresses else ""
        self._loop.invitation = self._invited = qr.invitation(
            address, self._server.code, self._server.host_code
        )
        self._mailbox.put(None)

    def told(self, *, drawn: bool, by_host: bool) -> Iterator[str]:
        """The way in for a terminal, line by line: with its QR code, and the host's, if that is wanted."""
        return qr.told(self._invited if by_host else self._invited.without_host(), drawn=drawn)

    def close(self) -> None:
        """No phone is at the table any more; pages are told."""
        loop = self._loop
        loop.marks, loop.on_ask, loop.on_page = dict, lambda: None, lambda _: None
        loop.invitation = None
        self._beside.remove(self._inputs)
        self._server.close()
        self._inputs.close()
        self._mailbox.put(None)

    def _news(self, cue: Cue | None) -> None:
        """Something is new at the table; in the loop's thread."""
        if cue is not None:
            self._server.cue(cue)
            return
        self._changed.set()
        self._server.changed()

    def _all_alike(self) -> bool:
        """Whether all that play do so by phones that are taken to be alike."""
        state = self._loop.state
        buttons = state.kept.buttons
        seats = state.seats or tuple(seat for seat, button in buttons.items() if button.here)
        return self._alike and all(seat in buttons and buttons[seat].code == CODE for seat in seats)

    # --- what pages ask -----------------------------------------------------------------------------------

    def free(self) -> Collection[Seat]:
        """The seats that a phone may take: nobody's other button is there."""
        buttons = self._loop.state.kept.buttons
        return [seat for seat in self._inputs.seats if seat not in buttons or not buttons[seat].here]

    def sit(self, device: str, seat: Seat, name: str, step_ns: int) -> None:
        """A page takes a seat."""
        self._inputs.sit(device, seat, name, step_ns)
        if name:
            self.name(seat, name)

    def leave(self, device: str, seat: Seat) -> None:
        """A page gives a seat back."""
        self._inputs.leave(device, seat)

    def name(self, seat: Seat, name: str) -> None:
        """Whoever is at a seat is called so."""
        if self._loop.state.names.get(seat) != name:
            self._mailbox.put(Enter(f"name {seat} {name}".rstrip(), self._clock.now()))

    def away(self, device: str) -> None:
        """A page is hidden or gone."""
        self._inputs.away(device)

    def ask(self, device: str) -> int:
        """A page is about to be asked for its time."""
        return self._inputs.ask(device)

    def exchange(self, device: str, number: int, received: int, answered: int, heard: int) -> None:
        """A page has answered."""
        self._inputs.exchange(device, number, received, answered, heard)

    def press(self, device: str, seat: Seat, closed: bool, at: int, arrived: int) -> bool:
        """A finger is on a page's button, or no more."""
        return self._inputs.press(device, seat, closed, at, arrived)

    def mark(self, device: str, at: int) -> None:
        """No press of a page before this is still to come."""
        self._inputs.mark(device, at)

    def asleep(self) -> Collection[Seat]:
        """The seats whose phone is silent."""
        return self._inputs.asleep()

    def do(self, what: str, rev: int) -> str | None:
        """What a host's page asks for.

        Returns:
            Why it isn't done; None: it is handed on.
        """
        self.view("host", ())  # what there is now, not what was last looked at
        events = self._shown.means(what, self._clock.now()) if self._shown.still(rev, what) else ()
        if not events:
            return speaker(self._loop.state.language)("It has changed meanwhile: look again")
        for event in events:
            self._mailbox.put(event)
        return None

    def view(self, role: str, seats: Collection[Seat]) -> tuple[int, dict[str, Json]]:
        """What a page of this role is shown that has these seats, and its number."""
        with self._looking:
            if self._changed.is_set():
                self._changed.clear()
                self._look()
        return self._shown.view(role, seats)

    def _look(self) -> None:
        now = self._clock.now()
        table = self._seen.at(now)
        if table is not None and (moment := Moment.of(self._loop, table, now, self.asleep())) is not None:
            self._shown.see(moment)
