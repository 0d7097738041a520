from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import OptionError
from companion.games.catalogue import find_game
from companion.i18n import speaker
from companion.session.session import Session
from firmware.events import Rolled
from firmware.rolling import Roll
from firmware.views import Cue, Lamp, Mood, Screen, Sound
from firmware.views import Dice as DiceFigure
from tests.companion.games.dice.dice_sitting import here, sit
from tests.companion.games.sitting import Sitting, ns
from tests.companion.session.evening import Evening


def rolled(table: Sitting, *faces: int | str, ms: float, seat: int = 1) -> Sitting:
    """A roll at ``ms`` whose faces come 30 ms later, at rest."""
    assert table.press(seat, ms) is None
    assert any(isinstance(effect, Roll) for effect in table.cues)
    table.happen(Rolled(tuple(map(str, faces)), ns(ms + 30)))
    table.wait(ms + 600)
    return table


def asked(table: Sitting) -> list[str]:
    """The dice the last event asked to be rolled."""
    return [die.name for effect in table.cues if isinstance(effect, Roll) for die in effect.dice]


def screen(table: Sitting) -> Screen:
    return table.referee.main_screen(table.state, table.now, speaker("en"))


# -- rolling -------------------------------------------------------------------------------------------------


def test_a_press_rolls_all_dice_and_shows_them_after_600_ms() -> None:
    table = sit()
    table.press(2, 1000)
    assert Cue(Sound.ROLL) in table.cues
    assert asked(table) == ["d6", "d6", "d6"]
    table.happen(Rolled(("2", "3", "6"), ns(1030)))
    table.wait(1599.999)
    assert (table.see["phase"], table.see["faces"], table.see["rolls"]) == ("rolling", [], 0)
    table.wait(1600)
    assert (table.see["phase"], table.see["faces"], table.see["total"]) == ("rolled", [2, 3, 6], 11)
    assert (table.see["rolls"], table.see["history"]) == (1, [[2, 3, 6]])
    assert table.cues == [Cue(Sound.RULING, 2)]


def test_ok_and_a_typed_roll_do_the_same() -> None:
    table = sit()
    table.ok(1000)
    assert asked(table) == ["d6", "d6", "d6"]
    table = sit()
    table.enter("roll", 1000)
    assert asked(table) == ["d6", "d6", "d6"]


def test_presses_during_the_roll_are_ignored_and_the_first_after_it_rolls() -> None:
    table = sit()
    table.press(1, 1000)
    table.happen(Rolled(("1", "1", "1"), ns(1030)))
    for ms in (1100, 1599.999):
        assert table.press(2, ms) is None
        assert asked(table) == []
    table.press(2, 1600)
    assert asked(table) == ["d6", "d6", "d6"]
    assert (table.see["faces"], table.see["rolls"]) == ([1, 1, 1], 1)


def test_an_equal_roll_is_visibly_a_new_one() -> None:
    table = rolled(sit(), 4, 4, 4, ms=1000)
    first = screen(table)
    table.press(1, 3000)
    assert screen(table).mood is Mood.WAIT
    assert screen(table).big == "? ? ?"
    table.happen(Rolled(("4", "4", "4"), ns(3030)))
    table.wait(3600)
    assert (table.see["faces"], table.see["rolls"]) == ([4, 4, 4], 2)
    assert screen(table) != first
    assert (first.title, screen(table).title) == ("roll 1: total 12", "roll 2: total 12")


def test_the_last_20_rolls_are_kept() -> None:
    table = sit("seats=1 set=1d100")
    for number in range(1, 24):
        rolled(table, number, ms=number * 1000)
    assert table.see["rolls"] == 23
    assert table.see["history"] == [[number] for number in range(4, 24)]


def test_faces_that_come_after_the_roll_should_have_ended_are_shown_at_once() -> None:
    table = sit()
    table.press(1, 1000)
    table.wait(5000)
    assert table.see["phase"] == "rolling"
    table.happen(Rolled(("1", "2", "3"), ns(6000)))
    table.wait(6000)
    assert table.see["faces"] == [1, 2, 3]


