"""The whole self-test: one step after the other, then what was found, page by page.

Pure: `Course.step` takes a state and an event, and gives the next state and what to do.
Every wait has a limit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.selftest.answers import Hearing
from companion.selftest.buttons_step import ButtonsStep
from companion.selftest.check_events import (
    Broke,
    Chattering,
    CheckEffect,
    CheckEvent,
    Opened,
    PluggedIn,
    Pressed,
    Released,
    Said,
    Skip,
)
from companion.selftest.findings import Finding, faults, skipped
from companion.selftest.knob_step import KnobStep
from companion.selftest.lamps_step import LampsStep
from companion.selftest.lateness_step import LatenessStep
from companion.selftest.loopback_step import LoopbackStep
from companion.selftest.panels_step import PanelsStep
from companion.selftest.plugged_buttons import happened_to
from companion.selftest.presses_step import PressesStep
from companion.selftest.sound_step import SoundStep
from companion.selftest.step import TOO_SOON_NS, Ask, Known, Step
from companion.selftest.usb_step import UsbStep
from companion.words import T
from firmware.boxfile.settings import Settings
from firmware.digits import is_number
from firmware.events import NS_PER_S, Edge, Enter, Line, Seat, Tick
from firmware.times import earliest

STEPS_BY_NAME: Mapping[str, type[Step]] = {
    step.name: step
    for step in (ButtonsStep, UsbStep, LampsStep, KnobStep, PanelsStep, SoundStep, LatenessStep, LoopbackStep)
}
"""By name, in the order they are taken: what later ones need to hear answers by comes first."""


def steps_of(settings: Settings) -> tuple[str, ...]:
    """The names of the steps that say anything of a box."""
    return tuple(name for name in STEPS_BY_NAME if name != UsbStep.name or settings.inputs)


PAGE_NS = 8 * NS_PER_S
"""So long each page of what was found stays, if nobody turns it."""

READING_NS = 120 * NS_PER_S
"""So long pages are shown after the last press, where there is no terminal to read them in."""

YES, NO = ("", "y", "yes", "t", "tak", "ok"), ("n", "no", "nie")
SKIP, SKIP_STEP, QUIT = ("s", "skip"), "ss", ("q", "quit")
"""What may be typed, in either language."""


@dataclass(frozen=True, slots=True)
class CourseState:
    """Where the test is.

    Attributes:
        index: of the step under way; the number of steps when all are over.
        step: the step under way, which judges by what was known as it began; None when all are over.
        known: what is known of the box now.
        hearing: presses that are to become answers.
        found: what the steps before have found.
        page: which page of it is shown, counted on for ever.
        turned: when that page was turned to (ns).
        touched: when somebody last pressed anything there (ns).
        ended: the test is over.
        broken_off: it was ended before its time.
    """

    index: int
    step: Step | None
    known: Known
    hearing: Hearing = field(default_factory=Hearing)
    found: tuple[Finding, ...] = ()
    page: int = 0
    turned: int = 0
    touched: int = 0
    ended: bool = False
    broken_off: bool = False

    @property
    def ask(self) -> Ask | None:
        """What is asked now; None when all steps are over."""
        return None if self.step is None else self.step.ask()


Stepped = tuple[CourseState, tuple[CheckEffect, ...]]


class Course:
    """The steps asked for, in order.

    Args:
        names: of the steps.
        paged: what was found is to be read on the panels, for there is no terminal.
    """

    def __init__(self, names: Sequence[str] = tuple(STEPS_BY_NAME), *, paged: bool = False) -> None:
        self.names = tuple(name for name in STEPS_BY_NAME if name in names)
        self._paged = paged

    def start(self, known: Known, now: int) -> Stepped:
        """Begin with the first step."""
        where: dict[Line, Seat] = {seat: seat for seat in known.settings.every_seat}
        known = replace(known, where=where, deaf=known.closed)
        return self._begin(CourseState(-1, None, known), (), now)

    def findings(self, state: CourseState) -> tuple[Finding, ...]:
        """All that is found so far; of a test broken off, the step under way too."""
        if state.step is None or not state.broken_off:
            return state.found
        unseen = [STEPS_BY_NAME[name] for name in self.names[state.index + 1 :]]
        missed = (skipped(each.name, (), T("{step}: not looked at", step=each.title)) for each in unseen)
        return (*state.found, *state.step.findings(), *missed)

    def well(self, state: CourseState) -> bool:
        """Whether the test came to its end and nothing is wrong."""
        return not state.broken_off and not faults(state.found)

    def asked_for(self, state: CourseState) -> Line | None:
        """Whose button is asked for just now."""
        step = state.step
        return step.pressing.line if isinstance(step, PressesStep) and step.pressing is not None else None

    def wake_at(self, state: CourseState) -> int | None:
        """When it wants a tick (ns), or None."""
        if state.ended:
            return None
        if state.step is None:
            return earliest(state.turned + PAGE_NS, state.touched + READING_NS, state.hearing.wake_at())
        return earliest(state.step.wake_at(), None if state.step.raw else state.hearing.wake_at())

    # -- events ----------------------------------------------------------------------------------------------

    def step(self, state: CourseState, event: CheckEvent | Enter) -> Stepped:
        """What an event makes of it."""
        if state.ended:
            return state, ()
        if isinstance(event, Enter):
            return self._typed(state, event)
        state = self._know(state, event)
        if state.step is not None and state.step.raw:
            return self._take(state, event)
        hearing, said = state.hearing.take(event, state.known)
        state = replace(state, hearing=hearing)
        effects: tuple[CheckEffect, ...] = ()
        for each in said if isinstance(event, Pressed | Released) else (*said, event):
            state, more = self._take(state, each)
            effects += more
        return state, effects

    def _know(self, state: CourseState, event: CheckEvent) -> CourseState:
        """What an event tells of the box, whichever step is under way."""
        known = state.known
        match event:
            case Edge(line, closed):
                known = replace(known, levels={**known.levels, line: closed})
            case Opened(line):
                known = replace(known, closed=known.closed - {line}, deaf=known.deaf - {line})
            case Chattering(line):
                known = replace(known, chattering=known.chattering | {line}, deaf=known.deaf | {line})
            case PluggedIn() | Broke():
                step = state.step
                step = step and replace(step, known=happened_to(step.known, event))
                return replace(state, known=happened_to(known, event), step=step)
            case _:
                return state
        return replace(state, known=known)

    def _typed(self, state: CourseState, event: Enter) -> Stepped:
        """A word in the terminal."""
        word, at = event.text.strip().lower(), event.at
        if is_number(word) and int(word) in state.known.settings.every_seat:
            return self._take(state, Said(True, int(word), at))
        if word in YES or word in NO:
            return self._take(state, Said(word in YES, None, at))
        if word in SKIP or word == SKIP_STEP:
            return self._take(state, Skip(word == SKIP_STEP, at))
        if word in QUIT:
            return replace(state, ended=True, broken_off=state.index < len(self.names)), ()
        return state, ()

    def _take(self, state: CourseState, event: CheckEvent) -> Stepped:
        """Hand an event to the step under way, and go on to the next when it is over."""
        if state.step is None:
            return self._read(state, event), ()
        step, effects = state.step.take(event)
        if step.ask() is not None:
            return replace(state, step=step), effects
        return self._begin(self._leave(state, step), effects, event.at)

    def _leave(self, state: CourseState, step: Step) -> CourseState:
        """Keep what a step that is over has found and learned; what was seen meanwhile stays known."""
        now, learned = state.known, step.learn()
        deaf = now.deaf | (learned.deaf - step.known.deaf)
        known = replace(now, where=learned.where, deaf=deaf)
        return replace(state, known=known, found=(*state.found, *step.findings()))

    def _begin(self, state: CourseState, effects: tuple[CheckEffect, ...], now: int) -> Stepped:
        """Go on to the next step that has anything to ask."""
        for index in range(state.index + 1, len(self.names)):
            step, more = STEPS_BY_NAME[self.names[index]](state.known).start(now)
            effects += more
            if step.ask() is not None:
                return replace(state, index=index, step=step, hearing=Hearing()), effects
            state = self._leave(state, step)
        over = replace(state, index=len(self.names), step=None, hearing=Hearing())
        return replace(over, ended=not self._paged, turned=now, touched=now), effects

    def _read(self, state: CourseState, event: CheckEvent) -> CourseState:
        """Turn the pages of what was found."""
        match event:
            case Said(yes, _, at) if at >= state.touched + TOO_SOON_NS:
                if not yes:
                    return replace(state, ended=True)
                return replace(state, page=state.page + 1, turned=at, touched=at)
            case Tick(at) if at >= state.touched + READING_NS:
                return replace(state, ended=True)
            case Tick(at) if at >= state.turned + PAGE_NS:
                return replace(state, page=state.page + 1, turned=at)
        return state
