"""How soon one of the program's threads makes way for another."""

from __future__ import annotations

import sys

SWAP_S = 0.000_5
"""Python's own is 5 ms. The thread that hands edges on needs the interpreter once for each edge: beside two
that are busy, 24 edges then come up to 100 ms late, later than any ruling waits."""


def swap_soon() -> None:
    """Let threads of this process swap after half a millisecond; it costs nothing while only one is busy."""
    sys.setswitchinterval(SWAP_S)
