"""Writing into a box file: one value changes, comments and layout stay, and no half or wrong file is left."""

from __future__ import annotations

import re
from pathlib import Path

import tomlkit
from tomlkit.items import AbstractTable, Table

from firmware.boxfile.settings import load, parse
from firmware.errors import SettingsError
from firmware.events import NS_PER_US
from firmware.whole_file import write_whole

MEASURED = "as `pierwszy check` has measured this box"


def with_tie(text: str, tie: int) -> str:
    """A box file's text with another tie.

    Args:
        text: TOML that can be read.
        tie: the tie, ns.
    """
    document = tomlkit.parse(text)
    times = document.setdefault("times", tomlkit.table())
    if "tie_us" in times:
        times["tie_us"] = _microseconds(tie)
    else:
        _add(times, "tie_us", _microseconds(tie))
    edited = tomlkit.dumps(document)
    return re.sub(r"(?<!\r)\n", "\r\n", edited) if "\r\n" in text else edited


def _microseconds(tie: int) -> int | float:
    return tie // NS_PER_US if tie % NS_PER_US == 0 else tie / NS_PER_US


def _add(table: AbstractTable, key: str, value: float) -> None:
    """Put a value after a table's last one: what is written below that is about the table that follows."""
    if not isinstance(table, Table):  # an inline table has no room for a comment
        table[key] = value
        return
    below = []
    body = table.value.body
    while body and body[-1][0] is None:
        below.append(body.pop())
    table.append(key, tomlkit.item(value).comment(MEASURED))
    body.extend(reversed(below))


def write_tie(path: Path | None, tie: int) -> None:
    """Write a tie into a box file, whole or not at all.

    Args:
        path: the box file; None if the one that ships with the program is in use.
        tie: the tie, ns.

    Raises:
        SettingsError: if there is no file to write to, it may not be written to, or the box would then be
            wrong. The file is as it was, and the text says what to write into it by hand.
    """
    line = f"under [times]: tie_us = {_microseconds(tie):g}"
    if path is None:
        expected = (
            "expected a box file of your own (--settings FILE), got the one that ships with the program"
        )
        raise SettingsError("box.toml", [f"{expected}; in a copy of it, write {line}"])
    load(path)  # says what is wrong with it already
    target = path.resolve()  # a link stays a link
    try:
        with target.open(encoding="utf-8-sig", newline="") as file:
            edited = with_tie(file.read(), tie)
        parse(edited, str(path), target.parent)
        write_whole(target, edited)
    except OSError as exc:
        reason = (exc.strerror or str(exc)).lower()
        raise SettingsError(
            str(path), [f"expected a file that may be written, got {reason}; by hand, write {line}"]
        ) from exc
