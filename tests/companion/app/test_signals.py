from __future__ import annotations

import signal
import subprocess
import sys

HANGS = """
import time
from companion.app.signals import stopped_by_signals
with stopped_by_signals(lambda: print("stopped", flush=True), 0.05):
    print("ready", flush=True)
    while True:
        time.sleep(600)
"""


def test_a_main_thread_that_stands_in_a_display_does_not_keep_the_program_from_ending() -> None:
    with subprocess.Popen([sys.executable, "-c", HANGS], stdout=subprocess.PIPE, text=True) as desk:
        assert desk.stdout is not None
        assert desk.stdout.readline() == "ready\n"
        desk.send_signal(signal.SIGTERM)
        try:
            assert desk.wait(20) == 1
        finally:
            desk.kill()  # else one that doesn't end would be waited for without end
        assert desk.stdout.read() == "stopped\n"
