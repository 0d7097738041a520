"""Step 3: the host's knob, turned both ways and pressed, or the keys that stand for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.selftest.asked_press import BROKEN, AskedPress, Came
from companion.selftest.buttons_step import ask_for
from companion.selftest.check_events import Chattering, CheckEvent, Pressed, Skip
from companion.selftest.findings import Finding, nothing, ok, skipped
from companion.selftest.part_names import ground_near, pin
from companion.selftest.step import LIMIT_NS, Ask, Known, Step, Took
from companion.selftest.turning import CLOCKWISE, Turned, Turning
from companion.selftest.wires import noise_findings, press_findings
from companion.words import T, Text
from firmware.events import Line

HOST_LINES = ("up", "down", "ok", "back")
"""The host's buttons, in the order they are asked for."""


@dataclass(frozen=True, slots=True)
class KnobState:
    """Where the step is.

    Attributes:
        turning: the turn asked for.
        turned: those before, as they have come out.
        pressing: the button asked for.
        tried: those before.
        left: buttons still to be asked for.
        chattering: buttons that were found never to rest.
    """

    turning: Turning | None
    turned: tuple[Turning, ...]
    pressing: AskedPress | None
    tried: tuple[AskedPress, ...]
    left: tuple[Line, ...]
    chattering: frozenset[Line] = frozenset()


