"""What was judged of many races, together: counts, errors, biases; and whether that may be certified."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import exp, lgamma, log, log1p, sqrt
from statistics import median
from typing import Any

from firmware.budget_parts import Kind
from firmware.events import NS_PER_US, Seat
from tests.certify.judging import FAULTS, Judged, judge
from tests.certify.record import Record

SURE = 0.95
"""How sure a bound on what never happened is."""

INSIDE = 0.999
"""At least so many stamps have to lie within what the budget allows."""

BIAS_NS = 5 * NS_PER_US
"""A seat's stamps may be so much later or earlier than all seats' of its kind, in the middle."""

SURELY = 4
"""And that by so many times the spread of its median: less is chance."""

LEAST = 20
"""Of fewer presses nobody's spread is known."""

EXAMPLES = 3

PINS = (Kind.PIN, Kind.BARE)


def _numbers() -> array[int]:
    return array("q")


@dataclass
class Tally:
    """Some races.

    Attributes:
        races: how many.
        presses: that were truly made.
        ties: how many were ruled a tie.
        banded: pairs of seats within the band, where either is right.
        seconded: races that the second judge has ruled, too.
        faults: how often each happened.
        errors: stamps by kind.
        outside: those of them that the budget doesn't allow for, by kind.
        beyond: the worst error of each kind, outside of what the truth leaves open (ns).
        examples: of each fault, a few races.
    """

    races: int = 0
    presses: int = 0
    ties: int = 0
    banded: int = 0
    seconded: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    outside: Counter[str] = field(default_factory=Counter)
    beyond: dict[str, int] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, record: Record, judged: Judged) -> None:
        """One more race."""
        self.races += 1
        self.presses += len(record.touches)
        self.ties += judged.tied
        self.banded += judged.banded
        self.seconded += judged.seconded
        for name, times in judged.faults.items():
            self.faults[name] += times
            if times and len(self.examples[name]) < EXAMPLES:
                self.examples[name].append(f"{record.part} {record.block} {record.number}")
        for error in judged.errors:
            self.errors[error.kind] += 1
            self.outside[error.kind] += not error.inside
            if abs(error.beyond) > abs(self.beyond.get(error.kind, 0)):
                self.beyond[error.kind] = error.beyond

    def __iadd__(self, other: Tally) -> Tally:
        for name in ("races", "presses", "ties", "banded", "seconded"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("faults", "errors", "outside"):
            getattr(self, name).update(getattr(other, name))
        for kind, beyond in other.beyond.items():
            self.beyond[kind] = max(self.beyond.get(kind, 0), beyond, key=abs)
        for name, examples in other.examples.items():
            self.examples[name] = (self.examples[name] + examples)[:EXAMPLES]
        return self

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "races": self.races,
            "presses": self.presses,
            "ties": self.ties,
            "either is right": self.banded,
            "second judge": self.seconded,
            **{name: self.faults[name] for name in FAULTS},
            "stamps": {
                kind: {"all": of, "outside": self.outside[kind], "worst_ns": self.beyond.get(kind, 0)}
                for kind, of in sorted(self.errors.items())
            },
        }


