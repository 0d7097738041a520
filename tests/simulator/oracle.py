"""What must be: a model so plain that it can be seen to be right, fed with what was planned.

`Presses` knows when each finger really touched, and has every press of the arbiter's compared with that.
`Races` sees that a ruling is what its presses say, and that nobody but the host ever changes who was first.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection
from dataclasses import dataclass

from companion.session.state import State
from firmware.events import NS_PER_MS, Enter, Event, HostKey, Key, Press, Release, Resumed, Rolled, Seat, Tick
from firmware.presses.pulses import PULSE_LINES, PULSE_NS
from firmware.presses.race import By, Ruling
from tests.fuzz.kinds import Finding


@dataclass(slots=True)
class Touch:
    """A finger's touch as it was planned.

    Attributes:
        at: when the metal first touched (ns).
        end: when it opened for good (ns).
        told_by: when it must have become a press at the latest (ns).
        delay: how late its first edge was delivered (ns).
        sure: it must become exactly one press; else none or one, of any of its edges.
    """

    at: int
    end: int
    told_by: int
    delay: int = 0
    sure: bool = True


class Presses:
    """Every press is a touch, and every touch a press."""

    def __init__(self) -> None:
        self._touches: dict[Seat, deque[Touch]] = defaultdict(deque)
        self._last = (0, 0)
        self._loose: dict[Seat, list[tuple[int, int]]] = defaultdict(list)
        self._pulses: list[tuple[int, Collection[Seat]]] = []
        self.counted = 0
        self.out_of_order = 0

    def planned(self, seat: Seat, touch: Touch) -> None:
        """A finger will touch."""
        self._touches[seat].append(touch)

    def loose(self, seat: Seat, since: int, until: int) -> None:
        """Meanwhile edges of that line are lost, so what is told of it is anybody's guess."""
        self._loose[seat].append((since, until))

    def quiet(self) -> bool:
        """Whether nothing is still to be told."""
        return not any(self._touches.values())

    def pulse(self, at: int, lines: Collection[Seat]) -> None:
        """Lines close at ``at``, within `PULSE_NS`: nobody's press, if enough of them are in play."""
        self._pulses.append((at, lines))

    def told(self, press: Press, settle: int, in_play: Collection[Seat], now: int) -> None:
        """The arbiter has handed a press on; so long it waits, and that are the seats in play.

        Raises:
            Finding: nobody has pressed so, or it comes after a later one without a reason.
        """
        touches = self._touches[press.seat]
        fits = [touch for touch in touches if _is(touch, press.at)]
        if not fits and (
            any(since <= press.at <= until for since, until in self._loose[press.seat])
            or any(
                press.seat in lines
                and 0 <= press.at - at <= PULSE_NS
                and len({*lines} & {*in_play}) < PULSE_LINES
                for at, lines in self._pulses
            )
        ):
            return
        if not fits:
            planned = ", ".join(f"{touch.at}{'' if touch.sure else '?'}" for touch in touches) or "none"
            raise Finding(f"expected a touch of seat {press.seat} ({planned}), got a press at {press.at}")
        fits.sort(key=lambda touch: not touch.sure)
        touches.remove(fits[0])
        self.counted += 1
        earlier = 0 if press.within is None else press.within.before - press.within.after
        if press.at - earlier < self._last[0]:  # who may have been earlier stands where that is
            self.out_of_order += 1
            if fits[0].sure and fits[0].delay + 3 * NS_PER_MS < settle:
                raise Finding(
                    f"expected the press of seat {press.seat} at {press.at}, {fits[0].delay} ns late,"
                    f" before that at {self._last[0]}, which was handed on at {self._last[1]}; it is {now}"
                )
        else:
            self._last = (press.at - earlier, now)

    def overdue(self, now: int) -> None:
        """See that what was due has been told.

        Raises:
            Finding: a touch wasn't.
        """
        for seat, touches in self._touches.items():
            while touches and touches[0].told_by < now:
                touch = touches.popleft()
                if touch.sure:
                    raise Finding(
                        f"expected the touch of seat {seat} from {touch.at} to {touch.end} told by"
                        f" {touch.told_by}, it is {now}"
                    )


