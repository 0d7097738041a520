"""One screen that reminds of a game's rules, in our own words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reminder:
    """What counts most in a game, already in the table's language.

    Attributes:
        title: the game's name.
        goal: what it is about: one sentence.
        lines: what counts most: at most seven short sentences.
        buttons: what a press, a hold and the knob do in it: one short sentence each.
    """

    title: str
    goal: str
    lines: tuple[str, ...]
    buttons: tuple[str, ...]
