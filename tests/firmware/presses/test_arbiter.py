from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware.errors import BadEventError
from firmware.events import NS_PER_MS, NS_PER_S, Edge, Event, HostKey, Key, Press, Release, Seat, Tick, Within
from firmware.presses.arbiter import PATIENCE_NS, in_time
from firmware.presses.contact import DELIVERY_NS
from firmware.presses.pulses import PULSE_NS
from firmware.presses.race import Race
from firmware.presses.spans import firsts
from firmware.times import Times
from tests.firmware.presses.wires import TIMES, Bench, ms

SEATS = range(1, 9)
T = NS_PER_S
"""When things begin to happen."""

HOLD = 80 * NS_PER_MS
SETTLE = TIMES.settle


def bench(*presses: tuple[Seat, int], delays: tuple[int, ...] = (), hold: int = HOLD) -> Bench:
    """A bench where these seats press and hold, stamps counted from `T`, each delivered so much later."""
    made = Bench(SEATS)
    for index, (seat, at) in enumerate(presses):
        made.press(seat, T + at, T + at + hold, delay=delays[index] if delays else 0)
    return made


def handed_on(made: Bench, kind: type[Event]) -> list[int]:
    """When events of this kind were handed on, counted from `T`."""
    return [now - T for now, event in made.got if isinstance(event, kind)]


# -- order by stamp --------------------------------------------------------------------------------------


@pytest.mark.parametrize("arrival", [*permutations([12, 15, 18])])
def test_three_presses_leave_by_stamp_in_every_order_of_delivery(arrival: tuple[int, ...]) -> None:
    made = Bench(SEATS)
    for (seat, at), now in zip([(5, 0), (2, 5), (7, 10)], arrival, strict=True):
        made.wires[seat].changes = [T + at * NS_PER_MS]
        made.deliver(Edge(seat, True, T + at * NS_PER_MS), T + now * NS_PER_MS)
    made.run(T + NS_PER_S)
    assert made.presses() == [(seat, T + at * NS_PER_MS) for seat, at in ((5, 0), (2, 5), (7, 10))]
    assert made.arbiter.late == 0


def test_a_press_waits_for_settle_and_leaves_then() -> None:
    made = bench((3, 0))
    made.run(T + SETTLE - 1)
    assert made.events == []
    made.run(T + SETTLE)
    assert made.got == [(T + SETTLE, Press(3, T))]


def test_a_press_from_another_source_than_its_seats_is_as_unsure_as_that_and_no_other_is() -> None:
    key, pad = Within(40 * NS_PER_MS, 0), Within(18 * NS_PER_MS, 0)
    made = bench((3, 0), (3, NS_PER_S))
    made.arbiter.within[3] = pad
    made.arbiter.unsure(3, T, key)
    made.run(T + 2 * NS_PER_S)
    presses = [event for event in made.events if isinstance(event, Press)]
    assert presses == [Press(3, T, key), Press(3, T + NS_PER_S, pad)]


def test_a_press_whose_touch_has_no_stamp_comes_where_it_may_have_been_half_a_millisecond_before() -> None:
    made = Bench(SEATS)
    made.arbiter.tie = TIMES.tie * 2
    made.press(5, T, T + HOLD)
    made.wires[3].changes = [T + 100, T + 400_100, T + 400_200]
    made.deliver(Edge(3, False, T + 400_100), T + 400_100)
    made.deliver(Edge(3, True, T + 400_200), T + 400_200)
    made.run(T + NS_PER_S)
    unsure = Within(TIMES.tie + 500_000, TIMES.tie)
    assert made.events[:2] == [Press(3, T + 400_100, unsure), Press(5, T)]
    assert (made.arbiter.late, made.arbiter.left) == (0, T + HOLD)


