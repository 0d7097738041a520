"""Phones' presses: as unsure as they are, never less, whatever networks, clocks and glass do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.loop.mailbox import Item, Mailbox
from companion.phones.source import (
    BELIEVED_NS,
    CODE,
    FRAME_NS,
    MOST_UNSURE_NS,
    SILENT_NS,
    TOUCH_LEAST_NS,
    TOUCH_MS,
    TOUCHED_NS,
    PhoneInputs,
)
from firmware.clock_bounds import DRIFT_PPM
from firmware.events import NS_PER_MS, NS_PER_S, Edge, Within
from firmware.far_clock import Clocks
from firmware.plugged import Found, Plugged

STEP_NS = NS_PER_MS // 10
TOUCH_NS = TOUCH_LEAST_NS, TOUCH_LEAST_NS + TOUCH_MS * NS_PER_MS
OLA, JAN = "phone-0123abcd", "phone-4567cdef"


class Phone:
    """A page whose clock runs beside the box's; `raw` is the truth (ns)."""

    def __init__(self, ppm: int = 0, alike: bool = False, device: str = OLA) -> None:
        self.raw, self.mailbox, self.ppm, self.device = 100 * NS_PER_S, Mailbox(), ppm, device
        self._page = 7 * NS_PER_S * 1_000_000
        self.inputs = PhoneInputs(range(1, 9), self.mailbox, self.clocks, lambda: alike)

    def clocks(self) -> Clocks:
        return Clocks(self.raw - 30 * NS_PER_S, self.raw, 0)

    @property
    def now(self) -> int:
        """CLOCK_MONOTONIC."""
        return self.clocks().monotonic

    @property
    def page(self) -> int:
        """What the page's clock shows: steps that are over."""
        ns = self._page // 1_000_000
        return ns - ns % STEP_NS

    def go(self, ns: int) -> None:
        self.raw += ns
        self._page += ns * (1_000_000 + self.ppm)

    def sit(self, seat: int = 3, name: str = "Ola") -> Found:
        self.inputs.sit(self.device, seat, name, STEP_NS)
        return self.found()

    def exchange(self, up: int = NS_PER_MS, down: int = NS_PER_MS) -> None:
        number = self.inputs.ask(self.device)
        self.go(up)
        page = self.page
        self.go(down)
        self.inputs.exchange(self.device, number, page + STEP_NS, page, self.raw)

    def press(self, closed: bool = True, seat: int = 3, *, takes: int = 0, glass: int = 0) -> int:
        """The finger touches; returns the moment of contact, by CLOCK_MONOTONIC."""
        contact = self.now
        self.go(glass)
        page = self.page
        self.go(takes)
        self._believed = self.inputs.press(self.device, seat, closed, page, self.now)
        return contact

    def believed(self) -> bool:
        """Whether the last press was."""
        return self._believed

    def items(self) -> Iterator[Item]:
        return self.mailbox.drain()

    def found(self) -> Found:
        (found,) = (item for item in self.items() if isinstance(item, Found))
        return found

    def edge(self) -> Edge:
        (edge,) = (item for item in self.items() if isinstance(item, Edge))
        return edge


@pytest.fixture
def phone() -> Phone:
    phone = Phone()
    phone.sit()
    phone.exchange()
    list(phone.items())
    return phone


def test_a_page_that_takes_a_seat_is_its_button_less_sure_while_its_clock_is_unknown() -> None:
    phone = Phone()
    found = phone.sit()
    within = Within(50 * NS_PER_MS + TOUCH_NS[1], 50 * NS_PER_MS - TOUCH_NS[0], FRAME_NS, OLA)
    assert found == Found(Plugged(CODE, within, "Ola"), 3)
    phone.exchange()
    assert phone.found().button.within[:2] == (40 * NS_PER_MS, 0)


def test_a_press_has_the_fingers_time_and_is_never_later_than_it_was_here(phone: Phone) -> None:
    contact = phone.press(takes=20 * NS_PER_MS)
    edge = phone.edge()
    assert (edge.line, edge.closed, phone.believed()) == (3, True, True)
    assert abs(edge.at - contact) <= 2 * NS_PER_MS
    assert edge.within is not None
    assert edge.at + edge.within.after <= phone.now
    assert edge.within.of == OLA
    assert phone.inputs.closed(3)


ways = st.integers(0, 120 * NS_PER_MS)


@given(
    ppm=st.integers(-DRIFT_PPM, DRIFT_PPM),
    happens=st.lists(
        st.tuples(st.integers(1, 3000), ways, ways, st.integers(*TOUCH_NS), st.integers(0, 900)), min_size=1
    ),
)
def test_the_contact_is_never_outside_of_what_a_press_says(
    ppm: int, happens: list[tuple[int, int, int, int, int]]
) -> None:
    phone = Phone(ppm)
    phone.sit()
    for wait, up, down, glass, late in happens:
        phone.exchange(up, down)
        phone.go(wait * NS_PER_MS)
        contact = phone.press(glass=glass, takes=late * NS_PER_MS)
        edge = phone.edge()
        assert edge.within is not None
        assert edge.at - edge.within.before <= contact <= edge.at + edge.within.after
        phone.press(closed=False)
        list(phone.items())


