from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pygame
import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont
from pygame.event import Event, post

import companion.window
from companion.errors import DisplayMissingError
from companion.games.faces import colour_face
from companion.i18n import speaker
from companion.table.view import TableView
from companion.window.box.box_face import BoxFace
from companion.window.box.box_layout import PANEL, BoxLayout
from companion.window.desk import News
from companion.window.hands import HOLD_NS, SHORTEST_NS
from companion.window.scale import SMALLEST
from companion.window.window import Window
from companion.words import Names
from firmware.drawing.figures import Spot
from firmware.drawing.frames import dice_on, draw
from firmware.events import Enter, HostEvent, HostKey, Key, Knob, Seat
from firmware.views import Cue, Dice, Face, Mood, PanelId, Screen, Sound

FONT = Path(companion.window.__file__).parents[2] / "firmware" / "fonts" / "terminus-bold.otb"
PICTURES = Path(__file__).parent / "snapshots"
START = 5_000_000_000


def panel(title: str, big: str, *, turn: bool = False) -> Image.Image:
    """An OLED's picture."""
    ground, ink = (1, 0) if turn else (0, 1)
    picture = Image.new("1", (128, 64), ground)
    pen = ImageDraw.Draw(picture)
    small, large = (ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC) for size in (12, 32))
    pen.text((64, 2), title, ink, small, "mt")
    pen.text((64, 38), big, ink, large, "mm")
    return picture


class FakeDesk:
    """A desk that shows what a test puts on it and keeps what the window hands on."""

    def __init__(self, seats: Sequence[Seat] = range(1, 9), language: str = "en") -> None:
        self.seats = seats
        self.language = language
        self.shown: dict[PanelId, Image.Image] = {"main": panel("17 · runda 2", "5")}
        self.shown |= {seat: panel(f"Gracz {seat}", "źle", turn=seat == 2) for seat in seats}
        self.lying: dict[PanelId, tuple[Spot, ...]] = {}
        self.lamps: set[Seat] = set()
        self.players: set[Seat] = set(seats)
        self.waiting: list[Cue] = []
        self.loud = 3
        self.ended = False
        self.number = 0
        self.asked = 0
        self.presses: list[tuple[Seat, bool, int]] = []
        self.told: list[HostEvent] = []
        self.wake: Callable[[], None] = lambda: None
        self.pressable = True
        self.plays_itself = False
        self.seen: TableView | None = None
        self.near_ruling = False
        self.drawn_last = 0
        self.names: Names = {}

    def press(self, seat: Seat, closed: bool, at: int, *, by_key: bool = True) -> None:
        self.presses.append((seat, closed, at))

    def tell(self, event: HostEvent) -> None:
        self.told.append(event)

    def pictures(self) -> Mapping[PanelId, Image.Image]:
        self.asked += 1
        return self.shown

    def dice(self, pictures: Mapping[PanelId, Image.Image]) -> Mapping[PanelId, tuple[Spot, ...]]:
        return self.lying

    def table(self, now: int) -> TableView | None:
        return self.seen

    def workshop(self) -> None:
        return None

    def drawn(self, version: int) -> None:
        self.drawn_last = version

    def news(self) -> News:
        version, lit, playing = self.number, frozenset(self.lamps), tuple(sorted(self.players))
        return News(version, version, self.near_ruling, self.loud, lit, playing, self.language, self.names)

    def cues(self) -> Sequence[Cue]:
        cues, self.waiting = self.waiting, []
        return cues

    def stopped(self) -> bool:
        return self.ended

    def on_change(self, wake: Callable[[], None]) -> None:
        self.wake = wake

    def levels(self) -> list[tuple[Seat, bool]]:
        return [(seat, closed) for seat, closed, _ in self.presses]


class HandClock:
    """A clock set by hand, ns."""

    now = START

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk()


