"""A quiz of four phones and two USB buttons in real browsers, from the code on the panel to the finale."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic_ns
from typing import TypeAlias

import pytest
import zxingcpp

pytest.importorskip("playwright.sync_api", reason="pages are tried with playwright")

from playwright.sync_api import BrowserContext, Page, expect

from companion.session.session import TWO_OKS_NS
from companion.session.zero import LASTS_NS
from firmware.events import NS_PER_MS, NS_PER_S, Within
from firmware.plugged import Found, Plugged
from tests.companion.phones.at_home import SIX, AtHome

People: TypeAlias = Callable[..., BrowserContext]

PAD = Within(18 * NS_PER_MS, 0, 8 * NS_PER_MS, "usb-1/input0")
NAMES = {1: "Ola", 2: "Jan", 3: "Ewa", 4: "Kot"}

HIDE = """hidden => { Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
    document.dispatchEvent(new Event("visibilitychange")) }"""

KNOWN = "new Promise(done => { (function look() { known ? done() : requestAnimationFrame(look) })() })"


class Evening:
    """A table, who sits at it, and what they do."""

    def __init__(self, home: AtHome, people: People) -> None:
        self.home, self.people = home, people
        self.phones: dict[int, Page] = {}
        for seat, code in ((5, "BTN_A"), (6, "BTN_B")):
            home.table.mailbox.put(Found(Plugged(code, PAD, "Pad"), seat))

    def scanned(self) -> str:
        """What a phone's camera reads on the main panel."""
        read: list[str] = []

        def looks(_: object) -> bool:
            glass = self.home.bench["main"].picture(upright=True).convert("L")
            read[:] = [code.text for code in zxingcpp.read_barcodes(glass.resize((512, 256), 0))]
            return bool(read)

        assert self.home.until(looks)
        return read[0]

    def sit(self, url: str, seat: int, name: str) -> None:
        page = self.phones[seat] = self.people(viewport={"width": 360, "height": 640}).new_page()
        page.goto(url)
        self.takes(page, seat, name)
        page.locator(".press").wait_for()

    def takes(self, page: Page, seat: int, name: str) -> None:
        page.locator(f"#picks label:has([value='{seat}'])").click()
        page.fill("#name", name)
        page.click("#down")

    def press(self, seat: int) -> None:
        if seat in self.phones:
            button = self.phones[seat].locator(".press")
            button.click(delay=60)
        else:
            self.home.table.touch(seat, True, monotonic_ns())
            self.passes(60 * NS_PER_MS)
            self.home.table.touch(seat, False, monotonic_ns())

    def passes(self, ns: int) -> None:
        end = monotonic_ns() + ns
        assert self.home.until(lambda _: monotonic_ns() >= end)

    def asks(self, *presses: int) -> None:
        """The host asks; these press one after another, and the first of them is right."""
        home = self.home
        home.enter("next")
        assert home.phase("armed")
        self.passes(TWO_OKS_NS)
        home.ok()
        assert home.phase("open")
        for seat in presses:
            self.press(seat)
            self.passes(150 * NS_PER_MS)
        assert home.phase("ruled")
        assert [one["winner"] for one in home.told if one["what"] == "ruling"][-1] == presses[0]
        home.enter("right")
        assert home.until(lambda seen: seen["answering"] is None)
        assert home.until(lambda _: not home.closed())
        home.enter("next")
        assert home.phase("idle")

    def points(self) -> list[int]:
        players = self.home.table.snapshot()["players"]
        return [players[str(seat)]["points"] for seat in range(1, 7)]


@pytest.fixture
def evening(people: People) -> Iterator[Evening]:
    with AtHome(SIX) as home:
        yield Evening(home, people)


@pytest.mark.plays("buzzer")
@pytest.mark.timeout(180)
def test_a_quiz_from_the_code_to_the_finale_with_one_asleep_one_reloaded_and_an_impostor(
    evening: Evening, people: People
) -> None:
    home, phones = evening.home, evening.phones
    home.enter("choose buzzer")
    url = evening.scanned()
    assert url.endswith(f":{home.port}/{home.code}")
    for seat, name in NAMES.items():
        evening.sit(url, seat, name)
    for seat in range(1, 7):
        evening.press(seat)
    assert home.until(lambda seen: seen["seats"] == [1, 2, 3, 4, 5, 6]), home.table.snapshot()
    home.ok()
    assert home.phase("options")
    home.enter("start")
    assert home.phase("idle"), home.table.snapshot()
    assert home.table.snapshot()["names"] == {str(seat): name for seat, name in NAMES.items()}

    evening.asks(1, 5, 3)
    evening.asks(5, 2)

    impostor = people().new_page()
    impostor.goto(url)
    evening.takes(impostor, 1, "Ola")
    host = people().new_page()
    host.goto(f"http://127.0.0.1:{home.port}/host")
    host.get_by_label("The host's code").fill(home.host_code)
    host.keyboard.press("Enter")
    host.locator("#asks [data-what^=deny]").click()
    expect(impostor.get_by_role("alert")).to_contain_text("The host says no")
    expect(impostor.locator(".press")).to_have_count(0)
    evening.asks(1, 4)

    phones[3].evaluate(HIDE, True)
    assert home.until(lambda _: "asleep 3" in home.table.loop.snapshot()["faults"])
    assert home.table.loop.marks().keys() == {1, 2, 4}, "nobody waits for who sleeps"
    evening.asks(2, 6)
    expect(phones[1].locator("#plates")).to_contain_text("zzz")
    phones[3].evaluate(HIDE, False)
    assert home.until(lambda _: "asleep 3" not in home.table.loop.snapshot()["faults"])
    evening.asks(3)

    phones[4].reload()
    expect(phones[4].locator(".press")).to_have_count(1)
    phones[4].evaluate(KNOWN)
    evening.asks(4, 1)
    evening.asks(6, 4)

    assert evening.points() == [2, 1, 1, 1, 1, 1]
    home.enter("end")
    assert home.until(lambda seen: seen["winners"] == [1])
    expect(phones[1].locator(".screen")).to_contain_text("YOU WIN!")
    for seat in (2, 3, 4):
        expect(phones[seat].locator(".screen")).to_contain_text("1p")


@pytest.mark.plays("buzzer")
@pytest.mark.timeout(120)
def test_in_a_zero_test_a_phone_answers_like_any_button_and_one_that_sleeps_is_missing(
    evening: Evening,
) -> None:
    home = evening.home
    home.enter("choose buzzer")
    url = evening.scanned()
    for seat in (1, 2):
        evening.sit(url, seat, NAMES[seat])
    for seat in (1, 2, 5):
        evening.press(seat)
    assert home.until(lambda seen: seen["seats"] == [1, 2, 5])
    home.ok()
    assert home.phase("options")
    evening.phones[2].evaluate(HIDE, True)
    assert home.until(lambda _: "asleep 2" in home.table.loop.snapshot()["faults"])
    home.enter("zero")
    assert home.phase("zero")
    expect(evening.phones[1].locator(".screen")).to_contain_text("PRESS")
    for seat in (1, 5):
        evening.press(seat)
    assert home.until(lambda seen: seen["zero"]["passed"] == [1, 5])
    assert home.until(lambda seen: seen["zero"]["missing"] == [2], within=LASTS_NS / NS_PER_S + 5)
