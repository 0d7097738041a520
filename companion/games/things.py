"""Things people make for a game, which the box keeps and knows by a word: a board with other numbers, say.

A game says how its things are read and written (`Things`); everything else is the same for all: the box file
names files of them, the state folder keeps those made at the table, the host types them as ``KIND WORD ...``,
journals and exports carry them, and a game's set-up has them by their words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from companion.errors import ThingError
from companion.table.honeycomb import HoneycombDraft


class Thing(Protocol):
    """What every thing has."""

    @property
    def name(self) -> str:
        """What it is called on screens."""
        ...


K = TypeVar("K", bound=Thing)

ThingsByKind: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Of each kind, the things by the words they are asked for by."""

_WORD = re.compile("[A-Za-z0-9-]+")
_LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class Things(Generic[K]):
    """How the things of one game are read and written; ``K`` is one of them. What is none is a `ThingError`.

    Attributes:
        kind: what one is called where it is typed.
        none: the word for playing without one; no thing can be asked for by it.
        shipped: those that come with the game, by their words: always the first to be offered.
        read: one from a file's text and the file's name, which every fault found begins with.
        written: one as a file's text, from which `read` makes it again.
        spelled: one in words on one line; what can't be said in them is left out.
        read_spelled: one from its word and the words of `spelled`.
        draft: one that hands change, begun from the thing known by a word, or else empty; None: none can be
            made by hand.
    """

    kind: str
    none: str
    shipped: Mapping[str, K]
    read: Callable[[str, str], K]
    written: Callable[[K], str]
    spelled: Callable[[K], str]
    read_spelled: Callable[[str, list[str]], K]
    draft: Callable[[str, K | None], HoneycombDraft] | None = None

    @property
    def plural(self) -> str:
        """The box file's table of them, their folder, and their key in a journal."""
        return f"{self.kind}s"

    def of(self, things: ThingsByKind) -> Mapping[str, K]:
        """Those of this kind."""
        return things.get(self.kind, {})

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