class KnobStep(Step[KnobState]):
    """Asks for a turn to the right, one to the left, and a press; or for each key."""

    name: ClassVar[str] = "knob"
    title: ClassVar[Text] = T("Knob")
    raw: ClassVar[bool] = True

    @property
    def _encoder(self) -> tuple[int, int] | None:
        """The pins of A and B."""
        knob = self.known.settings.knob
        return None if knob is None or knob.a is None or knob.b is None else (knob.a, knob.b)

    def start(self, now: int) -> Took[KnobState]:
        """Ask for the first thing this knob can do."""
        knob = self.known.settings.knob
        has = [key for key in HOST_LINES if knob is not None and getattr(knob, key) is not None]
        keys = tuple(key for key in has if key not in self.known.chattering)
        if self._encoder is not None:
            return KnobState(self._turn(CLOCKWISE, now), (), None, (), keys), ()
        return self._next(KnobState(None, (), None, (), keys), now, frozenset()), ()

    def _turn(self, way: int, now: int) -> Turning:
        levels = self.known.levels
        return Turning(way, now, levels.get("a", False), levels.get("b", False))

    def take(self, state: KnobState, event: CheckEvent) -> Took[KnobState]:
        """Hand it to the turn or the button asked for."""
        if isinstance(event, Skip) and event.whole:
            return self._skip_all(state, event.at), ()
        if isinstance(event, Chattering):
            return self._leave_out(state, event.line, event.at), ()
        if state.turning is not None:
            turning = state.turning.take(event)
            if turning.came is None:
                return replace(state, turning=turning), ()
            return self._turned(replace(state, turned=(*state.turned, turning)), turning, event.at), ()
        if state.pressing is None or (isinstance(event, Pressed) and event.line in self.known.deaf):
            return state, ()
        pressing = state.pressing.take(event)
        if pressing.came is None:
            return replace(state, pressing=pressing), ()
        state = replace(state, tried=(*state.tried, pressing))
        return self._next(state, event.at, pressing.down), ()

    def _leave_out(self, state: KnobState, line: Line, now: int) -> KnobState:
        """A button that never rests can't be asked for."""
        if line not in HOST_LINES:
            return state
        left = tuple(key for key in state.left if key != line)
        state = replace(state, left=left, chattering=state.chattering | {line})
        if state.pressing is None or state.pressing.line != line:
            return state
        return self._next(state, now, state.pressing.down - {line})

    def _turned(self, state: KnobState, turning: Turning, now: int) -> KnobState:
        again = turning.way == CLOCKWISE and turning.came in {Turned.RIGHT, Turned.LEFT, Turned.SKIPPED}
        if again:  # a knob that says nothing, or half of it, says no more when turned back
            back = Turning(-CLOCKWISE, now, turning.a, turning.b)
            return replace(state, turning=back)
        return self._next(replace(state, turning=None), now, frozenset())

    def _next(self, state: KnobState, now: int, down: frozenset[Line]) -> KnobState:
        if not state.left:
            return replace(state, pressing=None)
        line = state.left[0]
        pressing = AskedPress(line, now, down, closed=line in self.known.closed or line in down)
        return replace(state, pressing=pressing, left=state.left[1:])

    def _skip_all(self, state: KnobState, now: int) -> KnobState:
        turned = () if state.turning is None else (replace(state.turning, came=Turned.SKIPPED),)
        asked = () if state.pressing is None else (state.pressing.line,)
        tried = tuple(AskedPress(line, now, came=Came.SKIPPED) for line in (*asked, *state.left))
        return KnobState(None, (*state.turned, *turned), None, (*state.tried, *tried), ())

    def wake_at(self, state: KnobState) -> int | None:
        """What the turn or button asked for waits for."""
        if state.turning is not None:
            return state.turning.wake_at()
        return None if state.pressing is None else state.pressing.wake_at()

    def ask(self, state: KnobState) -> Ask | None:
        """The turn, then the press."""
        turns = 0 if self._encoder is None else 2
        total = turns + len(state.tried) + (state.pressing is not None) + len(state.left)
        if state.turning is not None:
            return _ask_turn(state.turning, total)
        if state.pressing is None:
            return None
        return ask_for(state.pressing, (total - len(state.left), total), self.known.settings.knob)

    def findings(self, state: KnobState) -> tuple[Finding, ...]:
        """What the turns and presses say of their wires."""
        settings = self.known.settings
        if settings.knob is None:
            return (nothing(self.name, T("no knob in this box")),)
        return (
            *self._turns(state),
            *press_findings(self.name, settings, state.tried),
            *noise_findings(self.name, settings, state.chattering, (), ()),
        )

    def _turns(self, state: KnobState) -> Iterator[Finding]:
        if self._encoder is None or not state.turned:
            return
        a, b = self._encoder
        came = tuple(each.came for each in state.turned)
        first = came[0]
        data = (("edges_a", sum(each.edges_a for each in state.turned)),
                ("edges_b", sum(each.edges_b for each in state.turned)))  # fmt: skip
        pins = {"a": pin(a), "b": pin(b)}
        if Turned.SKIPPED in came:
            yield skipped(self.name, ("a", "b"), T("turning the knob: skipped"))
        elif came == (Turned.RIGHT, Turned.LEFT):
            yield ok(self.name, ("a", "b"), T("turning the knob: works"), **dict(data))
        elif came == (Turned.LEFT, Turned.RIGHT):
            what = T("the knob turns the wrong way round")
            do = T("Swap its wires A and B: on the header, those at {a} and {b}.", **pins)
            yield Finding(self.name, "reversed", ("a", "b"), what, do, data=data)
        elif first in {Turned.NO_A, Turned.NO_B}:
            line, gpio = ("a", a) if first is Turned.NO_A else ("b", b)
            what = T("the knob's {phase} says nothing", phase=line.upper())
            do = T("Follow the wire from the knob's {phase} to {pin}: it is loose, or shorted to ground.",
                   phase=line.upper(), pin=pin(gpio))  # fmt: skip
            yield Finding(self.name, "phase", (line,), what, do, data=data)
        elif first is Turned.TOGETHER:
            what = T("the knob's A and B close together")
            do = T("Their wires touch: look for a solder bridge at the knob, or between {a} and {b}.", **pins)
            yield Finding(self.name, "joined", ("a", "b"), what, do, data=data)
        elif first is Turned.NOTHING:
            what = T("turning the knob: nothing comes")
            do = T(
                "The knob's middle terminal C goes to ground (pin {ground} is near), A to {a}, B to {b}. "
                "When all of it seems dead, it is the ground wire.",
                ground=ground_near(a),
                **pins,
            )
            yield Finding(self.name, "dead", ("a", "b"), what, do, data=data)
        else:
            what = T("turning the knob: now this way, now that")
            do = T("Try again slowly: pierwszy check knob. If it stays so, the knob is worn: change it.")
            yield Finding(self.name, "unclear", ("a", "b"), what, do, data=data)

    def learn(self, state: KnobState) -> Known:
        """Which buttons can't be listened to."""
        deaf = {each.line for each in state.tried if each.came in BROKEN}
        return replace(self.known, deaf=self.known.deaf | deaf)


def _ask_turn(turning: Turning, total: int) -> Ask:
    right = turning.way == CLOCKWISE
    do = T("Turn the knob to the right, slowly, four clicks or more.")
    if not right:
        do = T("Now turn it to the left, slowly, four clicks or more.")
    return Ask(
        "turn right" if right else "turn left",
        do,
        big=T("to the right") if right else T("to the left"),
        text=(T("turn the knob"), T("slowly, 4 clicks")),
        until=turning.since + LIMIT_NS,
        number=(1 if right else 2, total),
        keys="press",
    )
