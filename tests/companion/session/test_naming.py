from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.i18n import speaker
from companion.session.naming import ALPHABET
from firmware.views import Cue, Mood, Sound, Voice
from tests.companion.session.evening import Evening
from tests.companion.session.test_session import over, playing


def clock() -> Iterator[float]:
    """Times in ms, far enough apart that two oks are two."""
    ms = 10_000.0
    while True:
        yield ms
        ms += 400


class Namer:
    """Turns to choices by their words and takes them."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.ms = clock()

    def take(self, *choices: str) -> None:
        for choice in choices:
            offered = [one.text for one in self.evening.session.choices(self.evening.state)]
            self.evening.knob(-99, next(self.ms))
            self.evening.knob(offered.index(choice), next(self.ms))
            self.evening.ok(next(self.ms))

    def key(self, key: str) -> None:
        self.evening.key(key, next(self.ms))


def naming() -> Namer:
    """The question whose name it is, from the menu."""
    namer = Namer(Evening())
    namer.take("names")
    return namer


# -- typed ---------------------------------------------------------------------------------------------------


def test_a_name_is_typed_at_any_time_and_forgotten_by_none() -> None:
    evening = Evening()
    evening.enter("name 3 Ola", 100)
    evening.enter("name 1  Łukasz  Jan ", 200)
    assert evening.see["names"] == {"1": "Łukasz Jan", "3": "Ola"}
    evening.enter("name 3", 300)
    assert evening.see["names"] == {"1": "Łukasz Jan"}


@pytest.mark.parametrize("typed", ["name", "name 9 Ola", "name Ola", "name ² Ola"])
def test_a_name_for_no_seat_is_refused(typed: str) -> None:
    evening = Evening()
    evening.enter(typed, 100)
    assert evening.refused == f"Expected name SEAT NAME, got {typed}"
    assert evening.see["names"] == {}


@pytest.mark.plays("seventeen", "buzzer")
def test_names_stay_through_games_pause_undo_redo_and_rematch() -> None:
    evening = playing()
    evening.tap(1, 1000)
    evening.enter("name 2 Ola", 2000)
    evening.key("undo", 3000)
    assert (evening.see["names"], evening.see["phase"]) == ({"2": "Ola"}, "turn")
    evening.enter("name 1 Jan", 3500)
    evening.key("redo", 4000)
    assert (evening.see["names"], evening.see["phase"]) == ({"1": "Jan", "2": "Ola"}, "window")
    evening.key("pause", 5000)
    evening.enter("name 3 Ala", 6000)
    assert evening.refused is None
    evening.enter("game buzzer seats=1,2", 7000)
    assert evening.see["names"] == {"1": "Jan", "2": "Ola", "3": "Ala"}


@pytest.mark.plays("seventeen")
def test_a_name_is_no_move_that_could_be_undone() -> None:
    evening = playing()
    evening.enter("name 2 Ola", 1000)
    evening.key("undo", 2000)
    assert (evening.refused, evening.see["names"]) == ("Nothing to undo", {"2": "Ola"})


# -- by knob -------------------------------------------------------------------------------------------------


def test_a_name_is_made_letter_by_letter() -> None:
    namer = naming()
    namer.take("seat 3", "O", "L", "A", "done")
    assert namer.evening.see["names"] == {"3": "Ola"}
    assert namer.evening.see["naming"] == {"seat": None, "text": ""}
    assert namer.evening.standing == "seat 4"
    namer.take("done")
    assert (namer.evening.see["naming"], namer.evening.see["phase"]) == (None, "menu")


def test_letters_are_taken_back_and_a_space_begins_a_new_word() -> None:
    namer = naming()
    namer.take("seat 1", "J", "A", "N", "X", "delete", "blank", "Ż", "Ó")
    assert namer.evening.see["naming"] == {"seat": 1, "text": "Jan Żó"}
    namer.take("done")
    assert namer.evening.see["names"] == {"1": "Jan Żó"}


def test_every_polish_letter_can_be_turned_to() -> None:
    assert set("AĄBCĆDEĘFGHIJKLŁMNŃOÓPQRSŚTUVWXYZŹŻ") == set(ALPHABET)
    assert len(ALPHABET) == 35


def test_a_button_chooses_its_own_seat_and_holding_ok_is_done() -> None:
    namer = naming()
    namer.evening.tap(5, next(namer.ms))
    namer.take("E", "W", "A")
    namer.key("hold-ok")
    assert namer.evening.see["names"] == {"5": "Ewa"}
    namer.key("hold-ok")
    assert namer.evening.see["naming"] is None


def test_back_leaves_a_name_as_it_was() -> None:
    namer = naming()
    namer.evening.enter("name 2 Ola", next(namer.ms))
    namer.take("seat 2", "delete", "delete")
    namer.key("back")
    assert namer.evening.see["names"] == {"2": "Ola"}
    assert namer.evening.standing == "seat 2"
    namer.key("back")
    assert namer.evening.see["naming"] is None


def test_a_name_that_is_there_is_gone_on_with_and_forgotten_when_its_letters_are() -> None:
    namer = naming()
    namer.evening.enter("name 2 Jo", next(namer.ms))
    namer.take("seat 2")
    assert (namer.evening.see["naming"], namer.evening.standing) == ({"seat": 2, "text": "Jo"}, "done")
    namer.take("delete", "delete", "delete", "done")
    assert namer.evening.see["names"] == {}


def test_after_twelve_letters_there_is_room_for_none() -> None:
    namer = naming()
    namer.take("seat 1", *"ABCDEFGHIJKL", "M")
    assert namer.evening.refused == "At most 12 letters"
    namer.take("done")
    assert namer.evening.see["names"] == {"1": "Abcdefghijkl"}


def test_a_name_can_be_typed_once_its_seat_is_chosen() -> None:
    namer = naming()
    namer.take("seat 4")
    namer.evening.enter("Bożena", next(namer.ms))
    assert namer.evening.see["names"] == {"4": "Bożena"}


@pytest.mark.parametrize("key", ["undo", "redo", "pause"])
def test_other_keys_wait_for_the_name(key: str) -> None:
    namer = naming()
    namer.key(key)
    assert namer.evening.refused == "First finish the name"
    assert namer.evening.see["naming"] == {"seat": None, "text": ""}


@pytest.mark.plays("seventeen")
def test_names_are_made_in_the_middle_of_a_game_and_its_clocks_stand_still() -> None:
    evening = playing("seventeen seats=1,2,3 window_s=5")
    evening.tap(1, 1000)
    evening.key("hold-ok", 3000)
    namer = Namer(evening)
    namer.take("names", "seat 2", "O", "L", "A", "done", "done")
    assert (evening.see["menu"], evening.see["paused"], evening.see["phase"]) == (True, True, "window")
    evening.key("back", 20_000)
    evening.wait(22_999.999)
    assert evening.see["phase"] == "window"
    evening.wait(23_000)
    assert (evening.see["phase"], evening.shown.main.big) == ("turn", "Ola")


@pytest.mark.plays("buzzer")
def test_a_press_from_before_the_pause_still_counts_for_the_game() -> None:
    evening = playing("buzzer seats=1,2")
    evening.ok(1000)
    evening.ok(2000)
    evening.key("hold-ok", 3000)
    Namer(evening).take("names")
    evening.press(2, 2999)
    assert evening.see["naming"] == {"seat": None, "text": ""}
    evening.press(1, 15_000)
    assert evening.see["naming"] == {"seat": 1, "text": ""}


# -- a sound of one's own ------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["sound 3 flute", "dźwięk 3 flet", "DZWIEK 3 Flet"])
def test_a_sound_is_typed_heard_and_kept(typed: str) -> None:
    evening = Evening()
    evening.enter(typed, 100)
    assert evening.cues == [Cue(Sound.RULING, 3)]  # the loop has it sound as chosen
    assert evening.see["voices"] == {"3": "flute"}
    evening.enter("name 3 Ola", 200)
    assert evening.cues == []


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("sound 3 tuba", "No such sound: Names has them all"),
        ("sound 9 bell", "Expected sound SEAT SOUND, got sound 9 bell"),
        ("sound 1+2 bell", "Expected sound SEAT SOUND, got sound 1+2 bell"),
        ("sound", "Expected sound SEAT SOUND, got sound"),
    ],
)
def test_a_sound_that_can_not_be_is_refused(typed: str, why: str) -> None:
    evening = Evening()
    evening.enter(typed, 100)
    assert (evening.refused, evening.see["voices"]) == (why, {})


def test_sounds_are_tried_with_the_knob_beside_the_letters_and_the_name_goes_on() -> None:
    namer = naming()
    namer.take("seat 3", "O", "sound whistle")
    assert namer.evening.cues == [Cue(Sound.RULING, 3)]
    namer.take("sound robot")
    assert namer.evening.see["voices"] == {"3": "robot"}
    namer.take("L", "A", "done")
    assert namer.evening.see["names"] == {"3": "Ola"}


# -- what is seen --------------------------------------------------------------------------------------------


def test_the_letter_is_large_and_the_name_so_far_is_on_the_seats_own_screen_too() -> None:
    namer = naming()
    namer.take("seat 3", "O")
    namer.evening.knob(99, next(namer.ms))
    namer.evening.knob(-1 - len(Voice), next(namer.ms))
    shown = namer.evening.shown
    assert (shown.main.title, shown.main.big, shown.main.sign) == ("O_", "Ż", 3)
    assert (shown.seats[3].big, shown.seats[3].mood) == ("O_", Mood.TURN)
    assert shown.seats[4].big == "Seat 4"


@pytest.mark.plays("seventeen")
def test_a_winner_is_called_by_name() -> None:
    evening = over()
    evening.enter("name 2 Ola", 50_000)
    assert evening.shown.main.big == "Ola"
    evening.enter("name 2", 51_000)
    assert evening.shown.main.big == "Seat 2"


@pytest.mark.plays("buzzer")
def test_who_answers_first_is_called_by_name_and_so_are_those_of_a_tie() -> None:
    evening = playing("buzzer seats=1,2,3")
    evening.enter("name 2 Ola", 500)
    evening.ok(1000)
    evening.ok(2000)
    evening.press(2, 3000)
    evening.press(3, 3000.1)
    evening.wait(3100)
    labels = []
    for step in (1, 1):
        evening.knob(step, 4000)
        labels.append(evening.shown.main.big)
    assert labels == ["Ola answers", "Seat 3 answers"]
    evening.enter("first 2", 5000)
    assert evening.shown.main.big == "Ola"


# -- the volume ----------------------------------------------------------------------------------------------


def test_the_volume_goes_round_from_the_menu_and_is_heard_at_once() -> None:
    namer = Namer(Evening())
    levels = []
    for _ in range(5):
        namer.take("volume")
        assert namer.evening.cues == [Cue(Sound.TICK)]
        levels.append((namer.evening.see["volume"], namer.evening.shown.main.big))
    assert levels == [
        (0, "Sound: off"),
        (1, "Sound: ▮··"),
        (2, "Sound: ▮▮·"),
        (3, "Sound: ▮▮▮"),
        (0, "Sound: off"),
    ]
    assert namer.evening.standing == "volume"


@pytest.mark.plays("seventeen")
def test_the_volume_is_changed_in_the_middle_of_a_game_and_undo_leaves_it() -> None:
    evening = playing()
    evening.tap(1, 1000)
    evening.key("hold-ok", 3000)
    Namer(evening).take("volume")
    assert (evening.see["volume"], evening.see["menu"], evening.see["paused"]) == (0, True, True)
    evening.key("back", 20_000)
    evening.key("undo", 21_000)
    assert (evening.see["volume"], evening.see["phase"]) == (0, "turn")


@pytest.mark.plays("seventeen")
def test_a_volume_is_typed() -> None:
    evening = playing()
    evening.enter("volume 1", 1000)
    assert evening.see["volume"] == 1
    evening.enter("volume 4", 2000)
    assert (evening.see["volume"], evening.refused) == (1, "Expected volume 0 to 3, got volume 4")


@pytest.mark.plays("buzzer")
def test_a_team_gets_its_name_typed_or_letter_by_letter_and_keeps_it() -> None:
    evening = Evening()
    evening.enter("game buzzer seats=1,2,3,4 teams=1+2,3+4 lang=en", 100)
    evening.enter("name 2+1 Foxes", 200)
    assert (evening.refused, evening.see["names"]) == (None, {"1+2": "Foxes"})
    evening.key("hold-ok", 1000)
    evening.knob([choice.text for choice in evening.choices].index("names"), 1600)
    evening.ok(2000)
    named = [choice.text for choice in evening.choices]
    assert named[-2:] == ["seat 1+2", "seat 3+4"]
    evening.knob(99, 2500)
    evening.ok(3000)
    evening.enter("Owls", 3500)
    assert evening.see["names"] == {"1+2": "Foxes", "3+4": "Owls"}
    say = speaker("en").named(evening.state.names)
    assert [say.team(team) for team in ((1, 2), (3, 4), (1, 3), (2,))] == [
        "Foxes",
        "Owls",
        "Team 1+3",
        "Seat 2",
    ]


def test_a_team_that_has_split_leaves_its_name_to_the_larger_part() -> None:
    say = speaker("en").named({"1+2+3+4": "Foxes", "5+6+7": "Owls"})
    assert [say.team(team) for team in ((1, 2), (3, 4), (5, 6))] == ["Team 1+2", "Team 3+4", "Owls"]


@pytest.mark.parametrize("typed", ["name 1+1 Foxes", "name 1+9 Foxes", "name 1+ Foxes", "name + Foxes"])
def test_a_name_for_nobody_is_refused(typed: str) -> None:
    evening = Evening()
    evening.enter(typed, 100)
    assert evening.refused == f"Expected name SEAT NAME, got {typed}"