def test_where_ties_are_finer_a_press_that_bounced_is_as_unsure_as_by_default_and_no_clean_one_is() -> None:
    fine, clean = bench(), T + 300_000
    fine.arbiter.tie = 100_000
    fine.press(5, T, T + HOLD)
    fine.press(6, clean, T + HOLD)
    fine.wires[3].changes = [T + 300_100, T + 400_000, T + 500_000, T + HOLD]
    for closed, at in fine.wires[3].edges():
        fine.deliver(Edge(3, closed, at), at)
    fine.run(T + NS_PER_S)
    presses = [event for event in fine.events if isinstance(event, Press)]
    assert presses == [Press(3, T + 300_100, Within(450_000, 50_000)), Press(5, T), Press(6, clean)]
    assert firsts(presses, 100_000) == tuple(presses[:2])


def test_a_spike_before_it_does_not_make_a_press_unsure() -> None:
    made = Bench(SEATS)
    made.wires[3].changes = [T, T + 1000, T + 5_000_000]
    made.deliver(Edge(3, False, T + 1000), T + 1000)
    made.deliver(Edge(3, True, T + 5_000_000), T + 5_000_000)
    made.run(T + NS_PER_S)
    assert made.events == [Press(3, T + 5_000_000)]


def test_a_game_may_set_its_own_settle() -> None:
    made = bench((3, 0))
    made.arbiter.settle = 100 * NS_PER_MS
    made.run(T + NS_PER_S)
    assert handed_on(made, Press) == [100 * NS_PER_MS]


def test_an_earlier_press_delivered_just_within_settle_still_comes_first() -> None:
    made = bench((3, 0), (6, -NS_PER_MS), delays=(0, SETTLE))
    made.run(T + NS_PER_S)
    assert [seat for seat, _ in made.presses()] == [6, 3]
    assert made.arbiter.late == 0


def test_a_press_delivered_after_a_later_one_left_is_handed_on_and_counted_late() -> None:
    made = bench((3, 0), (6, -NS_PER_MS), delays=(0, SETTLE + 2 * NS_PER_MS))
    made.run(T + NS_PER_S)
    assert made.presses() == [(3, T), (6, T - NS_PER_MS)]
    assert made.arbiter.late == 1


def test_a_late_press_never_flips_the_ruling() -> None:
    made = bench((3, 0), (6, -NS_PER_MS), delays=(0, 100 * NS_PER_MS), hold=NS_PER_S)
    made.race = Race(0, TIMES.tie)
    made.run(T + NS_PER_S)
    assert made.ruling is not None
    assert (made.ruling.winner, made.ruling.order, made.ruling.late) == (3, (3,), (6,))
    assert made.arbiter.late == 1


def test_a_press_that_bounces_past_another_s_stamp_still_comes_first() -> None:
    made = Bench(SEATS)
    bouncing = [T, *(T + at for at in ms(0.4, 0.7, 1.4, 1.7, 4, 4.5)), T + HOLD]
    made.press(7, *bouncing[:-1], bouncing[-1])
    made.press(1, T + 1, T + HOLD)
    made.run(T + NS_PER_S)
    assert made.presses() == [(7, T), (1, T + 1)]


@pytest.mark.parametrize("lengths", [*permutations([0.5, 1, 1.5])])
def test_equal_stamps_leave_in_one_order_whichever_is_delivered_and_confirmed_first(
    lengths: tuple[float, ...],
) -> None:
    made = Bench(SEATS)
    for seat, bounce in zip((4, 2, 8), ms(*lengths), strict=True):
        made.press(seat, T, T + 1000, T + bounce, T + HOLD, delay=bounce)
    made.race = Race(0, TIMES.tie)
    made.run(T + NS_PER_S)
    assert made.presses() == [(2, T), (4, T), (8, T)]
    assert made.ruling is not None
    assert (made.ruling.winner, made.ruling.tied) == (None, (2, 4, 8))


def test_a_release_keeps_its_place_among_presses() -> None:
    made = bench((1, 0), (2, HOLD - 1), (3, HOLD + 1))
    made.run(T + NS_PER_S)
    assert made.events[:4] == [
        Press(1, T), Press(2, T + HOLD - 1), Release(1, T + HOLD), Press(3, T + HOLD + 1),
    ]  # fmt: skip


def test_an_edge_of_an_unknown_line_is_refused() -> None:
    made = Bench([1, 2])
    with pytest.raises(BadEventError, match=r"expected an edge of a seat, one of \[1, 2\], got 'ok'"):
        made.arbiter.feed(Edge("ok", True, T), T)


