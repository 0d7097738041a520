"""Step 5: a melody, every few seconds, until somebody says whether it is heard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self

from companion.selftest.check_events import CheckEvent, Said, Skip
from companion.selftest.findings import Finding, nothing, ok, skipped
from companion.selftest.part_names import pin
from companion.selftest.step import LIMIT_NS, PRESS_OR_HOLD, TOO_SOON_NS, Ask, Step, Took
from companion.words import T, Text
from firmware.events import NS_PER_S, Tick
from firmware.views import Cue, Sound

MELODY_EVERY_NS = 3 * NS_PER_S
MELODY = Cue(Sound.OVER)


@dataclass(frozen=True, slots=True)
class SoundStep(Step):
    """Plays a melody and asks whether it is heard.

    Attributes:
        since: when it began (ns).
        played: when the melody was played last.
        came: how it has come out; None while it is asked for.
    """

    name: ClassVar[str] = "sound"
    title: ClassVar[Text] = T("Sound")

    since: int = 0
    played: int = 0
    came: Literal["heard", "not heard", "not said", "skipped"] | None = None

    def start(self, now: int) -> Took[Self]:
        """Play it, if there is a piezo that can be had."""
        if self.known.settings.piezo is None or "piezo" in self.known.box_faults:
            return replace(self, came="skipped"), ()
        return replace(self, since=now, played=now), (MELODY,)

    def take(self, event: CheckEvent) -> Took[Self]:
        """Yes, no, or once more."""
        match event:
            case Skip():
                return replace(self, came="skipped"), ()
            case Said(yes, at=at) if at >= self.since + TOO_SOON_NS:
                return replace(self, came="heard" if yes else "not heard"), ()
            case Tick(at) if at >= self.since + LIMIT_NS:
                return replace(self, came="not said"), ()
            case Tick(at) if at >= self.played + MELODY_EVERY_NS:
                return replace(self, played=at), (MELODY,)
        return self, ()

    def wake_at(self) -> int:
        """Once more, or the end."""
        return min(self.played + MELODY_EVERY_NS, self.since + LIMIT_NS)

    def ask(self) -> Ask | None:
        """Is it heard?"""
        if self.came is not None:
            return None
        do = T("The box plays a melody. Do you hear it? Yes: press any button. No: hold any button.")
        text = (T("do you hear it?"),)
        return Ask("sound", do, T("Melody"), text=text, hint=PRESS_OR_HOLD, until=self.since + LIMIT_NS)

    def findings(self) -> tuple[Finding, ...]:
        """Whether it was heard."""
        gpio = self.known.settings.piezo
        if gpio is None:
            return (nothing(self.name, T("no piezo in this box")),)
        if "piezo" in self.known.box_faults:
            do = T(
                "Something else uses {pin}: look with gpioinfo, or give the piezo another pin.", pin=pin(gpio)
            )
            return (Finding(self.name, "busy", (), T("sound: the piezo's pin can't be had"), do),)
        if self.came in {"skipped", None}:
            return (skipped(self.name, (), T("sound: skipped")),)
        if self.came == "heard":
            return (ok(self.name, (), T("sound: heard")),)
        what = T("sound: the melody isn't heard")
        if self.came == "not said":
            what = T("sound: nobody said it is heard")
        do = T(
            "One wire of the piezo goes to {pin}, the other to ground. It must be a passive one: a buzzer "
            "that beeps by itself at 3 V is an active one, which can't play.",
            pin=pin(gpio),
        )
        return (Finding(self.name, "mute", (), what, do),)
