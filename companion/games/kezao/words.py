"""What Kezao says of itself: its rules page, its demo, and what is typed most."""

from companion.games.words import GameWords
from companion.words import T, Who

STEMS = {
    "czerwon": "red",
    "pomarańczow": "orange",
    "żółt": "yellow",
    "zielon": "green",
    "niebiesk": "blue",
    "fioletow": "violet",
}
ENDINGS = ("y", "ym", "ego", "i", "im", "iego")
"""Of one colour, with it, without it."""

TYPED = {"z": "with", "bez": "without", "źle": "wrong", "karty": "cards", "punkty": "points"}

WORDS = GameWords(
    goal=T("The dice ask for colours: empty your hand first."),
    lines=(
        T("A plain die: your card must have this colour."),
        T("A crossed die: your card must not have it."),
        T("One colour on both kinds: the dice roll again."),
        T("There is one place for each player; be quick!"),
        T("A joker fits whatever the dice show."),
        T("Wrong card: take it back with three more, and sit out."),
        T("Hand empty: one point. Three points win."),
    ),
    buttons=(
        T("Press: roll, when it's your turn; then: I laid a card."),
        T("Wrong card? ok, then press; after your last card: hold."),
        T("Knob: which two dice you take."),
    ),
    said=(
        (0, T("Kezao: choose two dice with the knob, then press.")),
        (1.5, T("One die with a colour, one without.")),
        (3, T("Red on both kinds: the dice roll again.")),
        (6, T("Who has a card with red, and no orange on it?")),
        (8.1, T("A press: a card is down. Three players, three places.")),
        (10.2, T("The last place: {who} was 18 ms too late.", who=Who(3))),
        (12.6, T("{who} holds the button: that was the wrong card.", who=Who(2))),
        (13.4, T("Back it goes, with three more cards.")),
        (15.1, T("And no more cards until the next roll.")),
        (17.1, T("That frees a place: {who} takes it.", who=Who(3))),
        (20, T("The next player rolls: two quick cards.")),
        (25.2, T("One place, two cards at once: the table decides.")),
        (28.1, T("{who} was first, says the table.", who=Who(3))),
    ),
    quick=("nobody", "first ", "wrong ", "resume", "++", "+-", "--", "cards ", "points "),
    typed={**TYPED, **{stem + end: colour for stem, colour in STEMS.items() for end in ENDINGS}},
)
