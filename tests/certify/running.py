"""A run's folder: its seal, its key, what was played; and the playing of what is still to be played."""

from __future__ import annotations

import json
import os
import secrets
import stat
import sys
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from tests.certify import identity, sealing
from tests.certify.part import Block, Part
from tests.certify.record import written
from tests.certify.sealing import Link, RefusedError, Seal
from tests.kernel.build import cached_kernel
from tests.kernel.rig import RigError

SEAL, KEY, CHAIN = "sealed.json", "key", "chain.jsonl"
LEFT = "left"
"""What a part leaves while it plays a block."""

PRIVATE = 0o600


def now() -> str:
    """The moment, for people."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Run:
    """A run in its folder.

    Args:
        folder: where it is kept.
        parts: what can be played, by name.
    """

    def __init__(self, folder: Path, parts: Mapping[str, Part]) -> None:
        self.folder = folder
        self._parts = parts
        self._lock = threading.Lock()

    def begin(self, plan: Mapping[str, int], bias: str = "") -> None:
        """Draw a key and seal it, before anything is played; a run that was begun goes on.

        Args:
            plan: how many races of each part.
            bias: how the box is made unfair.

        Raises:
            RefusedError: it was begun otherwise, or isn't to be believed any more.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / SEAL).exists():
            key = secrets.token_hex(32)
            with open(os.open(self.folder / KEY, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "w") as file:  # noqa: PTH123
                file.write(key)
            kernel = cached_kernel().parent.name
            seal = Seal(sealing.sha256(key), now(), kernel, identity.files(), plan, bias)
            (self.folder / SEAL).write_text(seal.text())
        seal = self.seal
        sealing.check_seal(seal, self.key)
        if bias != seal.bias:
            raise RefusedError(
                f"expected a run {seal.bias or 'unbiased'} as it was sealed, got {bias or 'none'}"
            )
        if more := {name for name, races in plan.items() if seal.plan.get(name) != races}:
            raise RefusedError(
                f"expected the plan that was sealed, {seal.plan}, got another for {sorted(more)}"
            )
        if changed := identity.changed(seal.files, identity.files()):
            raise RefusedError(f"expected the program that was sealed, got another: {', '.join(changed)}")
        sealing.check_chain(seal, self.chain(), self.texts())

    @property
    def seal(self) -> Seal:
        """What stood before the first race."""
        return Seal.read((self.folder / SEAL).read_text())

    @property
    def key(self) -> str:
        """The key, which nobody else could read.

        Raises:
            RefusedError: they could.
        """
        path = self.folder / KEY
        if (mode := stat.S_IMODE(path.stat().st_mode)) != PRIVATE:
            raise RefusedError(f"expected a key that nobody else can read, got one of mode {mode:o}")
        return path.read_text()

    def chain(self) -> list[Link]:
        """What was played."""
        path = self.folder / CHAIN
        return sealing.links(
            [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        )

    def texts(self) -> dict[tuple[str, str], str]:
        """The records of each block that was played, as text."""
        blocks = [(link.part, link.block) for link in self.chain()]
        return {each: self._records(*each).read_text() for each in blocks if self._records(*each).exists()}

    def _records(self, part: str, block: str) -> Path:
        return self.folder / part / f"{block}.jsonl"

    def planned(self) -> dict[tuple[str, str], int]:
        """All blocks that are planned: their races."""
        return planned(self.seal, self._parts)

    # -- playing ---------------------------------------------------------------------------------------------

    def play(self, name: str, until: float) -> None:
        """Play what is left of a part.

        Args:
            name: the part.
            until: the moment of time.monotonic after which no block is begun.

        Raises:
            RefusedError: the program changes meanwhile.
        """
        part, done = self._parts[name], {(link.part, link.block) for link in self.chain()}
        blocks = part.blocks(self.seal.plan[name])
        todo = [block for block in blocks if (name, block.name) not in done]
        cores, numbers = sorted(os.sched_getaffinity(0)), count()
        at_once = min(part.AT_ONCE, len(cores))

        def settle() -> None:
            """Keep this thread's guests on one core: on two they smear up to eight times as many races."""
            if at_once > 1:
                os.sched_setaffinity(0, {cores[next(numbers) % len(cores)]})

        with ThreadPoolExecutor(at_once, initializer=settle) as pool:
            try:
                for block in pool.map(lambda block: self._play(part, block, until), todo):
                    if block:
                        left = len(blocks) - len([link for link in self.chain() if link.part == name])
                        print(f"{now()} {name} {block}: {left} of {len(blocks)} blocks left", flush=True)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _play(self, part: Part, block: Block, until: float) -> str:
        """Play a block, and chain what it left; empty if it is too late for that, or if it fails."""
        if time.monotonic() >= until:
            return ""
        try:
            self._once(part, block)
        except RigError as error:
            print(f"{now()} {part.NAME} {block.name}, left for later: {error}", file=sys.stderr, flush=True)
            return ""
        return block.name

    def _once(self, part: Part, block: Block) -> None:
        folder, began = self.folder / LEFT / f"{part.NAME}-{block.name}", time.monotonic()
        folder.mkdir(parents=True, exist_ok=True)
        seed = sealing.seed(self.key, part.NAME, block.name)
        text = written(part.play(block, seed, folder))
        self._chain(part.NAME, block, text, round(time.monotonic() - began))
        for file in (path for path in folder.rglob("*") if path.is_file()):
            file.unlink()  # its records stand in the chain; what they were made of is large

    def _chain(self, part: str, block: Block, text: str, seconds: int) -> None:
        if (code := identity.program()) != self.seal.program:
            raise RefusedError(
                f"expected the program that was sealed, got another while {block.name} was played"
            )
        path = self._records(part, block.name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        with self._lock:
            chain = self.chain()
            before = chain[-1].link if chain else sealing.sha256(self.seal.text())
            races = text.count("\n")
            link = Link(part, block.name, races, sealing.sha256(text), now(), seconds, code)
            line = {**asdict(link), "link": link.after(before)}
            with (self.folder / CHAIN).open("a") as file:
                file.write(json.dumps(line) + "\n")


def planned(seal: Seal, parts: Mapping[str, Part]) -> dict[tuple[str, str], int]:
    """All blocks of a plan: their races."""
    return {
        (name, block.name): block.races
        for name, races in seal.plan.items()
        for block in parts[name].blocks(races)
    }
