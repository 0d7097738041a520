"""What the stopwatch says of itself: its rules page, its demo, and what is typed most."""

from companion.games.words import GameWords
from companion.words import T, Who

WORDS = GameWords(
    goal=T("One watch for all: who took how long?"),
    lines=(
        T("The first press starts it for everyone."),
        T("After that every press is a lap of your own."),
        T("The press counts, not when the screen shows it."),
    ),
    buttons=(
        T("Press: start; then: my lap."),
        T("ok: start or stop."),
        T("Knob, when stopped: back to zero, all laps, the last time."),
    ),
    said=(
        (0, T("A stopwatch for three runners: any button starts it.")),
        (1.6, T("All are running.")),
        (7.7, T("{who}: a lap of 6 s; {other} 42 ms later.", who=Who(2), other=Who(3))),
        (9.1, T("{who} finishes a lap, too.", who=Who(1))),
        (14.1, T("{who} finishes another lap.", who=Who(3))),
        (18.6, T("ok stops it.")),
        (21.5, T("The knob: back to zero? Rather not.")),
        (24.1, T("ok: on it goes.")),
        (26.6, T("Each press is a lap of your own.")),
    ),
    quick=("reset",),
    typed={"wyzeruj": "reset", "zeruj": "reset"},
)
