"""Edges of one line -> presses: tells a press from a spike, bounce, a held or a broken button.

How a finger looks to the kernel: the metal touches, bounces for up to some milliseconds, rests, and bounces
again when let go. The moment of *first* touch is the press; everything after it is only evidence.

- From an idle line the first edge, **in either direction**, starts a candidate, and its stamp is the
  candidate's for good. (The kernel keeps one pending stamp a line and reads the level when its thread runs,
  linux/drivers/gpio/gpiolib-cdev.c edge_irq_thread, so a quick touch-and-open can reach us as a lone "open".
  Its stamp is then the opening's: the touch came before, and nobody knows when. The outcome says so.)
- The candidate is a press once the line has stayed closed for ``confirm``, all of it within ``bounce`` of
  the first edge. Whichever way the contact bounced, its bounce never costs it the race.
- The line open and quiet for ``gap``, or ``bounce`` over: that was a spike. It is counted, and a closing
  after it is a candidate with a time of its own; so is one too late to rest within ``bounce``. What was
  closed for `TOUCH_NS` or more was a touch, not interference: it may lie open for `LULL_NS` and bounce on.
- Accepted, the line must be open for ``release`` without a break before it can press again; the release is
  stamped at the opening after which it stayed open.
- Edges need a while to reach us, so time alone decides only what was due ``delivery`` ago: as long as no edge
  comes later than that, what is judged depends on stamps alone. A level that then differs from the last edge
  means an edge still on its way, which has the better stamp, or a lost one: nothing is judged for up to
  `PATIENCE_NS`; then the level is believed.
- Closed when the box starts is *stuck*; twenty spikes within a second are *noisy*. Such a line is left
  out, named on screen, and taken back when it behaves.

Pure: time comes with the edges, time and level with `Contact.advance`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from enum import StrEnum
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Line
from firmware.ports import Clock
from firmware.times import Times, earliest

L = TypeVar("L", bound=Line)

TOUCH_NS = 50 * NS_PER_US
"""Closed for so long in all, it was metal on metal; interference is over within some microseconds."""

LULL_NS = 4 * NS_PER_MS
"""A touch may lie open for so long and go on bouncing. With ``gap`` alone, trains of up to 5 ms gave 5 wrong
winners and 23 wrong orders in 1,024 races recorded on a kernel's lines; longer than this gains nothing."""

NOISY_SPIKES = 20
"""This many spikes within `NOISY_NS` make a line noisy; mains hum on a loose wire makes 50 or 100."""

NOISY_NS = NS_PER_S

DELIVERY_NS = 2 * NS_PER_MS
"""Edges usually take less from their stamp to us; lgpio alone keeps each for 0.5 to 1 ms to sort them."""

PATIENCE_NS = 200 * NS_PER_MS
"""An edge whose level was seen may be on its way for so long. Of 300,000 on a kernel's lines beside busy
processes or threads the latest came after 173 ms; with 30 two presses were lost whose ends came 36 ms late.
That one never comes takes a buffer that ran over, and the kernel's drops its oldest (linereq_put_event)."""


class Reading(NamedTuple):
    """A line's level, and a moment (ns) by which it had been read."""

    closed: bool
    by: int


Read: TypeAlias = Callable[[Line], Reading]
"""Reads a line's level now."""


def reader(closed: Callable[[Line], bool], clock: Clock) -> Read:
    """Reads by ``closed``, and looks at the clock afterwards: a busy machine may come between the two."""
    return lambda line: Reading(closed(line), clock.now())


class Kind(StrEnum):
    """What became of a candidate."""

    PRESS = "press"
    RELEASE = "release"
    GLITCH = "glitch"


class Outcome(NamedTuple):
    """One judged candidate.

    Attributes:
        kind: what it was.
        at: its stamp (ns).
        unseen: that is of an opening; the touch before it has none.
        bounced: it wasn't at rest at once, so that its first touch may have none, either.
    """

    kind: Kind
    at: int
    unseen: bool = False
    bounced: bool = False


