"""A whole game of Rachmistrz as one frozen value, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction

from companion.games.base import NotNow
from companion.games.options import SECONDS, option
from companion.games.rachmistrz.reckoning.boards import EXAMPLE, NO_BOARD
from companion.games.rachmistrz.reckoning.sums import Digits, Side, solve, spoken, told
from companion.games.reading import one_of, seconds
from companion.words import T, Text, Who
from firmware.events import Seat, Within
from firmware.falling_sand import Hourglass
from firmware.presses.race import NO_RACE, Race

TOKENS: Mapping[int, tuple[int, ...]] = {2: (10, 10), 3: (13,), 4: (10,), 5: (8,), 6: (7,)}
"""Each player's tokens by colour, by how many play (*przygotowanie gry*, *wariant dla dwóch osób*)."""

WHICH = T("Which one? Add: colour 1 or 2")

NO_GLASS = Hourglass(0)
"""It was not turned yet."""


class Phase(Enum):
    """Where a round stands."""

    ROLL = "roll"
    THINK = "think"
    """The dice lie; nobody has a sum yet."""
    GLASS = "glass"
    """Someone has one: the others have until the sand has run out."""
    VERIFY = "verify"
    """Each in turn says its sum."""
    SCORE = "score"
    """The largest groups are counted."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may set; ``glass`` is in ns, ``board`` the word of one that is kept, or `NO_BOARD`."""

    dice: str = option(
        T("Dice"),
        "real",
        ("real", "virtual"),
        one_of("real", "virtual"),
        shown={"real": T("your own"), "virtual": T("on the screen")},
        live=True,
    )
    side: Side = option(
        T("Side of the board"),
        "easy",
        ("easy", "hard"),
        one_of(*Side),
        shown={"easy": T("easy"), "hard": T("hard")},
        live=True,
    )
    glass: int = option(
        T("Hourglass"), "15", ("10", "15", "20", "30"), seconds(3600, 1), unit=SECONDS, live=True
    )
    board: str = option(
        T("Your board"),
        NO_BOARD,
        (NO_BOARD, EXAMPLE),
        str,
        shown={NO_BOARD: T("not known"), EXAMPLE: T("an example")},
        of_things=True,
    )


@dataclass(frozen=True, slots=True)
class Claim:
    """One token of a round, from the press to the verdict.

    Attributes:
        seat: whose it is.
        at: the stamp of the press (ns); one that came too late to be first stands just behind those who were,
            and one added by the host behind all others.
        colour: which of the seat's colours, 0 or 1; 0 where there is one.
        result: the number announced, once it is.
        field: where the token lies, on a board the box knows.
        right: the verdict, once there is one.
        within: how unsure the stamp is, see `firmware.events.Press`.
    """

    seat: Seat
    at: int
    colour: int = 0
    result: Fraction | None = None
    field: str | None = None
    right: bool | None = None
    within: Within | None = None

    @property
    def number(self) -> str:
        """The number announced, as people see it."""
        return "?" if self.result is None else str(told(self.result))


