"""A whole game of Kezao as one frozen value: where every card is, and what each move does to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from companion.games.judging import IN_FLIGHT_NS, Judging
from companion.games.kezao.dice import NO_THROW, PICKS, UNKNOWN_DIE, YOUNG_PICKS, Throw
from companion.games.options import option
from companion.games.reading import one_of, yes_no
from companion.words import T
from firmware.events import Press, Seat
from firmware.presses.race import NO_RACE, Race

CARDS = 60
HAND = 7
PENALTY = 3
"""Cards taken for a wrong one."""

GOAL = 3
"""Points that win."""


class Phase(Enum):
    """Where a roll stands."""

    CHOOSE = "choose"
    """The roller chooses dice and rolls."""
    LAY = "lay"
    """The dice are cast: whoever has a fitting card lays it, as long as there are places."""
    CHECK = "check"
    """Laying has ended: everyone looks at the cards."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set.

    Attributes:
        young: with young children one die is enough.
        dice: the box rolls, or the table does with its own.
    """

    young: bool = option(
        T("Young children play"),
        "no",
        ("no", "yes"),
        yes_no,
        shown={"yes": T("yes: one die")},
        live=True,
    )
    dice: str = option(
        T("Dice"),
        "virtual",
        ("virtual", "real"),
        one_of("virtual", "real"),
        shown={"real": T("your own"), "virtual": T("on the screen")},
        live=True,
    )

    @property
    def real(self) -> bool:
        """The table rolls its own dice."""
        return self.dice == "real"

    @property
    def unknown(self) -> str:
        """A pick of the table's own dice, before anything was said of them."""
        return UNKNOWN_DIE * len(self.picks[0])

    @property
    def picks(self) -> tuple[str, ...]:
        """What the roller may take."""
        return YOUNG_PICKS if self.young else PICKS


@dataclass(frozen=True, slots=True)
class Player:
    """One seat's cards and points.

    Attributes:
        taken: cards taken for each wrong one in this roll.
    """

    cards: int = HAND
    points: int = 0
    taken: tuple[int, ...] = ()

    @property
    def barred(self) -> bool:
        """Whoever has laid a wrong card lays no more in this roll."""
        return bool(self.taken)


