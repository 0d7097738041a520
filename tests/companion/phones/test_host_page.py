"""The host's page in a real browser: what its buttons do, and that nobody does what they didn't see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

pytest.importorskip("playwright.sync_api", reason="pages are tried with playwright")

from playwright.sync_api import BrowserContext, Page, expect

from companion.phones.served import whole_page
from companion.phones.shown import Moment
from companion.table.home import Setting, Settings
from companion.table.view import Plate, TableView
from tests.companion.games.scenes import SCENES
from tests.companion.phones.fake_box import FakeBox, Message
from tests.companion.window.table_album import tables_of

People: TypeAlias = Callable[..., BrowserContext]

PAGE = whole_page("host")
CODE = "ABC234"
ASKED = TableView(
    headline="Ola",
    sign=3,
    plates=(Plate(3, "Ola", "7p"),),
    choices=("Right", "Wrong"),
    takes=("right", "wrong"),
    standing=0,
    ok="Right",
    undoes=True,
)


@pytest.fixture
def box() -> Iterator[FakeBox]:
    box = FakeBox(PAGE)
    box.code = CODE
    box.view = view(ASKED)
    yield box
    box.close()


@pytest.fixture
def page(people: People, box: FakeBox) -> Page:
    """The page of somebody who has the host's code, while time stands still unless a test says so."""
    page = people(viewport={"width": 390, "height": 844}).new_page()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(f"http://127.0.0.1:{box.port}/host")
    page.get_by_label("The host's code").fill(CODE.lower())
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Ola")
    return page


def view(table: TableView, language: str = "en", **changed: Any) -> dict[str, Any]:
    """What a host is shown of a table."""
    moment = Moment(0, table, language, {3: "Ola"}, {}, frozenset(), (3,), 2)
    return replace(moment, **changed).view("host", ())


def show(box: FakeBox, page: Page, rev: int, table: TableView) -> None:
    """Another view, once it is there."""
    box.tell({"t": "v", "rev": rev, "view": view(table)})
    page.wait_for_function("wanted => rev === wanted", arg=rev)


def done(box: FakeBox, count: int = 1) -> Message:
    """What the host did last, which the box takes."""
    does = box.wait("do", count)
    box.tell({"t": "ok", "id": does["id"]})
    return does


# -- what there is to do


@pytest.mark.parametrize(
    ("button", "what"),
    [
        ("turn left", "turn -1"),
        ("turn right", "turn 1"),
        ("back", "back"),
        ("undo", "undo"),
        ("pause", "pause"),
        ("menu", "hold-ok"),
        ("Wrong", "choose 1"),
    ],
)
def test_all_that_a_knob_can_do_has_a_button_that_says_so(
    box: FakeBox, page: Page, button: str, what: str
) -> None:
    page.get_by_role("button", name=button, exact=True).click()
    assert done(box) == {"t": "do", "id": 1, "rev": 1, "what": what}
    expect(page.locator("[aria-busy]")).to_have_count(0)


def test_ok_says_what_it_does_and_choices_how_they_stand(box: FakeBox, page: Page) -> None:
    setting = Settings((Setting("Points", "17", "change points"),))
    show(
        box, page, 2, TableView(choices=("Points",), takes=("change points",), middle=(setting,), ok="Points")
    )
    expect(page.locator("#choices button")).to_have_text("Points17")
    expect(page.locator("#ok")).to_have_text("Points")
    page.clock.run_for(400)
    page.locator("#ok").click()
    assert done(box)["what"] == "ok"


def test_redo_is_there_while_something_is_taken_back_and_a_pause_says_how_to_go_on(
    box: FakeBox, page: Page
) -> None:
    expect(page.get_by_role("button", name="redo")).to_have_count(0)
    show(box, page, 2, replace(ASKED, undoes=False, redoes=True, frozen=True))
    expect(page.get_by_role("button", name="undo", exact=True)).to_be_disabled()
    page.clock.run_for(400)
    page.get_by_role("button", name="redo").click()
    assert done(box)["what"] == "redo"
    page.get_by_role("button", name="go on").click()
    assert done(box, 2)["what"] == "pause"


def test_of_many_choices_those_around_the_knob_are_shown_and_all_on_demand(box: FakeBox, page: Page) -> None:
    sums = tuple(f"Sum: {n}" for n in range(108))
    show(box, page, 2, TableView(choices=sums, takes=sums, standing=50, ok="Sum: 50"))
    expect(page.locator("#choices button")).to_have_count(12)
    expect(page.locator("[aria-current=true]")).to_have_text("Sum: 50")
    page.get_by_role("button", name="all 108").click()
    page.clock.run_for(400)
    page.get_by_role("button", name="Sum: 107", exact=True).click()
    assert done(box)["what"] == "choose 107"


