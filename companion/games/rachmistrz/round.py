"""One round of Rachmistrz once its digits are known: who claims, what is announced, what is judged.

The glass stands while anyone may still claim and sand is left; then claims are judged one by one in the order
of their stamps; after the last verdict the next seat rolls, or the groups are counted. `Round.go_on` alone
tells which of these it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from companion.games.base import NotNow, Step
from companion.games.clocks import TOGETHER_NS
from companion.games.rachmistrz.claims import Rules
from companion.games.rachmistrz.state import NO_GLASS, Claim, Phase, State
from companion.table.honeycomb import largest_group
from companion.words import T
from firmware.events import Press, Seat
from firmware.falling_sand import Hourglass, seconds_shown
from firmware.presses.race import Race
from firmware.views import Cue, Sound


@dataclass(frozen=True, slots=True)
class Round(Rules):
    """How rounds are played at this table."""

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
