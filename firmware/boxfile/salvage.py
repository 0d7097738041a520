"""What can still be read of a wrong box file, and where in it a fault is, for the box itself to say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import tomlkit

from firmware.boxfile.settings import Settings, parse
from firmware.errors import SettingsError
from firmware.written import read_toml

ROUNDS = 300
"""So often something wrong is taken away before a file is given up."""


def salvaged(text: str) -> Settings | None:
    """The box that is left once all that is wrong has been taken away; None if nothing is.

    Args:
        text: the box file's, which `firmware.boxfile.settings.parse` refuses.
    """
    for _ in range(ROUNDS):
        try:
            return parse(text, "box.toml")
        except SettingsError as error:
            text, before = _without(text, error.faults), text
        if text == before:
            break
    return None


def line_of(text: str, fault: str) -> int | None:
    """The line a fault is about, from 1; None if it is about none.

    Args:
        text: the box file's.
        fault: of it, as `SettingsError.faults` has them: it begins with the path or says the line.
    """
    lines = text.splitlines()
    if said := re.search(r"\(at line (\d+), column \d+\)$", fault):
        return int(said[1])
    if fault.endswith("(at end of document)"):
        return len(text.rstrip().splitlines())
    path, best, found, table = fault.partition(": ")[0].split("."), 0, None, list[str]()
    for number, line in enumerate(lines, 1):
        if header := re.match(r"\s*\[\s*([^\[\]]+)]", line):
            here = table = _names(header[1])
        elif key := re.match(r"\s*([^\s=#\[][^=#]*?)\s*=", line):
            here = [*table, *_names(key[1])]
        else:
            continue
        if len(here) > best and path[: len(here)] == here:
            best, found = len(here), number
    return found


def _names(dotted: str) -> list[str]:
    return [name.strip(" \t\"'") for name in dotted.split(".")]


def _without(text: str, faults: Sequence[str]) -> str:
    """The text without the line that is no TOML, or else without the values that are wrong."""
    try:
        document = read_toml(text)
    except ValueError:
        lines, wrong = text.splitlines(), line_of(text, faults[0])
        return "\n".join("" if number == wrong else line for number, line in enumerate(lines, 1))
    for fault in faults:
        _drop(document, fault.partition(": ")[0].split("."))
    return tomlkit.dumps(document)


def _drop(document: dict[str, Any], path: Sequence[str]) -> None:
    """Take a value away; the table that lacks it, where it isn't there."""
    *above, name = path
    table: Any = document
    for each in above:
        table = table.get(each) if isinstance(table, dict) else None
    if isinstance(table, dict) and name in table:
        del table[name]
    elif above:
        _drop(document, above)
