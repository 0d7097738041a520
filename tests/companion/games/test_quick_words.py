from __future__ import annotations

import pytest
from companion.games.quick_words import ALWAYS, QUICK_WORDS, quick_words

from companion.games.catalogue import all_games
from companion.games.rachmistrz.screens import EXPECTED
from tests.companion.games.sitting import Sitting, referee_for

FOLLOWED = {
    "sum ": "sum 12", "trap ": "trap 1", "card ": "card 6 2", "side ": "side 1", "first ": "first 1",
    "lock ": "lock 1", "red ": "red 7 falling", "blue ": "blue 7 falling", "gray ": "gray 7 rising",
    "green ": "green 7 rising", "yellow ": "yellow 7 rising", "falling": "red 8 falling",
    "rising": "red 8 rising",
}  # fmt: skip
"""What a word that wants more may become."""

TYPED = [
    (game, FOLLOWED.get(word, word))
    for game, words in QUICK_WORDS.items()
    if game != "rachmistrz"  # begins with its dice, where any word is taken for their digits
    for word in words
]


def test_every_game_has_its_words() -> None:
    assert set(QUICK_WORDS) == {game.name for game in all_games()}


@pytest.mark.parametrize(("game", "line"), TYPED)
def test_a_referee_knows_the_words(game: str, line: str) -> None:
    refused = Sitting(referee_for(f"{game} seats=1,2")).enter(line, 1000)
    assert refused is None or not refused.startswith("Expected")


def test_rachmistrz_says_the_same_words_itself() -> None:
    said = " ".join(text.sentence for text in EXPECTED.values())
    assert {word for word in QUICK_WORDS["rachmistrz"] if word in said} == {"right", "wrong", "skip", "full"}


def test_a_games_words_come_before_those_of_any_time() -> None:
    assert quick_words("buzzer") == ("right", "wrong", "first ", *ALWAYS)
    assert quick_words(None) == ALWAYS
