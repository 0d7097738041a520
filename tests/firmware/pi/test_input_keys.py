from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.button_codes import number_of
from firmware.events import NS_PER_MS, NS_PER_S
from firmware.pi.input_keys import EV_KEY, EVENT, FLOOD, LOST, Change, Keys
from tests.firmware.pi.input_layer import dropped, event, report

A, B = number_of("BTN_TRIGGER"), number_of("BTN_THUMB")
NOW = 100 * NS_PER_S


def test_a_button_closes_and_opens_with_the_kernels_stamps() -> None:
    keys = Keys((), NOW)
    data = report(NOW + 5000, BTN_TRIGGER=1) + report(NOW + 9000, BTN_TRIGGER=0)
    assert keys.take(data) == [Change(A, True, NOW + 5000), Change(A, False, NOW + 9000)]
    assert keys.down == set()


def test_buttons_of_one_report_share_its_stamp() -> None:
    changes = Keys((), NOW).take(report(NOW + 5000, BTN_TRIGGER=1, BTN_THUMB=1))
    assert changes == [Change(A, True, NOW + 5000), Change(B, True, NOW + 5000)]


def test_what_repeats_while_it_is_held_is_nothing() -> None:
    keys = Keys((), NOW)
    keys.take(report(NOW, KEY_A=1))
    assert keys.take(report(NOW + 1, KEY_A=2) * 20 + report(NOW + 2, KEY_A=1)) == []
    assert keys.down == {number_of("KEY_A")}


def test_what_is_no_button_is_nothing() -> None:
    stick = event(3, 0, 127, NOW) + event(4, 4, 589825, NOW)
    assert Keys((), NOW).take(stick + report(NOW, BTN_TRIGGER=1)) == [Change(A, True, NOW)]


def test_half_an_event_at_the_end_is_nothing() -> None:
    assert Keys((), NOW).take(report(NOW, BTN_TRIGGER=1) + b"\x01" * 7) == [Change(A, True, NOW)]
    assert Keys((), NOW).take(b"") == []


def test_what_follows_a_loss_up_to_the_reports_end_is_not_believed() -> None:
    keys = Keys((), NOW)
    lost = dropped(NOW + 1000) + event(EV_KEY, B, 1, NOW + 1000)
    changes = keys.take(lost + report(NOW + 2000) + report(NOW + 3000, BTN_TRIGGER=1))
    assert changes == [Change(A, True, NOW + 3000)]
    assert keys.lost


def test_what_opened_during_a_loss_opens_now_and_what_closed_then_is_no_press() -> None:
    keys = Keys((), NOW)
    keys.take(report(NOW, BTN_TRIGGER=1) + dropped(NOW + 1000) + report(NOW + 1000, BTN_THUMB=1))
    assert keys.settle({B}, NOW + 50) == [Change(A, False, NOW + 50)]
    assert keys.down == {B}
    assert not keys.lost
    later = keys.take(report(NOW + 60_000, BTN_THUMB=0) + report(NOW + 70_000, BTN_THUMB=1))
    assert later == [Change(B, False, NOW + 60_000), Change(B, True, NOW + 70_000)]


def test_what_the_kernel_lost_before_it_was_told_the_clock_is_no_loss() -> None:
    keys = Keys((), NOW)
    assert keys.take(dropped(NOW) + report(NOW + 5000, BTN_TRIGGER=1)) == [Change(A, True, NOW + 5000)]
    assert not keys.lost


def test_more_than_anybody_presses_in_a_second_is_a_flood() -> None:
    keys = Keys((), NOW)
    ms = NS_PER_MS
    keys.take(b"".join(report(NOW + at * ms, BTN_TRIGGER=at % 2) for at in range(FLOOD)))
    assert not keys.flooding
    keys.take(report(NOW + 999 * ms, BTN_THUMB=1))
    assert keys.flooding


def test_what_is_lost_of_a_flood_is_one_too() -> None:
    keys = Keys((), NOW)
    for ms in range(1, FLOOD // LOST + 2):
        assert not keys.flooding
        keys.take(dropped(NOW + ms * NS_PER_MS) + report(NOW + ms * NS_PER_MS))
    assert keys.flooding


def test_as_many_in_more_than_a_second_are_none() -> None:
    keys = Keys((), NOW)
    keys.take(b"".join(report(NOW + at * 2 * NS_PER_MS, BTN_TRIGGER=at % 2) for at in range(5 * FLOOD)))
    assert not keys.flooding


values = st.tuples(
    st.integers(0, 2**32 - 1),
    st.integers(0, 2**32 - 1),
    st.sampled_from([0, 1, 2, 3, 4, 17, 0xFFFF]),
    st.sampled_from([0, 1, 2, 3, A, B, 0x2FF, 0xFFFF]),
    st.integers(-2, 3),
)


@given(st.lists(st.lists(values, max_size=20), max_size=5), st.binary(max_size=30))
def test_whatever_a_device_tells_a_button_closes_only_when_open_and_opens_only_when_closed(
    reads: list[list[tuple[int, int, int, int, int]]], rest: bytes
) -> None:
    keys, down = Keys({A}, 0), {A}
    for read in reads:
        for code, closed, *_ in keys.take(b"".join(EVENT.pack(*one) for one in read) + rest):
            assert closed is (code not in down)
            down ^= {code}
        assert keys.down == down
