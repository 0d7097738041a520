"""Finds the sentences of Python sources for Babel: ``make messages``.

Babel's own extractor reads tokens, not syntax: a `say` inside another call's arguments turns a plural into a
plain sentence or is missed, and two literals of a conditional run together. This one reads the syntax tree
and refuses whatever isn't a literal.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

FORMS = {"T": 1, "say": 1, "plural": 2}
"""How many sentences each call that speaks begins with: see `companion.words`."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One call that speaks.

    Attributes:
        line: where it stands in its file.
        call: the name it was called by, a key of `FORMS`.
        forms: the sentence, or the singular and the plural.
        fields: the fields it is given, a plural's ``n`` among them; None where they can't be told
            (``**fields``).
    """

    line: int
    call: str
    forms: tuple[str, ...]
    fields: frozenset[str] | None


def sentences(source: str | bytes, name: str) -> Iterator[Sentence]:
    """Every sentence of one source file. A call without arguments, ``desk.say()``, doesn't speak.

    Args:
        source: the file's text.
        name: its name, for complaints.

    Raises:
        ValueError: a call that speaks isn't given literal sentences.
    """
    for node in ast.walk(ast.parse(source, name)):
        if isinstance(node, ast.Call) and node.args and (call := _name(node.func)) in FORMS:
            forms = tuple(_literals(node.args[: FORMS[call]]))
            if len(forms) < FORMS[call]:
                raise ValueError(f"{name}:{node.lineno}: {call}: a literal sentence expected")
            yield Sentence(node.lineno, call, forms, _fields(node))


def extract(
    file: BinaryIO,
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, object],
) -> Iterator[tuple[int, str, str | tuple[str, ...], list[str]]]:
    """Babel's extraction method: line, gettext function, message or messages, comments.

    Raises:
        SystemExit: as `sentences` complains; Babel has no way of its own to stop with one line.
    """
    try:
        speaking = list(sentences(file.read(), file.name))
    except ValueError as fault:
        sys.exit(str(fault))
    for found in speaking:
        if len(found.forms) > 1:
            yield found.line, "ngettext", found.forms, []
        else:
            yield found.line, "gettext", found.forms[0], []


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _literals(args: Iterable[ast.expr]) -> Iterator[str]:
    for arg in args:
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
            yield arg.value


def _fields(call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    own = {"n"} if _name(call.func) == "plural" else set()
    return None if None in names else frozenset(own.union(name for name in names if name is not None))
