"""The history as the window shows it: one sheet a language and theme; and standings, drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from companion.games.options import Surroundings
from companion.i18n import speaker
from companion.session.history_screens import Past, pages, view
from companion.session.session import Session
from companion.session.state import Stage
from companion.session.table import table_view
from companion.table.home import Home
from companion.table.parts import Poster, Standings
from companion.table.view import TableView
from firmware.times import Times
from tests.companion.games.scenes import LANGUAGES, Language
from tests.companion.session.evenings import told
from tests.companion.session.test_history_screens import MONTH
from tests.companion.window.table.drawing import draw, scale_of
from tests.companion.window.table.test_tables import ACROSS, SIZE, SMALL, settled
from tests.companion.window.table_album import THEMES, Seen, picture

PICTURES = Path(__file__).parents[1] / "snapshots"


def seen(past: Past, place: int, language: str = "en") -> TableView:
    """What the window shows where the knob stands."""
    session, say = Session(Surroundings((1, 2, 3, 4), Times(), language)), speaker(language)
    state = replace(session.start(), stage=Stage.HISTORY, cursor=place, language=language)
    return table_view(session, state, view(past, place, session.seats, say), 0, say, history=past)


def test_the_choices_are_the_pages_and_ok_leads_back() -> None:
    shown = seen(Past.of([told(1, game="17"), told(1)]), 1)
    assert shown.choices[:3] == ("Evening 28.11", "Series", "In a row")
    assert (shown.standing, shown.ok, shown.headline, shown.text) == (1, "Back", "2 : 0", ("Ola : Jan",))
    assert shown.middle == (Standings((("17", "1 : 0"), ("Kezao", "1 : 0"))),)


@pytest.mark.parametrize("place", [5, 20])
def test_beyond_the_last_page_it_stands_on_no_more(place: int) -> None:
    past = Past.of([told(1)])
    shown = seen(past, place)
    assert (shown.choices[-1], shown.standing) == ("–", len(pages(past, speaker("en"))))
    assert shown.middle == (Poster("No older game"),)


def test_a_game_says_who_had_how_much_and_is_called_by_its_date() -> None:
    past = Past.of([told(2, game="seventeen", players={"1": {"tokens": 1}, "2": {"tokens": 3}})])
    place = len(pages(past, speaker("en"))) - 1
    shown = seen(past, place)
    assert (shown.title, shown.headline, shown.text) == ("17 · 28.11 18:00", "Jan", ("Length 10:00",))
    assert shown.middle == (Standings((("Jan", "3"), ("Ola", "1"))),)


def test_every_page_is_a_tile_and_a_touch_only_turns_to_it() -> None:
    shown = seen(Past.of([told(1)]), 1)
    assert shown.pages
    (home,) = shown.below
    assert isinstance(home, Home)
    (band,) = home.bands
    assert [" · ".join(filter(None, (tile.title, tile.note))) for tile in band.tiles] == list(shown.choices)
    assert [tile.does for tile in band.tiles] == list(shown.takes)
    assert [tile.chosen for tile in band.tiles].index(True) == 1


def test_nobodys_place_takes_room_from_it() -> None:
    assert seen(Past.of([told(1)]), 0).plates == ()
    assert seen(Past(), 0).middle == (Poster("No game finished yet"),)
    assert seen(Past(), 0).below == ()


@pytest.mark.plays("kezao", "seventeen", "buzzer", "the_game")
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_its_pages_look_as_they_did(
    language: Language, theme: str, image_snapshot: Callable[[Image.Image, Path], None]
) -> None:
    past = Past.of(reversed(MONTH))
    count = len(pages(past, speaker(language))) + 1
    whole = Image.new("RGB", (ACROSS * SMALL[0], -(-count // ACROSS) * SMALL[1]))
    for place in range(count):
        look = Seen(0, seen(past, place, language), frozenset())
        drawn = picture(look, language, theme, SIZE).resize(SMALL, Image.Resampling.BOX)
        whole.paste(drawn, (place % ACROSS * SMALL[0], place // ACROSS * SMALL[1]))
    path = PICTURES / f"history-{language}-{theme}.png"
    image_snapshot(settled(whole, path, theme), path)


# -- standings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("count", [1, 4, 8])
@pytest.mark.parametrize(("size", "unit"), [((330, 130), 0.5), ((1250, 300), 1.0), ((2100, 720), 3.0)])
def test_standings_keep_to_their_place(size: tuple[int, int], unit: float, count: int, theme: str) -> None:
    rows = tuple((f"Bożydar Łuka {n}", "12 : 11") for n in range(count))
    drawn = draw(Standings(rows), scale_of(theme, unit), size)
    assert drawn.place.contains(drawn.ink)


def test_few_standings_are_as_large_as_a_headline() -> None:
    scale = scale_of()
    drawn = draw(Standings((("Ola", "3"), ("Jan", "1"))), scale, (1250, 300))
    assert drawn.box(scale.palette.ink).height > scale.px(50)
