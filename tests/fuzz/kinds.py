"""What a kind of trial is, and which there are."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import tests.fuzz

Trial: TypeAlias = Callable[[int, Path], Counter[str]]
"""One trial: from its seed and an empty folder of its own to what it has counted, by what people call it.

The same seed does the same again, whatever ran before it. It raises `Finding`, or whatever a fault raises.
"""


class Finding(Exception):  # noqa: N818 - what people call it
    """A promise that wasn't kept: one line, what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of trial.

    Attributes:
        name: how it is asked for.
        trial: does one.
        share: how much of the time it gets beside the others.
        in_suite: so many trials, of seeds 0, 1, ..., are part of the suite; a second or two in all.
        turn: after so many seeds it has been everywhere, if it has an end.
    """

    name: str
    trial: Trial
    share: float = 1.0
    in_suite: int = 2
    turn: int | None = None


def kinds() -> Mapping[str, Kind]:
    """All there are, by name."""
    modules = (
        importlib.import_module(f"tests.fuzz.{found.name}")
        for found in pkgutil.iter_modules(tests.fuzz.__path__)
        if not found.name.startswith(("_", "test_"))
    )
    found = [module.KIND for module in modules if hasattr(module, "KIND")]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: kind.name)}
