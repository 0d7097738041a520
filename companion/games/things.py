"""Things people make for a game, which the box keeps and knows by a word: a board with other numbers, say.

A game says how its things are read and written (`Things`); everything else is the same for all: the box file
names files of them, the state folder keeps those made at the table, the host types them as ``KIND WORD ...``,
journals and exports carry them, and a game's set-up has them by their words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

K = TypeVar("K")


class Things(ABC, Generic[K]):
    """How the things of one game are read and written; ``K`` is one of them.

    Attributes:
        kind: what one is called where it is typed; the box file's table and the folder are its plural.
        shipped: those that come with the game, always the first to be offered, by their words.
        none: the word for playing without one; no thing can be asked for by it.
    """

    kind: str
    none: str
    shipped: Mapping[str, K]

    @abstractmethod
    def is_word(self, word: str) -> bool:
        """Whether something made at the table can be asked for by this word."""

    @abstractmethod
    def read(self, text: str, source: str) -> K:
        """One from a file's text.

        Raises:
            ThingError: with every fault found, each after ``source``.
        """

    @abstractmethod
    def written(self, thing: K) -> str:
        """One as a file's text, from which `read` makes it again."""

    @abstractmethod
    def typed(self, word: str, thing: K) -> str:
        """One as the host could type it, ``KIND WORD ...``, to be known by ``word``."""

    @abstractmethod
    def read_typed(self, text: str) -> tuple[str, K]:
        """The word and the thing of `typed`.

        Raises:
            ThingError: it is none.
        """
