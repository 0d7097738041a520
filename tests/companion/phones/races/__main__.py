"""Measures who was first by phones, by our box and by usual methods, on the same messages.

``make bench-fairness ARGS=--phones``: real pages in a real Chromium, behind networks that delay. All that was
told goes into one file in the folder ``--out``, beside what is made of it; a table that was played isn't
played again unless ``--anew`` is said.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from tests.companion.phones.at_home import Told
from tests.companion.phones.conftest import CHROMIUM
from tests.companion.phones.races import report
from tests.companion.phones.races.judge import Evening, Judged
from tests.companion.phones.races.plan import TABLES, races
from tests.companion.phones.races.playing import play
from tests.kernel.build import cache


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser("make bench-fairness ARGS=--phones", description=__doc__)
    parser.add_argument("--phones", action="store_true", help="this one")
    parser.add_argument("--each", type=int, default=264, help="races at each table")
    parser.add_argument("--tables", nargs="+", default=list(TABLES), metavar="NAME")
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--anew", action="store_true", help="play tables again that were played")
    parser.add_argument(
        "--out", type=Path, default=cache() / "fairness-phones", help="folder for what is measured"
    )
    parser.add_argument("--pictures", type=Path, help="folder for the picture, beside the other one")
    return parser.parse_args(words)


def play_all(wanted: argparse.Namespace, file: Path) -> Mapping[str, Sequence[Told]]:
    """Play what isn't played yet, table by table; all that was told goes into the file."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - a report needs no browser

    told = {} if wanted.anew or not file.exists() else _read(file)
    for name in wanted.tables:
        if name in told:
            continue
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            told[name] = play(
                browser, TABLES[name], races(TABLES[name], wanted.each, wanted.seed), wanted.seed
            )
            facts = {"what": "facts", "load": os.getloadavg()[1], "browser": browser.version}
            told[name].append(facts | {"date": datetime.now(UTC).date().isoformat()})
            browser.close()
        with gzip.open(file, "wt") as written:
            json.dump(told, written)
        sys.stdout.write(f"{name}: {wanted.each} races\n")
        sys.stdout.flush()
    return told


def _read(file: Path) -> dict[str, list[Told]]:
    with gzip.open(file, "rt") as written:
        told: dict[str, list[Told]] = json.load(written)
    return told


def main(words: Sequence[str] | None = None) -> None:
    """Play, and tell."""
    wanted = arguments(words)
    wanted.out.mkdir(parents=True, exist_ok=True)
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, -10)  # whoever else is on this machine delays frames
    told = play_all(wanted, wanted.out / "told.json.gz")
    evenings = {name: Evening(all_of) for name, all_of in told.items()}
    judged: dict[str, list[Judged]] = {name: list(evening.races()) for name, evening in evenings.items()}
    text = report.markdown(evenings, judged)
    (wanted.out / "fairness-phones.md").write_text(text)
    from tests.companion.phones.races import plot  # noqa: PLC0415 - playing needs no matplotlib

    for folder in filter(None, (wanted.out, wanted.pictures)):
        plot.draw(judged, folder / "fairness-phones.png")
    sys.stdout.write(f"{text}\n{wanted.out}\n")


if __name__ == "__main__":
    main()
