from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.base import NotNow
from companion.i18n import speaker
from companion.session import plugging
from companion.session.screens import view
from companion.session.session import Session
from companion.session.table import table_view
from companion.store.things import surroundings
from firmware.boxfile.settings import eight_seats
from firmware.drawing.frames import lay_out
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Enter, Event, HostKey, Key, Press, Within
from firmware.plugged import KEYS, WINDOW, Plugged
from tests.gallery import SIZES

SEATS = range(1, 9)
TIE = 500 * NS_PER_US
_words = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1)
_us = st.integers(0, plugging.MOST_US).map(lambda us: us * NS_PER_US)
buttons = st.builds(
    Plugged, _words, st.builds(Within, _us, _us, _us, _words), st.lists(_words).map(" ".join), st.booleans()
)


def polled(code: str, ms: int, of: str = "usb-pad", own: int = 10) -> Plugged:
    return Plugged(code, Within((ms + own) * NS_PER_MS, 0, ms * NS_PER_MS, of))


def line(number: int, us: int = 500, of: str = "pico-E6616407E3512B2F") -> Plugged:
    """A line of a button head whose clock is so unsure."""
    within = Within(us * NS_PER_US, us * NS_PER_US, 10 * NS_PER_US, of)
    return Plugged(f"LINE{number}", within, "Pierwszy button head")


KEYBOARD = Plugged("KEYS", Within(40 * NS_PER_MS, 0, 8 * NS_PER_MS, "keyboard"))
BY_WINDOW = Plugged("KEYS", Within(40 * NS_PER_MS, 0, 10 * NS_PER_MS, WINDOW))
PAD = polled("BTN_A", 8)


@given(st.dictionaries(st.sampled_from((KEYS, *SEATS)), buttons, max_size=8))
def test_buttons_are_kept_from_one_evening_to_the_next(had: dict[int, Plugged]) -> None:
    whose = {(button.device, button.code): seat for seat, button in had.items()}
    had = {seat: had[seat] for seat in sorted(whose.values())}
    here = [seat for seat, button in had.items() if button.here]
    assert plugging.from_kept(plugging.to_keep(had), here, SEATS) == had


@pytest.mark.parametrize(
    "words", ["", "3", "3 BTN_A", "9 none", "3 away", "3 BTN_A 1/2 pad", "3 BTN_A a/2/3 pad"]
)
def test_what_cannot_be_a_button_is_refused(words: str) -> None:
    with pytest.raises(NotNow):
        plugging.read(words.split(), {}, SEATS)


def test_what_was_kept_by_hand_is_left_out_where_it_cannot_be() -> None:
    kept = {"1": "BTN_A 1/2/3 pad A pad", "2": "nonsense", "12": "BTN_B 1/2/3 pad", "x": "", "3": ""}
    assert list(plugging.from_kept(kept, (), SEATS)) == [1]


def test_a_button_has_one_seat_the_last_it_was_given() -> None:
    first = plugging.read(["1", "BTN_A", "1/2/3", "pad"], {}, SEATS)
    assert list(plugging.read(["2", "BTN_A", "1/2/3", "pad"], first, SEATS)) == [2]


