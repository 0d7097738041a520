"""What a newcomer sees before a game begins."""

from __future__ import annotations

import pytest

from companion.games.catalogue import all_games
from companion.table.parts import Poster
from companion.table.view import TableView
from firmware.views import Mood
from tests.companion.games.scenes import SCENES
from tests.companion.window.table_album import tables_of

pytestmark = pytest.mark.skipif("menu" not in SCENES, reason="the menu has other games than our ten")


def _at(seconds: float) -> TableView:
    return next(look.view for look in tables_of("menu", "en") if look.seconds == seconds)


def _poster(view: TableView) -> Poster:
    (poster,) = view.middle
    assert isinstance(poster, Poster)
    return poster


def test_the_menu_says_what_the_game_is_about_and_for_how_many() -> None:
    view = _at(0.1)
    assert view.game == "buzzer"
    poster = _poster(view)
    assert poster.lead == "A question for all: who is first with the answer?"
    assert poster.lines[0] == "For 2 to 8 players"


def test_the_menu_says_how_to_begin_that_a_round_can_be_watched_and_what_the_box_is() -> None:
    poster = _poster(_at(0.1))
    assert "ok: we play this" in poster.lines[1]
    assert "Half a minute" in poster.lines[2]
    assert poster.foot[0] == "I tell who was first, and by how much."


def test_where_the_knob_stands_on_no_game_only_the_box_is_told_of() -> None:
    view = _at(0.3)
    assert view.game == ""
    assert _poster(view).lead == "I tell who was first, and by how much."
    assert _poster(view).foot == ()


def test_nobody_is_in_while_a_game_is_chosen() -> None:
    assert all(plate.mood is Mood.WAIT and not plate.value and not plate.note for plate in _at(0.1).plates)


def test_plates_ask_to_join_and_light_up() -> None:
    before, after = _at(2.1), _at(3.9)
    assert {plate.note for plate in before.plates} == {"to join: press"}
    assert [plate.seat for plate in after.plates if plate.strong] == [1, 2, 4]
    assert {plate.value for plate in after.plates if plate.strong} == {"in"}
    assert "your plate lights up" in _poster(before).lead.lower()


def test_options_are_shown_with_their_values_and_the_one_that_ok_changes() -> None:
    assert not any(one.chosen for one in _poster(_at(4.1)).settings)
    standing = _poster(_at(5.1)).settings
    assert [(one.name, one.value, one.chosen) for one in standing[:2]] == [
        ("Who begins", "Seat 1", True),
        ("A turn lasts", "as you like", False),
    ]
    assert _poster(_at(6.1)).settings[0].value == "Seat 2"


def test_every_game_has_seats_in_words() -> None:
    assert all(game.players[0] < game.players[-1] for game in all_games())  # "For 1 to 8 players"
