"""The self-test in a terminal, line by line, and as one JSON document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from companion.selftest.check_screens import seconds_left, title_of
from companion.selftest.course import Course, CourseState
from companion.selftest.findings import Finding, Verdict, faults
from companion.selftest.step import Ask, Step
from companion.session import vouching
from companion.words import Say, T, Text
from firmware.boxfile.settings import Settings

WIDE = 79
REPORT = 1
"""The version of the JSON document."""

MARKS: Mapping[Verdict, Text] = {
    Verdict.OK: T("ok"),
    Verdict.WRONG: T("WRONG"),
    Verdict.SKIPPED: T("skipped"),
    Verdict.NONE: T("none"),
}
_MARK = 10
"""Width of a verdict's column."""


def greeting(course: Course, settings: Settings, say: Say, *, mock: bool) -> list[str]:
    """What stands above it all: which box, and what the terminal takes."""
    lines = [
        say(
            "Self-test of the box in {file} ({seats} seats): {steps}.",
            file=settings.source,
            seats=len(settings.every_seat),
            steps=", ".join(course.names),
        ),
        say(
            "A press is yes, a hold of a second is no. Here: Enter yes, n no or nothing happens, 3 at seat "
            "3, s skip this, ss skip the rest of the step, q end."
        ),
    ]
    if settings.certificate is not None:
        lines.append(say.text(vouching.told(settings.certificate, settings.times.tie)))
    if mock:
        lines.append(
            say("Nothing is wired: 3 presses button 3, hold 3 holds it; the knob is ok, right and left.")
        )
    return [row for line in lines for row in wrap(line, WIDE)]


def question(step: Step, ask: Ask, now: int, say: Say) -> list[str]:
    """What is asked, with how long it is waited for."""
    left = seconds_left(ask, now)
    limit = "" if left is None else f" ({left} s)"
    return _hung(f"{title_of(step, ask, say)}: ", say.text(ask.do) + limit)


def told(finding: Finding, say: Say) -> list[str]:
    """A finding: its verdict, what is so, and what to do."""
    mark = say.text(MARKS[finding.verdict]).ljust(_MARK)
    lines = _hung(f"  {mark}", say.text(finding.what))
    if finding.do is not None:
        lines += _hung(" " * (_MARK + 2) + "-> ", say.text(finding.do))
    return [*lines, *(" " * (_MARK + 2) + row for row in finding.rows)]


def summary(course: Course, state: CourseState, say: Say) -> list[str]:
    """Everything that was found, and the sum of it."""
    found = course.findings(state)
    lines = ["", say("What was found:")]
    for each in found:
        lines += told(each, say)
    if wrong := len(faults(found)):
        end = say.plural("{n} fault.", "{n} faults.", wrong)
    elif state.broken_off:
        end = say("Broken off; no fault so far.")
    elif any(each.verdict is Verdict.SKIPPED for each in found):
        end = say("No fault; but not everything was looked at.")
    else:
        end = say("All right.")
    return [*lines, "", end]


def _hung(head: str, text: str) -> list[str]:
    """A text under its head, later lines as far to the right as the first."""
    return wrap(
        text, WIDE, initial_indent=head, subsequent_indent=" " * min(len(head), 16), break_long_words=False
    )


def report(course: Course, state: CourseState, about: Mapping[str, Any]) -> dict[str, Any]:
    """The whole test as JSON, its sentences in English."""
    found = course.findings(state)
    counts = Counter(each.verdict for each in found)
    return {
        "report": REPORT,
        **about,
        "steps": list(course.names),
        "ended": not state.broken_off,
        "ok": course.well(state),
        "counts": {verdict.value: counts[verdict] for verdict in Verdict},
        "findings": [each.as_data() for each in found],
    }


def snapshot(course: Course, state: CourseState) -> dict[str, Any]:
    """The test at this very instant, for scripts."""
    ask = state.ask
    step = state.step
    found = course.findings(state)
    return {
        "step": None if step is None else step.name,
        "asks": None if ask is None else ask.key,
        "lit": [] if ask is None else sorted(ask.lit),
        "ended": state.ended,
        "ok": course.well(state),
        "findings": [_label(each) for each in found],
        "faults": [_label(each) for each in faults(found)],
    }


def _label(finding: Finding) -> str:
    """A finding in a few words: ``swapped 2 3``."""
    return " ".join([finding.kind, *map(str, finding.about)])
