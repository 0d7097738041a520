"""A poster in the middle of the table: what is to be read at leisure, while nothing is being played."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.view import Part


@dataclass(frozen=True, slots=True)
class Setting:
    """A name and its value, on one line.

    Attributes:
        name: what it is.
        value: how it stands.
        chosen: it is the one that ok changes.
    """

    name: str
    value: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Poster(Part):
    """Sentences below each other, then settings.

    Attributes:
        lead: what counts: one sentence.
        lines: more sentences.
        settings: names and values below them.
        foot: small, at the bottom: what the box is, for who has never seen one.
    """

    lead: str = ""
    lines: tuple[str, ...] = ()
    settings: tuple[Setting, ...] = ()
    foot: tuple[str, ...] = ()
