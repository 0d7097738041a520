from __future__ import annotations

import tracemalloc

import pytest

from companion.games.growing import Grown
from tests.companion.session.evening import Evening


def test_it_holds_what_came_in_order_and_never_changes() -> None:
    none = Grown[int]()
    two = none.grown(1).grown(2)
    three = two.grown(3)
    assert (list(none), list(two), list(three)) == ([], [1, 2], [1, 2, 3])
    assert (none.last, len(none), none.had is none) == (None, 0, True)
    assert (three.last, len(three), three.had is two) == (3, 3, True)
    assert (three.newest(2), three.newest(9)) == ([2, 3], [1, 2, 3])


def test_what_holds_the_same_is_the_same() -> None:
    assert Grown.of([1, 2]) == Grown.of([1, 2]) == Grown[int]().grown(1).grown(2)
    assert Grown.of([1, 2]) == (1, 2)
    assert Grown[int]() == Grown[int]()
    for other in ([], [1], [2, 2], [1, 3], [1, 2, 3]):
        assert Grown.of([1, 2]) != Grown.of(other)


def test_what_two_share_is_not_compared() -> None:
    class Unlike:
        def __eq__(self, other: object) -> bool:
            raise AssertionError("looked at what is shared")

        __hash__ = None  # type: ignore[assignment]

    shared = Grown[object]().grown(Unlike())
    assert shared.grown(1) == shared.grown(1)
    assert shared.grown(1) != shared.grown(2)


@pytest.mark.plays("buzzer")
def test_a_question_takes_no_more_memory_the_longer_a_quiz_lasts() -> None:
    evening = Evening()
    evening.enter("game buzzer seats=1,2,3,4", 1)
    taken = []
    tracemalloc.start()
    try:
        for number in range(1, 126):
            at = 3000 * number
            evening.ok(at)
            evening.ok(at + 400)
            for seat in (1, 2, 3, 4):
                evening.press(seat, at + 800 + seat)
            evening.enter("right", at + 1200)
            evening.ok(at + 1600)
            if number in {50, 75, 100, 125}:
                taken.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    first, second = taken[1] - taken[0], taken[3] - taken[2]
    assert second < 1.1 * first, [one / 25 for one in (first, second)]
    assert len(evening.state.rulings) == 125
