"""Step 2: each lamp in turn; who sees it lit presses the button beside it, so no keyboard is needed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

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
class LampsState:
    """Where the step is.

    Attributes:
        since: when the lamp now lit was lit, or all went dark (ns).
        lit: the seat whose lamp is lit; None while all are dark.
        left: the lamps still to be lit.
        seen: places at which somebody has seen light, this time.
        first: when the first of them was told (ns).
        before: the unexpected answer given before for the same lamp; people slip, wires don't.
        always: places where light was seen while all should be dark.
        answers: of each lamp, the places where it was seen.
        skipped: lamps nobody looked at.
        over: nothing is left.
    """

    since: int
    lit: Seat | None
    left: tuple[Seat, ...]
    seen: frozenset[Seat] = frozenset()
    first: int | None = None
    before: frozenset[Seat] | None = None
    always: frozenset[Seat] = frozenset()
    answers: tuple[tuple[Seat, frozenset[Seat]], ...] = ()
    skipped: tuple[Seat, ...] = ()
    over: bool = False


class LampsStep(Step[LampsState]):
    """Lights one lamp after the other and asks where."""

    name: ClassVar[str] = "lamps"
    title: ClassVar[Text] = T("Lamps")

    def start(self, now: int) -> Took[LampsState]:
        """All dark, if there are lamps at all."""
        lamps = tuple(seat for seat in self._lamps if seat not in self._failing)
        return LampsState(now, None, lamps, over=not lamps), ()

    @property
    def _lamps(self) -> dict[Seat, int]:
        seats = self.known.settings.seats
        return {seat: pins.lamp for seat, pins in seats.items() if pins.lamp is not None}

    @property
    def _failing(self) -> frozenset[Seat]:
        """Lamps whose pin the box can't switch."""
        return frozenset(seat for seat in self._lamps if f"lamp {seat}" in self.known.box_faults)

    def take(self, state: LampsState, event: CheckEvent) -> Took[LampsState]:
        """Collect where light is seen."""
        match event:
            case Skip(whole=True):
                asked = () if state.lit is None else (state.lit,)
                return replace(state, skipped=(*state.skipped, *asked, *state.left), left=(), over=True), ()
            case Skip(at=at):
                skipped_now = state.skipped if state.lit is None else (*state.skipped, state.lit)
                return self._next(replace(state, skipped=skipped_now), at), ()
            case Said(at=at) if at < state.since + TOO_SOON_NS:
                return state, ()
            case Said(yes, seat, at):
                return self._said(state, yes, seat, at), ()
            case Tick(at) if at >= self.wake_at(state):
                return self._seen(state, at), ()
        return state, ()

    def _said(self, state: LampsState, yes: bool, seat: Seat | None, at: int) -> LampsState:
        if state.lit is None:
            if yes and seat is not None:
                return replace(state, seen=state.seen | {seat})
            return self._seen(state, at)
        if not yes:
            return self._seen(state, at) if state.first is None else state
        where = seat if seat is not None and self._tells_where(state.lit) else state.lit
        first = at if state.first is None else state.first
        return replace(state, seen=state.seen | {where}, first=first)

    def _tells_where(self, lamp: Seat) -> bool:
        """Whether the seat's own button could answer; else any button means this lamp is lit."""
        return lamp in self.known.answering

    def _seen(self, state: LampsState, now: int) -> LampsState:
        """What was seen so far is all."""
        if state.lit is None:
            return self._next(replace(state, always=state.seen), now)
        seen = state.seen - state.always
        if seen and seen not in ({state.lit}, state.before) and state.before is None:
            return replace(state, since=now, seen=frozenset(), first=None, before=seen)
        return self._next(replace(state, answers=(*state.answers, (state.lit, seen))), now)

    def _next(self, state: LampsState, now: int) -> LampsState:
        left = tuple(seat for seat in state.left if seat not in state.always)
        lit = left[0] if left else None
        state = replace(state, since=now, lit=lit, left=left[1:], over=not left)
        return replace(state, seen=frozenset(), first=None, before=None)

    def wake_at(self, state: LampsState) -> int:
        """When no more answers are waited for."""
        if state.lit is None:
            return state.since + DARK_NS
        return state.since + LIMIT_NS if state.first is None else state.first + MORE_NS

    def ask(self, state: LampsState) -> Ask | None:
        """Is one lit that shouldn't be; then where the one is that should."""
        if state.over:
            return None
        if state.lit is None:
            return Ask(
                "lamps dark",
                T("All lamps should be dark now. Press the button of one that is lit; if none is, wait."),
                big=T("All dark?"),
                text=(T("lit: press it"), T("dark: wait")),
                until=state.since + DARK_NS,
            )
        lamps = [seat for seat in self._lamps if seat not in self._failing | state.always]
        number = (lamps.index(state.lit) + 1, len(lamps))
        until = state.since + LIMIT_NS if state.first is None else None
        lit, seat = frozenset({state.lit}), state.lit
        if self._tells_where(seat):
            if state.before is not None:
                return self._once_more(seat, state.before, until, number)
            do = T("One lamp is lit now. Press the button in which it is; if none is lit, hold any button.")
            text: tuple[Text, ...] = (T("press the lit one"),)
            hint = T("none lit: hold any")
            return Ask(f"lamp {seat}", do, big="?", text=text, hint=hint, until=until, number=number, lit=lit)
        do = T("Is the lamp of button {seat} lit? Yes: press any button. No: hold any button.", seat=seat)
        text = (T("is its lamp lit?"),)
        return Ask(f"lamp {seat}", do, str(seat), seat, text, PRESS_OR_HOLD, until, number, lit)

    @staticmethod
    def _once_more(seat: Seat, before: frozenset[Seat], until: int | None, number: tuple[int, int]) -> Ask:
        seats = seats_of(before)
        do = T("Once more: press the button of the lamp that is lit now. You said {seats}.", seats=seats)
        text, hint = (T("{seats}? once more", seats=seats),), T("none lit: hold any")
        lit = frozenset({seat})
        return Ask(f"lamp {seat}", do, big="?", text=text, hint=hint, until=until, number=number, lit=lit)

    def findings(self, state: LampsState) -> tuple[Finding, ...]:
        """Where each lamp was found."""
        if not self._lamps:
            return (nothing(self.name, T("no lamps in this box")),)
        miswired = miswiring_of(dict(state.answers))
        joined = {seat for group in miswired.joined for seat in group}
        found = [
            ok(self.name, (seat,), T("lamp {seat}: works", seat=seat))
            for seat in miswired.right
            if seat not in joined
        ]
        found += [self._no_pin(seat) for seat in sorted(self._failing)]
        found += [self._always_on(seat) for seat in sorted(state.always)]
        found += [self._dark(seat) for seat in miswired.dead]
        found += [self._joined(group) for group in miswired.joined]
        found += [self._swapped(ring) for ring in miswired.rings]
        found += [self._astray(seat, other) for seat, other in miswired.astray]
        missed = (*state.skipped, *(() if state.lit is None else (state.lit,)), *state.left)
        missed = tuple(seat for seat in missed if seat not in state.always)
        found += [
            skipped(self.name, (seat,), T("lamp {seat}: skipped", seat=seat))
            for seat in dict.fromkeys(missed)
        ]
        return tuple(found)

    def _pin(self, seat: Seat) -> Text:
        return pin(self._lamps[seat]) if seat in self._lamps else T("no pin")

    def _no_pin(self, seat: Seat) -> Finding:
        what = T("lamp {seat}: its pin can't be switched", seat=seat)
        do = T(
            "Something else uses {pin}: look with gpioinfo, or give the lamp another pin.",
            pin=self._pin(seat),
        )
        return Finding(self.name, "busy", (seat,), what, do)

    def _always_on(self, seat: Seat) -> Finding:
        what = T("lamp {seat}: lit all the time", seat=seat)
        do = T(
            "Pull its wire off {pin}. Still lit: the output of the transistor array touches ground, or the "
            "lamp is wired straight to it. Dark then: look for a solder bridge at that pin.",
            pin=self._pin(seat),
        )
        return Finding(self.name, "always-on", (seat,), what, do)

    def _dark(self, seat: Seat) -> Finding:
        do = T(
            "The lamp's way is: {pin}, the input of the transistor array, its output, the lamp, 5 V. Look "
            "for a loose joint on it, and turn the lamp round: LEDs have a right way.",
            pin=self._pin(seat),
        )
        return Finding(self.name, "dark", (seat,), T("lamp {seat}: stays dark", seat=seat), do)

    def _joined(self, group: tuple[Seat, ...]) -> Finding:
        what = T("lamps {seats} light together", seats=seats_of(group))
        do = T(
            "Look for a solder bridge between their channels of the transistor array, on either side of it."
        )
        return Finding(self.name, "joined", group, what, do)

    def _swapped(self, ring: tuple[Seat, ...]) -> Finding:
        if len(ring) == 2:
            what = T("lamps {one} and {other} are swapped", one=ring[0], other=ring[1])
            do = T(
                "Swap their wires: lamp {one} belongs to {pin}, lamp {other} to {second}.",
                one=ring[0],
                other=ring[1],
                pin=self._pin(ring[0]),
                second=self._pin(ring[1]),
            )
            return Finding(self.name, "swapped", ring, what, do)
        what = T("lamps {seats} are mixed up", seats=seats_of(ring))
        return Finding(
            self.name, "mixed", ring, what, T("Bring their wires into order, as `pierwszy wiring` says.")
        )

    def _astray(self, seat: Seat, other: Seat) -> Finding:
        what = T("lamp {other} lights in the place of lamp {seat}", seat=seat, other=other)
        do = T(
            "The wire of lamp {other} is on {pin}; it belongs to {second}.",
            other=other,
            pin=self._pin(seat),
            second=self._pin(other),
        )
        return Finding(self.name, "astray", (seat, other), what, do)
