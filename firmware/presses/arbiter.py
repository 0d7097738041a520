"""Presses of all lines -> one order: that of the kernel's stamps, never that of delivery.

The arbiter is a gate. Everything stamped (presses, releases, the moments referees asked to be woken at)
waits in it until ``settle`` after its own stamp, and until no contact still ponders an edge that is not
later; then it leaves in order of stamp. So whoever reads the stream may judge each event as it comes:
nothing earlier is still to come. What the host does (knob, typed words) keeps its place in the order but
doesn't wait when nothing earlier is pending. A press whose touch may have no stamp (`spans`) has its place
where it may have been at the earliest, so that no race is ruled before it is heard of.

A phone's presses come as late as its network likes. But it can be asked: no press before then is still to
come (`Arbiter.marks`). What is stamped waits until each of those in play has said so, for `PATIENCE_NS` at
most; whoever hasn't by then isn't waited for.

What is promised: as long as every edge comes within `in_time` of its stamp, 20 ms, and each line's in their
order, everything handed on depends on stamps alone. First edges may come ``settle`` late and still keep their
place, one that is unseen half a millisecond less. What the host does waits for no edge that isn't there yet.

Three things can't be ordered away and are counted instead:

- A press delivered after later ones have left (`Arbiter.late`): it is handed on at once with its true
  stamp; `firmware.presses.race` records it, and it never flips a ruling.
- A process that was stopped, or a machine too busy: if the loop woke late, or a first edge was late when it
  came, what is as late may be on its way. So nothing is judged for as long again, at most one ``settle``.
- Pulses that hit several lines at once (`firmware.presses.pulses`, `Arbiter.interference`). What hits such a
  line again before its ``release`` is over goes with it.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import count
from typing import NamedTuple

from firmware.errors import BadEventError
from firmware.events import (
    NS_PER_MS,
    NS_PER_S,
    Edge,
    Event,
    HostEvent,
    Press,
    Release,
    Resumed,
    Rolled,
    Seat,
    Tick,
    Within,
)
from firmware.presses.contact import DELIVERY_NS, LULL_NS, Contacts, Kind, Read
from firmware.presses.pulses import PULSE_NS, Pulses, struck
from firmware.presses.spans import UNSEEN_NS, of_a_bare_contact
from firmware.times import Times, earliest

PATIENCE_NS = 300 * NS_PER_MS
"""For so long after a press those are waited for that tell by marks what is still to come."""

USUAL_NS = 100 * NS_PER_MS
"""A phone's press that takes longer has come by a network, or to a machine, that stood still."""

_FIRST_HOST_RANK = 100


