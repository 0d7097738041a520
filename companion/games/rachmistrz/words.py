"""What Rachmistrz says of itself: its rules page, its demo, and what is typed most."""

from companion.games.words import GameWords
from companion.words import T, Who

WORDS = GameWords(
    goal=T("Make a number of three digits, claim it, grow a big group."),
    lines=(
        T("Take all three digits, each once."),
        T("Add, subtract, multiply, divide; brackets are fine."),
        T("A 2 and a 3 never make 23."),
        T("Whoever has a number first turns the glass."),
        T("The others have until the sand runs out; each number once."),
        T("Then show your sums: if one is wrong, its token comes back."),
        T("At the end: your largest group, minus tokens left."),
    ),
    buttons=(
        T("Press: I have one! The first press turns the glass."),
        T("ok: that is right; back: that is wrong."),
        T("Knob: digits, numbers and a hint."),
    ),
    said=(
        (0, T("Rachmistrz: roll the three dice and enter the digits.")),
        (1.5, T("4, 5 and 6: who can make a number?")),
        (5.2, T("{who} was 9 ms ahead and turns the glass.", who=Who(2))),
        (6.5, T("Twenty-six! Nobody else can take 26 now.")),
        (8.6, T("{who} wanted 26, too: taken! Think again.", who=Who(3))),
        (11, T("Another press, another number.")),
        (15, T("All three are in: now show your sums.")),
        (17.6, T("4 × 5 + 6 = 26. Right!")),
        (20.6, T("(6 − 4) × 5 = 10. Right!")),
        (23.6, T("4 × 6 + 5 is 29, not 28: the token comes back.")),
        (26, T("The next player rolls.")),
    ),
    quick=("right", "wrong", "skip", "hint", "full", "swap", "digits ", "tokens ", "add "),
    typed={
        "dobrze": "right",
        "źle": "wrong",
        "pomiń": "skip",
        "podpowiedź": "hint",
        "pełno": "full",
        "zamień": "swap",
        "cyfry": "digits",
        "żetony": "tokens",
        "dodaj": "add",
        "kolor": "colour",
    },
)
