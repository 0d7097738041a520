"""The error budget as a page: made from `firmware.budget_parts`, so that it can't say anything else."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor

from firmware.budget import BUDGET, COVERAGE, Kind, combined, guard, promise
from firmware.budget_parts import LATER, Part, Varies
from firmware.events import NS_PER_MS, NS_PER_US
from firmware.presses.spans import UNSEEN_NS
from firmware.times import Times

TIES = {
    Kind.PIN: Times().tie,
    Kind.BARE: Times().tie,
    Kind.USB: 10 * NS_PER_MS,
    Kind.HEAD: 10 * NS_PER_US,
    Kind.PHONE: 46 * NS_PER_MS,
    Kind.KEY: 10 * NS_PER_MS,
}
"""How far apart two stamps of a kind have to be (ns): by default; of USB for the slowest usual interval, of
phones for clocks known to 8 ms."""

TITLES = {
    Kind.PIN: "A button on a pin, 100 nF across it",
    Kind.BARE: "A button on a pin, nothing across it",
    Kind.USB: "A button of a USB device",
    Kind.HEAD: "A button on a Pico head",
    Kind.PHONE: "A phone",
    Kind.KEY: "A key of the desk's keyboard",
}

TWO = {
    Kind.USB: "two buttons of one device; t is how often it is asked, here every 10 ms",
    Kind.HEAD: "two lines of one head",
    Kind.PHONE: "two phones, clocks known to 8 ms, glass not known to be alike; t as *Who plays?* says",
    Kind.KEY: "two keys of one keyboard",
}

UNLIKE = (
    (Kind.PIN, Kind.HEAD),
    (Kind.PIN, Kind.USB),
    (Kind.USB, Kind.USB),
    (Kind.PIN, Kind.PHONE),
    (Kind.USB, Kind.PHONE),
)

HEAD = f"""# How sure a stamp is

Made of [`firmware/budget_parts.py`](../firmware/budget_parts.py) by `make hardware`.

**What is claimed** is the order of *electrical contact*, by the stamp of each first touch. Finger and travel
come before it: all that can be done about them is the same buttons for everybody. What comes after the stamp
can't change a ruling.

**How it is reckoned**: as the *Guide to the expression of uncertainty in measurement* does (JCGM 100:2008).
Each part makes a stamp late by something between two bounds (negative: early), spread uniformly, normally, or
as a tail, mostly little and seldom much; that gives its standard uncertainty. Random parts (from press to
press) and systematic ones (from button to button) are kept apart, then combined in root sum of squares. What
is the same for two buttons cancels between them. Expanded by k = {COVERAGE}, 99.9 % of differences lie
within, as far as they are normal. Beside that stands the worst case, all bounds added: it is the guard band
g, for a promise of *always* is no matter of chance.

## The promise

Two first touches are d apart; stamps t apart or less are a tie. Below t - g it always is one, above t + g
never; between them either. And nobody wins alone who wasn't first, as long as t isn't less than g.
"""

UNKNOWN = """## What isn't known

- Nothing was measured on a Pi's own interrupt path: *measured* is on simulated lines of a real Linux kernel,
  on a shared PC. `pierwszy check loopback` measures it on the box itself: the widest difference it has seen
  then stands in place of the parts marked ●.
- A tail's bound is what 99.9 % or more of what was measured stayed within. Nothing keeps a kernel from being
  later once in a million; what wasn't seen in n presses is rarer than 3/n, 95 % sure.
- Of bare contacts 999 in 1,000 stamps were less than 0.17 ms late; their g is for the worst that was seen,
  and a busier box may have worse. Take the capacitor. Where a loop-back allows a t below 0.5 ms, a press that
  was seen to bounce is taken to be as unsure as with 0.5; one whose whole bounce was over within some 0.1 ms
  can't be told from a clean one.
- Three more limits of bare contacts. One that touches for less than 50 µs, or opens again before the kernel
  has stamped its touch, and then lies open for 2 ms is taken for interference: its press counts from the next
  touch, and nothing says that it may have been earlier. The kernel keeps 16 changes of a line: of
  one that bounces more often before the program has run the first are lost. And of a tap of 30 ms whose
  changes reach the program more than 20 ms late, beside busy threads, the stamp may be that of a later
  bounce. The capacitor takes all three away.
- How well a phone's clock is known is measured for each press, and counts as measured: 8 ms is usual, on a
  busy machine it was 84.
