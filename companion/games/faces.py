"""What dice with colours show: some are *with* theirs, some, crossed, *without*."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import Say, T, Text
from firmware.views import Face

COLOURS: Mapping[str, Text] = {
    "red": T("red"),
    "orange": T("orange"),
    "yellow": T("yellow"),
    "green": T("green"),
    "blue": T("blue"),
    "violet": T("violet"),
}
"""The colours as people call them. Each language's six words begin with six different letters."""

SHADES: Mapping[str, str] = {
    "red": "#C4302B",
    "orange": "#E8912E",
    "yellow": "#FFF029",
    "green": "#2FB380",
    "blue": "#215CDB",
    "violet": "#57276F",
}
"""Chosen to stay apart, most of all by lightness, for the three kinds of colour-blind eyes as well."""

UNKNOWN = "?"


def colour_face(die_name: str, face: str | None, say: Say) -> Face:
    """What one of these dice shows.

    Args:
        die_name: ``with`` or ``without``.
        face: its colour, a key of `COLOURS`; None where it isn't known yet.
        say: speaks the table's language.

    Returns:
        The colour's first letter, word and shade; crossed if the die is a *without*.

    Raises:
        KeyError: there is no such colour.
    """
    crossed = die_name == "without"
    if face is None:
        return Face(UNKNOWN, crossed=crossed)
    word = say.text(COLOURS[face])
    return Face(word[0].upper(), word, SHADES[face], crossed)
