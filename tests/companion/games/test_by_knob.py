"""Whatever can be typed in a game, the knob can do: each line that is taken, in states of random plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest

from companion.games.base import NotNow, Referee
from companion.games.catalogue import all_games
from companion.games.choice import Choice
from firmware.events import Enter, Event, HostKey, Key, Knob
from tests.companion.games.anything import plays_of
from tests.companion.games.test_every_game import STEPS, Play

GAMES = [game.name for game in all_games()]
PLAYS = 150
OFTEN = 4
"""So many states are enough for one line."""

TURNS = (1, -1, 2, -2, 3, 4, 5, 6, 12, -12)
"""Steps of the knob tried where turning it means something of the game's own."""


@pytest.mark.parametrize("name", GAMES)
def test_the_knob_finds_its_way_to_every_line_that_is_taken(name: str) -> None:
    tried: Counter[str] = Counter()
    typed = [text for text in dict.fromkeys(plays_of(name).typed) if text.split()[0] != "none"]
    for seed in range(PLAYS):
        for play in states(name, seed):
            for text in taken(play, [text for text in typed if tried[text] < OFTEN]):
                tried[text] += 1
                assert by_knob(play, text), (text, play.see)
    words = {text.split()[0] for text in typed}
    assert words <= {text.split()[0] for text in tried}


def states(name: str, seed: int) -> Iterator[Play]:
    """A play of a game, after each of its steps; only while it is played, not paused and not over."""
    play = Play()
    play.random.seed(f"{name} {seed} by knob")
    play.begin(name)
    for _ in range(STEPS):
        state = play.state
        if state.game is None:
            return
        if state.paused_at is None and not state.menu_open and state.winners is None:
            yield play
        play.do_anything()


def taken(play: Play, typed: Sequence[str]) -> Iterator[str]:
    """Of these lines, what may be typed now."""
    return (text for text in typed if after(play, Enter(text, play.now)) is not None)


def after(play: Play, event: Event) -> Any:
    """What an event leads to in the game; None: to nothing."""
    game, state = play.state.game, play.state.play
    assert game is not None
    try:
        became, _ = game.step(state, replaced(event, play))
    except NotNow:
        return None
    return None if became == state else became


def replaced(event: Event, play: Play) -> Event:
    """The event at the game's own time."""
    at = play.state.game_time(play.now)
    match event:
        case Enter(text):
            return Enter(text, at)
        case Knob(steps):
            return Knob(steps, at)
    return Key(HostKey.OK, at)


def by_knob(play: Play, text: str) -> bool:
    """Whether the knob has a choice that does the same, or turning it does."""
    game = play.state.game
    assert game is not None
    wanted = after(play, Enter(text, play.now))
    words = game.words(text)
    offered = (*game.choices(play.state.play), *game.corrections(play.state.play))
    if any(game.words(leaf.text) == words for leaf in leaves(offered)):
        return True
    if any(after(play, does(leaf, play)) == wanted for leaf in islice(leaves(offered), 3000)):
        return True
    return not game.choices(play.state.play) and turned(game, play, wanted)


def turned(game: Referee[Any, Any], play: Play, wanted: object) -> bool:
    return any(after(play, Knob(steps, play.now)) == wanted for steps in TURNS)


def does(leaf: Choice, play: Play) -> Event:
    return Enter(leaf.text, play.now) if leaf.text else Key(HostKey.OK, play.now)


def leaves(choices: Sequence[Choice]) -> Iterator[Choice]:
    """The last steps of all choices."""
    for choice in choices:
        if choice.then is None:
            yield choice
        else:
            yield from leaves(choice.then())
