"""Who is at work behind the window: the program, or a round of a game that plays itself meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack

from companion.window.desk import Desk


class Desks:
    """The program, and at times a round before it."""

    def __init__(self, program: Desk, wake: Callable[[], None]) -> None:
        self._program = program
        self._wake = wake
        self._round: Desk | None = None
        self._rounds = ExitStack()
        self._left = 0  # what had happened last when the round began
        program.on_change(wake)

    @property
    def desk(self) -> Desk:
        """Whoever is at work now."""
        return self._program if self._round is None else self._round

    @property
    def round_over(self) -> bool:
        """Whether a round has ended, was skipped, or something has happened on the box meanwhile."""
        return self._round is not None and (
            self._round.stopped() or self._program.news().happened != self._left
        )

    @property
    def stopped(self) -> bool:
        """Whether the program has ended."""
        return self._program.stopped()

    def watch(self, show: AbstractContextManager[Desk] | None) -> None:
        """End the round there is, if any, and let another play itself; None: the program is back at work."""
        self._rounds.close()
        self._round = None
        if show is not None:
            self._round = self._rounds.enter_context(show)
            self._round.on_change(self._wake)
            self._left = self._program.news().happened
