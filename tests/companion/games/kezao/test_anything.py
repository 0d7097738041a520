"""What holds whatever is done in a game of Kezao, and that undo takes a mark back whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.games.choice import Choice
from companion.games.faces import COLOURS
from firmware.events import Enter, Event, HostKey, Key, Knob, Press, Release, Rolled
from firmware.rolling import Roll
from tests.companion.games.kezao import plays
from tests.companion.games.kezao.kezao_sitting import Kezao, sit
from tests.companion.games.sitting import ns
from tests.companion.session.evening import Evening

FACES = st.sampled_from(tuple(COLOURS))
TYPED = (
    *plays.TYPED,
    "first 2",
    "first 8",
    "wrong 3",
    "wrong 9",
    "cards 2 99",
    "cards 9 1",
    "points 1 4",
    "?",
)
WAITS = st.sampled_from((0, 0.1, 0.6, 40, 150, 250, 600, 1200))


def by_knob(table: Kezao) -> set[str]:
    """Everything the knob can choose now, and in the menu."""
    return set(leaves((*table.referee.choices(table.state), *table.referee.corrections(table.state))))


def leaves(choices: Iterable[Choice]) -> Iterator[str]:
    for choice in choices:
        if choice.then is None:
            yield choice.text
        else:
            yield from leaves(choice.then())


class Table(RuleBasedStateMachine):
    """Three seats that press whenever they like."""

    @initialize(
        options=st.sampled_from(("", "tie_us=30000", "young=yes", "first=3 tie_us=1000000", "dice=real")),
        cards=st.integers(1, 7),
    )
    def begin(self, options: str, cards: int) -> None:
        self.table = sit(f"seats=1,2,3 {options}")
        for _ in range(7 - cards):  # the nearer the last card, the more can happen
            self.table.faces.append(("red",) if "young" in options else ("red", "red"))
            self.table.press(self.table.see["roller"], self.table.ms + 1000)
            self.table.wait(self.table.ms + 600)
            assert self.table.see["phase"] == "lay"
            for seat in (1, 2, 3):
                self.table.press(seat, self.table.ms + 1100)
            self.table.wait(self.table.ms + 1100)
            self.table.ok(self.table.ms + 1000)
        assert self.table.cards == [cards] * 3
        self.told = self.table.see

    def happen(self, ms: float, event: type[Event], *what: object) -> None:
        table = self.table
        table.wait(table.ms + ms)
        self.told = table.see
        why = table.happen(event(*what, table.now))  # type: ignore[call-arg, arg-type]
        if why is not None and why != "the press came too late":
            assert table.see == self.told, why

    @rule(ms=WAITS, seat=st.integers(1, 3))
    def press(self, ms: float, seat: int) -> None:
        barred = self.table.see["players"][str(seat)]["barred"]
        cards = self.table.see["players"][str(seat)]["cards"]
        self.happen(ms, Press, seat)
        assert not barred or self.table.see["players"][str(seat)]["cards"] >= cards or self.new_round()

    def new_round(self) -> bool:
        return bool(self.table.see["round"] != self.told["round"])

    @rule(ms=WAITS, late=st.sampled_from((0.2, 20, 100)), seat=st.integers(1, 3))
    def late_press(self, ms: float, late: float, seat: int) -> None:
        self.table.wait(self.table.ms + ms)
        self.table.happen(Press(seat, max(0, self.table.now - ns(late))))

    @rule(ms=st.sampled_from((310, 900)))
    def ok(self, ms: float) -> None:
        before = self.table.of("points")
        over = self.table.see["phase"] == "over"
        self.happen(ms, Key, HostKey.OK)
        gained = sum(self.table.of("points")) - sum(before)
        last = [seat for seat, cards in zip((1, 2, 3), self.cards_told(), strict=True) if cards == 0]
        ended = self.told["phase"] == "check" and self.table.see["phase"] in {"choose", "over"}
        assert gained == (1 if last and ended and not over else 0)

    def cards_told(self) -> list[int]:
        return [player["cards"] for player in self.told["players"].values()]

    @rule(ms=WAITS, text=st.sampled_from(TYPED))
    def type(self, ms: float, text: str) -> None:
        table = self.table
        table.wait(table.ms + ms)
        before, points, known = table.state, table.of("points"), by_knob(table)
        self.happen(0, Enter, text)
        assert table.state == before or text in known or table.see["picked"] == text
        assert table.of("points") == points or text.startswith("points ")

    @rule(ms=WAITS, seat=st.integers(1, 3))
    def let_go(self, ms: float, seat: int) -> None:
        self.happen(ms, Release, seat)

    @rule(ms=WAITS, seat=st.integers(1, 3))
    def elbow(self, ms: float, seat: int) -> None:
        """A press that meant nothing is taken back, and no price paid for it stays."""
        table = self.table
        table.wait(table.ms + ms)
        without = table.referee.without(table.state, seat)
        if without is not None:
            had = len(table.state.players[seat].taken)
            table.state = without
            assert len(without.players[seat].taken) == max(0, had - 1)

    @rule(ms=WAITS, steps=st.integers(-2, 2))
    def knob(self, ms: float, steps: int) -> None:
        self.happen(ms, Knob, steps)

    @rule(pair=st.tuples(FACES, FACES))
    def lay_dice_ready(self, pair: tuple[str, str]) -> None:
        if len(self.table.faces) < 4 and self.table.see["picked"] not in {"+", "-"}:
            self.table.faces.append(pair)

    @invariant()
    def holds(self) -> None:
        table = self.table
        see = table.see
        table.check()
        assert table.cards_in_all() == 60
        assert len(see["laid"]) <= see["places"]
        assert not set(see["with"]) & set(see["without"])
        assert max(table.of("points")) <= 3
        assert (max(table.of("points")) == 3) == (see["phase"] == "over")
        assert see["phase"] != "lay" or min(table.cards) > 0
        assert see["phase"] != "lay" or len(see["laid"]) < see["places"]
        assert see["phase"] == "lay" or not (see["tied"] or see["judging"])
        assert len(see["tied"]) != 1
        assert min(see["pile"], see["aside"], *table.cards) >= 0
        assert table.cards.count(0) <= 1
        assert see["phase"] == "check" or table.state.hold is None


Table.TestCase.settings = settings(max_examples=120, stateful_step_count=40)
TestAnything = Table.TestCase


class Box(Evening):
    """A box whose dice all show blue."""

    def _step(self, event: Event) -> None:
        super()._step(event)
        for roll in [effect for effect in self.cues if isinstance(effect, Roll)]:
            self.cues.remove(roll)
            super()._step(Rolled(("blue",) * len(roll.dice), self.now))


def at_table(*seats: int) -> Box:
    """A box on which these seats have laid a card each, of three players."""
    evening = Box()
    evening.enter("game kezao seats=1,2,3", 100)
    evening.enter("--", 500)
    evening.tap(1, 1000)
    for place, seat in enumerate(seats):
        evening.tap(seat, 2000 + 200 * place)
    evening.wait(2890)
    assert evening.see["laid"] == list(seats)
    return evening


def known(evening: Box) -> dict[str, object]:
    return {key: value for key, value in evening.see.items() if key != "refused"}


@pytest.mark.parametrize("stopped", [True, False])
def test_undoing_a_mark_brings_everything_back_as_it_was(stopped: bool) -> None:
    evening = at_table(1, 2) if stopped else at_table(1, 2, 1)
    if stopped:
        evening.ok(3000)
        evening.wait(3490)
    else:
        evening.wait(3490)
    before, lamps = known(evening), evening.shown.lamps
    assert before["phase"] == ("lay" if stopped else "check")
    mark(evening, 3500)
    assert evening.see["players"]["1"]["barred"]
    evening.key("undo", 5500)
    assert known(evening) == before
    assert evening.shown.lamps == lamps
    mark(evening, 6500)
    assert evening.see["players"]["1"]["barred"]


def mark(evening: Box, ms: float) -> None:
    """Seat 1 says that its last card was wrong, in any of the two ways."""
    evening.press(1, ms)
    evening.happen(Release(1, ns(ms + 900)))


def test_short_presses_in_the_check_are_no_decisions() -> None:
    evening = at_table(1, 2, 1)
    evening.tap(2, 3500)
    assert evening.refused == "All places are full"
    evening.press(1, 4500)
    evening.tap(2, 4600)
    evening.happen(Release(1, ns(4700)))
    evening.key("undo", 5500)
    assert (evening.see["phase"], evening.see["laid"]) == ("lay", [1, 2])


def test_a_late_press_into_a_full_table_is_undone_with_the_card_that_filled_it() -> None:
    evening = at_table(1, 2)
    before = known(evening)
    evening.tap(1, 2900)
    evening.wait(3390)
    assert evening.see["phase"] == "check"
    evening.press(3, 2899.9)
    assert (evening.refused, evening.see["ruling"]["late"]) == ("the press came too late", [3])
    evening.key("undo", 3500)
    assert known(evening) == before


def test_undoing_a_roll_lets_the_roller_choose_again() -> None:
    evening = at_table()
    evening.key("undo", 3000)
    assert (evening.see["phase"], evening.see["dice"], evening.see["picked"]) == ("choose", [], "--")
    evening.key("redo", 4000)
    assert evening.see["phase"] == "lay"


def test_dice_at_rest_stay_so_over_a_pause() -> None:
    evening = Box()
    evening.enter("game kezao seats=1,2", 100)
    evening.tap(1, 1000)
    evening.key("pause", 1200)
    evening.wait(5000)
    assert evening.see["rolling"]
    evening.key("pause", 6000)
    evening.press(2, 6200)
    assert evening.refused == "The dice are rolling"
    evening.press(2, 6400)
    evening.wait(6500)
    assert not evening.refused
    assert evening.see["laid"] == [2]


def test_whoever_finds_no_place_reads_it_below_the_dice() -> None:
    box = at_table(1, 2, 1)
    box.press(3, 2899)
    assert box.shown.seats[3].hint == "All places are full"
    assert box.shown.main.hint == "3: All places are full"