def test_a_press_is_heard_once_as_soon_as_it_rests_long_before_its_order_is_certain() -> None:
    made = bench((3, 0))
    made.run(T)
    heard = made.arbiter.hears_at()
    assert heard == T + TIMES.confirm + DELIVERY_NS
    assert (made.arbiter.heard(heard - 1), made.arbiter.heard(heard)) == ([], [3])
    made.run(T + NS_PER_S)
    assert (made.arbiter.hears_at(), made.arbiter.heard(T + NS_PER_S)) == (None, [])


def test_a_stamp_seconds_ahead_of_the_clock_is_taken_as_now() -> None:
    made = Bench(SEATS)
    made.arbiter.feed(Edge(3, True, T * 10**9), T)
    made.wires[3].changes = [T]
    made.run(T + NS_PER_S)
    assert made.presses() == [(3, T)]


# -- ticks and the host ----------------------------------------------------------------------------------


def test_ticks_come_in_order_with_presses() -> None:
    made = bench((1, 0), (2, 2), (3, 3))
    made.wakes = [T - 1, T + 1, T + 2, T + 4]
    made.run(T + HOLD)
    assert made.events == [
        Tick(T - 1), Press(1, T), Tick(T + 1), Press(2, T + 2), Tick(T + 2), Press(3, T + 3), Tick(T + 4),
    ]  # fmt: skip


def test_a_tick_waits_for_presses_that_may_still_be_on_their_way() -> None:
    made = bench((1, -1), delays=(SETTLE,))
    made.wakes = [T]
    made.run(T + NS_PER_S)
    assert made.events[:2] == [Press(1, T - 1), Tick(T)]
    assert (handed_on(made, Tick)[0] >= SETTLE, made.arbiter.late) == (True, 0)


def test_the_host_does_not_wait_when_nothing_earlier_is_pending() -> None:
    made = Bench(SEATS)
    made.deliver(Key(HostKey.OK, T))
    made.run(T)
    assert made.got == [(T, Key(HostKey.OK, T))]


def test_the_host_keeps_its_place_behind_a_press_that_settles() -> None:
    made = bench((1, 0))
    made.deliver(Key(HostKey.OK, T + 5 * NS_PER_MS))
    made.run(T + HOLD)
    assert made.events == [Press(1, T), Key(HostKey.OK, T + 5 * NS_PER_MS)]
    assert handed_on(made, Key) == [SETTLE]


def test_the_host_waits_for_a_first_edge_only_until_it_proves_a_spike() -> None:
    made = Bench(SEATS)
    made.press(1, T, T + 100)
    made.deliver(Key(HostKey.OK, T + 200))
    made.run(T + HOLD)
    assert handed_on(made, Key) == [100 + TIMES.gap + in_time(SETTLE)]


def test_the_host_keeps_its_place_behind_a_tick_without_a_busy_loop() -> None:
    made = Bench(SEATS)
    made.wakes = [T]
    made.deliver(Key(HostKey.OK, T + 10 * NS_PER_MS))
    made.run(T + HOLD)
    assert made.got == [(T + SETTLE, Tick(T)), (T + SETTLE, Key(HostKey.OK, T + 10 * NS_PER_MS))]


def test_what_the_host_did_in_one_instant_stays_in_the_order_it_was_done() -> None:
    made = Bench(SEATS)
    keys = [Key(key, T) for key in (HostKey.BACK, HostKey.OK, HostKey.UNDO)]
    for key in keys:
        made.deliver(key)
    made.run(T)
    assert made.events == keys


