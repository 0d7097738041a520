"""The window with the table before it, driven as hands, a desktop and a broken machine drive it."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest
from pygame.event import Event, post

from companion.app.desk_table import DeskTable
from companion.table.captions import LASTS_NS
from companion.table.parts import Glass
from companion.table.view import Plate, TableView
from companion.window.box.box_face import BoxFace
from companion.window.hands import HOLD_NS, SHORTEST_NS
from companion.window.table.choice_row import AllChoices
from companion.window.table.control_bar import Control
from companion.window.table.control_sheet import ControlSheet
from companion.window.table_face import TableFace
from companion.window.theme import PALETTES
from companion.window.window import FRAME_NS, HUSHED_NS, Window
from firmware.boxfile.settings import eight_seats
from firmware.boxfile.window_settings import WindowSettings
from firmware.events import NS_PER_MS, NS_PER_S, Enter, HostKey, Key, Knob
from firmware.views import Cue, Sound
from tests.companion.window.test_window import START, FakeDesk, HandClock, bytes_of, finger, key, mouse

SEATS = range(1, 5)
TABLE = TableView(
    title="Buzzer",
    headline="Listen",
    plates=tuple(Plate(seat, f"Seat {seat}", str(seat)) for seat in SEATS),
)
SAND = replace(TABLE, middle=(Glass(30 * NS_PER_S, 60 * NS_PER_S, running=True, text="30"),))
LONG_MS = 30_000
"""Far beyond the test's own patience if nothing woke the window."""


class TableDesk(FakeDesk):
    """Counts how often the window asks for the table."""

    def __init__(self, table: TableView = TABLE) -> None:
        super().__init__(SEATS)
        self.seen = table
        self.looked = 0

    def table(self, now: int) -> TableView | None:
        self.looked += 1
        return super().table(now)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def desk() -> TableDesk:
    return TableDesk()


@pytest.fixture
def window(desk: TableDesk, clock: HandClock) -> Iterator[Window]:
    with Window(desk, size=(800, 480), clock=clock) as window:
        window.step(0)
        yield window


