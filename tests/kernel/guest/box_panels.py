"""What two panels show, decoded from the very bytes that went over a real adapter's wires."""

from __future__ import annotations

import os
import struct
from pathlib import Path

from companion.i18n import speaker
from companion.session import Session
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Event, HostKey, Key, Press, Tick
from firmware.fakes.oled import OledMemory
from firmware.frames import draw
from firmware.settings import Settings, load
from firmware.views import PanelId
from tests.kernel.guest.box_hands import press
from tests.kernel.guest.box_stage import BOX, Box, contactless, pierwszy

RECORDER = Path("/dev/i2crec")
MESSAGE = struct.Struct("<QHH")
COMMANDS, DATA = 0x00, 0x40
"""A message's first byte says what follows (SSD1306 data sheet 8.1.5.2)."""

PANELS = """
[main]
panel = { driver = "ssd1306", bus = 1, address = 0x3D }
"""
SEAT_1 = 'panel = { driver = "sh1106", bus = 1, address = 0x3C }'


class Wires:
    """The two panels, as far as bytes have come to them."""

    def __init__(self, settings: Settings) -> None:
        self.panels = {name: OledMemory(panel) for name, panel in settings.panels.items()}
        self._by_address = {memory.settings.address: memory for memory in self.panels.values()}
        self._recorder = os.open(RECORDER, os.O_RDONLY | os.O_NONBLOCK)

    def look(self) -> None:
        """Let the panels have what has been sent since the last look."""
        sent = b""
        while more := os.read(self._recorder, 1 << 16):
            sent += more
        while sent:
            _, address, length = MESSAGE.unpack_from(sent)
            message, sent = sent[MESSAGE.size :][:length], sent[MESSAGE.size + length :]
            if message[:1] == bytes([DATA]):
                self._by_address[address].data(message[1:])
            elif message:
                assert message[0] == COMMANDS
                self._by_address[address].command(*message[1:])


def expected(session: Session, *events: Event) -> dict[PanelId, object]:
    """What a box should show after these events."""
    state = session.start()
    for event in events:
        state, _ = session.step(state, event)
    return dict(session.view(state, NS_PER_S, speaker(state.language), ()).screens())


def test_the_pictures_on_the_wires_are_those_that_were_drawn(tmp_path: Path) -> None:
    text = BOX.replace("[seats.1]\n", f"[seats.1]\n{SEAT_1}\n") + PANELS
    (tmp_path / "box.toml").write_text(text)
    settings = load(tmp_path / "box.toml")
    wires = Wires(settings)
    session = Session(tuple(settings.seats), settings.times, settings.language)
    begin = Enter("game buzzer seats=1,2,3 lang=en", 0)
    armed, open_ = Key(HostKey.OK, NS_PER_S), Key(HostKey.OK, 2 * NS_PER_S)
    pressed = (Press(2, 3 * NS_PER_S), Tick(3 * NS_PER_S + NS_PER_MS))

    def check(*events: Event) -> None:
        box.play(contactless(400 * NS_PER_MS))
        wires.look()
        screens = expected(session, *events)
        for name, memory in wires.panels.items():
            drawn = draw(screens[name], (128, 64))
            assert memory.picture(upright=True).tobytes() == drawn.tobytes(), name

    with Box(tmp_path / "box.toml", tmp_path) as box:
        assert box.said == "pierwszy: ready with 8 seats\n"
        check()
        box.begin("buzzer", [1, 2, 3], "idle")
        check(begin)
        assert pierwszy("box", "--settings", tmp_path / "box.toml", state=tmp_path)[0] == 2
        check(begin)  # a second box, which finds the pins taken, leaves them as they are
        box.ok("armed")
        box.ok("open")
        check(begin, armed, open_)
        box.play(press(2))
        box.ruled([2])
        check(begin, armed, open_, *pressed)
        assert box.stop()["faults"] == []
    wires.look()
    assert all(memory.picture().getbbox() is None for memory in wires.panels.values())