def test_a_press_on_time_is_not_late_for_a_key_that_did_not_wait_for_it() -> None:
    made = Bench(SEATS, Times(settle=5 * NS_PER_MS))
    made.press(1, T, *(T + at for at in ms(1, 2, 3, 4, 5, 6, 7, 8)), T + HOLD, delay=NS_PER_MS)
    made.deliver(Key(HostKey.OK, T + NS_PER_MS // 2))
    made.run(T + NS_PER_S)
    assert made.events[:2] == [Key(HostKey.OK, T + NS_PER_MS // 2), Press(1, T)]
    assert made.arbiter.late == 0


# -- a loop that slept too long, edges that come late ----------------------------------------------------


def test_a_loop_that_overslept_waits_one_more_settle_for_edges_on_their_way() -> None:
    made = bench((3, 0))
    made.stop(T + NS_PER_MS, T + 200 * NS_PER_MS)
    made.wires[6].changes = [T - NS_PER_MS]  # this edge comes after the process has woken up
    made.deliver(Edge(6, True, T - NS_PER_MS), T + 220 * NS_PER_MS)
    made.race = Race(0, TIMES.tie)
    made.run(T + NS_PER_S)
    assert made.presses() == [(6, T - NS_PER_MS), (3, T)]
    assert made.ruling is not None
    assert (made.ruling.winner, made.arbiter.late) == (6, 0)


def test_a_loop_a_little_late_waits_a_little() -> None:
    made = bench((3, 0))
    made.stop(T + SETTLE - 1, T + SETTLE + 3 * NS_PER_MS)
    made.run(T + NS_PER_S)
    assert handed_on(made, Press) == [SETTLE + 6 * NS_PER_MS]


def test_a_loop_hardly_late_does_not_wait() -> None:
    made = bench((3, 0))
    made.stop(T + SETTLE - 1, T + SETTLE + DELIVERY_NS)
    made.run(T + NS_PER_S)
    assert handed_on(made, Press) == [SETTLE + DELIVERY_NS]


def test_a_loop_that_is_always_late_still_rules() -> None:
    made = bench((3, 0))
    for start in range(0, 1000, 20):
        made.stop(T + start * NS_PER_MS + 1, T + (start + 20) * NS_PER_MS)
    made.run(T + NS_PER_S)
    assert made.presses() == [(3, T)]


def test_a_wait_that_is_overslept_starts_a_longer_one_and_that_no_other() -> None:
    arbiter = Bench([3]).arbiter
    arbiter.feed(Edge(3, True, T), T + 20 * NS_PER_MS)
    end = arbiter.deadline(None)
    assert end == T + 40 * NS_PER_MS  # it came 20 ms late, so what is as late is waited for
    woken = end + 38 * NS_PER_MS
    arbiter.woke(woken, None)
    assert arbiter.deadline(None) == woken + SETTLE
    arbiter.woke(woken + 2 * SETTLE, None)
    assert arbiter.deadline(None) == woken + SETTLE


def test_a_step_that_was_stopped_before_it_read_a_level_judges_nothing() -> None:
    made = Bench([3])
    made.press(3, T, T + 1)  # a contact that bounces: what came after that is still on its way
    made.wires[3].changes += [T + 1_000_000, T + 31_000_000]
    made.stall(T + 2, T + 40 * NS_PER_MS)
    for closed, at in ((True, T + 1_000_000), (False, T + 31_000_000)):
        made.deliver(Edge(3, closed, at), T + 41 * NS_PER_MS)
    made.run(T + NS_PER_S)
    assert made.presses() == [(3, T)]


def test_a_stale_edge_makes_the_gate_wait_for_others_as_stale() -> None:
    made = bench((3, 0), (6, -NS_PER_MS), delays=(100 * NS_PER_MS, 125 * NS_PER_MS), hold=NS_PER_S)
    made.run(T + NS_PER_S)
    assert made.presses() == [(6, T - NS_PER_MS), (3, T)]
    assert made.arbiter.late == 0


def test_a_late_spike_is_not_taken_for_the_finger_that_came_after_it() -> None:
    made = Bench(SEATS)
    made.press(3, T, T + 4_000, T + 4 * NS_PER_MS, T + HOLD, delay=25 * NS_PER_MS)
    made.run(T + NS_PER_S)
    assert made.presses() == [(3, T + 4 * NS_PER_MS)]


def test_a_noisy_line_with_late_edges_does_not_hold_up_the_others() -> None:
    made = bench((3, 600 * NS_PER_MS))
    made.press(8, *range(T, T + NS_PER_S, NS_PER_MS), delay=5 * NS_PER_MS)
    made.run(T + NS_PER_S)
    assert made.arbiter.contacts[8].fault == "noisy"
    assert (3, T + 600 * NS_PER_MS) in made.presses()
    assert handed_on(made, Press)[-1] < 700 * NS_PER_MS


# -- interference ----------------------------------------------------------------------------------------


def pulse(made: Bench, *seats: Seat, spread: int = PULSE_NS, length: int = 10 * NS_PER_MS) -> None:
    """One pulse on these lines, the first at `T`, the last ``spread`` later."""
    for index, seat in enumerate(seats):
        start = T + spread * index // max(1, len(seats) - 1)
        made.press(seat, start, start + length)


def test_three_lines_in_play_struck_within_a_tenth_of_a_millisecond_are_a_pulse_and_no_press() -> None:
    made = Bench(SEATS)
    pulse(made, 4, 1, 7)
    made.run(T + NS_PER_S)
    assert (made.events, made.arbiter.interference, made.counted()) == ([], 1, 3)


def test_lines_struck_with_more_than_a_tenth_of_a_millisecond_between_are_presses() -> None:
    made = Bench(SEATS)
    pulse(made, 4, 1, 7, spread=PULSE_NS + 1)
    made.run(T + NS_PER_S)
    assert ([seat for seat, _ in made.presses()], made.arbiter.interference) == ([4, 1, 7], 0)


def test_what_was_no_press_is_told_once_with_its_stamp() -> None:
    made = Bench(SEATS)
    made.press(2, T - NS_PER_S, T - NS_PER_S + 200_000)
    pulse(made, 4, 1, 7)
    made.run(T + NS_PER_S)
    half = PULSE_NS // 2
    assert made.arbiter.spiked() == [(T - NS_PER_S, 2), (T, 4), (T + half, 1), (T + 2 * half, 7)]
    assert made.arbiter.spiked() == []


def test_two_fingers_are_no_pulse() -> None:
    made = Bench(SEATS)
    pulse(made, 4, 1)
    made.run(T + NS_PER_S)
    assert ([seat for seat, _ in made.presses()], made.arbiter.interference) == ([4, 1], 0)


@pytest.mark.parametrize("plugged", [(1, 4, 7), (7,)])
def test_plugged_in_buttons_of_one_report_are_no_pulse_however_briefly_they_are_down(
    plugged: tuple[Seat, ...],
) -> None:
    made = Bench(SEATS)
    made.arbiter.within.update(dict.fromkeys(plugged, Within(18 * NS_PER_MS, 0, 8 * NS_PER_MS, "usb-1")))
    pulse(made, 4, 1, 7, spread=0)
    made.run(T + NS_PER_S)
    assert ({seat for seat, _ in made.presses()}, made.arbiter.interference) == ({1, 4, 7}, 0)


@pytest.mark.parametrize(("length", "presses"), [(TIMES.bounce, 0), (TIMES.bounce + 1, 3)])
def test_three_lines_held_longer_than_bounce_are_presses(length: int, presses: int) -> None:
    made = Bench(SEATS)
    pulse(made, 4, 1, 7, length=length)
    made.run(T + NS_PER_S)
    assert (len(made.presses()), made.arbiter.interference) == (presses, int(presses == 0))


def test_three_lines_with_one_not_in_play_are_presses() -> None:
    made = Bench(SEATS)
    made.arbiter.in_play = (1, 4)
    pulse(made, 4, 1, 7)
    made.run(T + NS_PER_S)
    assert (len(made.presses()), made.arbiter.interference) == (3, 0)


def test_a_finger_that_came_with_a_pulse_and_stays_is_a_press() -> None:
    made = Bench(SEATS)
    pulse(made, 4, 1, 7)
    made.press(2, T + PULSE_NS, T + HOLD)
    made.run(T + NS_PER_S)
    assert (made.presses(), made.arbiter.interference) == ([(2, T + PULSE_NS)], 1)


def test_lines_where_the_pulse_was_too_short_for_a_press_are_evidence_of_it() -> None:
    made = Bench(SEATS)
    for seat, length in ((1, 3.1), (2, 2.9), (3, 2.9)):
        made.press(seat, T + seat, T + seat + ms(length)[0])
    made.run(T + NS_PER_S)
    assert (made.events, made.arbiter.interference, made.counted()) == ([], 1, 3)


@pytest.mark.parametrize("late", ms(0, 1, 20))
def test_a_pulse_that_hits_again_before_its_lines_are_released_is_still_no_press(late: int) -> None:
    made = Bench(SEATS)
    made.press(6, T, T + ms(4.7)[0])
    made.press(2, T + 30_000, T + ms(5.9)[0])
    made.press(4, T, *(T + at for at in ms(9.4)))
    made.wires[4].changes += [T + at for at in ms(28.25, 29)]
    for closed, at in zip((True, False), ms(28.25, 29), strict=True):
        made.deliver(Edge(4, closed, T + at), T + at + late)
    made.run(T + NS_PER_S)
    assert (made.events, made.arbiter.interference) == ([], 1)


def test_lines_of_a_pulse_that_are_not_released_yet_are_evidence_of_the_next() -> None:
    made = Bench(SEATS)
    for seat, length in ((1, 10), (2, 10), (3, 4)):
        made.press(seat, T, T + ms(length)[0], T + ms(36)[0], T + ms(41)[0])
    made.run(T + NS_PER_S)
    assert (made.events, made.arbiter.interference) == ([], 2)


def test_a_finger_that_bounces_open_for_less_than_a_lull_has_not_let_go() -> None:
    made = Bench(SEATS)
    for seat in (1, 4, 7):
        made.press(seat, T, T + ms(10)[0], T + ms(13.9)[0], T + HOLD)
    made.run(T + NS_PER_S)
    assert ([seat for seat, _ in made.presses()], made.arbiter.interference) == ([1, 4, 7], 0)


def test_after_a_pulse_the_same_buttons_work() -> None:
    made = Bench(SEATS)
    pulse(made, 4, 1, 7)
    for seat in (4, 1, 7):
        made.press(seat, T + 500 * NS_PER_MS + seat * NS_PER_MS, T + 600 * NS_PER_MS)
    made.run(T + NS_PER_S)
    assert [seat for seat, _ in made.presses()] == [1, 4, 7]
    assert [seat for seat, _ in made.releases()] == [1, 4, 7]


def test_a_pulse_while_the_process_was_stopped_for_seconds_is_still_no_press() -> None:
    made = Bench(SEATS)
    pulse(made, 4, 1, 7)
    for seat in (4, 7):
        made.press(seat, T + 2 * NS_PER_S + seat * NS_PER_MS, T + 2 * NS_PER_S + HOLD)
    made.stop(T - NS_PER_MS, T + 5 * NS_PER_S)
    made.run(T + 6 * NS_PER_S)
    assert ([seat for seat, _ in made.presses()], made.arbiter.interference) == ([4, 7], 1)


def test_a_pulse_is_told_from_fingers_even_when_rulings_are_quicker_than_it() -> None:
    made = Bench(SEATS, Times(settle=5 * NS_PER_MS))
    pulse(made, 4, 1, 7)
    made.run(T + NS_PER_S)
    assert (made.events, made.arbiter.interference) == ([], 1)


# -- deadlines and order, whatever happens ---------------------------------------------------------------

durations = st.sampled_from(
    [1, 4_000, 100_000, 1_000_000, 2_000_000, 3_000_000, 21_000_000, 31_000_000, HOLD]
)
histories = st.dictionaries(st.integers(1, 4), st.lists(durations, min_size=1, max_size=8), max_size=4)
host_keys = st.lists(st.integers(0, 200_000_000), max_size=3)
ticks = st.lists(st.integers(0, 200_000_000), max_size=3, unique=True).map(sorted)
some_times = st.builds(
    Times,
    confirm=st.sampled_from([0, 3_000_000]),
    gap=st.sampled_from([0, 2_000_000]),
    release=st.sampled_from([0, 30_000_000]),
    settle=st.sampled_from([0, 5_000_000, 30_000_000]),
)


def played(
    histories: dict[Seat, list[int]], delays: list[int], keys: list[int], wakes: list[int], times: Times
) -> Bench:
    """A bench on which all of this happened; it checks after each step that no deadline is in the past."""
    made = Bench(SEATS, times)
    for seat, lengths in histories.items():
        stamps = [T + seat * 50_000 + sum(lengths[: index + 1]) for index in range(len(lengths))]
        made.press(seat, *stamps, delay=delays[seat])
    for at in keys:
        made.deliver(Key(HostKey.OK, T + at))
    made.wakes = [T + at for at in wakes]
    made.run(T + 10 * NS_PER_S)
    return made


@given(
    histories,
    st.lists(st.integers(0, 200_000_000), min_size=5, max_size=5),
    host_keys,
    ticks,
    some_times,
)
def test_no_deadline_is_ever_in_the_past_and_all_is_handed_on_in_the_end(
    histories: dict[Seat, list[int]], delays: list[int], keys: list[int], wakes: list[int], times: Times
) -> None:
    made = played(histories, delays, keys, wakes, times)
    kinds = [type(event) for event in made.events]
    assert (kinds.count(Key), kinds.count(Tick)) == (len(keys), len(wakes))
    assert made.arbiter.deadline(None) is None


@given(histories, st.lists(st.integers(0, 200_000_000), min_size=5, max_size=5), ticks)
def test_nothing_leaves_out_of_order_unless_it_is_counted_late(
    histories: dict[Seat, list[int]], delays: list[int], wakes: list[int]
) -> None:
    made = played(histories, delays, [], wakes, TIMES)
    latest = late = 0
    for event in made.events:
        late += isinstance(event, Press) and event.at < latest
        latest = max(latest, event.at)
    assert made.arbiter.late == late
    assert len(set(made.presses())) == len(made.presses())


@given(histories, st.lists(st.integers(0, SETTLE), min_size=5, max_size=5), host_keys, ticks)
@example({1: [1, 21_000_000, 31_000_000]}, [0, 21_000_001, 0, 0, 0], [], [])
def test_delivered_within_settle_nothing_is_late_and_presses_releases_and_ticks_leave_by_stamp(
    histories: dict[Seat, list[int]], delays: list[int], keys: list[int], wakes: list[int]
) -> None:
    made = played(histories, delays, keys, wakes, TIMES)
    stamps = [event.at for event in made.events if isinstance(event, Press | Release | Tick)]
    assert stamps == sorted(stamps)
    assert made.arbiter.late == 0
    expected = played(histories, [0] * 5, keys, wakes, TIMES)
    assert made.presses() == expected.presses()
    assert made.arbiter.interference == expected.arbiter.interference


# -- whoever can only be asked whether a press is still to come --------------------------------------------


def test_a_press_waits_until_everybody_who_tells_by_marks_has_none_before_it_still_to_come() -> None:
    made = bench((3, 0))
    made.arbiter.marks = {5: T - 1, 6: T}
    made.mark(T + 70 * NS_PER_MS, {5: T, 6: T})
    made.run(T + 69 * NS_PER_MS)
    assert (made.events, made.arbiter.asks_at(None)) == ([], T)
    made.run(T + 70 * NS_PER_MS)
    assert made.got == [(T + 70 * NS_PER_MS, Press(3, T))]


def test_marks_are_wanted_from_a_first_edge_on_long_before_it_is_certain_to_be_a_press() -> None:
    made = bench((3, 0))
    made.arbiter.marks = {5: 0}
    made.run(T)
    assert (made.events, made.arbiter.asks_at(None)) == ([], T)


def test_nobody_is_waited_for_longer_than_patience() -> None:
    made = bench((3, 0))
    made.arbiter.marks = {5: 0}
    made.run(T + PATIENCE_NS - 1)
    assert made.events == []
    made.run(T + NS_PER_S)
    assert handed_on(made, Press) == [PATIENCE_NS]


def test_a_ruling_waits_for_patience_from_its_first_press_not_from_when_it_is_due() -> None:
    made = bench((3, 0))
    made.race = Race(0, TIMES.tie, reach=60 * NS_PER_MS)
    made.arbiter.marks = {5: 0}
    made.run(T + NS_PER_S)
    assert handed_on(made, Press) == [PATIENCE_NS]
    assert handed_on(made, Tick) == [PATIENCE_NS]
    assert made.ruling is not None


def test_time_long_after_a_press_has_a_patience_of_its_own() -> None:
    made = bench((3, 0))
    made.arbiter.marks = {5: 0}
    made.wakes = [T + 400 * NS_PER_MS]
    made.run(T + NS_PER_S)
    assert handed_on(made, Tick) == [700 * NS_PER_MS]


def test_whoever_was_not_waited_for_is_named() -> None:
    made = bench((3, 0))
    made.arbiter.marks = {5: 0, 6: T + NS_PER_S}
    made.run(T + PATIENCE_NS - 1)
    assert made.arbiter.unheard[1] == ()
    made.run(T + NS_PER_S)
    assert made.arbiter.unheard == (T + PATIENCE_NS, (5,))


def test_a_phones_press_that_was_here_very_late_has_patience_from_about_then() -> None:
    made = bench(
        (3, 0), (5, -20 * NS_PER_MS), delays=(250 * NS_PER_MS, 400 * NS_PER_MS), hold=600 * NS_PER_MS
    )
    made.arbiter.marks = {3: 0, 5: 0}
    made.run(T + NS_PER_S)
    assert made.presses() == [(5, T - 20 * NS_PER_MS), (3, T)]
    assert made.arbiter.late == 0


def test_seats_that_do_not_play_are_not_waited_for() -> None:
    made = bench((3, 0))
    made.arbiter.marks = {5: 0}
    made.arbiter.in_play = (1, 3)
    made.run(T + NS_PER_S)
    assert handed_on(made, Press) == [SETTLE]


def test_time_waits_for_marks_too_and_a_press_before_it_comes_before_it() -> None:
    made = Bench(SEATS)
    made.wakes = [T]
    made.arbiter.marks = {5: 0}
    made.press(5, T - NS_PER_MS, T + HOLD, delay=150 * NS_PER_MS)
    made.run(T + NS_PER_S)
    assert [type(event) for event in made.events] == [Press, Tick, Release]
    assert made.arbiter.late == 0


def test_a_press_that_comes_late_by_its_nature_holds_nobody_up_further() -> None:
    made = bench((5, 0), delays=(100 * NS_PER_MS,), hold=300 * NS_PER_MS)
    made.arbiter.marks = {5: T}
    made.run(T + NS_PER_S)
    assert handed_on(made, Press) == [100 * NS_PER_MS]


@given(
    st.dictionaries(st.integers(1, 8), st.tuples(st.integers(0, 60), st.integers(0, 299)), min_size=1),
)
def test_whatever_the_networks_do_presses_leave_by_stamp_as_long_as_they_come_within_patience(
    presses: dict[Seat, tuple[int, int]],
) -> None:
    made = Bench(SEATS)
    first = min(at for at, _ in presses.values())
    for seat, (at, delay) in presses.items():
        takes = min(delay, first + 299 - at)  # all are here 300 ms after the first
        made.press(seat, T + at * NS_PER_MS, T + at * NS_PER_MS + HOLD, delay=takes * NS_PER_MS)
    made.arbiter.marks = dict.fromkeys(presses, 0)  # nobody ever answers in time: all wait for patience
    made.run(T + 2 * NS_PER_S)
    left = [at for _, at in made.presses()]
    assert (left, made.arbiter.late) == (sorted(left), 0)
    assert len(left) == len(presses)


# -- a button head has wires -------------------------------------------------------------------------------


@pytest.mark.parametrize(("apart", "pulses"), [(10_000, 1), (8 * NS_PER_MS, 0)])
def test_a_pulse_hits_a_heads_wires_as_it_does_pins_but_no_device_that_is_polled(
    apart: int, pulses: int
) -> None:
    made = bench((1, 0), (2, 20_000), (3, 40_000), hold=5 * NS_PER_MS)
    made.arbiter.within = dict.fromkeys((1, 2, 3), Within(NS_PER_MS, NS_PER_MS, apart, "pico-1"))
    made.run(T + NS_PER_S)
    assert made.arbiter.interference == pulses
    assert [seat for seat, _ in made.presses()] == ([] if pulses else [1, 2, 3])