class Contact:
    """One button's edge history.

    Feed it with `edge` in the order the kernel stamped, let time pass with `advance`, and collect from
    `outcomes`. Wiring: button between the line and ground, pull-up on, so closed is low.

    Attributes:
        delivery: how late an edge may come without changing what is judged (ns).
        on_belief: called with a level that is believed though no edge told of it, and since when (ns).
    """

    def __init__(self, times: Times, closed: bool = False, now: int = 0) -> None:
        self.times = times
        self.delivery = DELIVERY_NS
        self.on_belief: Callable[[bool, int], None] = lambda *_: None
        self.outcomes: deque[Outcome] = deque()
        self.presses = 0
        self.glitches = 0
        self.stuck = closed
        self._level = closed
        self._changed = now
        self._candidate: int | None = None
        self._unseen = False
        self._down = closed
        self._since = now
        self._heard = False
        self._touched = 0
        self._opened: int | None = None
        self._seen: tuple[int, bool] | None = None
        self._spikes: deque[int] = deque(maxlen=NOISY_SPIKES)
        self._noisy = False

    @property
    def candidate(self) -> int | None:
        """Stamp of a first edge that may yet prove a press, or None."""
        return self._candidate

    @property
    def unseen(self) -> bool:
        """Whether that is an opening's: the touch was before it."""
        return self._candidate is not None and self._unseen

    @property
    def heard_at(self) -> int | None:
        """When a line closed by then is a finger's for all that a lamp need know (ns), or None."""
        if self._candidate is None or not self._level or self._noisy:
            return None
        return self._changed + self.times.confirm + DELIVERY_NS

    @property
    def down(self) -> int | None:
        """Stamp since when it is closed without a break, so that it can't press again, or None."""
        return self._since if self._down else None

    @property
    def opened(self) -> int | None:
        """Stamp since when an accepted press looks let go, which is not yet certain, or None."""
        return self._opened

    @property
    def fault(self) -> str | None:
        """``"stuck"``, ``"noisy"`` or None."""
        return "stuck" if self.stuck else "noisy" if self._noisy else None

    def deadline(self) -> int | None:
        """When time alone decides something next (ns), or None."""
        due: int | None = None
        if (doubted := self._doubted) is not None:
            due = doubted + PATIENCE_NS - self.delivery
        elif self._down:
            due = None if self._opened is None else self._opened + self.times.release
        elif self._candidate is not None:
            due = self._changed + (self.times.confirm if self._level else self._lull)
        if self._noisy and self._candidate is None:
            due = earliest(due, self._spikes[-1] + NOISY_NS)
        return None if due is None else due + self.delivery

    @property
    def _doubted(self) -> int | None:
        """Since when the line was seen to be otherwise than its edges so far say (ns), or None."""
        return None if self._seen is None or self._seen[1] == self._level else self._seen[0]

    @property
    def _lull(self) -> int:
        """How long the line may lie open before what began is over (ns)."""
        touched = self._touched >= TOUCH_NS
        return min(max(LULL_NS, self.times.gap), self.times.bounce) if touched else self.times.gap

    def edge(self, closed: bool, at: int) -> None:
        """Take one edge; stamps of one line never run backwards, a stray one is taken as *now*."""
        at = max(at, self._changed)
        doubted = self._doubted
        if self._down and doubted is not None and closed == self._level and at >= doubted:
            self._believe(not closed, doubted)  # it ends what was seen, so that one's edge is lost
        if self._seen is not None and at >= self._seen[0]:
            self._seen = None
        self._elapse(at)
        if self._down:
            # An "open" while already open hides a closing in between: the quiet starts anew.
            self._opened = None if closed else at
        elif self._candidate is None:
            self._candidate, self._touched, self._unseen = at, 0, not closed
        elif self._level:
            self._touched += at - self._changed
        self._level = closed
        self._changed = at

    def advance(self, now: int, level: bool, by: int | None = None) -> bool:
        """Judge what is due by ``now``; a step stopped half-way judges nothing.

        Args:
            now: the time as the step that asks began (ns).
            level: the line's, read since then, in case an edge was lost.
            by: when it had been read (ns), if that wasn't at once: an edge isn't missed before the level was
                seen to differ. Read later than an edge takes to come it says nothing: the process was
                stopped in between, and what came meanwhile waits, whatever the level is by now.

        Returns:
            Whether anything was judged; if not, it is still due.
        """
        seen = now if by is None else by
        if seen - now > DELIVERY_NS:
            return False
        if self._doubted is None and level != self._level and (self._candidate is not None or self._down):
            self._seen = seen, level
        if (doubted := self._doubted) is not None:
            if now - doubted < PATIENCE_NS:
                self._calm(now - self.delivery)
                return True
            self._believe(level, doubted)
        self._elapse(now - self.delivery)
        return True

    def _believe(self, level: bool, since: int) -> None:
        """The edge seen missing at ``since`` never came: the level read is the truth from then on."""
        self.on_belief(level, since)
        self._seen = None
        self._level = level
        self._changed = since
        if self._down:
            self._opened = None if level else since

    def _calm(self, now: int) -> None:
        """Take a noisy line back, but for what began on it while it was noisy."""
        now = now if self._candidate is None else min(now, self._candidate)
        if self._noisy and now - self._spikes[-1] >= NOISY_NS:
            self._noisy = False
            self._spikes.clear()

    def _elapse(self, now: int) -> None:
        """Decide by the edges so far, the line having been quiet until ``now``."""
        while self._candidate is not None:
            if self._level and self._changed + self.times.confirm > self._candidate + self.times.bounce:
                # Too late for the first edge; but this closing may be a finger.
                self._spike(self._candidate)
                self._candidate, self._touched, self._unseen = self._changed, 0, False
            elif self._level and now - self._changed >= self.times.confirm:
                self._accept(self._candidate)
            elif (not self._level and now - self._changed >= self._lull) or (
                now - self._candidate >= self.times.bounce
            ):
                self._spike(self._candidate)
            else:
                break
        if self._opened is not None and now - self._opened >= self.times.release:
            self._let_go(self._opened)
        self._calm(now)

    def _accept(self, at: int) -> None:
        self._candidate = None
        self._calm(at)
        self._down, self._since = True, at
        self._heard = not self._noisy
        if self._heard:
            self.presses += 1
            self.outcomes.append(Outcome(Kind.PRESS, at, self._unseen, self._changed > at))

    def _let_go(self, at: int) -> None:
        self._down = False
        self._opened = None
        if self._heard:  # a release answers a press: a stuck or noisy line's closing was none
            self.outcomes.append(Outcome(Kind.RELEASE, at))
        self.stuck = False

    def _spike(self, at: int) -> None:
        self._candidate = None
        self._calm(at)
        self.glitches += 1
        self.outcomes.append(Outcome(Kind.GLITCH, at))
        self._spikes.append(at)
        if len(self._spikes) == NOISY_SPIKES and at - self._spikes[0] < NOISY_NS:
            self._noisy = True


class Contacts(dict[L, Contact], Generic[L]):
    """Each line's contact.

    Args:
        lines: the lines, in the order they are judged in.
        times: the box's times.
        read: reads the level of a line.
        now: the time (ns).
    """

    def __init__(self, lines: Collection[L], times: Times, read: Read, now: int) -> None:
        super().__init__((line, Contact(times, read(line).closed, now)) for line in lines)
        self._read = read

    def advance(self, now: int) -> int | None:
        """Judge what is due by ``now``.

        Returns:
            None, or if the step was stopped half-way, when it went on (ns): nothing more was judged then.
        """
        for line, contact in self.items():
            if (due := contact.deadline()) is not None and due <= now:
                level, by = self._read(line)
                if not contact.advance(now, level, by):
                    return by
        return None

    def deadline(self) -> int | None:
        """When time alone decides something next (ns), or None."""
        return earliest(*(contact.deadline() for contact in self.values()))
