from __future__ import annotations

import errno

import pytest
from luma.core.error import DeviceNotFoundError
from PIL import Image

from firmware.boxfile.settings import PanelSettings
from firmware.errors import OledCommandError, PanelError
from firmware.views import PanelId
from tests.firmware.fakes.faulty_oled import FaultyBench, FaultyOled, Sent

SSD1306 = PanelSettings("ssd1306")
SH1106 = PanelSettings("sh1106")
UPRIGHT = (0xA1, 0xC8, 0xAF)


def lit(memory: FaultyOled) -> set[tuple[int, int]]:
    picture = memory.picture()
    return {(x, y) for x in range(picture.width) for y in range(picture.height) if picture.getpixel((x, y))}


def blank_ssd1306(*setup: int) -> FaultyOled:
    memory = FaultyOled(SSD1306)
    memory.command(0x20, 0x00, *setup)
    memory.data(bytes(1024))
    return memory


def blank_sh1106(*setup: int, first_column: int | None = None) -> FaultyOled:
    memory = FaultyOled(SH1106, first_column=first_column)
    memory.command(*setup)
    for page in range(8):
        memory.command(0xB0 + page, 0x00, 0x10)
        memory.data(bytes(132))
    return memory


def test_a_byte_is_eight_pixels_down_the_lowest_bit_on_top() -> None:
    memory = blank_ssd1306(*UPRIGHT)
    memory.command(0x21, 5, 5, 0x22, 2, 2)
    memory.data([0b1000_0001])
    assert lit(memory) == {(5, 16), (5, 23)}


def test_horizontal_addressing_goes_along_the_window_then_down_then_back_to_its_start() -> None:
    memory = blank_ssd1306(*UPRIGHT)
    memory.command(0x21, 10, 11, 0x22, 3, 4)
    memory.data([1, 2, 4, 8, 16])
    assert lit(memory) == {(10, 28), (11, 25), (10, 34), (11, 35)}


def test_vertical_addressing_goes_down_the_window_then_along() -> None:
    memory = blank_ssd1306(*UPRIGHT)
    memory.command(0x20, 0x01, 0x21, 10, 11, 0x22, 3, 4)
    memory.data([1, 2, 4, 8, 16])
    assert lit(memory) == {(10, 28), (10, 33), (11, 26), (11, 35)}


def test_page_addressing_stays_on_its_page_and_wraps_to_its_own_start_column() -> None:
    memory = blank_ssd1306(*UPRIGHT)
    memory.command(0x20, 0x02, 0xB5, 0x0E, 0x17)
    memory.data([1, 2, 4])
    assert lit(memory) == {(126, 42), (127, 41)}


def test_page_commands_leave_the_pointer_alone_in_horizontal_addressing() -> None:
    memory = blank_ssd1306(*UPRIGHT)
    memory.command(0x21, 4, 9, 0x22, 1, 2, 0xB7, 0x03, 0x11)
    memory.data([1])
    assert lit(memory) == {(4, 8)}


def test_window_commands_leave_the_pointer_alone_in_page_addressing() -> None:
    memory = blank_ssd1306(*UPRIGHT)
    memory.command(0x20, 0x02, 0xB0, 0x00, 0x10, 0x21, 4, 9, 0x22, 1, 2)
    memory.data([1])
    assert lit(memory) == {(0, 0)}


def test_a_command_may_be_split_over_calls() -> None:
    memory = blank_ssd1306(*UPRIGHT)
    for byte in (0x21, 7, 9, 0x22, 1, 1, 0x81, 0x33):
        memory.command(byte)
    memory.data([1])
    assert lit(memory) == {(7, 8)}
    assert memory.contrast == 0x33


def test_data_in_the_middle_of_a_command_is_refused() -> None:
    memory = FaultyOled(SSD1306)
    memory.command(0x21, 0)
    with pytest.raises(OledCommandError, match="rest of command 0x21"):
        memory.data([1])


