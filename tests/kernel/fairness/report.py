"""Results as Markdown: who was how often wrong, at what gap; what else went wrong; how it was measured."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill

from firmware.events import NS_PER_MS, NS_PER_US
from tests.kernel.fairness.judge import TIE_NS, Score
from tests.kernel.fairness.plan import Contacts, Load
from tests.kernel.fairness.results import Results
from tests.kernel.fairness.scoring import KNOW_TIES

NAMES = {
    "ours": "**Pierwszy**",
    "arrival": "`when_pressed`, first call wins",
    "monotonic": "`when_pressed`, `time.monotonic()` in it",
    "bounce_time": "`when_pressed`, `bounce_time=0.02`",
    "polling 1 ms": "`is_pressed` every 1 ms",
    "polling 20 ms": "`is_pressed` every 20 ms",
}

LOADS = {
    Load.IDLE: "idle",
    Load.HOGS: "two busy processes",
    Load.THREADS: "two busy threads in the program itself",
    Load.PANELS: "two OLEDs redrawn by the program without pause",
}

TIE_US = TIE_NS // NS_PER_US


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Markdown; all columns but the first are set to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def percent(part: int, whole: int) -> str:
    """A share: ``0`` is none at all, the smallest that isn't is 0.1."""
    if not whole:
        return "–"
    share = 100 * part / whole
    if not part:
        return "0"
    return f"{share:.0f}" if share >= 10 else f"{max(share, 0.1):.1f}"


def gap(us: int) -> str:
    """A gap with its unit."""
    return f"{us} µs" if us < 1000 else f"{us // 1000} ms"


def quantile(ns: Sequence[int], share: float) -> int:
    """The smallest value that so large a share doesn't exceed; 1 gives the greatest."""
    return sorted(ns)[min(len(ns) - 1, int(share * len(ns)))]


def milliseconds(ns: Sequence[int], share: float) -> str:
    """A quantile of durations, in ms with its unit left out."""
    if not ns:
        return "–"
    ms = quantile(ns, share) / NS_PER_MS
    return f"{ms:.0f}" if ms >= 100 else f"{ms:.1f}"


def microseconds(ns: Sequence[int], share: float) -> str:
    """The same in µs."""
    us = quantile(ns, share) / NS_PER_US
    return f"{us:.0f}" if us >= 100 else f"{us:.1f}"


def winners(results: Results) -> str:
    """Wrong winners by contestant and gap, all loads together; a tie rightly declared is no winner."""
    gaps = sorted(results.values("gap_us"))
    rows = [
        [
            f"{NAMES[contestant]}, {contacts}",
            *(_wrong(results.pool(contestant, contacts=contacts, gap_us=us)) for us in gaps),
        ]
        for contestant in results.values("contestant")
        for contacts in results.values("contacts")
    ]
    return table(["wrong winners, % of races", *map(gap, gaps)], rows)


def _wrong(score: Score) -> str:
    """What stands in a field of `winners`."""
    if score.races and score.ties == score.races:
        return "tie"
    return percent(score.wrong_winners, score.races)


COLUMNS = (
    "% winner wrong, from 1 ms",
    "% order wrong, from 1 ms",
    "% presses lost",
    "% presses false",
    "% false ties",
    "% ties missed",
    "verdict after, p50",
    "p99",
    "max, ms",
)


def summary(results: Results) -> str:
    """Everything that can go wrong, a row a contestant."""
    rows = [[NAMES[name], *_faults(results, name, None)] for name in results.values("contestant")]
    return table(["all gaps, loads, contacts", *COLUMNS], rows)


def by_load(results: Results) -> str:
    """The same for each load and kind of contact."""
    rows = [
        [f"{NAMES[name]}, {contacts}, {load}", *_faults(results, name, load, contacts)]
        for name in results.values("contestant")
        for contacts in results.values("contacts")
        for load in results.values("load")
    ]
    return table(["by load", *COLUMNS], rows)


def _faults(
    results: Results, contestant: str, load: Load | None, contacts: Contacts | None = None
) -> list[str]:
    """The fields of `COLUMNS`."""
    every = results.pool(contestant, load=load, contacts=contacts)
    clear = results.pool(contestant, load=load, contacts=contacts, longer_us=TIE_US)
    ties = [percent(every.false_ties, every.races), percent(every.missed_ties, every.races)]
    return [
        percent(clear.wrong_winners, clear.races),
        percent(clear.wrong_orders, clear.races),
        percent(every.lost, every.pressed),
        percent(every.false, every.pressed),
        *(ties if contestant in KNOW_TIES else ("–", "–")),
        *(milliseconds(every.latencies, share) for share in (0.5, 0.99, 1)),
    ]


def margins(results: Results) -> str:
    """How far margins are from the truth, for those who tell any."""
    rows = []
    for contestant in results.values("contestant"):
        for contacts in results.values("contacts"):
            for load in results.values("load"):
                errors = [
                    abs(ns) for ns in results.pool(contestant, load=load, contacts=contacts).margin_errors
                ]
                if errors:
                    name = f"{NAMES[contestant]}, {contacts}, {load}"
                    rows.append([name, *(microseconds(errors, share) for share in (0.5, 0.99, 1))])
    return table(["margin's error, µs", "p50", "p99", "max"], rows)


NOT_MEASURED = """
Not measured: a Pi's own interrupt path (the header's pins share one interrupt and are scanned one after the
other), its wires and its four processors. The guest has one; a system call takes it some 27 µs, and while
pulls follow each other within 0.3 ms, only its kernel runs.
"""


def how(results: Results) -> str:
    """When, on what, how; what ours can claim; what was not measured."""
    facts = results.facts
    loads = "; ".join(LOADS[load] for load in results.values("load"))
    day = facts["from"] if facts["from"] == facts["to"] else f"{facts['from']} to {facts['to']}"
    paragraphs = [
        f"""
        Measured on {day}, {facts["kernel"]} (user-mode, gpio-sim) on {facts["machine"]}, in
        {facts["minutes"]:.0f} minutes of guests. Two to eight seats press, one gap after the other, in random
        order, and hold for 30 ms or more: {facts["each"]} races or more for each gap, load ({loads}) and kind
        of contact (clean; or bouncing for 0.1 to 5 ms at touching and at letting go). Each program plays the
        same races alone in a guest; they are pulled and timed inside its kernel. {facts["smeared"]:,} of the
        {facts["played"]:,} that were played came out otherwise than planned, by that clock, since the machine
        under the guest was busy; they were left out and played again.
        """,
        NOT_MEASURED,
    ]
    clear = results.pool("ours", longer_us=TIE_US)
    if clear.races and not clear.wrong_winners:
        bound = f"{3 / clear.races:.2%}".replace("%", " %")
        paragraphs.insert(
            1,
            f"""
            None wrong of {clear.races:,} races at gaps above the tie of {TIE_US} µs means: fewer than {bound}
            (95 % sure).
            """,
        )
    return "\n\n".join(fill(" ".join(paragraph.split()), 110) for paragraph in paragraphs) + "\n"


def markdown(results: Results) -> str:
    """All of it."""
    parts = [winners, summary, how, by_load, margins]
    return "\n".join(part(results) for part in parts)
