"""What the host types most in each game, for buttons over the keyboard: the words its referee takes.

A word that ends with a space wants more after it: ``card `` is followed by a number and a step.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.the_game.cards import Colour, Pile

ALWAYS = ("name ", "volume ")
"""Taken at any time: ``name SEAT NAME``, ``volume N``."""

QUICK_WORDS: Mapping[str, tuple[str, ...]] = {
    "seventeen": ("sum ", "trap ", "reverse", "play2", "remove", "plain"),
    "seven_ate_nine": ("card ", "side ", "stuck", "resume"),
    "kezao": ("nobody", "first ", "resume", "++", "+-", "--"),
    "rachmistrz": ("right", "wrong", "skip", "hint", "full", "swap"),
    "the_game": (*(f"{colour} " for colour in Colour), *Pile, "stuck"),
    "buzzer": ("right", "wrong", "first "),
    "dice": ("roll", "lock ", "unlock"),
    "hourglass": ("+5", "-5", "+30", "-30"),
    "stopwatch": ("reset",),
    "turns": (),
}
"""By the name of the game, the most needed first."""


def quick_words(game: str | None) -> tuple[str, ...]:
    """The words for a game; for none, what can be typed at any time."""
    return (*QUICK_WORDS.get(game or "", ()), *ALWAYS)
