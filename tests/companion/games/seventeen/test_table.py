from __future__ import annotations

import pytest

from companion.i18n import speaker
from companion.table.card_parts import BACK, Badge, CardFace, Pile, Row
from companion.table.parts import Against, Countdown, Side
from companion.table.view import TableView, TokenKind, Tokens
from firmware.events import NS_PER_MS, NS_PER_S, Seat
from firmware.views import Mood
from tests.companion.games.sitting import Sitting, referee_for

ENGLISH = speaker("en")


def sitting(options: str = "seats=1,2,3,4") -> Sitting:
    return Sitting(referee_for(f"seventeen {options}"))


def table(game: Sitting) -> TableView:
    return game.referee.table(game.state, game.now, ENGLISH)


def notes(game: Sitting) -> dict[Seat, str]:
    return {plate.seat: plate.note for plate in table(game).plates}


def row(*cards: CardFace, does: str = "") -> Row:
    """Cards in the row, told how many."""
    n = len(cards)
    return Row(cards, caption="1 card in the row" if n == 1 else f"{n} cards in the row", does=does)


def turn(game: Sitting, seat: Seat, ms: float) -> None:
    """A card laid and the turn done."""
    game.tap(seat, ms)
    game.tap(seat, ms + 500)
    game.wait(ms + 600)


def called() -> Sitting:
    """Seat 1 has laid, 3 calls."""
    game = sitting()
    game.tap(1, 1000)
    game.tap(3, 1500)
    game.wait(1600)
    return game


def test_before_the_first_card_there_is_a_place_for_it() -> None:
    assert table(sitting()).middle == (Pile(None),)


def test_the_row_lies_face_down() -> None:
    game = sitting()
    turn(game, 1, 1000)
    game.tap(2, 2000)
    assert table(game).middle == (row(BACK, BACK, does="reverse"),)


@pytest.mark.parametrize(
    ("mark", "badge", "then"),
    [
        ("reverse", Badge.REVERSE, "play2"),
        ("play2", Badge.TWICE, "remove"),
        ("plain", None, "reverse"),
    ],
)
def test_the_card_just_laid_shows_what_it_was_said_to_do(mark: str, badge: Badge | None, then: str) -> None:
    game = sitting()
    turn(game, 1, 1000)
    game.tap(2, 2000)
    game.enter(mark, 2100)
    assert table(game).middle == (row(BACK, CardFace(badge=badge), does=then),)


def test_cards_to_be_removed_are_still_there_crossed_out() -> None:
    game = sitting()
    for ms, seat in ((1000, 1), (2000, 2)):
        turn(game, seat, ms)
    game.tap(3, 3000)
    game.enter("remove", 3100)
    laid = Row((BACK, BACK, CardFace(badge=Badge.REMOVE)), gone=2, caption="1 card in the row", does="plain")
    assert table(game).middle == (laid,)


def test_a_lone_card_removes_only_itself() -> None:
    game = sitting()
    game.tap(1, 1000)
    game.enter("remove", 1100)
    assert table(game).middle == (Row((CardFace(badge=Badge.REMOVE),), gone=1, does="plain"),)


def test_the_title_has_no_arrow_since_the_direction_is_drawn() -> None:
    game = sitting()
    assert (table(game).title, table(game).direction) == ("round 1", 1)
    game.tap(1, 1000)
    game.enter("reverse", 1100)
    assert (table(game).title, table(game).direction) == ("round 1", -1)


def test_the_seat_on_turn_is_told_and_lit() -> None:
    game = sitting()
    turn(game, 1, 1000)
    assert [plate.mood for plate in table(game).plates] == [Mood.CALM, Mood.TURN, Mood.CALM, Mood.CALM]
    assert notes(game) == {1: "", 2: "is on turn", 3: "", 4: ""}


def test_two_cards_to_lay_are_told() -> None:
    game = sitting()
    game.tap(1, 1000)
    game.enter("play2", 1100)
    game.tap(1, 1500)
    game.wait(1600)
    assert notes(game)[2] == "lays 2 cards"


def test_without_a_limit_nothing_runs() -> None:
    game = sitting()
    game.tap(1, 1000)
    assert not table(game).moving


def test_a_limited_turn_runs_out_in_a_ring_instead_of_in_the_heading() -> None:
    game = sitting("seats=1,2,3 window_s=5")
    game.tap(1, 1000)
    assert table(game).middle == (row(BACK, does="reverse"), Countdown(4920 * NS_PER_MS, 5 * NS_PER_S))
    assert table(game).headline == "CHECK?"
    assert table(game).moving


def test_a_call_stands_against_the_last_layer_until_the_sum_is_said() -> None:
    game = called()
    against = Against(17, (Side(3, "CHECK!"), Side(1, "last card")))
    assert table(game).middle == (against,)
    assert table(game).text == ("turn: what sum?", "")
    assert notes(game)[3] == "CHECK!"
    assert [plate.seat for plate in table(game).plates if plate.strong] == [3]


@pytest.mark.parametrize(("total", "right"), [(16, False), (17, True), (18, True)])
def test_seventeen_and_more_makes_the_caller_right(total: int, right: bool) -> None:
    game = called()
    game.enter(f"sum {total}", 3000)
    caller, layer = Side(3, "CHECK!", right), Side(1, "last card", not right)
    assert table(game).middle == (Against(17, (caller, layer), total),)
    right_one = 3 if right else 1
    assert (table(game).headline, table(game).sign) == (f"Seat {right_one} is right", right_one)
    game.ok(4000)
    assert table(game).middle == (Against(17, (caller, layer), total),)
    assert table(game).text == (f"{total}: Seat {right_one} is right",)


def test_traps_are_told_at_their_seats() -> None:
    game = called()
    game.enter("trap 4", 3000)
    assert notes(game) == {1: "", 2: "", 3: "CHECK!", 4: "TRAP!"}


def test_tokens_are_hearts_and_bolts() -> None:
    game = called()
    game.enter("sum 17", 3000)
    game.ok(3100)
    tokens = {plate.seat: plate.tokens for plate in table(game).plates}
    assert tokens[3] == (Tokens(TokenKind.HEART, 1), Tokens(TokenKind.BOLT, 0))
    assert tokens[1] == (Tokens(TokenKind.HEART, 0), Tokens(TokenKind.BOLT, 1))
