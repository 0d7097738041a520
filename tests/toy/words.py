from __future__ import annotations

from companion.games.words import GameWords
from companion.words import T, Who

WORDS = GameWords(
    goal=T("Press more often than the others."),
    lines=(T("Every press counts."), T("Whoever reaches the goal has won.")),
    buttons=(T("Press: one more."),),
    said=((0, T("Two players, three presses.")), (1.4, T("{who} has won.", who=Who(2)))),
    quick=("less ",),
)
