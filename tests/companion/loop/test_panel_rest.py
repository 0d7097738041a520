from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.loop.panel_rest import SHIFTS, STAYS_NS, WAKING_NS, PanelRest
from firmware.events import NS_PER_S, Enter, Event, HostKey, Key, Knob, Press, Release, Resumed, Rolled, Tick
from firmware.times import Rests
from firmware.views import AWAKE, PanelId, Rest, Screen

RESTS = Rests()
DIM_NS, MOVE_NS = RESTS.dim, RESTS.shift
SAME: dict[PanelId, Screen] = {"main": Screen(big="17")}
OTHER: dict[PanelId, Screen] = {"main": Screen(big="18")}
START = 1000 * NS_PER_S


def resting(*, may: bool = True) -> PanelRest:
    """Panels that show the same since `START`."""
    panels = PanelRest(0, RESTS)
    panels.shows(SAME, may, START)
    return panels


@pytest.fixture
def asleep() -> PanelRest:
    panels = resting()
    assert panels.rest(START + DIM_NS).dim
    return panels


DARK = START + DIM_NS
"""`asleep` is dim from here on."""


def test_panels_dim_five_minutes_after_the_last_change_and_not_before() -> None:
    panels = resting()
    assert panels.rest(START + DIM_NS - 1) == AWAKE
    assert panels.rest(START + DIM_NS) == Rest(dim=True)


def test_five_minutes_later_the_picture_moves_and_then_every_minute() -> None:
    panels = resting()
    assert panels.rest(START + MOVE_NS - 1) == Rest(dim=True)
    moves = [panels.rest(START + MOVE_NS + n * STAYS_NS).shift for n in range(len(SHIFTS) + 1)]
    assert moves == [*SHIFTS, SHIFTS[0]]
    assert (0, 0) not in moves


def test_a_box_file_may_say_how_soon_panels_rest() -> None:
    panels = PanelRest(0, Rests(dim=30 * NS_PER_S, shift=20 * NS_PER_S))
    panels.shows(SAME, True, START)
    assert panels.rest(START + 20 * NS_PER_S - 1) == AWAKE
    assert panels.changes_at(START) == START + 20 * NS_PER_S
    assert panels.rest(START + 20 * NS_PER_S) == Rest(shift=SHIFTS[0])
    assert panels.changes_at(START + 21 * NS_PER_S) == START + 30 * NS_PER_S
    assert panels.rest(START + 30 * NS_PER_S) == Rest(dim=True, shift=SHIFTS[0])


def test_another_screen_is_bright_and_where_it_belongs() -> None:
    panels = resting()
    panels.shows(OTHER, True, START + MOVE_NS)
    assert panels.rest(START + MOVE_NS) == AWAKE
    assert panels.rest(START + MOVE_NS + DIM_NS).dim


def test_the_same_screen_shown_again_is_no_change(asleep: PanelRest) -> None:
    asleep.shows(dict(SAME), True, DARK + 1)
    assert asleep.rest(DARK + 1).dim


def test_while_a_first_press_may_count_panels_move_but_never_dim() -> None:
    panels = resting(may=False)
    assert panels.rest(START + DIM_NS) == AWAKE
    assert panels.rest(START + MOVE_NS) == Rest(dim=False, shift=SHIFTS[0])
    assert not panels.swallows(Press(1, START + MOVE_NS))


def test_panels_that_begin_to_be_allowed_to_dim_wait_for_five_minutes() -> None:
    panels = resting(may=False)
    panels.shows(SAME, True, START + DIM_NS)
    assert not panels.rest(START + 2 * DIM_NS - 1).dim
    assert panels.rest(START + 2 * DIM_NS).dim


@pytest.mark.parametrize("event", [Press(3, DARK), Knob(1, DARK), *(Key(key, DARK) for key in HostKey)])
def test_what_wakes_is_swallowed_and_the_next_counts(asleep: PanelRest, event: Event) -> None:
    assert asleep.swallows(event)
    assert asleep.rest(DARK) == AWAKE
    assert not asleep.swallows(Press(2, DARK + WAKING_NS))


def test_what_follows_the_waking_press_at_once_belongs_to_it(asleep: PanelRest) -> None:
    assert asleep.swallows(Press(3, DARK))
    assert asleep.swallows(Press(1, DARK + WAKING_NS - 1))
    assert not asleep.swallows(Press(2, DARK + WAKING_NS))


def test_a_press_stamped_before_the_dimming_counts_though_it_comes_after(asleep: PanelRest) -> None:
    assert not asleep.swallows(Press(1, DARK - 1))
    assert asleep.rest(DARK) == AWAKE


def test_what_is_typed_wakes_and_counts(asleep: PanelRest) -> None:
    assert not asleep.swallows(Enter("sum 17", DARK))
    assert asleep.rest(DARK) == AWAKE
    assert not asleep.swallows(Press(1, DARK + 1))


@pytest.mark.parametrize(
    "event", [Release(1, DARK), Tick(DARK), Rolled(("3",), DARK), Resumed(was=START, at=DARK)]
)
def test_what_nobody_did_neither_wakes_nor_is_swallowed(asleep: PanelRest, event: Event) -> None:
    assert not asleep.swallows(event)
    assert asleep.rest(DARK).dim


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["press", "enter", "same", "other", "may not"]),
        st.integers(0, MOVE_NS + 5 * STAYS_NS),
    ),
    max_size=8,
)


@given(ACTS)
def test_every_change_of_rest_is_announced_and_nothing_is_swallowed_in_the_light(
    acts: list[tuple[str, int]],
) -> None:
    panels, now, woken = PanelRest(0, RESTS), 0, -WAKING_NS
    for act, gap in acts:
        until = now + gap
        while (change := panels.changes_at(now)) <= until:
            assert change > now
            before = panels.rest(now)
            assert panels.rest(change - 1) == before
            assert panels.rest(change) != before
            now = change
        assert panels.rest(until) == panels.rest(now)
        now = until
        dim = panels.rest(now).dim
        match act:
            case "press":
                if dim:
                    woken = now
                assert panels.swallows(Press(1, now)) == (now < woken + WAKING_NS)
                assert not panels.rest(now).dim
            case "enter":
                assert not panels.swallows(Enter("x", now))
                woken = -WAKING_NS
            case _:
                panels.shows(OTHER if act == "other" else SAME, act != "may not", now)
                assert act != "may not" or not panels.rest(now).dim
