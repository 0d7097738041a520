"""Between pages and the table: who may come in, whose seat is whose, what goes to and fro.

All of it happens in the server's thread (`companion.phones.server`), so nothing of the table may wait.
Pages are asked for their clocks once a second, five times around presses, and are shown the newest view; one
that is slow or asleep is sent none that would be old before it is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from websockets.frames import CloseCode

from companion.i18n import speaker
from companion.phones.guests import Guest, Guests, NotAdmittedError
from companion.phones.messages import BadMessageError, Message
from companion.phones.page import QUICK, Page, as_text
from companion.phones.table import Table
from companion.words import T, Text
from firmware.events import NS_PER_MS, NS_PER_S, Seat
from firmware.far_clock import Clocks

CONNECTIONS: Final = 24
IDLE_NS, BRISK_NS, BRISK_FOR_NS = NS_PER_S, NS_PER_S // 5, 20 * NS_PER_S
"""How often pages are asked for their clocks; how often around presses, and for how long after one."""

MARKS_APART_NS = 15 * NS_PER_MS
"""Pages are asked for marks no oftener, however many buttons are hammered."""

_APART_NS = 30 * NS_PER_MS
"""Views are at least so far apart; nobody sees more."""

_REMEMBERED = 2048
"""Touches known again when they are sent again."""

_ALL = {"a", "away", "back"}
_MAY = {
    "player": _ALL | {"sit", "leave", "name", "w", "p", "u"},
    "watch": _ALL | {"sit", "leave"},
    "host": _ALL | {"do"},
    "board": _ALL,
}


class Lobby:
    """The pages, and what they and the table tell each other.

    Args:
        table: the table.
        guests: who may come in.
        boot: tells this run of the box from others.
        keep: told of what outlives a restart; doesn't wait.
    """

    def __init__(self, table: Table, guests: Guests, boot: str, keep: Callable[[str], None]) -> None:
        self._table, self._guests, self._boot, self._keep = table, guests, boot, keep
        self._pages: list[Page] = []
        self._asks: dict[int, tuple[Page, Message]] = {}
        self._asked = self._marks = 0
        self._wants_marks = False
        self._touched: dict[tuple[str, Message], None] = {}
        self._brisk_until = self._next_ask = self._next_view = self._next_marks = 0
        self.changed = False
        self._takes: dict[str, Callable[[Page, Guest, Message, Clocks], None]] = {
            "a": self._answered,
            "sit": self._sit,
            "leave": self._leave,
            "name": self._name,
            "do": self._do,
            **dict.fromkeys(("p", "u", "w"), self._touch),
            **dict.fromkeys(("away", "back"), self._hide),
        }

    def _live(self) -> Iterator[Page]:
        return (page for page in list(self._pages) if page.wire.open)

    def hear(self, page: Page, message: Message, clocks: Clocks) -> None:
        """A page says something.

        Raises:
            BadMessageError: it mustn't.
        """
        if page.guest is None and message.t == "hello":
            self._greet(page, message, clocks.raw)
        elif page.guest is None or message.t not in _MAY[page.role]:
            raise BadMessageError(f"expected no {message.t} of {page.role or 'who has said no hello'}")
        else:
            self._takes[message.t](page, page.guest, message, clocks)

    def _greet(self, page: Page, hello: Message, now: int) -> None:
        page.hello = hello
        try:
            guest, token = self._guests.admit(hello, page.wire.address, now)
        except NotAdmittedError as refused:
            page.refuse(refused.why)
            page.wire.close(CloseCode.POLICY_VIOLATION, "not admitted")
            return
        for other in self._live():
            if other.device == guest.device and _group(other) == _group(page):
                self._bye(other, T("Opened in another place"))
        if len(list(self._live())) >= CONNECTIONS:
            page.refuse(T("Too many phones are connected"), "bye")
            page.wire.close(CloseCode.TRY_AGAIN_LATER, "too many")
            return
        page.guest, page.until, page.heard = guest, None, now
        self._pages.append(page)
        for seat, (device, name) in self._guests.seats().items():
            if device == page.device and page.role == "player":
                self._table.sit(device, seat, name, hello.step)
        self._ask(page)
        page.told = self._seats_of(page)
        page.send("welcome", role=page.role, token=token, boot=self._boot, lang=hello.lang, **page.told)
        for n, (_, sit) in self._asks.items():
            if page.role == "host":
                page.send("ask", n=n, seat=sit.seat, name=sit.name)
        self._seats_changed()

    def forget(self, page: Page) -> None:
        """A page is gone; its seats stay its own."""
        if page.guest is None:
            return
        self._pages.remove(page)
        device, page.guest = page.device, None
        self._asks = {n: asks for n, asks in self._asks.items() if asks[0] is not page}
        if page.role == "player" and all(other.device != device for other in self._pages):
            self._table.away(device)

    def close(self) -> None:
        """Phones are off."""
        for page in self._live():
            self._bye(page, T("Phones are switched off"))

    def _bye(self, page: Page, why: Text) -> None:
        page.refuse(why, "bye")
        page.wire.close(CloseCode.NORMAL_CLOSURE, "bye")
        self.forget(page)

    # --- seats --------------------------------------------------------------------------------------------

    def _sit(self, page: Page, guest: Guest, sit: Message, _: Clocks) -> None:
        holder = self._guests.seats().get(sit.seat, ("",))[0]
        if page.role == "watch" and holder in ("", page.device):
            page.watched = (sit.seat,)
            self._seats_changed()
        elif holder not in ("", page.device):
            self._ask_host(page, sit)
        elif not holder and sit.seat not in self._table.free():
            page.refuse(T("That seat isn't free"))
        else:
            self._seat(page, guest, sit)

    def _seat(self, page: Page, guest: Guest, sit: Message) -> None:
        self._guests.give(sit.seat, guest, sit.name)
        self._table.sit(guest.device, sit.seat, sit.name, page.hello.step)
        page.quick = QUICK
        self._ask(page)
        self._seats_changed()

    def _leave(self, page: Page, guest: Guest, leave: Message, _: Clocks) -> None:
        page.watched = ()
        if leave.seat in self._own(page):
            self._guests.take(leave.seat)
            self._table.leave(guest.device, leave.seat)
        self._seats_changed()

    def _name(self, page: Page, guest: Guest, name: Message, _: Clocks) -> None:
        if name.seat in self._own(page):
            self._guests.give(name.seat, guest, name.name)
            self._table.name(name.seat, name.name)
            self._seats_changed()

    def _ask_host(self, page: Page, sit: Message) -> None:
        self._asked += 1
        self._asks = {n: asks for n, asks in self._asks.items() if asks[0] is not page}
        self._asks[self._asked] = page, sit
        for other in self._live():
            if other.role == "host":
                other.send("ask", n=self._asked, seat=sit.seat, name=sit.name)

    def _do(self, page: Page, _guest: Guest, do: Message, _: Clocks) -> None:
        word, *more = do.what.split(" ", 1)
        if word not in ("grant", "deny"):
            why = self._table.do(do.what, do.rev)
        elif self._decide(int(more[0]), granted=word == "grant"):
            why = None
        else:
            why = speaker(page.hello.lang).text(T("Nobody asks any more"))
        page.send("ok" if why is None else "no", id=do.id, **({} if why is None else {"why": why}))

    def _decide(self, n: int, *, granted: bool) -> bool:
        """The host says whether somebody may have a seat; False if nobody asks."""
        page, sit = self._asks.pop(n, (None, None))
        if page is None or sit is None or page.guest is None:
            return False
        if not granted:
            page.refuse(T("The host says no"))
            return True
        if sit.seat in self._guests.seats():
            self._table.leave(self._guests.seats()[sit.seat][0], sit.seat)
            self._take_away(sit.seat)
        self._seat(page, page.guest, sit)
        return True

    def vacate(self, seat: Seat) -> None:
        """A seat is no phone's any more."""
        self._take_away(seat)
        self._seats_changed()

    def _take_away(self, seat: Seat) -> None:
        for page in self._live():
            if seat in self._own(page) and not page.watched:
                page.refuse(T("Seat {seat} isn't yours any more", seat=seat))
        self._guests.take(seat)

    def _own(self, page: Page) -> tuple[Seat, ...]:
        had = self._guests.seats().items()
        return page.watched or tuple(sorted(seat for seat, (device, _) in had if device == page.device))

    def _seats_of(self, page: Page) -> dict[str, Any]:
        names = {seat: name for seat, (_, name) in self._guests.seats().items()}
        free = sorted(set(self._table.free()) - names.keys())
        return {"seats": self._own(page), "free": free, "names": names}

    def _seats_changed(self) -> None:
        self._keep(self._guests.kept())
        self._say_seats()

    def _say_seats(self) -> None:
        """Tell each page whose seats are whose, if that is new to it."""
        for page in self._live():
            seats = self._seats_of(page)
            if page.told != seats:
                page.told, page.behind, page.rev = seats, True, -1
                page.send("seats", **seats)

    # --- clocks and touches -------------------------------------------------------------------------------

    def _ask(self, page: Page) -> None:
        """Ask a page for its clock, or, if it has no seat, whether it is there; a hidden one sleeps."""
        if page.wire.idle and not page.away:
            n = self._table.ask(page.device) if page.role == "player" else 0
            page.send("q", n=n, c=n)
            page.wire.expects()

    def _answered(self, page: Page, guest: Guest, answer: Message, clocks: Clocks) -> None:
        if answer.n == 0 or page.away:
            return
        self._table.exchange(guest.device, answer.n, answer.r, answer.s, clocks.raw)
        waiting, page.waiting = page.waiting or (), None
        for message, came in waiting:
            self._touch(page, guest, message, came)
        if page.quick:
            page.quick -= 1
            self._ask(page)

    def _hide(self, page: Page, guest: Guest, message: Message, _: Clocks) -> None:
        page.away = message.t == "away"
        if page.role == "player":
            self._table.away(guest.device)
            page.waiting, page.quick = page.waiting or [], QUICK
            self._ask(page)

    def _touch(self, page: Page, guest: Guest, touch: Message, clocks: Clocks) -> None:
        if page.waiting is not None:
            page.waiting.append((touch, clocks))
        elif touch.t == "w":
            self._table.mark(guest.device, touch.at)
        elif touch.seat not in self._own(page):
            page.refuse(T("That seat isn't yours"), id=touch.id)
        elif (guest.device, touch) in self._touched or self._table.press(
            guest.device, touch.seat, touch.t == "p", touch.at, clocks.monotonic
        ):
            self._touched[guest.device, touch] = None
            if len(self._touched) > _REMEMBERED:
                del self._touched[next(iter(self._touched))]
            self._be_brisk(clocks.raw)
            page.send("ok", id=touch.id)
        else:
            page.refuse(T("That press can't be told from a late one"), id=touch.id)

    def _be_brisk(self, now: int) -> None:
        self._brisk_until = now + BRISK_FOR_NS
        self._next_ask = min(self._next_ask, now + BRISK_NS)

    def ask_marks(self, now: int) -> None:
        """Ask every player's page that is awake before when no press of it is still to come."""
        self._wants_marks = True
        self._be_brisk(now)

    def _ask_marks(self, now: int) -> None:
        self._wants_marks, self._next_marks = False, now + MARKS_APART_NS
        self._marks += 1
        for page in self._live():
            if page.role == "player" and page.awake(now) and self._own(page):
                page.send("w?", n=self._marks)
                page.wire.expects()

    # --- what pages see -----------------------------------------------------------------------------------

    def tell_all(self, text: str, now: int) -> None:
        """Send a message to every page that is awake."""
        for page in self._live():
            if page.awake(now):
                page.wire.send(text)

    def due(self, now: int) -> int:
        """When `on_time` has something to do, if nobody says anything before."""
        marks = [self._next_marks] if self._wants_marks else []
        views = [self._next_view] if self._behind(now) else []
        return min([self._next_ask, *marks, *views])

    def _behind(self, now: int) -> list[Page]:
        """Who may be sent a view."""
        return [
            page
            for page in self._live()
            if (page.behind or self.changed) and page.wire.idle and page.awake(now)
        ]

    def on_time(self, now: int) -> None:
        """Ask and show whoever is to be asked and shown something now."""
        if self._wants_marks and now >= self._next_marks:
            self._ask_marks(now)
        if now >= self._next_ask:
            self._next_ask = now + (BRISK_NS if now < self._brisk_until else IDLE_NS)
            for page in self._live():
                self._ask(page)
        if now >= self._next_view:
            self._show(now)

    def _show(self, now: int) -> None:
        if self.changed:
            self.changed = False
            self._say_seats()
            for page in self._live():
                page.behind = True
        made: dict[tuple[str, tuple[Seat, ...]], tuple[int, str]] = {}
        for page in self._behind(now):
            self._next_view = now + _APART_NS
            page.behind = False
            whose = page.role, self._own(page)
            if whose not in made:
                rev, view = self._table.view(*whose)
                made[whose] = rev, as_text("v", rev=rev, view=view)
            rev, text = made[whose]
            if rev != page.rev:
                page.rev = rev
                page.wire.send(text)


def _group(page: Page) -> str:
    """Pages of one browser of which only the newest lives: whoever plays may watch for a while."""
    return "player" if page.role == "watch" else page.role
