"""What a table's set-up makes of Rachmistrz: its dice and board, what may be announced, how a round goes.

The glass stands while anyone may still claim and sand is left; then claims are judged one by one in the order
of their stamps; after the last verdict the next seat rolls, or the groups are counted. `Rules.go_on` alone
tells which of these it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from companion.errors import OptionError
from companion.games.base import NotNow, Step
from companion.games.clocks import TOGETHER_NS
from companion.games.options import Setup
from companion.games.rachmistrz.reckoning.boards import NO_BOARD, Board
from companion.games.rachmistrz.reckoning.sums import MOST, Side, fields
from companion.games.rachmistrz.state import NO_GLASS, TOKENS, Claim, Options, Phase, State
from companion.games.rachmistrz.things import BOARDS
from companion.table.honeycomb import largest_group
from companion.words import T, Text
from firmware.digits import is_number
from firmware.events import Press, Seat
from firmware.falling_sand import Hourglass, seconds_shown
from firmware.presses.race import Race
from firmware.rolling import Die
from firmware.views import Cue, Sound

DIE = "rachmistrz"
"""The name of the box's own dice with the printed faces, if its settings have any."""

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
        raise OptionError("rachmistrz: expected side=easy with a board, which has no fractions; got 'hard'")
    faces = () if rules.die is None else rules.die.faces
    if not all(len(face) == 1 and is_number(face) for face in faces):
        raise OptionError(f"rachmistrz: expected the dice {DIE!r} to show digits, got {' '.join(faces)}")