@pytest.mark.parametrize(
    ("settings", "bytes_sent"),
    [
        (SSD1306, [0x23]),
        (SSD1306, [0xAD]),
        (SSD1306, [0x20, 0x03]),
        (SSD1306, [0x21, 0, 128]),
        (SSD1306, [0x21, 9, 8]),
        (SSD1306, [0x22, 0, 8]),
        (SSD1306, [0xA8, 14]),
        (SSD1306, [0xD3, 64]),
        (SH1106, [0x21]),
        (SH1106, [0x22]),
        (SH1106, [0x2F]),
        (SH1106, [0xB8]),
    ],
)
def test_what_the_data_sheet_has_not_is_refused(settings: PanelSettings, bytes_sent: list[int]) -> None:
    with pytest.raises(OledCommandError):
        FaultyOled(settings).command(*bytes_sent)


def test_the_ssd1306_remaps_segments_only_for_what_is_written_later() -> None:
    memory = blank_ssd1306(*UPRIGHT)
    memory.command(0x21, 0, 0, 0x22, 0, 0)
    memory.data([1])
    memory.command(0xA0)
    assert lit(memory) == {(0, 0)}
    memory.data([2])
    assert lit(memory) == {(0, 0), (127, 1)}


def test_the_sh1106_remaps_segments_at_once() -> None:
    memory = blank_sh1106(*UPRIGHT)
    memory.command(0xB0, 0x02, 0x10)
    memory.data([1])
    assert lit(memory) == {(0, 0)}
    memory.command(0xA0)
    assert lit(memory) == {(127, 0)}


@pytest.mark.parametrize(("first_column", "x"), [(None, 3), (0, 5), (4, 1)])
def test_the_sh1106_glass_begins_at_its_own_column(first_column: int | None, x: int) -> None:
    memory = blank_sh1106(*UPRIGHT, first_column=first_column)
    memory.command(0xB1, 0x05, 0x10)
    memory.data([1])
    assert lit(memory) == {(x, 8)}


def test_the_sh1106_stops_after_its_last_column() -> None:
    memory = blank_sh1106(*UPRIGHT, first_column=4)
    memory.command(0xB0, 0x03, 0x18)
    memory.data([1, 2, 4])
    assert lit(memory) == {(127, 0)}


def test_scanning_the_other_way_flips_the_picture_at_once() -> None:
    memory = blank_ssd1306(*UPRIGHT)
    memory.command(0x21, 0, 0)
    memory.data([1])
    memory.command(0xC0)
    assert lit(memory) == {(0, 63)}


def test_the_start_line_scrolls_the_memory_up() -> None:
    memory = blank_ssd1306(*UPRIGHT, 0x40 | 3)
    memory.command(0x21, 0, 0)
    memory.data([0b0000_1001])
    assert lit(memory) == {(0, 0), (0, 61)}


def test_the_offset_moves_com_lines_and_the_multiplex_ratio_leaves_some_dark() -> None:
    memory = blank_ssd1306(0xA1, 0xC0, 0xAF, 0xD3, 8, 0xA8, 55, 0xA7)
    dark = {63 - y for (x, y) in lit(memory) if x == 0} ^ set(range(64))
    assert dark == set(range(48, 56))  # data sheet, table 10-1: 56 lines, offset 8
    memory.command(0xC8)
    dark = {63 - y for (x, y) in lit(memory) if x == 0} ^ set(range(64))
    assert dark == set(range(8))  # the same re-mapped, table 10-2


def test_off_is_dark_inverse_and_all_on_change_no_memory() -> None:
    memory = blank_ssd1306(0xA1, 0xC8)
    memory.command(0x21, 0, 0)
    memory.data([1])
    before = memory.ram
    assert not memory.on
    assert lit(memory) == set()
    memory.command(0xAF)
    assert lit(memory) == {(0, 0)}
    memory.command(0xA7)
    assert len(lit(memory)) == 128 * 64 - 1
    memory.command(0xA5)
    assert len(lit(memory)) == 128 * 64
    memory.command(0xA4, 0xA6)
    assert lit(memory) == {(0, 0)}
    assert memory.ram == before


