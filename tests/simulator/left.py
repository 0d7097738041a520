"""What a box has left on its card when it went off, and whether the next one goes on from there."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from companion.errors import JournalError
from companion.session.state import Stage, State
from companion.store.archive import Archive
from companion.store.codec import encode
from tests.fuzz.kinds import Finding
from tests.simulator.box import Acknowledged, SimBox
from tests.simulator.same import differs, told


class Kept(NamedTuple):
    """What the card has of the last run.

    Attributes:
        run: its number.
        events: as they are there.
        at: when the last of them was (ns).
    """

    run: int
    events: list[Acknowledged]
    at: int


class Left(NamedTuple):
    """What a box has left.

    Attributes:
        run: the number of its last run.
        events: all it has handed to the journal in that run.
        promised: so many of them must be there.
        last: the state it was in; None if it was killed while it wrote.
        same: the box is built now as it was then.
    """

    run: int
    events: list[Acknowledged]
    promised: int
    last: State | None
    same: bool = True

    @classmethod
    def by(cls, box: SimBox, promised: Mapping[int, int] | None, *, writing: bool) -> Left:
        """What a box leaves.

        Args:
            box: the box.
            promised: how much of each run must be there; None: all that was acknowledged.
            writing: it was killed while it wrote.
        """
        run = box.journal.sitting_id
        sure = box.acknowledged.get(run, [])
        waiting = [event for its, event in box.waiting if its == run]
        least = len(sure) if promised is None else promised.get(run, 0)
        return cls(run, [*sure, *waiting], least, None if writing else box.state)

    def found(self, folder: Path) -> Kept | None:
        """What is there; None if the run isn't, and needn't be.

        Raises:
            Finding: something acknowledged isn't there, or something else is.
        """
        try:
            with closing(Archive(folder)) as archive:
                there = archive.sitting(self.run).events
        except (JournalError, OSError) as error:
            if self.promised:
                raise Finding(f"expected {self.promised} events of run {self.run}, got {error}") from error
            return None
        texts = [encode(event) for event in there]
        given = [event.event for event in self.events]
        if texts != given[: len(texts)] or len(texts) < self.promised:
            at = next((n for n, pair in enumerate(zip(texts, given, strict=False)) if pair[0] != pair[1]), "")
            raise Finding(
                f"expected {self.promised} to {len(given)} events in run {self.run}, got {len(texts)}"
                f" that differ at {at or 'the end'}"
            )
        return Kept(self.run, self.events[: len(texts)], max((event.at for event in there), default=0))

    def check(self, state: State, kept: Kept) -> None:
        """See that a box that was switched on again offers what was there.

        Raises:
            Finding: it doesn't.
        """
        then = kept.events[-1].after if kept.events else None
        if len(kept.events) == len(self.events) and self.last is not None and then is not None:
            then = self.last  # if something has changed it that wasn't written, this tells
        if then is None or not self.same or then.stage is Stage.RESUME:
            return
        at_hand = then.at_hand
        if at_hand.game is None or at_hand.winners is not None:
            if state.stage is not Stage.MENU:
                raise Finding(f"expected the menu, got {state.stage} of {state.offered}")
        elif state.stage is not Stage.RESUME or state.offered is None:
            raise Finding(f"expected to go on with {at_hand.game.name}, got {state.stage}")
        elif state.offered.play != at_hand.play:
            raise Finding(f"expected to go on with {at_hand.play}, got {state.offered.play}")
        elif told(state.offered, kept.at) != told(at_hand, kept.at):
            raise Finding(
                f"expected to go on {differs(told(at_hand, kept.at), told(state.offered, kept.at))}"
            )
        if then.names != state.names or then.volume != state.volume:
            raise Finding(
                f"expected names {then.names} and volume {then.volume}, got {state.names}, {state.volume}"
            )
