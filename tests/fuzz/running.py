"""Every kind of trial for its share of the time, on every core; prints seeds and figures."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import queue
import random
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from tests.fuzz.kinds import Finding, Kind, kinds

HANGS_S = 120.0
"""A trial that takes longer never ends."""

SHOWN = 5
"""So many findings of a kind are told whole."""


def main(words: Sequence[str] | None = None) -> int:
    """Run trials; 1 if one has found something."""
    all_kinds = kinds()
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"all by default: {', '.join(all_kinds)}")
    parser.add_argument("--seconds", type=float, default=600.0, help="in all (%(default)g)")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9), help="the first")
    parser.add_argument("--one", action="store_true", help="that one alone, here, with its traceback")
    given = parser.parse_args(words)
    unknown = sorted(set(given.kinds) - set(all_kinds))
    if unknown:
        parser.error(f"expected kinds of trials, {', '.join(all_kinds)}, got {', '.join(unknown)}")
    chosen = [all_kinds[name] for name in given.kinds or all_kinds]
    if given.one:
        for kind in chosen:
            counts = _tried(kind, given.seed)
            print(f"{kind.name}: seed {given.seed}: {_told(counts)}")
        return 0
    whole, began = sum(kind.share for kind in chosen), time.monotonic()
    found = sum(_fuzz(kind, given.seed, given.seconds * kind.share / whole) for kind in chosen)
    print(f"{found} findings in {time.monotonic() - began:.0f} s")
    return 1 if found else 0


def _tried(kind: Kind, seed: int) -> Counter[str]:
    with tempfile.TemporaryDirectory(prefix="pierwszy-fuzz-") as folder:
        return kind.trial(seed, Path(folder))


def _fuzz(kind: Kind, seed: int, seconds: float) -> int:
    """Run one kind; prints a line, and one for each finding; returns how many there were."""
    cores = os.cpu_count() or 1
    context = multiprocessing.get_context("spawn")
    told: multiprocessing.Queue[Any] = context.Queue()
    began = time.monotonic()
    workers = {
        number: context.Process(target=_work, args=(kind.name, number, seed + number, cores, seconds, told))
        for number in range(cores)
    }
    for worker in workers.values():
        worker.start()
    counts, findings = Counter[str](), list[tuple[int, str]]()
    at_work = {number: (seed + number, began) for number in workers}
    while workers:
        try:
            number, at, result = told.get(timeout=1)
        except queue.Empty:
            for number, (at, since) in at_work.items():
                if number in workers and (why := _lost(workers[number], since)):
                    findings.append((at, why))
                    workers.pop(number).kill()
            continue
        at_work[number] = (at + cores, time.monotonic())
        if result is None:
            workers.pop(number).join()
        elif isinstance(result, str):
            findings.append((at, result))
        else:
            counts += result
    told_counts = f"{_told(counts)}: {len(findings)} findings in {time.monotonic() - began:.0f} s"
    turn = "" if kind.turn is None else f", {kind.turn:,} a full turn"
    print(f"{kind.name}: seeds from {seed}{turn}: {told_counts}", flush=True)
    for at, finding in findings[:SHOWN]:
        print(f'  FOUND: {finding}\n  again: make fuzz ARGS="{kind.name} --seed {at} --one"', flush=True)
    return len(findings)


def _lost(worker: BaseProcess, since: float) -> str | None:
    if not worker.is_alive():
        return f"has ended its process, with {worker.exitcode}"
    return f"hangs for {HANGS_S:g} s" if time.monotonic() - since > HANGS_S else None


def _work(
    name: str, number: int, seed: int, step: int, seconds: float, told: multiprocessing.Queue[Any]
) -> None:
    """One core's trials: (worker, seed, counts or finding), with None for the last."""
    kind, until = kinds()[name], time.monotonic() + seconds
    while True:
        try:
            result: Counter[str] | str | None = _tried(kind, seed) + Counter(trials=1)
        except Finding as finding:
            result = str(finding)
        except Exception:  # noqa: BLE001 - whatever it is, the next seed is tried
            result = traceback.format_exc()
        told.put((number, seed, result))
        seed += step
        if time.monotonic() >= until:
            told.put((number, seed, None))
            return


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in counts.items())
