"""What 17 says of itself: its rules page, its demo, and what is typed most."""

from companion.games.words import GameWords
from companion.words import T, Who

WORDS = GameWords(
    goal=T("Feel when the row makes 17, and call CHECK! first."),
    lines=(
        T("Lay a card; hearts up hides its number, but it counts."),
        T("Then anybody may call. Nobody does? Draw, next player."),
        T("17 or more: the caller gains composure, the last one nerves."),
        T("Too little: just the other way round."),
        T("Your second nerves cost one composure, and both go."),
        T("A hidden trap pays its owner and shakes the caller."),
        T("Three composure win."),
    ),
    buttons=(
        T("Press on your turn: card laid; again: drawn, done."),
        T("Press on another's card: CHECK! On your own turn: hold."),
        T("Knob: special cards, traps and the sum."),
    ),
    said=(
        (0, T("17: lay cards in a row; who feels that it makes 17?")),
        (1.6, T("A press: a card is down. Now the others may call.")),
        (3.6, T("Nobody did: drawn, and the next player's turn.")),
        (6, T("A special card: the other way round!")),
        (9.1, T("One more card, and ...")),
        (10.6, T("CHECK! {who} was 12 ms ahead of {other}.", who=Who(4), other=Who(3))),
        (13.1, T("Hearts turned over: {who} had a hidden trap.", who=Who(2))),
        (14.6, T("The sum is 18: {who} was right, trap or not.", who=Who(4))),
        (16.6, T("Tokens are counted; the next round begins.")),
        (20.2, T("0.3 ms apart: nearest on the layer's left wins.")),
        (22.6, T("Only 12: called too soon, nerves for {who}.", who=Who(1))),
        (28.6, T("{who} calls at 9: too soon again.", who=Who(2))),
        (32.1, T("Three composure: {who} wins!", who=Who(4))),
    ),
    quick=("sum ", "trap ", "reverse", "play2", "remove", "plain", "composure ", "nerves "),
    typed={
        "suma": "sum",
        "pułapka": "trap",
        "podstęp": "trap",
        "zmiana": "reverse",
        "odwróć": "reverse",
        "zagraj": "play",
        "zagraj2": "play2",
        "usuń": "remove",
        "zwykła": "plain",
        "opanowanie": "composure",
        "nerwy": "nerves",
    },
)
