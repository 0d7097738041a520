"""``make certify``: a hundred thousand races with a sealed key, judged by what was promised, and twice.

It goes on where it was. Once all is played the key is opened, and the certificate, a page for people and the
raw data go into ``tests/certify/certified``. ``python -m tests.certify verify FILE`` draws and judges all of
it again; ``readme`` prints the README's table.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from tests.certify import biased, pins, report, result
from tests.certify.part import Block, Part, Under
from tests.certify.record import Record
from tests.certify.running import SEAL, Run
from tests.certify.sealing import RefusedError
from tests.kernel.build import cache
from tests.kernel.rig import RigError

NAMES = ("pins", "stamps", "usb", "head", "phones")
"""The parts, in the order in which they are played; each is a module beside this one."""


class Unfair:
    """The pins' part, with a box that was made unfair on purpose."""

    NAME, AT_ONCE, RACES = pins.NAME, pins.AT_ONCE, pins.RACES

    def __init__(self, bias: str) -> None:
        self._bias = bias

    def blocks(self, races: int) -> Sequence[Block]:
        return pins.blocks(races)

    def planned(self, block: Block, seed: str) -> Sequence[Under]:
        return pins.planned(block, seed)

    def play(self, block: Block, seed: str, folder: Path) -> Iterator[Record]:
        return pins.play(block, seed, folder, self._bias)


def parts(names: Sequence[str] = NAMES, bias: str = "") -> dict[str, Part]:
    """The parts of these names."""
    if bias:
        return {pins.NAME: Unfair(bias)}
    return {name: cast(Part, import_module(f"tests.certify.{name}")) for name in names}


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser("make certify", description=__doc__)
    parser.add_argument("what", nargs="?", choices=("run", "verify", "readme"), default="run")
    parser.add_argument("file", nargs="?", type=Path, default=result.CERTIFIED / result.FACTS)
    parser.add_argument("--parts", nargs="+", choices=NAMES, default=list(NAMES), help="these only")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no block after so long")
    parser.add_argument("--races", type=int, help="so many of the pins', in a folder of their own: a trial")
    parser.add_argument("--biased", choices=biased.ALL, default="", help="a box that is unfair on purpose")
    parser.add_argument("--anew", action="store_true", help="begin another run, and forget the last")
    parser.add_argument("--report", action="store_true", help="play nothing, tell what there is")
    parser.add_argument(
        "--out", type=Path, help="folder for what is played; else one of its own in the cache"
    )
    return parser.parse_args(words)


def folder(wanted: argparse.Namespace) -> Path:
    """Where a run is kept."""
    if wanted.out is not None:
        return Path(wanted.out)
    what = [name for name in ("trial" if wanted.races else "", wanted.biased) if name]
    return cache() / "-".join(["certify", *what])


def plan(wanted: argparse.Namespace, known: Mapping[str, Part]) -> dict[str, int]:
    """How many races of each part."""
    races = {name: part.RACES for name, part in known.items()}
    if wanted.races:
        races = {name: min(wanted.races, of) for name, of in races.items()}
    return races


def played(wanted: argparse.Namespace) -> dict[str, Any]:
    """Play what is left, and judge all there is."""
    where = folder(wanted)
    if wanted.anew:
        shutil.rmtree(where, ignore_errors=True)
    names = Run(where, {}).seal.plan if (where / SEAL).exists() else wanted.parts
    known = parts([name for name in NAMES if name in names], wanted.biased)
    run = Run(where, known)
    until = time.monotonic() + wanted.minutes * 60
    if not wanted.report:
        with suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, 0, -10)  # whoever else is on this machine smears races
        run.begin(run.seal.plan if (where / SEAL).exists() else plan(wanted, known), wanted.biased)
        for name in known:
            if name in wanted.parts:
                run.play(name, until)
    trial = bool(wanted.races or wanted.biased or wanted.out) or set(names) != set(NAMES)
    told = result.certificate(run, known, trial=trial)
    certified = told["key"] is not None and not told["refused"]
    to = result.CERTIFIED if certified else where
    result.write(told, run.texts(), to)
    (to / report.PAGE).write_text(report.page(told))
    print(f"{report.summary(told)}\n{to / result.FACTS}")
    return told


def main() -> int:
    wanted = arguments()
    try:
        match wanted.what:
            case "verify":
                told = result.verify(wanted.file, parts())
                print(report.summary(told))
            case "readme":
                print(report.table(json.loads(wanted.file.read_text())), end="")
                return 0
            case _:
                told = played(wanted)
    except (RefusedError, RigError) as error:
        print(f"certify: {error}", file=sys.stderr)
        return 1
    return int(bool(told["refused"]))


if __name__ == "__main__":
    sys.exit(main())
