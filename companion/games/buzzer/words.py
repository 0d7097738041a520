"""What a quiz says of itself: its rules page, its demo, and what is typed most."""

from companion.games.words import GameWords
from companion.words import T, Who

WORDS = GameWords(
    goal=T("A question for all: who is first with the answer?"),
    lines=(
        T("Wait for the start: press early and you are locked out."),
        T("The first press answers; its lead is shown."),
        T("Right: points. Wrong: the others may press again."),
        T("Or the next in line answers: see the options."),
        T("Too close to tell is a tie: the table decides."),
        T("Most points win: first to a target, or at the end."),
    ),
    buttons=(
        T("Press: I know it!"),
        T("ok: as the screen says: open, right, next question."),
        T("Knob: wrong; between questions points, worth, the end."),
    ),
    said=(
        (0, T("A quiz for four: a question is being read.")),
        (2.6, T("Too early! {who} may not press for a moment.", who=Who(3))),
        (4.5, T("Go! Who knows it?")),
        (6.2, T("{who} was 12 ms ahead of {other}.", who=Who(2), other=Who(1))),
        (10.1, T("Wrong answer: the others may press again.")),
        (12.7, T("0.3 ms apart: a tie. The table says who answers.")),
        (16.1, T("{who} answers ...", who=Who(1))),
        (18.1, T("... and is right: a point.")),
        (20, T("The next question.")),
        (24.2, T("Only 0.8 ms, but still told apart.")),
        (26.6, T("Right? No, that was a slip ...")),
        (28.1, T("... undo, and it never happened.")),
        (29.6, T("Wrong: the others may press again.")),
    ),
    quick=("right", "wrong", "next", "value ", "first ", "points ", "nobody", "end"),
    typed={
        "dobrze": "right",
        "źle": "wrong",
        "następne": "next",
        "następny": "next",
        "punkty": "points",
        "wartość": "value",
        "koniec": "end",
    },
)
