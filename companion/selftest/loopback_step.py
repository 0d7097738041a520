"""Step 7: the loop-back: one pin drives several lines through the jumper, which measures the box itself.

The measuring is `firmware.presses.loopback`'s; this step has the jumper put on, tells what came of it, offers
to write the ``tie`` this very box deserves into its box file, and has the jumper taken off again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Self

from companion.selftest.check_events import (
    Certified,
    Certify,
    CheckEffect,
    CheckEvent,
    Measured,
    Progress,
    Said,
    Skip,
    Wanted,
    WriteTie,
    Written,
)
from companion.selftest.findings import Finding, Verdict, nothing, ok, skipped
from companion.selftest.part_names import name_of, pin
from companion.selftest.step import LIMIT_NS, PRESS_OR_HOLD, TOO_SOON_NS, Ask, Step, Took
from companion.words import T, Text
from firmware.budget import Kind, guard, promise
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Line, Tick
from firmware.plugged import head_line
from firmware.presses.loopback import Trouble

JUMPER_NS = 90 * NS_PER_S
"""So long it may take to put a jumper on, or take it off."""

MEASURE_NS = 90 * NS_PER_S
"""The measuring ends by itself after a minute at the latest; this is for one that doesn't."""


class Stage(StrEnum):
    """What the step is at."""

    ON = "jumper on"
    MEASURING = "measuring"
    WRITE = "write tie"
    OFF = "jumper off"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class LoopbackStep(Step):
    """Jumper on, measure, write, jumper off.

    Attributes:
        stage: what is asked or done now.
        since: since when (ns).
        thousandths: how far the measuring is.
        measured: what came of it.
        written: what came of writing the tie: None not tried, ``""`` written, else why not.
        certified: what came of the certificate.
    """

    name: ClassVar[str] = "loopback"
    title: ClassVar[Text] = T("Loop-back")

    stage: Stage = Stage.ON
    since: int = 0
    thousandths: int = 0
    measured: Measured | None = None
    written: str | None = None
    certified: Certified | None = None

    @property
    def tie(self) -> int:
        """What this box deserves (ns); 0 where it isn't known."""
        return 0 if self.measured is None else self.measured.tie or 0

    def start(self, now: int) -> Took[Self]:
        """Ask for the jumper, if a pin is there to drive it."""
        stage = Stage.OVER if self.known.settings.jumper is None else Stage.ON
        return replace(self, stage=stage, since=now), ()

    def take(self, event: CheckEvent) -> Took[Self]:
        """One stage after the other."""
        match event:
            case Progress(thousandths) if self.stage is Stage.MEASURING:
                return replace(self, thousandths=thousandths), ()
            case Measured(tie, _, _, at) if self.stage is Stage.MEASURING:
                step = replace(self, measured=event)
                return step._at(Stage.WRITE, at) if tie and self.known.file else step._off(at)
            case Written(why_not, at):
                return replace(self, written=why_not or "")._off(at)
            case Certified():
                return replace(self, certified=event), ()
            case Skip(at=at):
                return self._answer(yes=False, now=at)
            case Said(yes, _, at) if at >= self.since + TOO_SOON_NS and self.stage is not Stage.MEASURING:
                return self._answer(yes=yes, now=at)
            case Tick(at) if at >= self.wake_at():
                return self._answer(yes=False, now=at)
        return self, ()

    def _answer(self, *, yes: bool, now: int) -> Took[Self]:
        match self.stage:
            case Stage.ON if yes:
                return self._at(Stage.MEASURING, now, Wanted.MEASURE)
            case Stage.ON:
                return replace(self, stage=Stage.OVER), ()
            case Stage.MEASURING:
                return self, (Wanted.STOP_MEASURING,)
            case Stage.WRITE if yes:
                return self, (WriteTie(self.tie),)
            case Stage.WRITE:
                return self._off(now)
        return replace(self, stage=Stage.OVER), ()

    def _at(self, stage: Stage, now: int, *effects: CheckEffect) -> Took[Self]:
        return replace(self, stage=stage, since=now), effects

    def _off(self, now: int) -> Took[Self]:
        """The jumper comes off; whatever the box file's tie is by now, the certificate is of that file."""
        measured = self.measured
        well = measured is not None and measured.tie and not self._uncertified()
        return self._at(Stage.OFF, now, *((Certify(measured.data),) if measured and well else ()))

    def _uncertified(self) -> bool:
        """Whether a certificate would say more than was measured: some lines only, or with something wrong.

        One for a box that is merely coarse is honest.
        """
        assert self.measured is not None
        wrong = any(kind != Trouble.COARSE for kind, _ in self.measured.troubles)
        return wrong or bool(self.measured.data.get("apart")) or not self.known.settings.seats

    def wake_at(self) -> int:
        """When no more answer is waited for."""
        limits = {Stage.MEASURING: MEASURE_NS, Stage.WRITE: LIMIT_NS}
        return self.since + limits.get(self.stage, JUMPER_NS)

    def ask(self) -> Ask | None:
        """What has to be done with the jumper, or what is under way."""
        big: Text | str
        hint: Text | str
        match self.stage:
            case Stage.ON:
                do = T(
                    "Unplug the pucks, or unscrew the buttons' wires, and plug in the loop-back's jumper "
                    "JP1: {pin}, through 1 kOhm each, to the buttons' lines. Done: press the knob or any "
                    "button, or Enter here. Without it: hold one, or n.",
                    pin=pin(self.known.settings.jumper or 0),
                )
                heads = [head_line(button.code) for button in self.known.plugged.values()]
                if not self.known.settings.seats and heads and all(heads):
                    do = T(
                        "Lead {pin} through 1 kOhm to a line of the button head, and GND to its GND. Done: "
                        "press a button, or Enter here. Without it: hold one, or n.",
                        pin=pin(self.known.settings.jumper or 0),
                    )
                elif not self.known.settings.seats:
                    do = T(
                        "Put an opto-coupler's transistor across the plugged-in button, and its LED with "
                        "470 Ohm between 3.3 V and {pin}. Done: press a button, or Enter here. Without it: "
                        "hold one, or n.",
                        pin=pin(self.known.settings.jumper or 0),
                    )
                big, text, hint = T("Jumper"), T("put the jumper on"), T("done: press  no: hold")
            case Stage.MEASURING:
                do = T("Measuring this very box. Don't press anything.")
                big, text, hint = f"{self.thousandths // 10}%", T("don't press anything"), ""
            case Stage.WRITE:
                tie = _us(self.tie)
                do = T(
                    "This box tells presses apart from {tie} µs on. Write tie_us = {tie} into the box "
                    "file? Yes: press any button. No: hold any button.",
                    tie=tie,
                )
                big, text, hint = T("{tie} µs", tie=tie), T("as tie into box.toml?"), PRESS_OR_HOLD
            case Stage.OFF:
                do = T(
                    "Take the jumper off, or the lines stay joined: two would answer to one press. Then "
                    "press."
                )
                big, text, hint = T("Jumper"), T("take it off now"), T("done: press")
            case Stage.OVER:
                return None
        keys = "" if self.stage is Stage.MEASURING else "yes-no"
        return Ask(self.stage.value, do, big, None, (text,), hint, self.wake_at(), keys=keys)

    def findings(self) -> tuple[Finding, ...]:
        """What was measured, and whether it was written."""
        if self.known.settings.jumper is None:
            what = T("loop-back: no pin for its jumper in the box file ([check] jumper)")
            return (nothing(self.name, what),)
        measured = self.measured
        if measured is None:
            return (skipped(self.name, (), T("loop-back: skipped")),)
        data = tuple(measured.data.items())
        found = [self._trouble(kind, line, data) for kind, line in measured.troubles]
        for seat, (least, most) in measured.delays.items():
            what = T(
                "loop-back: {who} takes {least} to {most} ms until it tells; in its braces in the box file, "
                "delay_ms = [{least}, {most}]",
                who=name_of(seat),
                least=f"{least // _TENTH / 10:g}",
                most=f"{-(-most // _TENTH) / 10:g}",
            )
            found.append(ok(self.name, (seat,), what, **dict(data)))
        for seat, (first, last) in measured.biases.items():
            what = T(
                "loop-back: {who}, a head's line, is stamped {first} to {last} ms after the pin is driven",
                who=name_of(seat),
                first=f"{first // _HUNDREDTH / 100:g}",
                last=f"{-(-last // _HUNDREDTH) / 100:g}",
            )
            found.append(ok(self.name, (seat,), what, **dict(data)))
        if measured.tie is not None:
            told = self._promise(measured)
            what = T("loop-back: {what}", what=told)
            if self.written == "":
                what = T("loop-back: {what}; written as tie_us", what=told)
            elif not self.known.file:
                what = T(
                    "loop-back: {what}; in a box file of your own, write tie_us = {tie} under [times]",
                    what=told,
                    tie=_us(self.tie),
                )
            found.append(ok(self.name, (), what, **dict(data)))
        if self.written:
            what = T("loop-back: the tie couldn't be written")
            found.append(Finding(self.name, "not-written", (), what, T("{why}", why=self.written)))
        if measured.tie is not None and self.known.settings.seats:
            found.append(self._certificate(measured))
        return tuple(found)

    def _promise(self, measured: Measured) -> Text:
        """How close two presses may be, and what is promised round that."""
        kind = Kind.PIN if self.known.settings.seats else Kind.HEAD
        band = guard(kind, round(measured.data["widest_us"] * NS_PER_US))
        always, never = promise(band, self.tie)
        return T(
            "tells presses apart from {tie} µs on; with 100 nF at each button always a tie below {always} "
            "µs, never above {never}",
            tie=_us(self.tie),
            always=always // NS_PER_US,
            never=_us(never),
        )

    def _certificate(self, measured: Measured) -> Finding:
        """The certificate, or why there is none."""
        made = self.certified
        if made is not None and made.id:
            what = T("loop-back: certificate {id} of {day}, for a year", id=made.id, day=made.day)
            return Finding(self.name, "certified", (), what, verdict=Verdict.OK, data=(("id", made.id),))
        if made is not None and made.why_not:
            what = T("loop-back: the certificate couldn't be written")
            return Finding(self.name, "not-certified", (), what, T("{why}", why=made.why_not))
        if apart := measured.data.get("apart"):
            lines = ", ".join(map(str, apart))
            what = T(
                "loop-back: no certificate, for it wants every button's line: not joined {lines}", lines=lines
            )
            return skipped(self.name, (), what)
        if self._uncertified():
            return skipped(self.name, (), T("loop-back: no certificate, for something was wrong"))
        return nothing(self.name, T("loop-back: no certificate, for mock pins measure nothing"))

    def _trouble(self, kind: str, line: Line | None, data: tuple[tuple[str, object], ...]) -> Finding:
        what, do = _TROUBLES.get(kind, _OTHER)
        kind = kind.replace(" ", "-")
        if line is None:
            return Finding(self.name, kind, (), T("loop-back: {what}", what=what), do, data=data)
        named = T("{who}: {what}", who=name_of(line), what=what)
        return Finding(self.name, kind, (line,), named, do, data=data)


_TROUBLES: Mapping[str, tuple[Text, Text]] = {
    Trouble.NO_JUMPER: (
        T("no line follows the driving pin"),
        T("Is the jumper on, and on the right pins? See hardware/README.md."),
    ),
    Trouble.ONE_LINE: (
        T("only one line follows the driving pin"),
        T("Two lines at least are needed to compare: put the jumper on both."),
    ),
    Trouble.LOST: (
        T("edges were lost"),
        T("A loose jumper, or a machine too busy: stop other programs and measure again."),
    ),
    Trouble.DOUBLED: (
        T("edges came twice"),
        T("A loose jumper, or somebody pressed: measure again and touch nothing."),
    ),
    Trouble.SHORT: (T("measured too little"), T("Measure again: pierwszy check loopback")),
    Trouble.COARSE: (
        T("this box tells presses apart only coarsely"),
        T("Stop other programs and measure again. If it stays so, it is what this machine can do."),
    ),
}
_OTHER = (T("couldn't be measured"), T("Measure again: pierwszy check loopback"))


_TENTH, _HUNDREDTH = NS_PER_MS // 10, NS_PER_MS // 100


def _us(ns: int) -> int:
    return -(-ns // NS_PER_US)
