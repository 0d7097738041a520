"""What the chess clock says of itself: its rules page, its demo, and what is typed most."""

from companion.games.words import GameWords
from companion.words import T, Who

WORDS = GameWords(
    goal=T("Each player has a clock; only one of them runs."),
    lines=(
        T("It is your turn: your time runs down."),
        T("Press when you are done: the next clock runs."),
        T("A turn may earn a bonus, or cost nothing at first."),
        T("Low time: it blinks and ticks."),
        T("Out of time: you are skipped."),
        T("The last one with time left wins."),
    ),
    buttons=(
        T("Press on your turn: I'm done."),
        T("ok: pause and go on; when time is up, the next player."),
        T("Knob, when stopped: times, whose turn, order, moves."),
    ),
    said=(
        (0, T("A chess clock for three, nine seconds each.")),
        (1.6, T("{who} begins: the clock runs.", who=Who(1))),
        (5.6, T("Done: two seconds are added, the next clock runs.")),
        (8.1, T("Not your turn, {who}!", who=Who(3))),
        (10.1, T("{who} is done, and it is {other}'s turn.", who=Who(2), other=Who(3))),
        (11.6, T("A pause: no clock runs.")),
        (14.6, T("On we go.")),
        (16.6, T("{who} thinks, and thinks ...", who=Who(1))),
        (20.6, T("Not much time left: it blinks and ticks.")),
        (23.6, T("Time is up!")),
        (27.6, T("The other two play on.")),
    ),
    quick=("1 +60", "1 -60", "time 1 300", "moves 1 ", "turn 2", "order "),
    typed={"czas": "time", "ruchy": "moves", "kolej": "turn", "kolejność": "order"},
)
