"""A box that can be switched off in its menu: the last choice, asked twice, and nothing leads on from it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.options import Surroundings
from companion.i18n import speaker
from companion.session import screens
from companion.session.session import Session
from companion.session.state import Stage
from companion.session.table import table_view
from firmware.drawing.lettering import cells
from firmware.events import Enter, HostKey, Key, Knob, Press
from firmware.times import Times
from firmware.views import Lamp
from tests.companion.games.sitting import ns
from tests.companion.session.evening import Evening
from tests.companion.session.test_fault_words import TITLE_CELLS

HERE = Surroundings((1, 2), Times(), "en", switches_off=True)


@pytest.fixture
def evening() -> Evening:
    return Evening(Session(HERE))


def _ask(evening: Evening) -> None:
    evening.knob(99, 500)
    evening.ok(1000)


def _switch_off(evening: Evening) -> None:
    _ask(evening)
    evening.knob(1, 1500)
    evening.ok(2000)


def test_it_is_the_last_choice_of_the_menu_and_only_where_it_was_asked_for(evening: Evening) -> None:
    hand_started = Evening(Session(replace(HERE, switches_off=False)))
    assert [choice.text for choice in evening.choices] == [*(one.text for one in hand_started.choices), "off"]


def test_it_asks_once_more_and_a_plain_ok_stays_on(evening: Evening) -> None:
    _ask(evening)
    assert (evening.standing, evening.shown.main.big) == ("read", "No, stay on")
    evening.ok(1500)
    assert (evening.state.stage, evening.state.path) == (Stage.MENU, ())


def test_back_stays_on_too(evening: Evening) -> None:
    _ask(evening)
    evening.key("back", 1500)
    assert (evening.state.stage, evening.standing) == (Stage.MENU, "off")


def test_once_it_is_taken_every_panel_says_so_and_every_lamp_is_dark(evening: Evening) -> None:
    _switch_off(evening)
    view = evening.shown
    assert (view.main.title, view.main.big) == ("Switching off", "Don't unplug yet")
    assert view.seats == {1: view.main, 2: view.main}
    assert all(view.lamps.get(seat, Lamp.OFF) is Lamp.OFF for seat in HERE.seats)
    assert evening.cues == []
    assert evening.see["phase"] == "off"


def test_the_television_says_the_same_and_offers_nothing(evening: Evening) -> None:
    _switch_off(evening)
    table = table_view(evening.session, evening.state, evening.shown, evening.now, speaker("en"))
    assert (table.title, table.headline) == ("Switching off", "Don't unplug yet")
    assert (table.takes, table.middle, table.ok) == ((), (), "")


def test_what_it_asks_is_touched_on_the_television(evening: Evening) -> None:
    _ask(evening)
    table = table_view(evening.session, evening.state, evening.shown, evening.now, speaker("en"))
    tiles = [tile for band in table.middle[0].bands for tile in band.tiles]  # type: ignore[attr-defined]
    assert [(tile.does, tile.title) for tile in tiles] == [
        ("read", "No, stay on"),
        ("switch off", "Yes, switch off"),
    ]
    assert {tile.does for tile in tiles} == set(table.takes)


@pytest.mark.parametrize(
    "event",
    [
        Key(HostKey.BACK, ns(3000)),
        Key(HostKey.UNDO, ns(3000)),
        Knob(-1, ns(3000)),
        Press(1, ns(3000)),
        Enter("name 1 Ola", ns(3000)),
        Enter("game stopwatch", ns(3000)),
    ],
)
def test_nothing_leads_on_from_it(evening: Evening, event: Key | Knob | Press | Enter) -> None:
    _switch_off(evening)
    off = evening.state
    evening.happen(event)
    assert evening.state is off


def test_a_box_that_can_not_be_switched_off_is_not_by_typing_it() -> None:
    evening = Evening(Session(replace(HERE, switches_off=False)))
    evening.enter("switch off", 500)
    assert evening.state.stage is Stage.MENU
    assert evening.refused is not None


@pytest.mark.parametrize("language", ["en", "pl"])
def test_titles_stand_uncut_on_the_main_panel(language: str) -> None:
    say = speaker(language)
    for steps in (_ask, _switch_off):
        evening = Evening(Session(HERE))
        steps(evening)
        shown = screens.view(evening.session, evening.state, evening.now, say)
        assert 0 < cells(shown.main.title) <= TITLE_CELLS
