"""Every screen of every game, as people see it: one sheet a game and language, a row a moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from companion import script
from companion.app import SCRIPT_START_NS, play
from firmware.events import NS_PER_S
from firmware.fakes.clock import HandClock
from firmware.fakes.panels import NoPanels
from firmware.frames import draw
from firmware.settings import eight_seats
from firmware.views import AWAKE, PanelId, Rest, Screen

PICTURES = Path(__file__).parent / "snapshots" / "screens"
GAP = 4

MENU = """
0    knob +99
0    knob -8          # the quiz, counted from the end, where the menu stays the same
0.2  knob +99         # the language
0.4  knob -9          # 17
1    press 2          # not yet: choose a game
2    ok
2.5  press 1
3    press 2
3.5  press 4
4    ok
5    knob +1          # who begins
6    ok
7    knob +1          # the window's limit
8    knob -2
9    ok
10   pause
11   pause
12   hold-ok
12.5 knob +1
"""
NAMES = """
0    enter name 2 Ola
0    enter name 4 Bożydar Łuka
0    knob +99
0    knob -2             # the names
0.5  ok
1    press 1
1.5  knob +12
2    ok
2.5  knob +2
3    ok
3.5  knob -99
4    knob +1             # delete
4.5  knob +99
5    hold-ok
6    back
6.5  knob +99
6.5  knob -1             # the volume
7    ok
8    ok
9    enter volume 9
10   game seventeen seats=1,2,3,4 first=4
10.2 hold-ok
10.4 knob +3             # who plays?
10.6 back
10.8 back
11   press 4
12   press 2
13   knob +0
13.5 enter sum 17
14   game buzzer seats=1,2,3,4
14.2 ok
14.6 ok
15   press 4
15.0003 press 2
16   knob +2
17   ok
18   game turns seats=2,4 time=5
18.5 ok
"""
NAMES_MOMENTS = (
    0.3,
    0.6,
    1.1,
    1.6,
    2.6,
    3.1,
    3.6,
    4.1,
    4.6,
    5.1,
    6.6,
    7.1,
    8.1,
    9.1,
    10.1,
    10.5,
    12.5,
    13.1,
    13.6,
    15.5,
    16.1,
    17.1,
    24,
)

MENU_MOMENTS = (0.1, 0.3, 0.5, 1.1, 2.1, 3.9, 4.1, 5.1, 6.1, 7.1, 9.1, 10.1, 12.1, 12.6)

SEVENTEEN = """
0      game seventeen seats=1,2,3,4 first=1
1      press 1
2      press 3 for 0.7       # a call, and 4 within the tie: 3 sits nearer the left of 1
2.0003 press 4
2.2    press 2
4      enter trap 4
5      enter sum 18
6      ok
7      press 1               # not its turn
8      press 3
8.2    enter play2
9      press 3
10     press 4
10.2   enter remove
11     press 4
12     hold 4                # the last card is its own
14     press 4
15     press 4
16     hold 1
17.5   enter sum 20
18     ok
19     press 1
20     press 1
21     press 2
22     press 1
23     enter sum 17
24     ok
25     press 1
26     press 3
27     press 1
28     enter sum 9
29     ok
40     press 2
"""
SEVENTEEN_MOMENTS = (0.5, 1.5, 2.9, 4.1, 5.1, 6.1, 7.1, 8.3, 9.1, 10.3, 13.5, 17.4, 18.1, 24.1, 29.1)

BUZZER = """
0      game buzzer seats=1,2,3,4 answer=10 open_s=20
1      ok
2      press 2
3      ok
3.1    press 2
4      press 3
4.0124 press 1
4.0128 press 4
6      enter wrong
7      press 1
7      press 4
8      knob +1
9      ok
10     knob +1
11     ok
12     ok
13     ok
"""
BUZZER_MOMENTS = (0.5, 1.5, 2.1, 3.05, 5, 6.1, 7.1, 8.1, 9.1, 10.1, 11.1, 12.1)

DICE = """
0      game dice seats=1,2,3,4
1      dice 2 3 6
1      press 2
2      enter lock 1
2.2    enter lock 3
3      knob +2
4      back
4.5    dice 5
5      press 1
7      game dice seats=1,2 set=10d6
7      dice 1 2 3 4 5 6 1 2 3 4
7.1    ok
8      enter lock 4
9      game dice seats=1,2 set=kezao
9      dice red violet orange blue
9.1    ok
10     enter lock 3
10.1   enter lock 1
11     ok
12     game dice seats=1 set=1d100
12     dice 100
12.1   ok
"""
DICE_MOMENTS = (0.5, 1.2, 1.7, 2.3, 3.1, 5.3, 5.7, 7.3, 7.9, 8.5, 9.8, 10.2, 11.3, 12.9)

HOURGLASS = """
0      game hourglass seats=1,2,3,4 time=60
0.2    knob +1
1      press 3
2      ok
3      knob -11
4      ok
14     knob +1               # time is up
"""
HOURGLASS_MOMENTS = (0.1, 0.3, 1.5, 2.1, 3.1, 4.5, 11.5, 13.5, 14.1)

STOPWATCH = """
0      game stopwatch seats=1,2,3,4
1      press 3
5.25   press 3
65.5   press 1
70     press 2
71     press 4
72     ok
73     knob +1
"""
STOPWATCH_MOMENTS = (0.5, 1.25, 5.55, 65.9, 71.5, 72.5, 73.5)

TURNS = """
0      game turns seats=1,2,3,4 first=2 time=90 increment=5
1      press 1
11     press 2
20     press 3
21     ok
22     ok
128    ok
130    ok
131    game turns seats=1,2 time=5
132    ok
140    press 1               # out of time
"""
TURNS_MOMENTS = (0.5, 1.5, 12.5, 20.5, 21.5, 120, 128.5, 135.5, 138, 140.1)

SEVEN_ATE_NINE = """
0      game seven_ate_nine seats=1,2,3,4 kids=4 times=2 wins=3 side_piles=4
0.2    enter card 8 3
1      press 3
2      press 1               # too early
5      enter card 8 2
6      press 2
6.0124 press 1
6.1153 press 4
6.2    press 2
10     press 1               # a tie with the child's
10.0003 press 4
10.2   press 3
14     knob +2
15     back
16     ok
17     press 2               # its card was wrong
18     press 2               # once is enough
19     ok
20     enter stuck
21     ok
22     press 4
22.2   press 4
22.4   press 4
22.6   press 4
22.8   press 4
23     press 4
23.2   press 4
23.4   press 4
23.6   press 4
26     press 2               # the child's last card is late
26.02  press 4
30     press 4
30.0031 press 2
31     game seven_ate_nine seats=1,2,3,4,5,6,7,8 kids=1 times=3
31.2   enter name 2 Bożydar Łuka
32     ok
36     press 2
36.1   press 1
36.1234 press 3
40     press 1
40.2   press 1
41     press 1
41.0032 press 2
46     game seven_ate_nine seats=3
47     press 3
51     press 3
52     enter card 1 2
53     ok
"""
SEVEN_ATE_NINE_MOMENTS = (
    0.1,
    0.3,
    1.5,
    2.1,
    4.1,
    5.1,
    6.15,
    6.25,
    9.5,
    10.3,
    14.1,
    16.1,
    17.1,
    18.1,
    20.1,
    21.1,
    24,
    26.3,
    30.5,
    31.1,
    36.3,
    39.5,
    40.5,
    41.1,
    45,
    46.1,
    47.1,
    51.1,
    52.1,
    53.1,
)


RACHMISTRZ = """
0      game rachmistrz seats=1,2,3,4
0.4    press 2               # real dice: the digits first
1      knob +2
1.2    ok
2      enter 2 3 7
3      press 1
3.0003 press 4               # a tie
4      press 3
5      enter 1 8
5.5    knob +3
6      ok
6.5    enter 3 8             # taken
19     knob +2               # a hint
19.2   back
19.5   back
20     enter 4 9
20.2   enter hint
21     enter 73-2
22     ok
# two players, dice of the box, a board it knows
30     game rachmistrz seats=1,2 dice=virtual board=example
30.5   dice 2 3 7
30.5   press 1
32     press 1
33     press 2
33.5   press 1
34     enter 1 8
34.5   knob +2
35     ok
47.5   enter 2 54
47.7   back
48     enter 2 54 g4
# six players to the end
60     game rachmistrz seats=1,2,3,4,5,6
61     enter 2 3 7
62     press 1
62.5   press 2
78     ok
78.5   ok
81     enter 2 3 7
82     press 1
82.5   press 2
98     ok
98.5   ok
101    enter 2 3 7
102    press 1
118    ok
121    enter 2 3 7
122    press 1
138    ok
141    enter 2 3 7
142    press 1
158    ok
161    enter 2 3 7
162    press 1
178    ok
181    enter 2 3 7
182    press 1
198    ok
201.5  knob +3
202    ok
202.5  enter 2 2
203    enter 3 0
203    enter 4 0
203    enter 5 0
203    enter 6 0
"""
RACHMISTRZ_MOMENTS = (
    0.2,
    0.5,
    1.1,
    1.5,
    2.5,
    3.5,
    4.5,
    5.7,
    8,
    15,
    18.5,
    19.1,
    19.7,
    20.5,
    21.5,
    22.5,
    30.2,
    31,
    32.5,
    34.2,
    34.7,
    47.2,
    47.9,
    48.5,
    79,
    200.5,
    201.6,
    202.2,
    203,
)

DOWN_BY_THE_TRICK = "\n".join(
    f"25    enter {colour} {value} rising"
    for colour in ("blue", "red", "gray", "yellow", "green")
    for value in range(10, 0, -1)
    if colour != "green" or value > 3
)
"""All cards but three on one pile, each colour from its ten down: two cards a turn."""

THE_GAME = f"""
0     enter name 2 Bożydar Łuka
0     game the_game seats=1,2,3,4
1     knob +1               # blue
2     ok
3     knob +6               # 7
4     ok
5     knob +1               # rising
6     ok
7     press 3               # not its turn
8     press 1
9     enter blue 4 falling
9.2   enter green 2 falling
10    enter pick red 8
10.2  back
10.4  ok
10.6  back
10.8  enter pick red 8
11    knob -1               # a pile it can't go to
11.5  ok
12    enter green 8 falling
12.5  enter yellow 10 rising
13    enter left
14    ok
15    knob +99
16    ok
17    knob +1
18    ok
20    game the_game seats=1,2,3,4 pro=yes
21    enter szara 10 rosnący
21.5  enter red 7 falling
22    press 1
24    game the_game seats=1,2,3
{DOWN_BY_THE_TRICK}
26    enter green 1 rising
27    enter green 2 falling
28    ok
29    enter green 3 falling
"""
THE_GAME_MOMENTS = (
    0.5,
    1.5,
    2.5,
    3.5,
    4.5,
    6.5,
    7.1,
    8.5,
    9.3,
    10.1,
    10.3,
    11.1,
    11.6,
    12.1,
    12.6,
    13.1,
    15.1,
    16.1,
    17.1,
    18.1,
    20.5,
    21.1,
    21.6,
    22.5,
    25.1,
    26.1,
    27.1,
    29.1,
)


KEZAO = """
0      game kezao seats=1,2,3,4 first=1
0      dice red red
0      dice red orange
0.5    knob +1
1      press 1
3      press 1
3.3    press 4
3.5    press 2
3.7    ok                    # stop, and 2 was wrong
4.4    press 2
5      ok
6      press 3
6.5    press 1               # 1 and 3 at once, for one place
6.5    press 3
6.8    knob +1
7      enter first 3
8      press 1               # wrong as well
9      enter nobody
10     ok
11     game kezao seats=1,2,3,4 first=2 young=yes
11     dice green
11     dice green
11     dice green
11.2   press 2
12     press 2
12.2   press 2
12.4   press 2
12.6   press 2
13.5   ok
14     press 3
14.8   press 2
15     press 2
15.2   press 2
16     ok
"""
KEZAO_MOMENTS = (
    0.2,
    0.6,
    1.2,
    1.7,
    2.2,
    2.9,
    3.6,
    3.9,
    4.5,
    5.2,
    6.7,
    6.9,
    7.5,
    8.5,
    9.1,
    10.1,
    12.1,
    13,
    15.5,
    16.2,
)


class _Album(NoPanels):
    """Keeps every screen with its time."""

    def __init__(self, clock: HandClock) -> None:
        self._clock = clock
        self.pages: list[tuple[int, Mapping[PanelId, Screen]]] = []

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:
        self.pages.append((self._clock.now() - SCRIPT_START_NS, screens))

    def at(self, seconds: float) -> Mapping[PanelId, Screen]:
        """What was on the panels at that time."""
        return [screens for at, screens in self.pages if at <= seconds * NS_PER_S][-1]


@pytest.mark.parametrize("language", ["pl", "en"])
@pytest.mark.parametrize(
    ("name", "table", "moments"),
    [
        ("menu", MENU, MENU_MOMENTS),
        ("seven_ate_nine", SEVEN_ATE_NINE, SEVEN_ATE_NINE_MOMENTS),
        ("kezao", KEZAO, KEZAO_MOMENTS),
        ("rachmistrz", RACHMISTRZ, RACHMISTRZ_MOMENTS),
        ("the_game", THE_GAME, THE_GAME_MOMENTS),
        ("names", NAMES, NAMES_MOMENTS),
        ("seventeen", SEVENTEEN, SEVENTEEN_MOMENTS),
        ("buzzer", BUZZER, BUZZER_MOMENTS),
        ("dice", DICE, DICE_MOMENTS),
        ("hourglass", HOURGLASS, HOURGLASS_MOMENTS),
        ("stopwatch", STOPWATCH, STOPWATCH_MOMENTS),
        ("turns", TURNS, TURNS_MOMENTS),
    ],
    ids=[
        "menu",
        "seven_ate_nine",
        "kezao",
        "rachmistrz",
        "the_game",
        "names",
        "seventeen",
        "buzzer",
        "dice",
        "hourglass",
        "stopwatch",
        "turns",
    ],
)
def test_the_screens_of_a_game_look_as_they_did(
    name: str,
    table: str,
    moments: tuple[float, ...],
    language: str,
    image_snapshot: Callable[[Image.Image, Path], None],
) -> None:
    clock = HandClock(SCRIPT_START_NS)
    album = _Album(clock)
    settings = replace(eight_seats(), language="pl" if language == "pl" else "en")
    play(script.read(table, name), settings, clock, album)
    panels: tuple[PanelId, ...] = ("main", 1, 2, 3, 4)
    sheet = Image.new("1", (len(panels) * (128 + GAP), len(moments) * (64 + GAP)), 255)
    for row, seconds in enumerate(moments):
        for column, panel in enumerate(panels):
            picture = draw(album.at(seconds)[panel], (128, 64))
            sheet.paste(picture, (column * (128 + GAP), row * (64 + GAP)))
    image_snapshot(sheet, PICTURES / f"{name}-{language}.png")
