"""The way in, read back from wherever it is shown, as a phone's camera would."""

from __future__ import annotations

import re

import pytest
import zxingcpp
from PIL import Image

from companion.i18n import speaker
from companion.phones import qr
from companion.session import screens
from companion.session.table import table_view
from companion.table.way_in import WayIn
from firmware.drawing.frames import draw
from firmware.drawing.lettering import LIT
from firmware.views import Screen
from tests.companion.session.test_invitation import by_phone, in_menu, who_plays
from tests.companion.window.table_album import Seen, picture

ADDRESSES = (
    "http://192.168.100.123:8080",
    "http://10.0.0.5:8080",
    "http://172.16.254.200:65535",
    "http://pierwszy.local:8080",
)
SAID = "HTTP://192.168.100.123:8080/K7QM"


def read(image: Image.Image) -> list[str]:
    return [code.text for code in zxingcpp.read_barcodes(image.convert("L"))]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("enlarged", [1, 3])
def test_a_panel_s_code_is_read(address: str, enlarged: int) -> None:
    invited = qr.invitation(address, "K7QM", "ABC234")
    screen = Screen("Join", invited.code, None, (invited.short,), hint="turn", figure=invited.figure)
    panel = draw(screen)
    assert read(panel.resize((128 * enlarged, 64 * enlarged))) == [f"{address}/K7QM".upper()]


def test_the_longest_address_takes_version_2_and_50_px_on_lit_ground() -> None:
    invited = qr.invitation(ADDRESSES[0], "K7QM", "ABC234")
    assert [len(row) for row in invited.rows] == [25] * 25
    panel = draw(Screen(figure=invited.figure))
    box = panel.crop((0, 0, 64, 64))
    dark = Image.eval(box.convert("L"), lambda level: LIT - level).getbbox()
    assert dark == (7, 7, 57, 57)  # and a quiet zone of three modules and a half


def test_main_panels_show_it_in_the_menu_and_where_nobody_plays_yet() -> None:
    invited = qr.invitation(ADDRESSES[0], "K7QM", "ABC234")
    for language in ("pl", "en"):
        for evening in (in_menu(language), who_plays(language)):
            say = speaker(language)
            shown = screens.view(evening.session, evening.state, evening.now, say, invited=invited)
            assert read(draw(shown.main)) == [SAID]
            assert SAID not in [text for seat in shown.seats.values() for text in read(draw(seat))]


@pytest.mark.parametrize("size", [(800, 480), (640, 400), (1280, 720)])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_window_s_code_is_read_in_every_theme(size: tuple[int, int], theme: str) -> None:
    invited = qr.invitation(ADDRESSES[0], "K7QM", "ABC234")
    for evening in (in_menu("pl"), who_plays("pl")):
        say = speaker("pl")
        view = screens.view(evening.session, evening.state, evening.now, say, invited=invited)
        table = table_view(evening.session, evening.state, view, evening.now, say, invited=invited)
        assert read(picture(Seen(0, table, frozenset()), "pl", theme, size)) == [SAID]


def test_a_window_without_a_code_has_the_words() -> None:
    evening, invited = in_menu("en"), by_phone()
    view = screens.view(evening.session, evening.state, evening.now, speaker("en"), invited=invited)
    table = table_view(evening.session, evening.state, view, evening.now, speaker("en"), invited=invited)
    assert WayIn(invited.short, invited.code) in table.middle
    assert read(picture(Seen(0, table, frozenset()), "en", "dark")) == []


def test_a_terminal_s_code_is_read_from_its_half_blocks() -> None:
    first, *lines = qr.told(qr.invitation(ADDRESSES[0], "K7QM", "ABC234").without_host(), drawn=True)
    assert first == "phones: http://192.168.100.123:8080/K7QM"
    assert all(line.startswith("\x1b[30;107m") and line.endswith("\x1b[0m") for line in lines)
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    image = Image.new("1", (len(plain[0]), 2 * len(plain)), 1)
    for y, line in enumerate(plain):
        for x, char in enumerate(line):
            image.putpixel((x, 2 * y), char not in "▀█")
            image.putpixel((x, 2 * y + 1), char not in "▄█")
    assert read(image.resize((image.width * 8, image.height * 8))) == [SAID]


def test_what_is_no_terminal_is_told_a_line() -> None:
    invited = qr.invitation(ADDRESSES[0], "K7QM", "ABC234")
    way_in = "phones: http://192.168.100.123:8080/K7QM"
    assert list(qr.told(invited.without_host(), drawn=False)) == [way_in]
    hosts = "the host's page: http://192.168.100.123:8080/host, code ABC234"
    assert list(qr.told(invited, drawn=False)) == [way_in, hosts]


def test_without_a_network_there_is_no_code_and_it_is_said() -> None:
    invited = qr.invitation("", "K7QM", "ABC234")
    assert invited.rows == ()
    assert list(qr.told(invited, drawn=True)) == ["phones are on, but there is no network they could come by"]
