"""What is said about the rounds that play themselves."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.app.showing import ALL, Round, caption_at, rounds
from companion.errors import OptionError
from companion.games.catalogue import all_games
from companion.i18n import LANGUAGES, speaker
from firmware.events import NS_PER_S

ROUNDS = pytest.mark.parametrize("shown", rounds([ALL]), ids=lambda shown: shown.name)
SHOWN = pytest.mark.parametrize("shown", [*rounds([ALL]), *rounds()], ids=lambda shown: shown.name)


def test_rounds_come_in_the_order_of_the_menu_or_as_they_were_asked_for() -> None:
    names = [game.name for game in all_games() if game.demo]
    assert [one.name for one in rounds([ALL])] == names
    assert [one.name for one in rounds(names[::-1])] == names[::-1]


def test_a_round_of_no_game_is_refused_in_one_line() -> None:
    with pytest.raises(OptionError, match=r"^expected a game \(.*\), got 'chess'$"):
        rounds([all_games()[0].name, "chess"])


@ROUNDS
def test_a_round_takes_half_a_minute(shown: Round) -> None:
    assert 25 * NS_PER_S <= shown.script.length <= 35 * NS_PER_S


@SHOWN
def test_captions_begin_with_the_round_come_in_order_and_end_before_it(shown: Round) -> None:
    times = [at for at, _ in shown.captions]
    assert times[0] == 0
    assert all(after - before >= 0.5 * NS_PER_S for before, after in pairwise(times))
    assert times[-1] < shown.script.length


@SHOWN
@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_are_short_and_filled_in(shown: Round, language: str) -> None:
    for _, text in shown.captions:
        said = speaker(language).text(text)
        assert 0 < len(said) <= 60
        assert "{" not in said


def test_a_caption_is_said_from_its_time_to_the_next() -> None:
    said = rounds()[0].captions
    (_, first), (second_at, second) = said[:2]
    assert caption_at(said, -1) is None
    assert caption_at(said, 0) == caption_at(said, second_at - 1) == first
    assert caption_at(said, second_at) == second
    assert caption_at(said, 10**18) == said[-1][1]
