"""What a move is worth besides the main time: an increment, a delay, or what Bronstein gives back (ns).

All three are reckoned from one number, how long a move was thought about, pauses left out; so they are the
same however late a press is delivered, and undo needs to know of none of them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bonus:
    """One way to be kind to who is short of time; at most one of its numbers isn't 0.

    Attributes:
        increment: what each move adds once it is made (Fischer).
        delay: so much of each move costs nothing (the simple delay, as in the US).
        bronstein: what a move has used is given back once it is made, but no more than this.
    """

    increment: int = 0
    delay: int = 0
    bronstein: int = 0

    def waits(self, thought: int) -> int:
        """What is left of the delay after so much of a move: until then the main time stands."""
        return max(0, self.delay - thought)

    def costs(self, thought: int) -> int:
        """What so much of a move takes of the main time."""
        return max(0, thought - self.delay)

    def returns(self, thought: int) -> int:
        """What a move that took so long gives to the main time, once it is made in time."""
        return self.increment + min(thought, self.bronstein)
