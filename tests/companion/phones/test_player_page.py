"""The player's page in a real browser: stamps, marks, breaks, takeovers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, TypeAlias

import pytest

pytest.importorskip("playwright.sync_api", reason="pages are tried with playwright")

from playwright.sync_api import BrowserContext, Page, expect

from companion.phones.served import whole_page
from tests.companion.phones.fake_box import CODE, FakeBox
from tests.companion.phones.proxy import PROFILES, Proxy

People: TypeAlias = Callable[..., BrowserContext]

PAGE = whole_page("player")

BUSY = """ms => setTimeout(() => {
    busy = {from: performance.now()}
    while (performance.now() - busy.from < ms);
    busy.to = performance.now()
}, 0)"""
"""Keeps the page's thread from everything else for so many ms, from now on."""


@pytest.fixture
def box() -> Iterator[FakeBox]:
    box = FakeBox(PAGE)
    yield box
    box.close()


@pytest.fixture
def wifi(box: FakeBox) -> Iterator[Proxy]:
    proxy = Proxy(box.port)
    yield proxy
    proxy.close()


def sit(page: Page, port: int, seat: int = 3, name: str = "Ola") -> None:
    """Somebody scans the code and takes a seat."""
    page.goto(f"http://127.0.0.1:{port}/{CODE}")
    take(page, seat, name)


def once(page: Page, holds: str) -> None:
    """Wait until something holds in the page, at every frame; its policy forbids playwright's own way."""
    page.evaluate(
        f"new Promise(done => {{ (function look() {{ {holds} ? done() : requestAnimationFrame(look) }})() }})"
    )


def take(page: Page, seat: int, name: str) -> None:
    page.locator(f"#picks input[value='{seat}']").check(force=True)
    page.fill("#name", name)
    page.click("#down")
    expect(page.locator(".press")).not_to_have_count(0)
    once(page, "known")


def finger(page: Page, who: str = "Ola") -> None:
    """A finger comes down on somebody's button."""
    page.get_by_role("button", name=f"Press: {who}").hover()
    page.mouse.down()


# -- stamps


def test_a_press_is_stamped_when_the_finger_came_however_busy_the_page_is(
    people: People, box: FakeBox
) -> None:
    page = people().new_page()
    sit(page, box.port)
    page.locator(".press").hover()
    page.evaluate("busy = null")
    page.evaluate(BUSY, 250)
    page.mouse.down()
    busy = page.evaluate("busy")
    assert busy["from"] - 1 <= box.wait("p")["at"] < busy["to"] - 50, "a handler's now would be after that"


def test_the_button_is_down_before_the_browser_draws_again(people: People, box: FakeBox) -> None:
    page = people().new_page()
    sit(page, box.port)
    page.evaluate(
        "addEventListener('pointerdown', () => { seen = document.querySelector('.press').className })"
    )
    finger(page)
    assert "down" in page.evaluate("seen").split()
    page.mouse.up()
    expect(page.locator(".press.down")).to_have_count(0)
    press, release = box.wait("p"), box.wait("u")
    assert press["seat"] == release["seat"] == 3
    assert press["at"] < release["at"]
    assert press["id"] < release["id"]


def test_the_clocks_step_is_what_the_browser_rounds_to(people: People, box: FakeBox) -> None:
    page = people().new_page()
    sit(page, box.port)
    assert box.wait("hello")["step"] == 0.1, "Chromium's, of pages that aren't isolated"


def test_a_question_is_answered_with_when_it_came_and_when_the_answer_left(
    people: People, box: FakeBox
) -> None:
    page = people().new_page()
    sit(page, box.port)
    answer = box.wait("a")
    assert (answer["n"], answer["c"]) == (1, 123456789)
    assert 0 < answer["r"] <= answer["s"]


# -- marks

MARK = '"w?"(m, at) { mark(m.n, at); }'
AT_ONCE = '"w?"(m, at) { say({ t: "w", n: m.n, at: ms(at) }); }'


