"""A run's key, and the chain of what was played: nobody can choose the races, nor what is told of them.

All races are drawn from a key, and its hash is written down before the first: `Seal`. Until the last planned
race is played nothing that is told has the key in it; each block's records are hashed as they are written,
each hash with the one before it: `Link`. Then the key is opened, and anybody can draw the same races and
judge the same records again. Pure; `tests.certify.running` keeps the files.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tests.certify.identity import program


class RefusedError(Exception):
    """What isn't to be believed, in one line."""


@dataclass(frozen=True, slots=True)
class Seal:
    """What stands before the first race.

    Attributes:
        sha256: the key's hash.
        date: when it was drawn.
        kernel: of the guests.
        files: what judges, by file: `tests.certify.identity.files`.
        plan: how many races are planned of each part.
        bias: how the box was made unfair on purpose; empty: not at all.
    """

    sha256: str
    date: str
    kernel: str
    files: Mapping[str, str]
    plan: Mapping[str, int]
    bias: str = ""

    @property
    def program(self) -> str:
        """The hash of what judges."""
        return program(self.files)

    def text(self) -> str:
        """As JSON, and what the chain begins with."""
        return json.dumps(asdict(self), indent=1, sort_keys=True) + "\n"

    @classmethod
    def read(cls, text: str) -> Seal:
        """What `text` made."""
        return cls(**json.loads(text))


@dataclass(frozen=True, slots=True)
class Link:
    """A block that was played.

    Attributes:
        part: of which part.
        block: which.
        races: how many.
        records: the hash of its records as lines of JSON.
        date: when it was done.
        seconds: how long it took.
        program: the hash of what judged.
        link: the hash of this and all before it.
    """

    part: str
    block: str
    races: int
    records: str
    date: str
    seconds: int
    program: str
    link: str = ""

    def after(self, before: str) -> str:
        """Its hash, that before it being this."""
        own = {**asdict(self), "link": before}
        return sha256(json.dumps(own, sort_keys=True))


def sha256(text: str) -> str:
    """A text's hash."""
    return hashlib.sha256(text.encode()).hexdigest()


def seed(key: str, part: str, block: str) -> str:
    """What a block's races are drawn from."""
    of_part = hmac.new(bytes.fromhex(key), part.encode(), hashlib.sha256).digest()
    return hmac.new(of_part, block.encode(), hashlib.sha256).hexdigest()


def links(lines: Sequence[Mapping[str, Any]]) -> list[Link]:
    """A chain as it was written."""
    return [Link(**line) for line in lines]


def check_seal(seal: Seal, key: str) -> None:
    """Whether this is the key that was sealed.

    Raises:
        RefusedError: it isn't.
    """
    if (got := sha256(key)) != seal.sha256:
        raise RefusedError(f"expected the key that was sealed, {seal.sha256[:16]}, got one of {got[:16]}")


def check_chain(seal: Seal, chain: Sequence[Link], records: Mapping[tuple[str, str], str]) -> None:
    """Whether what is there is what was written, in that order, by one and the same program.

    Args:
        seal: what it begins with.
        chain: its links.
        records: of each part and block, its records as text.

    Raises:
        RefusedError: it isn't.
    """
    before = sha256(seal.text())
    for link in chain:
        name = f"{link.part} {link.block}"
        if link.link != link.after(before):
            raise RefusedError(f"expected an unbroken chain, got another link at {name}")
        if link.program != seal.program:
            raise RefusedError(f"expected {name} of the program sealed, {seal.program}, got {link.program}")
        if sha256(records.get((link.part, link.block), "")) != link.records:
            raise RefusedError(f"expected the records of {name} as they were written, got others")
        before = link.link
    played = [(link.part, link.block) for link in chain]
    if len(set(played)) < len(played):
        raise RefusedError("expected each block once in the chain, got one twice")


def check_whole(plan: Mapping[tuple[str, str], int], chain: Sequence[Link]) -> None:
    """Whether a key may be open: all that was planned is played.

    Raises:
        RefusedError: it isn't, so whoever opened it knew what was still to be played.
    """
    played = {(link.part, link.block): link.races for link in chain}
    if missing := plan.keys() - played.keys():
        raise RefusedError(f"expected a key that is opened last, got it with {len(missing)} blocks to play")
    if played != plan:
        raise RefusedError("expected the blocks that were planned, got others")
