"""Measures who was first, by our box and by usual buzzer programs, on the same races.

``make bench-fairness`` runs one guest a core. What each leaves, the scores, the tables and the picture go
into the folder ``--out``; with ``--pictures`` the picture goes there, too. A guest that was done by this very
code isn't run again: what ``--minutes`` cut short goes on where it was.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.kernel.build import cache
from tests.kernel.fairness import defaults, report
from tests.kernel.fairness.chips import Program
from tests.kernel.fairness.job import Job
from tests.kernel.fairness.judge import Score
from tests.kernel.fairness.plan import GAPS_US, Contacts, Load
from tests.kernel.fairness.results import Cell, Results, in_order
from tests.kernel.fairness.running import Done, done, play_all
from tests.kernel.fairness.scoring import CONTESTANTS, played, score
from tests.kernel.usb import __main__ as usb

PER_GUEST = 100
"""Races at each gap in one guest at most: after each round of guests all has been measured as often."""


def jobs(wanted: argparse.Namespace) -> list[Job]:
    """All guests' work, round by round."""
    parts = -(-wanted.each // PER_GUEST)
    shares = [wanted.each // parts + (part < wanted.each % parts) for part in range(parts)]
    return [
        Job(program, load, contacts, part, wanted.seed, each, tuple(wanted.gaps))
        for part, each in enumerate(shares)
        for load in wanted.loads
        for contacts in wanted.contacts
        for program in Program
    ]


def scored(out: Path, finished: Sequence[tuple[Job, Done]]) -> Results:
    """What the guests left, as scores."""
    scores: list[tuple[Cell, Score]] = []
    races = smeared = 0
    for job, _ in finished:
        told = played(out / job.name)
        races, smeared = races + len(told), smeared + sum(race["smeared"] for race in told)
        own = score(out / job.name, job)
        scores += [(Cell(name, job.load, job.contacts, us), one) for (name, us), one in own.items()]
    results = Results()
    for cell in in_order(scores, CONTESTANTS):
        results.scores[cell] = Score()
    for cell, one in scores:
        results.scores[cell] += one
    results.facts = {
        "from": min(guest.date for _, guest in finished),
        "to": max(guest.date for _, guest in finished),
        "kernel": finished[0][1].kernel,
        "machine": finished[0][1].machine,
        "minutes": sum(guest.seconds for _, guest in finished) / 60,
        "each": min(one.races for one in results.scores.values()),
        "played": races,
        "smeared": smeared,
    }
    return results


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser("make bench-fairness", description=__doc__)
    parser.add_argument("--usb", action="store_true", help="with plugged-in buttons: --usb --help")
    parser.add_argument("--phones", action="store_true", help="with phones: --phones --help")
    parser.add_argument("--quick", action="store_true", help="a few races of everything: does it run at all?")
    parser.add_argument("--each", type=int, default=400, help="races for each gap, load and kind of contact")
    parser.add_argument("--loads", type=Load, nargs="+", default=list(Load), metavar="LOAD")
    parser.add_argument("--contacts", type=Contacts, nargs="+", default=list(Contacts), metavar="KIND")
    parser.add_argument("--gaps", type=int, nargs="+", default=list(GAPS_US), metavar="US")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--guests", type=int, default=os.cpu_count() or 1, help="guests at a time")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="start no guest after so long")
    parser.add_argument("--anew", action="store_true", help="run guests again that are done")
    parser.add_argument("--out", type=Path, default=cache() / "fairness", help="folder for what is measured")
    parser.add_argument("--pictures", type=Path, help="folder for the picture, beside the other one")
    parser.add_argument("--report", action="store_true", help="run nothing, tell the last run's results")
    parser.add_argument("--defaults", action="store_true", help="judge the last run's edges by other times")
    wanted = parser.parse_args(words)
    if wanted.quick:
        wanted.each = 7
    return wanted


def main() -> None:
    if "--usb" in sys.argv[1:]:
        usb.main()
        return
    if "--phones" in sys.argv[1:]:
        from tests.companion.phones.races import __main__ as phones  # noqa: PLC0415 - others need no such

        phones.main()
        return
    wanted = arguments()
    wanted.out.mkdir(parents=True, exist_ok=True)
    if wanted.defaults:
        text = defaults.markdown(wanted.out)
        (wanted.out / "defaults.md").write_text(text)
        print(text)
        return
    if wanted.report:
        results = Results.load(wanted.out / "results.json")
    else:
        with suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, 0, -10)  # whoever else is on this machine smears races
        todo = jobs(wanted)
        play_all([job for job in todo if wanted.anew or done(wanted.out, job) is None], wanted)
        finished = [(job, guest) for job in todo if (guest := done(wanted.out, job)) is not None]
        results = scored(wanted.out, finished)
        results.save(wanted.out / "results.json")
    text = report.markdown(results)
    (wanted.out / "fairness.md").write_text(text)
    from tests.kernel.fairness import plot  # noqa: PLC0415 - playing needs no matplotlib

    for folder in filter(None, (wanted.out, wanted.pictures)):
        plot.draw(results, folder / "fairness.png")
    print(f"{text}\n{wanted.out / 'fairness.md'}, {wanted.out / 'fairness.png'}")


if __name__ == "__main__":
    main()
