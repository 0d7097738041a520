"""When panels dim, and which press only wakes them: a picture lit for hours burns into an OLED.

Five minutes after the last change or touch the panels dim; five more, and their picture moves a little every
minute; box.toml may say how soon. Whatever people do then makes them bright again and does nothing else: who
can't read the screen can't have meant what it says. So a box never dims while a first press may count
(`Session.may_doze`), and which press wakes is told by its stamp, not by when it arrives.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.session.plugging import by_the_box
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Event, Key, Knob, Press
from firmware.times import Rests
from firmware.views import PanelId, Rest, Screen

STAYS_NS = 60 * NS_PER_S
"""How long a moved picture stays where it is."""

WAKING_NS = 300 * NS_PER_MS
"""What follows the waking press this soon belongs to it: a second hand, the next notch of the knob."""

SHIFTS = ((2, 0), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2), (0, -2), (2, -2))
"""Where the picture moves to (px right and down), round and round."""


class PanelRest:
    """Tells how the panels rest, from what they show and what people do."""

    def __init__(self, now: int, rests: Rests) -> None:
        self._rests = rests
        self._since = now
        self._may = False
        self._screens: Mapping[PanelId, Screen] = {}
        self._woken: int | None = None

    def shows(self, screens: Mapping[PanelId, Screen], may_doze: bool, now: int) -> None:
        """Take what the panels show from ``now`` on, and whether they may dim meanwhile."""
        if screens != self._screens or may_doze is not self._may:
            self._since = max(self._since, now)
        self._screens, self._may = screens, may_doze

    def swallows(self, event: Event) -> bool:
        """Take what happened; True if it has done its work by waking the panels.

        What is typed wakes them as well, and counts: nobody types a line by chance. But what the box types
        itself wakes nobody.
        """
        if not isinstance(event, Press | Key | Knob | Enter) or by_the_box(event):
            return False
        if self.rest(event.at).dim:
            self._woken = event.at
        self._since = max(self._since, event.at)
        if isinstance(event, Enter):
            self._woken = None
        return self._woken is not None and event.at < self._woken + WAKING_NS

    def rest(self, now: int) -> Rest:
        """How the panels rest at ``now``."""
        quiet = now - self._since
        moved = (quiet - self._rests.shift) // STAYS_NS
        return Rest(
            dim=self._may and quiet >= self._rests.dim,
            shift=(0, 0) if moved < 0 else SHIFTS[moved % len(SHIFTS)],
        )

    def changes_at(self, now: int) -> int:
        """When `rest` gives something else next (ns)."""
        quiet = now - self._since
        moved = max(-1, (quiet - self._rests.shift) // STAYS_NS)
        moves = self._since + self._rests.shift + (moved + 1) * STAYS_NS
        return min(moves, self._since + self._rests.dim) if self._may and quiet < self._rests.dim else moves