def where(window: Window, wanted: object) -> tuple[int, int]:
    """A point of the window under which something lies, not on its very edge."""
    width, height = window.surface.get_size()
    for far in (30, 6):  # what is small is looked for more closely
        places = ((x, y) for y in range(2, height, far) for x in range(2, width, far))
        if points := [place for place in places if at(window, *place) == wanted]:
            return points[len(points) // 2]
    raise AssertionError(f"nowhere in the window: {wanted}")


def at(window: Window, x: int, y: int) -> object:
    return window.face.target(x, y)


# -- several hands -------------------------------------------------------------------------------------------


def test_fingers_on_plates_keys_and_mouse_press_at_once_and_each_lets_its_own_go(
    window: Window, desk: TableDesk, clock: HandClock
) -> None:
    finger(where(window, 1), 0)
    finger(where(window, 2), 1)
    key("3")
    mouse(where(window, 4))
    window.step(0)
    assert desk.presses == [(seat, True, START) for seat in SEATS]
    clock.now += SHORTEST_NS
    finger(where(window, 2), 1, down=False)
    window.step(0)
    key("3", down=False)
    window.step(0)
    assert desk.levels()[4:] == [(2, False), (3, False)]


def test_two_fingers_on_one_plate_are_one_press_until_both_are_up(
    window: Window, desk: TableDesk, clock: HandClock
) -> None:
    place = where(window, 2)
    finger(place, 0)
    finger(place, 1)
    window.step(0)
    clock.now += SHORTEST_NS
    finger(place, 0, down=False)
    window.step(0)
    assert desk.levels() == [(2, True)]
    finger(place, 1, down=False)
    window.step(0)
    assert desk.levels() == [(2, True), (2, False)]


def test_a_finger_on_a_control_and_one_on_a_plate_do_both(
    window: Window, desk: TableDesk, clock: HandClock
) -> None:
    finger(where(window, Control.RIGHT), 0)
    finger(where(window, 3), 1)
    window.step(0)
    assert desk.told == [Knob(1, START)]
    assert desk.levels() == [(3, True)]


def test_by_touch_alone_the_box_is_shown_and_left_again(window: Window) -> None:
    touch(window, Control.BOX)
    seen = [type(window.face)]
    finger(where(window, Control.BOX), 0)
    window.step(0)
    seen.append(type(window.face))
    assert seen == [BoxFace, TableFace]


def test_undo_is_faint_while_it_leads_nowhere(clock: HandClock) -> None:
    def button(table: TableView) -> bytes:
        with Window(TableDesk(table), size=(1280, 720), clock=clock) as window:
            window.step(0)
            x, y = where(window, Control.UNDO)
            return pygame.image.tobytes(window.surface.subsurface((x - 30, y - 30, 60, 60)), "RGB")

    assert button(TABLE) != button(replace(TABLE, undoes=True))


def test_redo_is_touched_where_there_is_something_to_redo(window: Window, desk: TableDesk) -> None:
    touch(window, Control.REDO)
    assert desk.told == []
    key("ESCAPE")
    window.step(0)
    show(window, desk, replace(TABLE, redoes=True))
    touch(window, Control.REDO)
    assert desk.told == [Key(HostKey.REDO, START)]


def test_what_has_no_room_in_the_bar_is_left_with_escape_and_its_keys_work_there(
    window: Window, desk: TableDesk
) -> None:
    before = bytes_of(window)
    finger(where(window, Control.MORE), 0)
    window.step(0)
    assert bytes_of(window) != before
    key("ESCAPE")
    window.step(0)
    assert (bytes_of(window), desk.told) == (before, [])
    finger(where(window, Control.MORE), 0)
    window.step(0)
    key("TAB")
    window.step(0)
    assert isinstance(window.face, BoxFace)


def test_nothing_of_the_table_is_seen_around_what_lies_over_it(window: Window) -> None:
    finger(where(window, Control.MORE), 0)
    window.step(0)
    width, height = window.surface.get_size()
    edges = {tuple(window.surface.get_at((x, y))) for x in (0, width - 1) for y in range(0, height, 7)}
    edges |= {tuple(window.surface.get_at((x, y))) for y in (0, height - 1) for x in range(0, width, 7)}
    assert edges == {tuple(PALETTES["dark"].ground)}


def touch(window: Window, control: Control) -> None:
    """Touch a control behind "more"."""
    finger(where(window, Control.MORE), 0)
    window.step(0)
    sheet = window._overlays.overlay
    assert isinstance(sheet, ControlSheet)
    finger(next(spot.rect.center for spot in sheet.spots if spot.does is control), 1)
    window.step(0)


def test_the_sound_control_goes_through_every_volume_and_back(window: Window, desk: TableDesk) -> None:
    said = []
    for _ in range(4):
        touch(window, Control.SOUND)
        typed = desk.told[-1]
        assert isinstance(typed, Enter)
        said.append(typed.text)
        desk.loud = int(typed.text.split()[1])
    assert said == ["volume 0", "volume 1", "volume 2", "volume 3"]


def test_a_window_that_loses_the_keyboard_opens_every_plate_and_forgets_the_knob(
    window: Window, desk: TableDesk, clock: HandClock
) -> None:
    finger(where(window, 1), 0)
    key("2")
    mouse(where(window, Control.OK))
    window.step(0)
    clock.now += HOLD_NS // 2
    post(Event(pygame.WINDOWFOCUSLOST))
    window.step(0)
    clock.now += HOLD_NS
    window.step(0)
    assert sorted(desk.levels()[2:]) == [(1, False), (2, False)]
    assert desk.told == []


# -- sizes ---------------------------------------------------------------------------------------------------


def test_resized_while_a_plate_is_held_it_stays_held_and_the_new_places_count(
    window: Window, desk: TableDesk, clock: HandClock
) -> None:
    finger(where(window, 1), 0)
    window.step(0)
    window._window.size = (1280, 720)
    window.step(0)
    window.step(0)
    assert window.surface.get_size() == (1280, 720)
    assert desk.levels() == [(1, True)]
    mouse(where(window, 4))
    clock.now += SHORTEST_NS
    finger((0, 0), 0, down=False)
    window.step(0)
    assert desk.levels() == [(1, True), (4, True), (1, False)]


@pytest.mark.parametrize("size", [(640, 400), (800, 480), (3840, 2160)])
def test_at_any_size_everything_lies_in_the_window_and_can_be_touched(
    desk: TableDesk, size: tuple[int, int]
) -> None:
    with Window(desk, size=size) as window:
        window.step(0)
        face = window.face
        assert isinstance(face, TableFace)
        layout = face.painter.layout
        whole = pygame.Rect((0, 0), size)
        for place in (layout.top, layout.heading, layout.controls, *layout.plates.values()):
            assert whole.contains(place)
        assert {at(window, *rect.center) for rect in layout.plates.values()} == set(SEATS)
        assert at(window, *where(window, Control.OK)) is Control.OK


@pytest.mark.plays("buzzer")
def test_resized_under_the_rules_the_table_is_seen_after_them(window: Window, desk: TableDesk) -> None:
    desk.seen = replace(TABLE, game="buzzer")
    key("h")
    window.step(0)
    window._window.size = (1280, 720)
    window.step(0)
    window.step(0)
    assert window.surface.get_at((1, 1)) == PALETTES["dark"].ground
    key("ESCAPE")
    window.step(0)
    assert at(window, *where(window, Control.OK)) is Control.OK
    assert window.surface.get_at((1, 1)) not in [PALETTES["dark"].ground, pygame.Color("black")]


def test_a_window_uncovered_again_and_again_draws_nothing_anew(window: Window, desk: TableDesk) -> None:
    face = window.face
    window.surface.set_at((1, 1), "red")  # whatever is drawn would have to be the ground
    for _ in range(20):
        post(Event(pygame.WINDOWEXPOSED))
    window.step(0)
    assert window.face is face
    assert window.surface.get_at((1, 1)) == pygame.Color("red")


def test_the_wheel_turns_nothing_under_what_lies_over_the_table(window: Window, desk: TableDesk) -> None:
    key("t")
    window.step(0)
    post(Event(pygame.MOUSEWHEEL, x=0, y=-1))
    window.step(0)
    assert desk.told == []


def test_what_was_picked_from_all_choices_leads_to_all_of_the_next_step(
    window: Window, desk: TableDesk
) -> None:
    first, numbers = tuple("abcdefgh"), tuple(map(str, range(200)))
    show(window, desk, replace(TABLE, choices=first, standing=0))
    finger(where(window, AllChoices()), 0)
    window.step(0)
    key("RETURN")
    window.step(0)
    assert desk.told == [Knob(-8, START), Key(HostKey.OK, START)]
    show(window, desk, replace(TABLE, choices=numbers, standing=100, inside=True))
    for name in ("RIGHT", "RETURN"):
        key(name)
        window.step(0)
    assert desk.told[2:] == [Knob(-200, START), Knob(101, START), Key(HostKey.OK, START)]
    show(window, desk, replace(TABLE, choices=first, standing=0))  # chosen: the table is seen again
    key("RIGHT")
    window.step(0)
    assert desk.told[5:] == [Knob(1, START)]


def show(window: Window, desk: TableDesk, table: TableView) -> None:
    desk.seen, desk.number = table, desk.number + 1
    window.step(0)


# -- what is drawn when --------------------------------------------------------------------------------------


def test_while_something_moves_it_is_drawn_once_a_frame(clock: HandClock) -> None:
    desk = TableDesk(SAND)
    with Window(desk, size=(800, 480), clock=clock) as window:
        window.step(0)
        looked = desk.looked
        for _ in range(3):
            clock.now += FRAME_NS - NS_PER_MS
            window.step(0)
            clock.now += NS_PER_MS
            window.step(0)
        assert desk.looked == looked + 3


def test_with_motion_reduced_nothing_is_drawn_until_something_changes(clock: HandClock) -> None:
    desk = TableDesk(SAND)
    with Window(desk, size=(800, 480), clock=clock, settings=WindowSettings(still=True)) as window:
        window.step(0)
        looked = desk.looked
        clock.now += NS_PER_S
        window.step(0)
        assert desk.looked == looked
        desk.number += 1
        window.step(0)
        assert desk.looked == looked + 1


def test_a_table_where_nothing_moves_is_left_alone(window: Window, desk: TableDesk, clock: HandClock) -> None:
    looked = desk.looked
    clock.now += NS_PER_S
    window.step(0)
    assert desk.looked == looked


def test_while_a_ruling_is_near_nothing_is_drawn_but_not_for_ever(
    window: Window, desk: TableDesk, clock: HandClock
) -> None:
    before = bytes_of(window)
    desk.near_ruling = True
    desk.seen = replace(TABLE, headline="Seat 3")
    desk.number += 1
    clock.now += HUSHED_NS - NS_PER_MS
    window.step(0)
    assert bytes_of(window) == before
    clock.now += NS_PER_MS
    window.step(0)
    assert bytes_of(window) != before


# -- sounds --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("loud", [0, 3])
def test_a_cue_can_be_read_for_a_second_and_a_half_however_loud_it_is(
    window: Window, desk: TableDesk, clock: HandClock, loud: int
) -> None:
    before = bytes_of(window)
    desk.loud = loud
    desk.waiting = [Cue(Sound.TIE)]
    window.step(0)
    assert pygame.mixer.get_busy() == (loud > 0)
    silent = bytes_of(window)
    assert silent != before
    clock.now += LASTS_NS - 1
    window.step(0)
    assert bytes_of(window) == silent
    clock.now += 1
    window.step(0)
    desk.loud = 3  # its control shows the volume, too
    desk.number += 1
    window.step(0)
    assert bytes_of(window) == before


def test_whoever_wants_no_captions_gets_none(desk: TableDesk) -> None:
    with Window(desk, size=(800, 480), settings=WindowSettings(captions=False)) as window:
        window.step(0)
        before = bytes_of(window)
        desk.waiting = [Cue(Sound.TIE)]
        window.step(0)
        assert bytes_of(window) == before


def test_without_a_sound_card_everything_else_works(
    desk: TableDesk, monkeypatch: pytest.MonkeyPatch, expected_logs: list[logging.LogRecord]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    with Window(desk, size=(800, 480)) as window:
        window.step(0)
        before = bytes_of(window)
        desk.waiting = [Cue(Sound.RULING, 3)]
        key("1")
        window.step(0)
        assert desk.levels() == [(1, True)]
        assert bytes_of(window) != before
    assert [record.getMessage()[:9] for record in expected_logs] == ["no sound:"]


# -- the end -------------------------------------------------------------------------------------------------


def test_beside_a_box_with_buttons_of_its_own_no_key_and_no_plate_is_one(
    desk: TableDesk, clock: HandClock
) -> None:
    desk.pressable = False
    with Window(desk, size=(800, 480), clock=clock) as window:
        window.step(0)
        assert isinstance(window.face, TableFace)
        plate = window.face.painter.layout.plates[2].center
        key("1")
        mouse(plate)
        window.step(0)
        clock.now += SHORTEST_NS
        mouse(plate, down=False)
        window.step(0)
    assert desk.presses == []


class Round(TableDesk):
    """A round that plays itself until somebody ends it."""

    plays_itself = True

    def __enter__(self) -> Round:
        return self

    def __exit__(self, *_: object) -> None:
        self.ended = True


@pytest.mark.parametrize("ends", ["by itself", "by the box"])
def test_a_round_is_watched_until_it_ends_or_something_happens_on_the_box(
    desk: TableDesk, clock: HandClock, ends: str
) -> None:
    shown, asked = Round(replace(TABLE, headline="A round")), []
    desk.seen = replace(TABLE, game="buzzer")

    def show(game: str, language: str) -> Round:
        asked.append((game, language))
        return shown

    with Window(desk, size=(800, 480), clock=clock, show=show) as window:
        window.step(0)
        key("w")
        window.step(0)
        looked = desk.looked
        clock.now += NS_PER_S
        shown.number += 1
        window.step(0)
        assert (asked, shown.ended, desk.looked) == ([("buzzer", "en")], False, looked)
        if ends == "by itself":
            shown.ended = True
        else:
            desk.number += 1
        window.step(0)
        assert shown.ended
        assert desk.looked > looked


def phase_of(table: DeskTable) -> str:
    return str(table.loop.snapshot()["phase"])


def until(window: Window, table: DeskTable, phase: str) -> None:
    """Turn the window until the game is that far; each change of it wakes the window."""
    while phase_of(table) != phase:
        assert window.step(LONG_MS)


@pytest.mark.plays("buzzer")
@pytest.mark.usefixtures("_hasty_host")
def test_closed_while_a_race_is_open_the_race_is_offered_again() -> None:
    settings = replace(eight_seats(), language="en")
    with DeskTable(settings) as table, Window(table, size=(800, 480)) as window:
        until(window, table, "menu")
        table.tell(Enter("game buzzer seats=1,2", time.monotonic_ns()))
        until(window, table, "idle")
        table.tell(Key(HostKey.OK, time.monotonic_ns()))
        until(window, table, "armed")
        table.tell(Key(HostKey.OK, time.monotonic_ns()))
        until(window, table, "open")
        key("2")
        post(Event(pygame.QUIT))
        while window.step(LONG_MS):
            pass
    assert not pygame.display.get_init()
    with DeskTable(settings) as again, Window(again, size=(800, 480)) as window:
        until(window, again, "resume")
        again.tell(Key(HostKey.OK, time.monotonic_ns()))
        while phase_of(again) == "resume":
            assert window.step(LONG_MS)
        assert again.loop.snapshot()["game"] == "buzzer"
        assert phase_of(again) in {"open", "ruled"}
