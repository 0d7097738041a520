from __future__ import annotations

import pytest

from companion.games.facts import Course
from companion.i18n import LANGUAGES, speaker
from firmware.events import Seat
from firmware.views import Screen
from tests.companion.games.legible import cut, too_small
from tests.companion.games.sitting import Sitting, referee_for

ENGLISH = speaker("en")


def sit(options: str = "seats=1,2,3,4 first=1") -> Sitting:
    return Sitting(referee_for(f"seventeen {options}"))


def own(game: Sitting, seat: Seat, language: str = "en") -> Screen:
    return game.referee.seat_screen(game.state, seat, game.now, speaker(language))


def main(game: Sitting, language: str = "en") -> Screen:
    return game.referee.main_screen(game.state, game.now, speaker(language))


def note(game: Sitting, seat: Seat) -> str:
    plates = game.referee.table(game.state, game.now, ENGLISH).plates
    return next(plate.note for plate in plates if plate.seat == seat)


def obliged(options: str = "seats=1,2,3 first=1") -> Sitting:
    """Seat 2 has to lay two cards, at 1700 ms."""
    game = sit(options)
    game.tap(1, 1000)
    game.enter("play2", 1200)
    game.ok(1600)
    game.wait(1700)
    return game


def test_who_must_lay_two_reads_so_before_between_and_after() -> None:
    game = obliged()
    told = [(own(game, 2).big, main(game).text, note(game, 2))]
    for ms in (3000, 4000, 5000, 6000):
        game.tap(2, ms)
        game.wait(ms + 600)
        told.append((own(game, 2).big, main(game).text, note(game, 2)))
    assert told == [
        ("LAY 2", ("lays 2 cards",), "lays 2 cards"),
        ("1 MORE", ("lays 1 more",), "lays 1 more"),
        ("1 MORE", ("lays 1 more",), "lays 1 more"),
        ("DRAW 2", ("draws 2",), "draws 2"),
        ("3", (), ""),
    ]


def test_between_two_cards_a_press_is_what_the_table_has_chosen_it_to_be() -> None:
    for close, text in (("press", "nobody? press"), ("next", "lay a card, press")):
        game = obliged(f"seats=1,2,3 first=1 close={close}")
        game.tap(2, 3000)
        assert own(game, 2).text == (text,)


def test_an_ordinary_turn_draws_without_a_number() -> None:
    game = sit()
    game.tap(1, 1000)
    assert (own(game, 1).big, own(game, 1).text) == ("DRAW", ("draw, then press",))


def revealed(*, callers: tuple[Seat, ...] = (3,), traps: tuple[Seat, ...] = (), total: int = 18) -> Sitting:
    """Seat 1 has laid, others called, traps and the sum are said."""
    game = sit()
    game.tap(1, 1000)
    for seat in callers:
        game.press(seat, 2000)
    game.wait(3000)
    for seat in traps:
        game.enter(f"trap {seat}", 3000)
    game.enter(f"sum {total}", 3000)
    return game


def test_a_lone_caller_who_hid_a_trap_is_told_of_its_call_and_of_no_tie() -> None:
    game = revealed(traps=(3,))
    assert (own(game, 3).big, own(game, 3).text) == ("TRAP!", ("CHECK!",))
    assert own(revealed(callers=(3, 4), traps=(3,)), 3).text == ("tie",)


def test_who_got_which_token_and_why_is_on_every_screen_until_the_next_card() -> None:
    game = revealed(traps=(4,))
    game.ok(4000)
    assert [(score.seat, score.text) for score in main(game).scores] == [
        (1, "+!"),
        (3, "+! +♥"),
        (4, "+♥"),
    ]
    assert (main(game).title, main(game).text) == ("18: Seat 3 is right", ("traps: 4",))
    assert own(game, 3).text == ("lay a card, press", "+1 nerves: trap", "+1 composure: sum")
    assert own(game, 1).text == ("is on turn", "+1 nerves: sum")
    assert own(game, 2).text == ("is on turn",)
    assert (note(game, 3), note(game, 4)) == ("+♥+!", "+♥ trap")
    game.tap(3, 6000)
    assert main(game).scores[0].text == "0♥!"
    assert note(game, 4) == ""


def test_two_nerves_that_go_back_are_told_with_the_composure_they_cost() -> None:
    game = revealed(traps=(4,), total=9)
    game.enter("composure 3 2", 3500)
    game.ok(4000)
    assert main(game).scores[1].text == "+! +! −♥−!!"
    assert own(game, 3).text[1:] == ("+1 nerves: trap", "+1 nerves: sum", "−1 composure: two nerves")


def test_the_last_gains_are_told_at_the_end_as_well() -> None:
    game = revealed()
    game.enter("composure 3 2", 3500)
    game.ok(4000)
    assert game.see["phase"] == "over"
    assert game.referee.ending is not None
    notes = game.referee.ending(Course((game.state,))).notes
    assert {seat: note.filled() for seat, note in notes.items()} == {1: "+! sum", 3: "+♥ sum"}


def test_whose_card_came_after_a_call_is_told_to_take_it_back() -> None:
    game = sit("seats=1,2,3 first=1 close=next")
    game.tap(1, 1000)
    game.tap(2, 1200)
    game.tap(3, 1400)
    game.wait(1600)
    assert (game.see["caller"], game.see["row"]) == (3, 1)
    assert own(game, 2).big == note(game, 2) == "TAKE BACK"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rarest_and_longest_of_it_is_read_from_where_people_sit(language: str) -> None:
    games = [obliged(), revealed(callers=(2, 3, 4), traps=(3, 4)), revealed(traps=(1, 4), total=9)]
    games[2].enter("nerves 3 1", 3500)
    games[2].ok(4000)
    for game in games:
        assert not cut(main(game, language))
        assert not too_small(main(game, language), "main")
        for seat in game.referee.setup.seats:
            assert not cut(own(game, seat, language))
            assert not too_small(own(game, seat, language), seat)
