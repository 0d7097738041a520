"""The board's page in a real browser: every table there is, what moves by itself, an overlay, breaks."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

pytest.importorskip("playwright.sync_api", reason="pages are tried with playwright")

from playwright.sync_api import BrowserContext, Page, expect

from companion.phones.served import whole_page
from companion.phones.shown import Moment
from companion.table.finish import Came, Finish, Mark
from companion.table.parts import Countdown, Entries, Entry, Figure, Glass
from companion.table.view import Plate, TableView
from companion.window.theme import FILE
from firmware.events import NS_PER_MS, NS_PER_S
from tests.companion.games.scenes import SCENES
from tests.companion.phones.fake_box import CODE, FakeBox
from tests.companion.phones.tables import JOURNEYS, journey_tables
from tests.companion.window.table_album import Seen, tables_of

People: TypeAlias = Callable[..., BrowserContext]

PAGE = whole_page("board")
TV, PHONE = {"width": 1920, "height": 1080}, {"width": 320, "height": 568}
PLATES = (Plate(1, "Ola", "7"), Plate(2, "Jan", "5"), Plate(3, "<b>Ewa</b>"))


@pytest.fixture
def box() -> Iterator[FakeBox]:
    box = FakeBox(PAGE)
    yield box
    box.close()


def shown(look: Seen | TableView, language: str = "en") -> dict[str, Any]:
    """What a board is shown of a table."""
    view = look.view if isinstance(look, Seen) else look
    lit = look.lit if isinstance(look, Seen) else frozenset()
    playing = tuple(plate.seat for plate in view.plates)
    return Moment(0, view, language, {}, {}, lit, playing, 3).view("board", ())


def opened(page: Page, box: FakeBox, view: TableView | None = None, query: str = "") -> Page:
    """The board, with a table on it."""
    box.view = shown(view or TableView(headline="17", plates=PLATES))
    page.goto(f"http://127.0.0.1:{box.port}/board?{CODE}{query}")
    expect(page.locator("h1")).to_contain_text((view or TableView(headline="17")).headline or "")
    return page


WRONG = """views => views.map(view => {
    const warned = []
    console.warn = (...what) => warned.push(what.join(" "))
    show(view)
    const middle = document.querySelector("#middle > .parts"), root = document.documentElement
    const lost = (view.table.middle || []).length - middle.children.length
    if (lost) warned.push(lost + " left out")
    if (root.scrollWidth > innerWidth) warned.push("wider than the screen")
    if (innerWidth > 900 && root.scrollHeight > innerHeight) warned.push("higher than the screen")
    return warned
})"""


@pytest.mark.parametrize(("language", "theme", "size"), [("pl", "dark", TV), ("en", "light", PHONE)])
def test_every_table_is_drawn_whole_and_fits(
    people: People, box: FakeBox, language: Any, theme: str, size: dict[str, int]
) -> None:
    page = opened(people(viewport=size, color_scheme=theme).new_page(), box)
    tables = {scene: tables_of(scene, language) for scene in SCENES}
    tables |= {name: journey_tables(name, language) for name in JOURNEYS}
    for name, looks in tables.items():
        wrong = page.evaluate(WRONG, [shown(look, language) for look in looks])
        assert (name, [what for what in wrong if what]) == (name, [])


def test_a_kind_that_isnt_known_and_one_that_cant_be_drawn_are_left_out(people: People, box: FakeBox) -> None:
    page = opened(people().new_page(), box)
    view = shown(TableView(headline="next", middle=(Figure("42"),)))
    view["table"]["middle"] += [{"is": "Roulette"}, {"is": "Dice"}]
    box.show(**view)
    expect(page.locator("h1")).to_contain_text("next")
    expect(page.locator("#middle svg")).to_have_count(1)
    expect(page.locator("#middle")).to_contain_text("42")


def test_names_are_text_and_never_markup(people: People, box: FakeBox) -> None:
    page = opened(people().new_page(), box)
    expect(page.locator(".plate").nth(1)).to_contain_text(
        "<b>Ewa</b>"
    )  # at the right, above Jan's: clockwise
    assert page.locator(".who b").count() == 0


# -- by its own clock


def test_time_runs_on_between_views_and_stands_in_a_pause(people: People, box: FakeBox) -> None:
    page = people().new_page()
    page.clock.install()
    parts = Countdown(5 * NS_PER_S, 10 * NS_PER_S), Glass(5 * NS_PER_S, 10 * NS_PER_S, True, "")
    running = TableView(headline="run", middle=parts)
    opened(page, box, running)
    seconds, sand = page.locator("#middle text").first, page.locator("#middle polygon").first
    before = sand.get_attribute("points")
    page.clock.run_for(2100)
    expect(seconds).to_have_text("3")
    assert sand.get_attribute("points") != before
    page.clock.run_for(9000)
    expect(seconds).to_have_text("0")
    box.show(**shown(replace(running, headline="pause", frozen=True)))
    expect(page.locator("h1")).to_contain_text("pause")
    page.clock.run_for(3000)
    expect(seconds).to_have_text("5")


def test_what_hasnt_changed_goes_on_undisturbed(people: People, box: FakeBox) -> None:
    page = opened(
        people().new_page(), box, TableView(headline="one", middle=(Countdown(NS_PER_S, NS_PER_S),))
    )
    page.evaluate("document.querySelector('#middle svg').id = 'same'")
    box.show(**shown(TableView(headline="two", middle=(Countdown(NS_PER_S, NS_PER_S),))))
    expect(page.locator("h1")).to_contain_text("two")
    expect(page.locator("#same")).to_have_count(1)


# -- the race


def test_the_photo_finish_shows_who_came_when_and_how_surely(people: People, box: FakeBox) -> None:
    ms = NS_PER_MS
    marks = (
        Mark(3, Came.EARLY, -40 * ms),
        Mark(1, Came.FIRST, 0, (-10 * ms, 10 * ms)),
        Mark(2, Came.AFTER, 60 * ms, (50 * ms, 70 * ms)),
        Mark(2, Came.LATE, None),
    )
    view = TableView(
        headline="GO", plates=PLATES, finish=Finish(marks, ms // 2, "First: Ola", lead="by 60.0 ms")
    )
    page = opened(people(viewport=TV).new_page(), box, view)
    assert page.locator(".lanes > :not(.track):not(svg)").all_inner_texts() == [
        "too early! −40.0 ms",
        "1.",
        "+60.0 ms",
        "too late",
    ]
    early, first, after = (one.bounding_box() for one in page.locator(".span, .at").all())
    assert early is not None
    assert first is not None
    assert after is not None
    assert early["x"] < first["x"] < first["x"] + first["width"] < after["x"]
    assert first["width"] == pytest.approx(after["width"], abs=2)
    expect(page.locator(".verdict")).to_contain_text("by 60.0 ms")


# -- as an overlay


def test_an_overlay_is_transparent_and_shows_the_race_the_heading_and_the_plates_alone(
    people: People, box: FakeBox
) -> None:
    view = TableView(
        title="17",
        headline="GO",
        plates=PLATES,
        middle=(Entries((Entry("much"),)),),
        finish=Finish((Mark(1, Came.FIRST, 0),), 0, "First: Ola"),
    )
    page = opened(people(viewport=TV).new_page(), box, view, "&overlay")
    for seen in ("h1", ".plate", "#finish"):
        expect(page.locator(seen).first).to_be_visible()
    for hidden in ("header", "#middle"):
        expect(page.locator(hidden)).to_be_hidden()
    for tag in ("html", "body"):
        style = page.evaluate(f"getComputedStyle(document.querySelector('{tag}')).background")
        assert style.startswith("rgba(0, 0, 0, 0) none")


# -- coming in, breaks


def test_a_code_is_asked_for_and_a_wrong_one_refused(people: People, box: FakeBox) -> None:
    box.view = shown(TableView(headline="17"))
    page = people().new_page()
    page.goto(f"http://127.0.0.1:{box.port}/board")
    page.get_by_label("The evening's code").fill("aaaa")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Not this evening's code")
    page.get_by_label("The evening's code").fill(CODE.lower())
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("17")
    page.goto(f"http://127.0.0.1:{box.port}/board")  # it has a token now
    expect(page.locator("h1")).to_have_text("17")


def test_a_board_comes_back_by_itself_and_goes_where_it_is_told(people: People, box: FakeBox) -> None:
    page = opened(people().new_page(), box)
    box.view = shown(TableView(headline="back"))
    box.cut()
    expect(page.locator("h1")).to_have_text("back")
    box.tell({"t": "bye", "why": "Phones are switched off"})
    expect(page.get_by_role("alert")).to_have_text("Phones are switched off")
    page.get_by_role("button", name="Connect again").click()
    box.wait("hello", 3)
    expect(page.locator("h1")).to_have_text("back")


def test_a_box_that_says_nothing_any_more_is_called_again(people: People, box: FakeBox) -> None:
    page = people().new_page()
    page.clock.install()
    opened(page, box)
    page.clock.run_for(4100)
    box.wait("hello", 2)


# -- both pages


@pytest.mark.parametrize("name", ["board", "host"])
def test_a_page_has_the_table_windows_colours(name: str) -> None:
    text = whole_page(name)
    theme = tomllib.loads(FILE.read_text(encoding="utf-8"))
    style, light = re.split(r"\.light \{", text, maxsplit=1)
    for kind, css in (("dark", style), ("light", light.partition("}")[0])):
        used = dict(re.findall(r"--(\w+): (#\w{6})", css))
        assert used
        assert {key: theme[kind].get(key, theme["cards"].get(key)) for key in used} == used


@pytest.mark.parametrize("name", ["board", "host"])
def test_a_page_is_small_and_asks_nobody_but_the_box(name: str, people: People) -> None:
    text = whole_page(name)
    assert len(text.encode()) <= 60 << 10
    box, page, asked = FakeBox(text), people().new_page(), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"http://127.0.0.1:{box.port}/{name}")
    words = page.evaluate("Object.values(WORDS).map(words => Object.keys(words).join())")
    box.close()
    assert len(words) == 2
    assert words[0] == words[1]
    assert all(url.startswith(f"http://127.0.0.1:{box.port}/") for url in asked)
