"""Races of real pages at the real program: who was first, however late and unlike phones are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic, monotonic_ns
from typing import TYPE_CHECKING, TypeAlias

import pytest

pytest.importorskip("playwright.sync_api", reason="pages are tried with playwright")

from playwright.sync_api import BrowserContext, Page, expect

from companion.phones import served
from companion.session.session import TWO_OKS_NS
from firmware.presses.arbiter import PATIENCE_NS
from tests.companion.phones.at_home import SIX, AtHome, Told
from tests.companion.phones.proxy import Proxy
from tests.companion.phones.races.judge import Evening
from tests.companion.phones.races.plan import TABLES, races
from tests.companion.phones.races.playing import play

if TYPE_CHECKING:
    from playwright.sync_api import Browser

People: TypeAlias = Callable[..., BrowserContext]

pytestmark = [pytest.mark.plays("buzzer"), pytest.mark.timeout(180)]

BUSY = """ms => setTimeout(() => {
    const from = performance.now();
    while (performance.now() - from < ms);
}, 0)"""

SOON = """ms => {
    const button = document.querySelector(".press"), finger = kind => new PointerEvent(kind, {pointerId: 1});
    setTimeout(() => button.dispatchEvent(finger("pointerdown")), ms);
    setTimeout(() => button.dispatchEvent(finger("pointerup")), ms + 60);
}"""
"""A finger comes after so many ms."""

MARK = b'"w?"(m, at) { mark(m.n, at); }'
AT_ONCE = b'"w?"(m, at) { say({ t: "w", n: m.n, at: ms(at) }); }'


@pytest.mark.parametrize("name", ["four networks, slow glass on the quick ones"])
def test_nobody_wins_who_wasnt_first_on_four_unlike_networks(browser: Browser, name: str) -> None:
    evening = Evening(play(browser, TABLES[name], races(TABLES[name], 36, seed=7), seed=7))
    judged = list(evening.races())
    assert [race for race in judged if race.ruled is None or race.lost] == []
    in_time = [race for race in judged if race.ruled is not None and race.ruled < PATIENCE_NS]
    assert [race for race in in_time if race.wrong] == [], "and of a machine that stands still nobody knows"
    assert any(race.winner for race in judged)
    assert any(race.tied for race in judged)
    assert (evening.exchanges.outside, evening.stamps.outside) == (0, 0)
    assert evening.stamps.of >= 2 * len(judged)


# -- two at a table


@pytest.fixture
def home() -> Iterator[AtHome]:
    with AtHome(SIX, touch="same") as home:
        yield home


def sit(page: Page, port: int, code: str, seat: int) -> None:
    page.goto(f"http://127.0.0.1:{port}/{code}")
    page.locator(f"#picks label:has([value='{seat}'])").click()
    page.click("#down")
    page.locator(".press").wait_for()


def opened(home: AtHome) -> None:
    """The host opens a question; an ok right after another would be none."""
    home.enter("next")
    assert home.phase("armed")
    end = monotonic_ns() + TWO_OKS_NS
    assert home.until(lambda _: monotonic_ns() >= end)
    home.ok()
    assert home.phase("open")


@pytest.mark.parametrize(
    ("answers", "misled"), [(MARK, False), (AT_ONCE, True)], ids=["once nothing waits", "at once"]
)
def test_whoever_touched_a_busy_phone_first_has_won(
    people: People, monkeypatch: pytest.MonkeyPatch, answers: bytes, misled: bool
) -> None:
    """Touches wait for the page's thread and its next frame; so must the mark that says none waits."""
    page_of = served.Page
    monkeypatch.setattr(served, "Page", lambda text: page_of(text.replace(MARK, answers)))
    with AtHome(SIX, touch="same") as home:
        person = people(has_touch=True)
        busy, quick = person.new_page(), people().new_page()
        sit(busy, home.port, home.code, 1)
        sit(quick, home.port, home.code, 2)
        home.enter("game buzzer seats=1,2")
        assert home.phase("idle")
        wire, place = person.new_cdp_session(busy), busy.locator(".press").bounding_box()
        assert place is not None
        point = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
        was_misled = False
        for again in range(12 if misled else 6):
            begins = len(home.told)
            opened(home)
            quick.evaluate(SOON, 150)
            if again:  # the first touch of all makes Chromium ready for touches
                busy.evaluate(BUSY, 250)
            for kind, fingers in (("touchStart", [point]), ("touchEnd", [])):
                wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
            assert home.until(_both_came(home.told, begins))
            assert home.phase("ruled")
            was_misled = was_misled or _misled(home.told[begins:])
            assert home.until(lambda _: not home.closed())
            home.enter("nobody")
            assert home.phase("idle")
        assert was_misled == misled


def _both_came(told: list[Told], since: int) -> Callable[[object], bool]:
    return lambda _: len(_closings(told[since:])) == 2


def _closings(told: list[Told]) -> dict[int, int]:
    return {one["seat"]: one["at"] for one in told if one["what"] == "edge" and one["closed"]}


def _misled(told: list[Told]) -> bool:
    """Whether the later has won, though nobody was waited for as long as the box has patience."""
    at = _closings(told)
    (ruling,) = (one for one in told if one["what"] == "ruling")
    return ruling["winner"] == 2 and at[1] < at[2] and ruling["ruled"] < at[2] + PATIENCE_NS


def test_a_phone_whose_network_died_in_mid_race_is_named_not_waited_for_and_soon_back(
    people: People, home: AtHome
) -> None:
    wifi = Proxy(home.port, named=True)
    try:
        lost, here = people().new_page(), people().new_page()
        sit(lost, wifi.port, home.code, 1)
        sit(here, home.port, home.code, 2)
        home.enter("game buzzer seats=1,2")
        assert home.phase("idle")
        opened(home)
        wifi.freeze()
        here.locator(".press").dispatch_event("pointerdown", {"pointerId": 1})
        assert home.phase("ruled")
        (ruling,) = (one for one in home.told if one["what"] == "ruling")
        (press,) = (one for one in home.told if one["what"] == "edge" and one["closed"])
        assert ruling["winner"] == 2
        assert PATIENCE_NS <= ruling["ruled"] - press["at"] < 2 * PATIENCE_NS, "and not for ever"
        assert home.until(lambda _: {"unheard 1", "asleep 1"} <= {*home.table.loop.snapshot()["faults"]})
        expect(here.locator("#plates")).to_contain_text("zzz")
        expect(lost.locator("#state")).to_contain_text("no connection")
        wifi.thaw()
        thawed = monotonic()
        assert home.until(lambda _: "asleep 1" not in home.table.loop.snapshot()["faults"])
        assert monotonic() - thawed < 1
    finally:
        wifi.close()
