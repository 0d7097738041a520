"""A whole game of The Game as one frozen value, and the few ways it goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from companion.games.options import option
from companion.games.reading import yes_no
from companion.games.the_game.cards import DECK, Card, Colour, Laid, Pile, fits, turns_back
from companion.words import T
from firmware.events import Seat

HAND = 2
"""Cards in a hand (Przygotowanie gry)."""


class Phase(Enum):
    """Where a game stands."""

    TURN = "turn"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set: ``pro``, the game for experts, is one card a turn and less talk."""

    pro: bool = option(
        T("For experts"), "no", ("no", "yes"), yes_no, shown={"yes": T("yes: one card")}, live=True
    )

    @property
    def most(self) -> int:
        """Cards that may be laid in a turn (Przebieg gry, Wariant profesjonalny)."""
        return 1 if self.pro else HAND


@dataclass(frozen=True, slots=True)
class State:
    """A whole game.

    Attributes:
        turn: the seat on turn.
        hands: how many cards each seat holds; the box counts them, it never sees them.
        draw: cards in the draw pile.
        laid: the cards laid, in order.
        laid_this_turn: cards the seat on turn has laid.
        last: whose turn ended last; it draws ``drew`` cards.
        pressed: whether it ended that turn with its button, after a card.
        gave_up: the seat on turn holds no card that fits.
    """

    turn: Seat
    hands: Mapping[Seat, int]
    draw: int
    laid: tuple[Laid, ...] = ()
    laid_this_turn: int = 0
    last: Seat | None = None
    drew: int = 0
    pressed: bool = False
    gave_up: bool = False

    @property
    def phase(self) -> Phase:
        """Where the game stands (Zakończenie gry)."""
        if len(self.laid) == len(DECK):
            return Phase.WON
        return Phase.LOST if self.gave_up or self.dead else Phase.TURN

    @property
    def dead(self) -> bool:
        """Whether the seat on turn has to lay, and no card there is could be laid by anybody."""
        tops = {pile: self.top(pile) for pile in Pile}
        return not self.laid_this_turn and not any(
            fits(card, pile, top) for card in self.unseen() for pile, top in tops.items()
        )

    def top(self, pile: Pile) -> Card | None:
        """A pile's top card; None on an empty one."""
        return next((one.card for one in reversed(self.laid) if one.pile is pile), None)

    def unseen(self) -> Iterator[Card]:
        """The cards that nobody but their holder has seen: in hands, or to be drawn."""
        laid = {one.card for one in self.laid}
        return (card for card in DECK if card not in laid)

    def fitting(self, pile: Pile) -> int:
        """How many unseen cards may be laid on a pile now."""
        top = self.top(pile)
        return sum(fits(card, pile, top) for card in self.unseen())

    def trick(self, pile: Pile) -> Colour | None:
        """The colour whose unseen cards can still turn a pile back, or None."""
        top = self.top(pile)
        return next((card.colour for card in self.unseen() if turns_back(card, pile, top)), None)

    def may_lay(self, most: int) -> bool:
        """Whether the seat on turn may lay a card, of ``most`` in a turn."""
        return self.laid_this_turn < most and self.hands[self.turn] > 0

    def most_in_hand(self, seat: Seat) -> int:
        """How many cards a seat can hold, as many as there are."""
        return min(HAND, self.hands[seat] + self.draw)

    def with_card(self, card: Card, pile: Pile) -> State:
        """The seat on turn has laid a card."""
        return replace(
            self,
            hands={**self.hands, self.turn: self.hands[self.turn] - 1},
            laid=(*self.laid, Laid(card, pile)),
            laid_this_turn=self.laid_this_turn + 1,
        )

    def turn_over(self, ring: tuple[Seat, ...], *, pressed: bool = False) -> State:
        """The seat on turn has drawn, and the next of the ``ring`` that has a card is on turn.

        Args:
            ring: the seats in play, clockwise. At least one has a card: else the game is won.
            pressed: by its button, after a card.
        """
        drew = min(HAND - self.hands[self.turn], self.draw)
        hands, draw = {**self.hands, self.turn: self.hands[self.turn] + drew}, self.draw - drew
        after = ring.index(self.turn) + 1
        return replace(
            self,
            turn=next(seat for seat in (*ring[after:], *ring[:after]) if hands[seat] or draw),
            hands=hands,
            draw=draw,
            laid_this_turn=0,
            last=self.turn,
            drew=drew,
            pressed=pressed,
        )

    # -- putting right -----------------------------------------------------------------------------

    def turn_back(self, seat: Seat, ring: tuple[Seat, ...]) -> State | None:
        """The turn goes on that a seat has ended by its button; a card laid since was its second.

        None: that was not how the last turn ended, or it doesn't hold that many cards any more.
        """
        if seat != self.last or not self.pressed or self.gave_up or self.phase is Phase.WON:
            return None
        hands = dict(self.hands)
        hands[self.turn] += self.laid_this_turn
        hands[seat] -= self.drew + self.laid_this_turn
        if hands[seat] < 0:
            return None
        back = replace(
            self, turn=seat, hands=hands, draw=self.draw + self.drew, last=None, drew=0, pressed=False
        )
        if self.laid_this_turn:
            return back.turn_over(ring)
        return replace(back, laid_this_turn=1)

    def with_hand(self, seat: Seat, cards: int) -> State:
        """A seat holds that many cards: the rest of them is in the draw pile."""
        draw = self.draw + self.hands[seat] - cards
        return replace(self, hands={**self.hands, seat: cards}, draw=draw)

    def corrected(self, card: Card, by: Laid) -> State:
        """What was taken for a card was another one, or lies on the other pile."""
        return replace(self, laid=tuple(by if one.card == card else one for one in self.laid))

    def wrong(self) -> Laid | None:
        """The first card that could not have been laid where it lies, or None."""
        tops: dict[Pile, Card] = {}
        for one in self.laid:
            if not fits(one.card, one.pile, tops.get(one.pile)):
                return one
            tops[one.pile] = one.card
        return None
