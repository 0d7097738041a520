"""Step 5: a melody, every few seconds, until somebody says whether it is heard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

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
class SoundState:
    """Where the step is.

    Attributes:
        since: when it began (ns).
        played: when the melody was played last.
        came: how it has come out; None while it is asked for.
    """

    since: int
    played: int
    came: Literal["heard", "not heard", "not said", "skipped"] | None = None


class SoundStep(Step[SoundState]):
    """Plays a melody and asks whether it is heard."""

    name: ClassVar[str] = "sound"
    title: ClassVar[Text] = T("Sound")

    def start(self, now: int) -> Took[SoundState]:
        """Play it, if there is a piezo that can be had."""
        if self.known.settings.piezo is None or "piezo" in self.known.box_faults:
            return SoundState(now, now, "skipped"), ()
        return SoundState(now, now), (MELODY,)

    def take(self, state: SoundState, event: CheckEvent) -> Took[SoundState]:
        """Yes, no, or once more."""
        match event:
            case Skip():
                return replace(state, came="skipped"), ()
            case Said(yes, at=at) if at >= state.since + TOO_SOON_NS:
                return replace(state, came="heard" if yes else "not heard"), ()
            case Tick(at) if at >= state.since + LIMIT_NS:
                return replace(state, came="not said"), ()
            case Tick(at) if at >= state.played + MELODY_EVERY_NS:
                return replace(state, played=at), (MELODY,)
        return state, ()

    def wake_at(self, state: SoundState) -> int:
        """Once more, or the end."""
        return min(state.played + MELODY_EVERY_NS, state.since + LIMIT_NS)

    def ask(self, state: SoundState) -> Ask | None:
        """Is it heard?"""
        if state.came is not None:
            return None
        do = T("The box plays a melody. Do you hear it? Yes: press any button. No: hold any button.")
        text = (T("do you hear it?"),)
        return Ask("sound", do, T("Melody"), text=text, hint=PRESS_OR_HOLD, until=state.since + LIMIT_NS)

    def findings(self, state: SoundState) -> tuple[Finding, ...]:
        """Whether it was heard."""
        gpio = self.known.settings.piezo
        if gpio is None:
            return (nothing(self.name, T("no piezo in this box")),)
        if "piezo" in self.known.box_faults:
            do = T(
                "Something else uses {pin}: look with gpioinfo, or give the piezo another pin.", pin=pin(gpio)
            )
            return (Finding(self.name, "busy", (), T("sound: the piezo's pin can't be had"), do),)
        if state.came in {"skipped", None}:
            return (skipped(self.name, (), T("sound: skipped")),)
        if state.came == "heard":
            return (ok(self.name, (), T("sound: heard")),)
        what = T("sound: the melody isn't heard")
        if state.came == "not said":
            what = T("sound: nobody said it is heard")
        do = T(
            "One wire of the piezo goes to {pin}, the other to ground. It must be a passive one: a buzzer "
            "that beeps by itself at 3 V is an active one, which can't play.",
            pin=pin(gpio),
        )
        return (Finding(self.name, "mute", (), what, do),)