@dataclass(frozen=True, slots=True)
class Rules:
    """One side of the board, which number stands where, if the box knows it; and rounds played on it.

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

    def offered(self, state: State) -> tuple[Fraction, ...]:
        """Of those, the numbers that nobody has announced and that have a free field."""
        taken = {claim.result for claim in state.claims}
        return tuple(n for n in self.results(state) if n not in taken and not self.is_full(state, n))

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
        """The claim whose number or field the knob asks for: the earliest, or the one being judged."""
        open_claims = (claim for claim in state.claims if claim.right is None and not self.is_whole(claim))
        if state.phase is Phase.GLASS:
            return next(open_claims, None)
        return state.judged if state.judged is None or not self.is_whole(state.judged) else None

    def open_claim(self, state: State, seat: int) -> Claim:
        """The claim of a seat that can still be changed: the first that lacks something, else the last.

        Raises:
            NotNow: it has none.
        """
        claims = state.of(seat)
        if not claims:
            raise NotNow(T("Seat {seat} hasn't pressed", seat=seat))
        still_open = [claim for claim in claims if claim.right is None]
        if not still_open:
            raise NotNow(T("Seat {seat} was judged already", seat=seat))
        return next((claim for claim in still_open if not self.is_whole(claim)), still_open[-1])

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

    # -- claims --------------------------------------------------------------------------------------------

    def claim(self, state: State, press: Press) -> State:
        """A press: "mam!".

        Raises:
            NotNow: it is too early or too late, or the seat has laid all it may.
        """
        mine = state.of(press.seat)
        if state.thrown_at is not None and press.at - state.thrown_at < TOGETHER_NS:
            return state  # a second hand that meant to roll
        if press.at < state.race.opened:
            raise NotNow(T("Too early: no digits yet"))
        if state.ended(press.at):
            raise NotNow(T("Too late: time is up"))
        if mine and 0 <= press.at - mine[-1].at < TOGETHER_NS:
            return state  # one wish, and a button that was hit twice
        if len(mine) == self.most:
            raise NotNow(T("You are in already"))
        race, at = state.race.enter(press), press.at
        if race.late != state.race.late:
            at = race.presses[0].at + race.tie + 1  # what is ruled stays so: it comes right after those
        colour = next(c for c in range(self.most) if c not in {claim.colour for claim in mine})
        claims = (*state.claims, Claim(press.seat, at, colour))
        claimed = replace(
            state,
            claims=tuple(sorted(claims, key=lambda claim: (claim.at, claim.seat))),
            race=race,
            glass=self._glass_with(state, press.at),
        )
        return claimed if state.phase is Phase.VERIFY else self.go_on(claimed, press.at)

    def _glass_with(self, state: State, at: int) -> Hourglass:
        """The glass with one more claim: until the ruling the first may be one that is delivered later."""
        if state.glass == NO_GLASS or (state.race.ruling is None and at < state.claims[0].at):
            return Hourglass(self.setup.options.glass, since=at)
        return state.glass

    def go_on(self, state: State, at: int) -> State:
        """The phase at a stamp, with the claims as they are."""
        if state.glass == NO_GLASS:
            return replace(state, phase=Phase.THINK)
        if not state.ended(at) and any(len(state.of(seat)) < self.most for seat in self.setup.seats):
            shown = state.shown if state.phase is Phase.GLASS else seconds_shown(state.glass.left(at))
            return replace(state, phase=Phase.GLASS, shown=shown)
        if any(claim.right is None for claim in state.claims):
            return replace(state, phase=Phase.VERIFY)
        return self._end(state)

    # -- numbers -------------------------------------------------------------------------------------------

    def announce(self, state: State, claim: Claim, number: Fraction, field: str | None, at: int) -> State:
        """A claim gets its number, or another one.

        A first number that someone has announced, or that is known to be full, costs the claim: it is
        withdrawn, and while sand is left the seat may press again. One that was only to be changed stays.

        Raises:
            NotNow: the number is taken or full, or hasn't that field.
        """
        taken = any(other.result == number for other in state.claims if other != claim)
        if taken or self.is_full(state, number, claim):
            why = T("{number} is taken", number=number) if taken else T("{number} is full", number=number)
            lost = self.without(state, claim, at, stops=not taken) if claim.result is None else None
            raise NotNow(why, leads_to=lost)
        claims = state.with_claim(claim, self.placed(state, claim, number, field))
        return replace(state, claims=claims, hinted=False)

    def without(self, state: State, claim: Claim, at: int, *, stops: bool) -> State:
        """A claim is withdrawn, as if its seat had not pressed.

        Args:
            state: the state with it.
            claim: whose token goes back.
            at: when (ns).
            stops: the first claim's glass stops with it (its number is full); then it is the next claim, if
                there is one, that the others have their whole time from.
        """
        claims = state.with_claim(claim, None)
        gone = replace(
            state,
            claims=claims,
            withdrawn=(*state.withdrawn, claim),
            race=self._race(state.race, claims, at),
            hinted=False,
        )
        if stops and claim == state.claims[0] and not state.ended(at):
            glass = Hourglass(self.setup.options.glass, since=claims[0].at) if claims else NO_GLASS
            gone = replace(gone, glass=glass, shown=seconds_shown(glass.left(at)))
        return self.go_on(gone, at)

    def _race(self, old: Race, claims: tuple[Claim, ...], at: int) -> Race:
        """The race as these claims alone would have run it, ruled if it was and still can be."""
        race = Race(old.opened, self.setup.tie)
        for claim in claims:
            race = race.enter(Press(claim.seat, claim.at))
        settled = old.ruling is not None and race.due is not None and race.due < at
        return race.rule() if settled else race

    def swap(self, state: State, seat: Seat) -> State:
        """With two colours: a seat's claims change theirs.

        Raises:
            NotNow: there is one colour, or the seat has no claim, or one that was judged.
        """
        if self.most == 1:
            raise NotNow(T("Only two players have two colours"))
        self.open_claim(state, seat)
        if any(claim.right is not None for claim in state.of(seat)):
            raise NotNow(T("Seat {seat} was judged already", seat=seat))
        claims = (
            replace(claim, colour=1 - claim.colour) if claim.seat == seat else claim for claim in state.claims
        )
        return replace(state, claims=tuple(claims))

    # -- verdicts ------------------------------------------------------------------------------------------

    def judge(self, state: State, at: int, *, right: bool) -> Step[State]:
        """A verdict on the claim at hand: a right one's token stays on the board, a wrong one's goes back.

        Raises:
            NotNow: it is right, but the box must know the field first.
        """
        claim = state.judged
        assert claim is not None
        if right and self.board is not None and claim.field is None:
            raise NotNow(T("First its number and field"))
        tokens, placed = dict(state.tokens), dict(state.placed)
        if right:
            had = tokens[claim.seat]
            tokens[claim.seat] = tuple(n - (c == claim.colour) for c, n in enumerate(had))
        if right and claim.field is not None:
            placed[claim.field] = claim.seat
        claims = state.with_claim(claim, replace(claim, right=right))
        judged = replace(state, tokens=tokens, placed=placed, claims=claims, hinted=False)
        return self.go_on(judged, at), (Cue(Sound.RIGHT if right else Sound.WRONG, claim.seat),)

    def _end(self, state: State) -> State:
        """All claims are judged: the next seat rolls, unless someone has laid the last token of a colour."""
        ended = replace(state, dice=(), thrown_at=None, glass=NO_GLASS, shown=0, hinted=False)
        if not any(0 in tokens for tokens in state.tokens.values()):
            roller = self.setup.next_seat(state.roller)
            return replace(ended, phase=Phase.ROLL, round=state.round + 1, roller=roller)
        if self.board is None:
            return replace(ended, phase=Phase.SCORE)
        groups = {
            seat: largest_group([field for field, owner in state.placed.items() if owner == seat])
            for seat in self.setup.seats
        }
        return replace(ended, phase=Phase.SCORE, groups=groups)
