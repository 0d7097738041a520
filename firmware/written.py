"""What people wrote, read and told; whatever it is, what is said of it is one line that no terminal obeys."""

from __future__ import annotations

import re
import tomllib
from datetime import date, time
from reprlib import Repr
from typing import Any

_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but for tab and line feed, DEL, C1
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # line separators, and what turns the reading direction
    "\ud800-\udfff]"  # halves of letters: bytes of a file's name that are no UTF-8
)

_SHORT = Repr()
_SHORT.maxlevel, _SHORT.maxlist, _SHORT.maxdict, _SHORT.maxstring, _SHORT.maxlong = 2, 4, 4, 60, 40

LONGEST = 1000
"""Letters of a line that is told."""


def escaped(text: str) -> str:
    r"""A text with ``\u001b`` for what a terminal would obey instead of showing it; JSON stays the same."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(text: str) -> str:
    r"""`escaped`, with ``\n`` for a line's end, too; what nobody would read to its end lacks its middle."""
    line = escaped(text).replace("\n", "\\n")
    return line if len(line) <= LONGEST else f"{line[: LONGEST // 2]} ... {line[-LONGEST // 2 :]}"


def told(value: object) -> str:
    """A value as it is told in a fault: short, however much or deep it is."""
    if isinstance(value, date | time):
        return str(value)
    try:
        return _SHORT.repr(value)
    except ValueError:  # more digits than Python spells
        return "a number without end"


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text.

    Raises:
        ValueError: it is none; one line, with line and column.
    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("expected values, got lists or tables in each other without end") from None
    except ValueError as error:  # of more digits than Python reads it is no TOMLDecodeError
        reason = one_line(str(error))
        raise ValueError(reason[:1].lower() + reason[1:]) from None
