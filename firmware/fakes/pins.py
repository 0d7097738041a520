"""Mock pins that hand on the stamp they are given, not the time of the call.

gpiozero's own mock stamps an edge when it is driven and keeps silent when the level stays; a kernel does
neither. With these pins the box's real code runs on a laptop and in virtual time.
"""

from __future__ import annotations

from gpiozero import PinInvalidFunction
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from firmware.pi.clock import to_ticks
from firmware.ports import Clock

PI_3B = "a02082"
"""The Pi this pretends to be; any with a 40-pin header would do."""


class StampedPin(MockPWMPin):
    """A pin whose edges carry the stamp the test or script says."""

    def edge_at(self, at: int, closed: bool) -> None:
        """Deliver one edge stamped ``at`` ns, whether or not the level changes.

        The kernel, too, can report a lone "open" edge: a touch shorter than its wake-up leaves just that.

        Args:
            at: the stamp, ns of CLOCK_MONOTONIC; may lie before "now", as a late delivery's does.
            closed: the contact after the edge; a closed button pulls its pin low.

        Raises:
            PinInvalidFunction: if the pin is an output.
        """
        if self.function != "input":
            raise PinInvalidFunction(f"expected an input to drive, got an output: {self!r}")
        self._change_state(not closed)  # type: ignore[no-untyped-call]
        if self.when_changed is not None:
            self._call_when_changed(to_ticks(at))

    def _call_when_changed(self, ticks: float | None = None, state: bool | None = None) -> None:
        """Call the handler; `drive_low` and `drive_high` give no ticks, so theirs are the clock's."""
        super(MockPin, self)._call_when_changed(  # type: ignore[no-untyped-call]
            self.factory.ticks() if ticks is None else ticks,
            self._state if state is None else state,
        )


class StampedFactory(MockFactory):
    """Makes `StampedPin` pins that live by ``clock``."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(revision=PI_3B, pin_class=StampedPin)  # type: ignore[no-untyped-call]
        self._clock = clock

    def pin(self, name: int | str, pin_class: type[MockPin] | None = None, **kwargs: object) -> StampedPin:
        """The pin of that number or name, made when first asked for."""
        pin: StampedPin = super().pin(name, pin_class, **kwargs)  # type: ignore[no-untyped-call]
        return pin

    def ticks(self) -> float:  # type: ignore[override]  # gpiozero's needs no instance
        """Now, in gpiozero's seconds."""
        return to_ticks(self._clock.now())