@pytest.mark.parametrize(
    ("answers", "overtakes"), [(MARK, False), (AT_ONCE, True)], ids=["once nothing waits", "at once"]
)
def test_a_mark_never_overtakes_a_press_that_waits(
    people: People, box: FakeBox, answers: str, overtakes: bool
) -> None:
    """By touches: a mouse's presses come ahead of what else waits, touches only with a frame.

    On a machine that has too much to do, a touch takes longer than any phone waits: such rounds don't count.
    """
    assert MARK in PAGE
    box.page = PAGE.replace(MARK, answers)
    person = people(has_touch=True)
    page = person.new_page()
    sit(page, box.port)
    page.evaluate("addEventListener('pointerdown', () => { handled = performance.now() }, true)")
    wire, place = person.new_cdp_session(page), page.locator(".press").bounding_box()
    assert place is not None
    point = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
    waited = broken = n = 0
    while waited < 6:
        n += 1
        page.evaluate(BUSY, 250)
        box.tell({"t": "w?", "n": n})
        wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        press, mark = box.wait("p", n), box.wait("w", n)
        if press["at"] < mark["at"] < page.evaluate("handled") <= mark["at"] + 30:
            order = [message["t"] for _, message, _ in box.heard if message in (press, mark)]
            waited, broken = waited + 1, broken + (order == ["w", "p"])
    assert broken == (waited if overtakes else 0)


def test_a_mark_says_when_it_was_asked_for_and_leaves_30_ms_later(people: People, box: FakeBox) -> None:
    page = people().new_page()
    sit(page, box.port)
    before = page.evaluate("performance.now()")
    asked = monotonic()
    box.tell({"t": "w?", "n": 1})
    mark = box.wait("w")
    after = page.evaluate("performance.now()")
    assert before <= mark["at"] <= after - 29
    assert monotonic() - asked >= 0.03


# -- breaks of the connection


def test_a_page_that_was_cut_off_is_back_at_its_seat_within_a_second(people: People, box: FakeBox) -> None:
    page = people().new_page()
    sit(page, box.port)
    box.cut()
    cut = monotonic()
    again = box.wait("hello", 2, within=1)
    assert monotonic() - cut < 1
    assert "code" not in again
    assert again["token"] in box.tokens
    once(page, "known")
    finger(page)
    assert box.wait("p")["seat"] == 3


def test_a_press_nobody_heard_is_said_again_with_its_old_stamp(people: People, box: FakeBox) -> None:
    page = people().new_page()
    sit(page, box.port)
    box.acknowledges = False
    finger(page)
    box.wait("p")
    box.acknowledges = True
    box.cut()
    assert box.wait("p", 2) == box.wait("p")
    page.mouse.up()
    box.wait("u")
    assert len(box.said("p")) == 2


def test_a_press_waits_until_the_box_has_asked_the_clock(people: People, box: FakeBox) -> None:
    page = people().new_page()
    sit(page, box.port)
    box.asks_time = False
    box.cut()
    box.wait("hello", 2)
    once(page, "live")
    finger(page)
    box.tell({"t": "w?", "n": 1})
    box.tell({"t": "q", "n": 2, "c": 1})
    press = box.wait("p")
    kinds = [message["t"] for _, message, _ in box.heard]
    assert kinds[-2:] == ["a", "p"], "first its time, then what it can place by it; and no mark before"
    assert press["at"] < box.said("a")[-1]["r"]


def test_a_press_too_old_to_count_is_not_said_any_more_and_its_player_is_told(
    people: People, box: FakeBox, wifi: Proxy
) -> None:
    page = people().new_page()
    sit(page, wifi.port)
    wifi.cut()
    wifi.freeze()
    once(page, "!live")
    finger(page)
    expect(page.get_by_role("alert")).to_contain_text("didn’t reach the box")
    wifi.thaw()
    once(page, "known")
    page.mouse.up()
    box.wait("u")
    assert not box.said("p")


def test_a_box_started_anew_is_not_told_of_presses_before(people: People, box: FakeBox) -> None:
    page = people().new_page()
    sit(page, box.port)
    box.acknowledges = False
    finger(page)
    old = box.wait("p")
    box.boot = "second"
    box.cut()
    once(page, "boot == 'second' && known")
    page.mouse.up()
    finger(page)
    assert box.wait("p", 2)["id"] > old["id"]


