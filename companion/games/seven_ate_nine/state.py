"""A whole game of 7 Ate 9 as one frozen value: where every card is, and what runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal, TypeVar

from companion.games.judging import Judging
from companion.games.options import option, seats_called
from companion.games.reading import one_of, read_seats, whole_number, yes_no
from companion.games.seven_ate_nine.cards import DECK, Card
from companion.words import T
from firmware.events import NS_PER_MS, NS_PER_S, Press, Seat
from firmware.presses.race import NO_RACE, Race

V = TypeVar("V")

COUNT_FROM = 3
"""Start! counts down from here, a second a number."""

COUNT_NS = COUNT_FROM * NS_PER_S


class Phase(Enum):
    """Where a round stands."""

    READY = "ready"
    """The cards are dealt; somebody says Start!, then it counts down."""
    RACE = "race"
    STUCK = "stuck"
    """Nobody can play: hands become stacks, the middle is shuffled."""
    OVER = "over"


def _some_seats(text: str) -> tuple[Seat, ...]:
    return read_seats(text) if text else ()


def _contest(text: str) -> int:
    return whole_number(0, 10_000)(text) * NS_PER_MS


_KNOB_SEATS = ("", *"12345678", "1,2", "2,3", "3,4", "4,5", "5,6")
_WRAP = {"yes": T("goes round"), "no": T("not allowed")}
_DECKS = {"kids": T("smaller"), "equal": T("equal")}


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set.

    Attributes:
        wins: rounds to win; but see `State.wins`.
        kids: seats of children, whose screens have fewer words.
        decks: whether children get fewer cards at all.
        times: how many times a child's cards everybody else gets.
        side_piles: seats that may lay beside their own stack.
        wrap: results above 10 and below 1 come round to the other end.
        contest: so long after an accepted card the cards of others are late (ns).
    """

    wins: int = option(T("Rounds to win"), "1", ("1", "3"), one_of(1, 3), live=True)
    kids: tuple[Seat, ...] = option(
        T("Children"), "", _KNOB_SEATS, _some_seats, of_seats=True, calls=seats_called
    )
    decks: Literal["kids", "equal"] = option(
        T("Children's stacks"),
        "kids",
        ("kids", "equal"),
        one_of("kids", "equal"),
        shown=_DECKS,
        needs="kids",
    )
    times: int = option(
        T("An adult's stack"),
        "2",
        ("2", "3"),
        one_of(2, 3),
        unit=T("{n} times a child's"),
        needs="kids",
    )
    side_piles: tuple[Seat, ...] = option(
        T("May lay at their side"),
        "",
        _KNOB_SEATS,
        _some_seats,
        of_seats=True,
        calls=seats_called,
        live=True,
        needs="kids",
    )
    wrap: bool = option(T("Over 10, under 1"), "yes", ("yes", "no"), yes_no, shown=_WRAP, live=True)
    contest: int = option(
        T("Too late within"),
        "300",
        ("200", "300", "500", "1000"),
        _contest,
        shown={"1000": T("{n} s", n=1)},
        unit=T("{n} ms"),
        live=True,
        more=True,
    )


@dataclass(frozen=True, slots=True)
class Laid:
    """A card laid, in the middle or beside a stack.

    Attributes:
        seat: whose it was; None: turned up by nobody.
        card: what it is, if that was said.
        beside: it lies beside its owner's stack.
    """

    seat: Seat | None = None
    card: Card | None = None
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """Why a seat took its last card back.

    Attributes:
        at: the stamp of its press (ns).
        place: its place in the race; 0 for a tie, or a wrong card.
        margin: how much later than the first it was (ns).
        tie: closer presses can't be told apart (ns).
        wrong: the host had stopped the race, and the card was a wrong one.
    """

    at: int
    place: int = 0
    margin: int = 0
    tie: int = 0
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Started:
    """Somebody has said Start!, and it counts down.

    Attributes:
        number: the one last called.
        ends_at: when it reaches its end (ns).
    """

    number: int
    ends_at: int


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


def _but(of_seats: Mapping[Seat, V], seat: Seat) -> dict[Seat, V]:
    return {other: value for other, value in of_seats.items() if other != seat}