def test_seats_of_one_page_are_told_apart_by_its_own_clock(phone: Phone) -> None:
    phone.inputs.sit(OLA, 4, "Jan", STEP_NS)
    list(phone.items())
    phone.press(seat=3)
    phone.go(FRAME_NS + STEP_NS)
    phone.press(seat=4)
    first, second = (item for item in phone.items() if isinstance(item, Edge))
    assert second.at - first.at == pytest.approx(FRAME_NS + STEP_NS, abs=10_000)  # it may be slewed
    assert first.within is not None
    assert first.within.apart == FRAME_NS


def test_phones_that_are_alike_share_what_their_glass_takes() -> None:
    phone = Phone(alike=True)
    phone.sit()
    phone.exchange()
    phone.press()
    edge = phone.edge()
    assert edge.within is not None
    assert edge.within.before < 2 * NS_PER_MS


def test_a_press_told_twice_is_one(phone: Phone) -> None:
    page = phone.page
    assert phone.inputs.press(OLA, 3, True, page, phone.now)
    assert phone.inputs.press(OLA, 3, True, page, phone.now)
    assert phone.edge().closed


@pytest.mark.parametrize("takes", [BELIEVED_NS + 100 * NS_PER_MS, 60 * NS_PER_S])
def test_a_press_from_long_ago_is_not_believed(phone: Phone, takes: int) -> None:
    phone.press(takes=takes)
    assert not phone.believed()
    assert [item for item in phone.items() if isinstance(item, Edge)] == []
    assert not phone.inputs.closed(3)


def test_a_press_that_is_yet_to_come_is_not_believed(phone: Phone) -> None:
    assert not phone.inputs.press(OLA, 3, True, phone.page + NS_PER_S, phone.now)
    assert [item for item in phone.items() if isinstance(item, Edge)] == []


def test_nothing_is_believed_of_a_page_whose_clock_may_have_stood_still(phone: Phone) -> None:
    phone.press()
    list(phone.items())
    phone.inputs.away(OLA)
    assert phone.edge() == Edge(3, False, phone.now)
    assert phone.inputs.faults() == ["asleep 3"]
    assert phone.inputs.marks() == {}
    phone.press()
    assert not phone.believed()
    phone.exchange()
    phone.press()
    assert phone.believed()
    assert phone.inputs.faults() == []


def test_a_mark_is_where_a_press_of_that_moment_would_be(phone: Phone) -> None:
    page = phone.page
    phone.go(40 * NS_PER_MS)
    phone.inputs.mark(OLA, page)
    (mark,) = phone.inputs.marks().values()
    assert phone.inputs.press(OLA, 3, True, page, phone.now)
    assert phone.edge().at == mark


def test_whoever_is_silent_sleeps_and_is_waited_for_no_more(phone: Phone) -> None:
    phone.go(SILENT_NS - 1)
    assert (set(phone.inputs.marks()), phone.inputs.asleep()) == ({3}, frozenset())
    phone.go(1)
    assert (phone.inputs.marks(), phone.inputs.asleep()) == ({}, frozenset({3}))
    phone.exchange()
    assert set(phone.inputs.marks()) == {3}


def test_a_seat_given_back_is_no_phones_and_its_finger_is_off(phone: Phone) -> None:
    phone.press()
    list(phone.items())
    phone.inputs.leave(OLA, 3)
    edge, found = phone.items()
    assert edge == Edge(3, False, phone.now)
    assert isinstance(found, Found)
    assert (found.seat, found.button.here) == (3, False)
    assert not phone.inputs.press(OLA, 3, True, phone.page, phone.now)


def test_a_seat_that_has_another_button_now_is_no_phones(phone: Phone) -> None:
    taken: list[int] = []
    phone.inputs.on_taken = taken.append
    phone.inputs.give({3: Plugged("BTN_TRIGGER", Within(1, 0, 1, "usb-1"), "pad")})
    assert taken == [3]
    assert not phone.inputs.press(OLA, 3, True, phone.page, phone.now)
    assert phone.inputs.marks() == {}


def test_a_width_that_no_longer_holds_is_said_before_the_press(phone: Phone) -> None:
    phone.go(1200 * NS_PER_S)
    phone.press()
    found, edge = phone.items()
    assert isinstance(found, Found)
    assert isinstance(edge, Edge)
    assert edge.within is not None
    assert found.button.within.before >= edge.within.before


def test_a_phone_that_would_tie_with_everybody_is_not_believed(phone: Phone) -> None:
    phone.go(MOST_UNSURE_NS * 1_000_000 // DRIFT_PPM)
    phone.press()
    assert not phone.believed()
    assert list(phone.items()) == []


def test_the_shortest_touch_is_a_press_and_no_spike(phone: Phone) -> None:
    page = phone.page
    phone.go(NS_PER_MS)
    assert phone.inputs.press(OLA, 3, True, page, phone.now)
    assert phone.inputs.press(OLA, 3, False, page, phone.now)
    down, up = (item for item in phone.items() if isinstance(item, Edge))
    assert (up.closed, up.at - down.at) == (False, TOUCHED_NS)
    assert not phone.inputs.closed(3)


def test_no_press_is_stamped_later_than_it_was_here() -> None:
    phone = Phone()
    phone.sit()
    phone.exchange(up=0, down=20 * NS_PER_MS)  # so the middle of its bounds is late by 10 ms
    list(phone.items())
    contact = phone.press()
    edge = phone.edge()
    assert edge.within is not None
    assert (edge.at, edge.within.after) == (phone.now, 0)
    assert edge.at - edge.within.before <= contact
