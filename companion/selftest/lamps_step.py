"""Step 2: each lamp in turn; who sees it lit presses the button beside it, so no keyboard is needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.selftest.check_events import CheckEvent, Said, Skip
from companion.selftest.findings import Finding, nothing, ok, skipped
from companion.selftest.miswiring import miswiring_of
from companion.selftest.part_names import pin, seats_of
from companion.selftest.step import LIMIT_NS, PRESS_OR_HOLD, TOO_SOON_NS, Ask, Step, Took
from companion.words import T, Text
from firmware.events import NS_PER_S, Seat, Tick

DARK_NS = 6 * NS_PER_S
"""So long all lamps are dark, to see which isn't."""

MORE_NS = NS_PER_S
"""So long after a lamp was found lit another may be found too."""


@dataclass(frozen=True, slots=True)
class LampsStep(Step):
    """Lights one lamp after the other and asks where.

    Attributes:
        since: when the lamp now lit was lit, or all went dark (ns).
        left: the lamps still to be found, the one that is lit first.
        dark: all are dark.
        seen: places at which somebody has seen light, this time.
        first: when the first of them was told (ns).
        before: the unexpected answer given before for the same lamp; people slip, wires don't.
        always: places where light was seen while all should be dark.
        answers: of each lamp, the places where it was seen.
        skipped: lamps nobody looked at.
    """

    name: ClassVar[str] = "lamps"
    title: ClassVar[Text] = T("Lamps")

    since: int = 0
    left: tuple[Seat, ...] = ()
    dark: bool = False
    seen: frozenset[Seat] = frozenset()
    first: int | None = None
    before: frozenset[Seat] | None = None
    always: frozenset[Seat] = frozenset()
    answers: tuple[tuple[Seat, frozenset[Seat]], ...] = ()
    skipped: tuple[Seat, ...] = ()

    @property
    def lit(self) -> Seat | None:
        """The seat whose lamp is lit; None while all are dark."""
        return self.left[0] if self.left and not self.dark else None

    def start(self, now: int) -> Took[Self]:
        """All dark, if there are lamps at all."""
        lamps = tuple(seat for seat in self._lamps if seat not in self._failing)
        return replace(self, since=now, left=lamps, dark=bool(lamps)), ()

    @property
    def _lamps(self) -> dict[Seat, int]:
        seats = self.known.settings.seats
        return {seat: pins.lamp for seat, pins in seats.items() if pins.lamp is not None}

    @property
    def _failing(self) -> frozenset[Seat]:
        """Lamps whose pin the box can't switch."""
        return frozenset(seat for seat in self._lamps if f"lamp {seat}" in self.known.box_faults)

    def take(self, event: CheckEvent) -> Took[Self]:
        """Collect where light is seen."""
        match event:
            case Skip(whole=True):
                return replace(self, skipped=(*self.skipped, *self.left), left=(), dark=False), ()
            case Skip(at=at):
                asked = () if self.lit is None else (self.lit,)
                return replace(self, skipped=(*self.skipped, *asked))._next(at), ()
            case Said(at=at) if at < self.since + TOO_SOON_NS:
                return self, ()
            case Said(yes, seat, at):
                return self._said(yes, seat, at), ()
            case Tick(at) if at >= self.wake_at():
                return self._seen(at), ()
        return self, ()

    def _said(self, yes: bool, seat: Seat | None, at: int) -> Self:
        if self.lit is None:
            if yes and seat is not None:
                return replace(self, seen=self.seen | {seat})
            return self._seen(at)
        if not yes:
            return self._seen(at) if self.first is None else self
        # where the seat's own button can't answer, any button means this lamp is lit
        where = seat if seat is not None and self.lit in self.known.answering else self.lit
        first = at if self.first is None else self.first
        return replace(self, seen=self.seen | {where}, first=first)

    def _seen(self, now: int) -> Self:
        """What was seen so far is all."""
        if self.lit is None:
            return replace(self, always=self.seen)._next(now)
        seen = self.seen - self.always
        if seen and seen not in ({self.lit}, self.before) and self.before is None:
            return replace(self, since=now, seen=frozenset(), first=None, before=seen)
        return replace(self, answers=(*self.answers, (self.lit, seen)))._next(now)

    def _next(self, now: int) -> Self:
        left = self.left if self.dark else self.left[1:]
        left = tuple(seat for seat in left if seat not in self.always)
        return replace(self, since=now, left=left, dark=False, seen=frozenset(), first=None, before=None)

    def wake_at(self) -> int:
        """When no more answers are waited for."""
        if self.first is not None:
            return self.first + MORE_NS
        return self.since + (DARK_NS if self.dark else LIMIT_NS)

    def ask(self) -> Ask | None:
        """Is one lit that shouldn't be; then where the one is that should."""
        if self.dark:
            return Ask(
                "lamps dark",
                T("All lamps should be dark now. Press the button of one that is lit; if none is, wait."),
                big=T("All dark?"),
                text=(T("lit: press it"), T("dark: wait")),
                until=self.wake_at(),
            )
        seat = self.lit
        if seat is None:
            return None
        untold = self._failing | self.always
        lamps = [each for each in self._lamps if each not in untold]
        number = (lamps.index(seat) + 1, len(lamps))
        until = self.wake_at() if self.first is None else None
        lit, sign, big, hint = frozenset({seat}), None, "?", T("none lit: hold any")
        if seat not in self.known.answering:
            do = T("Is the lamp of button {seat} lit? Yes: press any button. No: hold any button.", seat=seat)
            text, sign, big, hint = T("is its lamp lit?"), seat, str(seat), PRESS_OR_HOLD
        elif self.before is not None:
            seats = seats_of(self.before)
            do = T("Once more: press the button of the lamp that is lit now. You said {seats}.", seats=seats)
            text = T("{seats}? once more", seats=seats)
        else:
            do = T("One lamp is lit now. Press the button in which it is; if none is lit, hold any button.")
            text = T("press the lit one")
        return Ask(f"lamp {seat}", do, big, sign, (text,), hint, until, number, lit)

    def findings(self) -> tuple[Finding, ...]:
        """Where each lamp was found."""
        if not self._lamps:
            return (nothing(self.name, T("no lamps in this box")),)
        missed = dict.fromkeys(seat for seat in (*self.skipped, *self.left) if seat not in self.always)
        return (
            *self._wires(),
            *(skipped(self.name, (seat,), T("lamp {seat}: skipped", seat=seat)) for seat in missed),
        )

    def _wires(self) -> Iterator[Finding]:
        """What the lamps that were looked at say of their wires."""
        name, miswired = self.name, miswiring_of(dict(self.answers))
        joined = {seat for group in miswired.joined for seat in group}
        for seat in miswired.right:
            if seat not in joined:
                yield ok(name, (seat,), T("lamp {seat}: works", seat=seat))
        for seat in sorted(self._failing):
            do = T(
                "Something else uses {pin}: look with gpioinfo, or give the lamp another pin.",
                pin=self._pin(seat),
            )
            yield Finding(name, "busy", (seat,), T("lamp {seat}: its pin can't be switched", seat=seat), do)
        for seat in sorted(self.always):
            do = T(
                "Pull its wire off {pin}. Still lit: the output of the transistor array touches ground, or "
                "the lamp is wired straight to it. Dark then: look for a solder bridge at that pin.",
                pin=self._pin(seat),
            )
            yield Finding(name, "always-on", (seat,), T("lamp {seat}: lit all the time", seat=seat), do)
        for seat in miswired.dead:
            do = T(
                "The lamp's way is: {pin}, the input of the transistor array, its output, the lamp, 5 V. "
                "Look for a loose joint on it, and turn the lamp round: LEDs have a right way.",
                pin=self._pin(seat),
            )
            yield Finding(name, "dark", (seat,), T("lamp {seat}: stays dark", seat=seat), do)
        for group in miswired.joined:
            do = T(
                "Look for a solder bridge between their channels of the transistor array, on either side of "
                "it."
            )
            yield Finding(name, "joined", group, T("lamps {seats} light together", seats=seats_of(group)), do)
        for ring in miswired.rings:
            yield self._ring(ring)
        for seat, other in miswired.astray:
            what = T("lamp {other} lights in the place of lamp {seat}", seat=seat, other=other)
            do = T(
                "The wire of lamp {other} is on {pin}; it belongs to {second}.",
                other=other,
                pin=self._pin(seat),
                second=self._pin(other),
            )
            yield Finding(name, "astray", (seat, other), what, do)

    def _ring(self, ring: tuple[Seat, ...]) -> Finding:
        """Lamps that light in each other's places."""
        if len(ring) > 2:
            what = T("lamps {seats} are mixed up", seats=seats_of(ring))
            do = T("Bring their wires into order, as `pierwszy wiring` says.")
            return Finding(self.name, "mixed", ring, what, do)
        one, other = ring
        do = T(
            "Swap their wires: lamp {one} belongs to {pin}, lamp {other} to {second}.",
            one=one,
            other=other,
            pin=self._pin(one),
            second=self._pin(other),
        )
        what = T("lamps {one} and {other} are swapped", one=one, other=other)
        return Finding(self.name, "swapped", ring, what, do)

    def _pin(self, seat: Seat) -> Text:
        return pin(self._lamps[seat]) if seat in self._lamps else T("no pin")
