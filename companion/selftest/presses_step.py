"""What the steps share that ask for one button after another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from companion.selftest.asked_press import AskedPress, Came
from companion.selftest.check_events import CheckEvent
from companion.selftest.part_names import listed, name_of, short_name_of
from companion.selftest.step import Ask, Step
from companion.words import T, Text
from firmware.events import Line


@dataclass(frozen=True, slots=True)
class Presses:
    """Which button is asked for.

    Attributes:
        left: buttons still to be asked for.
        closed: lines that have been closed since the test began.
        pressing: the button asked for.
        tried: those before, as they have come out.
        chattering: lines that were found never to rest.
    """

    left: tuple[Line, ...]
    closed: frozenset[Line] = frozenset()
    pressing: AskedPress | None = None
    tried: tuple[AskedPress, ...] = ()
    chattering: frozenset[Line] = frozenset()


P = TypeVar("P", bound=Presses)


class PressesStep(Step[P]):
    """Asks for one button after another."""

    raw: ClassVar[bool] = True

    def _next(self, state: P, now: int, down: frozenset[Line] = frozenset()) -> P:
        """Ask for the next button that can be asked for; ``down``: lines closed now."""
        left = tuple(line for line in state.left if line not in state.chattering)
        if not left:
            return replace(state, pressing=None, left=())
        pressing = AskedPress(left[0], now, down, closed=left[0] in state.closed | down)
        return replace(state, pressing=pressing, left=left[1:])

    def _press(self, state: P, event: CheckEvent) -> P:
        """What an event makes of the button asked for."""
        if state.pressing is None:
            return state
        pressing = state.pressing.take(event)
        if pressing.came is None:
            return replace(state, pressing=pressing)
        return self._next(replace(state, tried=(*state.tried, pressing)), event.at, pressing.down)

    def _leave_out(self, state: P, line: Line, now: int) -> P:
        """A button that never rests can't be asked for."""
        state, pressing = replace(state, chattering=state.chattering | {line}), state.pressing
        if pressing is None or pressing.line != line:
            return state
        return self._next(state, now, pressing.down - {line})

    def _skip_all(self, state: P, now: int) -> P:
        lines = state.left if state.pressing is None else (state.pressing.line, *state.left)
        skipped = (AskedPress(line, now, came=Came.SKIPPED) for line in lines)
        return replace(state, pressing=None, tried=(*state.tried, *skipped), left=())

    def wake_at(self, state: P) -> int | None:
        """What the button asked for waits for."""
        return None if state.pressing is None else state.pressing.wake_at()

    def _ask_press(self, state: P, total: int) -> Ask | None:
        """Ask for a button: anew, once more after a slip, or to be let go; ``total``: questions in all."""
        pressing, knob = state.pressing, self.known.settings.knob
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
            number=(total - len(state.left), total),
            keys="press",
        )
