"""Speaks Polish and English: stdlib gettext under the `Say` that views are made with.

English needs no catalogue: the message ids are its sentences. Polish comes from
``locale/pl/LC_MESSAGES/pierwszy.mo``, which ``make messages`` compiles.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

from companion.errors import OptionError
from companion.words import Names, Number, Say, T, Team, Text, Who, team_key, team_name
from firmware.events import Seat

LANGUAGES = ("pl", "en")
"""Two letters each; the first is the house's own."""

DOMAIN = "pierwszy"
LOCALE = Path(__file__).parent / "locale"

_DECIMAL_SIGN = {"pl": ",", "en": "."}

_log = logging.getLogger("pierwszy.i18n")


@cache
def speaker(language: str) -> Say:
    """Who speaks this language; the same one each time.

    Args:
        language: one of `LANGUAGES`.

    Raises:
        OptionError: there is no such language.
    """
    if language not in LANGUAGES:
        raise OptionError(f"a language is one of {', '.join(LANGUAGES)}, not {language!r}")
    book = NullTranslations() if language == "en" else translation(DOMAIN, LOCALE, [language])
    return Speaker(language, book)


class Speaker:
    """A `Say` over one gettext catalogue.

    A translation that can't be filled in (it names a field the sentence hasn't) is a fault of the
    catalogue, never of the table: the English sentence is said instead and the fault logged once.
    """

    def __init__(self, language: str, book: NullTranslations, names: Names | None = None) -> None:
        self._language = language
        self._book = book
        self._names = names or {}
        self._reported: set[str] = set()

    @property
    def language(self) -> str:
        """Two letters: ``pl`` or ``en``."""
        return self._language

    def __call__(self, sentence: str, /, **fields: object) -> str:
        """The sentence in this language, fields filled in."""
        if not sentence:  # gettext answers an empty id with the catalogue's header
            return ""
        return self._fill(self._book.gettext(sentence), sentence, fields)

    def plural(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """The right plural for ``n``, which is also the field ``{n}``."""
        return self._fill(self._book.ngettext(one, many, n), one if n == 1 else many, {"n": n, **fields})

    def text(self, text: Text) -> str:
        """A kept `Text` in this language."""
        return self(text.sentence, **dict(text.fields))

    def name(self, seat: Seat) -> str:
        """What a seat is called: its player's name, or ``Seat 3``."""
        return self._names.get(seat) or self.text(T("Seat {seat}", seat=seat))

    def team(self, seats: tuple[Seat, ...]) -> str:
        """What a team is called: its name, its players' names, or ``Team 1+2``; of one it is that seat's."""
        if len(seats) == 1:
            return self.name(seats[0])
        key, players = team_key(seats), [self._names.get(seat) for seat in seats]
        together = " + ".join(name for name in players if name) if all(players) else ""
        return team_name(self._names, seats) or together or self.text(T("Team {seats}", seats=key))

    def named(self, names: Names) -> Speaker:
        """The same language, in which these seats and teams have names."""
        if names == self._names:
            return self
        other = Speaker(self._language, self._book, names)
        other._reported = self._reported  # what was logged once is not logged again
        return other

    def number(self, value: float, digits: int) -> str:
        """A decimal number with this language's decimal sign, ``digits`` after it; never ``-0``."""
        return f"{value:z.{digits}f}".replace(".", _DECIMAL_SIGN[self._language])

    def _fill(self, pattern: str, english: str, fields: Mapping[str, object]) -> str:
        said = {name: self._said(value) for name, value in fields.items()}
        for words in (pattern, english):
            try:
                return words.format_map(said)
            except (LookupError, ValueError, AttributeError, TypeError) as fault:
                self._report(words, fault)
        return english

    def _said(self, value: object) -> object:
        match value:
            case Text():
                return self.text(value)
            case Who(seat):
                return self.name(seat)
            case Team(seats):
                return self.team(seats)
            case Number(number, digits):
                return self.number(number, digits)
        return value

    def _report(self, words: str, fault: Exception) -> None:
        if words not in self._reported:
            self._reported.add(words)
            _log.warning("fields of %r can't be filled in: %s: %s", words, type(fault).__name__, fault)
