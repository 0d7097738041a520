"""What the table window costs, side by side with an earlier version of it: processor, paints, latency, start.

``make bench BEFORE=COMMIT`` says which earlier version; it is taken out of git into a folder of its own and
run by the very same code, each figure in a process of its own, through SDL's dummy driver. Of what depends
on how busy the machine is the best of some runs counts, of the versions in turn.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[2]
BEFORE = os.environ.get("BEFORE", "3e95ca8")
"""The last one with the letters and the layout there were before."""

SECOND = 1_000_000_000
THROWN_AGAIN_NS = 700_000_000
"""Dice tumble for 600 ms; then they are thrown again."""

RUNS, RACES, STARTS = 3, 300, 9
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080)}
GAMES = {"dice": "game dice seats=1,2,3,4 set=4d6", "kezao": "game kezao seats=1,2,3,4"}


# -- in a process of its own: nothing here knows more than both versions do


class Counted:
    """A window of pygame's that tells when it shows a picture."""

    def __init__(self, window: Any, flipped: Callable[[], None]) -> None:
        self._window, self._flipped = window, flipped

    def __getattr__(self, name: str) -> Any:
        return getattr(self._window, name)

    def flip(self) -> None:
        self._window.flip()
        self._flipped()


@contextmanager
def window_of(size: tuple[int, int], flipped: Callable[[], None]) -> Iterator[tuple[Any, Any]]:
    """A whole box on mock pins and its window."""
    from companion.app.desk_table import DeskTable  # noqa: PLC0415 - of the version that is measured
    from companion.window.window import Window  # noqa: PLC0415
    from firmware.boxfile.settings import eight_seats  # noqa: PLC0415

    with DeskTable(eight_seats()) as desk, Window(desk, size=size) as window:
        setattr(window, "_window", Counted(window._window, flipped))  # noqa: B010
        yield desk, window


def tell(desk: Any, what: str) -> None:
    """Type something, or press ok."""
    from firmware.events import Enter, HostKey, Key  # noqa: PLC0415

    now = time.monotonic_ns()
    desk.tell(Key(HostKey.OK, now) if what == "ok" else Enter(what, now))