def in_time(settle: int) -> int:
    """How late edges may come without changing anything, for a gate that waits so long (ns).

    Two thirds: then nothing is ruled later than 50 ms after its press, not even beside a button let go.
    """
    return max(DELIVERY_NS, settle * 2 // 3)


class _Waiting(NamedTuple):
    """An event at the gate, ``at`` its place; equal ones go by ``rank``, so that delivery never decides."""

    at: int
    rank: int
    event: Event


def _order(waiting: _Waiting) -> tuple[int, int]:
    return waiting.at, waiting.rank


class Arbiter:
    """Orders what happens on all seats' lines.

    Args:
        seats: the seats that have a button.
        times: the box's times.
        read: reads the level of a line.
        now: the time, ns.

    Attributes:
        contacts: each seat's contact.
        in_play: the seats whose lines count when interference is looked for.
        late: presses that came after a press, release or tick they should have preceded was handed on.
        interference: pulses that hit several lines at once.
        tie: the game's own, or the box's: of pins' presses (ns).
        within: how unsure the stamps of those seats are whose source is no pin.
        left: the stamp of what was handed on last (ns): all that is still to be is later.
        marks: of seats whose presses may come any time, the stamp before which none is still to come.
        unheard: when it was last (ns) that some of those weren't waited for any longer, and who.
    """

    def __init__(self, seats: Collection[Seat], times: Times, read: Read, now: int = 0) -> None:
        self.contacts: Contacts[Seat] = Contacts(sorted(seats), times, read, now)
        self.in_play: Collection[Seat] = tuple(seats)
        self.late = 0
        self.interference = 0
        self.tie = times.tie
        self.within: dict[Seat, Within] = {}
        self.left = now
        self.marks: Mapping[Seat, int] = {}
        self.unheard: tuple[int, tuple[Seat, ...]] = (-NS_PER_S, ())
        self._times = times
        self._unlike: dict[tuple[Seat, int], Within] = {}
        self._waiting: list[_Waiting] = []
        self._pulses = Pulses(self.contacts, times)
        self._unheard: set[Seat] = set()
        self._heard = dict.fromkeys(seats, -1)
        self._quick: list[Seat] = []
        self._host_rank = count(_FIRST_HOST_RANK)
        self._handed_on = 0
        self._pressed = -PATIENCE_NS - 1
        self._stalled = 0
        self._hold = now
        self._held = 0
        self.settle = times.settle

    @property
    def settle(self) -> int:
        """How long the gate waits (ns); a game may set its own."""
        return self._settle

    @settle.setter
    def settle(self, settle: int) -> None:
        self._settle = settle
        for contact in self.contacts.values():
            contact.delivery = in_time(settle)

    def woke(self, now: int, wake_at: int | None) -> None:
        """Say that the loop is awake, before anything new is fed in: is it late for what it promised?"""
        due = self.deadline(wake_at)
        # The end of one such wait starts only a longer one: a machine always late would never rule.
        if due is not None and (due != self._hold or min(now - due, self.settle) > self._held):
            self._doubt(now - due, now)

    def feed(self, edge: Edge, now: int) -> Within | None:
        """Take one edge of a seat's line; edges of one line come in order, those of several in any.

        Args:
            edge: the edge.
            now: the time at which it is taken (ns), which may be long after the step began that takes it.

        Returns:
            How unsure its stamp is, as far as its source tells; None: a pin's.

        Raises:
            BadEventError: if no seat has that line.
        """
        seat = edge.line
        if not isinstance(seat, int) or seat not in self.contacts:
            raise BadEventError(f"expected an edge of a seat, one of {list(self.contacts)}, got {seat!r}")
        contact, at = self.contacts[seat], edge.at if edge.at - now < NS_PER_S else now
        opened = contact.opened
        if edge.within is not None:
            self._unlike[seat, at] = edge.within
        within = self._unlike.get((seat, at)) or self.within.get(seat)
        contact.edge(edge.closed, at)
        self._pulses.edge(seat, edge.closed, at, opened, self._since_first(at))
        if contact.candidate is not None and contact.fault is None:
            if seat in self.marks:
                self._stalled = max(self._stalled, now - USUAL_NS)
            else:
                self._doubt(now - at, now)
        self._collect(seat)
        return within

    def _since_first(self, at: int) -> int:
        """Since when ``at`` something waits: a process that was stopped hears of seconds at once."""
        return min(at, self._waiting[0].at if self._waiting else at)

    def unsure(self, seat: Seat, at: int, within: Within) -> None:
        """Say how unsure the press of this stamp is, before its edge comes; from any thread."""
        self._unlike[seat, at] = within

    def tell(self, event: HostEvent | Rolled | Resumed) -> None:
        """Take what the host did, or the dice show; it keeps its place among the presses."""
        insort(self._waiting, _Waiting(event.at, next(self._host_rank), event), key=_order)

    def events(self, now: int, wake_at: Callable[[], int | None]) -> Iterator[Event]:
        """Everything that may be judged by ``now``, in order of stamp.

        Args:
            now: the time, ns.
            wake_at: when the reader next wants a `Tick`; asked anew after each event.

        Yields:
            Presses, releases, ticks and the host's events.
        """
        if now < self._hold:
            return
        went_on = self.contacts.advance(now)
        for seat, contact in self.contacts.items():
            if contact.outcomes:
                self._collect(seat)
        if went_on is not None:
            self._doubt(went_on - now, went_on)
            return
        while (first := self._next(now, wake_at())) is not None:
            self.left = max(self.left, first.at)
            yield first.event

    def heard(self, now: int) -> list[Seat]:
        """The seats that seem pressed by ``now``, each press once, long before its order is certain."""
        heard = [seat for seat, at in self._unanswered() if at <= now]
        for seat in heard:
            self._heard[seat] = self.contacts[seat].candidate or 0
        heard, self._quick = heard + self._quick, []
        return heard

    def hears_at(self) -> int | None:
        """When `heard` has more to tell if nothing happens (ns), or None."""
        return min((at for _, at in self._unanswered()), default=None)

    def _unanswered(self) -> list[tuple[Seat, int]]:
        """Whose presses may be heard next, and when (ns)."""
        contacts = ((seat, contact, contact.heard_at) for seat, contact in self.contacts.items())
        return [
            (seat, at) for seat, one, at in contacts if at is not None and one.candidate != self._heard[seat]
        ]

    def spiked(self) -> list[tuple[int, Seat]]:
        """What was no press, spikes and pulses, since this was last asked: stamps (ns) and seats."""
        return self._pulses.spiked()

    def deadline(self, wake_at: int | None) -> int | None:
        """When the loop must be awake again (ns), or None to sleep until something happens."""
        leaves: int | None = None
        # Only the first in line has a time of its own: asking for those behind it would make a busy loop.
        if self._waiting and (wake_at is None or self._waiting[0].at <= wake_at):
            leaves = self._leaves(self._waiting[0])
        elif wake_at is not None:
            leaves = self._due(wake_at)
        due = earliest(self.contacts.deadline(), leaves)
        return None if due is None else max(due, self._hold)

    def _since(self, at: int) -> int:
        """From when patience counts: a ruling's from the press that began it, not from when it is due.

        Where that was here very late, everybody else's may be as late: it counts from about then.
        """
        since = self._pressed if 0 <= at - self._pressed <= PATIENCE_NS else at
        return max(since, self._stalled)

    def unmarked(self, at: int) -> list[Seat]:
        """The seats in play of which a press before this stamp may still come, as they tell by marks."""
        return [seat for seat in self.in_play if self.marks.get(seat, at) < at]

    def _name_unheard(self, event: Event, now: int) -> None:
        if isinstance(event, Press | Tick) and (seats := self.unmarked(event.at)):
            self.unheard = now, tuple(seats)

    def asks_at(self, wake_at: int | None) -> int | None:
        """The stamp up to which marks are wanted (ns); None: they are there.

        It is that of what leaves the gate next, or of a first edge that may become that.
        """
        if not self.marks:
            return None
        pondered = (contact.candidate for contact in self.contacts.values())
        at = earliest(self._waiting[0].at if self._waiting else None, wake_at, *pondered)
        return at if at is not None and self.unmarked(at) else None

    def _doubt(self, lateness: int, now: int) -> None:
        if lateness > DELIVERY_NS:
            self._held = min(lateness, self.settle)
            self._hold = max(self._hold, now + self._held)

    def _next(self, now: int, wake_at: int | None) -> _Waiting | None:
        while self._waiting:
            first = self._waiting[0]
            if wake_at is not None and wake_at < first.at:
                break
            if now < self._leaves(first):
                return None
            del self._waiting[0]
            if isinstance(first.event, Press) and self._drop_pulse(first.event):
                continue
            self._name_unheard(first.event, now)
            if isinstance(first.event, Press) and first.at - self._pressed > PATIENCE_NS:
                self._pressed = first.at
            if isinstance(first.event, Press | Release):
                self._handed_on = max(self._handed_on, first.at)
            return first
        if wake_at is not None and now >= self._due(wake_at):
            self._handed_on = max(self._handed_on, wake_at)
            self._name_unheard(Tick(wake_at), now)
            return _Waiting(wake_at, 0, Tick(wake_at))
        return None

    def _leaves(self, first: _Waiting) -> int:
        """When the first event at the gate may leave it."""
        at, _, event = first
        if isinstance(event, Press):
            due = self._due(at, reach=event.at - at + PULSE_NS)
            # A pulse can't be told from fingers until it is known whether they have let go.
            certain = event.at + PULSE_NS + self._times.bounce + LULL_NS + in_time(self.settle)
            return max(due, certain) if self._is_pulse(event.at, self._struck(event)) else due
        return self._due(at, stamped=isinstance(event, Release))

    def _due(self, at: int, *, stamped: bool = True, reach: int = 0) -> int:
        """When an event stamped ``at`` may leave: after ``settle``, and after what others still ponder.

        Args:
            at: the event's stamp (ns).
            stamped: False for the host's events, which wait for possible presses only.
            reach: wait also for what is pondered up to so much later (ns).
        """
        due = at + self.settle if stamped else at
        if stamped and self.unmarked(at):
            due = max(due, self._since(at) + PATIENCE_NS)
        for contact in self.contacts.values():
            pondering = contact.candidate
            if pondering is None and stamped:
                pondering = contact.opened
            elif pondering is not None:
                pondering -= UNSEEN_NS if contact.unseen else max(0, UNSEEN_NS - self.tie)
            if pondering is not None and pondering <= at + reach:
                due = max(due, contact.deadline() or 0)
        return due

    def _collect(self, seat: Seat) -> None:
        outcomes = self.contacts[seat].outcomes
        while outcomes:
            kind, at, unseen, bounced = outcomes.popleft()
            within, place = self._unlike.get((seat, at)) or self.within.get(seat), at
            if within is None and bounced:
                within = of_a_bare_contact(self.tie, unseen=unseen)
                place -= 0 if within is None else within.before + within.after - self.tie
            for done in [each for each in tuple(self._unlike) if each[0] == seat and each[1] <= at]:
                del self._unlike[done]
            if kind is Kind.GLITCH:
                self._pulses.strike(at, seat, self._since_first(at))
                self._pulses.name(at, seat)
            elif kind is Kind.PRESS:
                self.late += place < self._handed_on
                if self._heard[seat] != at:
                    self._heard[seat] = at
                    self._quick.append(seat)
                press = Press(seat, at, within)
                insort(self._waiting, _Waiting(place, seat, press), key=_order)
            elif seat in self._unheard:
                self._unheard.remove(seat)
            else:
                insort(self._waiting, _Waiting(at, seat, Release(seat, at)), key=_order)

    def _struck(self, first: Press) -> list[Press]:
        return struck(first, (other.event for other in self._waiting))

    def _is_pulse(self, first: int, hit: list[Press]) -> bool:
        return self._pulses.is_one(first, hit, self.in_play, self.within)

    def _drop_pulse(self, first: Press) -> bool:
        """Is this press one of several lines hit by the same pulse? Then the others go with it."""
        hit = [press for press in self._struck(first) if self._pulses.brief(press)]
        if first not in hit or not self._is_pulse(first.at, hit):
            return False
        self._waiting = [other for other in self._waiting if other.event not in hit]
        for press in hit:
            self._drop_release(press.seat)
            self._pulses.name(press.at, press.seat)
        self.interference += 1
        return True

    def _drop_release(self, seat: Seat) -> None:
        """What was no press has no release: drop the one that waits, or the one still to come."""
        release = self._release(seat)
        if release is None:
            self._unheard.add(seat)
        else:
            self._waiting.remove(release)

    def _release(self, seat: Seat) -> _Waiting | None:
        waiting = (other for other in self._waiting if other.rank == seat)
        return next((other for other in waiting if isinstance(other.event, Release)), None)