def test_a_socket_that_froze_is_given_up_and_the_seat_is_back_within_a_second_of_the_network(
    people: People, box: FakeBox, wifi: Proxy
) -> None:
    page = people().new_page()
    sit(page, wifi.port)
    wifi.freeze()
    expect(page.locator("#state")).to_have_text("zzz")
    once(page, "!live")
    expect(page.locator("#state")).to_have_text("no connection")
    thawed = monotonic()
    wifi.thaw()
    once(page, "live && known")
    assert monotonic() - thawed < 1


def test_a_page_opened_again_and_one_seen_again_connect_at_once(people: People, box: FakeBox) -> None:
    page = people().new_page()
    sit(page, box.port)
    page.reload()
    assert "token" in box.wait("hello", 2)
    expect(page.locator(".press")).to_have_count(1)
    hide = "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true}); \
        document.dispatchEvent(new Event('visibilitychange')) }"
    page.evaluate(hide, True)
    box.wait("away")
    page.evaluate(hide, False)
    box.wait("back")
    page.evaluate(hide, True)
    box.cut()
    once(page, "!live")
    page.evaluate(hide, False)
    box.wait("hello", 3, within=0.25)


@pytest.mark.parametrize("wifi", PROFILES)
def test_through_any_wifi_presses_come_in_their_order(people: People, box: FakeBox, wifi: str) -> None:
    proxy = Proxy(box.port, PROFILES[wifi])
    try:
        page = people().new_page()
        sit(page, proxy.port)
        for _ in range(5):
            page.keyboard.press("3")
        box.wait("u", 5)
        told = [message for _, message, _ in box.heard if message["t"] in ("p", "u")]
        assert [message["t"] for message in told] == ["p", "u"] * 5
        assert told == sorted(told, key=lambda message: message["at"])
    finally:
        proxy.close()


# -- takeovers and codes


def test_of_two_tabs_the_newest_has_the_seat_and_the_old_one_can_take_it_back(
    people: People, box: FakeBox
) -> None:
    person = people()
    old, new = person.new_page(), person.new_page()
    sit(old, box.port)
    new.goto(f"http://127.0.0.1:{box.port}/")
    expect(new.locator(".press")).to_have_count(1)
    expect(old.locator("#gone")).to_contain_text("Another page has this seat now")
    expect(old.locator(".press")).to_be_hidden()
    expect(old.locator("#here")).to_be_focused()
    old.click("#here")
    expect(old.locator(".press")).to_be_visible()
    expect(new.locator("#gone")).to_be_visible()


def test_a_dead_code_is_asked_for_and_nothing_else_is_shown(people: People, box: FakeBox) -> None:
    page = people().new_page()
    page.goto(f"http://127.0.0.1:{box.port}/ZZZZ")
    expect(page.get_by_role("alert")).to_have_text("Not this evening's code")
    expect(page.locator("#sit, #play, #gone").filter(visible=True)).to_have_count(0)
    page.get_by_label("The code on the box’s screen").fill(CODE.lower())
    page.get_by_role("button", name="Join").click()
    take(page, 3, "Ola")


def test_a_token_of_another_evening_gives_way_to_the_code_in_the_address(
    people: People, box: FakeBox
) -> None:
    page = people().new_page()
    sit(page, box.port)
    box.tokens.clear()
    box.seats.clear()
    box.names.clear()
    page.goto(f"http://127.0.0.1:{box.port}/{CODE}")
    take(page, 4, "Ola")
    assert [list(hello)[-1] for hello in box.said("hello")] == ["code", "token", "code"]
    assert all("token" not in path for path in box.paths)


# -- seats


def test_several_at_one_tablet_have_a_button_each(people: People, box: FakeBox) -> None:
    page = people(viewport={"width": 1024, "height": 768}).new_page()
    sit(page, box.port)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="One more seat").click()
    take(page, 5, "")
    expect(page.locator(".press")).to_have_count(2)
    finger(page, "Seat 5")
    page.keyboard.down("3")
    page.mouse.up()
    page.keyboard.up("3")
    box.wait("u", 2)
    told = [(m["t"], m["seat"]) for _, m, _ in box.heard if m["t"] in ("p", "u")]
    assert told == [("p", 5), ("p", 3), ("u", 5), ("u", 3)]


