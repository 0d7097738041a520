"""Whatever a table does: tokens are conserved, results unique, and a refusal costs at most its own claim."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.games.choice import Choice
from companion.games.rachmistrz.reckoning.sums import Side, fields, solve, told
from companion.games.rachmistrz.state import TOKENS, State
from firmware.events import HostKey, Key, Rolled
from tests.companion.games.sitting import Sitting, ns, referee_for

WAYS = (
    "seats=1,2,3 glass=2",
    "seats=1,2 glass=3",
    "seats=2,3 glass=3 board=example",
    "seats=1,2,3,4,5,6 glass=2 board=example dice=virtual",
    "seats=1,3,4 glass=2 side=hard tie_us=30000",
)
DIGITS = ("2 3 7", "1 1 1", "0 0 0", "9 8 7", "5", "0 0 4")
NUMBERS = ("1", "2", "3", "8", "13/2", "54", "60")
ALLOWED = ("make no number: roll again", "has no token left")
"""What may be said even to somebody who has turned to it."""

PHASES = {
    "roll": {"roll", "think", "glass", "score"},
    "think": {"think", "roll", "glass", "score"},
    "glass": {"glass", "think", "verify", "roll", "score"},
    "verify": {"verify", "glass", "think", "roll", "score"},
    "score": {"score", "over", "roll"},
    "over": {"over"},
}
"""Where one step may lead from each phase."""


class Table(RuleBasedStateMachine):
    @initialize(way=st.sampled_from(WAYS), late=st.booleans())
    def sit(self, way: str, late: bool) -> None:
        self.table = Sitting(referee_for(f"rachmistrz {way}"))
        self.way, self.ms = way, 1000.0
        self.seats = self.table.referee.setup.seats
        if late:  # most tokens are laid already, so that the end is near
            few = {seat: tuple(2 for _ in had) for seat, had in self.table.state.tokens.items()}
            self.table.state = replace(self.table.state, tokens=few)
        self.full = self.table.state.tokens
        self.laid: Counter[tuple[int, int]] = Counter()

    def see(self) -> dict[str, Any]:
        return self.table.see

    def follow(self, step: Any, *args: Any) -> str | None:
        """One step, checked against what was there before; returns why it is refused."""
        before = self.table.state
        why: str | None = step(*args)
        self.table.check()
        after = self.table.state
        assert after.phase.value in PHASES[before.phase.value]
        if why is not None and after.claims != before.claims:
            lost = [claim for claim in before.claims if claim not in after.claims]
            assert len(before.claims) - len(after.claims) == 1
            assert all((claim.result, claim.right) == (None, None) for claim in lost)
        self.count(before, after)
        return why

    def count(self, before: State, after: State) -> None:
        """Tallies tokens by verdicts alone: those of claims that have become right by this step, or wrong."""
        was = {(claim.seat, claim.at): claim for claim in before.claims}
        for claim in after.claims:
            old = was.get((claim.seat, claim.at))
            if old is not None:
                self.laid[claim.seat, claim.colour] += bool(claim.right) - bool(old.right)

    @rule(data=st.data(), ms=st.sampled_from((0.0, 10, 400, 1500)))
    def press(self, data: st.DataObject, ms: float) -> None:
        self.pass_time(ms)
        self.follow(self.table.press, data.draw(st.sampled_from(self.seats)), self.ms)

    @rule(data=st.data(), ms=st.sampled_from((1.0, 31, 500)))
    def press_that_comes_late(self, data: st.DataObject, ms: float) -> None:
        self.follow(self.table.press, data.draw(st.sampled_from(self.seats)), self.ms - ms)

    @rule(ms=st.sampled_from((100.0, 1900, 4000)))
    def pass_time(self, ms: float) -> None:
        self.ms += ms
        self.follow(self.table.wait, self.ms)

    @rule(typed=st.sampled_from(DIGITS))
    def digits(self, typed: str) -> None:
        self.follow(self.table.enter, typed, self.ms)

    @rule(data=st.data())
    def roll(self, data: st.DataObject) -> None:
        if "virtual" in self.way and self.table.state.thrown_at is not None:
            faces = tuple(data.draw(st.sampled_from("123456789")) for _ in range(3))
            self.follow(self.table.happen, Rolled(faces, ns(self.ms)))

    @rule(seats=st.permutations((0, 1)), verdicts=st.lists(st.booleans(), min_size=2, max_size=2))
    def round(self, seats: list[int], verdicts: list[bool]) -> None:
        """The usual way: so that games come to their end, too."""
        self.digits("2 3 7")
        for index in seats:
            self.ms += 310
            self.follow(self.table.press, self.seats[index], self.ms)
        self.pass_time(4000)
        for right in verdicts:
            self.name_by_knob()
            self.follow(self.table.enter, "right" if right else "wrong", self.ms)

    def name_by_knob(self) -> None:
        """The first number and field offered for the claim being judged."""
        referee, state = self.table.referee, self.table.state
        choices = referee.choices(state) if state.judged is not None else ()
        for asked in (choice for choice in choices if choice.text.startswith(("number", "field"))):
            self.follow(self.table.enter, self.leaf(asked, 0).text, self.ms)
            return

    def leaf(self, choice: Choice, place: int | None = None) -> Choice:
        """What a choice leads to where every step is taken as the knob stands, or at a place."""
        while choice.then is not None:
            inner = choice.then()
            assert inner, "a step that leads nowhere"
            choice = inner[choice.start if place is None else place]
        return choice

    @rule(data=st.data(), word=st.sampled_from((*NUMBERS, "full", "swap", "right", "wrong")))
    def announce(self, data: st.DataObject, word: str) -> None:
        which = data.draw(st.sampled_from(("", "", " colour 1", " colour 2")))
        self.follow(self.table.enter, f"{data.draw(st.sampled_from(self.seats))} {word}{which}", self.ms)

    @rule(data=st.data(), number=st.sampled_from(("", " 7", " 8")))
    def add(self, data: st.DataObject, number: str) -> None:
        self.follow(self.table.enter, f"add {data.draw(st.sampled_from(self.seats))}{number}", self.ms)

    @rule(data=st.data(), n=st.integers(0, 14))
    def say_tokens(self, data: st.DataObject, n: int) -> None:
        """Counted by hand: all that was laid before is what it then must have been."""
        seat, colour = data.draw(st.sampled_from(self.seats)), data.draw(st.sampled_from((1, 2)))
        which = f" colour {colour}" if len(self.full[seat]) > 1 else ""
        if self.follow(self.table.enter, f"tokens {seat} {n}{which}", self.ms) is None:
            laid = (self.laid[seat, c] for c in range(len(self.full[seat])))
            counted = map(sum, zip(self.table.state.tokens[seat], laid, strict=True))
            self.full = {**self.full, seat: tuple(counted)}

    @rule(data=st.data())
    def elbow(self, data: st.DataObject) -> None:
        """A press that meant nothing: what the others did stays."""
        seat, before = data.draw(st.sampled_from(self.seats)), self.table.state
        without = self.table.referee.without(before, seat)
        if without is not None and before.race.due is None:
            self.table.state = without
            self.follow(self.table.wait, self.ms)
            others = [claim for claim in before.claims if claim.seat != seat]
            assert [claim for claim in without.claims if claim.seat != seat] == others

    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        """What the knob offers is allowed; but a sum may divide by 0, or make what is taken."""
        referee, state = self.table.referee, self.table.state
        offered = (*referee.choices(state), *referee.corrections(state))
        if not offered or state.race.due is not None:
            return
        path = [data.draw(st.sampled_from(offered))]
        while (then := path[-1].then) is not None:
            path.append(data.draw(st.sampled_from(then())))
        text = path[-1].text
        why = self.follow(self.enter, text) if text else self.follow(self.table.ok, self.ms)
        a_sum = any(choice.text == "sum" for choice in path)
        assert why is None or a_sum or why.endswith(ALLOWED), "the knob offers only what is allowed"

    def enter(self, text: str) -> str | None:
        """What the knob has chosen; a count of tokens is what the tally then must have been."""
        if text.startswith("tokens"):
            _, seat, n, *colour = text.split()
            had = self.table.state.tokens[int(seat)]
            place = int(colour[-1]) - 1 if colour else 0
            change = int(n) - had[place]
            full = self.full[int(seat)]
            self.full = {**self.full, int(seat): (*full[:place], full[place] + change, *full[place + 1 :])}
        return self.table.enter(text, self.ms)

    @rule()
    def take_what_is_highlighted(self) -> None:
        """A plain ok, and again one where it leads to a next step."""
        referee, state = self.table.referee, self.table.state
        choices = referee.choices(state)
        if choices and state.race.due is None:
            text = self.leaf(choices[referee.first_choice(state)]).text
            why = self.follow(self.enter, text) if text else self.follow(self.table.ok, self.ms)
            assert why is None or why.endswith(ALLOWED)

    @rule(word=st.sampled_from(("right", "right", "wrong", "skip", "7+3-2", "73-2", "??")))
    def verdict(self, word: str) -> None:
        self.follow(self.table.enter, word, self.ms)

    @rule(key=st.sampled_from((HostKey.OK, HostKey.BACK)))
    def key(self, key: HostKey) -> None:
        self.follow(self.table.happen, Key(key, ns(self.ms)))

    @invariant()
    def every_token_is_unused_or_was_judged_right(self) -> None:
        for seat in self.seats:
            unused = self.table.state.tokens[seat]
            laid = tuple(self.laid[seat, colour] for colour in range(len(unused)))
            assert tuple(map(sum, zip(unused, laid, strict=True))) == self.full[seat]
            assert min(unused) >= 0

    @invariant()
    def results_of_a_round_are_unique_and_nobody_lays_more_than_the_rules_allow(self) -> None:
        claims = self.table.state.claims
        results = [claim.result for claim in claims if claim.result is not None]
        assert len(set(results)) == len(results)
        assert len({(claim.seat, claim.colour) for claim in claims}) == len(claims)
        assert [claim.at for claim in claims] == sorted(claim.at for claim in claims)
        lying = [c.field for c in claims if c.field is not None and c.right is None]
        assert len({*lying, *self.table.state.placed}) == len(lying) + len(self.table.state.placed)

    @invariant()
    def phase_and_claims_agree(self) -> None:
        see = self.see()
        assert (see["glass_left_ms"] is not None) == (see["phase"] in {"glass", "verify"})
        if see["phase"] == "verify":
            assert see["turn"] in self.seats
        if see["phase"] in {"roll", "score", "over"}:
            assert all(claim["verdict"] is not None for claim in see["claims"])
        assert (see["phase"] == "over") == (self.table.referee.outcome(self.table.state).winners is not None)

    @invariant()
    def results_are_what_the_digits_make(self) -> None:
        see = self.see()
        if see["digits"] is None:
            assert see["results"] == []
            return
        side = Side.HARD if "hard" in self.way else Side.EASY
        a, b, c = see["digits"]
        assert see["results"] == [told(value) for value in fields((a, b, c), side)]
        assert all(value in solve((a, b, c)) for value in fields((a, b, c), side))


Table.TestCase.settings = settings(max_examples=40, stateful_step_count=40)
TestRachmistrz = Table.TestCase


def test_the_usual_tokens_are_as_many_as_the_box_holds() -> None:
    assert {players: players * sum(each) for players, each in TOKENS.items()} == {
        2: 40,
        3: 39,
        4: 40,
        5: 40,
        6: 42,
    }