def test_dice_whose_faces_never_come_can_be_rolled_again() -> None:
    table = sit()
    table.press(1, 1000)
    table.press(1, 2000)
    assert asked(table) == ["d6", "d6", "d6"]


def test_faces_nobody_waits_for_change_nothing() -> None:
    table = sit()
    table.happen(Rolled(("1", "2", "3"), ns(500)))
    assert table.see["phase"] == "ready"
    rolled(table, 4, 5, 6, ms=1000)
    table.press(1, 3000)
    table.happen(Rolled(("1", "2"), ns(3010)))
    table.happen(Rolled(("1", "2", "3"), ns(3020)))
    table.happen(Rolled(("6", "6", "6"), ns(3030)))
    table.wait(3600)
    assert table.see["history"] == [[4, 5, 6], [1, 2, 3]]


def test_lamps_are_lit_while_a_press_would_roll() -> None:
    table = sit()
    assert table.referee.lamp(table.state, 1, table.now) is Lamp.ON
    table.press(1, 1000)
    assert table.referee.lamp(table.state, 2, table.now) is Lamp.OFF


# -- locking -------------------------------------------------------------------------------------------------


def test_locked_dice_stay_and_only_the_others_are_rolled() -> None:
    table = rolled(sit(), 2, 3, 6, ms=1000)
    assert table.enter("lock 1", 2000) is None
    assert table.enter("lock 3", 2100) is None
    assert table.see["locked"] == [1, 3]
    table.press(1, 3000)
    assert asked(table) == ["d6"]
    assert screen(table).big == "2 ? 6"
    table.happen(Rolled(("5",), ns(3030)))
    table.wait(3600)
    assert (table.see["faces"], table.see["locked"]) == ([2, 5, 6], [1, 3])
    table.enter("unlock 1", 4000)
    assert table.see["locked"] == [3]
    table.enter("unlock", 4100)
    assert table.see["locked"] == []


def test_the_knob_offers_to_roll_to_lock_each_die_and_to_unlock_it() -> None:
    table = sit()
    assert [choice.text for choice in table.referee.choices(table.state)] == ["roll"]
    rolled(table, 2, 3, 6, ms=1000)
    assert [choice.text for choice in table.referee.choices(table.state)] == [
        "roll",
        "lock 1",
        "lock 2",
        "lock 3",
        "past",
    ]
    table.enter("lock 2", 2000)
    offered = [choice.text for choice in table.referee.choices(table.state)]
    assert offered == ["roll", "lock 1", "unlock 2", "lock 3", "unlock", "past"]


def test_polish_words_do_the_same() -> None:
    table = sit()
    table.enter("rzuć", 1000)
    assert asked(table) == ["d6", "d6", "d6"]
    table = rolled(sit(), 2, 3, 6, ms=1000)
    for ms, typed in enumerate(("zatrzymaj 1", "zablokuj 3", "pusc 1"), 2000):
        assert table.enter(typed, ms) is None
    assert table.see["locked"] == [3]


def test_when_every_die_is_locked_nothing_is_rolled() -> None:
    table = rolled(sit("seats=1 set=2d6"), 2, 3, ms=1000)
    table.enter("lock 1", 2000)
    table.enter("lock 2", 2100)
    assert table.press(1, 3000) == "All dice are locked"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("lock 0", "Expected a die from 1 to 3"),
        ("unlock 4", "Expected a die from 1 to 3"),
        ("lock", "Expected roll, lock N or unlock N; got lock"),
        ("lock x", "Expected roll, lock N or unlock N; got lock x"),
    ],
)
def test_what_can_not_be_locked_is_refused(typed: str, why: str) -> None:
    assert rolled(sit(), 2, 3, 6, ms=1000).enter(typed, 2000) == why


def test_dice_are_locked_neither_before_they_were_rolled_nor_while_they_roll() -> None:
    table = sit()
    assert table.enter("lock 1", 500) == "Roll first"
    table.press(1, 1000)
    assert table.enter("lock 1", 1500) == "The dice are rolling"
    table.happen(Rolled(("1", "2", "3"), ns(1550)))
    assert table.enter("lock 1", 1599) == "The dice are rolling"
    assert table.enter("lock 1", 1600) is None
    assert (table.see["faces"], table.see["locked"]) == ([1, 2, 3], [1])


