"""What is measured at the end of each step, so that every mistake of it that a meter can find is found.

Where to hold the meter isn't written anywhere: of all places that make sense those are taken that find a
mistake no other has found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import inf

from hardware.plans.circuit import Kind
from hardware.plans.meter import FARADS, OHMS, Build, Joint, Measure, Reading
from hardware.plans.mistakes import Mistake, Near, beside, run_together
from hardware.plans.steps import Step

OUTER = ("PI", "J", "X", "JP", "U", "D", "E", "S", "BZ")
"""Parts whose legs are easily reached, the easiest first."""


@dataclass(frozen=True, slots=True)
class Check:
    """One look at the meter.

    Attributes:
        measure: where it is held.
        good: what it shows if all is well.
        finds: the mistakes it shows.
    """

    measure: Measure
    good: Reading
    finds: tuple[Mistake, ...]


def found_loose(mistake: Mistake) -> bool:
    """Whether measuring each resistor and capacitor before it is soldered in finds it."""
    (ref, *_), right = mistake.at, mistake.kind
    wrong = mistake.build.parts[ref].kind if ref in mistake.build.parts else right
    return wrong is not right and right in {**OHMS, **FARADS}


def checks(step: Step, good: Build, made: Iterable[Mistake], beyond: Near) -> list[Check]:
    """Where to hold the meter, and what it shows."""
    every = [each for each in made if not found_loose(each)]
    left = set(range(len(every)))
    taken: dict[Measure, set[int]] = {}
    for measure in _places(step, good, beyond):
        right = good.read(measure)
        if any(every[each].build.shows(measure, right) for each in left):
            finds = {number for number, each in enumerate(every) if each.build.shows(measure, right)}
            taken[measure] = finds
            left -= finds
    for measure in reversed(list(taken)):
        if taken[measure] <= set().union(*(finds for other, finds in taken.items() if other != measure)):
            del taken[measure]
    return [
        Check(measure, good.read(measure), tuple(every[number] for number in sorted(finds)))
        for measure, finds in taken.items()
    ]


def _places(step: Step, good: Build, beyond: Near) -> Iterator[Measure]:
    """Where it makes sense to measure: across parts, then along each net, then legs side by side."""
    yield from dict.fromkeys([*_across(step, good), *_legs(step, good), *_beside(step, good, beyond)])


def _across(step: Step, good: Build) -> Iterator[Measure]:
    """From net to net, of those the step touches and those a resistor away; what conducts first."""
    touched = dict.fromkeys(good.nodes[joint] for joint in step.joints)
    for ref in good.parts:
        if good.parts[ref].kind in OHMS and any(joint[0] == ref for joint in step.joints):
            touched |= dict.fromkeys(good.nodes[ref, pin] for pin in "12" if (ref, pin) in good.joints)
    ends = [_reach(good, node)[0] for node in touched]
    switches = [ref for ref in step.places if good.parts[ref].kind in _SWITCHES]
    pairs = [(Measure(*pair), good.read(Measure(*pair))) for pair in combinations(ends, 2)]
    yield from (measure for measure, reading in pairs if reading.most < inf)
    for switch in switches:
        for measure, reading in pairs:
            pressed = Measure(measure.first, measure.second, switch)
            if good.read(pressed).told_from(reading):
                yield pressed
    yield from (measure for measure, reading in pairs if reading.most == inf)


_SWITCHES = frozenset({Kind.BUTTON, Kind.PLAIN_BUTTON, Kind.KEY, Kind.ENCODER})


def _legs(step: Step, good: Build) -> Iterator[Measure]:
    """Each leg to its net, legs side by side, and through the cable."""
    for joint in step.joints:
        for end in _reach(good, good.nodes[joint]):
            if end != joint:
                yield Measure(end, joint)
                break
    for ref in dict.fromkeys(ref for ref, _ in step.joints):
        for one, other in beside(good.parts[ref]):
            if (ref, one) in good.joints and (ref, other) in good.joints:
                yield Measure((ref, one), (ref, other))
    if step.seat is not None and f"X{step.seat}" in step.places:
        for contact in good.parts[f"X{step.seat}"].pins:
            yield Measure((f"J{step.seat}", contact), (f"X{step.seat}", contact), cable=step.seat)


def _beside(step: Step, good: Build, beyond: Near) -> Iterator[Measure]:
    """Nets that are beside each other on the board."""
    for joint, net in run_together(step, good, beyond):
        yield Measure(_reach(good, good.nodes[joint])[0], _reach(good, ("net", net))[0])


def _reach(good: Build, node: Joint) -> list[Joint]:
    """A net's legs, the easiest to reach first."""

    def ease(joint: Joint) -> int:
        letters = joint[0].rstrip("0123456789")
        return OUTER.index(letters) if letters in OUTER else len(OUTER)

    return sorted((joint for joint, its in good.nodes.items() if its == node), key=ease)