@pytest.fixture
def window(desk: FakeDesk, clock: HandClock) -> Iterator[Window]:
    with Window(desk, box=True, size=(800, 480), clock=clock) as window:
        window.step(0)
        yield window


def laid_out(window: Window) -> BoxLayout:
    assert isinstance(window.face, BoxFace)
    return window.face.layout


@pytest.fixture
def layout(window: Window) -> BoxLayout:
    return laid_out(window)


def key(name: str, *, down: bool = True, mod: int = 0) -> None:
    """A key as SDL reports it: by what it types and by its place."""
    post(
        Event(
            pygame.KEYDOWN if down else pygame.KEYUP,
            key=getattr(pygame, f"K_{name.replace('KP_3', 'KP3')}"),
            scancode=getattr(pygame, f"KSCAN_{name.upper()}"),
            mod=mod,
            unicode="",
        )
    )


def mouse(where: tuple[int, int], *, down: bool = True, button: int = 1, touch: bool = False) -> None:
    kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
    post(Event(kind, pos=where, button=button, touch=touch))


def finger(where: tuple[int, int], number: int, *, down: bool = True) -> None:
    kind = pygame.FINGERDOWN if down else pygame.FINGERUP
    post(Event(kind, x=where[0] / 800, y=where[1] / 480, touch_id=7, finger_id=number))


def types(text: str) -> None:
    for letter in text:
        post(Event(pygame.TEXTINPUT, text=letter))


def bytes_of(window: Window) -> bytes:
    return pygame.image.tobytes(window.surface, "RGB")


def test_keys_close_and_open_contacts_several_at_once(
    window: Window, desk: FakeDesk, clock: HandClock
) -> None:
    key("1")
    key("8")
    key("KP_3")
    window.step(0)
    clock.now += SHORTEST_NS
    key("8", down=False)
    window.step(0)
    assert desk.presses == [(1, True, START), (8, True, START), (3, True, START), (8, False, clock.now)]


def test_a_seat_without_a_button_has_no_key(clock: HandClock) -> None:
    desk = FakeDesk(range(1, 5))
    with Window(desk, box=True, size=(800, 480), clock=clock) as window:
        key("4")
        key("5")
        window.step(0)
        assert desk.levels() == [(4, True)]


def test_digits_are_read_by_their_place_whatever_they_type(window: Window, desk: FakeDesk) -> None:
    post(Event(pygame.KEYDOWN, key=pygame.K_AMPERSAND, scancode=pygame.KSCAN_1, mod=0, unicode="&"))
    window.step(0)
    assert desk.levels() == [(1, True)]


def test_a_tap_that_came_and_went_at_once_lasts_the_shortest_press(
    window: Window, desk: FakeDesk, clock: HandClock
) -> None:
    key("6")
    key("6", down=False)
    window.step(0)
    assert desk.presses == [(6, True, START)]
    clock.now += SHORTEST_NS
    window.step(0)
    assert desk.presses == [(6, True, START), (6, False, START + SHORTEST_NS)]


@pytest.mark.parametrize("seat", range(1, 9))
def test_the_mouse_presses_each_button_until_it_is_up(
    window: Window, desk: FakeDesk, layout: BoxLayout, clock: HandClock, seat: Seat
) -> None:
    (puck,) = (puck for puck in layout.pucks if puck.seat == seat)
    mouse(puck.button.center)
    window.step(0)
    clock.now += SHORTEST_NS
    mouse((0, 0), down=False)
    window.step(0)
    assert desk.presses == [(seat, True, START), (seat, False, clock.now)]


def test_two_fingers_press_two_buttons_and_their_shadow_mouse_none(
    window: Window, desk: FakeDesk, layout: BoxLayout, clock: HandClock
) -> None:
    one, two = layout.pucks[0].button.center, layout.pucks[1].button.center
    finger(one, 0)
    mouse(one, touch=True)
    finger(two, 1)
    window.step(0)
    assert desk.levels() == [(1, True), (2, True)]
    clock.now += SHORTEST_NS
    finger(two, 1, down=False)
    window.step(0)
    assert desk.levels()[2:] == [(2, False)]


