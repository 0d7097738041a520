"""How a round of Rachmistrz goes: claims, their numbers, their verdicts, and what follows.

The glass stands while anyone may still claim and sand is left; then claims are judged one by one in the order
of their stamps; after the last verdict the next seat rolls, or the groups are counted. `Rounds.go_on` alone
tells which of these it is.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from companion.games.base import NotNow, Step, check_plays
from companion.games.clocks import TOGETHER_NS
from companion.games.rachmistrz.reckoning.sums import Digits
from companion.games.rachmistrz.rules import Rules
from companion.games.rachmistrz.state import NO_GLASS, WHICH, Claim, Phase, State
from companion.table.honeycomb import largest_group
from companion.words import T, Who
from firmware.events import Press, Seat
from firmware.falling_sand import Hourglass
from firmware.presses.race import Race
from firmware.presses.spans import until
from firmware.views import Cue, Sound


class Rounds(Rules):
    """The rules, with everything that changes a state."""

    __slots__ = ()

    def begin(self, state: State, at: int) -> State:
        """The dice lie: what was of the round before is gone, and a race is open since ``at`` (ns)."""
        race = self.setup.race(at)
        begun = replace(state, phase=Phase.THINK, race=race, claims=(), withdrawn=())
        return replace(begun, glass=NO_GLASS, run_out=False)

    def know(self, state: State, digits: Digits, at: int) -> Step[State]:
        """The digits, known first or corrected: claims stand as they are.

        Raises:
            NotNow: nothing can be made of them.
        """
        begun = self.begin(state, at) if state.phase is Phase.ROLL else state
        known = replace(begun, digits=digits, hinted=False)
        if all(self.is_full(known, number) for number in self.results(known)):
            why = T("{digits} make no number: roll again", digits=known.lying)
            rolls = state.phase is Phase.ROLL and state.thrown_at is not None
            raise NotNow(why, leads_to=replace(state, thrown_at=None) if rolls else None)
        return known, (Cue(Sound.START),) if known.phase is Phase.THINK else ()

    # -- claims --------------------------------------------------------------------------------------------

    def claim(self, state: State, press: Press) -> State:
        """A press: "mam!".

        Raises:
            NotNow: it is too early or too late, or the seat has laid all it may.
        """
        mine = state.of(press.seat)
        if state.thrown_at is not None and press.at - state.thrown_at < TOGETHER_NS:
            return state  # a second hand that meant to roll
        if press.at < state.since:  # with people's own dice it was about the round before
            early = self.die is not None
            raise NotNow(T("Too early: no digits yet") if early else T("Too late: time is up"))
        if state.glass.ended(press.at):
            raise NotNow(T("Too late: time is up"))
        if mine and 0 <= press.at - mine[-1].at < TOGETHER_NS:
            return state  # one wish, and a button that was hit twice
        if len(mine) == self.most:
            raise NotNow(T("You are in already"))
        race, glass = self._entered(state.race, press), state.glass
        at, within = press.at, press.within
        if race.late != state.race.late:
            # What is ruled stays so: it comes right after those.
            at, within = until(race.presses, race.tie) + race.tie // 2 + 1, None
        if glass == NO_GLASS or (state.race.ruling is None and press.at < state.claims[0].at):
            glass = Hourglass(self.setup.options.glass, since=press.at)
        claims = (*state.claims, Claim(press.seat, at, self._colour(mine), within=within))
        in_order = tuple(sorted(claims, key=lambda claim: (claim.at, claim.seat)))
        claimed = replace(state, claims=in_order, race=race, glass=glass)
        return claimed if state.phase is Phase.VERIFY else self.go_on(claimed, press.at)

    def _entered(self, race: Race, press: Press) -> Race:
        """The race with one more press, which may be from before the host typed the digits."""
        opened = race.opened if race.ruling is not None else min(race.opened, press.at)
        return replace(race, opened=opened).enter(replace(press, at=max(press.at, opened)))

    def _colour(self, mine: tuple[Claim, ...]) -> int:
        """The colour of a seat's next token."""
        return next(colour for colour in range(self.most) if colour not in {claim.colour for claim in mine})

    def add(self, state: State, seat: Seat, number: Fraction | None) -> State:
        """A token that was laid in time, and its button forgotten: judged last, and no part of the race.

        Raises:
            NotNow: it has laid all it may, or the number is taken.
        """
        mine = state.of(seat)
        check_plays(seat, self.setup.seats)
        if len(mine) == self.most:
            raise NotNow(T("{who} is in already", who=Who(seat)))
        why = None if number is None else self.why_not(state, number)
        if why is not None:
            raise NotNow(why)
        last = Claim(seat, state.claims[-1].at + 1, self._colour(mine), number)
        return replace(state, claims=(*state.claims, last))

    def go_on(self, state: State, at: int) -> State:
        """The phase at a stamp, with the claims as they are."""
        if state.glass == NO_GLASS:
            return replace(state, phase=Phase.THINK)
        if not state.glass.ended(at) and any(len(state.of(seat)) < self.most for seat in self.setup.seats):
            return replace(state, phase=Phase.GLASS)
        if state.open:
            return replace(state, phase=Phase.VERIFY)
        return self._end(state, at)

    # -- numbers -------------------------------------------------------------------------------------------

    def announce(
        self, state: State, claim: Claim, number: Fraction, field: str | None, at: int
    ) -> Step[State]:
        """A claim gets its number, or another one; a later claim that had it is withdrawn.

        A first number that another claim keeps, or that is known to be full, costs the claim: it is
        withdrawn, and while sand is left the seat may press again. One that was only to be changed stays.

        Raises:
            NotNow: the number is taken or full, or hasn't that field.
        """
        kept, without_later = self.is_kept(state, number, claim), state
        later = [] if kept else [other for other in state.open if other != claim and other.result == number]
        for other in later:
            without_later = self.withdraw(without_later, other, at)
        why = self.why_not(without_later, number, claim)
        if why is not None:
            costs = claim.result is None and claim.right is None
            raise NotNow(why, leads_to=self.withdraw(state, claim, at, stops=not kept) if costs else None)
        placed = self.placed(without_later, claim, number, field)
        announced = replace(without_later, claims=without_later.with_claim(claim, placed), hinted=False)
        return announced, tuple(Cue(Sound.REFUSED, other.seat) for other in later)

    def withdraw(self, state: State, claim: Claim, at: int, *, stops: bool = False) -> State:
        """A claim is withdrawn at a stamp, as if its seat had not pressed.

        If it ``stops`` the glass it began (its number is full), the others have their whole time from the
        next claim, if there is one.
        """
        claims, withdrawn = state.with_claim(claim, None), (*state.withdrawn, claim)
        race = self._race(state.race, claims, at)
        gone = replace(state, claims=claims, withdrawn=withdrawn, race=race, hinted=False)
        if stops and claim == state.claims[0] and not state.glass.ended(at):
            glass = Hourglass(self.setup.options.glass, since=claims[0].at) if claims else NO_GLASS
            gone = replace(gone, glass=glass, run_out=False)
        return self.go_on(gone, at)

    def without(self, state: State, seat: Seat) -> State | None:
        """As if a seat hadn't pressed last; None: no press of it stands that has no verdict."""
        mine = state.of(seat)
        if not state.at_claims or not mine or mine[-1].right is not None:
            return None
        if len(state.claims) == 1:
            nobody = replace(self.begin(state, state.race.opened), withdrawn=state.withdrawn)
            return nobody if nobody.digits else replace(nobody, phase=Phase.ROLL)
        ends = state.glass.ends_at
        at = ends if state.run_out and ends is not None else state.claims[-1].at
        return replace(self.withdraw(state, mine[-1], at, stops=True), withdrawn=state.withdrawn)

    def _race(self, old: Race, claims: tuple[Claim, ...], at: int) -> Race:
        """The race as these claims alone would have run it, ruled if it was and still can be."""
        race = self.setup.race(old.opened)
        for claim in claims:
            race = race.enter(Press(claim.seat, claim.at, claim.within))
        settled = old.ruling is not None and race.due is not None and race.due < at
        return race.rule() if settled else race

    def swap(self, state: State, seat: Seat) -> State:
        """With two colours: a seat's claims change theirs.

        Raises:
            NotNow: there is one colour, or the seat has no claim, or one that was judged.
        """
        if self.most == 1:
            raise NotNow(T("Only two players have two colours"))
        mine = state.claims_of(seat)
        if any(claim.right is not None for claim in mine):
            raise NotNow(T("{who} was judged already", who=Who(seat)))
        claims = (replace(one, colour=1 - one.colour) if one in mine else one for one in state.claims)
        return replace(state, claims=tuple(claims))

    # -- verdicts ------------------------------------------------------------------------------------------

    def judge(self, state: State, claim: Claim, at: int, *, right: bool) -> Step[State]:
        """A verdict, or another one: a right claim's token stays on the board, a wrong one's goes back.

        Raises:
            NotNow: it is right, but the box must know the field first, or there is no token.
        """
        if right and self.board is not None and claim.field is None:
            raise NotNow(T("First its number and field"))
        placed = dict(state.placed)
        if claim.field is not None and claim.right:
            del placed[claim.field]
        if claim.field is not None and right:
            if claim.field in placed:
                raise NotNow(T("{number} is taken", number=claim.field))
            placed[claim.field] = claim.seat
        change = bool(claim.right) - right
        judged = state.with_tokens(claim.seat, claim.colour, state.tokens[claim.seat][claim.colour] + change)
        if min(judged.tokens[claim.seat]) < 0:
            raise NotNow(T("{who} has no token left", who=Who(claim.seat)))
        claims = state.with_claim(claim, replace(claim, right=right))
        judged = replace(judged, placed=placed, claims=claims, hinted=False)
        cues = (Cue(Sound.RIGHT if right else Sound.WRONG, claim.seat),)
        return self.go_on(judged, at) if state.at_claims else self.counted(judged), cues

    def _end(self, state: State, at: int) -> State:
        """All claims are judged: the next seat rolls, unless someone has laid the last token of a colour."""
        roller, since = (
            self.setup.next_seat(state.roller),
            at + TOGETHER_NS,
        )  # nobody throws and reckons faster
        rolls = replace(state, phase=Phase.ROLL, round=state.round + 1, roller=roller, since=since)
        return self.counted(
            replace(rolls, digits=None, thrown_at=None, glass=NO_GLASS, run_out=False, hinted=False)
        )

    def counted(self, state: State) -> State:
        """The phase by the tokens in hand, between rounds: someone has none left, and groups are counted.

        Or all have some, be it only since a count was corrected, and the game goes on.
        """
        if not any(0 in tokens for tokens in state.tokens.values()):
            return replace(state, phase=Phase.ROLL, groups={}) if state.phase is Phase.SCORE else state
        groups = {seat: n for seat, n in state.groups.items() if n in self.sizes(state, seat)}
        if self.board is not None:
            groups = {seat: largest_group(state.fields_of(seat)) for seat in self.setup.seats}
        return replace(state, phase=Phase.SCORE, digits=None, thrown_at=None, groups=groups)

    def count(self, state: State, seat: Seat, size: int) -> Step[State]:
        """A seat's largest group, or another size of it; the last one ends the game.

        Raises:
            NotNow: it can't be, or the box counts them itself.
        """
        if self.board is not None:
            raise NotNow(T("The box has counted: ok"))
        check_plays(seat, self.setup.seats)
        self._check_within(self.sizes(state, seat), size)
        counted = replace(state, groups={**state.groups, seat: size})
        return self.over(counted) if len(counted.groups) == len(self.setup.seats) else (counted, ())

    def over(self, state: State) -> Step[State]:
        """All groups are counted."""
        return replace(state, phase=Phase.OVER), (Cue(Sound.OVER),)

    def sizes(self, state: State, seat: Seat) -> range:
        """How large a seat's largest group can be."""
        most = sum(self.tokens) - sum(state.tokens[seat])  # those on the board
        return range(min(1, most), most + 1)

    def in_hand(self, state: State, seat: Seat, colour: int) -> range:
        """How many unused tokens of a colour a seat can have: in a round one, unless it was laid in it."""
        laid = any(claim.right and claim.colour == colour for claim in state.of(seat))
        least = 0 if laid or not state.at_claims else 1
        return range(least, self.tokens[0] + 1)

    def with_tokens(self, state: State, seat: Seat, colour: int | None, n: int) -> State:
        """A seat has so many unused tokens, counted by hand.

        Raises:
            NotNow: it can't have, or it has two colours and neither is said.
        """
        check_plays(seat, self.setup.seats)
        if colour is None and self.most > 1:
            raise NotNow(WHICH)
        self._check_within(self.in_hand(state, seat, colour or 0), n)
        corrected = state.with_tokens(seat, colour or 0, n)
        return corrected if state.at_claims else self.counted(corrected)

    def _check_within(self, possible: range, got: int) -> None:
        if got not in possible:
            raise NotNow(
                T("Expected {low} to {most}; got {got}", low=possible[0], most=possible[-1], got=got)
            )