@dataclass(frozen=True, slots=True)
class State:
    """A whole game.

    Attributes:
        roller: whose roll it is.
        picked: the dice the roller takes, one of the picks; it stays from roll to roll.
        aside: cards laid in earlier rolls of this round.
        reshuffled: in this roll the pile has run out, and the cards laid aside became the new one.
        since: the stamp since which this phase lasts (ns); None at the very beginning.
        throw: the dice thrown.
        landed: everyone has been told that the dice are at rest.
        opens: a card laid before this stamp doesn't count (ns).
        race: the last cards laid together, ruled or waiting for their ruling.
        tied: seats of which the table must say who was first.
        laid: the seat of each card laid in this roll, in order.
        judging: set while the host has stopped the laying.
        nobody: the host has said that nobody can lay, and no place has become free since.
        hold: a press in the check that is still down: held long enough, its seat's last card was wrong.
        last_winner: who has won the round before, until this one's first dice are chosen.
        won: the winner, once there is one; nobody before.
    """

    roller: Seat
    players: Mapping[Seat, Player]
    picked: str
    aside: int = 0
    reshuffled: bool = False
    round: int = 1
    phase: Phase = Phase.CHOOSE
    since: int | None = None
    throw: Throw = NO_THROW
    landed: bool = False
    opens: int = 0
    race: Race = NO_RACE
    tied: tuple[Seat, ...] = ()
    laid: tuple[Seat, ...] = ()
    judging: Judging | None = None
    nobody: bool = False
    hold: Press | None = None
    last_winner: Seat | None = None
    won: tuple[Seat, ...] = ()

    @property
    def places(self) -> int:
        """As many cards may be laid as there are players."""
        return len(self.players)

    @property
    def pile(self) -> int:
        """Cards to be drawn: no other card is anywhere else."""
        hands = sum(player.cards for player in self.players.values())
        return CARDS - hands - len(self.laid) - self.aside

    @property
    def free(self) -> int:
        """Places without a card."""
        return self.places - len(self.laid)

    @property
    def emptied(self) -> Seat | None:
        """The seat that has laid its last card."""
        return next((seat for seat, player in self.players.items() if not player.cards), None)

    @property
    def all_barred(self) -> bool:
        """Nobody may lay any more in this roll."""
        return all(player.barred for player in self.players.values())

    @property
    def laying(self) -> bool:
        """Whether cards are being laid: nobody has stopped it, and no tie waits for the table."""
        return self.phase is Phase.LAY and self.judging is None and not self.tied

    @property
    def goes_on(self) -> bool:
        """Whether the check leads back to laying: a place has become free that somebody may fill."""
        return self.free > 0 and self.emptied is None and not self.nobody and not self.all_barred

    def rolling(self, now: int) -> bool:
        """Whether the dice are under way."""
        return now < self.throw.rest

    def pick(self, picked: str) -> State:
        """The roller will take these dice."""
        return replace(self, picked=picked, last_winner=None)

    def lay(self, *seats: Seat) -> State:
        """A card of each of these seats takes the next place."""
        players = {seat: replace(p, cards=p.cards - seats.count(seat)) for seat, p in self.players.items()}
        return replace(self, laid=(*self.laid, *seats), players=players)

    def _with(self, seat: Seat, **changed: Any) -> State:
        """Something of this seat is as given now."""
        return replace(self, players={**self.players, seat: replace(self.players[seat], **changed)})

    def take_back(self, seat: Seat) -> State:
        """A seat's last card was wrong: it returns, and the seat takes three more.

        Fewer if the pile is short; what was laid aside then becomes the new pile.
        """
        drawn, player = min(PENALTY, self.pile), self.players[seat]
        after = self.lift(seat)._with(seat, cards=player.cards + 1 + drawn, taken=(*player.taken, drawn))
        return after.refilled()

    def lift(self, seat: Seat) -> State:
        """A seat's last card returns, at no price."""
        index = max(index for index, layer in enumerate(self.laid) if layer == seat)
        after = self._with(seat, cards=self.players[seat].cards + 1)
        return replace(after, laid=(*self.laid[:index], *self.laid[index + 1 :]), nobody=False)

    def forgive(self, seat: Seat) -> State | None:
        """A seat's last card was right after all: it lies again; None if there is no room or card for it."""
        player = self.players[seat]
        *taken, drawn = player.taken
        cards = player.cards - 1 - drawn
        if not self.free or cards < (0 if self.emptied is None else 1):
            return None
        after = self._with(seat, cards=cards, taken=tuple(taken))
        judging = self.judging and self.judging.without(seat)
        return replace(after, laid=(*self.laid, seat), judging=judging)

    def most_cards(self, seat: Seat) -> int:
        """How many a seat may have: all but those on the table and in others' hands."""
        return self.players[seat].cards + self.pile + self.aside

    def count(self, seat: Seat, cards: int) -> State:
        """A seat has been counted to have these cards; the pile has the fewer or the more."""
        more = cards - self.players[seat].cards
        stock = self if more <= self.pile else replace(self, aside=0)
        return stock._with(seat, cards=cards).refilled()

    def score(self, seat: Seat, points: int) -> State:
        """A seat's points are these; with the third it has won."""
        scored = self._with(seat, points=points)
        if points < GOAL:
            return scored
        return replace(scored, phase=Phase.OVER, won=(seat,), tied=(), judging=None, hold=None)

    def refilled(self) -> State:
        """An empty pile is made anew of what was laid aside, if anything was."""
        if self.pile or not self.aside:
            return self
        return replace(self, aside=0, reshuffled=True)

    def check(self, at: int) -> State:
        """Laying has ended at a stamp."""
        return replace(self, phase=Phase.CHECK, since=at, tied=(), judging=None)

    def go_on(self, at: int) -> State:
        """The check is none: back to laying, or where dice are still to be cast, to that.

        What is pressed before anybody can have seen it was still about the check.
        """
        phase = Phase.LAY if self.landed else Phase.CHOOSE
        return replace(self, phase=phase, since=at, opens=at + IN_FLIGHT_NS, nobody=False)

    def next_roll(self, roller: Seat, at: int) -> State:
        """The cards laid are put aside; nobody is barred any more."""
        players = {seat: replace(player, taken=()) for seat, player in self.players.items()}
        fresh = State(roller, players, self.picked, self.aside + len(self.laid), round=self.round)
        return replace(fresh.refilled(), since=at)

    def next_round(self, roller: Seat, winner: Seat, at: int) -> State:
        """A point for the seat that has laid its last card; the third ends the game, else all cards anew."""
        scored = self.score(winner, self.players[winner].points + 1)
        if scored.won:
            return scored
        points = {seat: player.points for seat, player in scored.players.items()}
        fresh = dealt(roller, points, self.picked)
        return replace(fresh, round=self.round + 1, since=at, last_winner=winner)

    def snapshot(self, now: int) -> dict[str, Any]:
        """All of it that may be seen, as JSON."""
        return {
            "phase": self.phase.value,
            "round": self.round,
            "turn": self.roller if self.phase is Phase.CHOOSE else None,
            "roller": self.roller,
            "picked": self.picked,
            "dice": [list(die) for die in self.throw.dice],
            "with": list(self.throw.colours("with")),
            "without": list(self.throw.colours("without")),
            "rolling": self.rolling(now),
            "rerolls": self.throw.rerolls,
            "places": self.places,
            "laid": list(self.laid),
            "tied": list(self.tied),
            "judging": self.judging is not None,
            "marked": [] if self.judging is None else list(self.judging.marked),
            "pile": self.pile,
            "aside": self.aside,
            "players": {
                str(seat): {"cards": player.cards, "points": player.points, "barred": player.barred}
                for seat, player in self.players.items()
            },
        }


def dealt(roller: Seat, points: Mapping[Seat, int], picked: str) -> State:
    """A new round: all cards shuffled, seven for everyone."""
    return State(roller, {seat: Player(points=had) for seat, had in points.items()}, picked)