# -- sets ----------------------------------------------------------------------------------------------------


def test_dice_of_several_kinds_make_one_sum() -> None:
    table = sit("seats=1 set=2d6+1d8")
    table.press(1, 1000)
    assert asked(table) == ["d6", "d6", "d8"]
    table.happen(Rolled(("6", "6", "8"), ns(1030)))
    table.wait(1600)
    assert table.see["total"] == 20


def test_kezao_dice_have_colours_and_no_total() -> None:
    table = rolled(sit("seats=1 set=kezao"), "red", "violet", "orange", "blue", ms=1000)
    assert (table.see["faces"], table.see["total"]) == (["red", "violet", "orange", "blue"], None)
    figure = screen(table).figure
    assert isinstance(figure, DiceFigure)
    assert [(face.word, face.crossed) for face in figure.faces] == [
        ("red", False),
        ("violet", False),
        ("orange", True),
        ("blue", True),
    ]
    assert not figure.rolling


def test_kezao_dice_that_roll_show_nothing_but_those_that_are_locked() -> None:
    table = rolled(sit("seats=1 set=kezao"), "red", "violet", "orange", "blue", ms=1000)
    assert table.enter("lock 2", 2000) is None
    table.press(1, 3000)
    figure = screen(table).figure
    assert isinstance(figure, DiceFigure)
    assert figure.rolling
    assert [(face.text, face.still) for face in figure.faces] == [
        ("?", False),
        ("V", True),
        ("?", False),
        ("?", False),
    ]
    assert screen(table).title == "roll 2, locked 2"


def test_beside_faces_that_are_words_the_numbers_are_summed() -> None:
    table = rolled(sit("seats=1 set=2d6+1weather"), 3, 4, "sun", ms=1000)
    assert (table.see["faces"], table.see["total"]) == ([3, 4, "sun"], 7)
    assert table.see["history"] == [[3, 4, "sun"]]
    assert (screen(table).title, screen(table).big) == ("roll 1: total 7", "3 4 sun")


@pytest.mark.parametrize(
    ("dice", "faces", "told", "total"),
    [
        ("2doubling", ("2", "64"), [2, 64], 66),
        ("3change", ("-1", "+1", "+1"), [-1, 1, 1], 1),
        ("2change", ("skip", "-1"), ["skip", -1], -1),
        ("2change", ("skip", "skip"), ["skip", "skip"], None),
        ("1weather", ("snow",), ["snow"], None),
        ("1d6+1weather+1doubling", ("6", "rain", "32"), [6, "rain", 32], 38),
    ],
)
def test_a_number_is_one_whatever_else_its_die_or_another_may_show(
    dice: str, faces: tuple[str, ...], told: list[int | str], total: int | None
) -> None:
    table = rolled(sit(f"seats=1 set={dice}"), *faces, ms=1000)
    assert (table.see["faces"], table.see["total"]) == (told, total)


def test_words_are_the_one_big_thing_or_stand_below_the_sum_of_the_numbers() -> None:
    table = rolled(sit("seats=1 set=3weather"), "sun", "rain", "sun", ms=1000)
    assert (screen(table).title, screen(table).big) == ("roll 1", "sun rain sun")
    table = rolled(sit("seats=1 set=3weather+1d6"), "sun", "rain", "sun", 5, ms=1000)
    assert (screen(table).big, screen(table).text) == ("5", ("sun rain sun 5",))


@pytest.mark.parametrize(
    ("dice", "faces", "total"),
    [("4fudge", ("+1", "0", "-1", "-1"), -1), ("2averaging", ("2", "4"), 6), ("2d20l1+5", ("13", "7"), 12)],
)
def test_wherever_faces_are_whole_numbers_there_is_a_total(
    dice: str, faces: tuple[str, ...], total: int
) -> None:
    table = rolled(sit(f"seats=1 set={dice}"), *faces, ms=1000)
    assert (table.see["faces"], table.see["total"]) == (list(map(int, faces)), total)


