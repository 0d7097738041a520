"""Which plugged-in button is whose: what the box finds is told to the session, what that says to the box.

The session decides and remembers, by typed words (`companion.session.plugging`); here is only who would be
next, and what has been asked already.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.session import plugging
from companion.session.plugging import Buttons
from companion.session.state import Stage, State
from firmware.events import Seat
from firmware.plugged import KEYS, Found, Plugged
from firmware.ports import Box
from firmware.presses.arbiter import Arbiter


class Switchboard:
    """Plugs buttons into seats.

    Args:
        box: has the buttons.
        arbiter: is told how unsure they are.
        own: the seats to which the box file gives one: no other can be theirs.
        knobless: there is no knob, so buttons are asked for from the menu on.
    """

    def __init__(self, box: Box, arbiter: Arbiter, own: Collection[Seat], *, knobless: bool) -> None:
        self._box = box
        self._arbiter = arbiter
        self._pluggable = sorted(box.pluggable)
        self._own = frozenset(own)
        self._asking_stages = {Stage.SEATS, Stage.MENU} if knobless else {Stage.SEATS}
        self._here: dict[Seat, Plugged] = {}
        self._news: set[Seat] = set()
        self._pressed: list[Found] = []
        self._told: dict[Seat, str] = {}
        self._known: Buttons = {}
        self._went_on = False
        self._phones = False

    def found(self, found: Found) -> None:
        """The box has found a button."""
        if found.seat is None:
            self._pressed.append(found)
        else:
            self._here[found.seat] = found.button
            self._news.add(found.seat)

    def says(self, state: State) -> Iterator[str]:
        """What is to be typed now."""
        if state.stage is Stage.RESUME:  # what is kept is about to be another
            self._went_on, self._phones = True, state.kept.phones
            return
        if self._went_on:
            self._went_on = False
            gone = [seat for seat, one in state.kept.buttons.items() if one.here and seat not in self._here]
            yield from map(plugging.away, gone)
            if state.kept.phones is not self._phones:
                yield "phones on" if self._phones else "phones off"
        news, self._news = self._news, set()
        for seat in sorted(news & self._here.keys()):
            button = self._here[seat]
            if button.here:
                yield from self._once(seat, plugging.typed(seat, button))
                continue
            for words in self._once(seat, plugging.away(seat)):
                if seat not in state.kept.buttons:  # of a box file's that was never there
                    yield plugging.typed(seat, button)
                yield words
        pressed, self._pressed = self._pressed, []
        for found in pressed:
            yield from self._seated(found.button, state)

    def _once(self, seat: Seat, words: str) -> Iterator[str]:
        if self._told.get(seat) != words:
            self._told[seat] = words
            yield words

    def _seated(self, button: Plugged, state: State) -> Iterator[str]:
        """A button that is nobody's was pressed."""
        if any((one.code, one.device) == (button.code, button.device) for one in self._here.values()):
            return
        if state.stage in self._asking_stages and state.naming is None:
            seat = self._free(state)
            if seat is None:
                yield plugging.NO_SEAT
                return
            self._here[seat] = button
            yield from self._once(seat, plugging.typed(seat, button))
        elif state.stage is Stage.MENU:
            yield plugging.EARLY

    def _free(self, state: State) -> Seat | None:
        """The seat that is next: one that never had a button, else one whose device is away."""
        taken = {*self._own, *state.seats, *(seat for seat, button in self._here.items() if button.here)}
        free = [seat for seat in self._pluggable if seat not in taken]
        return min(free, key=lambda seat: seat in state.kept.buttons, default=None)

    def knows(self, buttons: Buttons) -> None:
        """The session says whose button is which."""
        self._arbiter.within.clear()
        for seat in self._arbiter.contacts:
            if (within := plugging.within(buttons, seat)) is not None:
                self._arbiter.within[seat] = within
        for seat in self._known.keys() - buttons.keys():
            self._told.pop(seat, None)
            if seat != KEYS:
                self._here.pop(seat, None)
            else:  # how unsure keys are can't be told away
                self._news.add(seat)
        self._known = buttons
        self._box.give({seat: button for seat, button in buttons.items() if seat in self._pluggable})
