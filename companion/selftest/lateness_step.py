"""Step 6: how late edges reach the program, as a histogram of all that came in the steps before and now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from companion.selftest.check_events import CheckEvent, Counted, Skip, Wanted
from companion.selftest.findings import Finding, ok, skipped
from companion.selftest.step import Ask, Step, Took
from companion.words import T, Text
from firmware.events import NS_PER_MS, NS_PER_S, Tick
from firmware.presses.lateness import Lateness

PRESSING_NS = 8 * NS_PER_S
"""So long everybody may press."""

ENOUGH_EDGES = 50
"""So many edges tell something; 25 presses make them."""


@dataclass(frozen=True, slots=True)
class LatenessStep(Step):
    """Has people press for a while if too little has come, then judges.

    Attributes:
        since: when it began (ns).
        counted: what is known so far; None at first.
        last: it has been asked for the last time.
        skipped: left out.
    """

    name: ClassVar[str] = "lateness"
    title: ClassVar[Text] = T("Lateness")

    since: int = 0
    counted: Counted | None = None
    last: bool = False
    skipped: bool = False

    def start(self, now: int) -> Took[Self]:
        """Ask what has come so far."""
        return replace(self, since=now), (Wanted.COUNT,)

    def take(self, event: CheckEvent) -> Took[Self]:
        """What has come, or the end of the time to press."""
        match event:
            case Skip():
                return replace(self, last=True, skipped=True), ()
            case Counted():
                return replace(self, counted=event, last=self.last or event.late.count >= ENOUGH_EDGES), ()
            case Tick(at) if at >= self.since + PRESSING_NS and not self.last:
                return replace(self, last=True, counted=None), (Wanted.COUNT,)
        return self, ()

    def wake_at(self) -> int | None:
        """The end of the time to press."""
        return None if self.last else self.since + PRESSING_NS

    def ask(self) -> Ask | None:
        """Press, whatever you like."""
        if self.skipped or (self.last and self.counted is not None):
            return None
        return Ask(
            "press any",
            T("Press any buttons, as fast and as many as you like, until the time is over."),
            T("Press!"),
            text=(T("any button, quickly"),),
            until=self.since + PRESSING_NS,
            keys="press",
        )

    def findings(self) -> tuple[Finding, ...]:
        """Whether edges come in time to be ruled on."""
        return (
            self._late(None if self.counted is None or self.skipped else self.counted.late),
            *self._degraded(),
        )

    def _late(self, late: Lateness | None) -> Finding:
        if late is None or late.count == 0:
            return skipped(self.name, (), T("lateness: nothing was pressed, so nothing is known"))
        settle = self.known.settings.times.settle
        p99, data, rows = late.within(0.99), late.as_data(), tuple(late.lines())
        fields = {"count": late.count, "p99": _ms(p99), "most": _ms(late.most)}
        if p99 < settle:
            what = T(
                "lateness: of {count} edges 99 in 100 came within {p99} ms, the last after {most} ms",
                **fields,
            )
            return replace(ok(self.name, (), what, **data), rows=rows)
        what = T("lateness: 1 edge in 100 came later than {p99} ms, the last after {most} ms", **fields)
        do = T(
            "A ruling waits {settle} ms for earlier presses: later ones can win nothing. Stop what else "
            "keeps this Pi busy (top shows it), use a larger power supply (vcgencmd get_throttled should "
            "say 0x0), or set a larger settle_ms.",
            settle=_ms(settle),
        )
        return Finding(self.name, "late", (), what, do, data=tuple(data.items()), rows=rows)

    def _degraded(self) -> tuple[Finding, ...]:
        if "timing degraded" not in self.known.box_faults:
            return ()
        what = T("lateness: edges don't carry the kernel's own stamp")
        do = T(
            "The order of close presses can't be trusted so. Take GPIOZERO_PIN_FACTORY out of the "
            "environment, and see that lgpio is installed: sudo apt install python3-lgpio"
        )
        return (Finding(self.name, "degraded", (), what, do),)


def _ms(ns: int) -> str:
    return f"{ns / NS_PER_MS:g}"
