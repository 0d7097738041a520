"""What people see of The Game: the two piles, whose turn it is, what fits, why all have lost."""

from __future__ import annotations

from tests.companion.games.the_game.the_game_sitting import entered, evening, nothing_fits


def test_the_main_screen_tells_what_lies_whose_turn_it_is_and_how_many_cards_still_fit() -> None:
    box = evening()
    box.enter("name 2 Bożydar Łuka", 0)
    box.enter("green 4 falling", 100)
    box.enter("gray 10 rising", 200)
    main = box.shown.main  # below 4: 3 x 5; green: 6 more of 9
    assert (main.title, main.text) == ("now: ▲ Bożydar Łuka", ("↓ green 4", "↑ gray 10"))
    assert box.shown.seats[2].title == "of 48 fit ↓21 ↑9"


def test_the_seats_that_wait_see_which_colours_can_still_turn_a_pile() -> None:
    box = evening()
    box.enter("green 1 falling", 100)
    box.enter("gray 1 rising", 200)
    assert box.shown.seats[3].text == ("trick ↓ green",)  # on a 1, gray cards rise by their numbers
    for value in range(2, 11):
        entered(box, f"green {value} falling")
    assert box.see["falling"] == {"colour": "green", "value": 10}
    assert box.shown.seats[1].text == ()  # no green card is left


def test_the_seats_that_wait_read_whose_turn_it_is_while_there_is_room() -> None:
    box = evening()
    box.enter("green 5 falling", 100)
    waiting = box.shown.seats[2]
    assert (waiting.title, waiting.big, waiting.sign) == ("is on turn", "1", 1)
    box.enter("green 7 rising", 200)
    box.ok(600)
    assert (box.shown.seats[3].title, box.shown.seats[3].text) == ("is on turn", ("trick ↓↑ green",))
    box.enter("red 9 rising", 700)
    assert (box.shown.seats[3].title, box.shown.seats[3].text) == ("", ("trick ↓ green", "trick ↑ red"))


def test_experts_read_both_tricks_in_one_row() -> None:
    for language, row in (("en", "↓blue ↑red"), ("pl", "↓niebieski ↑czerwony")):
        box = evening(f"seats=1,2,3 pro=yes lang={language}")
        box.enter("blue 5 falling", 100)
        box.ok(500)
        box.enter("red 7 rising", 600)
        box.ok(1000)
        assert (box.shown.seats[1].title, box.shown.seats[1].text) == ("", (row,))


def test_whoever_ended_a_turn_is_told_to_draw_until_the_next_card_lies() -> None:
    box = evening()
    box.enter("red 7 falling", 100)
    box.tap(1, 200)
    assert box.shown.seats[1].big == "DRAW 1"
    box.enter("red 6 falling", 600)
    assert box.shown.seats[1].big == "2"
    box.enter("red 5 falling", 700)
    assert box.shown.seats[2].big == "DRAW 2"


def test_what_nobody_may_say_stands_on_every_seats_screen() -> None:
    for pro, talk in (("no", "no exact numbers!"), ("yes", "say only colours, piles and tricks")):
        box = evening(f"seats=1,2,3 pro={pro}")
        box.enter("red 7 falling", 100)
        box.ok(200)
        shown = box.shown.seats
        assert [shown[1].hint, shown[2].text, shown[3].hint] == [talk, (talk,), talk]


def test_after_a_first_card_that_leaves_nothing_to_lay_the_seat_is_told_to_end_its_turn() -> None:
    box = entered(evening("seats=1,2"), *nothing_fits()[:-1], "done")
    assert box.shown.seats[1].hint == "lay 1 or 2 cards"
    entered(box, "red 10 rising")
    assert box.shown.seats[1].hint == "press: turn done"


def test_a_lost_game_says_why() -> None:
    box = entered(evening("seats=1,2"), *nothing_fits())
    main = box.shown.main
    assert (main.title, main.big, main.text) == ("No card fits", "20/50", ("of 30 fit ↓0 ↑0",))
    assert main.hint == "ok: Play again"
    box = entered(evening(), "name 2 Ola", "green 4 falling", "blue 3 falling", "stuck")
    assert (box.shown.main.title, box.shown.main.text) == ("Ola can't lay", ("cards laid",))
