from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US
from firmware.presses.contact import DELIVERY_NS, NOISY_NS, NOISY_SPIKES, Contact, Kind, Outcome
from tests.firmware.presses.wires import TIMES, Wire, judge, ms

Judged = list[tuple[Kind, float]]
"""Outcomes with their stamps in ms."""


def in_ms(outcomes: list[Outcome]) -> Judged:
    return [(kind, at / NS_PER_MS) for kind, at, *_ in outcomes]


def outcomes(*changes: float, lost: tuple[float, ...] = ()) -> Judged:
    """What becomes of a line that changes level at these ms and whose every other edge arrives."""
    wire = Wire(ms(*changes))
    return in_ms(judge(Contact(TIMES), wire, 100 * NS_PER_S, lost=ms(*lost)))


def seen(*edges: tuple[bool, float], level: bool) -> Judged:
    """The same for edges that don't tell the whole story, the line reading ``level`` all the time."""
    contact = Contact(TIMES)
    for closed, at in edges:
        contact.edge(closed, ms(at)[0])
    while (due := contact.deadline()) is not None:
        contact.advance(due, level)
    return in_ms(list(contact.outcomes))


def spikes(contact: Contact, first: int, number: int, every: int) -> int:
    """Let that many spikes of 4 µs hit the line, ``every`` ns; returns when the last was judged."""
    for at in range(first, first + number * every, every):
        contact.edge(True, at)
        contact.edge(False, at + 4 * NS_PER_US)
        contact.advance(at + 4 * NS_PER_US + TIMES.gap + DELIVERY_NS, False)
    return first + (number - 1) * every + 4 * NS_PER_US + TIMES.gap + DELIVERY_NS


# -- from the first edge to a press ----------------------------------------------------------------------


def test_a_clean_press_is_stamped_at_its_first_edge_and_released_at_its_last() -> None:
    assert outcomes(100, 180) == [(Kind.PRESS, 100), (Kind.RELEASE, 180)]


@pytest.mark.parametrize("closed", [True, False])
def test_the_first_edge_in_either_direction_is_the_candidate_for_good(closed: bool) -> None:
    contact = Contact(TIMES)
    for at in (100, 300, 700):
        contact.edge(closed, at)
        closed = not closed
        assert contact.candidate == 100


def test_a_lone_opening_edge_is_the_first_sign_of_a_press() -> None:
    # Touched and opened before the kernel looked, then closed for good.
    assert seen((False, 10), (True, 10.9), level=True) == [(Kind.PRESS, 10)]


def test_a_lone_opening_edge_on_a_line_that_stays_open_is_a_spike() -> None:
    assert seen((False, 10), level=False) == [(Kind.GLITCH, 10)]


def test_a_press_is_confirmed_by_3_ms_of_rest_and_no_less() -> None:
    contact = Contact(TIMES)
    sure = 100 + TIMES.confirm + DELIVERY_NS
    contact.edge(True, 100)
    assert contact.deadline() == sure
    contact.advance(sure - 1, True)
    assert (contact.presses, contact.candidate) == (0, 100)
    contact.advance(sure, True)
    assert (contact.presses, contact.candidate) == (1, None)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_bounce_of_1_to_5_ms_keeps_the_first_stamp(length: int) -> None:
    changes = [100.0]
    while changes[-1] + 0.7 <= 100 + length:
        changes += [changes[-1] + 0.4, changes[-1] + 0.7]
    assert outcomes(*changes, 300) == [(Kind.PRESS, 100), (Kind.RELEASE, 300)]


@given(
    st.lists(st.tuples(st.integers(1, 2_999_999), st.integers(1, 1_999_999)), max_size=12),
    st.integers(TIMES.confirm, NS_PER_S),
)
def test_however_it_bounces_until_17_ms_the_first_touch_is_the_press(
    bounces: list[tuple[int, int]], rest: int
) -> None:
    changes = ms(100)
    for closed, opened in bounces:
        if changes[-1] + closed + opened <= ms(117)[0]:
            changes += [changes[-1] + closed, changes[-1] + closed + opened]
    changes.append(changes[-1] + rest)
    judged = judge(Contact(TIMES), Wire(changes), 10 * NS_PER_S)
    press = Outcome(Kind.PRESS, changes[0], bounced=len(changes) > 2)
    assert judged == [press, Outcome(Kind.RELEASE, changes[-1])]


