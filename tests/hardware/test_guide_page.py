"""The guide as one page: whole, without a network, every part ticked, placed and lit."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hardware.plans import files
from hardware.plans.bill import bill, of_head
from hardware.plans.checks import checks
from hardware.plans.circuit import Kind, Place, parts
from hardware.plans.guide import page, source
from hardware.plans.mistakes import UNSEEN, mistakes, near
from hardware.plans.stamp import MARK, digest
from hardware.plans.steps import before, steps

PAGE = files.HARDWARE / "guide.html"
BOXES = dict(files.boxes())
EVERY_BOX = pytest.mark.parametrize("name", BOXES)


class Reader(HTMLParser):
    """Every element's attributes with its tag, the text of each step, and what was left open."""

    VOID = frozenset({"meta", "input", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.text: dict[str, str] = {}
        self.open: list[str] = []
        self._step = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self.found.append((tag, said))
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "article":
            self._step = said["id"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "article":
            self._step = ""

    def handle_data(self, data: str) -> None:
        self.text[self._step] = self.text.get(self._step, "") + " " + data


@cache
def read() -> Reader:
    reader = Reader()
    reader.feed(PAGE.read_text(encoding="utf-8"))
    reader.close()
    return reader


@cache
def ids() -> Counter[str]:
    return Counter(said["id"] for _, said in read().found if "id" in said)


def lit(name: str) -> dict[int, list[str]]:
    """What each step of a box lights."""
    found = {}
    for _, said in read().found:
        box, _, number = said.get("id", "").rpartition("-step-")
        if box == name:
            found[int(number)] = said["data-lights"].split()
    return found


def test_the_page_was_made_of_what_is_there_now() -> None:
    mark = MARK.format(digest(source(files.boxes())))
    assert mark in PAGE.read_text(encoding="utf-8"), "stale: run `make hardware`"


def test_it_is_whole_and_no_id_is_there_twice() -> None:
    assert read().open == []
    assert [each for each, times in ids().items() if times > 1] == []


def test_it_asks_nothing_of_a_network() -> None:
    links = {
        said[name]
        for tag, said in read().found
        for name in ("href", "src", "xlink:href", "action")
        if name in said and tag != "use"
    }
    assert all((PAGE.parent / link).exists() for link in links)
    assert {tag for tag, _ in read().found}.isdisjoint({"link", "img", "iframe", "object", "image"})
    text = PAGE.read_text(encoding="utf-8")
    addresses = set(re.findall(r"[a-z]+://[^\s\"'<>]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}  # a name, not an address
    assert re.search(r"@import|url\(|fetch\(|XMLHttp|import\(", text) is None


def test_boxes_are_chosen_by_their_seats_the_smallest_first_and_last_a_button_head() -> None:
    chosen = re.findall(r'data-box="([^"]+)">([^<]+)<', PAGE.read_text(encoding="utf-8"))
    order = ("box-minimal", "2"), ("box-middle", "4"), ("box", "6"), ("box-eight", "8")
    assert chosen == [*((name, f"{seats} seats") for name, seats in order), ("head", "a Pico on USB")]


@EVERY_BOX
def test_a_jack_is_drawn_where_there_is_one(name: str) -> None:
    (section,) = re.findall(
        rf'<section class="box" id="{name}".*?</section>', PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    jacks = any(part.kind is Kind.SOCKET for part in parts(BOXES[name]))
    assert ('data-sheet="Socket"' in section) is jacks


@EVERY_BOX
def test_every_row_of_the_bill_has_a_box_to_tick(name: str) -> None:
    rows = {f"{name}-bought-{number}" for number in range(1, len(bill(BOXES[name])) + 1)}
    assert {each for each in ids() if each.startswith(f"{name}-bought-")} == rows
    everything = read().text[""]
    assert [row.part for row in bill(BOXES[name]) if row.part not in everything] == []


@EVERY_BOX
def test_every_step_is_there_with_its_parts_legs_and_box_to_tick(name: str) -> None:
    way = steps(BOXES[name])
    for number, step in enumerate(way, start=1):
        text = read().text[f"{name}-step-{number}"].replace("\xa0", " ")
        assert step.title in text
        assert f"{name}-done-{number}" in ids()
        assert [ref for ref in step.places if ref != "PI" and not re.search(rf"\b{ref}\b", text)] == []
        assert ("the plug for the Pi" in text) is ("PI" in step.places)
        for ref, pin in step.joints:
            assert f"{'plug' if ref == 'PI' else ref} {pin}" in text
        if step.checks:
            assert "sudo pierwszy --lang en check" in text
    assert f"{name}-step-{len(way) + 1}" not in ids()


@pytest.mark.parametrize("name", ["box-minimal", "box-middle"])
def test_every_measurement_is_there_with_what_it_shows(name: str) -> None:
    box = BOXES[name]
    way, beyond = steps(box), near(box)
    for index, step in enumerate(way):
        good = before(box, way, index)
        found = checks(step, good, mistakes(step, good, beyond), beyond)
        rows = re.findall(
            rf'id="{name}-step-{index + 1}".*?</article>', PAGE.read_text(encoding="utf-8"), re.DOTALL
        )
        assert rows[0].count('<td class="if">') == len(found)
        for check in found:
            assert f"<td>{check.good.words}</td>" in rows[0]


@EVERY_BOX
def test_what_a_step_lights_is_drawn_and_every_part_of_the_board_and_every_wire_is_lit(name: str) -> None:
    everything = [each for lights in lit(name).values() for each in lights]
    assert [each for each in everything if each not in ids()] == []
    assert [each for each, times in Counter(everything).items() if times > 1 and "-legs-" not in each] == []
    drawn = {each for each in ids() if re.match(rf"{name}-(part|wire|lead)-", each)}
    assert drawn <= set(everything)
    for part in parts(BOXES[name]):
        assert part.place is not Place.BOARD or f"{name}-part-{part.ref}" in everything
        if part.kind is Kind.PI:
            assert {f"{name}-pin-{pin}" for pin in part.pins} <= set(everything)
    for number, step in enumerate(steps(BOXES[name]), start=1):
        for ref in step.places:
            if ref != "PI":
                assert any("-legs-" in each for each in lit(name)[number])


@EVERY_BOX
def test_what_nothing_finds_is_told_by_name(name: str) -> None:
    told = read().text[""]
    for part in parts(BOXES[name]):
        for (_, kind), why in UNSEEN.items():
            if kind is part.kind:
                assert re.search(rf"\b{part.ref}\b", told)
                assert why in told


def test_a_box_whose_board_is_not_drawn_is_led_through_all_the_same() -> None:
    mixed = replace(BOXES["box-minimal"], panels={1: BOXES["box-minimal"].panels["main"]})
    made = page([("mixed", mixed)], {})
    assert 'data-sheet="Board"' not in made
    assert made.count("<article") == len(steps(mixed))
    assert 'data-lights="mixed-pin-' in made


def test_a_box_of_ones_own_has_a_page_of_its_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes((files.HARDWARE / "box-minimal.toml").read_bytes())
    texts, _ = files.of_own(*files.named(mine), tmp_path / "mine")
    made = dict(texts)[tmp_path / "mine" / "mine-guide.html"]
    (link,) = re.findall(r'href="([^"]+)"', made)
    assert (tmp_path / "mine" / link).resolve() == files.HARDWARE / "README.md"
    assert 'id="mine-step-1"' in made
    assert "box-minimal" not in made


# -- a button head -------------------------------------------------------------------------------------------


def test_a_head_is_led_from_buying_to_the_first_race_in_four_steps() -> None:
    said = [read().text[f"head-step-{number}"] for number in range(1, 5)]
    assert "head-step-5" not in ids()
    for text, word in zip(said, ("the list", "BOOTSEL", "ground", "Who plays?"), strict=True):
        assert word in text
    assert all(f"button {seat} pin" in " ".join(said[2].split()) for seat in range(1, 9))
    for path in re.findall(r"hardware/[\w./-]+", " ".join(said)):
        assert (files.HARDWARE.parent / path).exists()


def test_no_step_of_a_head_lights_its_drawing_whose_colours_tell_the_wires() -> None:
    assert [each for each in ids() if re.fullmatch(r"head-(line|lamp)-\d", each)] != []
    assert not any(lit("head").values())


def test_what_a_head_takes_can_be_ticked() -> None:
    ticks = [each for each in ids() if each.startswith("head-bought-")]
    assert len(ticks) == len(of_head(8))
    assert [row.part for row in of_head(8) if row.part not in read().text[""]] == []
