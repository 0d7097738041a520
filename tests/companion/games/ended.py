"""Games played to their end by table scripts, for tests of what is told of them then."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from companion.games.facts import Ending
from companion.i18n import speaker
from companion.scripts import script
from companion.scripts.mock import MockTable
from companion.scripts.virtual import SCRIPT_START_NS
from companion.session.finale import ending
from companion.session.state import State
from firmware.boxfile.settings import eight_seats
from firmware.events import NS_PER_S
from firmware.fakes.hand_clock import HandClock
from tests.companion.scripts.looking import play_and_look

JOURNEYS = Path(__file__).parents[2] / "journeys"
ENGLISH = speaker("en")


@lru_cache
def state_at(text: str, seconds: float) -> State:
    """How the box stands so many seconds into a table script, or into a journey of that name."""
    seen: list[State] = []

    def look(table: MockTable) -> None:
        seen.append(table.loop.state)

    if "\n" not in text:
        text = (JOURNEYS / f"{text}.table").read_text(encoding="utf-8")
    settings = replace(eight_seats(), language="en")
    at = {round(seconds * NS_PER_S): look}
    play_and_look(script.read(text, "script"), settings, HandClock(SCRIPT_START_NS), at)
    return seen[0]


def told_at(text: str, seconds: float) -> Ending:
    """What is told of the game that is over by then."""
    told = ending(state_at(text, seconds))
    assert told is not None
    return told


def facts_of(told: Ending) -> dict[str, tuple[str, int | None]]:
    """Each fact's value and whose it is, by its label, in English."""
    return {ENGLISH.text(one.label): (ENGLISH.text(one.value), one.seat) for one in told.facts}


def scores_of(told: Ending) -> dict[tuple[int, ...], str]:
    """Each side's score, in English."""
    return {side.seats: ENGLISH.text(side.score) for side in told.sides if side.score is not None}
