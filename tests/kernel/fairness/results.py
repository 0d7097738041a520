"""Scores of a whole run, by contestant, load, contacts and gap; kept as JSON."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from tests.kernel.fairness.judge import Score
from tests.kernel.fairness.plan import Contacts, Load


class Cell(NamedTuple):
    """What one score is about.

    Attributes:
        contestant: who judged.
        load: what else kept the machine busy.
        contacts: clean or bouncing.
        gap_us: between one seat's touch and the next one's, us.
    """

    contestant: str
    load: Load
    contacts: Contacts
    gap_us: int


@dataclass
class Results:
    """A run.

    Attributes:
        scores: of each cell.
        facts: when, where and how: strings and numbers for the text under the table.
    """

    scores: dict[Cell, Score] = field(default_factory=lambda: defaultdict(Score))
    facts: dict[str, Any] = field(default_factory=dict)

    def pool(
        self,
        contestant: str,
        *,
        load: Load | None = None,
        contacts: Contacts | None = None,
        gap_us: int | None = None,
        longer_us: int = 0,
    ) -> Score:
        """A contestant's scores together: all of them, or those of one load, kind of contact or gap.

        Args:
            contestant: whose.
            load: under this load only.
            contacts: with such contacts only.
            gap_us: at this gap only, us.
            longer_us: at gaps longer than this only, us.
        """
        wanted = {"contestant": contestant, "load": load, "contacts": contacts, "gap_us": gap_us}
        wanted = {name: value for name, value in wanted.items() if value is not None}
        pooled = Score()
        for cell, score in self.scores.items():
            if cell.gap_us > longer_us and wanted.items() <= cell._asdict().items():
                pooled += score
        return pooled

    def values(self, name: str) -> list[Any]:
        """The values of one part of a cell that occur, in the order of the cells."""
        return list(dict.fromkeys(getattr(cell, name) for cell in self.scores))

    def save(self, path: Path) -> None:
        """Write it as JSON."""
        cells = [{**cell._asdict(), **asdict(score)} for cell, score in self.scores.items()]
        path.write_text(json.dumps({"facts": self.facts, "cells": cells}))

    @classmethod
    def load(cls, path: Path) -> Results:
        """Read what `save` wrote."""
        plain = json.loads(path.read_text())
        results = cls(facts=plain["facts"])
        for cell in plain["cells"]:
            names = {name: cell.pop(name) for name in Cell._fields}
            names |= {"load": Load(names["load"]), "contacts": Contacts(names["contacts"])}
            results.scores[Cell(**names)] = Score(**cell)
        return results


def in_order(scores: Iterable[tuple[Cell, Score]], contestants: tuple[str, ...]) -> dict[Cell, Score]:
    """Scores by contestant, as they are listed, then by load, contacts and gap."""
    loads, contacts = list(Load), list(Contacts)
    return dict(
        sorted(
            scores,
            key=lambda item: (
                contestants.index(item[0].contestant),
                loads.index(item[0].load),
                contacts.index(item[0].contacts),
                item[0].gap_us,
            ),
        )
    )
