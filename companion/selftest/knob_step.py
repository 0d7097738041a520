"""Step 3: the host's knob, turned both ways and pressed, or the keys that stand for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.selftest.asked_press import BROKEN
from companion.selftest.check_events import Chattering, CheckEvent, Pressed, Skip
from companion.selftest.findings import Finding, nothing, ok, skipped
from companion.selftest.part_names import ground_near, pin
from companion.selftest.presses_step import PressesStep
from companion.selftest.step import LIMIT_NS, Ask, Known, Took
from companion.selftest.turning import CLICKS, CLOCKWISE, Turned, Turning
from companion.selftest.wires import noise_findings, press_findings
from companion.words import T, Text

HOST_LINES = ("up", "down", "ok", "back")
"""The host's buttons, in the order they are asked for."""


@dataclass(frozen=True, slots=True)
class KnobStep(PressesStep):
    """Asks for a turn to the right, one to the left, and a press; or for each key.

    Attributes:
        turning: the turn asked for.
        turned: those before, as they have come out.
    """

    name: ClassVar[str] = "knob"
    title: ClassVar[Text] = T("Knob")

    turning: Turning | None = None
    turned: tuple[Turning, ...] = ()

    @property
    def _encoder(self) -> tuple[int, int] | None:
        """The pins of A and B."""
        knob = self.known.settings.knob
        return None if knob is None or knob.a is None or knob.b is None else (knob.a, knob.b)

    @property
    def _clicks(self) -> int:
        """How often it clicks in a cycle, as the box file says."""
        knob = self.known.settings.knob
        return 1 if knob is None else knob.clicks_per_step

    def start(self, now: int) -> Took[Self]:
        """Ask for the first thing this knob can do."""
        known = self.known
        has = [key for key in HOST_LINES if getattr(known.settings.knob, key, None) is not None]
        keys = tuple(key for key in has if key not in known.chattering)
        started = replace(self, left=keys, closed=known.closed)
        if self._encoder is None:
            return started._next(now), ()
        a, b = known.levels.get("a", False), known.levels.get("b", False)
        return replace(started, turning=Turning(CLOCKWISE, now, a, b)), ()

    def take(self, event: CheckEvent) -> Took[Self]:
        """Hand it to the turn or the button asked for."""
        match event:
            case Skip(whole=True, at=at):
                turned = () if self.turning is None else (replace(self.turning, came=Turned.SKIPPED),)
                return replace(self, turning=None, turned=(*self.turned, *turned))._skip_all(at), ()
            case Chattering(line, at):
                if line not in HOST_LINES:
                    return self, ()
                left = tuple(key for key in self.left if key != line)
                return replace(self, left=left)._leave_out(line, at), ()
            case Pressed(line) if self.turning is None and line in self.known.deaf:
                return self, ()
        if self.turning is None:
            return self._press(event), ()
        turning = self.turning.take(event)
        if turning.came is None:
            return replace(self, turning=turning), ()
        return replace(self, turned=(*self.turned, turning))._turn_on(turning, event.at), ()

    def _turn_on(self, turning: Turning, now: int) -> Self:
        """Go on after a turn."""
        again = turning.way == CLOCKWISE and turning.came in {Turned.RIGHT, Turned.LEFT, Turned.SKIPPED}
        if again:  # a knob that says nothing, or half of it, says no more when turned back
            return replace(self, turning=Turning(-CLOCKWISE, now, turning.a, turning.b))
        return replace(self, turning=None)._next(now)

    def wake_at(self) -> int | None:
        """What the turn or button asked for waits for."""
        return PressesStep.wake_at(self) if self.turning is None else self.turning.wake_at()

    def ask(self) -> Ask | None:
        """The turn, then the press."""
        turns = 0 if self._encoder is None else 2
        total = turns + len(self.tried) + (self.pressing is not None) + len(self.left)
        return self._ask_press(total) if self.turning is None else _ask_turn(self.turning, total)

    def findings(self) -> tuple[Finding, ...]:
        """What the turns and presses say of their wires."""
        settings = self.known.settings
        if settings.knob is None:
            return (nothing(self.name, T("no knob in this box")),)
        return (
            *self._turns(),
            *press_findings(self.name, settings, self.tried),
            *noise_findings(self.name, settings, self.chattering, (), ()),
        )

    def _turns(self) -> Iterator[Finding]:
        if self._encoder is None or not self.turned:
            return
        a, b = self._encoder
        came = tuple(each.came for each in self.turned)
        first = came[0]
        data = (("edges_a", sum(each.edges_a for each in self.turned)),
                ("edges_b", sum(each.edges_b for each in self.turned)))  # fmt: skip
        pins = {"a": pin(a), "b": pin(b)}
        clicks = self._miscounted()
        if clicks is not None:
            steps = CLICKS * self._clicks // clicks
            what = T("{clicks} clicks of the knob count as {steps}", clicks=CLICKS, steps=steps)
            do = T("Write clicks_per_step = {clicks} under [knob] in the box file.", clicks=clicks)
            yield Finding(self.name, "clicks", ("a", "b"), what, do, data=data)
        if Turned.SKIPPED in came:
            yield skipped(self.name, ("a", "b"), T("turning the knob: skipped"))
        elif came == (Turned.RIGHT, Turned.LEFT):
            if clicks is None:
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

    def _miscounted(self) -> int | None:
        """How often the encoder clicks in a cycle, if both turns say so and the box file doesn't."""
        seem = {turning.clicks_in_a_cycle() for turning in self.turned}
        if len(seem) != 1 or {turning.came for turning in self.turned} != {Turned.RIGHT, Turned.LEFT}:
            return None
        clicks = seem.pop()
        return None if clicks == self._clicks else clicks

    def learn(self) -> Known:
        """Which buttons can't be listened to."""
        deaf = {each.line for each in self.tried if each.came in BROKEN}
        return replace(self.known, deaf=self.known.deaf | deaf)


def _ask_turn(turning: Turning, total: int) -> Ask:
    right = turning.way == CLOCKWISE
    do = T("Turn the knob to the right, slowly, by four clicks.")
    if not right:
        do = T("Now turn it to the left, slowly, by four clicks.")
    return Ask(
        "turn right" if right else "turn left",
        do,
        big=T("to the right") if right else T("to the left"),
        text=(T("turn the knob"), T("slowly, 4 clicks")),
        until=turning.since + LIMIT_NS,
        number=(1 if right else 2, total),
        keys="press",
    )
