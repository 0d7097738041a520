"""Typing numbers into a board, place by place: which one is next, when a number is finished. No pixels."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.table.honeycomb import POINT_ROWS, POINTS, HoneycombDraft, spot

_ROW_OF = tuple(row for row, points in enumerate(POINT_ROWS) for _ in points)


@dataclass(frozen=True, slots=True)
class Typing:
    """A draft and the place its next digit goes to.

    Attributes:
        draft: the board so far.
        place: the point, counted as in `POINTS`.
        digits: typed at this place so far, while more may follow.
    """

    draft: HoneycombDraft
    place: int = 0
    digits: str = ""

    @property
    def settled(self) -> HoneycombDraft:
        """The draft without a number that is only half typed: nothing is to be said against it yet."""
        return self.draft.put(self.place, None) if self.digits else self.draft

    def digit(self, digit: int) -> Typing:
        """One more digit; after a number's last one it is the next place's turn, unless it is wrong."""
        digits = f"{self.digits}{digit}"
        typed = replace(self, draft=self.draft.put(self.place, int(digits)), digits=digits)
        if len(digits) < 2 and 0 < digit * 10 <= len(POINTS):
            return typed
        typed = replace(typed, digits="")
        return typed if self.place in typed.draft.wrong else typed.step(1)

    def erase(self) -> Typing:
        """The last digit typed here, or else the whole number, goes; of an empty place, the one before."""
        if self.draft.numbers[self.place] is None and self.place:
            return self.at(self.place - 1).erase()
        digits = self.digits[:-1]
        return replace(self, draft=self.draft.put(self.place, int(digits) if digits else None), digits=digits)

    def at(self, place: int) -> Typing:
        """At another place."""
        return replace(self, place=place, digits="")

    def step(self, steps: int) -> Typing:
        """So many places on along the lines, or back; not beyond the first and the last."""
        return self.at(max(0, min(self.place + steps, len(POINTS) - 1)))

    def climb(self, rows: int) -> Typing:
        """To the nearest place of another line; not beyond the first and the last line."""
        row = max(0, min(_ROW_OF[self.place] + rows, len(POINT_ROWS) - 1))
        if row == _ROW_OF[self.place]:
            return self.at(self.place)
        x = spot(POINTS[self.place])[0]
        here = (place for place, of in enumerate(_ROW_OF) if of == row)
        return self.at(min(here, key=lambda place: abs(spot(POINTS[place])[0] - x)))

    def to_fault(self) -> Typing:
        """To the first place that is wrong, else the first empty one; where it is if there is none."""
        wrong = sorted(self.draft.wrong)
        empty = [place for place, number in enumerate(self.draft.numbers) if number is None]
        return self.at((wrong or empty or [self.place])[0])
