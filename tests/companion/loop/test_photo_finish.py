from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n import speaker
from companion.loop.photo_finish import KEPT_NS, Camera, Photo, photo_finish
from companion.table.finish import Came, Mark
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Press, Within
from firmware.presses.race import By, Race, Ruling

OPENED = 50 * NS_PER_S
FIRST = OPENED + 400 * NS_PER_MS
TIE = 500 * NS_PER_US

en = speaker("en")


def race(*presses: tuple[int, int], early: tuple[int, ...] = ()) -> Race:
    """A ruled race; each press is a seat and ns after `FIRST`."""
    begun = Race(OPENED, TIE, early=early)
    for seat, after in presses:
        begun = begun.enter(Press(seat, FIRST + after))
    return begun.rule()


def ruling(*presses: tuple[int, int], early: tuple[int, ...] = ()) -> Ruling:
    made = race(*presses, early=early).ruling
    assert made is not None
    return made


def verdict(made: Ruling, language: str = "en") -> str:
    finish = photo_finish(made, None, TIE, speaker(language))
    return ", ".join(filter(None, (finish.verdict, finish.lead)))


def test_everyone_in_the_race_is_told_by_how_much_after_the_first() -> None:
    finish = photo_finish(ruling((3, 0), (1, 12_400_000), (4, NS_PER_S)), None, TIE, en)
    assert finish.marks == (
        Mark(3, Came.FIRST, 0),
        Mark(1, Came.AFTER, 12_400_000),
        Mark(4, Came.AFTER, NS_PER_S),
    )
    assert finish.reaction == "reaction 0.40 s"
    assert finish.tie == TIE


def test_where_not_all_are_pins_everyone_is_told_with_its_span() -> None:
    begun = (
        Race(OPENED, TIE)
        .enter(Press(1, FIRST))
        .enter(Press(2, FIRST + 11 * NS_PER_MS, Within(12_000_000, 0)))
    )
    made = begun.enter(Press(3, FIRST + 20 * NS_PER_MS, Within(12_000_000, 0))).rule().ruling
    assert made is not None
    told = photo_finish(made, None, TIE, en)
    assert told.marks == (
        Mark(1, Came.TIED, 0, (-250_000, 250_000)),
        Mark(2, Came.TIED, 0, (-1_000_000, 11_000_000)),
        Mark(3, Came.AFTER, 20_000_000, (8_000_000, 20_000_000)),
    )
    assert told.until == 250_000, "what may have been by then may have been first"
    assert told.tie == 12_250_000, "no two farther apart can be a tie"


def test_one_who_was_certainly_first_is_so_by_however_little() -> None:
    begun = Race(OPENED, TIE).enter(Press(2, FIRST, Within(12_000_000, 0))).enter(Press(1, FIRST + 400_000))
    made = begun.rule().ruling
    assert made is not None
    assert verdict(made) == "First: Seat 2, by 400 µs"


@pytest.mark.parametrize(("gap_us", "said"), [(12, "by 12 µs"), (734, "by 734 µs"), (8, "")])
def test_on_a_button_head_the_first_is_so_by_single_microseconds(gap_us: int, said: str) -> None:
    head = Within(NS_PER_MS, NS_PER_MS, 10 * NS_PER_US, "pico-E6616407E3512B2F")
    begun = Race(OPENED, TIE).enter(Press(2, FIRST, head)).enter(Press(1, FIRST + gap_us * NS_PER_US, head))
    made = begun.rule().ruling
    assert made is not None
    told = photo_finish(made, None, TIE, en)
    assert (told.lead, told.tie) == (said, 10 * NS_PER_US)


def test_the_simultaneous_are_tied_until_somebody_decides() -> None:
    tied = race((3, 0), (1, 200_000), (4, NS_PER_MS))
    assert tied.ruling is not None
    last = Mark(4, Came.AFTER, NS_PER_MS)
    marks = photo_finish(tied.ruling, None, TIE, en).marks
    assert marks == (Mark(1, Came.TIED, 0), Mark(3, Came.TIED, 0), last)
    decided = tied.decide(1).ruling
    assert decided is not None
    marks = photo_finish(decided, None, TIE, en).marks
    assert marks == (Mark(1, Came.FIRST, 0), Mark(3, Came.TIED, 0), last)


