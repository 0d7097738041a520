"""`pierwszy box` in the guest, as a service; then lgpio's one thread, which brings every edge, dies.

Prints one JSON object: the box's exit code, what systemd's stand-in heard, and how long the box went on (s).
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from companion.cli import main
from tests.firmware.pi.systemd import Systemd
from tests.kernel.guest.injector import Injector, Pull

CHIP = "pinctrl-bcm2711"
LINE = 5


def die(*_: Any) -> None:
    """What any callback may do to the thread that calls it."""
    raise ZeroDivisionError


def kill(systemd: Systemd, told: dict[str, Any]) -> None:
    """Once the box is ready: let the thread die of an edge."""
    while "READY=1" not in (systemd.hears() or []):
        pass
    import lgpio  # noqa: PLC0415 - the box has started it by now, with a pipe where it wants it

    thread = lgpio._notify_thread
    chip = next(callback.chip for callback in thread.callbacks if callback.gpio == LINE)
    thread.callbacks.insert(0, lgpio._callback_ADT(chip, LINE, lgpio.BOTH_EDGES, die))
    Injector().play([Pull(CHIP, LINE, 0, closed=True)])
    thread.join()
    told["died"] = time.monotonic()


def run() -> None:
    """The box on one thread and who kills on another."""
    folder = Path(os.environ["TMPDIR"])
    systemd = Systemd(folder, patience_us=2_000_000)
    os.environ.update(systemd.environment)
    box = folder / "box.toml"
    box.write_text(f"[seats.1]\nbutton = {LINE}\n[seats.2]\nbutton = 6\n", encoding="utf-8")
    told: dict[str, Any] = {}
    killer = threading.Thread(target=kill, args=(systemd, told))
    killer.start()
    code = main(["box", "--settings", str(box)])
    lasted = time.monotonic() - told["died"]
    killer.join()
    json.dump({"code": code, "heard": systemd.heard(), "lasted": lasted}, sys.stdout)


if __name__ == "__main__":
    run()