def test_chatter_longer_than_bounce_is_a_spike_and_the_closing_that_rests_is_the_press() -> None:
    chatter = [100 + step for step in range(19)]  # opens and closes every 1 ms, at rest from 118 on
    assert outcomes(*chatter, 300) == [(Kind.GLITCH, 100), (Kind.PRESS, 118), (Kind.RELEASE, 300)]


@pytest.mark.parametrize("length", range(19, 60, 2))
def test_after_long_chatter_the_press_is_no_older_than_bounce_and_confirm_allow(length: int) -> None:
    chatter = [100 + step for step in range(length)]
    rest = chatter[-1]
    presses = [at for kind, at in outcomes(*chatter, 300) if kind is Kind.PRESS]
    assert len(presses) == 1
    assert rest - 17 <= presses[0] <= rest


@pytest.mark.parametrize(
    ("rests_at", "press"),
    [(117, [(Kind.PRESS, 100)]), (117.000001, [(Kind.GLITCH, 100), (Kind.PRESS, 117.000001)])],
)
def test_the_rest_must_fit_within_bounce_of_the_first_touch(rests_at: float, press: Judged) -> None:
    chatter = [100 + step for step in range(16)]  # the last opens at 115
    assert (
        outcomes(*chatter, 115.8, 116.4, rests_at - 0.1, rests_at - 0.05, rests_at, 300)[: len(press)]
        == press
    )


# -- spikes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [0.004, 0.1, 1, 2, 2.999999])
def test_a_spike_is_counted_and_is_no_press(length: float) -> None:
    contact = Contact(TIMES)
    judged = judge(contact, Wire(ms(100, 100 + length)), NS_PER_S)
    assert in_ms(judged) == [(Kind.GLITCH, 100)]
    assert (contact.presses, contact.glitches) == (0, 1)


def test_a_press_after_a_quiet_gap_has_its_own_stamp() -> None:
    assert outcomes(100, 100.004, 102.004, 180)[:2] == [(Kind.GLITCH, 100), (Kind.PRESS, 102.004)]


def test_a_press_just_within_the_gap_is_the_spike_s_bounce() -> None:
    assert outcomes(100, 100.004, 102.003999, 180)[:1] == [(Kind.PRESS, 100)]


def test_what_was_closed_for_longer_than_interference_may_lie_open_longer_and_bounce_on() -> None:
    assert outcomes(100, 100.05, 104.049999, 180)[:1] == [(Kind.PRESS, 100)]
    assert outcomes(100, 100.05, 104.05, 180)[:2] == [(Kind.GLITCH, 100), (Kind.PRESS, 104.05)]
    assert outcomes(100, 100.049999, 102.049999, 180)[:2] == [(Kind.GLITCH, 100), (Kind.PRESS, 102.049999)]


def test_the_time_a_bouncing_contact_was_closed_adds_up() -> None:
    assert outcomes(100, 100.03, 100.5, 100.52, 104, 180)[:1] == [(Kind.PRESS, 100)]


def test_the_quiet_gap_is_judged_by_stamps_even_when_nobody_looked_in_between() -> None:
    contact = Contact(TIMES)
    for closed, at in Wire(ms(100, 100.004, 102.5, 180)).edges():
        contact.edge(closed, at)
    assert in_ms(list(contact.outcomes)) == [(Kind.GLITCH, 100), (Kind.PRESS, 102.5)]


# -- release ---------------------------------------------------------------------------------------------


