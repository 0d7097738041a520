"""An hourglass: run, pause, turn over, add or take sand, and what is left at any stamp.

Sand is neither lost nor made: above and below together stay what they were, however it runs, lies or is
turned; only `Hourglass.adjust` makes that more or less, by just what it adds or takes above. Where nothing
has fallen, nothing is left once it is turned.

Pure: every answer is computed from the stamp at which the sand began to fall, never counted, so a process
that was stopped meanwhile is right the moment it wakes. All times are ns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware.events import NS_PER_S


@dataclass(frozen=True, slots=True)
class Hourglass:
    """A glass, as it stood when it was last touched.

    Attributes:
        above: the sand that had yet to fall then (ns).
        below: the sand that had fallen then (ns).
        since: the stamp since which it runs; None while it lies on its side.
    """

    above: int
    below: int = 0
    since: int | None = None

    @property
    def whole(self) -> int:
        """All the sand in it (ns)."""
        return self.above + self.below

    @property
    def ends_at(self) -> int | None:
        """The stamp at which the last grain falls; None while it lies on its side."""
        return None if self.since is None else self.since + self.above

    def ended(self, at: int) -> bool:
        """Whether the last grain had fallen at a stamp; never while it lies on its side."""
        return self.ends_at is not None and at >= self.ends_at

    def left(self, at: int) -> int:
        """What has yet to fall at a stamp (ns); a stamp before the last touch counts as that touch."""
        return self.above - self._fallen(at)

    def ran(self, at: int) -> int:
        """What lies below at a stamp (ns)."""
        return self.below + self._fallen(at)

    def run(self, at: int) -> Hourglass:
        """Upright from ``at`` on."""
        return self if self.since is not None else replace(self, since=at)

    def pause(self, at: int) -> Hourglass:
        """On its side from ``at`` on: nothing falls."""
        return Hourglass(self.left(at), self.ran(at))

    def flip(self, at: int) -> Hourglass:
        """Turned over at ``at``: what had fallen is what is left. It runs on, or still lies."""
        return Hourglass(self.ran(at), self.left(at), self._touched(at))

    def adjust(self, by: int, at: int) -> Hourglass:
        """With ``by`` more sand above, or less: down to none."""
        return Hourglass(max(0, self.left(at) + by), self.ran(at), self._touched(at))

    def _fallen(self, at: int) -> int:
        return 0 if self.since is None else min(self.above, max(0, at - self.since))

    def _touched(self, at: int) -> int | None:
        return None if self.since is None else max(at, self.since)


def seconds_shown(left: int) -> int:
    """The number to show for what is left (ns): whole seconds, rounded up, so that 0 means none is left."""
    return -(-left // NS_PER_S)


def next_number_in(left: int) -> int:
    """How long until `seconds_shown` changes, with ``left`` > 0 running down (ns)."""
    return (left - 1) % NS_PER_S + 1
