"""What the hourglass says of itself: its rules page, its demo, and what is typed most."""

from companion.games.words import GameWords
from companion.words import T

WORDS = GameWords(
    goal=T("A sand glass for any game, as long as you like."),
    lines=(
        T("Five seconds to an hour."),
        T("The last seconds tick, then it rings."),
        T("Press again: full once more, or turned over. You choose."),
    ),
    buttons=(
        T("Press: start; again: a new turn of the glass."),
        T("ok: stop the sand, and let it run on."),
        T("Knob: five seconds more or less."),
    ),
    said=(
        (0, T("An hourglass of fifteen seconds.")),
        (1.6, T("Any button starts the sand.")),
        (7.6, T("Turned over: what had run through is left now.")),
        (9.6, T("ok stops the sand ...")),
        (12.6, T("... and lets it run on.")),
        (16.6, T("Time is up!")),
        (18.1, T("Once more, full again.")),
        (20.6, T("The knob takes off five seconds.")),
        (23, T("The last seconds tick.")),
        (28.1, T("Time is up!")),
    ),
    quick=("+5", "-5", "+30", "-30"),
)
