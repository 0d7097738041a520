"""The host's knob: a rotary encoder, or an up and a down key that stand for it.

Wire an encoder's A and B, or each key, between its GPIO and ground, the encoder's common to ground. The
knob's push switch is an ordinary button line, ``"ok"``.
"""

from __future__ import annotations

from contextlib import ExitStack, closing

from gpiozero import Factory

from firmware.boxfile.settings import KnobPins
from firmware.events import NS_PER_MS, Edge, HostEvent, Knob, Line
from firmware.pi.buttons import ButtonLine
from firmware.ports import Clock, Inbox
from firmware.presses.cycle import Cycle, Phases

KEY_QUIET_NS = 20 * NS_PER_MS
"""A key that closes sooner after its last edge is bouncing; taps come no faster than about 10 a second."""


class Clicks:
    """An inbox for the edges of an encoder's A and B, which makes each click one step of the knob.

    gpiozero's own `RotaryEncoder` knows encoders with one click in a cycle only.
    """

    def __init__(self, clicks: int, inbox: Inbox, clock: Clock) -> None:
        self._clicks = clicks
        self._inbox = inbox
        self._clock = clock
        self._cycle = Cycle(clicks)

    def begin(self, phases: Phases) -> None:
        """A and B are so now."""
        self._cycle = Cycle(self._clicks, phases)

    def put(self, edge: Edge | HostEvent) -> None:
        """A contact has closed or opened."""
        if isinstance(edge, Edge) and (steps := self._cycle.take(str(edge.line), edge.closed)):
            self._inbox.put(Knob(steps, self._clock.now()))


class Steps:
    """An inbox for a key's edges, which makes each press one step of the knob.

    It tells a press from bounce by the stamps: lgpio's own debounce can drop the opening edge, and with it
    every later press.
    """

    def __init__(self, steps: int, inbox: Inbox, clock: Clock) -> None:
        self._steps = steps
        self._inbox = inbox
        self._clock = clock
        self._last: int | None = None

    def put(self, edge: Edge | HostEvent) -> None:
        """A key's contact has closed or opened."""
        quiet = self._last is None or edge.at - self._last >= KEY_QUIET_NS
        self._last = edge.at
        if quiet and isinstance(edge, Edge) and edge.closed:
            self._inbox.put(Knob(self._steps, self._clock.now()))


def open_knob(pins: KnobPins, factory: Factory, inbox: Inbox, clock: Clock) -> list[ButtonLine]:
    """Open what turns; its parts close themselves.

    Raises:
        PinBusyError: if a pin can't be had; what was opened by then is closed again.
    """
    clicks = Clicks(pins.clicks_per_step, inbox, clock)
    wires: list[tuple[Line, int | None, Inbox, str]] = [
        ("a", pins.a, clicks, f"the knob (with GPIO {pins.b})"),
        ("b", pins.b, clicks, f"the knob (with GPIO {pins.a})"),
        ("up", pins.up, Steps(1, inbox, clock), "the knob's up key"),
        ("down", pins.down, Steps(-1, inbox, clock), "the knob's down key"),
    ]
    parts: dict[Line, ButtonLine] = {}
    with ExitStack() as stack:
        for line, pin, into, user in wires:
            if pin is not None:
                parts[line] = stack.enter_context(closing(ButtonLine(line, pin, factory, into, user)))
        stack.pop_all()
    if "a" in parts and "b" in parts:
        clicks.begin((parts["a"].closed(), parts["b"].closed()))
    return list(parts.values())
