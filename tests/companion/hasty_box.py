"""The program with nothing to wait for: scripts jump, and the end waits for no reader; for `test_cli`."""

from __future__ import annotations

import sys

from companion.cli import main
from companion.scripts import live_report
from tests.companion.jumping import jump

if __name__ == "__main__":
    live_report.LAST_WORD_S = 0.01
    jump()
    sys.exit(main())