def test_a_roll_without_any_number_has_no_total_to_be_shown() -> None:
    table = rolled(sit("seats=1 set=3change"), "skip", "skip", "skip", ms=1000)
    assert (screen(table).title, screen(table).big) == ("roll 1", "skip skip skip")
    table.press(1, 3000)
    assert screen(table).big == "? ? ?"


def test_the_dice_that_count_are_told_and_the_number_that_is_added() -> None:
    table = sit("seats=1,2 set=4d6k3+2")
    assert (table.see["kept"], table.see["modifier"], table.see["total"]) == (None, 2, None)
    assert screen(table).title == "4d6 highest 3 +2"
    rolled(table, 3, 1, 5, 6, ms=1000)
    assert (table.see["kept"], table.see["total"]) == ([1, 3, 4], 16)
    assert (screen(table).title, screen(table).big, screen(table).text) == (
        "roll 1",
        "16",
        ("3+5+6+2, not 1",),
    )
    table.press(1, 3000)
    assert (screen(table).big, screen(table).text) == ("?", ("? ? ? ? +2",))
    assert rolled(sit(), 1, 2, 3, ms=1000).see["kept"] is None


def test_locked_dice_stay_and_the_best_of_all_that_lie_there_count() -> None:
    table = rolled(sit("seats=1 set=4d6k3"), 3, 1, 5, 6, ms=1000)
    table.enter("lock 2", 2000)
    table.enter("lock 4", 2100)
    table.press(1, 3000)
    assert asked(table) == ["d6", "d6"]
    assert screen(table).text == ("? 1 ? 6", "locked 2 4")
    table.happen(Rolled(("1", "1"), ns(3030)))
    table.wait(3600)
    assert (table.see["faces"], table.see["kept"], table.see["total"]) == ([1, 1, 1, 6], [1, 2, 4], 8)
    assert table.see["locked"] == [2, 4]


def test_the_rolls_before_are_read_with_the_knob_the_newest_first_whatever_dice_there_are_now() -> None:
    box = at_box("seats=1,2 set=4d6k3+2")
    landed(box, "3", "1", "5", "6", ms=1000)
    landed(box, "1", "1", "1", "1", ms=3000)
    assert told(box) == ["roll 2: 1+1+1+2 = 5, not 1", "roll 1: 3+5+6+2 = 16, not 1"]
    box.knob(99, 5000)
    box.ok(5100)
    box.enter("set set 1d20", 5200)
    box.enter("go on", 5300)
    assert box.see["phase"] == "ready"
    assert [choice.text for choice in box.choices] == ["roll", "past", "options"]
    landed(box, "13", ms=7000)
    assert told(box)[:2] == ["roll 3: 13", "roll 2: 1+1+1+2 = 5, not 1"]
    box.knob(2, 9000)
    box.ok(9100)
    assert (box.shown.main.title, box.shown.main.big) == ("Past rolls ...", "roll 3: 13")
    assert box.shown.main.hint == "ok: back"
    box.ok(9500)
    assert (box.see["rolls"], box.shown.main.hint) == (3, "ok: Roll")


def told(box: Evening) -> list[str]:
    """The lines under *past rolls*."""
    (past,) = (choice for choice in box.choices if choice.text == "past")
    assert past.then is not None
    return [choice.label.filled() for choice in past.then()]


def test_many_dice_show_their_total_large_and_every_face() -> None:
    table = rolled(sit("seats=1 set=10d6"), *[6, 1] * 5, ms=1000)
    assert (screen(table).big, screen(table).text) == ("35", ("6 1 6 1 6 1 6 1 6 1",))


@pytest.mark.parametrize("wrong", ["d1", "3d101", "21d6", "6", "", "2d6+", "4d6k5"])
def test_dice_that_can_not_be_are_refused(wrong: str) -> None:
    with pytest.raises(OptionError, match="expected set to be"):
        sit(f"seats=1 set={wrong}")


# -- as a whole ----------------------------------------------------------------------------------------------

steps = st.lists(
    st.tuples(
        st.sampled_from([10, 300, 599, 600, 601, 2000]),
        st.sampled_from(["press 1", "press 2", "ok", "lock 1", "lock 3", "unlock 1", "unlock", "faces"]),
    ),
    max_size=30,
)


