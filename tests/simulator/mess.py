"""What goes wrong: each season has some of these faults, and each lasts a while."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from random import Random

from firmware.events import NS_PER_US
from tests.simulator.box import SimBox, ms
from tests.simulator.card import SAYS, Card
from tests.simulator.hands import DELIVERY_US, Hands
from tests.simulator.panels import Glass
from tests.simulator.wall import Wall


class Mess:
    """Everything that goes wrong in one boot of a box.

    Args:
        box: the box.
        hands: what moves its lines.
        card: the card it records on.
        wall: the clock on the wall.
        glass: its panels, where they are made up of glass.
        kinds: which faults there are, of `OFTEN`.
        chance: decides.
        counts: what has gone wrong, by what people call it.
    """

    def __init__(
        self,
        box: SimBox,
        hands: Hands,
        card: Card,
        wall: Wall,
        glass: Glass | None,
        *,
        kinds: set[str],
        chance: Random,
        counts: Counter[str],
    ) -> None:
        self._box, self._hands, self._card, self._wall, self._glass = box, hands, card, wall, glass
        self._chance, self._counts = chance, counts
        self._kinds = sorted(kinds)
        self._until = 0

    def befall(self) -> None:
        """Let something go wrong, or be well again."""
        if self._box.clock.now() >= self._until:
            self.mend()
        for kind in self._kinds:
            often, befalls = OFTEN[kind]
            if self._chance.random() < often:
                befalls(self)

    def mend(self) -> None:
        """All is well again."""
        self._card.trouble = None
        self._hands.lost = 0.0
        self._hands.lateness = lambda: self._chance.randint(*DELIVERY_US) * NS_PER_US
        self._box.latency = lambda: 0
        for panel in () if self._glass is None else self._glass.bench.values():
            if not panel._plugged:
                panel.plug()

    def _lasts(self, what: str) -> None:
        self._until = self._box.clock.now() + ms(self._chance.choice((300, 2000, 15_000)))
        self._counts[what] += 1

    def _soon(self) -> int:
        return self._box.clock.now() + ms(self._chance.uniform(1, 300))

    def _seat(self) -> int:
        return self._chance.choice(sorted(self._box.settings.seats))

    def _spike(self) -> None:
        self._hands.spike(self._seat(), self._soon())

    def _pulse(self) -> None:
        self._hands.pulse(self._soon())

    def _noise(self) -> None:
        self._hands.noise(self._seat(), self._soon())

    def _busy(self) -> None:
        """Others fight for the processor: edges come late, in any order, and so may the loop."""
        most = self._chance.choice((8, 20, 20, 150))
        self._hands.lateness = lambda: (
            self._chance.choice((500, self._chance.randint(100, most * 1000))) * NS_PER_US
        )
        slow = self._chance.choice((0, min(most, 40)))
        self._box.latency = lambda: self._chance.randint(0, slow * 1000) * NS_PER_US
        self._lasts("spells of a busy machine")

    def _lose_edges(self) -> None:
        self._hands.lost = 0.1
        self._lasts("spells of lost edges")

    def _stop(self) -> None:
        self._box.stopped_until = self._box.clock.now() + ms(self._chance.choice((50, 400, 2000, 9000)))
        self._counts["stops of the process"] += 1

    def _spoil_card(self) -> None:
        self._card.trouble = self._chance.choice(sorted(SAYS))
        self._lasts(f"spells of a card that is {self._card.trouble}")

    def _spoil_panel(self) -> None:
        if self._glass is None:
            return
        panel = self._chance.choice([*self._glass.bench.values()])
        if self._chance.random() < 0.5:
            panel.glitch(self._chance.choice((1, 2, 7)))
            self._counts["I2C errors"] += 1
        else:
            panel.unplug()
            self._lasts("panels unplugged")

    def _set_clock(self) -> None:
        """Somebody, or the network, sets the time of day."""
        self._wall.put(timedelta(minutes=self._chance.choice((-90_000, -60, 1, 60, 3000))))
        self._counts["times of day set"] += 1


OFTEN: dict[str, tuple[float, Callable[[Mess], None]]] = {
    "spikes": (0.10, Mess._spike),
    "pulses": (0.06, Mess._pulse),
    "noise": (0.01, Mess._noise),
    "busy": (0.06, Mess._busy),
    "lost edges": (0.03, Mess._lose_edges),
    "stops": (0.03, Mess._stop),
    "card": (0.03, Mess._spoil_card),
    "panels": (0.08, Mess._spoil_panel),
    "clock": (0.01, Mess._set_clock),
}
"""Each kind of fault: how often it befalls the box before somebody does something."""