def test_memory_is_noise_after_power_on() -> None:
    memory = FaultyOled(SSD1306)
    memory.command(*UPRIGHT)
    assert lit(memory)


def test_unplugged_it_fails_as_luma_does_and_plugged_in_it_has_forgotten_everything() -> None:
    memory = blank_ssd1306(*UPRIGHT, 0x81, 7)
    sent = memory.sent
    memory.unplug()
    with pytest.raises(DeviceNotFoundError, match="0x3C"):
        memory.command(0xE3)
    with pytest.raises(OSError, match="Remote I/O error") as caught:
        memory.data([0])
    assert caught.value.errno == errno.EREMOTEIO
    assert not memory.on
    assert memory.sent == sent
    memory.plug()
    assert (memory.on, memory.contrast) == (False, 0x7F)
    assert memory.ram == FaultyOled(SSD1306).ram


def test_a_glitch_fails_once_and_forgets_nothing() -> None:
    memory = blank_ssd1306(*UPRIGHT)
    memory.glitch()
    with pytest.raises(OSError, match="Remote"):
        memory.data([255])
    memory.command(0xE3)
    assert memory.on
    assert lit(memory) == set()


def test_it_counts_what_goes_over_the_bus() -> None:
    memory = FaultyOled(SSD1306)
    memory.command(0x21, 0, 127, 0x22, 0, 7)
    memory.data(bytes(1024))
    assert memory.sent == Sent(transfers=2, payload=1030)
    assert memory.sent.wire == 1034


def test_upright_turns_the_module_back() -> None:
    memory = FaultyOled(PanelSettings("ssd1306", rotate=1))
    memory.command(0x20, 0x00, *UPRIGHT)
    memory.data(bytes(1024))
    memory.command(0x21, 127, 127, 0x22, 0, 0)
    memory.data([1])
    assert lit(memory) == {(127, 0)}  # luma turns clockwise: the reader's top left goes to the right
    upright = memory.picture(upright=True)
    assert upright.size == (64, 128)
    assert upright.getpixel((0, 0)) == 255


def test_glass_that_nobody_sells_is_refused() -> None:
    with pytest.raises(PanelError, match="no sh1106 glass is 96×16"):
        FaultyOled(PanelSettings("sh1106", width=96, height=16))


def test_a_bench_finds_a_panel_by_its_wires() -> None:
    bench = FaultyBench({"main": SSD1306, 1: PanelSettings("sh1106", bus=3)})
    assert list(bench) == ["main", 1]
    port = bench.open_port(PanelSettings("sh1106", bus=3))
    assert port is bench[1]
    assert bench[1].handles == 1
    port.cleanup()
    assert bench[1].handles == 0
    with pytest.raises(DeviceNotFoundError):
        bench.open_port(PanelSettings("ssd1306", address=0x3D))


def test_a_bench_tells_channels_of_a_mux_apart() -> None:
    behind: dict[PanelId, PanelSettings] = {
        seat: PanelSettings("ssd1306", mux=0x70, channel=seat) for seat in (1, 2)
    }
    bench = FaultyBench({"main": SSD1306, **behind})
    assert [bench.open_port(settings) for settings in behind.values()] == [bench[1], bench[2]]


def test_another_controller_than_expected_takes_every_byte_and_ignores_what_it_does_not_know() -> None:
    memory = FaultyOled(SH1106, driver="ssd1306")
    memory.command(0x23, 0xAF)
    assert memory.on
    memory.command(0x21, 9)
    memory.data([1])
    assert memory.sent.transfers == 3


def test_the_picture_is_one_bit() -> None:
    picture = FaultyOled(PanelSettings("ssd1306", height=32)).picture()
    assert isinstance(picture, Image.Image)
    assert (picture.mode, picture.size) == ("1", (128, 32))
