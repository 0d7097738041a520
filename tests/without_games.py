"""Takes each game away in turn, its package, its tests and its journeys, and runs the suite without it.

``python -m tests.without_games [GAME ...]``, as `make test-without-games` does: each in a copy of the tree of
its own. What follows ``--`` is handed on to pytest.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.games.catalogue import AnyGame, all_games

ROOT = Path(__file__).parents[1]


def copy_without(game: AnyGame, folder: Path) -> None:
    """The tree as git has it, without a game."""
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    package = game.package.replace(".", "/")
    for name in filter(None, files.stdout.split("\0")):
        gone = name.startswith((f"{package}/", f"tests/{package}/"))
        if not gone and not _is_journey_of(name, game) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def _is_journey_of(name: str, game: AnyGame) -> bool:
    if not name.startswith("tests/journeys/"):
        return False
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.search(rf"^\S+\s+game {game.name}\b", text, re.MULTILINE) is not None


def suite_passes_without(game: AnyGame, options: list[str]) -> bool:
    """Run the suite without a game."""
    print(f"without {game.name}", flush=True)
    with tempfile.TemporaryDirectory(prefix=f"without-{game.name}-") as name:
        copy_without(game, Path(name))
        tests = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
        here = {**os.environ, "PYTHONPATH": name}  # for children in other folders, too
        return subprocess.run(tests, cwd=name, env=here, check=False).returncode == 0


def main(words: list[str]) -> int:
    """Try these games, or all; returns how many the suite can't do without."""
    names, options = words, []
    if "--" in words:
        at = words.index("--")
        names, options = words[:at], words[at + 1 :]
    games = [game for game in all_games() if not names or game.name in names]
    missed = [game.name for game in games if not suite_passes_without(game, options)]
    print(f"{len(games) - len(missed)} passed, {len(missed)} failed: {', '.join(missed) or 'none'}")
    return len(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