def test_chatter_on_release_after_a_long_hold_is_one_release_and_no_press() -> None:
    let_go = [2000 + step * 4 for step in range(9)]  # closings of 4 ms would be presses of an idle line
    assert outcomes(100, *let_go) == [(Kind.PRESS, 100), (Kind.RELEASE, 2032)]


def test_a_second_press_needs_30_ms_of_opening() -> None:
    assert outcomes(100, 180, 209.999999, 300) == [(Kind.PRESS, 100), (Kind.RELEASE, 300)]
    assert outcomes(100, 180, 210, 300) == [
        (Kind.PRESS, 100), (Kind.RELEASE, 180), (Kind.PRESS, 210), (Kind.RELEASE, 300),
    ]  # fmt: skip


def test_an_opening_while_open_hides_a_closing_so_the_quiet_starts_anew() -> None:
    contact = Contact(TIMES)
    contact.edge(True, 0)
    contact.edge(False, ms(100)[0])
    contact.edge(False, ms(120)[0])
    assert (contact.opened, contact.deadline()) == (ms(120)[0], ms(150)[0] + DELIVERY_NS)


# -- stuck and noisy lines -------------------------------------------------------------------------------


def test_closed_at_the_start_is_stuck_until_let_go_and_then_works() -> None:
    contact = Contact(TIMES, closed=True)
    assert (contact.fault, contact.deadline()) == ("stuck", None)
    contact.edge(False, ms(100)[0])
    contact.advance(ms(132)[0], False)
    assert (contact.fault, list(contact.outcomes)) == (None, [])
    contact.edge(True, ms(200)[0])
    contact.advance(ms(205)[0], True)
    contact.edge(False, ms(300)[0])
    contact.advance(ms(332)[0], False)
    assert in_ms(list(contact.outcomes)) == [(Kind.PRESS, 200), (Kind.RELEASE, 300)]


def test_chatter_does_not_free_a_stuck_line() -> None:
    contact = Contact(TIMES, closed=True)
    for at in range(100, 1000, 20):
        contact.edge(at % 40 != 20, ms(at)[0])
    assert (contact.fault, contact.presses) == ("stuck", 0)


def test_twenty_spikes_within_a_second_are_noisy_and_nineteen_are_not() -> None:
    contact = Contact(TIMES)
    now = spikes(contact, 0, NOISY_SPIKES - 1, 10 * NS_PER_MS)
    assert contact.fault is None
    spikes(contact, now + 10 * NS_PER_MS, 1, 1)
    assert contact.fault == "noisy"


