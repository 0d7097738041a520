"""What a table's set-up makes of Rachmistrz: its dice, its board, the numbers that may be announced."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from companion.errors import OptionError
from companion.games.base import NotNow
from companion.games.options import ChoiceError, Setup
from companion.games.rachmistrz.reckoning.boards import NO_BOARD, Board
from companion.games.rachmistrz.reckoning.sums import MOST, Side, fields
from companion.games.rachmistrz.state import TOKENS, Claim, Options, Phase, State
from companion.games.rachmistrz.things import BOARDS
from companion.words import T, Text, Who
from firmware.digits import is_number
from firmware.events import Seat
from firmware.rolling import Die

DIE = "rachmistrz"
"""The name of the box's own dice with the printed faces, if its settings have any."""

WHICH = T("Which one? Add: colour 1 or 2")

NUMBERS = range(1, MOST + 1)
"""The whole numbers with a place on the board."""

USUAL_DIE = Die(DIE, tuple("123456789"))
"""What virtual dice show where the printed faces aren't known."""

_NUMBER = re.compile(r"(\d{1,9})(?:/(\d{1,9}))?", re.ASCII)


def check(setup: Setup[Options]) -> None:
    """See that the options fit the box and each other.

    Raises:
        OptionError: they don't; one line says what was expected.
    """
    rules, name = Rules(setup), setup.options.board
    boards = (NO_BOARD, *BOARDS.of(setup.here.things))
    if name not in boards:
        known = ", ".join(boards)
        raise OptionError(f"rachmistrz: expected board to be one of {known}; got {name!r}")
    if rules.board is not None and rules.side is Side.HARD:
        why = T("A board has no fractions: easy side")
        raise ChoiceError(
            "rachmistrz: expected side=easy with a board, which has no fractions; got 'hard'", why
        )
    faces = () if rules.die is None else rules.die.faces
    if not all(len(face) == 1 and is_number(face) for face in faces):
        raise OptionError(f"rachmistrz: expected the dice {DIE!r} to show digits, got {' '.join(faces)}")