def test_names_sound_and_lines_can_be_typed(box: FakeBox, page: Page) -> None:
    page.get_by_text("Names, sound, more").click()
    page.get_by_label("Name of seat 3").fill("Zosia")
    page.keyboard.press("Enter")
    assert done(box)["what"] == "enter name 3 Zosia"
    page.get_by_role("button", name="off").click()
    assert done(box, 2)["what"] == "enter volume 0"
    expect(page.get_by_role("button", name="▮▮", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Type").fill(" points 3 +1 ")
    page.get_by_role("button", name="Send").click()
    assert done(box, 3)["what"] == "enter points 3 +1"


def test_a_name_that_is_being_typed_stays_while_views_come(box: FakeBox, page: Page) -> None:
    page.get_by_text("Names, sound, more").click()
    field = page.get_by_label("Name of seat 3")
    field.fill("Zos")
    show(box, page, 2, replace(ASKED, text=("17",)))
    expect(field).to_be_focused()
    assert field.input_value() == "Zos"


def test_who_asks_for_a_seat_that_is_anothers_gets_a_yes_or_a_no(box: FakeBox, page: Page) -> None:
    for n, name in ((4, "Ewa"), (5, "")):
        box.tell({"t": "ask", "n": n, "seat": 3, "name": name})
    cards = page.get_by_role("alert").locator(".card")
    expect(cards.first).to_contain_text("Ewa asks for seat 3")
    cards.first.get_by_role("button", name="Give the seat").click()
    assert done(box)["what"] == "grant 4"
    expect(cards).to_have_count(1)
    cards.get_by_role("button", name="No").click()
    assert done(box, 2)["what"] == "deny 5"


def test_keys_turn_the_knob_but_not_in_a_field(box: FakeBox, page: Page) -> None:
    page.keyboard.press("ArrowRight")
    assert done(box)["what"] == "turn 1"
    page.get_by_text("Names, sound, more").click()
    page.get_by_label("Type").fill("17")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Wrong").focus()
    page.keyboard.press("Enter")
    assert done(box, 2)["what"] == "choose 1"


# -- nobody does what they didn't see


def test_a_finger_that_was_down_when_the_view_changed_meant_what_it_saw(box: FakeBox, page: Page) -> None:
    page.get_by_role("button", name="pause").hover()
    page.mouse.down()
    show(box, page, 2, replace(ASKED, sign=2, headline="Jan"))
    page.mouse.up()
    assert done(box)["rev"] == 1, "the box tells whether that still means the same"


def test_what_nobody_can_have_read_isnt_done(box: FakeBox, page: Page) -> None:
    show(box, page, 2, replace(ASKED, ok="Wrong", standing=1))
    page.locator("#ok").click()
    expect(page.locator("#told")).to_have_text("That has just changed: look again")
    page.clock.run_for(400)
    page.locator("#ok").click()
    assert done(box) == {"t": "do", "id": 1, "rev": 2, "what": "ok"}
    expect(page.locator("#told")).to_be_empty()


def test_why_not_is_told(box: FakeBox, page: Page) -> None:
    page.get_by_role("button", name="Wrong").click()
    box.tell({"t": "no", "id": box.wait("do")["id"], "why": "It has changed meanwhile"})
    expect(page.get_by_text("It has changed meanwhile")).to_have_role("alert")


# -- coming in, breaks


def test_a_box_that_doesnt_answer_is_called_again_and_nothing_is_done_twice(box: FakeBox, page: Page) -> None:
    page.get_by_role("button", name="Wrong").click()
    box.wait("do")
    page.clock.run_for(4100)
    box.wait("hello", 2)
    assert "token" in box.said("hello")[1]
    assert len(box.said("do")) == 1


def test_a_wrong_code_is_refused_and_a_reload_needs_none(people: People, box: FakeBox, page: Page) -> None:
    page.clock.resume()
    page.reload()
    expect(page.locator("h1")).to_contain_text("Ola")
    other = people().new_page()
    other.goto(f"http://127.0.0.1:{box.port}/host")
    other.get_by_label("The host's code").fill("K7QM")
    other.keyboard.press("Enter")
    expect(other.get_by_role("alert").filter(has_text="Not this evening's code")).to_be_visible()


# -- for every hand and eye


FITS = """views => views.map(view => {
    hear.v({rev: rev + 1, view})
    const root = document.documentElement, buttons = [...document.querySelectorAll("button")]
    const small = buttons.filter(one => one.offsetParent && (one.offsetHeight < 44 || one.offsetWidth < 44))
    const unnamed = [...document.querySelectorAll("button, input")]
        .filter(one => one.offsetParent && !(one.textContent || one.ariaLabel || one.labels?.length)).length
    const wrong = {unnamed, small: small.length, wide: Math.max(0, root.scrollWidth - innerWidth)}
    return Object.keys(wrong).filter(what => wrong[what])
})"""


@pytest.mark.parametrize("language", ["pl", "en"])
def test_every_table_fits_a_small_phone_and_a_finger(people: People, box: FakeBox, language: Any) -> None:
    page = people(viewport={"width": 320, "height": 568}).new_page()
    page.goto(f"http://127.0.0.1:{box.port}/host")
    page.locator("#code").fill(CODE)
    page.keyboard.press("Enter")
    page.locator("summary").click()
    for scene in SCENES:
        wrong = page.evaluate(FITS, [view(look.view, language) for look in tables_of(scene, language)])
        assert (scene, [what for what in wrong if what]) == (scene, [])