def test_twenty_spikes_in_more_than_a_second_are_not_noisy() -> None:
    contact = Contact(TIMES)
    spikes(contact, 0, 60, NOISY_NS // (NOISY_SPIKES - 1) + 1)
    assert (contact.fault, contact.glitches) == (None, 60)


def test_a_noisy_line_s_closing_is_neither_press_nor_release() -> None:
    contact = Contact(TIMES)
    now = spikes(contact, 0, NOISY_SPIKES, 10 * NS_PER_MS)
    contact.outcomes.clear()
    for at, closed in ((now + 100 * NS_PER_MS, True), (now + 200 * NS_PER_MS, False)):
        contact.edge(closed, at)
        while (due := contact.deadline()) is not None and due < at + 50 * NS_PER_MS:
            contact.advance(due, closed)
    assert (contact.fault, contact.presses, list(contact.outcomes)) == ("noisy", 0, [])


def test_a_noisy_line_let_go_after_it_calmed_down_still_has_no_release() -> None:
    contact = Contact(TIMES)
    now = spikes(contact, 0, NOISY_SPIKES, 10 * NS_PER_MS)
    contact.outcomes.clear()
    contact.edge(True, now + NS_PER_MS)
    contact.edge(False, now + 2 * NS_PER_S)
    contact.advance(now + 3 * NS_PER_S, False)
    assert (contact.fault, list(contact.outcomes)) == (None, [])


def test_a_noisy_line_is_taken_back_a_second_after_its_last_spike() -> None:
    contact = Contact(TIMES)
    spikes(contact, 0, NOISY_SPIKES, 10 * NS_PER_MS)
    contact.outcomes.clear()
    calm = 190 * NS_PER_MS + NOISY_NS + DELIVERY_NS
    assert contact.deadline() == calm
    contact.advance(calm - 1, False)
    assert [contact.fault] == ["noisy"]
    contact.advance(calm, False)
    assert [contact.fault, contact.deadline()] == [None, None]
    contact.edge(True, calm + 1)
    contact.advance(calm + 1 + TIMES.confirm + DELIVERY_NS, True)
    assert list(contact.outcomes) == [Outcome(Kind.PRESS, calm + 1)]


@pytest.mark.parametrize("looks", [(), (1193,)])
def test_what_began_while_a_line_was_noisy_is_judged_as_noisy_whenever_it_is_looked_at(
    looks: tuple[int, ...],
) -> None:
    contact = Contact(TIMES)
    spikes(contact, 0, NOISY_SPIKES, 10 * NS_PER_MS)
    contact.outcomes.clear()
    contact.edge(True, ms(1189)[0])  # the last spike was at 190 ms
    for at in ms(*looks):
        contact.advance(at, True)
    contact.edge(False, ms(1210)[0])
    contact.advance(ms(1300)[0], False)
    assert (list(contact.outcomes), contact.fault, contact.deadline()) == ([], None, None)


# -- edges lost, late or out of order --------------------------------------------------------------------


def test_a_lost_closing_is_found_by_reading_the_level() -> None:
    assert seen((True, 10), (False, 10.4), level=True) == [(Kind.PRESS, 10)]


def test_a_lost_opening_is_found_by_reading_the_level() -> None:
    assert seen((True, 10), level=False) == [(Kind.GLITCH, 10)]


def test_a_lost_closing_after_an_opening_keeps_the_line_pressed() -> None:
    judged = outcomes(100, 200, 210, 400, 500, 600, lost=(210,))
    assert judged == [
        (Kind.PRESS, 100), (Kind.RELEASE, 400), (Kind.PRESS, 500), (Kind.RELEASE, 600),
    ]  # fmt: skip


def test_a_press_is_not_lost_to_a_level_read_before_its_opening_arrives() -> None:
    contact = Contact(TIMES)
    contact.edge(True, ms(100)[0])
    contact.advance(ms(105)[0], False)
    contact.edge(False, ms(103.5)[0])
    assert in_ms(list(contact.outcomes)) == [(Kind.PRESS, 100)]
    assert contact.opened == ms(103.5)[0]


def test_a_press_is_not_lost_to_an_opening_that_a_busy_machine_brings_late() -> None:
    contact = Contact(TIMES)
    contact.edge(True, ms(100)[0])
    for now in ms(133, 200, 320):
        contact.advance(now, False)
    contact.edge(False, ms(131)[0])
    assert in_ms(list(contact.outcomes)) == [(Kind.PRESS, 100)]


def test_a_press_is_not_lost_to_a_level_read_long_after_the_step_began() -> None:
    contact = Contact(TIMES)
    contact.edge(True, ms(100)[0])
    contact.advance(ms(105)[0], False, by=ms(138)[0])  # the machine was busy elsewhere in between
    contact.advance(ms(136)[0], False)
    contact.edge(False, ms(131)[0])
    assert in_ms(list(contact.outcomes)) == [(Kind.PRESS, 100)]


def test_a_step_stopped_before_it_read_the_level_judges_nothing_and_the_next_one_does() -> None:
    contact = Contact(TIMES)
    contact.edge(True, ms(100)[0])
    assert not contact.advance(ms(105)[0], True, by=ms(105)[0] + DELIVERY_NS + 1)
    assert (contact.presses, contact.deadline()) == (0, ms(105)[0])
    assert contact.advance(ms(105)[0], True, by=ms(105)[0] + DELIVERY_NS)
    assert in_ms(list(contact.outcomes)) == [(Kind.PRESS, 100)]


def test_a_spike_s_stamp_is_not_given_to_a_closing_that_is_still_on_its_way() -> None:
    contact = Contact(TIMES)
    contact.edge(True, ms(100)[0])
    contact.edge(False, ms(100.004)[0])
    contact.advance(ms(104.7)[0], True)  # the finger came at 102.5; its edge comes now
    contact.edge(True, ms(102.5)[0])
    contact.advance(ms(107.5)[0], True)
    assert in_ms(list(contact.outcomes)) == [(Kind.GLITCH, 100), (Kind.PRESS, 102.5)]


def test_bounces_that_come_far_too_late_let_nothing_go_that_was_seen_closed_after_them() -> None:
    contact = Contact(TIMES)
    contact.edge(True, ms(100)[0])
    contact.advance(ms(105)[0], True)
    contact.edge(False, ms(100.7)[0])
    contact.advance(ms(160)[0], True)  # closed, whatever the last edge says
    contact.edge(True, ms(100.8)[0])
    contact.edge(False, ms(101.2)[0])
    contact.advance(ms(185)[0], False)  # let go since, though the edges of that are on their way, too
    contact.edge(True, ms(101.5)[0])
    contact.edge(False, ms(168)[0])
    contact.advance(ms(220)[0], False)
    assert in_ms(list(contact.outcomes)) == [(Kind.PRESS, 100), (Kind.RELEASE, 168)]


def test_a_whole_press_delivered_late_is_a_press_with_its_own_stamps() -> None:
    assert seen((True, 100), (False, 180), level=False) == [(Kind.PRESS, 100), (Kind.RELEASE, 180)]


def test_a_stamp_that_runs_backwards_is_taken_as_the_last_one() -> None:
    contact = Contact(TIMES)
    contact.edge(True, 500)
    contact.edge(False, 400)
    contact.edge(True, 450)
    assert contact.candidate == 500
    assert contact.deadline() == 500 + TIMES.confirm + DELIVERY_NS
    contact.advance(500 + TIMES.confirm + DELIVERY_NS, True)
    assert list(contact.outcomes) == [Outcome(Kind.PRESS, 500)]


@given(
    st.lists(st.integers(1, 40_000_000), min_size=1, max_size=18),
    st.lists(st.integers(0, 800_000_000), max_size=20),
)
def test_looking_more_often_changes_nothing(lengths: list[int], looks: list[int]) -> None:
    changes = [sum(lengths[: index + 1]) for index in range(len(lengths))]
    wire, contact = Wire(changes), Contact(TIMES)
    expected = judge(Contact(TIMES), wire, 10 * NS_PER_S)
    edges = {at: closed for closed, at in wire.edges()}
    for at in sorted([*edges, *looks]):
        if at in edges:
            contact.edge(edges[at], at)
        else:
            contact.advance(at, wire.closed(at))
    contact.advance(5 * NS_PER_S, wire.closed(5 * NS_PER_S))
    assert list(contact.outcomes) == expected


@given(st.lists(st.integers(1, 40_000_000), min_size=1, max_size=60))
def test_every_candidate_is_a_press_or_a_glitch_and_every_press_but_the_last_has_its_release(
    lengths: list[int],
) -> None:
    contact = Contact(TIMES)
    changes = [sum(lengths[: index + 1]) for index in range(len(lengths))]
    judged = judge(contact, Wire(changes), 10 * NS_PER_S)
    kinds = [kind for kind, *_ in judged]
    stamps = [at for kind, at, *_ in judged if kind is not Kind.RELEASE]
    assert contact.candidate is None
    assert kinds.count(Kind.GLITCH) == contact.glitches
    assert kinds.count(Kind.PRESS) == contact.presses
    assert stamps == sorted(set(stamps))
    assert set(stamps) <= set(changes)
    strong = [kind for kind in kinds if kind is not Kind.GLITCH]
    assert all(kind is (Kind.PRESS, Kind.RELEASE)[index % 2] for index, kind in enumerate(strong))
