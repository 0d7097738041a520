"""``make simulate``; its workers import what they run, and a ``__main__`` can't be."""

from __future__ import annotations

import sys

from tests.simulator.running import main

if __name__ == "__main__":
    sys.exit(main())
