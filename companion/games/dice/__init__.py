"""Dice: `referee` knows the rules, `sets` what counts of a roll, `notation` how dice are written.

`screens` and `table` show them, `faces` and `words` tell of them.
"""

from companion.games.base import Views
from companion.games.dice import screens, table
from companion.games.dice.picture import PICTURE
from companion.games.dice.referee import DiceRoller
from companion.games.dice.state import Options
from companion.games.dice.words import WORDS
from companion.games.game import Game
from companion.words import T

GAME = Game(
    name="dice",
    title=T("Dice"),
    players=range(1, 9),
    order=70,
    referee=DiceRoller,
    views=Views(screens.main, screens.seat, screens.lamp, table.table, screens.changes_at),
    options=Options,
    words=WORDS,
    picture=PICTURE,
    has_first=False,
    races=False,
    at_once=True,
    tool=True,
)
