"""A whole game of The Game as one frozen value, and the few ways it goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum

from companion.games.options import option, yes_no
from companion.games.the_game.cards import DECK, Card, Colour, Pile, fits, turns_back
from companion.words import T
from firmware.events import Seat

HAND = 2
"""Cards in a hand (Przygotowanie gry)."""


class Phase(Enum):
    """Where a game stands."""

    TURN = "turn"
    WON = "won"
    LOST = "lost"


class Aside(StrEnum):
    """What the host has the main screen show besides the game."""

    STUCK = "stuck?"
    """Asked whether the seat on turn really can't lay."""
    LEFT = "left"
    """Which cards have not been seen yet."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set: ``pro``, the game for experts, is one card a turn and less talk."""

    pro: bool = option(T("For experts"), "no", ("no", "yes"), yes_no)


@dataclass(frozen=True, slots=True)
class State:
    """A whole game.

    Attributes:
        turn: the seat on turn.
        hands: how many cards each seat holds; the box counts them, it never sees them.
        draw: cards in the draw pile.
        laid: the cards laid, in order.
        tops: each pile's top card; an empty pile isn't there.
        laid_this_turn: cards the seat on turn has laid.
        last: whose turn ended last; it draws ``drew`` cards.
        at_knob: what the knob has chosen so far of a card to lay, or what is shown besides the game.
    """

    turn: Seat
    hands: Mapping[Seat, int]
    draw: int
    phase: Phase = Phase.TURN
    laid: tuple[Card, ...] = ()
    tops: Mapping[Pile, Card] = field(default_factory=dict)
    laid_this_turn: int = 0
    last: Seat | None = None
    drew: int = 0
    at_knob: Colour | Card | Aside | None = None

    def unseen(self) -> Iterator[Card]:
        """The cards that nobody but their holder has seen: in hands, or to be drawn."""
        laid = set(self.laid)
        return (card for card in DECK if card not in laid)

    def fitting(self, pile: Pile) -> int:
        """How many unseen cards may be laid on a pile now."""
        return sum(fits(card, pile, self.tops.get(pile)) for card in self.unseen())

    def trick(self, pile: Pile) -> Colour | None:
        """The colour whose unseen cards can still turn a pile back, or None."""
        top = self.tops.get(pile)
        return next((card.colour for card in self.unseen() if turns_back(card, pile, top)), None)

    def closed(self) -> State:
        """The state with nothing half chosen at the knob."""
        return replace(self, at_knob=None)

    def with_card(self, card: Card, pile: Pile) -> State:
        """The seat on turn has laid a card; the last of all wins the game (Zakończenie gry)."""
        laid = (*self.laid, card)
        return replace(
            self.closed(),
            phase=Phase.WON if len(laid) == len(DECK) else Phase.TURN,
            hands={**self.hands, self.turn: self.hands[self.turn] - 1},
            laid=laid,
            tops={**self.tops, pile: card},
            laid_this_turn=self.laid_this_turn + 1,
        )

    def turn_over(self, ring: tuple[Seat, ...]) -> State:
        """The seat on turn has drawn, and the next of the ``ring`` that has a card is on turn.

        Args:
            ring: the seats in play, clockwise. At least one has a card: else the game is won.
        """
        drew = min(HAND - self.hands[self.turn], self.draw)
        hands = {**self.hands, self.turn: self.hands[self.turn] + drew}
        after = ring.index(self.turn) + 1
        turn = next(seat for seat in (*ring[after:], *ring[:after]) if hands[seat])
        return replace(
            self.closed(),
            turn=turn,
            hands=hands,
            draw=self.draw - drew,
            laid_this_turn=0,
            last=self.turn,
            drew=drew,
        )
