"""Things people make for a game, which the box keeps and knows by a word: a board with other numbers, say.

A game says how its things are read and written (`Things`); everything else is the same for all: the box file
names files of them, the state folder keeps those made at the table, the host types them as ``KIND WORD ...``,
journals and exports carry them, and a game's set-up has them by their words.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from companion.errors import ThingError
from companion.table.drafts import HoneycombDraft

K = TypeVar("K")

ThingsByKind: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Of each kind, the things by the words they are asked for by."""

_WORD = re.compile("[A-Za-z0-9-]+")
_LONGEST_WORD = 40


class Things(ABC, Generic[K]):
    """How the things of one game are read and written; ``K`` is one of them.

    Attributes:
        kind: what one is called where it is typed.
        none: the word for playing without one; no thing can be asked for by it.
    """

    kind: str
    none: str

    @property
    def plural(self) -> str:
        """The box file's table of them, their folder, and their key in a journal."""
        return f"{self.kind}s"

    @property
    @abstractmethod
    def shipped(self) -> Mapping[str, K]:
        """Those that come with the game, by their words: always the first to be offered."""

    @property
    def reserved(self) -> tuple[str, ...]:
        """Words for which people can't make one."""
        return (self.none, *self.shipped)

    def is_word(self, word: str) -> bool:
        """Whether one made at the table can be asked for by it: plain letters, digits and ``-``."""
        return _WORD.fullmatch(word) is not None and word not in self.reserved

    def in_order(self, things: Mapping[str, K]) -> Mapping[str, K]:
        """These, the shipped ones first, then by their words.

        So the knob offers one at the same place before and after a restart, and a replay goes the same way.
        """
        return {
            word: things[word] for word in sorted(things, key=lambda word: (word not in self.shipped, word))
        }

    # -- as files ------------------------------------------------------------------------------------------

    @abstractmethod
    def read(self, text: str, source: str) -> K:
        """One from a file's text.

        Raises:
            ThingError: with every fault found, each after ``source``.
        """

    @abstractmethod
    def written(self, thing: K) -> str:
        """One as a file's text, from which `read` makes it again."""

    # -- as typed ------------------------------------------------------------------------------------------

    def typed(self, word: str, thing: K) -> str:
        """One as the host could type it, to be known by ``word``; so it reaches session and journal."""
        return " ".join((self.kind, word, self.spelled(thing)))

    def read_typed(self, text: str) -> tuple[str, K]:
        """The word and the thing of `typed`.

        Raises:
            ThingError: it is none.
        """
        words = text.split()
        word = words[1] if len(words) > 1 else ""
        if not self.is_word(word) or len(word) > _LONGEST_WORD:
            raise ThingError([f"expected a name of plain letters, digits and -, got {word!r}"])
        return word, self.read_spelled(word, words[2:])

    @abstractmethod
    def spelled(self, thing: K) -> str:
        """One in one line of words; what can't be said in them is left out."""

    @abstractmethod
    def read_spelled(self, word: str, spelled: list[str]) -> K:
        """The thing of `spelled`.

        Raises:
            ThingError: it is none.
        """

    # -- at the table window -------------------------------------------------------------------------------

    @abstractmethod
    def title(self, thing: K) -> str:
        """What one is called on screens."""

    def draft(self, word: str = "", thing: K | None = None) -> HoneycombDraft | None:
        """One to be changed by hand, begun from the thing known by ``word``, or else empty.

        None: these aren't made by hand.
        """
        return None