@given(st.lists(st.integers(0, TIE), min_size=2, max_size=4))
def test_a_tie_looks_the_same_in_whatever_order_its_presses_came(gaps: list[int]) -> None:
    made = ruling(*enumerate([0, *gaps], 1))
    turned = ruling(*zip(range(len(gaps) + 1, 0, -1), [0, *gaps], strict=True))
    assert photo_finish(made, None, TIE, en) == photo_finish(turned, None, TIE, en)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (ruling((3, 0)), "First: Seat 3"),
        (ruling((3, 0), (1, 12_400_000)), "First: Seat 3, by 12.4 ms"),
        (ruling((3, 0), (1, 777_777)), "First: Seat 3, by 750 µs"),
        (ruling((3, 0), (1, 200_000)), "Tie: 1, 3. The table decides"),
    ],
)
def test_the_verdict_says_who_and_by_how_much_and_no_more_than_a_tie_allows(made: Ruling, said: str) -> None:
    assert verdict(made) == said


def test_the_verdict_of_a_tie_says_who_broke_it() -> None:
    chosen = race((3, 0), (1, 200_000)).decide(1).ruling
    assert chosen is not None
    assert verdict(chosen) == "Tie: 1, 3. The table chose Seat 1"
    left = Race(OPENED, TIE).enter(Press(3, FIRST)).enter(Press(1, FIRST)).rule(max).ruling
    assert left is not None
    assert left.by is By.LEFT
    assert verdict(left) == "Tie: 1, 3. Nearest left: Seat 3"


def test_the_margin_of_the_verdict_is_to_the_best_of_the_others() -> None:
    assert verdict(ruling((3, 0), (1, 3 * NS_PER_S), (2, 20 * NS_PER_MS))) == "First: Seat 3, by 20.0 ms"


def test_a_race_that_was_open_for_minutes_tells_no_reaction() -> None:
    late = Race(0, TIE).enter(Press(3, FIRST)).rule().ruling
    assert late is not None
    assert photo_finish(late, None, TIE, en).reaction == ""


def test_early_and_barred_presses_have_the_times_at_which_they_came() -> None:
    camera = Camera()
    camera.press(2, OPENED - 2 * NS_PER_S)
    camera.press(2, OPENED - 120 * NS_PER_MS)
    camera.press(5, FIRST - 50 * NS_PER_MS)
    camera.press(3, FIRST)
    made = race((3, 0), early=(2,)).enter(Press(5, FIRST - 50 * NS_PER_MS), barred=True).ruling
    assert made is not None
    camera.shoot(made)
    assert photo_finish(made, camera.photo, TIE, en).marks == (
        Mark(2, Came.EARLY, -520 * NS_PER_MS),
        Mark(5, Came.BARRED, -50 * NS_PER_MS),
        Mark(3, Came.FIRST, 0),
    )


def test_without_stamps_they_are_told_without_times() -> None:
    made = race((3, 0), early=(2,)).enter(Press(5, 0), barred=True).ruling
    assert made is not None
    assert photo_finish(made, None, TIE, en).marks == (
        Mark(3, Came.FIRST, 0),
        Mark(2, Came.EARLY, None),
        Mark(5, Came.BARRED, None),
    )


def test_the_photo_of_another_race_tells_nothing_about_this_one() -> None:
    made, other = ruling((3, 0), early=(2,)), ruling((3, 0), (1, 5), early=(2,))
    photo = Photo(other, presses=((OPENED - 5, 2),))
    assert Mark(2, Came.EARLY, None) in photo_finish(made, photo, TIE, en).marks


@pytest.mark.parametrize(("stamped", "told"), [(-900_000, -900_000), (-300_000, 0), (300_000, 0)])
def test_a_press_that_came_too_late_has_its_own_time_unless_that_is_a_tie(stamped: int, told: int) -> None:
    camera = Camera()
    camera.press(3, FIRST)
    ruled = race((3, 0))
    assert ruled.ruling is not None
    camera.shoot(ruled.ruling)
    camera.press(1, FIRST + stamped)
    late = ruled.enter(Press(1, FIRST + stamped)).ruling
    assert late is not None
    camera.shoot(late)
    marks = photo_finish(late, camera.photo, TIE, en).marks
    assert set(marks) == {Mark(1, Came.LATE, told), Mark(3, Came.FIRST, 0)}


def test_presses_there_was_nothing_left_for_have_their_time_however_soon_the_race_is_ruled() -> None:
    camera = Camera()
    made = ruling((3, 0), (1, 12 * NS_PER_MS))
    for seat, at in ((5, FIRST + 20 * NS_PER_MS), (3, FIRST + 25 * NS_PER_MS)):
        camera.press(seat, at)
        camera.refuse(seat, at)  # 3 has its place already
    camera.shoot(made)
    for seat, at in ((6, FIRST + 200 * NS_PER_MS), (7, FIRST + 5 * NS_PER_S)):
        camera.press(seat, at)
        camera.refuse(seat, at)  # 7 wants something else
    marks = photo_finish(made, camera.photo, TIE, en).marks
    assert [mark for mark in marks if mark.came is Came.REFUSED] == [
        Mark(5, Came.REFUSED, 20 * NS_PER_MS),
        Mark(6, Came.REFUSED, 200 * NS_PER_MS),
    ]


