"""What panels and lamps show during the self-test: the question, a test picture, or what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from companion.checking.base import AnyStep, Ask
from companion.checking.course import Course, CourseState
from companion.checking.findings import Finding, faults
from companion.checking.names import place_of
from companion.words import Say, Text
from firmware.events import NS_PER_S
from firmware.settings import PanelSettings
from firmware.views import Mood, PanelId, Screen

CELLS = 20
"""Letters in a line of a panel, as `firmware.pages` lays it out."""

ROWS = 4
"""Such lines below a title."""


@dataclass(frozen=True, slots=True)
class Card(Screen):
    """A test picture: the screen inside a border on the panel's very last pixels."""


def screens(course: Course, state: CourseState, now: int, say: Say) -> dict[PanelId, Screen]:
    """What each panel of the box shows now.

    Every panel shows the same, since nobody knows yet which stands where; but where one shows its test
    picture the others are dark, but for the main one, or, if that is looked at, one more.
    """
    panels = course.panels(state)
    step, ask = course.under_way(state), course.ask(state)
    if step is None or ask is None:
        page = _page(course.findings(state), state.page, say)
        return dict.fromkeys(panels, page)
    question = _question(step, ask, now, say)
    if not ask.cards:
        return dict.fromkeys(panels, question)
    others = [panel for panel in panels if panel not in ask.cards]
    shown: dict[PanelId, Screen] = dict.fromkeys(panels, Screen())
    if others:
        shown[others[0]] = question
    for panel, settings in ask.cards.items():
        shown[panel] = _card(panel, settings, say)
    return shown


def _said(text: Text | str, say: Say) -> str:
    return text if isinstance(text, str) else say.text(text)


def seconds_left(ask: Ask, now: int) -> int | None:
    """How many seconds the question is still open, rounded up; None if it waits for no answer."""
    return None if ask.until is None else max(0, -(-(ask.until - now) // NS_PER_S))


def title_of(step: AnyStep, ask: Ask, say: Say) -> str:
    """Where in the test this is: ``Buttons 3/6``."""
    return say.text(step.title) + ("" if ask.number is None else f" {ask.number[0]}/{ask.number[1]}")


def _question(step: AnyStep, ask: Ask, now: int, say: Say) -> Screen:
    title, left = title_of(step, ask, say), seconds_left(ask, now)
    if left is not None:
        clock = f"{left} s"
        title = title.ljust(CELLS - len(clock)) + clock
    big = _said(ask.big, say)
    return Screen(
        title=title,
        big=big,
        sign=ask.sign,
        text=tuple(_said(line, say) for line in ask.text),
        hint=_said(ask.hint, say),
        mood=Mood.TURN if ask.keys else Mood.CALM,
    )


def _card(panel: PanelId, settings: PanelSettings, say: Say) -> Card:
    size = f"{settings.width}x{settings.height}"
    return Card(
        big=say("main") if panel == "main" else str(panel),
        sign=panel if isinstance(panel, int) else None,
        text=(f"{place_of(settings)} {size}",),
        hint=say("press: yes  hold: no"),
    )


def _page(found: Sequence[Finding], number: int, say: Say) -> Screen:
    """One page of what was found; pages go round."""
    pages = pages_of(found, say)
    return pages[number % len(pages)]


def pages_of(found: Sequence[Finding], say: Say) -> tuple[Screen, ...]:
    """What was found, as few lines a page as a panel has: how many faults, then each with its remedy."""
    wrong = faults(found)
    if not wrong:
        return (Screen(title=say("Self-test"), big=say("All right"), hint=say("end: hold any")),)
    first = Screen(
        title=say("Self-test"),
        big=str(len(wrong)),
        text=(say.plural("fault was found", "faults were found", len(wrong)),),
        hint=say("press: on  hold: end"),
    )
    pages = [first]
    for number, finding in enumerate(wrong, start=1):
        told = [say.text(finding.what), "" if finding.do is None else say.text(finding.do)]
        lines = [line for each in told for line in wrap(each, CELLS)]
        parts = [tuple(lines[at : at + ROWS]) for at in range(0, len(lines), ROWS)]
        for part, rows in enumerate(parts, start=1):
            title = f"{number}/{len(wrong)}".ljust(CELLS - 3) + f"{part}/{len(parts)}"
            pages.append(Screen(title=title, text=rows))
    return tuple(pages)


def lit(course: Course, state: CourseState) -> frozenset[int]:
    """The lamps lit now."""
    ask = course.ask(state)
    return frozenset() if ask is None else ask.lit
