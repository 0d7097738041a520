from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.table.view import TableView
from companion.window.hands import HOLD_NS, SHORTEST_NS, Hands
from firmware.events import Enter, HostKey, Key, Knob
from tests.companion.window.test_window import FakeDesk

KEY, PAD, MOUSE = ("key", 30, 0), ("key", 89, 0), ("mouse", 0, 1)
S = 1_000_000_000


def hands_on(desk: FakeDesk) -> Hands:
    return Hands(lambda: desk)


def test_a_button_opens_when_its_last_holder_lets_go() -> None:
    desk = FakeDesk()
    hands = hands_on(desk)
    hands.hold(1, KEY, 0)
    hands.hold(1, PAD, 5)
    hands.let_go(KEY, S)
    assert desk.presses == [(1, True, 0)]
    assert list(hands.closed) == [1]
    hands.let_go(PAD, S)
    assert desk.presses[1:] == [(1, False, S)]
    assert not hands.closed


def test_a_press_of_no_length_is_kept_closed_for_the_shortest() -> None:
    desk = FakeDesk()
    hands = hands_on(desk)
    hands.hold(3, KEY, S)
    hands.let_go(KEY, S)
    assert desk.levels() == [(3, True)]
    assert hands.next_at == S + SHORTEST_NS
    assert not hands.time_passes(S + SHORTEST_NS - 1)
    assert hands.time_passes(S + SHORTEST_NS)
    assert desk.presses[1:] == [(3, False, S + SHORTEST_NS)]
    assert hands.next_at is None


def test_pressing_again_before_that_keeps_it_closed() -> None:
    desk = FakeDesk()
    hands = hands_on(desk)
    hands.hold(3, KEY, S)
    hands.let_go(KEY, S)
    hands.hold(3, KEY, S)
    assert not hands.time_passes(2 * S)
    assert desk.levels() == [(3, True)]
    assert list(hands.closed) == [3]


def test_letting_go_of_nothing_opens_nothing() -> None:
    desk = FakeDesk()
    hands_on(desk).let_go(KEY, 0)
    assert desk.presses == []


@given(st.lists(st.tuples(st.sampled_from([KEY, PAD, MOUSE]), st.integers(1, 8), st.booleans())))
def test_letting_go_of_all_opens_every_closed_seat_once(
    moves: list[tuple[tuple[str, int, int], int, bool]],
) -> None:
    desk = FakeDesk()
    hands = hands_on(desk)
    for at, (holder, seat, down) in enumerate(moves):
        if down:
            hands.hold(seat, holder, at * S)
        else:
            hands.let_go(holder, at * S)
    hands.let_go_all(len(moves) * S)
    for seat in desk.seats:
        levels = [closed for pressed, closed in desk.levels() if pressed == seat]
        assert levels == [True, False] * (len(levels) // 2)
    assert not hands.closed


def test_a_short_press_of_the_knob_is_ok_when_it_ends() -> None:
    desk = FakeDesk()
    hands = hands_on(desk)
    hands.press_knob(KEY, S)
    assert not hands.time_passes(S + HOLD_NS - 1)
    hands.let_go(KEY, S + HOLD_NS - 1)
    assert desk.told == [Key(HostKey.OK, S + HOLD_NS - 1)]
    assert not hands.knob_down


def test_a_long_press_is_the_menu_once_and_no_ok_after() -> None:
    desk = FakeDesk()
    hands = hands_on(desk)
    hands.press_knob(KEY, S)
    assert hands.time_passes(S + HOLD_NS)
    assert not hands.time_passes(S + 2 * HOLD_NS)
    hands.let_go(KEY, S + 2 * HOLD_NS)
    assert desk.told == [Key(HostKey.HOLD_OK, S + HOLD_NS)]


def test_a_second_holder_of_the_knob_changes_nothing() -> None:
    desk = FakeDesk()
    hands = hands_on(desk)
    hands.press_knob(KEY, S)
    hands.press_knob(MOUSE, S)
    hands.let_go(MOUSE, S)
    assert desk.told == []
    hands.let_go(KEY, S)
    assert desk.told == [Key(HostKey.OK, S)]


def test_of_several_ways_the_one_that_can_be_chosen_is_taken_and_none_is_typed() -> None:
    desk = FakeDesk()
    desk.seen = TableView(choices=("low", "high", "wrong"), takes=("red 7 low", "red 7 high", "wrong"))
    hands = hands_on(desk)
    hands.do("… high|wrong", 0)
    assert desk.told[-3:] == [Knob(-3, 0), Knob(1, 0), Key(HostKey.OK, 0)]
    hands.do("never|wrong", 1)
    assert desk.told[-3:] == [Knob(-3, 1), Knob(2, 1), Key(HostKey.OK, 1)]
    before = list(desk.told)
    hands.do("never|", 2)
    hands.do("…red|never", 2)
    assert desk.told == before
    hands.do("never", 3)
    assert desk.told[-1] == Enter("never", 3)


def test_a_page_that_is_touched_is_turned_to_and_no_more() -> None:
    desk = FakeDesk()
    desk.seen = TableView(choices=("Series", "17"), takes=("game 1", "game 2"), pages=True)
    hands_on(desk).do("game 2", S)
    assert desk.told == [Knob(-99, S), Knob(1, S)]


def test_a_choice_is_what_was_touched_though_the_table_has_changed_since() -> None:
    desk = FakeDesk()
    hands = hands_on(desk)
    seen = ("right", "wrong")
    desk.seen = TableView(choices=("skip", "right", "wrong"))
    hands.choose(1, S, seen)
    assert desk.told == [Knob(-3, S), Knob(2, S), Key(HostKey.OK, S)]


def test_a_choice_that_is_gone_since_it_was_touched_is_not_chosen() -> None:
    desk = FakeDesk()
    hands = hands_on(desk)
    desk.seen = TableView(choices=("skip", "end"))
    hands.choose(1, S, ("right", "wrong"))
    assert desk.told == []
