"""What a game says of itself: its rules page, its demo's captions, and what is typed in it most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.games.typed import TYPED
from companion.words import Say, T, Text
from firmware.events import NS_PER_MS

HOLD_OK = T("Hold ok: the menu, with undo and options.")
"""True in every game, and so on every rules page."""

ALWAYS = ("name ", "volume ")
"""Taken at any time: ``name SEAT NAME``, ``volume N``; and, rarely needed, ``sound SEAT VOICE``."""

ALWAYS_TYPED: Mapping[str, str] = {
    "imię": "name",
    "głośność": "volume",
    "dźwięk": "sound",
    "telefony": "phones",
    "dzwonek": "bell",
    "flet": "flute",
    "trąbka": "trumpet",
    "ksylofon": "xylophone",
    "gwizdek": "whistle",
}
"""The same typed in Polish, and what it is in English."""

Captions: TypeAlias = tuple[tuple[int, Text], ...]
"""Sentences in order of time: ns after the round's start, and what is said from then on."""


@dataclass(frozen=True, slots=True)
class GameWords:
    """Everything a game says of itself, not yet in a language; all of it in our own words.

    Attributes:
        goal: what it is about: one sentence.
        lines: what counts most: at most seven short sentences.
        buttons: what a press, ok and the knob do in it: one short sentence each.
        said: what is said about its demo: from which second on, which sentence.
        quick: what the host types most, the most needed first. A word that ends with a space wants more after
            it: ``card `` is followed by a number and a step.
        typed: words typed in Polish, in lower case, and what they are in English, the one to be shown first;
            they are read without Polish letters, too.
    """

    goal: Text
    lines: tuple[Text, ...]
    buttons: tuple[Text, ...]
    said: tuple[tuple[float, Text], ...] = ()
    quick: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def captions(self) -> Captions:
        """What is said about the demo, in ns."""
        return tuple((round(seconds * 1000) * NS_PER_MS, text) for seconds, text in self.said)


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One screen that reminds of a game's rules, already in the table's language.

    Attributes:
        title: the game's name.
        goal: what it is about: one sentence.
        lines: what counts most.
        buttons: what a press, ok, the knob and a hold do in it.
    """

    title: str
    goal: str
    lines: tuple[str, ...]
    buttons: tuple[str, ...]


def rules_page(title: Text, words: GameWords, say: Say) -> RulesPage:
    """The rules page of one game."""
    return RulesPage(
        title=say.text(title),
        goal=say.text(words.goal),
        lines=tuple(say.text(line) for line in words.lines),
        buttons=tuple(say.text(line) for line in (*words.buttons, HOLD_OK)),
    )


def quick_words(words: GameWords | None, language: str = "en") -> tuple[str, ...]:
    """The words for a game, as they are typed in a language; for none, what can be typed at any time."""
    quick = ALWAYS if words is None else (*words.quick, *ALWAYS)
    if language == "en":
        return quick
    typed = {**({} if words is None else words.typed), **TYPED, **ALWAYS_TYPED}
    shown = {english: polish for polish, english in reversed(typed.items())}
    return tuple(" ".join(shown.get(word, word) for word in line.split(" ")) for line in quick)
