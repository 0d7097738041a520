"""A whole game of Rachmistrz as one frozen value, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from companion.games.options import one_of, option, seconds
from companion.games.rachmistrz.reckoning.boards import EXAMPLE, NO_BOARD
from companion.games.rachmistrz.reckoning.sums import Digits, Side, solve, told
from companion.words import T
from firmware.events import Seat
from firmware.falling_sand import Hourglass
from firmware.presses.race import NO_RACE, Race

TOKENS: Mapping[int, tuple[int, ...]] = {2: (10, 10), 3: (13,), 4: (10,), 5: (8,), 6: (7,)}
"""Each player's tokens by colour, by how many play (*przygotowanie gry*, *wariant dla dwóch osób*)."""

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
        shown={"real": T("your own"), "virtual": T("the box's")},
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
    glass: int = option(T("Hourglass (s)"), "15", ("10", "15", "20", "30"), seconds(3600, 1), live=True)
    board: str = option(T("Board"), NO_BOARD, (NO_BOARD, EXAMPLE), str, of_things=True)


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
    """

    seat: Seat
    at: int
    colour: int = 0
    result: Fraction | None = None
    field: str | None = None
    right: bool | None = None

    @property
    def number(self) -> str:
        """The number announced, as people see it."""
        return "?" if self.result is None else str(told(self.result))

    @property
    def verdict(self) -> str | None:
        """``right``, ``wrong``, or None as long as it wasn't judged."""
        return None if self.right is None else "right" if self.right else "wrong"


@dataclass(frozen=True, slots=True)
class State:
    """A whole game of Rachmistrz.

    Attributes:
        roller: who rolls, or has rolled.
        tokens: each seat's unused tokens, by colour.
        dice: the three digits; none before they are known, which of people's own dice may be never.
        since: the stamp from which a press can be about this throw (ns).
        thrown_at: when the box's own dice were last thrown for this round (ns).
        race: who was first, and by how much.
        claims: in order of their stamps; kept until the next round begins.
        withdrawn: claims of this round that were taken back, in the order in which they were.
        glass: the sand, since the first claim's stamp.
        shown: the number on the screen when the sand was last ticked; 0 once it has run out.
        hinted: the hint of the claim being judged is shown to all.
        placed: whose tokens lie on which field of a board the box knows.
        groups: each seat's largest group, once it is counted.
    """

    roller: Seat
    tokens: Mapping[Seat, tuple[int, ...]]
    phase: Phase = Phase.ROLL
    round: int = 1
    dice: tuple[int, ...] = ()
    since: int = 0
    thrown_at: int | None = None
    race: Race = NO_RACE
    claims: tuple[Claim, ...] = ()
    withdrawn: tuple[Claim, ...] = ()
    glass: Hourglass = NO_GLASS
    shown: int = 0
    hinted: bool = False
    placed: Mapping[str, Seat] = field(default_factory=dict)
    groups: Mapping[Seat, int] = field(default_factory=dict)
    won: tuple[Seat, ...] = ()

    @property
    def lying(self) -> str:
        """What the dice show, as people see it."""
        return " ".join(map(str, self.dice or "???"))

    @property
    def digits(self) -> Digits | None:
        """The three digits, once all are known."""
        return (self.dice[0], self.dice[1], self.dice[2]) if len(self.dice) == 3 else None

    @property
    def judged(self) -> Claim | None:
        """The claim whose sum is to be said now."""
        return next(iter(self.open), None) if self.phase is Phase.VERIFY else None

    def of(self, seat: Seat) -> tuple[Claim, ...]:
        """A seat's claims of this round."""
        return tuple(claim for claim in self.claims if claim.seat == seat)

    def with_claim(self, old: Claim, new: Claim | None) -> tuple[Claim, ...]:
        """The claims with another one in the place of ``old``; None: without it."""
        claims = (new if claim == old else claim for claim in self.claims)
        return tuple(claim for claim in claims if claim is not None)

    @property
    def open(self) -> tuple[Claim, ...]:
        """The claims of this round that have no verdict yet."""
        return tuple(claim for claim in self.claims if claim.right is None)

    @property
    def unmakeable(self) -> bool:
        """Whether the digits can't make the number that is judged."""
        claim, digits = self.judged, self.digits
        if claim is None or claim.result is None or digits is None:
            return False
        return claim.result not in solve(digits)

    @property
    def first_seats(self) -> tuple[Seat, ...]:
        """Who was first this round: several in a tie."""
        ruling = self.race.ruling
        return ruling.tied if ruling is not None and ruling.tied else (self.claims[0].seat,)

    def ended(self, at: int) -> bool:
        """Whether the sand had run out at that stamp: a press then is too late."""
        return self.glass.ended(at)

    @property
    def scores(self) -> Mapping[Seat, int]:
        """What each seat has whose group is counted (rulebook, *punktacja końcowa*); may be negative.

        A point for each token of the largest group, less one for each unused token.
        """
        tokens = self.tokens
        return {seat: self.groups[seat] - sum(tokens[seat]) for seat in tokens if seat in self.groups}

    @property
    def taken_fields(self) -> frozenset[str]:
        """Where tokens lie, judged or not."""
        lying = {claim.field for claim in self.claims if claim.field is not None and claim.right is not False}
        return frozenset(self.placed) | lying
