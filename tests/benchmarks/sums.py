"""How long it takes to solve three digits, all 220 throws, and to read a typed sum.

Timed in seconds of the processor, each throw once and with nothing kept, so a busy machine counts less.
"""

from __future__ import annotations

import time
from itertools import combinations_with_replacement

from companion.games.rachmistrz.reckoning.reading import read_sum
from companion.games.rachmistrz.reckoning.sums import Digits, Side, fields, solve, warm_up
from tests.benchmarks.machine import heading, percentiles

THROWS: tuple[Digits, ...] = tuple(combinations_with_replacement(range(10), 3))


def main() -> None:
    """Measure and print; the first solving of a throw is also its last, as it is kept."""
    heading("sums of three digits")

    solving: list[int] = []
    for digits in THROWS:
        start = time.process_time_ns()
        solve(digits)
        solving.append(time.process_time_ns() - start)
    print(f"  solve one throw: {percentiles(solving)}; all {len(THROWS)}: {sum(solving) / 1e6:.0f} ms")

    start = time.process_time_ns()
    warm_up()
    print(f"  all {len(THROWS)} again, kept: {(time.process_time_ns() - start) / 1e6:.2f} ms")

    listing: list[int] = []
    for digits in THROWS:
        start = time.process_time_ns()
        fields(digits, Side.HARD)
        listing.append(time.process_time_ns() - start)
    print(f"  its fields, of a solved throw: {percentiles(listing)}")

    typed = [(written, digits) for digits in THROWS for written in solve(digits).values()]
    start = time.process_time_ns()
    for written, digits in typed:
        read_sum(written, digits)
    each = (time.process_time_ns() - start) / len(typed)
    print(f"  read one of {len(typed)} typed sums: {each / 1e3:.1f} us on average")


if __name__ == "__main__":
    main()
