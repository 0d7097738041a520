"""One guest's work, as the host hands it over, and the names of the files that come back."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import ClassVar

from tests.kernel.fairness.chips import Program
from tests.kernel.fairness.plan import GAPS_US, Block, Contacts, Load, Race, plan_races

JOB = "job.json"
TRUTH = "truth.jsonl"
KERNEL = "kernel"


@dataclass(frozen=True, slots=True)
class Job:
    """What one guest plays.

    Attributes:
        program: who plays.
        load: what else keeps the machine busy.
        contacts: how contacts behave.
        part: which of the guests that play the same.
        seed: of the whole run.
        each: races at each gap.
        gaps_us: the gaps, us.
        bias: how ours is made unfair on purpose, if it is.
    """

    LAG_NS: ClassVar[int] = 0

    program: Program
    load: Load
    contacts: Contacts
    part: int
    seed: int
    each: int
    gaps_us: tuple[int, ...] = GAPS_US
    bias: str = ""

    @property
    def name(self) -> str:
        """A name for its folder."""
        return f"{self.program}-{self.load}-{self.contacts}-{self.part}"

    @property
    def block(self) -> Block:
        """What stays the same while it runs."""
        return Block(self.load, self.contacts)

    def races(self) -> list[Race]:
        """The races, in the order in which they are played."""
        return plan_races(self.block, self.part, self.seed, self.each, self.gaps_us)

    def text(self) -> str:
        """For the command line."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Job:
        """What `text` made."""
        plain = json.loads(text)
        for name, kind in (("program", Program), ("load", Load), ("contacts", Contacts), ("gaps_us", tuple)):
            plain[name] = kind(plain[name])
        return cls(**plain)
