"""What is said while a whole evening plays itself: `evening.table` beside this file.

Three people play a quiz, 17 and Kezao; one race is too close to tell, and each game has its finale.
"""

from __future__ import annotations

from pathlib import Path

from companion.games.words import Captions
from companion.words import T
from firmware.events import NS_PER_MS

TABLE = Path(__file__).with_name("evening.table")

_SAID = (
    (0.0, T("An evening in a minute and a half. What shall we play?")),
    (4.0, T("A quiz! Everyone who plays presses a button.")),
    (8.6, T("Three of us: off we go.")),
    (11.0, T("The question is being read: don't press yet.")),
    (12.6, T("Who is first?")),
    (14.2, T("Jan was first, Ola 12.4 ms later.")),
    (16.6, T("Right: a point.")),
    (19.0, T("The next question ...")),
    (22.3, T("Too close to tell: a tie. The table decides, no coin.")),
    (25.6, T("Zosia may answer.")),
    (27.6, T("Wrong: the others may press again.")),
    (30.2, T("Jan is quicker ...")),
    (32.2, T("... right, and he has won the quiz.")),
    (40.0, T("17: a press is a card. At 17 somebody has to call.")),
    (46.6, T("Some lie face down: how much is it by now?")),
    (48.0, T("SPRAWDZAM! Zosia called first, 8.6 ms before Jan.")),
    (50.5, T("They count 18. Zosia is calm, Ola gets nervous.")),
    (54.0, T("Some rounds later ...")),
    (62.3, T("Ola calls ...")),
    (64.6, T("... and 21 is more than enough: she has won.")),
    (74.6, T("One more: Kezao. The dice say which cards fit.")),
    (76.6, T("Everyone at once: a fitting card, then the button.")),
    (82.2, T("Jan and Ola at one moment, and one place is left.")),
    (85.1, T("The table gives it to Ola. All the cards are right ...")),
    (87.1, T("... so this game is hers, and the evening, too.")),
)  # fmt: skip

CAPTIONS: Captions = tuple((round(seconds * 1000) * NS_PER_MS, text) for seconds, text in _SAID)
