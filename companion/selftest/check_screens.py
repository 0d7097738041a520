"""What panels and lamps show during the self-test: the question, a test picture, or what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from companion.selftest.course import Course, CourseState
from companion.selftest.findings import Finding, faults
from companion.selftest.part_names import place_of
from companion.selftest.step import Ask, Step
from companion.words import Say, Text
from firmware.boxfile.settings import PanelSettings
from firmware.drawing.legibility import small_lines
from firmware.events import NS_PER_S
from firmware.views import Mood, PanelId, Screen

TALL_PX = 64
"""A lower panel has no room for a title beside a few lines."""


@dataclass(frozen=True, slots=True)
class Card(Screen):
    """A test picture: the screen inside a border on the panel's very last pixels."""


def screens(course: Course, state: CourseState, now: int, say: Say) -> dict[PanelId, Screen]:
    """What each panel of the box shows now.

    Every panel shows the same, since nobody knows yet which stands where; but where one shows its test
    picture the others are dark, but for the main one, or, if that is looked at, one more.
    """
    panels = state.known.settings.panels
    step, ask = state.step, state.ask
    if step is None or ask is None:
        found = course.findings(state)
        pages = {panel: pages_of(found, _size(settings), say) for panel, settings in panels.items()}
        return {panel: each[state.page % len(each)] for panel, each in pages.items()}  # they go round
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


def title_of(step: Step, ask: Ask, say: Say) -> str:
    """Where in the test this is: ``Buttons 3/6``."""
    return say.text(step.title) + ("" if ask.number is None else f" {ask.number[0]}/{ask.number[1]}")


def _question(step: Step, ask: Ask, now: int, say: Say) -> Screen:
    title, left = title_of(step, ask, say), seconds_left(ask, now)
    if left is not None:
        title += f" · {left} s"
    return Screen(
        title=title,
        big=_said(ask.big, say),
        sign=ask.sign,
        text=tuple(_said(line, say) for line in ask.text),
        hint=_said(ask.hint, say),
        mood=Mood.TURN if ask.keys else Mood.CALM,
    )


def _size(settings: PanelSettings) -> tuple[int, int]:
    """Width and height of a panel as the reader sees it, px."""
    size = settings.width, settings.height
    return size if settings.rotate % 2 == 0 else size[::-1]


def _card(panel: PanelId, settings: PanelSettings, say: Say) -> Card:
    size = f"{settings.width}x{settings.height}"
    whole = settings.height >= TALL_PX
    return Card(
        big=say("main") if panel == "main" else str(panel),
        sign=panel if isinstance(panel, int) else None,
        text=(f"{place_of(settings)} {size}",) if whole else (place_of(settings), size),
        hint=say("press: yes  hold: no") if whole else "",
    )


def pages_of(found: Sequence[Finding], size: tuple[int, int], say: Say) -> tuple[Screen, ...]:
    """What was found, as few lines a page as a panel has: how many faults, then each with its remedy."""
    wrong = faults(found)
    if not wrong:
        made = [
            say("certificate {id}", id=dict(each.data)["id"]) for each in found if each.kind == "certified"
        ]
        title, big, hint = say("Self-test"), say("All right"), say("end: hold any")
        return (Screen(title=title, big=big, text=tuple(made), hint=hint),)
    first = Screen(
        title=say("Self-test"),
        big=str(len(wrong)),
        text=(say.plural("fault was found", "faults were found", len(wrong)),),
        hint=say("press: on  hold: end"),
    )
    pages = [first]
    for number, finding in enumerate(wrong, start=1):
        where = f"{number}/{len(wrong)}"
        pages += _paged(say("fault {where}", where=where), say.text(finding.what), size)
        if finding.do is not None:
            pages += _paged(say("{where}: what to do", where=where), say.text(finding.do), size)
    return tuple(pages)


def _paged(title: str, text: str, size: tuple[int, int]) -> list[Screen]:
    """A text on as many pages as a panel of that size (px) needs."""
    title = title if size[1] >= TALL_PX else ""
    rows, cells = small_lines(*size)
    most = rows - (1 if title else 0)
    lines = wrap(text, cells)
    return [Screen(title=title, text=tuple(lines[at : at + most])) for at in range(0, len(lines), most)]
