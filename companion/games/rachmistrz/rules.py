"""What a table's set-up makes of Rachmistrz: its dice, its board, the numbers that may be announced."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from companion.errors import OptionError
from companion.games.base import NotNow
from companion.games.options import ChoiceError, Setup
from companion.games.rachmistrz.reckoning.boards import NO_BOARD, NUMBERS, Board
from companion.games.rachmistrz.reckoning.sums import MOST, Side, fields
from companion.games.rachmistrz.state import TOKENS, Claim, Options, State
from companion.games.rachmistrz.things import BOARDS
from companion.words import T, Text
from firmware.digits import is_number
from firmware.presses.spans import may_be_before
from firmware.rolling import Die

DIE = "rachmistrz"
"""The name of the box's own dice with the printed faces, if its settings have any."""

USUAL_DIE = Die(DIE, tuple("123456789"))
"""What virtual dice show where the printed faces aren't known."""

_NUMBER = re.compile(r"\d{1,9}(?:/(\d{1,9}))?", re.ASCII)


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
    def tokens(self) -> tuple[int, ...]:
        """How many tokens of each of its colours a seat begins with."""
        return TOKENS[len(self.setup.seats)]

    @property
    def most(self) -> int:
        """Tokens a seat may lay in a round: one of each of its colours."""
        return len(self.tokens)

    def results(self, state: State) -> tuple[Fraction, ...]:
        """What the digits can make and has a place on the board; empty before they are known."""
        return () if state.digits is None else fields(state.digits, self.side)

    def offered(self, state: State, claim: Claim) -> tuple[Fraction, ...]:
        """The numbers a claim can have of those the digits make; of unknown ones, of all whole numbers."""
        known = self.results(state) if state.digits else tuple(map(Fraction, NUMBERS))
        return tuple(number for number in known if self.is_free(state, number, claim))

    def is_free(self, state: State, number: Fraction, claim: Claim | None = None) -> bool:
        """Whether a claim could have a number, as far as the box knows."""
        return self.why_not(state, number, claim) is None

    def why_not(self, state: State, number: Fraction, claim: Claim | None = None) -> Text | None:
        """Why a claim, or a new one, can't have a number, as far as the box knows; None: it can."""
        if self.is_kept(state, number, claim):
            return T("{number} is taken", number=number)
        return T("{number} is full", number=number) if self.is_full(state, number, claim) else None

    def is_kept(self, state: State, number: Fraction, claim: Claim | None = None) -> bool:
        """Whether another claim keeps a number from this one.

        Of two seats' claims the earlier stamp keeps it, so a later one doesn't, unless it was judged. Which
        of two simultaneous ones was earlier nobody knows: there it is the one that is said first.
        """
        return any(
            claim is None
            or other.right is not None
            or other.seat == claim.seat
            or may_be_before(other, claim, self.setup.tie)
            for other in state.claims
            if other.result == number and other != claim
        )

    def free_fields(self, state: State, number: Fraction, claim: Claim | None = None) -> tuple[str, ...]:
        """The fields round a number without a token, judged or not; the one of ``claim`` counts as free."""
        if self.board is None:
            return ()
        taken = set(state.placed) | {other.field for other in state.claims if other.right is not False}
        if claim is not None:
            taken.discard(claim.field)
        return tuple(field for field in self.board.fields_of(int(number)) if field not in taken)

    def is_full(self, state: State, number: Fraction, claim: Claim | None = None) -> bool:
        """Whether the box knows that all three fields round a number are taken."""
        return self.board is not None and not self.free_fields(state, number, claim)

    def is_whole(self, claim: Claim) -> bool:
        """Whether all is known of a claim: its number and, on a known board, its field."""
        return claim.result is not None and (self.board is None or claim.field is not None)

    def read_number(self, word: str) -> Fraction:
        """A number as typed: ``8``, on the hard side also ``13/2``; 4/8 is 1/2.

        Raises:
            NotNow: it is none, or it has no place on this side of the board.
        """
        read = _NUMBER.fullmatch(word)
        number = Fraction(word) if read and int(read[1] or 1) else Fraction(0)
        self.check_place(number, word)
        return number

    def check_place(self, number: Fraction, got: object) -> None:
        """See that a number stands on this side: 1 to 54, and positive fractions on the hard one.

        Raises:
            NotNow: it doesn't; what it says was ``got``.
        """
        if number in NUMBERS or (self.side is Side.HARD and number.denominator > 1 and number > 0):
            return
        if self.side is Side.HARD:
            raise NotNow(T("Expected 1 to {most} or a fraction; got {got}", most=MOST, got=got))
        raise NotNow(T("Expected 1 to {most}; got {got}", most=MOST, got=got))

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