- No real phone, USB device or Pico was tried; no button's travel was timed.

## Sources
"""


def page() -> str:
    """All of it, as Markdown."""
    return "\n".join([HEAD, *_promises(), *_kinds(), *_unlike(), *_later(), UNKNOWN, *_sources()])


def _promises() -> Iterator[str]:
    yield "| two of a kind | t | g | always a tie | never a tie |"
    yield "|---|---|---|---|---|"
    for kind, tie in TIES.items():
        band, (always, never) = guard(kind), promise(guard(kind), tie)
        width = told(band.below) if band.below == band.above else f"{told(band.below)}, {told(band.above)}"
        below = f"below {told(always, up=False)}" if always else "nothing promised"
        yield f"| {TITLES[kind]} | {told(tie)} | {width} | {below} | above {told(never)} |"
    yield ""
    yield from (f"- {TITLES[kind]}: {said}." for kind, said in TWO.items())
    yield (
        f"- {TITLES[Kind.BARE]}: one that opens again before the kernel has looked leaves no\n  stamp of its "
        f"first touch. Where that shows, {told(UNSEEN_NS)} more are allowed for: g is wider above.\n"
    )


def _kinds() -> Iterator[str]:
    yield "## Part by part\n"
    for kind, title in TITLES.items():
        both = combined(kind)
        yield f"### {title}\n"
        yield from _table([part for part in BUDGET if kind in part.kinds])
        yield (
            f"\nBetween two: standard uncertainty {told(both.random)} random, {told(both.systematic)} "
            f"systematic, together **{told(both.standard)}**;\nexpanded **{told(both.expanded)}**; by all "
            f"bounds **{told(both.most)}**.\n"
        )


def _table(rows: list[Part]) -> Iterator[str]:
    yield "| late by | what | spread | varies from | known |"
    yield "|---|---|---|---|---|"
    for part in rows:
        what = f"{part.name}{' ●' if part.looped else ''}"
        spread = "" if part.varies is Varies.FINGER else part.shape
        yield f"| {span(part)} | {what} | {spread} | {part.varies} | {part.how} [{_number(part)}] |"


def _unlike() -> Iterator[str]:
    yield "## Of unlike kinds\n"
    yield "Nothing cancels. How much later the first one's stamp may be than the other's, touched at once:\n"
    yield "| first | other | standard | expanded | by all bounds |"
    yield "|---|---|---|---|---|"
    for one, other in UNLIKE:
        both = combined(one, other)
        bounds = f"{told(both.least)} to {told(both.most)}"
        name = "usb, another device" if one is other else other
        yield f"| {one} | {name} | {told(both.standard)} | {told(both.expanded)} | {bounds} |"
    yield "\nA ruling takes each press for as wide as its own source is: `firmware/presses/spans.py`.\n"


def _later() -> Iterator[str]:
    yield "## After the stamp\n"
    yield "| usually | at most, or 99 in 100 | what | known |"
    yield "|---|---|---|---|"
    for part in LATER:
        usual, most = part.late
        yield f"| {told(usual)} | {told(most)} | {part.name} | {part.how} [{_number(part)}] |"
    yield ""


def _sources() -> Iterator[str]:
    yield from (f"{_number(part)}. {part.source}" for part in (*BUDGET, *LATER))
    yield ""


def _number(part: Part) -> int:
    return (*BUDGET, *LATER).index(part) + 1


def span(part: Part) -> str:
    """``0.9 to 3.6 µs``: exactly as the budget has it."""
    least, most = part.late
    size, unit = _unit(max(abs(least), abs(most)))
    return f"{least / size:g} to {most / size:g} {unit}"


def told(ns: float, *, up: bool = True) -> str:
    """A time to three figures, away from nought; ``up`` false: towards it, so that no promise grows."""
    whole = ceil(abs(ns)) if up else floor(abs(ns))
    step = max(1, 10 ** (len(str(whole)) - 3))
    whole = -(-whole // step) * step if up else whole // step * step
    size, unit = _unit(whole)
    return f"{'-' if ns < 0 else ''}{whole / size:g} {unit}"


def _unit(ns: int) -> tuple[int, str]:
    return (NS_PER_MS, "ms") if ns >= NS_PER_MS else (NS_PER_US, "µs") if ns >= NS_PER_US else (1, "ns")
