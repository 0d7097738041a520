"""What 7 Ate 9 says of itself: its rules page, its demo, and what is typed most."""

from companion.games.words import GameWords
from companion.words import T, Who

WORDS = GameWords(
    goal=T("All play at once: get rid of your cards first."),
    lines=(
        T("Each card shows a number and a step, plus or minus."),
        T("Work out both: only those two numbers fit on top."),
        T("After 10 comes 1 again, and below 1 comes 10."),
        T("Draw one card at a time, as many as you need."),
        T("Only the fastest card stays; the late ones go back."),
        T("Your very last card always fits: face down, and you win."),
        T("All stuck: hands become new stacks; the oldest flips a card."),
    ),
    buttons=(
        T("Press: I laid a card. Hold: beside my stack; solo: all laid."),
        T("ok: stop! Whoever laid a wrong card presses."),
        T("Knob: which card lies there, or: everyone is stuck."),
    ),
    said=(
        (0, T("7 Ate 9: the child has a third of the grown-ups' cards.")),
        (2, T("An 8 with ±3: 8 − 3 = 5 fits, and 8 + 3 wraps round to 1.")),
        (4.5, T("Any button starts: 3, 2, 1 ...")),
        (9.2, T("{who} was 12 ms ahead: that card stays.", who=Who(4))),
        (12.2, T("0.2 ms apart: too close to tell. Both take their cards back.")),
        (16, T("Stop! That card doesn't fit: whoever laid it presses.")),
        (17.6, T("{who} takes the card back. ok: go on.", who=Who(2))),
        (20.5, T("{who} lays one card after another.", who=Who(4))),
        (22.4, T("One card left: it fits whatever it is.")),
        (25.2, T("{who} wins, 9 ms ahead of {other}!", who=Who(4), other=Who(3))),
    ),
    quick=("card ", "side ", "stuck", "resume", "cards "),
    typed={
        "pat": "stuck",
        "obok": "side",
        "karta": "card",
        "karty": "cards",
        "żetony": "tokens",
        "zetony": "tokens",
    },
)
