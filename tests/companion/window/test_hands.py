from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.window.hands import HOLD_NS, SHORTEST_NS, Hands, KnobPress
from firmware.events import HostKey

KEY, PAD, MOUSE = ("key", 30, 0), ("key", 89, 0), ("mouse", 0, 1)
S = 1_000_000_000


def test_a_button_opens_when_its_last_holder_lets_go() -> None:
    hands = Hands()
    assert hands.take(KEY, 1, 0)
    assert not hands.take(PAD, 1, 5)
    assert hands.let_go(KEY, S) is None
    assert list(hands.closed) == [1]
    assert hands.let_go(PAD, S) == 1
    assert not hands.closed


def test_a_press_of_no_length_is_kept_closed_for_the_shortest() -> None:
    hands = Hands()
    hands.take(KEY, 3, S)
    assert hands.let_go(KEY, S) is None
    assert hands.next_at == S + SHORTEST_NS
    assert hands.due(S + SHORTEST_NS - 1) == []
    assert hands.due(S + SHORTEST_NS) == [3]
    assert hands.next_at is None


def test_pressing_again_before_that_keeps_it_closed() -> None:
    hands = Hands()
    hands.take(KEY, 3, S)
    hands.let_go(KEY, S)
    assert not hands.take(KEY, 3, S)
    assert hands.due(2 * S) == []
    assert list(hands.closed) == [3]


def test_letting_go_of_nothing_opens_nothing() -> None:
    assert Hands().let_go(KEY, 0) is None


@given(st.lists(st.tuples(st.sampled_from([KEY, PAD, MOUSE]), st.integers(1, 8), st.booleans())))
def test_letting_go_of_all_opens_every_closed_seat_once(
    moves: list[tuple[tuple[str, int, int], int, bool]],
) -> None:
    hands, level = Hands(), dict.fromkeys(range(1, 9), 0)
    for at, (holder, seat, down) in enumerate(moves):
        if down:
            level[seat] += hands.take(holder, seat, at * S)
        elif (opened := hands.let_go(holder, at * S)) is not None:
            level[opened] -= 1
    for seat in hands.let_go_all():
        level[seat] -= 1
    assert set(level.values()) == {0}
    assert not hands.closed


def test_a_short_press_of_the_knob_is_ok_when_it_ends() -> None:
    knob = KnobPress()
    knob.take(KEY, S)
    assert knob.due(S + HOLD_NS - 1) is None
    assert knob.let_go(KEY) is HostKey.OK
    assert not knob.down


def test_a_long_press_is_the_menu_once_and_no_ok_after() -> None:
    knob = KnobPress()
    knob.take(KEY, S)
    assert knob.due(S + HOLD_NS) is HostKey.HOLD_OK
    assert knob.due(S + 2 * HOLD_NS) is None
    assert knob.let_go(KEY) is None


def test_a_second_holder_of_the_knob_changes_nothing() -> None:
    knob = KnobPress()
    knob.take(KEY, S)
    knob.take(MOUSE, S)
    assert knob.let_go(MOUSE) is None
    assert knob.let_go(KEY) is HostKey.OK
