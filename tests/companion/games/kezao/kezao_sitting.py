"""A game of Kezao being played: dice that show what they are told to, and all cards counted."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from companion.games.kezao.state import CARDS
from firmware.events import Event, Rolled
from firmware.rolling import Roll
from tests.companion.games.sitting import Sitting, referee_for

CALM = {"with": "red", "without": "blue"}
"""What dice show that are told nothing: colours that don't clash."""


@dataclass
class Kezao(Sitting):
    """Times are in ms; ``faces`` are those of the next rolls."""

    faces: deque[tuple[str, ...]] = field(default_factory=deque)
    rolled: list[tuple[str, ...]] = field(default_factory=list)
    """The kinds of dice of each roll that was asked for."""

    def _step(self, event: Event) -> str | None:
        why = super()._step(event)
        while (roll := next((effect for effect in self.cues if isinstance(effect, Roll)), None)) is not None:
            self.cues.remove(roll)
            self.rolled.append(tuple(die.name for die in roll.dice))
            calm = tuple(CALM[die.name] for die in roll.dice)
            super()._step(Rolled(self.faces.popleft() if self.faces else calm, self.now))
        assert self.cards_in_all() == CARDS
        return why

    def cards_in_all(self) -> int:
        """Every card is somewhere: in the pile, in hands, on the table, or aside."""
        see = self.see
        in_hands = sum(player["cards"] for player in see["players"].values())
        return int(see["pile"] + in_hands + len(see["laid"]) + see["aside"])

    def of(self, key: str) -> list[Any]:
        """One thing of every player, clockwise."""
        return [player[key] for player in self.see["players"].values()]

    @property
    def cards(self) -> list[int]:
        return self.of("cards")

    @property
    def ms(self) -> float:
        """The time now."""
        return self.now / 1e6

    def roll(self, *faces: str, pick: str = "+-") -> None:
        """The roller picks and rolls, and the dice come to rest."""
        if faces:
            self.faces.append(faces)
        assert self.enter(pick, self.ms + 1000) is None
        assert self.press(self.see["roller"], self.ms + 100) is None
        self.wait(self.ms + 600 + 1000 * self.see["rerolls"])
        assert (self.see["phase"], self.see["rolling"]) == ("lay", False)

    def lay(self, *seats: int) -> None:
        """Cards laid one after the other, 100 ms apart, each ruled."""
        for seat in seats:
            assert self.press(seat, self.ms + 100) is None
            self.wait(self.ms + 1)

    def hold(self, *seats: int) -> None:
        """Whoever holds its button says, one after the other, that its last card was wrong."""
        for seat in seats:
            assert self.press(seat, self.ms + 600) is None
            assert self.release(seat, self.ms + 801) is None

    def pass_roll(self, *seats: int) -> None:
        """A whole roll: these seats lay and nobody else can, all cards are right, the next seat rolls."""
        self.roll()
        self.lay(*seats)
        if self.see["phase"] == "lay":
            assert self.enter("nobody", self.ms + 100) is None
        assert self.ok(self.ms + 1000) is None


def sit(options: str = "seats=1,2,3") -> Kezao:
    """A game about to begin."""
    return Kezao(referee_for(f"kezao {options}"))


def rolled(options: str = "seats=1,2,3") -> Kezao:
    """Dice at rest, with red and without blue."""
    table = sit(options)
    table.roll()
    return table


def full(*seats: int, options: str = "seats=1,2,3") -> Kezao:
    """These seats have filled the places: the cards are being checked."""
    table = rolled(options)
    table.lay(*seats)
    assert table.see["phase"] == "check"
    return table


def nearly_out(*seats: int, options: str = "seats=1,2,3") -> Kezao:
    """These seats hold one card each, and the dice are at rest."""
    table = sit(options)
    for _ in range(6):
        for seat in seats:
            table.pass_roll(seat)
    table.roll()
    assert [table.see["players"][str(seat)]["cards"] for seat in seats] == [1] * len(seats)
    return table
