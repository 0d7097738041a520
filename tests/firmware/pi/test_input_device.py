from __future__ import annotations

from pathlib import Path

import pytest

from firmware.button_codes import BUTTONS, name_of
from firmware.pi.input_device import BUS_HOST, InputDevice, plugged_in
from firmware.pi.input_polling import BLUETOOTH_MS, BUS_BLUETOOTH
from tests.firmware.pi.input_layer import InputLayer


@pytest.fixture
def layer(tmp_path: Path) -> InputLayer:
    return InputLayer(tmp_path)


def only(layer: InputLayer) -> InputDevice:
    (device,) = plugged_in(layer.sys)
    return device


def test_devices_come_in_the_order_they_were_plugged_in(layer: InputLayer) -> None:
    layer.plug(port="a", event_number=10)
    layer.plug(port="b", event_number=9)
    assert [each.device for each in plugged_in(layer.sys)] == ["a", "b"]


def test_parts_of_a_device_that_call_themselves_alike_are_numbered_in_their_order(layer: InputLayer) -> None:
    for number in (3, 1, 2):
        layer.plug(port="usb-1/input0", event_number=number)
    told = [(each.device, each.node) for each in plugged_in(layer.sys)]
    assert told == [("usb-1/input0", "event3"), ("usb-1/input0#2", "event1"), ("usb-1/input0#3", "event2")]


def test_on_the_air_a_device_goes_by_its_own_address_not_by_the_radios(layer: InputLayer) -> None:
    layer.plug(port="b8:27:eb:00:00:01", serial="aa:bb:cc:dd:ee:ff", bus=BUS_BLUETOOTH)
    told = only(layer)
    assert (told.device, told.poll_ms, told.polled_by) == ("aa:bb:cc:dd:ee:ff", BLUETOOTH_MS, "assumed")


@pytest.mark.parametrize(
    ("serial", "name", "device"),
    [
        ("12 34", "Pad", "12_34"),
        ("", "A Pad", "A_Pad"),
        ("", "\n", "event1"),
        ("# 1", "", "1"),
        ("", "#", "event1"),
    ],
)
def test_without_a_port_a_device_goes_by_what_it_has(
    layer: InputLayer, serial: str, name: str, device: str
) -> None:
    layer.plug(port="", serial=serial, name=name)
    assert only(layer).device == device


def test_buttons_of_the_machine_itself_are_no_seats(layer: InputLayer) -> None:
    layer.plug(bus=BUS_HOST)
    assert list(plugged_in(layer.sys)) == []


def test_what_switches_a_machine_off_or_is_a_touch_is_no_button(layer: InputLayer) -> None:
    layer.plug(["KEY_POWER", "KEY_SLEEP", "BTN_TOUCH", "BTN_TOOL_FINGER"])
    assert list(plugged_in(layer.sys)) == []
    layer.plug(["KEY_POWER", "KEY_OK"])
    assert only(layer).codes == ("KEY_OK",)


def test_of_a_buzz_set_only_the_red_buttons_take_seats(layer: InputLayer) -> None:
    layer.plug([f"BTN_TRIGGER_HAPPY{number}" for number in range(1, 21)])
    (device,) = plugged_in(layer.sys)
    assert device.codes == tuple(f"BTN_TRIGGER_HAPPY{number}" for number in (1, 6, 11, 16))


def test_a_device_may_claim_all_buttons_there_are(layer: InputLayer) -> None:
    layer.plug([name_of(code) for code in BUTTONS])
    assert len(only(layer).codes) == len(BUTTONS) - 21


@pytest.mark.parametrize("keys", ["", "0", "zzz", "-1", "1 2 3\0", "f" * 5000])
def test_a_bitmap_nobody_can_read_has_no_buttons(layer: InputLayer, keys: str) -> None:
    layer.plug()
    next(layer.sys.glob("devices/**/key")).write_text(keys)
    assert len(list(plugged_in(layer.sys))) <= 1


def test_a_device_that_goes_while_it_is_looked_at_has_no_buttons(layer: InputLayer) -> None:
    layer.plug()
    next(layer.sys.glob("devices/**/key")).unlink()
    assert list(plugged_in(layer.sys)) == []
