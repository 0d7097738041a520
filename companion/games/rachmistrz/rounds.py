"""How a round of Rachmistrz goes: claims, their numbers, their verdicts, and what follows.

The glass stands while anyone may still claim and sand is left; then claims are judged one by one in the order
of their stamps; after the last verdict the next seat rolls, or the groups are counted. `Rounds.go_on` alone
tells which of these it is.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from companion.games.base import NotNow, Step
from companion.games.clocks import TOGETHER_NS
from companion.games.rachmistrz.rules import WHICH, Rules
from companion.games.rachmistrz.state import NO_GLASS, TOKENS, Claim, Phase, State
from companion.table.honeycomb import largest_group
from companion.words import T, Who
from firmware.events import Press, Seat
from firmware.falling_sand import Hourglass, seconds_shown
from firmware.presses.race import Race
from firmware.views import Cue, Sound


def check_within(possible: range, got: int) -> None:
    """See that a count can be.

    Raises:
        NotNow: it can't.
    """
    if got not in possible:
        raise NotNow(T("Expected {low} to {most}; got {got}", low=possible[0], most=possible[-1], got=got))


class Rounds(Rules):
    """The rules, with everything that changes a state."""

    __slots__ = ()

    def begin(self, state: State, at: int) -> State:
        """The dice lie: what was of the round before is gone, and a race is open since ``at`` (ns)."""
        return replace(
            state,
            phase=Phase.THINK,
            race=Race(at, self.setup.tie),
            claims=(),
            withdrawn=(),
            glass=NO_GLASS,
            shown=0,
        )

    def know(self, state: State, dice: tuple[int, ...], at: int) -> Step[State]:
        """The digits, known first or corrected: claims stand as they are.

        Raises:
            NotNow: nothing can be made of them.
        """
        known = replace(
            self.begin(state, at) if state.phase is Phase.ROLL else state, dice=dice, hinted=False
        )
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
        if state.ended(press.at):
            raise NotNow(T("Too late: time is up"))
        if mine and 0 <= press.at - mine[-1].at < TOGETHER_NS:
            return state  # one wish, and a button that was hit twice
        if len(mine) == self.most:
            raise NotNow(T("You are in already"))
        race = self._entered(state.race, press)
        at = press.at
        if race.late != state.race.late:
            at = race.presses[0].at + race.tie + 1  # what is ruled stays so: it comes right after those
        claimed = self._with(state, Claim(press.seat, at, self._colour(mine)))
        claimed = replace(claimed, race=race, glass=self._glass_with(state, press.at))
        return claimed if state.phase is Phase.VERIFY else self.go_on(claimed, press.at)

    def _entered(self, race: Race, press: Press) -> Race:
        """The race with one more press, which may be from before the host typed the digits."""
        opened = race.opened if race.ruling is not None else min(race.opened, press.at)
        return replace(race, opened=opened).enter(replace(press, at=max(press.at, opened)))

    def _with(self, state: State, claim: Claim) -> State:
        claims = sorted((*state.claims, claim), key=lambda one: (one.at, one.seat))
        return replace(state, claims=tuple(claims))

    def _colour(self, mine: tuple[Claim, ...]) -> int:
        """The colour of a seat's next token."""
        return next(colour for colour in range(self.most) if colour not in {claim.colour for claim in mine})

    def add(self, state: State, seat: Seat, number: Fraction | None) -> State:
        """A token that was laid in time, and its button forgotten: it is judged last.

        Args:
            state: in the verdicts.
            seat: whose token.
            number: which it lies at, if that is said.

        Raises:
            NotNow: it has laid all it may, or the number is taken.
        """
        mine = state.of(seat)
        self.check_plays(seat)
        if len(mine) == self.most:
            raise NotNow(T("{who} is in already", who=Who(seat)))
        if number is not None and self.is_kept(state, number):
            raise NotNow(T("{number} is taken", number=number))
        if number is not None and self.is_full(state, number):
            raise NotNow(T("{number} is full", number=number))
        last = Claim(seat, state.claims[-1].at + 1, self._colour(mine), number)
        added = self._with(state, last)
        return replace(added, race=self._entered(state.race, Press(seat, last.at)))

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
        if kept or self.is_full(without_later, number, claim):
            why = T("{number} is taken", number=number) if kept else T("{number} is full", number=number)
            costs = claim.result is None and claim.right is None
            raise NotNow(why, leads_to=self.withdraw(state, claim, at, stops=not kept) if costs else None)
        placed = self.placed(without_later, claim, number, field)
        announced = replace(without_later, claims=without_later.with_claim(claim, placed), hinted=False)
        return announced, tuple(Cue(Sound.REFUSED, other.seat) for other in later)

    def withdraw(self, state: State, claim: Claim, at: int, *, stops: bool = False) -> State:
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

    def without(self, state: State, seat: Seat) -> State | None:
        """As if a seat hadn't pressed last; None: no press of it stands that has no verdict."""
        mine = state.of(seat)
        if state.phase not in {Phase.GLASS, Phase.VERIFY} or not mine or mine[-1].right is not None:
            return None
        if len(state.claims) == 1:
            nobody = replace(self.begin(state, state.race.opened), withdrawn=state.withdrawn)
            return nobody if nobody.dice else replace(nobody, phase=Phase.ROLL)
        ends = state.glass.ends_at
        at = state.claims[-1].at if state.shown or ends is None else ends
        return replace(self.withdraw(state, mine[-1], at, stops=True), withdrawn=state.withdrawn)

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
        if not state.of(seat):
            raise NotNow(T("{who} hasn't pressed", who=Who(seat)))
        if any(claim.right is not None for claim in state.of(seat)):
            raise NotNow(T("{who} was judged already", who=Who(seat)))
        claims = (
            replace(claim, colour=1 - claim.colour) if claim.seat == seat else claim for claim in state.claims
        )
        return replace(state, claims=tuple(claims))

    # -- verdicts ------------------------------------------------------------------------------------------

    def judge(self, state: State, claim: Claim, at: int, *, right: bool) -> Step[State]:
        """A verdict, or another one: a right claim's token stays on the board, a wrong one's goes back.

        Raises:
            NotNow: it is right, but the box must know the field first, or there is no token.
        """
        if right and self.board is not None and claim.field is None:
            raise NotNow(T("First its number and field"))
        tokens, placed = dict(state.tokens), dict(state.placed)
        if claim.field is not None and claim.right:
            del placed[claim.field]
        if claim.field is not None and right:
            if claim.field in placed:
                raise NotNow(T("{number} is taken", number=claim.field))
            placed[claim.field] = claim.seat
        change = bool(claim.right) - right
        had = tokens[claim.seat]
        tokens[claim.seat] = tuple(n + change * (c == claim.colour) for c, n in enumerate(had))
        if min(tokens[claim.seat]) < 0:
            raise NotNow(T("{who} has no token left", who=Who(claim.seat)))
        claims = state.with_claim(claim, replace(claim, right=right))
        judged = replace(state, tokens=tokens, placed=placed, claims=claims, hinted=False)
        cues = (Cue(Sound.RIGHT if right else Sound.WRONG, claim.seat),)
        if state.phase in {Phase.GLASS, Phase.VERIFY}:
            return self.go_on(judged, at), cues
        return self.counted(judged), cues

    def _end(self, state: State, at: int) -> State:
        """All claims are judged: the next seat rolls, unless someone has laid the last token of a colour."""
        return self.counted(
            replace(
                state,
                phase=Phase.ROLL,
                round=state.round + 1,
                roller=self.setup.next_seat(state.roller),
                since=at + TOGETHER_NS,  # nobody throws and reckons faster: such a press was meant before
                dice=(),
                thrown_at=None,
                glass=NO_GLASS,
                shown=0,
                hinted=False,
            )
        )

    def counted(self, state: State) -> State:
        """The phase by the tokens in hand, between rounds: someone has none left, and groups are counted.

        Or all have some, be it only since a count was corrected, and the game goes on.
        """
        if not any(0 in tokens for tokens in state.tokens.values()):
            return replace(state, phase=Phase.ROLL, groups={}) if state.phase is Phase.SCORE else state
        groups = {seat: n for seat, n in state.groups.items() if n in self.sizes(state, seat)}
        if self.board is not None:
            groups = {
                seat: largest_group([field for field, owner in state.placed.items() if owner == seat])
                for seat in self.setup.seats
            }
        return replace(state, phase=Phase.SCORE, dice=(), thrown_at=None, groups=groups)

    def over(self, state: State) -> Step[State]:
        """Whoever has most points has won; equal ones share."""
        most = max(state.scores.values())
        won = tuple(seat for seat, points in state.scores.items() if points == most)
        return replace(state, phase=Phase.OVER, won=won), (Cue(Sound.OVER),)

    def count(self, state: State, seat: Seat, size: int) -> Step[State]:
        """A seat's largest group, or another size of it; the last one ends the game.

        Raises:
            NotNow: it can't be, or the box counts them itself.
        """
        if self.board is not None:
            raise NotNow(T("The box has counted: ok"))
        self.check_plays(seat)
        check_within(self.sizes(state, seat), size)
        counted = replace(state, groups={**state.groups, seat: size})
        return self.over(counted) if len(counted.groups) == len(self.setup.seats) else (counted, ())

    def check_plays(self, seat: Seat) -> None:
        """See that a seat is in the game.

        Raises:
            NotNow: it isn't.
        """
        if seat not in self.setup.seats:
            raise NotNow(T("Seat {seat} is not in this game", seat=seat))

    def sizes(self, state: State, seat: Seat) -> range:
        """How large a seat's largest group can be."""
        most = sum(TOKENS[len(state.tokens)]) - sum(state.tokens[seat])  # those on the board
        return range(min(1, most), most + 1)

    # -- counts --------------------------------------------------------------------------------------------

    def in_hand(self, state: State, seat: Seat, colour: int) -> range:
        """How many unused tokens of a colour a seat can have: in a round one, unless it was laid in it."""
        laid = any(claim.right and claim.colour == colour for claim in state.of(seat))
        least = 0 if laid or state.phase not in {Phase.GLASS, Phase.VERIFY} else 1
        return range(least, TOKENS[len(state.tokens)][0] + 1)

    def with_tokens(self, state: State, seat: Seat, colour: int | None, n: int) -> State:
        """A seat has so many unused tokens, counted by hand.

        Raises:
            NotNow: it can't have, or it has two colours and neither is said.
        """
        self.check_plays(seat)
        if colour is None and self.most > 1:
            raise NotNow(WHICH)
        check_within(self.in_hand(state, seat, colour or 0), n)
        had = state.tokens[seat]
        now = tuple(n if c == (colour or 0) else old for c, old in enumerate(had))
        corrected = replace(state, tokens={**state.tokens, seat: now})
        return corrected if state.phase in {Phase.GLASS, Phase.VERIFY} else self.counted(corrected)
