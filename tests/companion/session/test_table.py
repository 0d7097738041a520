"""What the table window shows around a game."""

from __future__ import annotations

import pytest

from companion.scripts import script
from companion.table.view import TableView
from tests.companion.window.table_album import tables_at

PAUSED = """
0    game seventeen seats=1,2,3 first=1
1    press 1
3    pause
5    pause
7    hold-ok
"""


def _at(seconds: float) -> TableView:
    (look,) = tables_at(script.read(PAUSED, "paused"), [seconds], "en")
    return look.view


@pytest.mark.plays("seventeen")
def test_during_a_pause_nothing_moves_and_nothing_can_be_chosen() -> None:
    view = _at(4)
    assert (view.headline, view.frozen, view.choices, view.standing) == ("PAUSE", True, (), None)


@pytest.mark.plays("seventeen")
def test_on_going_on_the_choices_of_the_game_are_back() -> None:
    assert _at(6).choices
    assert not _at(6).frozen


@pytest.mark.plays("seventeen")
def test_in_the_menu_of_a_pause_its_choices_are_there() -> None:
    view = _at(8)
    assert view.frozen
    assert (view.choices[0], view.standing) == ("Go on", 0)


@pytest.mark.plays("dice")
def test_undo_leads_somewhere_once_something_was_decided_and_redo_once_it_was_taken_back() -> None:
    script_ = "0 game dice\n1 press 1\n3 undo\n"
    at = [0.5, 2, 4]
    views = [look.view for look in tables_at(script.read(script_, "dice"), at, "en")]
    assert [(view.undoes, view.redoes) for view in views] == [(False, False), (True, False), (False, True)]


@pytest.mark.plays("buzzer")
def test_the_ok_button_says_that_all_are_in_once_enough_have_joined() -> None:
    played = script.read("0 enter choose buzzer\n1 press 1\n2 press 2\n", "joining")
    assert [look.view.ok for look in tables_at(played, [0.5, 1.5, 2.5], "en")] == ["", "", "That's all"]


@pytest.mark.plays("buzzer")
def test_further_steps_of_a_choice_are_told_apart_for_back_leads_out_of_them() -> None:
    played = script.read(
        "0 game buzzer seats=1,2\n1 hold-ok\n2 knob +4\n3 ok\n4 ok\n5 back\n6 back\n", "deep"
    )
    looks = tables_at(played, [2.5, 3.5, 4.5, 5.5, 6.5], "en")
    titles = [look.view.title for look in looks if look.view.inside]
    assert titles == ["Correct ...", looks[1].view.choices[0], "Correct ..."]
