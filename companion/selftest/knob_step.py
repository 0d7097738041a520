"""Step 3: the host's knob, turned both ways and pressed, or the keys that stand for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.selftest.asked_press import BROKEN
from companion.selftest.check_events import Chattering, CheckEvent, Pressed, Skip
from companion.selftest.findings import Finding, nothing, ok, skipped
from companion.selftest.part_names import ground_near, pin
from companion.selftest.presses_step import Presses, PressesStep
from companion.selftest.step import LIMIT_NS, Ask, Known, Took
from companion.selftest.turning import CLOCKWISE, Turned, Turning
from companion.selftest.wires import noise_findings, press_findings
from companion.words import T, Text

HOST_LINES = ("up", "down", "ok", "back")
"""The host's buttons, in the order they are asked for."""


@dataclass(frozen=True, slots=True)
class KnobState(Presses):
    """Where the step is.

    Attributes:
        turning: the turn asked for.
        turned: those before, as they have come out.
    """

    turning: Turning | None = None
    turned: tuple[Turning, ...] = ()


class KnobStep(PressesStep[KnobState]):
    """Asks for a turn to the right, one to the left, and a press; or for each key."""

    name: ClassVar[str] = "knob"
    title: ClassVar[Text] = T("Knob")

    @property
    def _encoder(self) -> tuple[int, int] | None:
        """The pins of A and B."""
        knob = self.known.settings.knob
        return None if knob is None or knob.a is None or knob.b is None else (knob.a, knob.b)

    def start(self, now: int) -> Took[KnobState]:
        """Ask for the first thing this knob can do."""
        known = self.known
        has = [key for key in HOST_LINES if getattr(known.settings.knob, key, None) is not None]
        state = KnobState(tuple(key for key in has if key not in known.chattering), known.closed)
        if self._encoder is None:
            return self._next(state, now), ()
        a, b = known.levels.get("a", False), known.levels.get("b", False)
        return replace(state, turning=Turning(CLOCKWISE, now, a, b)), ()

    def take(self, state: KnobState, event: CheckEvent) -> Took[KnobState]:
        """Hand it to the turn or the button asked for."""
        match event:
            case Skip(whole=True, at=at):
                if state.turning is not None:
                    turning = replace(state.turning, came=Turned.SKIPPED)
                    state = replace(state, turning=None, turned=(*state.turned, turning))
                return self._skip_all(state, at), ()
            case Chattering(line, at):
                if line not in HOST_LINES:
                    return state, ()
                left = tuple(key for key in state.left if key != line)
                return self._leave_out(replace(state, left=left), line, at), ()
        if state.turning is not None:
            turning = state.turning.take(event)
            if turning.came is None:
                return replace(state, turning=turning), ()
            return self._turned(replace(state, turned=(*state.turned, turning)), turning, event.at), ()
        if isinstance(event, Pressed) and event.line in self.known.deaf:
            return state, ()
        return self._press(state, event), ()

    def _turned(self, state: KnobState, turning: Turning, now: int) -> KnobState:
        again = turning.way == CLOCKWISE and turning.came in {Turned.RIGHT, Turned.LEFT, Turned.SKIPPED}
        if again:  # a knob that says nothing, or half of it, says no more when turned back
            return replace(state, turning=Turning(-CLOCKWISE, now, turning.a, turning.b))
        return self._next(replace(state, turning=None), now)

    def wake_at(self, state: KnobState) -> int | None:
        """What the turn or button asked for waits for."""
        return super().wake_at(state) if state.turning is None else state.turning.wake_at()

    def ask(self, state: KnobState) -> Ask | None:
        """The turn, then the press."""
        turns = 0 if self._encoder is None else 2
        total = turns + len(state.tried) + (state.pressing is not None) + len(state.left)
        return self._ask_press(state, total) if state.turning is None else _ask_turn(state.turning, total)

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
