"""A whole game of 7 Ate 9 as one frozen value: where every card is, and what runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.games.judging import Judging
from companion.games.seven_ate_nine.cards import Card
from firmware.events import Press, Seat
from firmware.presses.race import Race


class Phase(StrEnum):
    """Where a round stands."""

    READY = "ready"
    """The cards are dealt; somebody says Start!, then it counts down."""
    RACE = "race"
    STUCK = "stuck"
    """Nobody can play: hands become stacks, the middle is shuffled."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card in the middle: whose it was (None: turned up by nobody), and what it is, if that was said."""

    seat: Seat | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Back:
    """Why a seat took its last card back.

    Attributes:
        at: the stamp of its press (ns).
        place: its place in the race; 0 for a tie.
        margin: how much later than the first it was (ns).
    """

    at: int
    place: int
    margin: int


@dataclass(frozen=True, slots=True)
class Watch:
    """Counts up while it is raced; stands still while the host judges or nobody can play.

    Attributes:
        since: the stamp at which it would have been zero, had it never stood still (ns).
        stopped: since when it stands still.
    """

    since: int
    stopped: int | None = None

    def elapsed(self, at: int) -> int:
        """What it shows at a stamp (ns)."""
        return max(0, (at if self.stopped is None else self.stopped) - self.since)

    def stop(self, at: int) -> Watch:
        """It stands still from a stamp on; one that already does keeps its time."""
        return self if self.stopped is not None else replace(self, stopped=at)

    def go_on(self, at: int) -> Watch:
        """It runs again from a stamp on."""
        return Watch(at - self.elapsed(at))


@dataclass(frozen=True, slots=True)
class State:
    """A whole game.

    Attributes:
        cards: what each seat still holds, in its stack and its hand.
        tokens: rounds won.
        pile: the middle since it was last shuffled, the turned-up card first.
        under: cards of the middle from before that.
        beside: cards children have laid beside their own stacks.
        counting: the number last called by the countdown; None while nobody has started.
        starts_at: when that reaches its end (ns).
        opened: since when presses count (ns): the start, or the last time the host let it go on.
        race: the last race for a place, ruled or waiting for its ruling.
        follow: presses of a seat whose card still waits for its ruling, for its next cards.
        backs: for seats that took their last card back: why.
        watch: how long this round has been raced; None before.
        last_winner: who has won the last round.
        won_at: the stamp of the card that won it (ns).
    """

    cards: Mapping[Seat, int]
    tokens: Mapping[Seat, int]
    pile: tuple[Laid, ...] = (Laid(),)
    under: int = 0
    beside: Mapping[Seat, int] = field(default_factory=dict)
    phase: Phase = Phase.READY
    counting: int | None = None
    starts_at: int | None = None
    opened: int = 0
    race: Race | None = None
    follow: tuple[Press, ...] = ()
    backs: Mapping[Seat, Back] = field(default_factory=dict)
    judging: Judging | None = None
    watch: Watch | None = None
    last_winner: Seat | None = None
    won_at: int = 0

    @property
    def centre(self) -> Card | None:
        """The card on top of the middle, if it was said."""
        return self.pile[-1].card

    @property
    def acted(self) -> frozenset[Seat]:
        """Seats with a card in the middle that can still be told from the others."""
        return frozenset(laid.seat for laid in self.pile if laid.seat is not None)

    @property
    def pending(self) -> Race | None:
        """The race that waits for its ruling."""
        return self.race if self.race is not None and self.race.due is not None else None

    @property
    def since(self) -> int:
        """Since when a new race is open (ns): the card before must have been down."""
        first = None if self.race is None else self.race.first
        return self.opened if first is None else max(self.opened, first.at + 1)

    def follows_itself(self, press: Press, contest: int) -> bool:
        """Whether a press is by whoever has the place, within its own contest (ns): its next card."""
        if self.race is None or self.race.ruling is None or self.race.first is None:
            return False
        return press.seat == self.race.ruling.winner and 0 < press.at - self.race.first.at <= contest

    def is_late(self, press: Press, contest: int) -> bool:
        """Whether a press belongs to a race that is ruled already."""
        if self.race is None or self.race.ruling is None or self.race.first is None:
            return False
        return press.at - self.race.first.at <= max(contest, self.race.tie)

    def counts_down(self, now: int) -> int | None:
        """What is left of the countdown (ns), 0 at its end; None while it doesn't run."""
        return None if self.starts_at is None else max(0, self.starts_at - now)

    def say_card(self, card: Card) -> State:
        """The top of the middle is this card."""
        return replace(self, pile=(*self.pile[:-1], replace(self.pile[-1], card=card)))

    def lay(self, seat: Seat) -> State:
        """One card of a seat goes to the middle; nobody has said which."""
        backs = {other: back for other, back in self.backs.items() if other != seat}
        return replace(self, cards=self._held(seat, -1), pile=(*self.pile, Laid(seat)), backs=backs)

    def lay_beside(self, seat: Seat) -> State:
        """One card of a child goes beside its own stack."""
        beside = {**self.beside, seat: self.beside.get(seat, 0) + 1}
        return replace(self, cards=self._held(seat, -1), beside=beside)

    def take_back(self, seat: Seat) -> State:
        """A seat's last card in the middle returns to it; what lay below is what it was."""
        index = max(index for index, laid in enumerate(self.pile) if laid.seat == seat)
        pile = (*self.pile[:index], *self.pile[index + 1 :])
        return replace(self, cards=self._held(seat, 1), pile=pile)

    def shuffle(self) -> State:
        """The middle is shuffled and one card turned up: whose the others were is lost."""
        return replace(self, pile=(Laid(),), under=self.under + len(self.pile) - 1)

    def _held(self, seat: Seat, more: int) -> dict[Seat, int]:
        return {**self.cards, seat: self.cards[seat] + more}
