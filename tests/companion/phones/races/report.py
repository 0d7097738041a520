"""Tables of what was measured with phones, as Markdown. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from firmware.events import NS_PER_MS
from tests.companion.phones.races.judge import Coverage, Evening, Judged
from tests.companion.phones.races.others import METHODS
from tests.companion.phones.races.plan import GAPS_MS
from tests.kernel.fairness.report import percent, table

NAMES = {
    "arrival": "as they arrive",
    "half a round trip": "arrival less half a round trip",
    "one sample": "page's stamp, one-sample sync",
    "best half": "page's stamp, median of the best half",
}
PERFECT = "page's stamp, perfect clocks"
OURS = "**Pierwszy**"

Judge = Callable[[Judged], bool]


def contestants() -> dict[str, Judge]:
    """Whether each was wrong about a race."""
    others = {NAMES[name]: _by(name) for name in METHODS}
    return {OURS: lambda race: race.wrong, **others, PERFECT: lambda race: race.by_stamps != race.first}


def _by(name: str) -> Judge:
    return lambda race: race.by_others.get(name, race.first) != race.first


def near(gap: int) -> int:
    """The planned gap that a true one (ns) is nearest to, by ratio (ms)."""
    ms = max(gap / NS_PER_MS, 0.1)
    return min(GAPS_MS, key=lambda planned: max(planned / ms, ms / planned))


def by_gap(races: Sequence[Judged]) -> dict[int, list[Judged]]:
    """Races by their true gap."""
    sorted_: dict[int, list[Judged]] = {gap: [] for gap in GAPS_MS}
    for race in races:
        sorted_[near(race.gap)].append(race)
    return sorted_


def markdown(evenings: Mapping[str, Evening], judged: Mapping[str, Sequence[Judged]]) -> str:
    """All tables."""
    parts = [winners(name, races) for name, races in judged.items()]
    return "\n".join([*parts, counts(evenings, judged), clocks(evenings)])


def winners(name: str, races: Sequence[Judged]) -> str:
    """Who was wrong how often, by gap; our ties in brackets."""
    gaps = by_gap(races)
    rows = []
    for who, is_wrong in contestants().items():
        cells = []
        for some in gaps.values():
            ties = f" ({percent(sum(bool(race.tied) for race in some), len(some))})" if who == OURS else ""
            cells.append(f"{percent(sum(map(is_wrong, some)), len(some))}{ties}" if some else "–")
        rows.append([who, *cells])
    return table([f"{name}: wrong winners, % of races", *(f"{gap} ms" for gap in gaps)], rows)


def counts(evenings: Mapping[str, Evening], judged: Mapping[str, Sequence[Judged]]) -> str:
    """What was counted of our rulings at each table."""
    heads = (
        "races",
        "wrong",
        "no ruling",
        "lost presses",
        "ties",
        "of those above what was said",
        "said, ms",
    )
    times = (
        "verdict after the first touch was told, p50",
        "p95",
        "max",
        "after its contact, p50",
        "p95",
        "max, ms",
    )
    rows = []
    for name, races in judged.items():
        said = sorted({race.said // NS_PER_MS for race in races})
        above = sum(bool(race.tied) and race.gap > race.said for race in races)
        rows.append(
            [
                name,
                str(len(races)),
                str(sum(race.wrong for race in races)),
                str(sum(race.ruled is None for race in races)),
                str(sum(race.lost for race in races)),
                str(sum(bool(race.tied) for race in races)),
                str(above),
                f"{said[0]} to {said[-1]}",
                *spread([race.told for race in races if race.told is not None]),
                *spread([race.ruled for race in races if race.ruled is not None]),
            ]
        )
    return table(["counts", *heads, *times], rows)


def spread(times: Sequence[int]) -> list[str]:
    """The middle, the 95th percentile and the most, in ms."""
    ordered = sorted(times)
    return [
        f"{ordered[min(len(ordered) - 1, round(len(ordered) * part))] / NS_PER_MS:.0f}"
        for part in (0.5, 0.95, 1)
    ]


def clocks(evenings: Mapping[str, Evening]) -> str:
    """How often bounds covered the truth."""
    heads = ("of", "outside", "half-width, p50", "p95", "max", "least left of it, ms", "truth known to ± ms")
    rows = []
    for name, evening in evenings.items():
        for what, covered in (("exchanges", evening.exchanges), ("presses", evening.stamps)):
            rows.append([f"{name}, {what}", *_covered(covered), f"{evening.unsure / NS_PER_MS:.2f}"])
    return table(["clocks", *heads], rows)


def _covered(covered: Coverage) -> list[str]:
    widths = sorted(covered.widths)
    some = [
        f"{widths[min(len(widths) - 1, round(len(widths) * part))] / NS_PER_MS:.1f}"
        for part in (0.5, 0.95, 1)
    ]
    return [str(covered.of), str(covered.outside), *some, f"{min(covered.margins) / NS_PER_MS:.2f}"]