def _is(touch: Touch, at: int) -> bool:
    return at == touch.at if touch.sure else touch.at <= at <= touch.end


ALL_TOLD, STAY_IN = {"buzzer"}, {"seventeen"}
"""Games whose rulings tell of everybody who pressed in the race; of whoever was once let in. In the others a
press can be let go again, or prove to be no move."""


class Races:
    """Rulings are what the presses say; one race has one winner, unless the host says otherwise."""

    def __init__(self, counted: Counter[str]) -> None:
        self.counted = counted
        self._entered: set[tuple[Seat, int]] = set()
        self._meant: set[tuple[Seat, int]] = set()  # and to be told of in the ruling

    def saw(self, event: Event, before: State, after: State) -> None:
        """An event was stepped.

        Raises:
            Finding: a ruling isn't what it should be.
        """
        self._enters(event, before, after)
        if (
            before.game is None
            or after.game is not before.game
            or not isinstance(event, Press | Release | Tick | Rolled)
        ):
            return
        was, now = (state.game.ruling(state.play) for state in (before, after) if state.game is not None)
        if now is None or now == was:
            return
        if was is not None and was.opened == now.opened and was.winner not in (None, now.winner):
            raise Finding(f"expected seat {was.winner} to stay first after {event}, got {now}")
        self._is_true(now, after)
        if was is None or was.opened != now.opened:
            self.counted["rulings"] += 1
            self.counted["ties"] += bool(now.tied)

    def _enters(self, event: Event, before: State, after: State) -> None:
        if isinstance(event, Press):
            pressed = (event.seat, event.at - before.offset)
            self._entered.add(pressed)
            paused = before.paused_at is not None and event.at >= before.paused_at
            if after.game is not None and before.game is after.game and not paused:
                racing = after.game.race(after.play).presses
                let_in = any((one.seat, one.at) == pressed for one in racing)
                if after.game.name in ALL_TOLD or (let_in and after.game.name in STAY_IN):
                    self._meant.add(pressed)
        elif isinstance(event, Enter | Resumed) or (isinstance(event, Key) and event.key is not HostKey.OK):
            self._meant.clear()

    def _is_true(self, ruling: Ruling, state: State) -> None:
        assert state.game is not None
        first, tie = ruling.opened + ruling.reaction, state.game.race(state.play).tie
        stamps = [first + margin for margin in ruling.margins]
        spans = ruling.spans or [(m - tie // 2, m + tie - tie // 2) for m in ruling.margins]
        by = min(until for _, until in spans)
        group = tuple(sorted(s for s, (since, _) in zip(ruling.order, spans, strict=True) if since <= by))
        told = {*ruling.order, *ruling.early, *ruling.barred, *ruling.late}
        faults = [
            *(["ascending margins from 0"] if sorted(ruling.margins) != list(ruling.margins) else []),
            *([f"a tie of {group}"] if ruling.tied != (group if len(group) > 1 else ()) else []),
            *([f"{ruling.order[0]} by time"] if len(group) == 1 and ruling.winner != ruling.order[0] else []),
            *(["a winner"] if ruling.by is not By.TABLE and ruling.winner not in group else []),
            *(["each seat once"] if len(set(ruling.order)) != len(ruling.order) else []),
            *(["early, barred and late ascending"] if _unsorted(ruling) else []),
            *(
                f"a press of {seat} at {at} among those that came"
                for seat, at in zip(ruling.order, stamps, strict=True)
                if (seat, at) not in self._entered
            ),
            *(
                f"the press of {seat} at {at} told ({state.game.name})"
                for seat, at in sorted(self._meant)
                if ruling.opened <= at < first and seat in state.game.setup.seats and seat not in told
            ),
        ]
        if faults:
            raise Finding(f"expected {', '.join(faults)}, got {ruling}, ties within {tie} ns")


def _unsorted(ruling: Ruling) -> bool:
    return any(list(seats) != sorted(set(seats)) for seats in (ruling.early, ruling.barred, ruling.late))
