"""The ten games that come with the box, in the menu's order: no other place lists them."""

from __future__ import annotations

from companion.games.catalogue import AnyGame, all_games

OUR_TEN = (
    "seven_ate_nine",
    "kezao",
    "rachmistrz",
    "the_game",
    "seventeen",
    "buzzer",
    "dice",
    "hourglass",
    "stopwatch",
    "turns",
)


def ours_here() -> list[AnyGame]:
    """Those of them that are installed: any can be taken away."""
    return [game for game in all_games() if game.name in OUR_TEN]
