"""What a run has come to: judged, written down beside its raw data, and judged again by whoever doubts it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from tests.benchmarks.machine import facts
from tests.certify import sealing
from tests.certify.coding import packed, unpacked
from tests.certify.part import Block, Part
from tests.certify.record import Record, read, written
from tests.certify.running import Run, planned
from tests.certify.sealing import RefusedError, Seal
from tests.certify.sums import Sums, at_most, counted, summed

CERTIFIED = Path(__file__).parent / "certified"
"""The certificate of a run, in the repository."""

FACTS, RACES = "certificate.json", "races.xz"

CLAIMS = ("program", "refused", "whole", "under", "tallies", "biases")
"""What a certificate says that follows from its seal and its records."""

FEW = 4
"""So many blocks are sooner judged than processes are begun for them."""

Texts = Mapping[tuple[str, str], str]
"""The records of each part's blocks, as lines of JSON."""


def judged(texts: Texts, races: int) -> dict[str, Any]:
    """All records, judged on every core: what the certificate says of them.

    Args:
        texts: the records.
        races: how many were planned.
    """
    sums = Sums()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for one in (pool.map if len(texts) > FEW else map)(_summed, texts.values()):
            sums += one
    whole = sums.whole
    return {
        "refused": sums.reasons(races),
        "whole": whole.plain(),
        "under": at_most(0, whole.races) if whole.races else 1.0,
        "tallies": counted(sums.tallies),
        "biases": [
            {"part": part, "kind": kind, "seat": seat, **asdict(bias)}
            for (part, kind, seat), bias in sums.biases().items()
        ],
    }


def _summed(text: str) -> Sums:
    return summed(read(text))


def certificate(run: Run, parts: Mapping[str, Part], *, trial: bool) -> dict[str, Any]:
    """What a run has come to so far; with the key once all that was planned is played.

    Args:
        run: the run.
        parts: what can be played.
        trial: whether it was but that.
    """
    seal, chain, texts = run.seal, run.chain(), run.texts()
    sealing.check_chain(seal, chain, texts)
    plan = planned(seal, parts)
    told = judged(texts, sum(plan.values()))
    whole = {(link.part, link.block): link.races for link in chain} == plan
    if trial or is_trial(seal, parts):
        told["refused"] = [*told["refused"], "a trial"]
    return {
        "sealed": json.loads(seal.text()),
        "program": seal.program,
        "machine": facts(),
        "chain": [asdict(link) for link in chain],
        "key": run.key if whole else None,
        **told,
    }


def write(told: Mapping[str, Any], texts: Texts, folder: Path) -> None:
    """The certificate, and its raw data beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FACTS).write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n")
    (folder / RACES).write_bytes(packed(record for text in texts.values() for record in read(text)))


def verify(file: Path, parts: Mapping[str, Part]) -> dict[str, Any]:
    """Draw all races again, judge all records again; returns the certificate if all is as it says.

    Args:
        file: the certificate; its raw data are beside it.
        parts: what could be played.

    Raises:
        RefusedError: something isn't.
    """
    try:
        told = json.loads(file.read_text())
        seal, chain = Seal(**told["sealed"]), sealing.links(told["chain"])
        texts = split(unpacked((file.parent / RACES).read_bytes()))
        key, claimed = told["key"], {name: told[name] for name in CLAIMS}
        plan = planned(seal, parts)
    except (OSError, ValueError, KeyError, TypeError, EOFError) as error:
        raise RefusedError(f"expected a certificate and its races in {file.parent}, got {error!r}") from error
    if key is None:
        raise RefusedError("expected a key that was opened, got a run that isn't over")
    sealing.check_seal(seal, key)
    sealing.check_whole(plan, chain)
    sealing.check_chain(seal, chain, texts)
    for (part, block), races in plan.items():
        check_plan(parts[part], Block(block, races), key, texts[part, block])
    found = {**judged(texts, sum(plan.values())), "program": seal.program}
    if "a trial" in claimed["refused"] or is_trial(seal, parts):
        found["refused"] = [*found["refused"], "a trial"]
    for name, value in claimed.items():
        if json.loads(json.dumps(found[name])) != value:
            raise RefusedError(f"expected {name} as the records say, got others in {file}")
    return dict(told)


def is_trial(seal: Seal, parts: Mapping[str, Part]) -> bool:
    """Whether less was sealed than a certificate needs, or a box that is unfair on purpose."""
    few = any(races < parts[name].RACES for name, races in seal.plan.items())
    return bool(seal.bias) or few or parts.keys() != seal.plan.keys()


def split(records: Iterable[Record]) -> dict[tuple[str, str], str]:
    """Records as text, block by block."""
    return {name: written(own) for name, own in groupby(records, lambda record: (record.part, record.block))}


def check_plan(part: Part, block: Block, key: str, text: str) -> None:
    """Whether a block's races are those that are drawn from the key.

    Raises:
        RefusedError: they aren't.
    """
    drawn = list(part.planned(block, sealing.seed(key, part.NAME, block.name)))
    played = {record.number: dict(record.under) for record in read(text)}
    if played != dict(enumerate(map(dict, drawn))):
        raise RefusedError(
            f"expected the races of {part.NAME} {block.name} as the key draws them, got others"
        )
