"""The box's times: how long a contact is watched, when to rule, how close is a tie, when panels rest."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US


def earliest(*moments: int | None) -> int | None:
    """The first of these moments (ns); None if there is none among them."""
    return min([at for at in moments if at is not None], default=None)


@dataclass(frozen=True, slots=True)
class Times:
    """The box's times (all ns); what each is for stands in `firmware.presses`: `contact` and `arbiter`.

    Why so long: 960 races recorded on a kernel's lines, contacts clean or bouncing for up to 5 ms, idle or
    with a processor others fight for, judged again by other times (``make bench-fairness ARGS=--defaults``).

    Attributes:
        confirm: from 2 to 8 ms nothing changes; with 1 ms and less more bounces are taken for presses.
        bounce: with 5 ms a train of that length loses the race; from 10 ms on nothing changes.
        gap: after interference; a touch has its own, `firmware.presses.contact.LULL_NS`.
        release: no finger taps again sooner.
        settle: an edge may come so late. 20 ms lost 94 presses, 30 ms 23, nearly all of them where the
            processor was fought for, 50 ms none; but each ruling then comes 20 ms later for everybody.
        tie: 99 in 100 first stamps of bouncing contacts are within 0.1 ms of the pull, the worst 0.7 ms. With
            0.1 ms 11 ties were missed, with 0.5 five. A box that was measured (`pierwszy check loopback`) has
            its own. It promises no sharp edge but a band: clean contacts less than 0.47 ms apart are always a
            tie, more than 0.53 ms apart never (`firmware.budget`).
        reach: the most by which a stamp of a source other than pins may be too late; 0 with pins alone.
    """

    confirm: int = 3 * NS_PER_MS
    bounce: int = 20 * NS_PER_MS
    gap: int = 2 * NS_PER_MS
    release: int = 30 * NS_PER_MS
    settle: int = 30 * NS_PER_MS
    tie: int = 500 * NS_PER_US
    reach: int = 0


@dataclass(frozen=True, slots=True)
class Rests:
    """How long panels that nobody touches and that show the same stay as they are (ns).

    Attributes:
        dim: bright; afterwards they are dim.
        shift: where their picture belongs; afterwards it moves a little every minute.
    """

    dim: int = 300 * NS_PER_S
    shift: int = 600 * NS_PER_S
