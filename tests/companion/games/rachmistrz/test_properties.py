"""Whatever a table does: tokens are conserved, results unique, and a refusal costs at most its own claim."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.games.rachmistrz.reckoning.sums import Side, fields, solve, told
from companion.games.rachmistrz.state import TOKENS
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
PHASES = {
    "roll": {"roll", "think"},
    "think": {"think", "roll", "glass"},
    "glass": {"glass", "think", "verify", "roll", "score"},
    "verify": {"verify", "glass", "think", "roll", "score"},
    "score": {"score", "over"},
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
        before = self.see()
        why: str | None = step(*args)
        self.table.check()
        after = self.see()
        assert after["phase"] in PHASES[before["phase"]]
        if why is not None and after["claims"] != before["claims"]:
            lost = [claim for claim in before["claims"] if claim not in after["claims"]]
            assert len(before["claims"]) - len(after["claims"]) == 1
            assert all((claim["result"], claim["verdict"]) == (None, None) for claim in lost)
        self.count(before, after)
        return why

    def count(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        """Tallies tokens by verdicts alone: those claims that have become right by this step."""
        if before["phase"] != "verify":
            return
        for index, claim in enumerate(after["claims"]):
            was = before["claims"][index] if index < len(before["claims"]) else None
            if claim["verdict"] == "right" and was is not None and was["verdict"] is None:
                self.laid[claim["seat"], after["colours"][index]] += 1

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
            self.name_by_knob()
            self.follow(self.table.enter, "right" if right else "wrong", self.ms)

    def name_by_knob(self) -> None:
        """The first number offered for the claim being judged, or the first field for that number."""
        judged = self.table.state.judged
        for choice in self.table.referee.choices(self.table.state) if judged is not None else ():
            if choice.text.startswith(f"{judged.seat} ") and choice.text[2].isdigit():
                self.follow(self.table.enter, choice.text, self.ms)
                return

    @rule(data=st.data(), number=st.sampled_from((*NUMBERS, "full", "swap")))
    def announce(self, data: st.DataObject, number: str) -> None:
        self.follow(self.table.enter, f"{data.draw(st.sampled_from(self.seats))} {number}", self.ms)

    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        choices = [c.text for c in self.table.referee.choices(self.table.state) if c.text]
        if choices:
            why = self.follow(self.table.enter, data.draw(st.sampled_from(choices)), self.ms)
            assert why in {None, "0 0 0 make no number: roll again"}, "the knob offers only what is allowed"

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
