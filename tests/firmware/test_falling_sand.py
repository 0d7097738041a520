from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.events import NS_PER_S
from firmware.falling_sand import Hourglass, next_number_in, seconds_shown

touches = st.lists(
    st.tuples(
        st.integers(0, 30),  # grains of time since the touch before
        st.one_of(st.sampled_from(["run", "pause", "flip"]), st.integers(-20, 20)),
    ),
    max_size=20,
)


def touched(glass: Hourglass, touch: str | int, at: int) -> Hourglass:
    match touch:
        case "run":
            return glass.run(at)
        case "pause":
            return glass.pause(at)
        case "flip":
            return glass.flip(at)
    assert isinstance(touch, int)
    return glass.adjust(touch, at)


def counted(above: int, touches: list[tuple[int, str | int]]) -> tuple[int, int]:
    """The sand above and below after all touches, grain by grain."""
    below, runs = 0, False
    for gap, touch in touches:
        for _ in range(gap if runs else 0):
            if above:
                above, below = above - 1, below + 1
        match touch:
            case "run":
                runs = True
            case "pause":
                runs = False
            case "flip":
                above, below = below, above
            case int(by):
                above = max(0, above + by)
    return above, below


@given(st.integers(0, 60), touches)
def test_what_is_computed_from_stamps_is_what_counting_grains_gives(
    full: int, touches: list[tuple[int, str | int]]
) -> None:
    glass, at = Hourglass(full), 1000
    for gap, touch in touches:
        at += gap
        glass = touched(glass, touch, at)
    assert (glass.left(at), glass.ran(at)) == counted(full, touches)


@given(st.integers(0, 60), touches, st.integers(0, 100))
def test_sand_is_neither_lost_nor_made_but_by_adjusting(
    full: int, touches: list[tuple[int, str | int]], later: int
) -> None:
    glass, at = Hourglass(full), 1000
    for gap, touch in touches:
        at += gap
        whole, above = glass.whole, glass.left(at)
        assert glass.left(at) + glass.ran(at) == whole
        glass = touched(glass, touch, at)
        assert glass.left(at + later) >= 0
        assert glass.left(at + later) + glass.ran(at + later) == glass.whole
        assert glass.whole - whole == (0 if isinstance(touch, str) else glass.left(at) - above)


@given(st.integers(1, 60), st.integers(0, 60), st.integers(-1000, 1000))
def test_a_stamp_before_the_last_touch_counts_as_that_touch(full: int, ran: int, early: int) -> None:
    glass = Hourglass(full).run(1000).flip(1000 + ran)
    early = min(early, 1000 + ran)
    assert glass.left(early) == glass.left(1000 + ran)
    assert glass.flip(early) == glass.flip(1000 + ran)
    assert glass.adjust(5, early) == glass.adjust(5, 1000 + ran)


def test_the_last_grain_falls_at_the_stamp_it_was_due_however_late_anyone_looks() -> None:
    glass = Hourglass(15 * NS_PER_S).run(7)
    assert glass.ends_at == 7 + 15 * NS_PER_S
    assert glass.left(6 + 15 * NS_PER_S) == 1
    assert glass.left(7 + 15 * NS_PER_S) == glass.left(7 + 900 * NS_PER_S) == 0


def test_a_lying_glass_has_no_end() -> None:
    assert Hourglass(5).ends_at is None
    assert Hourglass(5).run(1).pause(3).ends_at is None
    assert Hourglass(5).run(1).pause(3).left(1000) == 3


def test_the_number_shown_is_0_only_when_nothing_is_left() -> None:
    assert [seconds_shown(left) for left in (0, 1, NS_PER_S, NS_PER_S + 1)] == [0, 1, 1, 2]


@given(st.integers(1, 100 * NS_PER_S))
def test_the_number_shown_changes_when_it_is_said_to_and_not_before(left: int) -> None:
    wait = next_number_in(left)
    assert seconds_shown(left - wait) == seconds_shown(left) - 1
    assert seconds_shown(left - wait + 1) == seconds_shown(left)
