"""The command run in this process, and what must hold whatever it was given."""

from __future__ import annotations

import io
import json
import logging
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO

import pytest

from companion.cli import main
from tests.fuzz.kinds import Finding


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command came to.

    Attributes:
        code: its exit code.
        out: what it printed.
        said: the lines on standard error.
    """

    code: int
    out: str
    said: tuple[str, ...]


class Refusing(io.RawIOBase):
    """A descriptor that takes nothing; after ``taken`` bytes, that is."""

    def __init__(self, fault: OSError, taken: int = 0) -> None:
        self._fault, self._left = fault, taken

    def writable(self) -> bool:
        """It says so."""
        return True

    def write(self, data: object) -> int:
        """Take them, or not."""
        size = len(memoryview(data))  # type: ignore[arg-type]
        if size > self._left:
            raise self._fault
        self._left -= size
        return size


def run(
    words: Sequence[str],
    patch: pytest.MonkeyPatch,
    out: Callable[[], TextIO | None] | None = None,
    err: Callable[[], TextIO | None] | None = None,
    encoding: str = "utf-8",
) -> Ended:
    """Run ``pierwszy WORDS``; ``out`` and ``err`` make other standard streams than ones that are read."""
    printed, said = io.BytesIO(), io.BytesIO()
    patch.setattr(sys, "stdout", out() if out else io.TextIOWrapper(printed, encoding=encoding))
    patch.setattr(
        sys, "stderr", err() if err else io.TextIOWrapper(said, encoding=encoding, write_through=True)
    )
    patch.setattr(logging.root, "handlers", [])
    code = main(list(words))
    with suppress(OSError):
        if sys.stdout is not None:
            sys.stdout.flush()
    lines = said.getvalue().decode(encoding).split("\n")
    if lines.pop():
        raise Finding(f"expected whole lines on standard error, got {said.getvalue()!r}")
    return Ended(code, printed.getvalue().decode(encoding), tuple(lines))


def judge(ended: Ended, most: int = 1) -> None:
    """See that it ended as any command may, with ``most`` lines on standard error."""
    if ended.code not in (0, 1, 2):
        raise Finding(f"expected exit code 0, 1 or 2, got {ended.code}")
    if len(ended.said) > most:
        raise Finding(f"expected {most} lines on standard error at most, got {ended.said}")
    for line in (*ended.said, *ended.out.split("\n")):
        if obeyed := re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", line):
            raise Finding(f"expected nothing that a terminal obeys, got {obeyed[0]!r} in {line!r}")
    if "Traceback" in "".join(ended.said):
        raise Finding(f"expected one line, got {ended.said}")


def judge_json_lines(out: str) -> int:
    """See that each line is JSON; how many there were."""
    lines = out.splitlines()
    for line in lines:
        try:
            json.loads(line)
        except ValueError:
            raise Finding(f"expected a line of JSON, got {line!r}") from None
    return len(lines)