def test_a_click_beside_everything_does_nothing(window: Window, desk: FakeDesk, layout: BoxLayout) -> None:
    mouse(layout.glass.center)
    mouse(layout.glass.center, down=False)
    mouse(layout.glass.center, button=3)
    window.step(0)
    assert (desk.presses, desk.told) == ([], [])


def test_wheel_and_arrows_turn_the_knob(window: Window, desk: FakeDesk) -> None:
    post(Event(pygame.MOUSEWHEEL, x=0, y=-2))
    post(Event(pygame.MOUSEWHEEL, x=0, y=1))
    for name in ("LEFT", "RIGHT", "UP", "DOWN"):
        key(name)
    window.step(0)
    assert desk.told == [Knob(steps, START) for steps in (2, -1, -1, 1, -1, 1)]


def test_the_drawn_knob_turns_by_its_halves_and_oks_by_its_middle(
    window: Window, desk: FakeDesk, layout: BoxLayout
) -> None:
    knob = layout.knob
    mouse((knob.left + 2, knob.centery))
    mouse((knob.right - 2, knob.centery))
    mouse(layout.dial.center)
    mouse(layout.dial.center, down=False)
    mouse(layout.dial.center, button=3)
    window.step(0)
    assert desk.told == [
        Knob(-1, START),
        Knob(1, START),
        Key(HostKey.OK, START),
        Key(HostKey.HOLD_OK, START),
    ]


@pytest.mark.parametrize("name", ["RETURN", "KP_ENTER"])
def test_enter_is_ok_and_held_it_is_the_menu(
    window: Window, desk: FakeDesk, clock: HandClock, name: str
) -> None:
    key(name)
    window.step(0)
    assert desk.told == []
    key(name, down=False)
    window.step(0)
    key(name)
    window.step(0)
    clock.now += HOLD_NS
    window.step(0)
    key(name, down=False)
    window.step(0)
    assert desk.told == [Key(HostKey.OK, START), Key(HostKey.HOLD_OK, START + HOLD_NS)]


@pytest.mark.parametrize(
    ("name", "mod", "told"),
    [
        ("m", 0, HostKey.HOLD_OK),
        ("ESCAPE", 0, HostKey.BACK),
        ("BACKSPACE", 0, HostKey.UNDO),
        ("BACKSPACE", pygame.KMOD_LSHIFT, HostKey.REDO),
        ("p", 0, HostKey.PAUSE),
    ],
)
def test_host_keys(window: Window, desk: FakeDesk, name: str, mod: int, told: HostKey) -> None:
    key(name, mod=mod)
    key(name, down=False, mod=mod)
    assert window.step(0)
    assert desk.told == [Key(told, START)]


def test_keys_of_the_desktop_are_left_to_it(window: Window, desk: FakeDesk) -> None:
    key("p", mod=pygame.KMOD_LCTRL)
    key("m", mod=pygame.KMOD_LALT)
    window.step(0)
    assert desk.told == []


@pytest.mark.parametrize("opener", ["t", "SLASH"])
def test_a_typed_line_is_handed_on_with_its_polish_letters(
    window: Window, desk: FakeDesk, opener: str
) -> None:
    key(opener)
    types("t")  # what the opening key types isn't meant
    key(opener, down=False)
    types("Żółć 12x")
    key("3")
    key("BACKSPACE")
    window.step(0)
    assert (desk.presses, desk.told) == ([], [])
    key("RETURN")
    key("RETURN", down=False)
    window.step(0)
    assert desk.told == [Enter("Żółć 12", START)]


def test_escape_leaves_the_line_and_then_keys_are_keys_again(window: Window, desk: FakeDesk) -> None:
    key("t")
    key("t", down=False)
    types("5")
    key("ESCAPE")
    key("5")
    window.step(0)
    assert (desk.levels(), desk.told) == ([(5, True)], [])


