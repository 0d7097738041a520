"""Step 1: every seat's button, one after the other; what nobody presses has to keep quiet meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.selftest.asked_press import BROKEN, Came
from companion.selftest.check_events import Chattering, CheckEvent, Opened, Pressed, Skip, Spiked
from companion.selftest.findings import Finding, skipped
from companion.selftest.part_names import name_of
from companion.selftest.plugged_buttons import of_plugged
from companion.selftest.presses_step import PressesStep
from companion.selftest.step import Ask, Known, Took
from companion.selftest.wires import noise_findings, press_findings
from companion.words import T, Text
from firmware.events import NS_PER_S, Line, Seat, Tick

HANDS_OFF_NS = 2 * NS_PER_S
"""So long nobody may touch anything; mains hum shows within a second."""

MOST_KEPT = 200
"""So many spikes and presses are remembered."""


@dataclass(frozen=True, slots=True)
class ButtonsStep(PressesStep):
    """Asks for every seat's button in turn.

    Attributes:
        quiet_until: hands off until then (ns); None once that is over.
        spikes: touches too short for a finger: the line and when (ns).
        presses: presses, likewise.
    """

    name: ClassVar[str] = "buttons"
    title: ClassVar[Text] = T("Buttons")

    quiet_until: int | None = None
    spikes: tuple[tuple[Line, int], ...] = ()
    presses: tuple[tuple[Line, int], ...] = ()

    def start(self, now: int) -> Took[Self]:
        """Begin with hands off."""
        seats = self.known.settings.every_seat
        return replace(self, left=seats, closed=self.known.closed, quiet_until=now + HANDS_OFF_NS), ()

    def take(self, event: CheckEvent) -> Took[Self]:
        """Listen to everything, and hand what may be an answer to the button asked for."""
        match event:
            case Skip(whole=True, at=at):
                return replace(self, quiet_until=None)._skip_all(at), ()
            case Spiked(line, at) if line not in self.chattering:
                return replace(self, spikes=(*self.spikes, (line, at))[-MOST_KEPT:]), ()
            case Chattering(line, at):
                return self._leave_out(line, at)._forget(line, at), ()
            case Tick(at) if self.quiet_until is not None and at >= self.quiet_until:
                return replace(self, quiet_until=None)._next(at), ()
            case Opened(line):
                return replace(self, closed=self.closed - {line})._press(event), ()
            case Pressed(line, at) if line not in self.chattering:
                after = replace(self, presses=(*self.presses, (line, at))[-MOST_KEPT:])
                pressing = self.pressing
                if pressing is None or line not in self.known.closed or line == pressing.line:
                    return after._press(event), ()
                pressing = replace(pressing, down=pressing.down | {line})  # closes as a finger leaves it
                return replace(after, pressing=pressing), ()
            case Pressed():
                return self, ()
        return self._press(event), ()

    def _forget(self, line: Line, at: int) -> Self:
        """Whatever a line said that never rests is no answer."""
        pressing = self.pressing
        if pressing is None:
            return self
        if line in pressing.coming:
            pressing = replace(pressing, first=None, coming=frozenset(), since=at)
        return replace(self, pressing=replace(pressing, down=pressing.down - {line}))

    def wake_at(self) -> int | None:
        """The end of the quiet, or what the button asked for waits for."""
        return PressesStep.wake_at(self) if self.quiet_until is None else self.quiet_until

    def ask(self) -> Ask | None:
        """Hands off, then the button that is wanted now."""
        if self.quiet_until is None:
            return self._ask_press(len(self.known.settings.every_seat))
        return Ask(
            "quiet",
            T("Don't touch anything for a moment."),
            big=T("Hands off"),
            text=(T("don't touch anything"),),
            until=self.quiet_until,
            keys="",
        )

    def findings(self) -> tuple[Finding, ...]:
        """All buttons' wires, and what lines said that nobody pressed."""
        settings, known = self.known.settings, self.known
        heard = [each for each in self.tried if each.line not in self.chattering]
        asked = {each.line for each in self.tried} | self.chattering
        never = [seat for seat in settings.every_seat if seat not in asked]
        wires = press_findings(self.name, settings, heard)
        noise = noise_findings(self.name, settings, self.chattering, self.spikes, self.presses)
        return (
            *(of_plugged(each, known) for each in (*wires, *noise)),
            *(skipped(self.name, (seat,), T("{who}: skipped", who=name_of(seat))) for seat in never),
        )

    def learn(self) -> Known:
        """Where each line's button is, and which lines can't be listened to."""
        alone = [each for each in self.tried if each.came is Came.CLOSED and len(each.lines) == 1]
        found = [next(iter(each.lines)) for each in alone]
        where: dict[Line, Seat] = {
            line: each.line
            for line, each in zip(found, alone, strict=True)
            if found.count(line) == 1 and isinstance(each.line, int)
        }
        skipped_seats = [each.line for each in self.tried if each.came is Came.SKIPPED]
        where.update({seat: seat for seat in skipped_seats if isinstance(seat, int) and seat not in where})
        deaf = {line for each in self.tried if each.came in BROKEN for line in (each.line, *each.lines)}
        return replace(self.known, where=where, deaf=self.known.deaf | deaf | self.chattering | self.closed)
