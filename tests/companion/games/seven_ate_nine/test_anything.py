"""Nobody keeps to the rules of 7 Ate 9: no card is lost, and none moves without a reason."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.games.seven_ate_nine.cards import DECK
from tests.companion.games.sitting import Sitting, referee_for

SEATS = st.integers(1, 8)
STEPS = st.sampled_from([0.0, 0.001, 0.1, 0.5, 1, 30, 200, 299, 300, 301, 800, 1000, 3000])
WORDS = st.one_of(
    st.sampled_from(["resume", "stuck", "stuck now", "card", ""]),
    st.builds("side {}".format, st.integers(0, 9)),
    st.builds("card {} {}".format, st.integers(0, 11), st.integers(0, 4)),
    st.builds("cards {} {}".format, st.integers(0, 9), st.integers(0, 73)),
    st.builds("tokens {} {}".format, st.integers(0, 9), st.integers(0, 4)),
    st.text(max_size=12),
)


class Anything(RuleBasedStateMachine):
    """Every step is looked at alone: first what time has done, then the event."""

    table: Sitting

    @initialize(
        seats=st.sets(SEATS, min_size=1),
        kids=st.sets(SEATS),
        side=st.sets(SEATS),
        words=st.tuples(
            st.sampled_from(["", "wrap=no"]),
            st.sampled_from(["wins=1", "wins=3"]),
            st.sampled_from(["times=2", "times=3", "decks=equal"]),
            st.sampled_from(["", "contest=0", "contest=1000"]),
            st.sampled_from(["tie_us=0", "", "tie_us=30000", "tie_us=1000000"]),
        ),
    )
    def begin(self, seats: set[int], kids: set[int], side: set[int], words: tuple[str, ...]) -> None:
        chosen = {"seats": seats, "kids": kids & seats, "side_piles": side & seats}
        lists = [f"{name}={','.join(map(str, sorted(some)))}" for name, some in chosen.items() if some]
        self.table = Sitting(referee_for(" ".join(("seven_ate_nine", *lists, *filter(None, words)))))
        self.ms = 1000.0

    def _then(self, step: float) -> float:
        """Let time pass, and look at what it has done."""
        before = self.table.see
        self.ms += step
        self.table.wait(self.ms - 1e-6)
        assert all(change < 0 for change in self._moved(before, self.table.see).values())
        return self.ms

    def _moved(self, before: dict[str, Any], after: dict[str, Any]) -> dict[int, int]:
        """By how much each seat's cards have changed within a round."""
        if sum(self._tokens(before)) != sum(self._tokens(after)):
            return {}  # dealt afresh
        cards = {int(seat): player["cards"] for seat, player in before["players"].items()}
        now = {int(seat): player["cards"] for seat, player in after["players"].items()}
        return {seat: now[seat] - cards[seat] for seat in now if now[seat] != cards[seat]}

    def _tokens(self, see: dict[str, Any]) -> list[int]:
        return [player["tokens"] for player in see["players"].values()]

    def _press(self, seat: int, at: float) -> None:
        before = self.table.see
        why = self.table.press(seat, at)
        moved = self._moved(before, self.table.see)
        assert why is None or not moved
        for who, change in moved.items():
            assert who == seat
            if change == 1:
                assert seat in self.table.see["marked"]
                assert seat not in before["marked"]
            else:
                assert change == -1
                assert self.table.ruling["winner"] == seat

    @rule(seat=SEATS, step=STEPS)
    def button(self, seat: int, step: float) -> None:
        self._press(seat, self._then(step))

    @rule(seat=SEATS, cards=st.integers(2, 20))
    def several_in_a_row(self, seat: int, cards: int) -> None:
        for _ in range(cards):
            self._press(seat, self._then(40))
            self.table.release(seat, self._then(40))

    @rule(seat=SEATS, ago=STEPS)
    def delivered_late(self, seat: int, ago: float) -> None:
        self._press(seat, max(0, self._then(0.001) - ago))

    @rule(seat=SEATS, step=STEPS)
    def let_go(self, seat: int, step: float) -> None:
        at, before = self._then(step), self.table.see
        self.table.release(seat, at)
        assert all(change < 0 for change in self._moved(before, self.table.see).values())

    @rule(seat=SEATS, step=STEPS)
    def an_elbow(self, seat: int, step: float) -> None:
        self._then(step)
        before, state = self.table.see, self.table.state
        self.table.state = self.table.referee.without(state, seat) or state
        assert self._moved(before, self.table.see) in ({}, {seat: 1})

    @rule(text=WORDS, step=STEPS)
    def typed(self, text: str, step: float) -> None:
        at, before = self._then(step), self.table.see
        self.table.enter(text, at)
        moved = self._moved(before, self.table.see)
        word, *numbers = text.split() or [""]
        if word == "cards" and moved:
            assert moved == {int(numbers[0]): int(numbers[1]) - before["players"][numbers[0]]["cards"]}
        else:
            assert not moved or (word, moved) == ("side", {int(numbers[0]): -1})

    @rule(step=STEPS)
    def ok(self, step: float) -> None:
        at, before = self._then(step), self.table.see
        self.table.ok(at)
        assert not self._moved(before, self.table.see)

    @rule(step=STEPS)
    def time_passes(self, step: float) -> None:
        self._then(step)

    @invariant()
    def it_can_be_told_and_shown(self) -> None:
        self.table.check()

    @invariant()
    def every_card_is_somewhere(self) -> None:
        state, see = self.table.state, self.table.see
        held = sum(player["cards"] for player in see["players"].values())
        beside = sum(player["beside"] for player in see["players"].values())
        assert held + beside + state.middle - 1 + see["aside"] == DECK
        assert state.middle >= 1
        assert all(player["cards"] >= 0 for player in see["players"].values())

    @invariant()
    def it_ends_with_a_last_card(self) -> None:
        see, winners = self.table.see, self.table.referee.outcome(self.table.state).winners
        empty = [int(seat) for seat, player in see["players"].items() if player["cards"] == 0]
        assert (winners is not None) == (see["phase"] == "over")
        assert set(empty) <= set(winners or ())
        assert max(self._tokens(see)) <= 3
        assert (see["clock_ms"] is None) == (len(see["players"]) > 1)

    @invariant()
    def the_verdict_makes_sense(self) -> None:
        ruling = self.table.referee.ruling(self.table.state)
        if ruling is None:
            return
        assert list(ruling.margins) == sorted(ruling.margins)
        assert len(set(ruling.order)) == len(ruling.order)
        assert (ruling.winner is None) == bool(ruling.tied)
        assert ruling.winner is None or ruling.winner == ruling.order[0]

    @invariant()
    def nothing_waits_but_in_a_race(self) -> None:
        state = self.table.state
        assert state.queue == tuple(sorted(state.queue, key=lambda press: (press.at, press.seat)))
        assert not state.down or self.table.see["phase"] == "race"


TestAnything = Anything.TestCase
TestAnything.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
