"""Puts a box together with the loop and runs it: on a Pi, on mock pins, in a window, from a script.

The only place, with `companion.cli`, that knows both real parts and fakes. Everything starts in order and
stops in reverse; nothing here decides anything about a game.
"""

from companion.app.desk_table import DeskTable
from companion.app.running import run_box
from companion.scripts.mock import MockTable, check_games
from companion.scripts.virtual import SCRIPT_START_NS, play, replay, tell

__all__ = ["SCRIPT_START_NS", "DeskTable", "MockTable", "check_games", "play", "replay", "run_box", "tell"]