@dataclass(frozen=True, slots=True)
class State:
    """A whole game of Rachmistrz.

    Attributes:
        roller: who rolls, or has rolled.
        tokens: each seat's unused tokens, by colour.
        digits: what the dice show; None before it is known, which of people's own dice may be never.
        since: the stamp from which a press can be about this throw (ns).
        thrown_at: when the box's own dice were last thrown for this round (ns).
        race: who was first, and by how much.
        claims: in order of their stamps; kept until the next round begins.
        withdrawn: claims of this round that were taken back, in the order in which they were.
        glass: the sand, since the first claim's stamp.
        run_out: the sand's end was told.
        hinted: the hint of the claim being judged is shown to all.
        placed: whose tokens lie on which field of a board the box knows.
        groups: each seat's largest group, once it is counted.
    """

    roller: Seat
    tokens: Mapping[Seat, tuple[int, ...]]
    phase: Phase = Phase.ROLL
    round: int = 1
    digits: Digits | None = None
    since: int = 0
    thrown_at: int | None = None
    race: Race = NO_RACE
    claims: tuple[Claim, ...] = ()
    withdrawn: tuple[Claim, ...] = ()
    glass: Hourglass = NO_GLASS
    run_out: bool = False
    hinted: bool = False
    placed: Mapping[str, Seat] = field(default_factory=dict)
    groups: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def lying(self) -> str:
        """What the dice show, as people see it."""
        return " ".join(map(str, self.digits or "???"))

    @property
    def judged(self) -> Claim | None:
        """The claim whose sum is to be said now."""
        return next(iter(self.open), None) if self.phase is Phase.VERIFY else None

    @property
    def at_claims(self) -> bool:
        """Whether claims are made or judged."""
        return self.phase in {Phase.GLASS, Phase.VERIFY}

    def of(self, seat: Seat) -> tuple[Claim, ...]:
        """A seat's claims of this round."""
        return tuple(claim for claim in self.claims if claim.seat == seat)

    def claims_of(self, seat: Seat, colour: int | None = None) -> tuple[Claim, ...]:
        """A seat's claims of a colour (0 or 1), if that is said, at least one.

        Raises:
            NotNow: it hasn't pressed.
        """
        claims = tuple(claim for claim in self.of(seat) if colour in {None, claim.colour})
        if not claims:
            raise NotNow(T("{who} hasn't pressed", who=Who(seat)))
        return claims

    def open_claim(self, seat: Seat, colour: int | None = None) -> Claim:
        """The claim of a seat that is meant: the one judged, else the earliest without a number.

        Raises:
            NotNow: it has none that can be changed, or both could be meant.
        """
        still_open = [claim for claim in self.claims_of(seat, colour) if claim.right is None]
        if not still_open:
            raise NotNow(T("{who} was judged already", who=Who(seat)))
        if self.judged in still_open:
            return still_open[0]
        numberless = [claim for claim in still_open if claim.result is None]
        if not numberless and len(still_open) > 1:
            raise NotNow(WHICH)
        return (numberless or still_open)[0]

    def any_claim(self, seat: Seat, colour: int | None) -> Claim:
        """The claim of a seat whose verdict is said: judged already, or the one at hand.

        Raises:
            NotNow: there is none, it isn't its turn, or both could be meant.
        """
        claims = self.claims_of(seat, colour)
        if len(claims) > 1:
            raise NotNow(WHICH)
        if claims[0].right is None and claims[0] != self.judged:
            raise NotNow(T("One after the other"))
        return claims[0]

    def with_claim(self, old: Claim, new: Claim | None) -> tuple[Claim, ...]:
        """The claims with another one in the place of ``old``; None: without it."""
        claims = (new if claim == old else claim for claim in self.claims)
        return tuple(claim for claim in claims if claim is not None)

    def hand(self, seat: Seat) -> str:
        """A seat's unused tokens, as people see them: of two colours ``10+9``."""
        return "+".join(map(str, self.tokens[seat]))

    def with_tokens(self, seat: Seat, colour: int, n: int) -> State:
        """With so many unused tokens of a seat's colour."""
        tokens = (n if own == colour else had for own, had in enumerate(self.tokens[seat]))
        return replace(self, tokens={**self.tokens, seat: tuple(tokens)})

    def fields_of(self, seat: Seat) -> list[str]:
        """Where a seat's tokens lie."""
        return [field for field, owner in self.placed.items() if owner == seat]

    @property
    def open(self) -> tuple[Claim, ...]:
        """The claims of this round that have no verdict yet."""
        return tuple(claim for claim in self.claims if claim.right is None)

    @property
    def unmakeable(self) -> bool:
        """Whether the digits can't make the number that is judged."""
        number = None if self.judged is None else self.judged.result
        return number is not None and self.digits is not None and number not in solve(self.digits)

    @property
    def hint(self) -> Text | None:
        """One sum for the number that is judged, or that there is none; None while no number is."""
        claim = self.judged
        if claim is None or claim.result is None or self.digits is None:
            return None
        if self.unmakeable:
            return T("{number} can't be made", number=claim.number)
        return T("Hint: {number} = {sum}", number=claim.number, sum=spoken(solve(self.digits)[claim.result]))

    @property
    def first_seats(self) -> tuple[Seat, ...]:
        """Who was first this round: several in a tie."""
        ruling = self.race.ruling
        return ruling.tied if ruling is not None and ruling.tied else (self.claims[0].seat,)

    @property
    def scores(self) -> Mapping[Seat, int]:
        """What each seat has whose group is counted: that less its unused tokens (*punktacja końcowa*)."""
        tokens = self.tokens
        return {seat: self.groups[seat] - sum(tokens[seat]) for seat in tokens if seat in self.groups}

    @property
    def won(self) -> tuple[Seat, ...]:
        """Whoever has most points, once the game is over; equal ones share."""
        scores = self.scores
        return tuple(
            seat for seat in scores if self.phase is Phase.OVER and scores[seat] == max(scores.values())
        )