@dataclass(frozen=True, slots=True)
class State:
    """A whole game.

    Attributes:
        dealt: what each seat gets at the start of a round.
        cards: what each seat still holds, in its stack and its hand.
        tokens: rounds won.
        pile: every card laid whose owner is known, in order, the turned-up one first; most lie in the middle.
        started: the countdown to the race; None while it doesn't run.
        opened: since when presses count (ns): the start, or the last time the host let it go on.
        race: the last race for a place that was ruled.
        queue: presses after it, by stamp, which wait for their ruling.
        down: buttons that may yet be held long enough to mean something: their stamps (ns).
        backs: for seats whose last press left them a card more than they thought: why.
        watch: how long this round has been raced; before, it stands at zero.
        last_winner: who has won the last round.
        won_at: the stamp of the card that won it (ns).
    """

    dealt: Mapping[Seat, int]
    cards: Mapping[Seat, int]
    tokens: Mapping[Seat, int]
    pile: tuple[Laid, ...] = (Laid(),)
    phase: Phase = Phase.READY
    started: Started | None = None
    opened: int = 0
    race: Race = NO_RACE
    queue: tuple[Press, ...] = ()
    down: Mapping[Seat, int] = field(default_factory=dict)
    backs: Mapping[Seat, Back] = field(default_factory=dict)
    judging: Judging | None = None
    watch: Watch = Watch(0, 0)
    last_winner: Seat | None = None
    won_at: int = 0

    @property
    def aside(self) -> int:
        """Cards left over when all had got theirs."""
        return DECK - sum(self.dealt.values())

    @property
    def solo(self) -> bool:
        """Somebody plays alone, against the clock."""
        return len(self.dealt) == 1

    def wins(self, options: Options) -> int:
        """Rounds to win; a player alone plays one."""
        return 1 if self.solo else options.wins

    @property
    def emptied(self) -> Seat | None:
        """Who has just laid its last card in a race."""
        empty = (seat for seat, cards in self.cards.items() if not cards)
        return next(empty, None) if self.phase is Phase.RACE else None

    @property
    def top(self) -> Laid:
        """What lies on top of the middle."""
        return next(laid for laid in reversed(self.pile) if not laid.beside)

    @property
    def centre(self) -> Card | None:
        """The card on top of the middle, if it was said."""
        return self.top.card

    @property
    def under(self) -> int:
        """Cards of the middle that are nobody's any more: all but those in a hand, a stack or `pile`."""
        return sum(self.dealt.values()) + 1 - sum(self.cards.values()) - len(self.pile)

    @property
    def middle(self) -> int:
        """How many cards lie in the middle, the one first turned up included."""
        return sum(not laid.beside for laid in self.pile) + self.under

    def beside(self, seat: Seat) -> int:
        """How many cards a child has laid beside its own stack."""
        return sum(laid.beside for laid in self.pile if laid.seat == seat)

    def fits(self, options: Options) -> tuple[int, ...] | None:
        """The values that may be laid on the middle; None while nobody has said what lies there."""
        return None if self.centre is None else self.centre.fits(wrap=options.wrap)

    @property
    def acted(self) -> frozenset[Seat]:
        """Seats of which a card can still be told from the others."""
        return frozenset(laid.seat for laid in self.pile if laid.seat is not None)

    @property
    def since(self) -> int:
        """Since when a new race is open (ns): the card before must have been down."""
        first = self.race.first
        return self.opened if first is None else max(self.opened, first.at + 1)

    def follows_itself(self, press: Press, contest: int) -> bool:
        """Whether a press is by whoever has the place, within its own contest (ns): its next card."""
        return press.seat == self.race.winner and 0 < press.at - self.race.presses[0].at <= contest

    def is_late(self, press: Press, contest: int) -> bool:
        """Whether a press belongs to the last race though that is ruled already."""
        if self.race.ruling is None:
            return False
        return press.at - self.race.presses[0].at <= contest or self.race.contests(press)

    def counts_down(self, now: int) -> int | None:
        """What is left of the countdown (ns), 0 at its end; None while it doesn't run."""
        return None if self.started is None else max(0, self.started.ends_at - now)

    def phase_at(self, now: int) -> Phase:
        """The phase; a countdown at its end is a race, though no tick has come yet."""
        return Phase.RACE if self.counts_down(now) == 0 else self.phase

    def say_card(self, card: Card | None) -> State:
        """The top of the middle is this card, or an unknown one."""
        index = max(index for index, laid in enumerate(self.pile) if not laid.beside)
        said = replace(self.pile[index], card=card)
        return replace(self, pile=(*self.pile[:index], said, *self.pile[index + 1 :]))

    def wait(self, press: Press) -> State:
        """A press waits for its ruling, in its place by stamp."""
        return replace(self, queue=tuple(sorted((*self.queue, press), key=lambda one: (one.at, one.seat))))

    def let_go(self, seat: Seat) -> State:
        """This button can't become a hold any more."""
        return replace(self, down=_but(self.down, seat))

    def lay(self, seat: Seat, *, beside: bool = False) -> State:
        """One card of a seat goes to the middle, nobody has said which; or beside its stack."""
        pile = (*self.pile, Laid(seat, beside=beside))
        return replace(self, cards=self._held(seat, -1), pile=pile, backs=_but(self.backs, seat))

    def take_back(self, seat: Seat) -> State:
        """A seat's last card returns to it; what lay below is what it was."""
        index = max(index for index, laid in enumerate(self.pile) if laid.seat == seat)
        pile = (*self.pile[:index], *self.pile[index + 1 :])
        return replace(self, cards=self._held(seat, 1), pile=pile)

    def without(self, seat: Seat) -> State | None:
        """As if a seat's last press hadn't been; None if nothing is known of it.

        Whoever was late after it, or in a tie with it, has its card in hand again and lays it anew.
        """
        waiting = [press for press in self.queue if press.seat == seat]
        if waiting:
            return replace(self.let_go(seat), queue=tuple(p for p in self.queue if p is not waiting[-1]))
        back = self.backs.get(seat)
        if back is not None:
            return None if back.wrong else replace(self, backs=_but(self.backs, seat))
        if seat not in self.acted:
            return None
        taken = self.let_go(seat).take_back(seat)
        return replace(taken, race=NO_RACE) if seat == self.race.winner else taken

    def most_cards(self, seat: Seat) -> int:
        """The most cards a seat can have: with what it has laid, and what is nobody's."""
        return self.cards[seat] + self.under + sum(laid.seat == seat for laid in self.pile)

    def count(self, seat: Seat, cards: int) -> State:
        """A seat has so many cards, `most_cards` at most: the others are in the middle."""
        more = cards - self.cards[seat]
        pile = list(self.pile)
        for _ in range(more - self.under):  # its own come back once nobody's have run out
            pile.remove(next(laid for laid in pile if laid.seat == seat))
        return replace(self, cards=self._held(seat, more), pile=tuple(pile))

    def shuffle(self) -> State:
        """The middle is shuffled and one card turned up: whose the others were is lost."""
        return replace(self, pile=(Laid(), *(laid for laid in self.pile if laid.beside)))

    def _held(self, seat: Seat, more: int) -> dict[Seat, int]:
        return {**self.cards, seat: self.cards[seat] + more}
