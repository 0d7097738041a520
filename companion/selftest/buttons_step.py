"""Step 1: every seat's button, one after the other; what nobody presses has to keep quiet meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.selftest.asked_press import BROKEN, Came
from companion.selftest.check_events import Chattering, CheckEvent, Opened, Pressed, Skip, Spiked
from companion.selftest.findings import Finding, skipped
from companion.selftest.part_names import name_of
from companion.selftest.presses_step import Presses, PressesStep
from companion.selftest.step import Ask, Known, Took
from companion.selftest.wires import noise_findings, press_findings
from companion.words import T, Text
from firmware.events import NS_PER_S, Line, Seat, Tick

HANDS_OFF_NS = 2 * NS_PER_S
"""So long nobody may touch anything; mains hum shows within a second."""

MOST_KEPT = 200
"""So many spikes and presses are remembered."""


@dataclass(frozen=True, slots=True)
class ButtonsState(Presses):
    """Where the step is.

    Attributes:
        quiet_until: hands off until then (ns); None once that is over.
        spikes: touches too short for a finger: the line and when (ns).
        presses: presses, likewise.
    """

    quiet_until: int | None = None
    spikes: tuple[tuple[Line, int], ...] = ()
    presses: tuple[tuple[Line, int], ...] = ()


class ButtonsStep(PressesStep[ButtonsState]):
    """Asks for every seat's button in turn."""

    name: ClassVar[str] = "buttons"
    title: ClassVar[Text] = T("Buttons")

    def start(self, now: int) -> Took[ButtonsState]:
        """Begin with hands off."""
        seats = tuple(self.known.settings.seats)
        return ButtonsState(seats, self.known.closed, quiet_until=now + HANDS_OFF_NS), ()

    def take(self, state: ButtonsState, event: CheckEvent) -> Took[ButtonsState]:
        """Listen to everything, and hand what may be an answer to the button asked for."""
        match event:
            case Skip(whole=True, at=at):
                return self._skip_all(replace(state, quiet_until=None), at), ()
            case Spiked(line, at) if line not in state.chattering:
                return replace(state, spikes=(*state.spikes, (line, at))[-MOST_KEPT:]), ()
            case Chattering(line, at):
                return self._forget(self._leave_out(state, line, at), line, at), ()
            case Tick(at) if state.quiet_until is not None and at >= state.quiet_until:
                return self._next(replace(state, quiet_until=None), at), ()
            case Opened(line):
                state = replace(state, closed=state.closed - {line})
            case Pressed(line, at) if line in state.chattering:
                return state, ()
            case Pressed(line, at):
                state = replace(state, presses=(*state.presses, (line, at))[-MOST_KEPT:])
                pressing = state.pressing
                if pressing is not None and line in self.known.closed and line != pressing.line:
                    pressing = replace(pressing, down=pressing.down | {line})  # closes as a finger leaves it
                    return replace(state, pressing=pressing), ()
        return self._press(state, event), ()

    @staticmethod
    def _forget(state: ButtonsState, line: Line, at: int) -> ButtonsState:
        """Whatever a line said that never rests is no answer."""
        pressing = state.pressing
        if pressing is None:
            return state
        if line in pressing.coming:
            pressing = replace(pressing, first=None, coming=frozenset(), since=at)
        return replace(state, pressing=replace(pressing, down=pressing.down - {line}))

    def wake_at(self, state: ButtonsState) -> int | None:
        """The end of the quiet, or what the button asked for waits for."""
        return super().wake_at(state) if state.quiet_until is None else state.quiet_until

    def ask(self, state: ButtonsState) -> Ask | None:
        """Hands off, then the button that is wanted now."""
        if state.quiet_until is None:
            return self._ask_press(state, len(self.known.settings.seats))
        return Ask(
            "quiet",
            T("Don't touch anything for a moment."),
            big=T("Hands off"),
            text=(T("don't touch anything"),),
            until=state.quiet_until,
            keys="",
        )

    def findings(self, state: ButtonsState) -> tuple[Finding, ...]:
        """All buttons' wires, and what lines said that nobody pressed."""
        settings = self.known.settings
        heard = [each for each in state.tried if each.line not in state.chattering]
        asked = {each.line for each in state.tried} | state.chattering
        never = [seat for seat in settings.seats if seat not in asked]
        return (
            *press_findings(self.name, settings, heard),
            *noise_findings(self.name, settings, state.chattering, state.spikes, state.presses),
            *(skipped(self.name, (seat,), T("{who}: skipped", who=name_of(seat))) for seat in never),
        )

    def learn(self, state: ButtonsState) -> Known:
        """Where each line's button is, and which lines can't be listened to."""
        alone = [each for each in state.tried if each.came is Came.CLOSED and len(each.lines) == 1]
        found = [next(iter(each.lines)) for each in alone]
        where: dict[Line, Seat] = {
            line: each.line
            for line, each in zip(found, alone, strict=True)
            if found.count(line) == 1 and isinstance(each.line, int)
        }
        skipped_seats = [each.line for each in state.tried if each.came is Came.SKIPPED]
        where.update({seat: seat for seat in skipped_seats if isinstance(seat, int) and seat not in where})
        deaf = {line for each in state.tried if each.came in BROKEN for line in (each.line, *each.lines)}
        return replace(self.known, where=where, deaf=self.known.deaf | deaf | state.chattering | state.closed)