@pytest.mark.parametrize(
    ("had", "said"),
    [
        ({}, None),
        ({1: polled("BTN_A", 8), 2: polled("BTN_B", 8)}, "USB: ties to 8 ms"),
        ({1: polled("BTN_A", 8), 2: polled("BTN_A", 1, "usb-other")}, "USB: ties to 18 ms"),
        ({1: polled("BTN_A", 8), 2: polled("BTN_A", 8, "on the air")}, "ties up to 18 ms"),
        ({1: polled("BTN_A", 8)}, "mixed: ties to 19 ms"),
        ({1: polled("BTN_A", 8), 3: polled("BTN_B", 500)}, "mixed: ties to 19 ms"),
        ({1: line(1), 2: line(2)}, "Pico: ties to 10 µs"),
        ({1: line(1), 2: line(1, 400, "pico-0123456789ABCDEF")}, "Pico: ties to 900 µs"),
        ({1: line(1), 2: line(1, 501, "pico-0123456789ABCDEF")}, "Pico: ties to 2 ms"),
        ({1: line(1)}, "mixed: ties to 1 ms"),
        ({1: line(1), 2: polled("BTN_A", 8)}, "ties up to 19 ms"),
        ({KEYS: BY_WINDOW, 1: line(1)}, "mixed: ties to 41 ms"),
        ({KEYS: BY_WINDOW, 1: line(1), 2: line(2)}, "Pico: ties to 10 µs"),
        ({KEYS: KEYBOARD}, "keys: ties to 8 ms"),
        ({KEYS: KEYBOARD, 3: PAD}, "keys: ties to 8 ms"),
        ({KEYS: BY_WINDOW}, None),
        ({KEYS: BY_WINDOW, 3: PAD}, "keys: ties to 10 ms"),
        ({KEYS: BY_WINDOW, 2: PAD}, "mixed: ties to 40 ms"),
        ({KEYS: BY_WINDOW, 2: replace(PAD, here=False)}, None),
        ({KEYS: BY_WINDOW, 1: PAD, 2: polled("BTN_B", 8)}, "USB: ties to 8 ms"),
    ],
)
def test_before_a_race_it_is_said_how_close_a_tie_is(had: dict[int, Plugged], said: str | None) -> None:
    told = plugging.ties(had, [1, 2], TIE)
    assert (None if told is None else told.filled()) == said


def test_nobody_is_told_of_ties_who_plays_alone() -> None:
    assert plugging.ties({1: polled("BTN_A", 8)}, [1], TIE) is None


def test_a_seat_whose_button_was_pulled_out_is_a_key_as_long_as_others_are_there() -> None:
    had = {KEYS: BY_WINDOW, 1: PAD, 2: replace(polled("BTN_B", 8), here=False)}
    assert [plugging.within(had, seat) for seat in (1, 2, 3)] == [
        PAD.within,
        BY_WINDOW.within,
        BY_WINDOW.within,
    ]


def test_a_game_waits_for_buttons_that_may_be_plugged_in_before_it_is_over() -> None:
    away = replace(PAD, here=False)
    assert plugging.late({2: away}, (1, 2)) == {1: 0, 2: 18 * NS_PER_MS}
    assert plugging.late({KEYS: BY_WINDOW, 2: away}, (1, 2)) == {1: 40 * NS_PER_MS, 2: 40 * NS_PER_MS}
    assert plugging.late({KEYS: replace(BY_WINDOW, here=False)}, (1, 2)) == {1: 0, 2: 0}


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize("language", ["pl", "en"])
def test_at_who_plays_a_seat_on_a_head_sees_which_line_it_has_on_every_panel_and_in_the_window(
    language: str,
) -> None:
    session, say = Session(surroundings(eight_seats(), SEATS)), speaker(language)
    state = session.start()
    events: list[Event] = [
        Enter(plugging.typed(3, line(3)), 0),
        Enter("choose buzzer", 0),
        Press(3, 1, line(3).within),
    ]
    for event in events:
        state, _ = session.step(state, event)
    shown = view(session, state, 0, say)
    (which,) = shown.seats[3].text
    assert which == say("Pico, line {line}", line=3)
    assert not any(lay_out(shown.seats[3], size).middle.loss for size in SIZES)
    table = table_view(session, state, shown, 0, say)
    assert [plate.note for plate in table.plates if plate.seat == 3] == [which]


@pytest.mark.plays("buzzer")
def test_how_close_a_tie_is_stands_beside_start_on_the_smallest_panel_too() -> None:
    session = Session(surroundings(eight_seats(), SEATS))
    typed = [plugging.typed(seat, polled(code, 8)) for seat, code in ((1, "BTN_A"), (2, "BTN_B"))]
    state = session.start()
    events: list[Event] = [Enter(text, 0) for text in (*typed, "choose buzzer")]
    events += [Press(seat, seat) for seat in (1, 2, 3)]
    for event in (*events, Key(HostKey.OK, NS_PER_S)):
        state, _ = session.step(state, event)
    assert view(session, state, 0, speaker("en")).main.hint == "mixed: ties to 19 ms"
    wider, _ = session.step(state, Enter("set tie_us 30000", NS_PER_S))
    assert view(session, wider, 0, speaker("en")).main.hint == "mixed: ties to 33 ms"