@given(steps, st.randoms(use_true_random=False))
def test_whatever_is_done_locked_dice_keep_their_faces_and_every_roll_counts_once(
    steps: list[tuple[int, str]], random: object
) -> None:
    table, ms, waiting = sit(), 0, 0
    for gap, what in steps:
        ms += gap
        table.wait(ms)
        before = table.see
        match what.split():
            case ["press", seat]:
                table.press(int(seat), ms)
            case ["ok"]:
                table.ok(ms)
            case ["faces"] if waiting:
                dice = [str(random.randint(1, 6)) for _ in range(waiting)]  # type: ignore[attr-defined]
                table.happen(Rolled(tuple(dice), ns(ms)))
                waiting = 0
            case _:
                table.enter(what, ms)
        if asked(table):
            waiting = len(asked(table))
            assert waiting == 3 - len(before["locked"])
        after = table.see
        assert after["rolls"] - before["rolls"] in {0, 1}
        assert len(after["history"]) == min(after["rolls"], 20)
        for die in set(before["locked"]) & set(after["locked"]):
            assert after["faces"][die - 1] == before["faces"][die - 1]
        assert after["total"] == (sum(after["faces"]) if after["faces"] else None)
        table.check()


def at_box(options: str = "seats=1,2,3 set=3d6") -> Evening:
    box = Evening(Session(here()))
    box.enter(f"game dice {options}", 0)
    return box


def landed(box: Evening, *faces: str, ms: float) -> None:
    box.tap(1, ms)
    box.happen(Rolled(faces, ns(ms + 90)))
    box.wait(ms + 1000)


def test_presses_during_the_roll_are_nothing_to_undo() -> None:
    box = at_box()
    box.press(1, 1000)
    box.press(2, 1200)
    box.happen(Rolled(("1", "2", "3"), ns(1250)))
    box.press(3, 1300)
    box.wait(2000)
    assert (box.see["rolls"], box.refused) == (1, None)
    box.key("undo", 2500)
    assert (box.see["phase"], box.see["rolls"]) == ("ready", 0)
    box.key("undo", 3000)
    assert box.refused == "Nothing to undo"


def test_ok_names_the_roll_it_does_and_nothing_while_dice_roll() -> None:
    box = at_box()
    assert box.shown.main.hint == "ok: Roll"
    box.tap(1, 1000)
    box.ok(1150)
    assert box.refused == "Someone has already pressed"
    box.happen(Rolled(("1", "2", "3"), ns(1400)))
    box.ok(1550)
    assert box.shown.main.hint == ""
    box.wait(2000)
    assert (box.see["rolls"], box.shown.main.hint) == (1, "ok: Roll")
    box.knob(2, 2100)
    box.ok(2200)
    assert box.see["locked"] == [2]


def test_who_rolls_may_change_and_other_dice_remember_what_was_rolled() -> None:
    box = at_box()
    landed(box, "1", "2", "3", ms=1000)
    box.enter("lock 2", 3000)
    was, play = box.state.game, box.state.play
    assert was is not None
    game = find_game("dice")
    fewer = game.begin(("seats=2,4", "set=3d6"), here())
    assert fewer.takes_over(play, was.setup) == play
    other = game.begin(("seats=1", "set=1d20"), here())
    taken = other.takes_over(play, was.setup)
    told = other.snapshot(taken, box.now)
    assert (told["faces"], told["locked"], told["history"]) == ([], [], [[1, 2, 3]])


def test_undo_takes_a_roll_back_and_redo_brings_the_same_faces() -> None:
    evening = Evening()
    evening.enter("game dice seats=1 set=1d20", 0)
    evening.tap(1, 1000)
    evening.happen(Rolled(("13",), ns(1030)))
    evening.wait(2000)
    assert evening.see["faces"] == [13]
    evening.key("undo", 3000)
    assert (evening.see["faces"], evening.see["rolls"], evening.see["history"]) == ([], 0, [])
    evening.key("redo", 4000)
    evening.wait(5000)
    assert (evening.see["faces"], evening.see["rolls"]) == ([13], 1)
    evening.knob(1, 6000)
    evening.ok(6500)
    assert evening.see["locked"] == [1]