def run(window: Any, length: int, often: Callable[[], None] = lambda: None, every: int = 1 << 62) -> None:
    """Keep the window going for so long (ns)."""
    end = time.monotonic_ns() + length
    due = time.monotonic_ns() + every
    while (now := time.monotonic_ns()) < end:
        if now >= due:
            often()
            due += every
        window.step(max(0, min(end, due) - time.monotonic_ns()) // 1_000_000)


def tumbling(game: str, size: tuple[int, int]) -> dict[str, float]:
    """Dice that hardly rest: pictures a second while they move, processor time (ms) for each."""
    flips: list[int] = []
    with window_of(size, lambda: flips.append(time.monotonic_ns())) as (desk, window):
        tell(desk, GAMES[game])
        run(window, SECOND // 2)

        def throw() -> None:
            if game == "kezao" and desk.loop.state.play.phase.value != "choose":
                tell(desk, "undo")
                run(window, SECOND // 20)
            tell(desk, "ok")

        run(window, 4 * SECOND, throw, THROWN_AGAIN_NS)  # until all sounds are made, too
        flips.clear()
        used = time.process_time()
        run(window, 7 * SECOND, throw, THROWN_AGAIN_NS)
        used = time.process_time() - used
        apart = sorted(after - at for at, after in pairwise(flips))
        return {
            "a second": SECOND / apart[len(apart) // 2],
            "ms each": 1000 * used / len(flips),
            "pictures": len(flips),
        }


def drawn(size: tuple[int, int]) -> dict[str, Any]:
    """What is drawn while nothing moves, and while dice do: pieces, and pictures shown."""
    from companion.window.pieces import Pieces  # noqa: PLC0415

    flips, pieces = Counter[str](), Counter[str]()
    paint = Pieces.paint

    def counted(self: Any, target: Any, given: Any) -> bool:
        def told(name: object, draw: Callable[..., Any]) -> Callable[..., Any]:
            def drawing(*args: Any, **kwargs: Any) -> Any:
                pieces[str(name)] += 1
                return draw(*args, **kwargs)

            return drawing

        return paint(self, target, [(name, at, state, told(name, draw)) for name, at, state, draw in given])

    setattr(Pieces, "paint", counted)  # noqa: B010 - of whichever version
    found: dict[str, Any] = {}
    with window_of(size, lambda: flips.update(["flip"])) as (desk, window):
        for what, typed, oks in (
            ("menu", "", 0),
            ("a quiz, armed", "game buzzer seats=1,2,3", 1),
            ("dice that lie", GAMES["dice"], 1),
        ):
            if typed:
                tell(desk, typed)
                run(window, SECOND)
            for _ in range(oks):
                tell(desk, "ok")
            run(window, 3 * SECOND)
            flips.clear()
            pieces.clear()
            run(window, 3 * SECOND)
            found[what] = {"pictures": flips["flip"], "pieces": sum(pieces.values())}
        tell(desk, "ok")
        run(window, SECOND // 10)
        flips.clear()
        pieces.clear()
        run(window, SECOND // 4)
        found["dice that tumble"] = {"pictures": flips["flip"], **pieces}
    return found


def rulings(size: tuple[int, int]) -> list[int]:
    """From the instant a ruling is made in the loop to the picture that shows it (ns), race after race."""
    waiting: list[int] = []
    seen: list[int] = []
    done = threading.Event()

    def ruled(desk: Any) -> bool:
        state = None if desk.loop.shown is None else desk.loop.shown[0]
        return bool(
            state and state.game and state.game.name == "buzzer" and state.play.phase.value == "ruled"
        )

    with window_of(size, lambda: None) as (desk, window):
        heard = desk.loop.on_sound

        def on_sound(now: int, cue: Any) -> None:
            if cue.sound.value == "ruling" and not waiting:
                waiting.append(time.monotonic_ns())
            heard(now, cue)

        desk.loop.on_sound = on_sound
        draw = window._draw
        shown: list[int] = []

        def drawing(now: int) -> None:
            there = bool(waiting) and ruled(desk)  # before it is painted: what is painted is as new
            shown.clear()
            draw(now)
            if there and shown:
                seen.append(time.monotonic_ns() - waiting.pop())

        window._window._flipped = lambda: shown.append(1)
        window._draw = drawing
        threading.Thread(target=lambda: _race_on(desk, seen, done), daemon=True).start()
        while not done.is_set():
            window.step(100)
    return seen


def _race_on(desk: Any, seen: list[int], done: threading.Event) -> None:
    """Whoever answers is wrong, so that the next seats may race: two of them, 15 ms apart."""
    time.sleep(1)
    tell(desk, "game buzzer")
    while len(seen) < RACES:
        for _ in range(4):
            time.sleep(0.35)
            if desk.loop.state.play.phase.value != "open":
                tell(desk, "ok")
        for seat in range(1, 9):
            before = len(seen)
            for one in (seat, seat + 1) if seat < 8 else (seat,):
                desk.press(one, True, time.monotonic_ns())
                time.sleep(0.015)
            time.sleep(0.06)
            for one in (seat, seat + 1) if seat < 8 else (seat,):
                desk.press(one, False, time.monotonic_ns())
            end = time.monotonic() + 2
            while len(seen) == before and time.monotonic() < end:
                time.sleep(0.005)
            time.sleep(0.05)
            tell(desk, "wrong")
            time.sleep(0.08)
    done.set()


def start() -> None:
    """Be `pierwszy desk`, and end with the first picture."""
    import companion.cli  # noqa: PLC0415

    opened = companion.window.run

    def run_once(desk: Any, **settings: Any) -> bool:
        from companion.window.window import Window  # noqa: PLC0415

        make = Window.__init__

        def made(self: Any, *args: Any, **kwargs: Any) -> None:
            make(self, *args, **kwargs)
            self._window = Counted(self._window, shown)

        Window.__init__ = made  # type: ignore[method-assign]
        return opened(desk, **settings)

    def shown() -> None:
        used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        print(json.dumps([time.monotonic_ns() - int(os.environ["BEGAN"]), used]), flush=True)
        os._exit(0)

    companion.window.run = run_once
    companion.cli.main(["desk"])


# -- what is asked of them, and told


def ask(checkout: Path, what: str, *args: object) -> Any:
    """Run a figure in a version's own process; its answer."""
    with tempfile.TemporaryDirectory(prefix="pierwszy-bench-") as state:
        mine = {
            "PYTHONPATH": str(checkout),
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "STATE_DIRECTORY": state,
            "BEGAN": str(time.monotonic_ns()),
        }
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        command = [sys.executable, "-P", __file__, what, *map(str, args)]
        told = subprocess.run(
            command, cwd=checkout, env=kept | mine, stdout=subprocess.PIPE, text=True, check=True, timeout=600
        )
    return json.loads(told.stdout.splitlines()[-1])


@contextmanager
def versions() -> Iterator[dict[str, Path]]:
    """This version and the earlier one, if git knows it."""
    with tempfile.TemporaryDirectory(prefix="pierwszy-before-") as folder:
        archive = subprocess.run(["git", "archive", BEFORE], cwd=HERE, capture_output=True, check=False)
        if archive.returncode:
            print(f"  git knows no {BEFORE} here: this version alone")
            yield {"now": HERE}
            return
        subprocess.run(["tar", "x", "-C", folder], input=archive.stdout, check=True)
        yield {"before": Path(folder), "now": HERE}


def tell_tumbling(there: dict[str, Path]) -> None:
    """Print what tumbling dice cost."""
    for game in GAMES:
        best: dict[tuple[str, str], dict[str, float]] = {}
        for _ in range(RUNS):
            for version, checkout in there.items():
                for size in SIZES:
                    it = ask(checkout, "tumbling", game, size)
                    if (
                        it["ms each"] < best.get((version, size), it)["ms each"]
                        or (version, size) not in best
                    ):
                        best[version, size] = it
        for (version, size), it in best.items():
            print(
                f"  {game} tumbling, {version} at {size}: {it['a second']:.1f} pictures a second, "
                f"{it['ms each']:.2f} ms of processor each",
                flush=True,
            )


def tell_all() -> None:
    """Print everything."""
    from tests.benchmarks.machine import heading, percentiles  # noqa: PLC0415

    heading(f"the table window, beside that of {BEFORE}")
    with versions() as there:
        tell_tumbling(there)
        for version, checkout in there.items():
            for what, counts in ask(checkout, "drawn").items():
                told = ", ".join(f"{number} {name}" for name, number in counts.items())
                print(f"  {version}, drawn in a while of {what}: {told}", flush=True)
        for version, checkout in there.items():
            figures = ask(checkout, "rulings")
            print(f"  {version}, ruling to picture at 1080p, {len(figures)} races: {percentiles(figures)}")
        starts: dict[str, list[list[float]]] = {version: [] for version in there}
        for _ in range(STARTS):
            for version, checkout in there.items():
                starts[version].append(ask(checkout, "start"))
        for version, took in starts.items():
            least, used = min(one[0] for one in took) / SECOND, min(one[1] for one in took)
            half = sorted(one[0] for one in took)[len(took) // 2] / SECOND
            print(
                f"  {version}, start to first picture: min {least:.2f} s, median {half:.2f} s "
                f"of {len(took)}; processor {used:.2f} s"
            )


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            tell_all()
        case ["tumbling", game, size]:
            print(json.dumps(tumbling(game, SIZES[size])))
        case ["drawn"]:
            print(json.dumps(drawn(SIZES["1080p"])))
        case ["rulings"]:
            print(json.dumps(rulings(SIZES["1080p"])))
        case ["start"]:
            start()
