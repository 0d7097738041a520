"""What the steps share that ask for one button after another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.selftest.asked_press import AskedPress, Came
from companion.selftest.check_events import CheckEvent
from companion.selftest.part_names import listed, name_of, short_name_of
from companion.selftest.step import Ask, Step
from companion.words import T, Text
from firmware.events import Line


@dataclass(frozen=True, slots=True)
class PressesStep(Step):
    """Asks for one button after another.

    Attributes:
        left: buttons still to be asked for.
        closed: lines that have been closed since the test began.
        pressing: the button asked for.
        tried: those before, as they have come out.
        chattering: lines that were found never to rest.
    """

    raw: ClassVar[bool] = True

    left: tuple[Line, ...] = ()
    closed: frozenset[Line] = frozenset()
    pressing: AskedPress | None = None
    tried: tuple[AskedPress, ...] = ()
    chattering: frozenset[Line] = frozenset()

    def _next(self, now: int, down: frozenset[Line] = frozenset()) -> Self:
        """Ask for the next button that can be asked for; ``down``: lines closed now."""
        left = tuple(line for line in self.left if line not in self.chattering)
        if not left:
            return replace(self, pressing=None, left=())
        pressing = AskedPress(left[0], now, down, closed=left[0] in self.closed | down)
        return replace(self, pressing=pressing, left=left[1:])

    def _press(self, event: CheckEvent) -> Self:
        """What an event makes of the button asked for."""
        if self.pressing is None:
            return self
        pressing = self.pressing.take(event)
        if pressing.came is None:
            return replace(self, pressing=pressing)
        return replace(self, tried=(*self.tried, pressing))._next(event.at, pressing.down)

    def _leave_out(self, line: Line, now: int) -> Self:
        """A button that never rests can't be asked for."""
        after, pressing = replace(self, chattering=self.chattering | {line}), self.pressing
        if pressing is None or pressing.line != line:
            return after
        return after._next(now, pressing.down - {line})

    def _skip_all(self, now: int) -> Self:
        lines = self.left if self.pressing is None else (self.pressing.line, *self.left)
        skipped = (AskedPress(line, now, came=Came.SKIPPED) for line in lines)
        return replace(self, pressing=None, tried=(*self.tried, *skipped), left=())

    def wake_at(self) -> int | None:
        """What the button asked for waits for."""
        return None if self.pressing is None else self.pressing.wake_at()

    def _ask_press(self, total: int) -> Ask | None:
        """Ask for a button: anew, once more after a slip, or to be let go; ``total``: questions in all."""
        pressing, knob = self.pressing, self.known.settings.knob
        if pressing is None:
            return None
        line, who = pressing.line, name_of(pressing.line)
        encoder = knob is not None and knob.a is not None
        skip: Text | str = ""
        if knob is not None and line != "ok":
            skip = T("hold knob: skip") if encoder else T("hold ok: skip")
        if pressing.closed or pressing.resting is not None:
            do = T(
                "The line of {who} is closed though nobody presses it. Press it once, and let go.", who=who
            )
            text = T("closed? press once")
        elif pressing.tries:
            came = sorted(pressing.tries[-1], key=str)
            do = T("That came as {came}. Press {who} once more.", came=listed(map(name_of, came)), who=who)
            text = T("not {came}: once more", came=listed(map(short_name_of, came)))
        elif line == "ok" and encoder:
            do, text = T("Push the knob in, and let go."), T("push the knob in")
        else:
            do, text = T("Press {who}.", who=who), T("press and let go")
        return Ask(
            f"press {line}",
            do,
            big=short_name_of(line),
            sign=line if isinstance(line, int) else None,
            text=(text,),
            hint=skip,
            until=pressing.until if pressing.first is None else None,
            number=(total - len(self.left), total),
            keys="press",
        )