@dataclass(frozen=True, slots=True)
class Rules:
    """One side of the board, and which number stands where, if the box knows it.

    None of it tells whether an announced number can be made: that stays hidden until its sum is said.
    """

    setup: Setup[Options]

    # -- what may be announced -----------------------------------------------------------------------------

    @property
    def side(self) -> Side:
        """Which numbers count."""
        return self.setup.options.side

    @property
    def board(self) -> Board | None:
        """Which number stands where; None if the box doesn't know."""
        name = self.setup.options.board
        return None if name == NO_BOARD else BOARDS.of(self.setup.here.things)[name]

    @property
    def die(self) -> Die | None:
        """What the box rolls three of; None: people roll their own."""
        if self.setup.options.dice == "real":
            return None
        return Die(DIE, self.setup.here.dice.get(DIE, USUAL_DIE.faces))

    @property
    def most(self) -> int:
        """Tokens a seat may lay in a round: one of each of its colours."""
        return len(TOKENS[len(self.setup.seats)])

    def results(self, state: State) -> tuple[Fraction, ...]:
        """What the digits can make and has a place on the board; empty before they are known."""
        return () if state.digits is None else fields(state.digits, self.side)

    def offered(self, state: State, claim: Claim | None = None) -> tuple[Fraction, ...]:
        """The numbers a claim can have of those the digits make; of unknown ones, of all whole numbers."""
        known = self.results(state) if state.dice else tuple(map(Fraction, NUMBERS))
        return tuple(number for number in known if self.is_free(state, number, claim))

    def is_free(self, state: State, number: Fraction, claim: Claim | None = None) -> bool:
        """Whether a claim could have a number, as far as the box knows."""
        return not self.is_kept(state, number, claim) and not self.is_full(state, number, claim)

    def is_kept(self, state: State, number: Fraction, claim: Claim | None = None) -> bool:
        """Whether another claim keeps a number from this one.

        Of two seats' claims the earlier stamp keeps it, so a later one doesn't, unless it was judged. Which
        of two simultaneous ones was earlier nobody knows: there it is the one that is said first.
        """
        return any(
            claim is None
            or other.right is not None
            or other.seat == claim.seat
            or other.at - claim.at <= self.setup.tie
            for other in state.claims
            if other.result == number and other != claim
        )

    def free_fields(self, state: State, number: Fraction, claim: Claim | None = None) -> tuple[str, ...]:
        """The fields round a number without a token; the one of ``claim`` itself counts as free."""
        if self.board is None:
            return ()
        own = None if claim is None else claim.field
        around = self.board.fields_of(int(number))
        return tuple(field for field in around if field == own or field not in state.taken_fields)

    def is_full(self, state: State, number: Fraction, claim: Claim | None = None) -> bool:
        """Whether the box knows that all three fields round a number are taken."""
        return self.board is not None and not self.free_fields(state, number, claim)

    def is_whole(self, claim: Claim) -> bool:
        """Whether all is known of a claim: its number and, on a known board, its field."""
        return claim.result is not None and (self.board is None or claim.field is not None)

    def asked(self, state: State) -> Claim | None:
        """The claim whose number or field is asked for: the earliest that lacks it, or the one judged."""
        if state.phase is Phase.GLASS:
            return next((claim for claim in state.open if not self.is_whole(claim)), None)
        return state.judged if state.judged is None or not self.is_whole(state.judged) else None

    def open_claim(self, state: State, seat: Seat, colour: int | None = None) -> Claim:
        """The claim of a seat that is meant: the one judged, else the earliest without a number.

        Args:
            state: the state.
            seat: whose claim.
            colour: of which of its colours (0 or 1), if that is said.

        Raises:
            NotNow: it has none that can be changed, or both could be meant.
        """
        claims = [claim for claim in state.of(seat) if colour in {None, claim.colour}]
        if not claims:
            raise NotNow(T("{who} hasn't pressed", who=Who(seat)))
        still_open = [claim for claim in claims if claim.right is None]
        if not still_open:
            raise NotNow(T("{who} was judged already", who=Who(seat)))
        if state.judged in still_open:
            return still_open[0]
        numberless = [claim for claim in still_open if claim.result is None]
        if not numberless and len(still_open) > 1:
            raise NotNow(WHICH)
        return (numberless or still_open)[0]

    def any_claim(self, state: State, seat: Seat, colour: int | None = None) -> Claim:
        """The claim of a seat whose verdict is said: judged already, or the one at hand.

        Raises:
            NotNow: there is none, it isn't its turn, or both could be meant.
        """
        claims = [claim for claim in state.of(seat) if colour in {None, claim.colour}]
        if not claims:
            raise NotNow(T("{who} hasn't pressed", who=Who(seat)))
        if len(claims) > 1:
            raise NotNow(WHICH)
        if claims[0].right is None and claims[0] != state.judged:
            raise NotNow(T("One after the other"))
        return claims[0]

    def called(self, state: State, claim: Claim) -> str:
        """What is typed behind a command to mean this claim: nothing, unless its seat has two."""
        try:
            meant = self.open_claim(state, claim.seat)
        except NotNow:
            meant = None
        return "" if claim == meant else f" colour {claim.colour + 1}"

    def read_number(self, word: str) -> Fraction:
        """A number as typed: ``8``, on the hard side also ``13/2``; 4/8 is 1/2.

        Raises:
            NotNow: it is none, or it has no place on this side of the board.
        """
        read = _NUMBER.fullmatch(word)
        number = Fraction(int(read[1]), int(read[2] or 1)) if read and int(read[2] or 1) else Fraction(0)
        if not self.has_place(number):
            raise NotNow(self.expected(word))
        return number

    def has_place(self, number: Fraction) -> bool:
        """Whether a number stands on this side: 1 to 54, and positive fractions on the hard one."""
        if number.denominator == 1:
            return 1 <= number <= MOST
        return number > 0 and self.side is Side.HARD

    def expected(self, got: object) -> Text:
        """What is said to a number without a place."""
        if self.side is Side.HARD:
            return T("Expected 1 to {most} or a fraction; got {got}", most=MOST, got=got)
        return T("Expected 1 to {most}; got {got}", most=MOST, got=got)

    def placed(self, state: State, claim: Claim, number: Fraction, field: str | None) -> Claim:
        """The claim with a number, and a field if one is said.

        Raises:
            NotNow: the number hasn't that field, it is taken, or no board is known to the box.
        """
        if field is None:
            return replace(claim, result=number, field=claim.field if claim.result == number else None)
        if self.board is None:
            raise NotNow(T("No board in use: expected no field; got {got}", got=field))
        free = self.free_fields(state, number, claim)
        name = field.upper()
        if name not in free:
            raise NotNow(T("Expected one of {fields}; got {got}", fields=", ".join(free), got=name))
        return replace(claim, result=number, field=name)
