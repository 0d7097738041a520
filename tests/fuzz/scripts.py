"""Table scripts after accidents, replayed: lines of JSON, one line of fault at most, and an exit code."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.commanding import judge, judge_json_lines, run
from tests.fuzz.kinds import Kind
from tests.fuzz.mangling import NASTY, mangled

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((*ROOT.glob("tests/journeys/*.table"), *ROOT.glob("companion/games/*/demo.table")))

_LONG = re.compile(rb"(?m)^(\s*)(\d{1,4})(\d{3,})(?=[. ])")
"""A time of hours: true of a table left alone, and no fault, but a trial is to end."""


def trial(seed: int, folder: Path) -> Counter[str]:
    """One script."""
    random = Random(seed)
    path = folder / "mangled.table"
    text = random.choice(SCRIPTS).read_text(encoding="utf-8")
    text += "".join(f"{random.randint(0, 99)} {_typed(random)}\n" for _ in range(random.randint(0, 4)))
    data = mangled(text, random) if random.random() < 0.7 else text.encode(errors="surrogatepass")
    path.write_bytes(_LONG.sub(rb"\1\2", data))
    words = ["replay", str(path), *random.choice(([], ["--json"], ["--lang", "en"]))]
    with pytest.MonkeyPatch.context() as patch:
        ended = run(words, patch, encoding=random.choice(("utf-8", "utf-8", "ascii")))
    judge(replace(ended, said=tuple(line for line in ended.said if "rolled them instead" not in line)))
    lines = judge_json_lines(ended.out)
    return Counter({f"ended with {ended.code}": 1, "lines of JSON": lines})


def _typed(random: Random) -> str:
    """What a host might do, whoever sits at the table."""
    piece = random.choice(NASTY)[:2000]
    return random.choice(
        (
            *(f"enter {piece}", f"enter name {random.randint(0, 9)} {piece}", f"enter name 1+2 {piece}"),
            *(
                f"enter board {piece} 1 2 3",
                f"enter game {piece}",
                f"enter game dice set={piece}",
                f"enter {piece} 3",
            ),
            *(f"knob +{random.choice((1, 1000, 999_999_999))}", f"dice {piece} 3", f"expect {piece} {piece}"),
            *(
                f"expect players.1 {piece}",
                "hold-ok",
                "back",
                "ok",
                "undo",
                "pause",
                "resume",
                "press 1 for 2000",
            ),
        )
    )


KIND = Kind("scripts", trial, share=0.5, in_suite=2)