def test_a_key_held_while_the_line_opens_still_lets_go(
    window: Window, desk: FakeDesk, clock: HandClock
) -> None:
    key("2")
    key("t")
    window.step(0)
    clock.now += SHORTEST_NS
    key("2", down=False)
    window.step(0)
    assert desk.levels() == [(2, True), (2, False)]


def test_a_window_that_loses_the_keyboard_opens_everything(
    window: Window, desk: FakeDesk, clock: HandClock, layout: BoxLayout
) -> None:
    key("1")
    key("2")
    key("RETURN")
    mouse(layout.pucks[4].button.center)
    window.step(0)
    clock.now += HOLD_NS // 2
    post(Event(pygame.WINDOWFOCUSLOST))
    window.step(0)
    clock.now += HOLD_NS
    window.step(0)
    assert sorted(desk.levels()[3:]) == [(1, False), (2, False), (5, False)]
    assert desk.told == []


@pytest.mark.parametrize("how", [pygame.WINDOWCLOSE, pygame.QUIT])
def test_closing_the_window_ends_it_and_opens_everything(desk: FakeDesk, how: int) -> None:
    with Window(desk, box=True, size=(800, 480)) as window:
        key("1")
        assert window.step(0)
        post(Event(how))
        assert not window.step(0)
        assert window.closed is (how == pygame.WINDOWCLOSE)  # else its display goes, or the program ends
    assert desk.levels() == [(1, True), (1, False)]
    assert not pygame.display.get_init()
    desk.wake()  # the program may well speak up a moment too late


def test_the_end_of_the_program_ends_the_window(desk: FakeDesk) -> None:
    desk.ended = True
    assert not companion.window.run(desk)


def test_another_thread_wakes_a_sleeping_window(window: Window, desk: FakeDesk) -> None:
    def loop() -> None:
        desk.ended = True
        desk.wake()

    thread = threading.Thread(target=loop)
    thread.start()
    while window.step(30_000):  # far beyond the test's own patience if nothing woke it
        pass
    thread.join()


def test_many_wakes_before_the_window_looks_are_one(window: Window, desk: FakeDesk) -> None:
    pygame.event.clear()
    for _ in range(3):
        desk.wake()
    assert len(pygame.event.get()) == 1
    window.step(0)
    desk.wake()
    assert len(pygame.event.get()) == 1


def test_presses_are_stamped_before_anything_is_drawn(
    window: Window, desk: FakeDesk, clock: HandClock
) -> None:
    draw = desk.pictures

    def slow() -> Mapping[PanelId, Image.Image]:
        clock.now += 90_000_000
        return draw()

    desk.pictures = slow  # type: ignore[method-assign]
    key("4")
    window.step(0)
    assert desk.presses == [(4, True, START)]
    assert clock.now > START


def test_an_idle_window_asks_for_nothing_and_draws_nothing(window: Window, desk: FakeDesk) -> None:
    asked, before = desk.asked, bytes_of(window)
    post(Event(pygame.MOUSEMOTION, pos=(3, 3), rel=(1, 1), buttons=(0, 0, 0), touch=False))
    window.step(0)
    window.step(0)
    assert desk.asked == asked
    assert bytes_of(window) == before


def test_a_new_version_is_drawn_where_it_changed(window: Window, desk: FakeDesk, layout: BoxLayout) -> None:
    before = bytes_of(window)
    desk.lamps = {4}
    desk.shown[4] = panel("4", "+1")
    window.step(0)
    assert bytes_of(window) == before
    desk.number += 1
    window.step(0)
    old = Image.frombytes("RGB", (800, 480), before)
    new = Image.frombytes("RGB", (800, 480), bytes_of(window))
    changed = ImageChops.difference(old, new).getbbox()
    assert changed is not None
    frame = layout.pucks[3].frame
    assert frame.contains(
        pygame.Rect(changed[0], changed[1], changed[2] - changed[0], changed[3] - changed[1])
    )


