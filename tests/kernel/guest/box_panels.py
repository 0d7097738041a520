"""What two panels show, decoded from the very bytes that went over a real adapter's wires."""

from __future__ import annotations

import os
from pathlib import Path

from companion.games.options import Surroundings
from companion.i18n import speaker
from companion.session import screens as session_screens
from companion.session.session import Session
from firmware.boxfile.settings import Settings, load
from firmware.drawing.frames import draw
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Event, HostKey, Key, Press, Tick
from firmware.fakes.oled_bench import OledMemory
from firmware.views import PanelId, Screen
from tests.kernel.guest.box_hands import press
from tests.kernel.guest.box_stage import BOX, Box, contactless, pierwszy
from tests.kernel.wire import feed, parse

RECORDER = Path("/dev/i2crec")

PANELS = """
[main]
panel = { driver = "ssd1306", bus = 1, address = 0x3D }
"""
SEAT_1 = 'panel = { driver = "sh1106", bus = 1, address = 0x3C }'

SECOND = (
    "pierwszy: expected GPIO 17 free for the knob (with GPIO 27), got 'GPIO busy': "
    "gpioinfo tells what holds it\n"
)
"""What a second box says, of the first pin it can't do without."""

LOOKS = 100
"""How often the panels are looked at, every 0.1 s, until they show what they should."""


class Wires:
    """The two panels, as far as bytes have come to them."""

    def __init__(self, settings: Settings) -> None:
        self.panels = {name: OledMemory(panel) for name, panel in settings.panels.items()}
        self._recorder = os.open(RECORDER, os.O_RDONLY | os.O_NONBLOCK)

    def look(self) -> set[PanelId]:
        """Let the panels have what has been sent since the last look; returns those dark meanwhile."""
        sent, dark = b"", set()
        while more := os.read(self._recorder, 1 << 16):
            sent += more
        for write in parse(sent):
            for name, panel in self.panels.items():
                feed(panel, [write])
                if panel.picture().getbbox() is None:
                    dark.add(name)
        return dark


def expected(session: Session, *events: Event) -> dict[PanelId, Screen]:
    """What a box should show after these events."""
    state = session.start()
    for event in events:
        state, _ = session.step(state, event)
    return dict(session_screens.view(session, state, NS_PER_S, speaker(state.language), ()).screens())


def test_the_pictures_on_the_wires_are_those_that_were_drawn(tmp_path: Path) -> None:
    text = BOX.replace("[seats.1]\n", f"[seats.1]\n{SEAT_1}\n") + PANELS
    (tmp_path / "box.toml").write_text(text)
    settings = load(tmp_path / "box.toml")
    wires = Wires(settings)
    session = Session(Surroundings(tuple(settings.seats), settings.times, settings.language))
    begin = Enter("game buzzer seats=1,2,3 lang=en", 0)
    armed, open_ = Key(HostKey.OK, NS_PER_S), Key(HostKey.OK, 2 * NS_PER_S)
    pressed = (Press(2, 3 * NS_PER_S), Tick(3 * NS_PER_S + NS_PER_MS))

    def check(*events: Event) -> None:
        """The panels come to show what they should; how soon is the machine's business."""
        screens = expected(session, *events)
        drawn = {name: draw(screens[name], (128, 64)).tobytes() for name in wires.panels}
        shown: dict[PanelId, bytes] = {}
        for _ in range(LOOKS):
            box.play(contactless(100 * NS_PER_MS))
            wires.look()
            shown = {name: memory.picture(upright=True).tobytes() for name, memory in wires.panels.items()}
            if shown == drawn:
                return
        raise AssertionError(f"expected {drawn}, got {shown}")

    with Box(tmp_path / "box.toml", tmp_path) as box:
        assert box.said == "pierwszy: ready with 8 seats\n"
        check()
        box.begin("buzzer", [1, 2, 3], "idle")
        check(begin)
        assert pierwszy("box", "--settings", tmp_path / "box.toml", state=tmp_path / "own") == (2, "", SECOND)
        assert wires.look() == set()  # a second box leaves the first one's panels alone
        box.ok("armed")
        box.ok("open")
        check(begin, armed, open_)
        box.play(press(2))
        box.ruled([2])
        check(begin, armed, open_, *pressed)
        assert box.stop()["faults"] == []
    wires.look()
    assert all(memory.picture().getbbox() is None for memory in wires.panels.values())
