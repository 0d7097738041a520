"""Phones in the menu: on and off, the way in, the host's code; and nothing of where that is in the state."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.catalogue import all_games
from companion.games.options import Surroundings
from companion.i18n import speaker
from companion.session import screens
from companion.session.invitation import PATH, Invitation
from companion.session.session import Session
from companion.session.table import table_view
from companion.store.things import known_things
from companion.table.home import Home
from companion.table.view import TableView
from companion.table.way_in import WayIn
from firmware.drawing.frames import draw
from firmware.drawing.legibility import small_lines
from firmware.drawing.lettering import cells
from firmware.events import NS_PER_MS, Within
from firmware.plugged import PHONE, Plugged
from firmware.times import Times
from firmware.views import Code, View
from tests.companion.games.sitting import AT_TABLE
from tests.companion.session.evening import Evening

HERE = Surroundings(AT_TABLE, Times(), "en", things=known_things(), phones=False)
ROWS = ("10" * 12 + "1",) * 25


def by_phone() -> Invitation:
    return Invitation("http://192.168.1.23:8080", "K7QM", "HST234")


def an_evening(language: str = "en", *, on: bool | None = False) -> Evening:
    return Evening(Session(replace(HERE, language=language, phones=on)))


def in_menu(language: str = "en", *, on: bool = True) -> Evening:
    """The knob has gone into *Phones*."""
    evening = an_evening(language, on=on)
    evening.knob([choice.text for choice in evening.choices].index("phones"), 100)
    evening.ok(1000)
    return evening


def who_plays(language: str = "en") -> Evening:
    """Somebody has chosen the first game at whose beginning people join."""
    evening = an_evening(language, on=True)
    evening.enter(f"choose {next(game.name for game in all_games() if not game.at_once)}", 100)
    return evening


def are_on(evening: Evening) -> bool:
    return bool(evening.see["phones"])


def shown(evening: Evening, invited: Invitation | None) -> View:
    return screens.view(evening.session, evening.state, evening.now, speaker("en"), invited=invited)


def at_table(evening: Evening, invited: Invitation | None) -> TableView:
    view, say = shown(evening, invited), speaker("en").named(evening.state.names)
    return table_view(evening.session, evening.state, view, evening.now, say, invited=invited)


# -- on and off ----------------------------------------------------------------------------------------------


def test_it_is_no_choice_of_a_box_that_can_not_serve_any() -> None:
    assert "phones" not in [choice.text for choice in an_evening(on=None).choices]
    assert "phones" in [choice.text for choice in an_evening().choices]


@pytest.mark.parametrize("on", [True, False])
def test_an_evening_begins_as_the_box_says(on: bool) -> None:
    assert an_evening(on=on).see["phones"] is on


def test_two_oks_switch_them_on_and_the_way_in_is_there_at_once() -> None:
    evening = in_menu(on=False)
    evening.ok(2000)
    assert are_on(evening)
    assert (evening.state.path, evening.standing) == (PATH, "join")
    assert shown(evening, by_phone()).main.big == "K7QM"


def test_looked_at_they_stay_as_they_are_and_the_last_choice_switches_them_off() -> None:
    evening = in_menu()
    evening.ok(2000)
    assert (evening.see["phones"], evening.state.path) == (True, ())
    evening = in_menu()
    evening.knob(2, 1500)
    evening.ok(2000)
    assert (evening.see["phones"], evening.state.path) == (False, ())


def test_typed_they_are_switched_at_any_time_and_no_undo_takes_it_back() -> None:
    evening = who_plays()
    evening.enter("phones off", 300)
    assert not are_on(evening)
    for seat in (1, 2, 3):
        evening.tap(seat, 400 + 100 * seat)
    evening.ok(1000)
    evening.ok(2000)
    assert evening.see["phase"] not in {"seats", "options", "menu"}
    evening.enter("telefony on", 3000)
    assert are_on(evening)
    evening.key("undo", 3500)
    assert are_on(evening)


def test_what_is_typed_wrong_is_refused_and_says_what_was_expected() -> None:
    evening = an_evening()
    evening.enter("phones maybe", 100)
    assert evening.refused == "Expected phones on or phones off, got phones maybe"


# -- the way in ----------------------------------------------------------------------------------------------


def test_the_host_s_code_is_seen_where_it_was_asked_for_and_nowhere_else() -> None:
    evening, invited = in_menu(), replace(by_phone(), rows=ROWS)
    told = [repr(shown(evening, invited)), repr(at_table(evening, invited))]
    told += [repr(shown(who_plays(), invited)), repr(at_table(who_plays(), invited))]
    assert not any(invited.host_code in one for one in told)
    evening.knob(1, 2000)
    assert shown(evening, invited).main.big == invited.host_code
    assert invited.host_code in at_table(evening, invited).headline


def test_what_anybody_may_see_of_it_never_has_the_host_s_code() -> None:
    evening, invited = in_menu(), by_phone()
    evening.knob(1, 2000)
    view = shown(evening, invited)
    table = table_view(
        evening.session,
        evening.state,
        view,
        evening.now,
        speaker("en"),
        invited=invited.without_host(),
    )
    assert invited.host_code not in repr(table)


def test_each_of_its_tiles_can_be_touched_and_only_turns_the_knob_there() -> None:
    table = at_table(in_menu(), by_phone())
    home = next(part for part in table.middle if isinstance(part, Home))
    assert [band.tiles[0].does for band in home.bands] == list(table.takes)
    assert len(set(table.takes)) == len(table.takes)
    assert table.pages


def test_without_a_network_it_says_so() -> None:
    for invited in (None, Invitation("", "K7QM", "HST234")):
        assert shown(in_menu(), invited).main.big == "No network"
        assert not any(isinstance(part, WayIn) for part in at_table(in_menu(), invited).middle)


def test_it_stands_where_nobody_plays_yet_and_goes_with_the_first() -> None:
    evening, invited = who_plays(), replace(by_phone(), rows=ROWS)
    assert shown(evening, invited).main.figure == Code(ROWS)
    assert at_table(evening, invited).middle == (invited.part,)
    evening.press(1, 500)
    assert shown(evening, invited).main.figure is None
    assert not any(isinstance(part, WayIn) for part in at_table(evening, invited).middle)


def test_a_reason_is_read_in_full_instead_of_the_code() -> None:
    evening, invited = who_plays(), replace(by_phone(), rows=ROWS)
    evening.enter("what", 500)
    assert evening.refused is not None
    main = shown(evening, invited).main
    assert (main.hint, main.figure) == (evening.refused, None)


def test_a_state_knows_no_address() -> None:
    evening = in_menu()
    shown(evening, by_phone())
    assert "192.168" not in repr(evening.state) + repr(evening.see)


def test_a_low_panel_has_the_address_and_the_code_in_letters() -> None:
    main = shown(in_menu(), replace(by_phone(), rows=ROWS)).main
    words = replace(main, big="", text=(*main.text, main.big), title="", hint="", figure=None)
    assert draw(main, (128, 32)).tobytes() == draw(words, (128, 32)).tobytes()


# -- phones among buttons ------------------------------------------------------------------------------------


def _button(seat: int, name: str, width_ms: int) -> Plugged:
    return Plugged("PHONE", Within(width_ms * NS_PER_MS, 0, 17 * NS_PER_MS, f"{PHONE}-0000000{seat}"), name)


def _seated(evening: Evening, seat: int, name: str, width_ms: int = 35) -> None:
    button = _button(seat, name, width_ms)
    us = "/".join(str(ns // 1000) for ns in button.within[:3])
    evening.enter(f"button {seat} {button.code} {us} {button.device} {name}".rstrip(), 300 + seat)
    evening.press(seat, 400 + seat)


def test_how_close_a_tie_is_is_said_of_phones_whatever_else_plays() -> None:
    evening = who_plays()
    _seated(evening, 1, "Ola")
    evening.press(2, 500)
    assert evening.shown.main.text == ("phones: ties 36 ms",)
    _seated(evening, 3, "Jan")
    assert evening.shown.main.text[0].startswith("phones: ties ")


def test_who_came_by_phone_is_seen_by_name_and_without_one_as_a_phone() -> None:
    evening = who_plays()
    _seated(evening, 1, "Ola")
    _seated(evening, 2, "")
    assert evening.shown.seats[1].text == ("Ola",)
    assert evening.shown.seats[2].text == ("phone",)
    evening.enter("name 1 Ola", 900)
    plates = {plate.seat: plate for plate in at_table(evening, None).plates}
    assert (plates[1].name, plates[1].note, plates[2].note) == ("Ola", "in", "phone")


def test_a_phone_that_sleeps_is_told_of_on_the_main_panel_and_the_seat_s_own() -> None:
    evening = who_plays()
    view = screens.view(evening.session, evening.state, evening.now, speaker("en"), ["asleep 3"])
    assert view.main.title == "! Phone 3 asleep"
    assert view.seats[3].title == "! phone asleep"
    assert not view.seats[2].title


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("width_ms", [35, 535])
def test_how_close_a_tie_is_has_room_on_a_main_panel(language: str, width_ms: int) -> None:
    evening = who_plays(language)
    _seated(evening, 1, "Ola", width_ms)
    _seated(evening, 3, "Jan", width_ms)
    assert cells(evening.shown.main.text[0]) <= small_lines(128, 64)[1]