def test_a_pressed_button_looks_pressed_until_it_is_let_go(
    window: Window, desk: FakeDesk, clock: HandClock
) -> None:
    idle = bytes_of(window)
    key("7")
    window.step(0)
    assert bytes_of(window) != idle
    clock.now += SHORTEST_NS
    key("7", down=False)
    window.step(0)
    assert bytes_of(window) == idle


def test_the_main_panel_is_shown_pixel_by_pixel(window: Window, desk: FakeDesk, layout: BoxLayout) -> None:
    scale, glass = layout.glass.width // PANEL[0], layout.glass
    shot = Image.frombytes("RGB", (800, 480), bytes_of(window))
    seen = shot.crop((glass.left, glass.top, glass.right, glass.bottom)).convert("L")
    corners = seen.resize((128, 64), Image.Resampling.NEAREST, (0, 0, 128 * scale, 64 * scale))
    assert corners.point(lambda level: 255 * (level > 100), "1").tobytes() == desk.shown["main"].tobytes()


def test_dice_of_the_desk_are_shown_in_their_colours(
    window: Window, desk: FakeDesk, layout: BoxLayout
) -> None:
    screen = Screen(figure=Dice((Face("C", "czerwony", "#C4302B"),)))
    desk.shown["main"] = draw(screen)
    desk.lying["main"] = dice_on(desk.shown["main"], screen)
    desk.number += 1
    window.step(0)
    ((_, x, y, side),) = desk.lying["main"]
    scale, glass = layout.glass.width // PANEL[0], layout.glass
    place = glass.x + (x + side // 2) * scale, glass.y + (y + 4) * scale
    assert window.surface.get_at(place) == pygame.Color("#C4302B")


@pytest.mark.parametrize("size", [(128, 32), (64, 48), (256, 64)])
def test_other_panels_are_shown_inside_the_glass(
    window: Window, desk: FakeDesk, layout: BoxLayout, size: tuple[int, int]
) -> None:
    before = Image.frombytes("RGB", (800, 480), bytes_of(window))
    desk.shown["main"] = Image.new("1", size, 1)
    desk.number += 1
    window.step(0)
    after = Image.frombytes("RGB", (800, 480), bytes_of(window))
    left, top, right, bottom = ImageChops.difference(before, after).getbbox() or (0, 0, 0, 0)
    assert layout.glass.contains(pygame.Rect(left, top, right - left, bottom - top))


def test_resizing_lays_everything_out_anew(window: Window, desk: FakeDesk) -> None:
    window._window.size = (1280, 720)
    window.step(0)
    assert laid_out(window).size == (1280, 720)
    mouse(laid_out(window).pucks[2].button.center)
    window.step(0)
    assert desk.levels() == [(3, True)]
    assert window._window.minimum_size == SMALLEST


def test_full_screen_and_back(window: Window) -> None:
    key("F11")
    window.step(0)
    window.step(0)
    assert laid_out(window).size == window.surface.get_size() == pygame.display.get_desktop_sizes()[0]
    key("F11")
    window.step(0)
    window.step(0)
    assert laid_out(window).size == (800, 480)


def test_cues_are_sounded_once(window: Window, desk: FakeDesk) -> None:
    desk.waiting = [Cue(Sound.RULING, 3)]
    window.step(0)
    assert pygame.mixer.get_busy()
    pygame.mixer.stop()
    window.step(0)
    assert not pygame.mixer.get_busy()


def test_a_driver_sdl_does_not_know_is_one_line(desk: FakeDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    with pytest.raises(DisplayMissingError, match=r"^no display: expected SDL to open a window, came: .+$"):
        Window(desk)


def test_a_display_that_does_not_answer_is_one_line(desk: FakeDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":7777")
    with pytest.raises(DisplayMissingError, match=r"^no display: expected .+$"):
        Window(desk)
    assert not pygame.display.get_init()


def test_no_display_is_said_before_sdl_picks_one_that_draws_nowhere(
    desk: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr("companion.window.open_window.display_missing", lambda: "no display: none here")
    with pytest.raises(DisplayMissingError, match=r"^no display: none here$"):
        Window(desk)


def test_no_pointer_lies_on_a_television_until_a_mouse_moves(
    desk: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.window.open_window._DRAWING_NOWHERE", ())
    monkeypatch.setattr("companion.window.open_window.windows_managed", lambda _: False)
    with Window(desk) as window:
        assert not pygame.mouse.get_visible()
        post(Event(pygame.MOUSEMOTION, pos=(3, 3), rel=(1, 1), buttons=(0, 0, 0), touch=True))
        window.step(0)
        assert not pygame.mouse.get_visible()
        post(Event(pygame.MOUSEMOTION, pos=(3, 3), rel=(1, 1), buttons=(0, 0, 0), touch=False))
        window.step(0)
        assert pygame.mouse.get_visible()


def settled(window: Window, path: Path) -> Image.Image:
    """The window's picture, or the kept one if no pixel differs by more than an eye can see.

    Smoothing rounds differently on other processors and in other builds of pygame.
    """
    shot = Image.frombytes("RGB", window.surface.get_size(), bytes_of(window))
    if path.exists():
        kept = Image.open(path).convert("RGB")
        if kept.size == shot.size:
            extrema = ImageChops.difference(kept, shot).getextrema()
            if max(high for _, high in extrema) <= 6:  # type: ignore[misc]
                return kept
    return shot


@pytest.mark.parametrize("language", ["en", "pl"])
def test_picture_of_eight_seats(language: str, image_snapshot: Callable[[Image.Image, Path], None]) -> None:
    desk = FakeDesk(language=language)
    desk.lamps, desk.players = {2, 5}, {1, 2, 3, 4, 5, 6, 8}
    with Window(desk, box=True, size=(800, 480)) as window:
        key("4")
        window.step(0)
        path = PICTURES / f"eight-{language}.png"
        image_snapshot(settled(window, path), path)


@pytest.mark.parametrize("seats", [1, 4, 6])
def test_picture_of_fewer_seats(seats: int, image_snapshot: Callable[[Image.Image, Path], None]) -> None:
    desk = FakeDesk(range(1, seats + 1), "pl")
    desk.lamps = {seats}
    with Window(desk, box=True, size=(1024, 600)) as window:
        window.step(0)
        path = PICTURES / f"seats-{seats}.png"
        image_snapshot(settled(window, path), path)


@pytest.mark.parametrize("language", ["pl", "en"])
def test_picture_of_dice(language: str, image_snapshot: Callable[[Image.Image, Path], None]) -> None:
    desk, say = FakeDesk(range(1, 5), language), speaker(language)
    kinds = (("with", "yellow"), ("with", "violet"), ("without", "green"), ("without", "red"))
    first, second, third, fourth = (colour_face(kind, colour, say) for kind, colour in kinds)
    screens: dict[PanelId, Screen] = {
        "main": Screen("Kezao", figure=Dice((first, third)), text=("2/3",)),
        1: Screen(figure=Dice((second, fourth)), mood=Mood.TURN),
        2: Screen("Kezao", figure=Dice((first, second, third, fourth))),
        3: Screen("Kezao", figure=Dice((fourth,)), mood=Mood.WAIT),
        4: Screen("Kezao", figure=Dice((first, third), rolling=True), mood=Mood.WAIT),
    }
    for name, screen in screens.items():
        desk.shown[name] = draw(screen)
        desk.lying[name] = dice_on(desk.shown[name], screen)
    with Window(desk, box=True, size=(1024, 600)) as window:
        window.step(0)
        path = PICTURES / f"dice-{language}.png"
        image_snapshot(settled(window, path), path)
