"""Games to play at random: how each may begin, what its host may type; for properties that hold in all."""

from __future__ import annotations

from hypothesis import strategies as st

BEGINNINGS = {
    "seven_ate_nine": (
        "seats=1,2,3 wins=3",
        "seats=1,2,3 kids=3 times=3 side_piles=3 tie_us=30000",
        "seats=2 wrap=no contest=0",
    ),
    "kezao": ("seats=1,2,3", "seats=1,2 tie_us=30000", "seats=1,3,4 first=3 young=yes"),
    "rachmistrz": (
        "seats=1,2,3 dice=virtual glass=2 tie_us=30000",
        "seats=1,2 glass=2",
        "seats=1,2,3 glass=2 board=example",
    ),
    "the_game": ("seats=1,2,3", "seats=1,2 first=2", "seats=1,2,3 pro=yes"),
    "seventeen": ("seats=1,2,3", "seats=1,2,3 first=2 window_s=1", "seats=1,2 tie_us=30000"),
    "buzzer": (
        "seats=1,2,3",
        "seats=1,2,3 answer=1 open_s=2 minus=1",
        "seats=1,2,3 teams=1+2 penalty=1000 tie_us=30000",
    ),
    "dice": ("seats=1,2,3 set=3d6", "seats=1,2,3 set=2d6+1d8", "seats=1,2,3 set=kezao"),
    "hourglass": ("seats=1,2,3 time=5", "seats=1,2,3 time=5 flip=sand"),
    "stopwatch": ("seats=1,2,3",),
    "turns": ("seats=1,2,3 time=3", "seats=1,2,3 time=2 increment=1"),
}
"""By game; times are short, so that they run out."""

TYPED = {
    "seven_ate_nine": ("resume", "stuck", "side 3", "card 8 3", "card 1 1"),
    "kezao": ("+-", "+-", "--", "-", "nobody", "first 1", "first 3", "resume"),
    "rachmistrz": ("2 3 7", "2 3 7", "1 8", "2 8", "2 13", "1 full", "3 full", "right", "7x3+2", "skip"),
    "the_game": (
        "red 7 falling",
        "blue 4 falling",
        "green 2 falling",
        "gray 3 rising",
        "gray 10 rising",
        "yellow 5 rising",
        "pick red",
        "pick blue 4",
        "stuck?",
        "left",
        "stuck",
    ),
    "seventeen": ("reverse", "remove", "sum 17", "sum 16", "trap 2"),
    "buzzer": ("right", "wrong", "first 2", "1 +5", "3 -2"),
    "dice": ("roll", "lock 1", "lock 2", "unlock 1", "unlock"),
    "hourglass": ("+5", "-5", "+60"),
    "stopwatch": ("reset",),
    "turns": (),
}

ANYWHERE = ("name 2 Ola", "volume 1", "what?")

KEYS = ("ok", "ok", "ok", "ok", "undo", "redo", "pause", "hold-ok", "back")


def games() -> st.SearchStrategy[str]:
    """``NAME option=value ...``, of every game there is."""
    return st.sampled_from([f"{name} {words}" for name, ways in BEGINNINGS.items() for words in ways])


def typed(game: str) -> st.SearchStrategy[str]:
    """Something typed in that game."""
    return st.sampled_from((*TYPED[game], *ANYWHERE))
