"""Plugged-in buttons once more: all held at once, then pressed often, to see how often they are asked.

Keyboards lose keys while others are down (ghosting). How often a device is asked says how close a tie is. A
button head has a wire for each and is asked by nobody: of that each button is pressed once, its lamp lights
with it, and each press has told how unsure it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from companion.selftest.check_events import CheckEvent, Pressed, Released, Said, Skip
from companion.selftest.findings import Finding, nothing, ok, skipped
from companion.selftest.part_names import seats_of
from companion.selftest.plugged_buttons import faults_of_devices, line_on_head
from companion.selftest.polling import ENOUGH, polled_every
from companion.selftest.step import LIMIT_NS, Ask, Step, Took
from companion.session.plugging import ties
from companion.words import T, Text
from firmware.events import NS_PER_MS, NS_PER_US, Line, Seat, Tick, Within
from firmware.plugged import HEAD, Plugged, port_of


@dataclass(frozen=True, slots=True)
class UsbStep(Step):
    """Has all be held down together, then the buttons of each device be pressed.

    Attributes:
        since: when what is asked was asked (ns).
        together: the seats whose buttons are to be held down at once; empty once that is over.
        down: those that are down now.
        most: the most that were at once; None if it was left out.
        left: the devices still to be pressed.
        stamps: when each told of a press, or of its end (ns).
        pressed: the seats pressed since the last question.
        unsure: how unsure the stamps of each button head were at most (ns), beside other buttons.
    """

    name: ClassVar[str] = "usb"
    title: ClassVar[Text] = T("USB")
    raw: ClassVar[bool] = True

    since: int = 0
    together: frozenset[Seat] = frozenset()
    down: frozenset[Line] = frozenset()
    most: frozenset[Line] | None = frozenset()
    left: tuple[str, ...] = ()
    stamps: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    pressed: frozenset[Seat] = frozenset()
    unsure: Mapping[str, int] = field(default_factory=dict)

    @property
    def _seats(self) -> frozenset[Seat]:
        """Those with a plugged-in button of no head that is known and can be listened to."""
        known = self.known
        given = {seat for seat, button in known.settings.inputs.items() if button or seat in known.plugged}
        return frozenset(seat for seat in given & known.answering if line_on_head(known, seat) is None)

    @property
    def _devices(self) -> Mapping[str, str]:
        """What each device is called."""
        buttons = self.known.plugged.values()
        return {one.device: _called(one) for one in buttons}

    def start(self, now: int) -> Took[Self]:
        """Ask for all of them, if there are several."""
        seats = self._seats
        together = seats if len(seats) > 1 else frozenset[Seat]()
        return replace(self, since=now, together=together, left=tuple(self._devices)), ()

    def take(self, event: CheckEvent) -> Took[Self]:
        """Which are down, and when they were told of."""
        match event:
            case Skip(whole, at):
                after = replace(self, most=None if self.together else self.most)
                return replace(after, together=frozenset(), left=()) if whole else after._next(at), ()
            case Said(yes=False, at=at):
                return self._next(at), ()
            case Tick(at) if at >= self.wake_at():
                return self._next(at), ()
            case Pressed(line, at, within):
                return self._unsure(within)._heard(line, at, self.down | {line}), ()
            case Released(line, at):
                return self._heard(line, at, self.down - {line}), ()
        return self, ()

    def _unsure(self, within: Within | None) -> Self:
        if within is None:
            return self
        most = max(within.before, within.after, self.unsure.get(within.of, 0))
        return replace(self, unsure={**self.unsure, within.of: most})

    def _heard(self, line: Line, at: int, down: frozenset[Line]) -> Self:
        after = replace(self, down=down)
        if self.most is not None and self.together and len(down & self.together) > len(self.most):
            after = replace(after, most=down & self.together)
        button = self.known.plugged.get(line) if isinstance(line, int) else None
        if button is not None:
            told = self.stamps.get(button.device, ())
            after = replace(after, stamps={**self.stamps, button.device: (*told, at)})
        if isinstance(line, int) and line in down:
            after = replace(after, pressed=after.pressed | {line})
        if self.together:
            return after._next(at) if after.most == self.together else after
        while after.left and after._seen(after.left[0]):
            after = after._next(at)
        return after

    def _next(self, now: int) -> Self:
        if self.together:
            return replace(self, since=now, together=frozenset(), stamps={}, pressed=frozenset())
        return replace(self, since=now, left=self.left[1:])

    def _seen(self, device: str) -> bool:
        """Whether enough has come of a device: of a head each button, let go again."""
        if _is_head(device):
            return self.pressed.issuperset(self._of(device)) and not self.down & set(self._of(device))
        return self._polled(device) is not None

    def _polled(self, device: str) -> int | None:
        return polled_every(self.stamps.get(device, ()))

    def wake_at(self) -> int:
        """The end of what is asked."""
        return self.since + LIMIT_NS

    def ask(self) -> Ask | None:
        """Hold all; then press those of one device."""
        if self.together:
            seats = seats_of(self.together)
            do = T("Hold all of these buttons down at once, until the next question: {seats}.", seats=seats)
            big, text, key, lit = T("All!"), (T("hold all at once"), seats), "hold all", self.together
        elif self.left:
            device = self.left[0]
            do = T(
                "Press buttons of {name}, one after the other, ten times at least.",
                name=self._devices[device],
            )
            lit = frozenset(self._of(device))
            seats = seats_of(lit)
            big, text, key = T("Press!"), (T("ten times, any of"), seats), f"press {device}"
            if _is_head(device):
                do = T(
                    "Press every button of {name}, one after the other. Its lamp, if it has one, is lit as "
                    "long as it is down.",
                    name=self._devices[device],
                )
                left = seats_of(lit - self.pressed) or seats
                text, lit = (T("each of them once"), left), frozenset(lit & self.down)
        else:
            return None
        return Ask(key, do, big, text=text, until=self.wake_at(), lit=lit, keys="press")

    def _of(self, device: str) -> list[Seat]:
        return [seat for seat, button in self.known.plugged.items() if button.device == device]

    def findings(self) -> tuple[Finding, ...]:
        """Which go under, how often each device is asked, and what is a tie therefore."""
        known = self.known
        if not known.settings.inputs:
            return (nothing(self.name, T("no plugged-in buttons in this box")),)
        wrong = tuple(faults_of_devices(self.name, known))
        if not self._seats and not self._devices and not wrong:
            what = T("no plugged-in button is known yet: pierwszy check buttons usb asks for each")
            return (skipped(self.name, (), what),)
        tie = ties(known.plugged, known.settings.every_seat, known.settings.times.tie)
        return (
            *self._together(),
            *(self._head(device) if _is_head(device) else self._asked(device) for device in self._devices),
            *wrong,
            *(() if tie is None else (ok(self.name, (), tie),)),
        )

    def _together(self) -> Iterator[Finding]:
        seats = self._seats
        if len(seats) < 2:
            return
        if self.most is None:
            yield skipped(self.name, (), T("held all at once: skipped"))
        elif seats == self.most:
            yield ok(self.name, sorted(seats), T("held all at once: every button is seen"))
        else:
            unseen = tuple(sorted(seats - self.most))
            what = T("held all at once: buttons {seats} aren't seen", seats=seats_of(unseen))
            do = T(
                "Keypads and keyboards lose some keys while others are down: give these seats other keys of "
                "it, or buttons of another device. Was nobody there to hold them? Then skip this by s."
            )
            yield Finding(self.name, "ghosting", unseen, what, do)

    def _asked(self, device: str) -> Finding:
        button = next(one for one in self.known.plugged.values() if one.device == device)
        told, found, about = button.within.apart, self._polled(device), tuple(self._of(device))
        stamps = len(set(self.stamps.get(device, ())))
        named = {"name": self._devices[device], "told": _ms(told)}
        data = {"found_ms": found and found / NS_PER_MS, "told_ms": told / NS_PER_MS, "stamps": stamps}
        if found is None and stamps <= ENOUGH:
            return skipped(
                self.name, about, T("{name}: pressed too seldom to see how often it is asked", **named)
            )
        if found is None:
            what = T("{name}: its presses keep to no interval; {told} ms are reckoned with", **named)
        elif found == told:
            what = T("{name}: asked every {told} ms, as is reckoned with", **named)
        else:
            named["found"] = _ms(found)
            what = T("{name}: asked every {found} ms, {told} are reckoned with", **named)
        if found is None or found <= told:
            return ok(self.name, about, what, **data)
        do = T(
            "Who was first would be said where nobody can know. In the box file, write poll_ms = {found} "
            "into the braces of its buttons.",
            **named,
        )
        return Finding(self.name, "polling", about, what, do, data=tuple(data.items()))

    def _head(self, device: str) -> Finding:
        """Which lines of a head have come, and how unsure their stamps are beside other buttons."""
        about = tuple(self._of(device))
        told = next(one.within for one in self.known.plugged.values() if one.device == device)
        missed = sorted(set(about) - self.pressed)
        named = {"name": self._devices[device], "seats": seats_of(missed or about)}
        if missed:
            return skipped(self.name, about, T("{name}: buttons {seats} weren't pressed", **named))
        unsure = self.unsure.get(device)
        what = T("{name}: buttons {seats} come, each for itself", **named)
        if unsure is not None:
            named["ms"] = f"{-(-unsure // _HUNDREDTH) / 100:g}"
            what = T("{name}: stamps beside other buttons are ±{ms} ms, measured", **named)
        data = {
            "head": device.partition("-")[2],
            "lines": {str(seat): its.line for seat in about if (its := line_on_head(self.known, seat))},
            "tie_us": told.apart / NS_PER_US,
            "unsure_ms": None if unsure is None else unsure / NS_PER_MS,
            "told_ms": max(told.before, told.after) / NS_PER_MS,
        }
        return ok(self.name, about, what, **data)


_HUNDREDTH = NS_PER_MS // 100


def _is_head(device: str) -> bool:
    return port_of(device) == HEAD


def _called(button: Plugged) -> str:
    """A device's name; a head's with its serial number, since they are all called the same."""
    if _is_head(button.device):
        return f"{button.name} {button.device.partition('-')[2]}".rstrip()
    return button.name or button.device


def _ms(ns: int) -> str:
    return f"{ns / NS_PER_MS:g}"
