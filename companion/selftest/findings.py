"""What a self-test has found: the one source of what terminal, panels and JSON tell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.words import Text
from firmware.events import Line


class Verdict(StrEnum):
    """How one thing has come out."""

    OK = "ok"
    """As it should be."""
    WRONG = "wrong"
    """Something has to be done."""
    SKIPPED = "skipped"
    """Left out by whoever builds the box; nobody knows."""
    NONE = "none"
    """This box has no such thing, so there is nothing to look at."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        step: the step's name, as the command line takes it.
        kind: what was found, one word for machines: ``ok``, ``swapped``, ``dead``.
        about: the seats, lines or panels it is about.
        what: what is so, one sentence.
        do: what to do about it, one or two sentences; None where there is nothing to do.
        verdict: whether that is well.
        data: figures for a bug report, JSON values.
        rows: a drawing in characters, for the terminal.
    """

    step: str
    kind: str
    about: tuple[Line, ...]
    what: Text
    do: Text | None = None
    verdict: Verdict = Verdict.WRONG
    data: tuple[tuple[str, Any], ...] = field(default=(), compare=False)
    rows: tuple[str, ...] = field(default=(), compare=False)

    def as_data(self) -> dict[str, Any]:
        """The finding as JSON, its sentences in English."""
        return {
            "step": self.step,
            "kind": self.kind,
            "about": list(self.about),
            "verdict": self.verdict.value,
            "what": self.what.filled(),
            "do": None if self.do is None else self.do.filled(),
            "data": dict(self.data),
        }


def ok(step: str, about: Iterable[Line], what: Text, **data: Any) -> Finding:
    """A thing that is as it should be."""
    return Finding(step, "ok", tuple(about), what, verdict=Verdict.OK, data=tuple(data.items()))


def skipped(step: str, about: Iterable[Line], what: Text) -> Finding:
    """A thing that was left out."""
    return Finding(step, "skipped", tuple(about), what, verdict=Verdict.SKIPPED)


def nothing(step: str, what: Text) -> Finding:
    """A thing this box hasn't got."""
    return Finding(step, "none", (), what, verdict=Verdict.NONE)


def faults(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those that need something done."""
    return tuple(each for each in findings if each.verdict is Verdict.WRONG)
