"""Step 1: every seat's button, one after the other; what nobody presses has to keep quiet meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.selftest.asked_press import BROKEN, AskedPress, Came
from companion.selftest.check_events import Chattering, CheckEvent, Opened, Pressed, Skip, Spiked
from companion.selftest.findings import Finding, skipped
from companion.selftest.part_names import listed, name_of, short_name_of
from companion.selftest.step import Ask, Known, Step, Took
from companion.selftest.wires import noise_findings, press_findings
from companion.words import T, Text
from firmware.boxfile.settings import KnobPins
from firmware.events import NS_PER_S, Line, Seat, Tick

HANDS_OFF_NS = 2 * NS_PER_S
"""So long nobody may touch anything; mains hum shows within a second."""

MOST_KEPT = 200
"""So many spikes and presses are remembered."""


@dataclass(frozen=True, slots=True)
class ButtonsState:
    """Where the step is.

    Attributes:
        quiet_until: hands off until then (ns); None once that is over.
        pressing: the button asked for.
        tried: those before, as they have come out.
        left: the seats still to be asked for.
        closed: lines that have been closed since the test began.
        chattering: lines that never rest.
        spikes: touches too short for a finger: the line and when (ns).
        presses: presses, likewise.
    """

    quiet_until: int | None
    pressing: AskedPress | None
    tried: tuple[AskedPress, ...]
    left: tuple[Seat, ...]
    closed: frozenset[Line]
    chattering: frozenset[Line] = frozenset()
    spikes: tuple[tuple[Line, int], ...] = ()
    presses: tuple[tuple[Line, int], ...] = ()


class ButtonsStep(Step[ButtonsState]):
    """Asks for every seat's button in turn."""

    name: ClassVar[str] = "buttons"
    title: ClassVar[Text] = T("Buttons")
    raw: ClassVar[bool] = True

    def start(self, now: int) -> Took[ButtonsState]:
        """Begin with hands off."""
        seats = tuple(self.known.settings.seats)
        return ButtonsState(now + HANDS_OFF_NS, None, (), seats, self.known.closed), ()

    def take(self, state: ButtonsState, event: CheckEvent) -> Took[ButtonsState]:
        """Listen to everything, and hand what may be an answer to the button asked for."""
        match event:
            case Skip(whole=True, at=at):
                return self._skip_all(state, at), ()
            case Spiked(line, at) if line not in state.chattering:
                return replace(state, spikes=(*state.spikes, (line, at))[-MOST_KEPT:]), ()
            case Chattering(line, at):
                return self._leave_out(state, line, at), ()
            case Tick(at) if state.quiet_until is not None and at >= state.quiet_until:
                return self._next(replace(state, quiet_until=None), at, frozenset()), ()
            case Opened(line):
                state = replace(state, closed=state.closed - {line})
            case Pressed(line, at) if line in state.chattering:
                return state, ()
            case Pressed(line, at):
                state = replace(state, presses=(*state.presses, (line, at))[-MOST_KEPT:])
        if state.pressing is None:
            return state, ()
        pressing = self._told(state.pressing, event)
        if pressing.came is None:
            return replace(state, pressing=pressing), ()
        state = replace(state, pressing=None, tried=(*state.tried, pressing))
        return self._next(state, event.at, pressing.down), ()

    def _told(self, pressing: AskedPress, event: CheckEvent) -> AskedPress:
        match event:
            case Pressed(line) if line in self.known.closed and line != pressing.line:
                return replace(pressing, down=pressing.down | {line})  # closes as a finger leaves it
        return pressing.take(event)

    def _leave_out(self, state: ButtonsState, line: Line, at: int) -> ButtonsState:
        """A line that never rests: whatever it said is no answer."""
        state = replace(state, chattering=state.chattering | {line})
        pressing = state.pressing
        if pressing is None:
            return state
        if pressing.line == line:
            return self._next(replace(state, pressing=None), at, pressing.down - {line})
        if line in pressing.coming:
            pressing = replace(pressing, first=None, coming=frozenset(), since=at)
        return replace(state, pressing=replace(pressing, down=pressing.down - {line}))

    def _next(self, state: ButtonsState, now: int, down: frozenset[Line]) -> ButtonsState:
        """Ask for the next seat that can be asked for."""
        left = tuple(seat for seat in state.left if seat not in state.chattering)
        if not left:
            return replace(state, pressing=None, left=())
        line = left[0]
        pressing = AskedPress(line, now, down, closed=line in state.closed or line in down)
        return replace(state, pressing=pressing, left=left[1:])

    def _skip_all(self, state: ButtonsState, now: int) -> ButtonsState:
        asked = () if state.pressing is None else (replace(state.pressing, came=Came.SKIPPED),)
        rest = tuple(AskedPress(seat, now, came=Came.SKIPPED) for seat in state.left)
        return replace(state, quiet_until=None, pressing=None, tried=(*state.tried, *asked, *rest), left=())

    def wake_at(self, state: ButtonsState) -> int | None:
        """The end of the quiet, or what the button asked for waits for."""
        if state.quiet_until is not None:
            return state.quiet_until
        return None if state.pressing is None else state.pressing.wake_at()

    def ask(self, state: ButtonsState) -> Ask | None:
        """Hands off, then the button that is wanted now."""
        if state.quiet_until is not None:
            return Ask(
                "quiet",
                T("Don't touch anything for a moment."),
                big=T("Hands off"),
                text=(T("don't touch anything"),),
                until=state.quiet_until,
                keys="",
            )
        if state.pressing is None:
            return None
        number = len(self.known.settings.seats) - len(state.left)
        return ask_for(state.pressing, (number, len(self.known.settings.seats)), self.known.settings.knob)

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


def ask_for(pressing: AskedPress, number: tuple[int, int], knob: KnobPins | None) -> Ask:
    """Ask for one button: anew, once more after a slip, or to be let go.

    Args:
        pressing: the button.
        number: which of how many.
        knob: what to skip it by, if there is one.
    """
    line, seat = pressing.line, pressing.line if isinstance(pressing.line, int) else None
    who = name_of(line)
    encoder = knob is not None and knob.a is not None
    skip: Text | str = ""
    if knob is not None and line != "ok":
        skip = T("hold knob: skip") if encoder else T("hold ok: skip")
    if pressing.closed or pressing.resting is not None:
        do = T("The line of {who} is closed though nobody presses it. Press it once, and let go.", who=who)
        text = T("closed? press once")
    elif pressing.tries:
        came = sorted(pressing.tries[-1], key=str)
        do = T("That came as {came}. Press {who} once more.", came=listed(map(name_of, came)), who=who)
        text = T("not {came}: once more", came=listed(map(short_name_of, came)))
    elif line == "ok" and encoder:
        do, text = T("Push the knob in, and let go."), T("push the knob in")
    else:
        do = T("Press {who}.", who=who)
        text = T("press and let go")
    return Ask(
        f"press {line}",
        do,
        big=short_name_of(line),
        sign=seat,
        text=(text,),
        hint=skip,
        until=pressing.until if pressing.first is None else None,
        number=number,
        keys="press",
    )
