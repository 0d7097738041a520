"""What the player's page shows, to everybody: on small screens, by ear, in both languages and lights."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest

pytest.importorskip("playwright.sync_api", reason="pages are tried with playwright")

from playwright.sync_api import BrowserContext, Page, expect

from companion.phones.served import whole_page
from companion.phones.shown import as_json
from companion.table.finish import Came, Finish, Mark
from companion.table.view import Plate, TokenKind, Tokens
from firmware.events import NS_PER_MS as MS
from firmware.views import SIGNS, Dice, Face, Mood, Sand, Score, Screen
from tests.companion.phones.fake_box import CODE, FakeBox

People: TypeAlias = Callable[..., BrowserContext]

PAGE = whole_page("player")

SMALL = {"viewport": {"width": 320, "height": 568}}

RACE = Finish(
    (
        Mark(4, Came.EARLY, -220 * MS),
        Mark(3, Came.FIRST, 0, (-22 * MS, 8 * MS)),
        Mark(1, Came.AFTER, 41_300_000, (20 * MS, 48 * MS)),
        Mark(2, Came.AFTER, 112 * MS, (108 * MS, 112 * MS)),
    ),
    500_000,
    "Zośka was first",
    "by 41.3 ms",
)

NOW = Screen("Quiz", "NOW!", text=("Whoever knows presses",), hint="press your button", mood=Mood.TURN)


def view(*screens: tuple[int, Screen], **more: Any) -> dict[str, Any]:
    names = {1: "Ola", 2: "Wojtek", 3: "Zośka", 4: "Kazimierz"}
    plates = tuple(Plate(seat, name, str(seat * 3), strong=seat == 3) for seat, name in names.items())
    return {
        "lang": "en",
        "table": {"plates": as_json(plates), "finish": as_json(RACE)},
        "screens": {str(seat): as_json(screen) for seat, screen in screens},
        "lit": [3],
        "names": {str(seat): name for seat, name in names.items()},
        "signs": {str(seat): {"name": one.name, "colour": one.colour} for seat, one in SIGNS.items()},
        "ties": "phones: ties to 35 ms",
        "asleep": [2],
        "volume": 2,
    } | more


@pytest.fixture
def box() -> Iterator[FakeBox]:
    box = FakeBox(PAGE)
    box.view = view((3, NOW))
    yield box
    box.close()


def seated(context: BrowserContext, box: FakeBox, name: str = "Zośka") -> Page:
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{box.port}/{CODE}")
    page.locator("#picks input[value='3']").check(force=True)
    page.fill("#name", name)
    page.click("#down")
    expect(page.locator(".press")).to_have_count(1)
    return page


# -- what is told


def test_the_seats_screen_its_lamp_score_and_name_are_shown(people: People, box: FakeBox) -> None:
    page = seated(people(), box)
    screen = page.locator(".screen")
    expect(screen).to_contain_text("NOW!")
    expect(screen).to_contain_text("press your button")
    expect(screen).to_have_class("screen turn")
    expect(page.locator("#who")).to_contain_text("Zośka · 9")
    expect(page.get_by_role("button", name="Press: Zośka, lit")).to_have_class(re.compile("lit"))
    box.show(lit=[])
    expect(page.get_by_role("button", name="Press: Zośka", exact=True)).not_to_have_class(re.compile("lit"))


def test_the_race_tells_places_margins_and_how_wide_presses_are(people: People, box: FakeBox) -> None:
    page = seated(people(), box)
    rows = page.locator("#marks li")
    expect(page.locator("#verdict")).to_have_text("Zośka was first · by 41.3 ms")
    expect(rows).to_have_count(4)
    assert [text.split("\n")[-1] for text in rows.all_inner_texts()] == [
        "too early! −220.0 ms",
        "±15 ms",
        "+41.3 ±14 ms",
        "+112.0 ±2.0 ms",
    ]
    assert [row.locator(":scope > span").first.inner_text() for row in rows.all()] == ["✕", "1.", "2.", "3."]
    own, second = (page.locator("#marks b").nth(n).bounding_box() for n in (1, 2))
    assert own is not None
    assert second is not None
    assert own["x"] + own["width"] < second["x"], "spans that don't meet are bars that don't"
    assert own["width"] == pytest.approx(second["width"] * 30 / 28, abs=1.5)
    expect(page.locator("#ties")).to_have_text("phones: ties to 35 ms")


def test_a_tie_is_told_as_one_and_names_no_first(people: People, box: FakeBox) -> None:
    page = seated(people(), box)
    tied = Finish(
        (Mark(1, Came.TIED, 0, (-30 * MS, 5 * MS)), Mark(3, Came.TIED, 9 * MS, (-21 * MS, 9 * MS))),
        500_000,
        "A tie",
    )
    box.show(table={"finish": as_json(tied)})
    rows = page.locator("#marks li")
    expect(rows.first).to_contain_text("tie ±18 ms")
    assert [row.locator(":scope > span").first.inner_text() for row in rows.all()] == ["=", "="]


def test_dice_and_sand_are_shown(people: People, box: FakeBox) -> None:
    page = seated(people(), box)
    dice = Dice((Face("6"), Face("4", word="without", crossed=True), Face("2", colour="#ff0000", still=True)))
    box.show(screens={"3": as_json(Screen("Dice", figure=dice, scores=(Score(1, "4", strong=True),)))})
    expect(page.locator(".die")).to_have_text(["6", "4without", "2"])
    expect(page.locator(".cells")).to_contain_text("4")
    box.show(screens={"3": as_json(Screen(figure=Dice((Face("6"),), rolling=True)))})
    expect(page.locator(".die")).to_have_text(["…"])
    box.show(screens={"3": as_json(Screen(figure=Sand(250)))})
    expect(page.locator(".sand i")).to_have_css("width", re.compile(r"\d"))
    box.show(table={"plates": as_json((Plate(3, "Z", tokens=(Tokens(TokenKind.HEART, 3),)),))})
    expect(page.locator("#plates")).to_contain_text("♥3")


def test_names_are_shown_as_they_are_written(people: People, box: FakeBox) -> None:
    box.view["names"]["3"] = "<b>x</b>"
    page = seated(people(), box, "<b>x</b>")
    expect(page.locator("#who")).to_contain_text("<b>x</b>")
    expect(page.locator("#who b")).to_have_count(0)


def test_what_is_empty_or_unheard_of_is_left_out(people: People, box: FakeBox) -> None:
    page = seated(people(), box)
    box.show(table={}, screens={}, signs={}, names={}, lit=[], asleep=[], ties="")
    box.tell({"t": "new kind"})
    expect(page.locator("#race")).to_be_hidden()
    box.show(table={"finish": {"verdict": "?", "tie": 0, "marks": []}}, more={"a": 1})
    expect(page.locator("#verdict")).to_have_text("?")


def test_a_phone_shakes_for_all_and_only_then(people: People, box: FakeBox) -> None:
    context = people(has_touch=True)
    context.add_init_script("shaken = []; navigator.vibrate = pattern => shaken.push(pattern)")
    page = seated(context, box)
    page.locator(".press").tap()
    box.tell({"t": "cue", "sound": "ruling", "seat": 1})
    box.tell({"t": "cue", "sound": "tick"})
    box.tell({"t": "cue", "sound": "ruling", "seat": 3})
    box.tell({"t": "cue", "sound": "tie"})
    box.show(ties="after")
    expect(page.locator("#ties")).to_have_text("after")
    assert page.evaluate("shaken")[-2:] == [[40, 40, 120], 40]
    assert len(page.evaluate("shaken")) <= 3, "another's ruling and a tick shake nothing"


# -- to everybody


def test_what_changes_is_read_out_and_a_clock_that_runs_is_not(people: People, box: FakeBox) -> None:
    page = seated(people(), box)
    live = page.locator("[aria-live=polite]")
    expect(live).to_contain_text("NOW!. Whoever knows presses. press your button. Zośka was first")
    box.show(screens={"3": as_json(Screen("Quiz", "12 s"))})
    expect(live).to_contain_text("12 s")
    box.show(screens={"3": as_json(Screen("Quiz", "11 s"))})
    expect(page.locator(".big")).to_have_text("11 s")
    expect(live).to_contain_text("12 s")


def test_the_focus_stays_where_it_was(people: People, box: FakeBox) -> None:
    page = seated(people(), box)
    button = page.locator(".press")
    expect(button).to_be_focused()
    box.show(screens={"3": as_json(Screen("Quiz", "wait"))}, lit=[])
    box.cut()
    expect(page.locator("#state")).to_have_text("connected")
    expect(page.locator(".big")).to_have_text("wait")
    expect(button).to_be_focused()
    page.get_by_role("button", name="Menu").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Menu")).to_be_focused()


NAMED = """[...document.querySelectorAll('button, input')].filter(one => one.checkVisibility()).map(one =>
    one.getAttribute('aria-label') || [...one.labels].map(one => one.innerText).join() || one.innerText)"""


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_control_has_a_name_in_the_readers_language(
    people: People, box: FakeBox, language: str
) -> None:
    page = people(locale=f"{language}-PL").new_page()
    page.goto(f"http://127.0.0.1:{box.port}/")
    expect(page.locator("#code")).to_be_visible()
    names: list[str] = page.evaluate(NAMED)
    page.fill("#code", CODE)
    page.keyboard.press("Enter")
    expect(page.locator("#picks input").first).to_be_attached()
    names += page.evaluate(NAMED)
    page.locator("#picks input[value='3']").check(force=True)
    page.keyboard.press("Enter")
    expect(page.locator(".press")).to_have_count(1)
    page.click("#more")
    names += page.evaluate(NAMED)
    assert len(names) > 15
    assert all(names), names
    assert page.evaluate("document.documentElement.lang") == language
    ours = {"en": {"Join", "Sit down", "Menu"}, "pl": {"Dołącz", "Siadam", "Menu"}}
    assert ours[language] <= set(names)
    assert not ours[{"en": "pl", "pl": "en"}[language]] - {"Menu"} & set(names)


def test_both_languages_say_everything(people: People, box: FakeBox) -> None:
    page = people().new_page()
    page.goto(f"http://127.0.0.1:{box.port}/")
    english, polish = page.evaluate("[WORDS.en, WORDS.pl].map(words => Object.keys(words).sort())")
    assert english == polish
    used = set(re.findall(r'(?:word\("|data-t=")([\w ]+)"', PAGE))
    assert used <= set(english)


CONTRAST = """() => {
    const parts = colour => colour.match(/[\\d.]+/g).map(Number)
    const straight = c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
    const light = ([r, g, b]) => [r, g, b].map(c => straight(c / 255))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0)
    const behind = node => { for (; node; node = node.parentElement) {
        const colour = parts(getComputedStyle(node).backgroundColor)
        if (colour.length < 4 || colour[3] === 1) return colour } return [0, 0, 0] }
    const low = []
    for (const node of document.querySelectorAll('body *')) {
        const own = [...node.childNodes].some(child => child.nodeType === 3 && child.data.trim())
        if (!own || !node.checkVisibility() || node.closest('svg, script, .sr, h2')) continue
        const [a, b] = [light(parts(getComputedStyle(node).color)), light(behind(node))].sort((x, y) => y - x)
        const ratio = (a + 0.05) / (b + 0.05)
        if (ratio < 4.5) low.push([node.className, node.textContent, ratio])
    }
    return low
}"""


@pytest.mark.parametrize("light", ["dark", "light"])
def test_all_that_is_written_can_be_read(people: People, box: FakeBox, light: str) -> None:
    page = people(color_scheme=light).new_page()
    page.goto(f"http://127.0.0.1:{box.port}/ZZZZ")
    expect(page.get_by_role("alert")).to_be_visible()
    low = page.evaluate(CONTRAST)
    page.fill("#code", CODE)
    page.keyboard.press("Enter")
    expect(page.locator("#picks input").first).to_be_attached()
    low += page.evaluate(CONTRAST)
    page.locator("#picks input[value='3']").check(force=True)
    page.keyboard.press("Enter")
    for mood in Mood:
        box.show(screens={"3": as_json(Screen("!The panel is gone", mood, text=("a",), hint="b", mood=mood))})
        expect(page.locator(".big")).to_have_text(mood)
        low += page.evaluate(CONTRAST)
    page.locator(".press").hover()
    page.mouse.down()
    low += page.evaluate(CONTRAST)
    assert not low


@pytest.mark.parametrize("seats", [[3], [3, 5]], ids=["one seat", "two seats"])
def test_nothing_is_wider_than_a_small_screen(people: People, box: FakeBox, seats: list[int]) -> None:
    wide = Screen(
        "A title that is far too long for the little room that there is",
        "Konstantynopolitańczyk",
        3,
        ("a line of words that has to be broken, " * 3,),
        tuple(Score(seat, "−12♥!!") for seat in range(1, 9)),
        "press your button whenever you think that you know the answer",
    )
    plates = tuple(Plate(seat, "Konstantynopo", "123456", "a note") for seat in range(1, 9))
    marks = tuple(Mark(seat, Came.AFTER, seat * 987 * MS, (0, seat * 987 * MS)) for seat in range(1, 9))
    box.view = view(*((seat, wide) for seat in seats))
    box.view["table"] = {"plates": as_json(plates), "finish": as_json(Finish(marks, 1, "Konstanty " * 9))}
    page = seated(people(**SMALL), box, "Wwwwwwwwwwww")
    for _ in seats[1:]:
        page.click("#more")
        page.click("#another")
        page.locator("#picks input[value='5']").check(force=True)
        page.click("#down")
    expect(page.locator(".press")).to_have_count(len(seats))
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    for button in page.locator(".press").all():
        place = button.bounding_box()
        assert place is not None
        assert min(place["width"], place["height"]) >= 100
    button = page.locator(".press").first.bounding_box()
    assert button is not None
    assert len(seats) > 1 or button["y"] + button["height"] <= 568, "one seat's button is always in view"


def test_no_request_leaves_the_box_and_the_page_is_one_small_file(people: People, box: FakeBox) -> None:
    context = people()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    seated(context, box)
    assert asked
    assert all(
        url.startswith((f"http://127.0.0.1:{box.port}/", f"ws://127.0.0.1:{box.port}/")) for url in asked
    )
    assert set(box.paths) - {"/favicon.ico"} == {f"/{CODE}"}
    assert len(PAGE.encode()) <= 60 * 1024
    assert "http:" not in PAGE.replace("http://www.w3.org/2000/svg", "")
