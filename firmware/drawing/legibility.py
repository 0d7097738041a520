"""How tall letters must be for a seat to read them: the type scale of every screen.

A letter is as large as the angle it is seen under, in minutes of arc (′). At its acuity limit a normal eye
(20/20) tells letters of 5′ apart; a child who passes a vision test at six or later (20/32) those of 8′. Signs
and labels are read at 10′ if they stand out, as lit pixels on black do; text that is read for long wants 16′,
better 20′ to 22′.

Sources: ISO 9241-3 and what is said on 10′ as quoted by IBM, *Vision: character size*
(pc.ibm.com/ww/healthycomputing/vdc-crf.html); the same 16′ and 20′ to 22′ in NUREG-0700, 1.3.1-4; 20/32 from
six years on in Idaho's school screening guideline (store.good-lite.com). Panels' active areas by their data
sheets: 0.96″ SSD1306 21.74 x 10.86 mm, 2.42″ SSD1309 55.01 x 27.49 mm.

A digit or capital of so many px of a panel of 128x64 is seen under:

==============================  ==  =======================  ======================
what                            px  0.96″ from 1 m (a seat)  2.42″ from 2 m (main)
==============================  ==  =======================  ======================
a small line                     8   4.7′                     5.9′
the least for a word            12   7.0′                     8.9′
a word                          14   8.2′                    10.3′
the least for a number          15   8.8′                    11.1′
a number                        20  11.7′                    14.8′
time or a card, alone           30  17.5′                    22.1′
the largest digit               60  35.0′                    44.3′
==============================  ==  =======================  ======================

Hence: what must be read across the table is the big thing, or told by a sign, mood, lamp and sound too. Words
are held to 8′, since ten letters of 15 px are all that a panel is wide, numbers to 10′. Small lines are for
who leans in: they are seen under 8′ from 58 cm on a seat's own panel, from 1.5 m on the main one.
"""

from __future__ import annotations

from typing import NamedTuple


class Scale(NamedTuple):
    """How tall a big thing's digits are to be, px.

    Attributes:
        large: lesser parts of a screen go to make it so large.
        least: hints are cut, and scores become tiny, only if it were smaller than this.
    """

    large: int
    least: int


_NUMBER_SCALE, _WORD_SCALE = Scale(20, 15), Scale(14, 12)
_SMALL_SCALE = Scale(12, 10)

SMALL_WIDTH, SMALL_HEIGHT = 6, 12
"""The cell of the smallest letters ever drawn, px; their digits are 8 px tall."""

EDGES_WIDTH, EDGES_HEIGHT = 4, 3
"""What stays dark at a panel's edges, px in all."""

MAKES_ROOM = 18
"""Height of the big thing's digits, px, for which its seat's sign shrinks or goes above it."""


def scale_of(*, words: bool, small: bool, narrow: bool = False) -> Scale:
    """How tall the digits of words or numbers are to be; a small panel has half the room of others.

    On a narrow one a line that says what to do is worth more than size.
    """
    if small:
        return _SMALL_SCALE._replace(large=_SMALL_SCALE.least) if narrow else _SMALL_SCALE
    return _WORD_SCALE if words else _NUMBER_SCALE


def small_lines(width: int, height: int) -> tuple[int, int]:
    """How many rows of the smallest letters a panel of that size, px, holds, and how many cells each has."""
    return (height - EDGES_HEIGHT) // SMALL_HEIGHT, (width - EDGES_WIDTH) // SMALL_WIDTH
