"""A mark in each drawing that says what it was made of, so that a stale one is told without drawing it anew.

Graphviz draws a little differently in each version: drawings can't be compared, what they are made of can.
"""

from __future__ import annotations

import hashlib
import re

MARK = "<!-- made by `make hardware` of {} -->"


def digest(text: str) -> str:
    """What identifies a drawing's source: the beginning of its SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def stamped(svg: str, source: str) -> str:
    """The drawing with the mark of its source, after the XML declaration if there is one."""
    declaration = re.match(r"<\?xml.*?\?>\s*", svg)
    head = declaration.group() if declaration else ""
    body = svg.removeprefix(head)
    return f"{head.strip()}\n{MARK.format(digest(source))}\n{body}".lstrip()