def test_a_seat_can_be_left_and_renamed(people: People, box: FakeBox) -> None:
    page = people().new_page()
    sit(page, box.port)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Your name, Seat 3").fill("Ala")
    page.get_by_label("Your name, Seat 3").blur()
    assert box.wait("name") == {"t": "name", "seat": 3, "name": "Ala"}
    page.get_by_role("button", name="Leave: Ola").click()
    assert box.wait("leave") == {"t": "leave", "seat": 3}
    expect(page.locator("#sit")).to_be_visible()
    expect(page.locator(".press")).to_have_count(0)


def test_who_only_watches_has_no_button_and_may_watch_a_seat_with_a_real_one(
    people: People, box: FakeBox
) -> None:
    box.view = {"signs": {"1": {"shape": "●", "name": "circle", "colour": "#56B4E9"}}}
    box.view["screens"] = {"1": {"is": "Screen", "big": "CHECK?", "mood": "turn"}}
    box.real = {1}
    page = people().new_page()
    page.goto(f"http://127.0.0.1:{box.port}/{CODE}")
    expect(page.locator("#picks input[value='1']")).to_have_count(0)
    page.get_by_role("button", name="Just watch").click()
    once(page, "live")
    page.locator("#picks input[value='1']").check(force=True)
    page.get_by_role("button", name="Watch this seat").click()
    expect(page.locator(".screen.turn")).to_contain_text("CHECK?")
    expect(page.locator(".press")).to_have_count(0)
    assert [hello["role"] for hello in box.said("hello")] == ["player", "watch"]


def test_a_seat_somebody_else_has_is_asked_for(people: People, box: FakeBox) -> None:
    sit(people().new_page(), box.port)
    page = people().new_page()
    page.goto(f"http://127.0.0.1:{box.port}/{CODE}")
    page.locator("#picks input[value='3']").check(force=True)
    page.get_by_role("button", name="Ask the host for it").click()
    expect(page.get_by_role("alert")).to_contain_text("The host is being asked")


# -- keys and other ways


def test_a_button_is_pressed_by_keys_and_once_however_long_they_are_held(
    people: People, box: FakeBox
) -> None:
    page = people().new_page()
    sit(page, box.port)
    expect(page.locator(".press")).to_be_focused()
    page.keyboard.down(" ")
    page.keyboard.down(" ")
    page.keyboard.up(" ")
    page.keyboard.press("Enter")
    box.wait("u", 2)
    assert [m["t"] for _, m, _ in box.heard if m["t"] in ("p", "u")] == ["p", "u", "p", "u"]


def test_a_screen_readers_click_is_a_press(people: People, box: FakeBox) -> None:
    page = people().new_page()
    sit(page, box.port)
    page.evaluate("document.querySelector('.press').click()")
    assert box.wait("p")["at"] <= box.wait("u")["at"]


def test_a_touch_is_one_press_and_no_click_after_it(people: People, box: FakeBox) -> None:
    page = people(has_touch=True).new_page()
    sit(page, box.port)
    page.locator(".press").tap()
    box.wait("u")
    page.locator(".press").tap()
    box.wait("u", 2)
    assert len(box.said("p")) == 2


def test_a_button_held_for_long_is_one_press(people: People, box: FakeBox) -> None:
    page = people().new_page()
    sit(page, box.port)
    finger(page)
    once(page, f"performance.now() > {box.wait('p')['at'] + 1100}")
    page.mouse.up()
    finger(page)
    box.wait("p", 2)
    assert [m["t"] for _, m, _ in box.heard if m["t"] in ("p", "u")] == ["p", "u", "p"]


def test_all_that_is_said_is_short(people: People, box: FakeBox) -> None:
    page = people().new_page()
    sit(page, box.port, name="Ż" * 12)
    longest: Any = max((message for _, message, _ in box.heard), key=lambda m: len(json.dumps(m)))
    assert len(json.dumps(longest)) < 300
