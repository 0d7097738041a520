"""What the dice tool says of itself: its rules page, its demo, and what is typed most."""

from companion.games.words import GameWords
from companion.words import T

WORDS = GameWords(
    goal=T("Dice for any game: the box rolls them fairly."),
    lines=(
        T("From one die to twenty, with two sides or a hundred."),
        T("Lock the dice you keep; the others roll again."),
        T("Keep only the highest or lowest, or add a number."),
    ),
    buttons=(
        T("Press or ok: roll."),
        T("Knob: lock a die, past rolls, other dice."),
    ),
    said=(
        (0, T("Five dice: any button rolls them.")),
        (2.3, T("A press while they roll changes nothing.")),
        (3.2, T("Two sixes!")),
        (6.1, T("Both locked: they stay.")),
        (10, T("The other three roll again ...")),
        (11, T("... and a third six.")),
        (17, T("The last roll:")),
        (18, T("the same again, but it did roll: this is roll 3.")),
        (21.1, T("All dice free: the next one rolls.")),
        (24, T("A straight!")),
    ),
    quick=("roll", "lock ", "unlock"),
    typed={"rzuć": "roll", "zatrzymaj": "lock", "zablokuj": "lock", "puść": "unlock", "odblokuj": "unlock"},
)