@dataclass
class Sums:
    """A run, or a part of it.

    Attributes:
        tallies: of each part, and of each of its circumstances: ``(part, name, value)``.
        lates: of each part, kind and seat, how late its stamps are (ns).
    """

    tallies: dict[tuple[str, str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))
    lates: dict[tuple[str, str, Seat], array[int]] = field(default_factory=lambda: defaultdict(_numbers))

    def add(self, record: Record) -> None:
        """Judge one more race."""
        judged = judge(record)
        self.tallies[record.part, "", ""].add(record, judged)
        for name, value in record.under.items():
            if name != "order":
                self.tallies[record.part, name, str(value)].add(record, judged)
        for error in judged.errors:
            self.lates[record.part, error.kind, error.seat].append(error.late)

    def __iadd__(self, other: Sums) -> Sums:
        for key, tally in other.tallies.items():
            self.tallies[key] += tally
        for seat, lates in other.lates.items():
            self.lates[seat].extend(lates)
        return self

    @property
    def whole(self) -> Tally:
        """All parts together."""
        whole = Tally()
        for (_, name, _), tally in self.tallies.items():
            if not name:
                whole += tally
        return whole

    def biases(self) -> dict[tuple[str, str, Seat], Bias]:
        """How much later or earlier than its kind each pin's seat is stamped: its lines are all alike."""
        kinds: dict[tuple[str, str], list[int]] = defaultdict(list)
        pins = {key: lates for key, lates in sorted(self.lates.items()) if key[1] in PINS}
        for (part, kind, _), lates in pins.items():
            kinds[part, kind].extend(lates)
        usual = {key: median(lates) for key, lates in kinds.items()}
        return {key: Bias.of(lates, usual[key[:2]]) for key, lates in pins.items()}

    def reasons(self, planned: int) -> list[str]:
        """Why this can't be certified; empty if it can.

        Args:
            planned: how many races were to be played.
        """
        whole = self.whole
        reasons = [
            f"{times} {FAULTS[name]}, as in {', '.join(whole.examples[name])}"
            for name in FAULTS
            if (times := whole.faults[name])
        ]
        for kind, of in sorted(whole.errors.items()):
            if (share := 1 - whole.outside[kind] / of) < INSIDE:
                reasons.append(f"{share:.3%} of the stamps of a {kind} as the budget says, not {INSIDE:.1%}")
        reasons += [
            f"seat {seat}, a {kind} of {part}: stamps {bias.median / NS_PER_US:+.1f} µs beside the others'"
            for (part, kind, seat), bias in self.biases().items()
            if bias.found
        ]
        if whole.races < planned:
            reasons.append(f"{whole.races} races of {planned}")
        return reasons


@dataclass(frozen=True, slots=True)
class Bias:
    """A seat beside all seats of its kind.

    Attributes:
        presses: how many it has.
        median: how much later it is stamped, in the middle (ns).
        unsure: the standard deviation of that (ns).
    """

    presses: int
    median: float
    unsure: float

    @classmethod
    def of(cls, lates: Iterable[int], usual: float) -> Bias:
        """Of how late its stamps are, and all of its kind are in the middle (ns)."""
        own = sorted(lates)
        middle = median(own)
        # half of the middle two thirds is a standard deviation, whatever the tails; a median's is 1.25 of it
        spread = (own[len(own) * 5 // 6] - own[len(own) // 6]) / 2
        return cls(len(own), middle - usual, 1.25 * spread / sqrt(len(own)))

    @property
    def found(self) -> bool:
        """Whether that is more than chance, and than anybody may be."""
        return self.presses >= LEAST and abs(self.median) > max(BIAS_NS, SURELY * self.unsure)


def at_most(times: int, of: int) -> float:
    """What happened so often in so many is so seldom, `SURE`: Clopper and Pearson's upper bound.

    None in n is 3 / n, nearly.
    """
    if times >= of:
        return 1.0
    low, high = times / of, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _no_more(times, of, middle) > 1 - SURE else (low, middle)
    return high


def _no_more(times: int, of: int, chance: float) -> float:
    """How likely so few are."""
    terms = (
        lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1) + k * log(chance) + (of - k) * log1p(-chance)
        for k in range(times + 1)
    )
    return sum(exp(term) for term in terms)


def summed(records: Iterable[Record]) -> Sums:
    """All of these, judged."""
    sums = Sums()
    for record in records:
        sums.add(record)
    return sums


def counted(tallies: Mapping[tuple[str, str, str], Tally]) -> list[dict[str, Any]]:
    """Tallies as JSON, in their order."""
    return [
        {"part": part, "by": name, "of": value, **tally.plain()}
        for (part, name, value), tally in sorted(tallies.items(), key=lambda each: each[0])
    ]
