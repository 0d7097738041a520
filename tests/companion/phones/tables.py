"""Tables as they were while a journey was played, for pages to show."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from companion.scripts import script
from firmware.events import NS_PER_S
from tests.companion.games.scenes import Language, plays_what_is_here
from tests.companion.window.table_album import Seen, tables_at

MOST_LOOKS = 60
"""A journey is looked at so often at most."""

TEXTS = {
    name: (Path(__file__).parents[2] / "journeys" / f"{name}.table").read_text(encoding="utf-8")
    for name in ("buzzer-whole-quiz", "fairness-wires", "rachmistrz-whole-game", "usb-and-keys")
}
JOURNEYS = [name for name, text in TEXTS.items() if plays_what_is_here(text)]
"""A whole quiz, what wires do, a board and its finale, presses that are unlike sure."""


@lru_cache
def journey_tables(name: str, language: Language) -> tuple[Seen, ...]:
    """A journey's tables, right after what is done in it."""
    played = script.read(TEXTS[name], name)
    after = sorted({one.at / NS_PER_S + 0.06 for one in played.commands})  # a ruling takes 50 ms
    return tables_at(played, after[:: len(after) // MOST_LOOKS + 1], language)
