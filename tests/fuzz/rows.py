"""Rows of a good journal replaced by others' data or by junk: every form of the history shows the rest.

Some rows are told from what was written by their checksums, some hold. Whatever stands there, no command ends
but with 0, 1 or 2, and none with a traceback; what wasn't touched is shown as before.
"""

from __future__ import annotations

import io
import json
import logging
import os
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from companion.cli import main
from companion.store.archive import JOURNAL, Archive
from companion.store.rows import HOLDS, TABLES, knowing
from tests.fuzz.exports import Evening
from tests.fuzz.kinds import Finding, Kind

DEEP = "[" * 20_000 + "]" * 20_000

JUNK: tuple[Any, ...] = (
    *(None, 0, 1, -1, 7, 2**62, 1.5, float("inf"), "", "x", "\x1b[31m\u2028", b"\xff\xfe", b"", "1.5"),
    *("[]", "{}", "null", "5", "NaN", '{"game": NaN}', "1e999", '"x"', DEEP, f'{{"a": {DEEP}}}', "9" * 5000),
    *('["press", 9, 5]', '["press", 1, "x"]', '["knob", "x", 5]', '["enter", 5, 5]', '["key", "fly", 5]'),
    *('["rolled", [1, [2]], 5]', '["tick", -5]', '["tick", 1e3]', '["resumed", null, 5]', '["woke"]'),
    *('["woke", "woke", "press", 1, 5]', f'["knob", {10**400}, 5]', '["press", true, 5]', '["jump", 1]'),
    *('["enter", "game the_game seats=1,2", 1000000000000]', '["resumed", 5, 1]', '["enter", "quit", 0]'),
    *("dice seats=1,2", "nothing", "2026-11-29T19:00:00+00:00", "9999-12-31T23:59:59-14:00"),
)
"""What may stand in a column."""

PARTS: tuple[Any, ...] = (
    *(None, True, 0, -3, 5, 10**30, 1e308, "", "x", "2.5", "\ud800", [], {}, [1, [2, {"3": 4}]], "pl"),
    *(
        {"1": {"2": 3}},
        ["1", "2"],
        {"a": "b"},
        [9, 10],
        [1, 1],
        {"1": None},
        [{"key": "1.5", "game": "dice"}],
    ),
)
"""What may stand in JSON."""

OTHERS = '{"app": "another", "header": {"version": [1, 2]}, "box": {"seats": "all"}, "language": 5}'


def trial(seed: int, folder: Path) -> Counter[str]:
    """One evening, some rows of it changed, and every command that reads them."""
    rng = random.Random(seed)
    evening = Evening(rng, folder)
    for _ in range(rng.randint(2, 3)):
        evening.begin()
        evening.pass_time(400)
        for _ in range(rng.randint(1, 6)):
            evening.word()
            evening.pass_time(400)
            evening.press()
            evening.pass_time(400)
        if rng.random() < 0.3:
            evening.restart()
    evening.off()
    with closing(Archive(folder)) as archive:
        before = {game.id: game for game in archive.games()}
    counts = Counter[str]()
    touched = _change(rng, folder, counts)
    code, listed, said = _run(folder, "journal", "list")
    lines = {int(line.split()[0]): line for line in listed.splitlines() if line[:4].strip().isdigit()}
    if code == 0:
        missing = before.keys() - touched - lines.keys()
        if missing:
            raise Finding(f"expected games {sorted(missing)} in the list, too, got {listed!r}")
        if before.keys() - lines.keys() and not said:
            raise Finding(f"expected a line about what can't be read, got {listed!r} alone")
    for words in (["history"], ["history", "--json"], *_of_games(before)):
        _run(folder, *words)
        counts["commands"] += 1
    return counts


def _of_games(games: dict[int, Any]) -> Iterator[list[str]]:
    for number in games:
        yield from (["journal", task, str(number)] for task in ("export", "replay"))


def _change(rng: random.Random, folder: Path, counts: Counter[str]) -> set[int]:
    """Change some rows; returns the games whose own rows were."""
    touched: set[int] = set()
    with closing(knowing(sqlite3.connect(folder / JOURNAL))) as db, db:
        for _ in range(rng.randint(1, 4)):
            table = rng.choice(("sittings", "events", "events", "games", "games", "kept"))
            key, *columns = TABLES[table]
            rows = db.execute(f"SELECT {key}, {', '.join(columns)} FROM {table}").fetchall()
            row = rng.choice(rows)
            column = rng.randrange(len(columns))
            value = _other(rng, row[column + 1], [other[column + 1] for other in rows])
            db.execute(f"UPDATE {table} SET {columns[column]} = ? WHERE {key} = ?", (value, row[0]))
            if rng.random() < 0.7:  # as another program of ours might have written it
                held = HOLDS[table].removeprefix("sum IS ")
                db.execute(f"UPDATE {table} SET sum = {held} WHERE {key} = ?", (row[0],))
            if table == "games":
                touched.add(row[0])
            counts["rows changed"] += 1
    return touched


def _other(rng: random.Random, value: Any, of_others: list[Any]) -> Any:
    """What stands there instead: junk, another row's, or the same with a part of it something else."""
    way = rng.random()
    if way < 0.3:
        return rng.choice(of_others)
    if way < 0.6 or not isinstance(value, str) or value[:1] not in "[{":
        return rng.choice((*JUNK, OTHERS))
    told = json.loads(value)
    _put(rng, told)
    return json.dumps(told)


def _put(rng: random.Random, told: Any) -> None:
    """Something else in one place of it."""
    places = list(told) if isinstance(told, dict) else list(range(len(told)))
    if not places:
        return
    place = rng.choice(places)
    inner = told[place]
    if isinstance(inner, dict | list) and inner and rng.random() < 0.7:
        _put(rng, inner)
    elif rng.random() < 0.2:
        del told[place]
    else:
        told[place] = rng.choice(PARTS)


def _run(folder: Path, *words: str) -> tuple[int, str, str]:
    """A command's exit code, and what it prints to either stream.

    Raises:
        Finding: it ends otherwise than it may.
    """
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    err = io.StringIO()
    with _here(folder), redirect_stdout(out), redirect_stderr(err):
        code = main(words)
    printed, said = out.buffer.getvalue().decode(), err.getvalue()
    what = " ".join(words)
    if code not in {0, 1, 2} or "Traceback" in said:
        raise Finding(f"{what}: expected 0, 1 or 2 and a line, got {code} and {said[-300:]!r}")
    if code and not said:
        raise Finding(f"{what}: expected a line about it, got {code} alone")
    if words[0] == "history" and code:
        raise Finding(f"{what}: expected what can be told, got {said!r}")
    if not code and "--json" in words:
        json.loads(printed, parse_constant=_never)
    return code, printed, said


def _never(name: str) -> None:
    raise Finding(f"expected JSON, got {name}")


@contextmanager
def _here(folder: Path) -> Iterator[None]:
    """The folder is the box's; its log goes to this standard error, and to no other."""
    was = os.environ.get("STATE_DIRECTORY")
    root = logging.getLogger()
    handlers = root.handlers[:]
    root.handlers.clear()
    os.environ["STATE_DIRECTORY"] = str(folder)
    try:
        yield
    finally:
        root.handlers[:] = handlers
        if was is None:
            del os.environ["STATE_DIRECTORY"]
        else:
            os.environ["STATE_DIRECTORY"] = was


KIND = Kind("rows", trial, share=0.5, in_suite=2)