def test_a_press_refused_just_before_the_race_opened_was_too_early_and_one_long_before_is_not_told() -> None:
    camera = Camera()
    for seat, at in ((5, OPENED - 200 * NS_PER_MS), (6, OPENED - 3 * NS_PER_S), (7, OPENED + NS_PER_MS)):
        camera.press(seat, at)
        camera.refuse(seat, at)
    made = ruling((3, 0))
    camera.shoot(made)
    assert photo_finish(made, camera.photo, TIE, en).aside == (
        Mark(5, Came.EARLY, -600 * NS_PER_MS),
        Mark(7, Came.REFUSED, -399 * NS_PER_MS),
    )


def test_an_elbow_taken_back_is_told_as_that_and_the_place_is_the_next_ones() -> None:
    camera = Camera()
    whole = race((2, -20 * NS_PER_MS), (3, 0), (1, 12 * NS_PER_MS))
    assert whole.ruling is not None
    for press in whole.presses:
        camera.press(press.seat, press.at)
    camera.shoot(whole.ruling)
    made = whole.without(2).rule().ruling
    assert made is not None
    camera.shoot(made)
    finish = photo_finish(made, camera.photo, TIE, en)
    assert (finish.winner, finish.verdict, finish.lead) == (3, "First: Seat 3", "by 12.0 ms")
    assert finish.why == "Seat 2: taken back"
    assert finish.aside == (Mark(2, Came.TAKEN_BACK, -20 * NS_PER_MS),)


def test_who_came_before_the_first_but_was_told_of_too_late_is_named_with_the_reason() -> None:
    late = race((3, 0), (1, 12 * NS_PER_MS)).enter(Press(2, FIRST - NS_PER_MS)).ruling
    assert late is not None
    finish = photo_finish(late, None, TIE, en)
    assert (finish.winner, finish.why) == (3, "Seat 2: too late")


def test_spikes_around_the_race_are_marked_and_those_far_from_it_are_not() -> None:
    camera = Camera()
    camera.spike(4, FIRST - 20 * NS_PER_MS)
    camera.spike(6, OPENED - 5 * NS_PER_S)
    made = ruling((3, 0), (1, 12 * NS_PER_MS))
    camera.shoot(made)
    camera.spike(7, FIRST + 40 * NS_PER_MS)  # told after the ruling
    camera.spike(8, FIRST + 5 * NS_PER_S)
    marks = photo_finish(made, camera.photo, TIE, en).marks
    assert [mark for mark in marks if mark.came is Came.GLITCH] == [
        Mark(4, Came.GLITCH, -20 * NS_PER_MS),
        Mark(7, Came.GLITCH, 40 * NS_PER_MS),
    ]


def test_a_loose_wire_does_not_fill_the_strip() -> None:
    camera = Camera()
    for i in range(500):
        camera.spike(4, FIRST - 90 * NS_PER_MS + i * 100 * NS_PER_US)
    made = ruling((3, 0))
    camera.shoot(made)
    assert len(photo_finish(made, camera.photo, TIE, en).marks) == 9


def test_a_press_of_one_race_is_not_early_in_the_next() -> None:
    camera = Camera()
    camera.press(2, OPENED - NS_PER_S)
    camera.press(2, FIRST)
    camera.shoot(ruling((2, 0), early=(2,)))
    again = Race(FIRST + 2 * NS_PER_S, TIE, early=(2,)).enter(Press(3, FIRST + 3 * NS_PER_S)).rule().ruling
    assert again is not None
    camera.shoot(again)
    assert (
        Mark(2, Came.EARLY, -4 * NS_PER_S - 400 * NS_PER_MS)
        in photo_finish(again, camera.photo, TIE, en).marks
    )


def test_what_came_long_before_a_race_is_forgotten() -> None:
    camera = Camera()
    camera.press(2, FIRST - KEPT_NS - 1)
    made = ruling((3, 0), early=(2,))
    camera.shoot(made)
    assert Mark(2, Came.EARLY, None) in photo_finish(made, camera.photo, TIE, en).marks


def test_a_jump_of_game_time_keeps_the_photo_and_forgets_the_stamps() -> None:
    camera = Camera()
    camera.press(2, OPENED - 5)
    made = ruling((3, 0), early=(2,))
    camera.shoot(made)
    kept = camera.photo
    camera.forget()
    camera.spike(4, FIRST)
    assert camera.photo == kept
    camera.shoot(made)
    assert camera.photo is not None
    assert camera.photo.presses == ()
