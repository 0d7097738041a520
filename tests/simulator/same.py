"""Whether what is being played is the same as it was: after a restart, and off the shelf."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.session.state import Stage, State
from tests.fuzz.kinds import Finding

WHILE_LOOKED_AT = {"refused", "menu", "cursor", "naming"}
"""Of a snapshot: what is only on the screens."""

KEPT = {"language", "names", "voices", "volume"}
"""What the table keeps, whatever is played."""


def goes_on(before: State, after: State, at: int) -> None:
    """See that a game gone on with, after a restart or off the shelf, is what it was, paused.

    Args:
        before: the state in which that was chosen.
        after: what came of it.
        at: when that was (ns).

    Raises:
        Finding: it isn't.
    """
    was: State | None
    waits = {one.key for one in after.shelf}
    if before.stage is Stage.RESUME and before.offered is not None and after.game is before.offered.game:
        was, then = before.offered, before.offered_at
    elif taken := [one for one in before.shelf if one.state is not None and one.key not in waits]:
        was, then = taken[0].state, taken[0].at
        if was is None or after.game is not was.game or after.began != was.began:
            return
    else:
        return
    one, other = told(was, then), {**told(after, at), "paused": None}
    one |= {"paused": None} | {key: other[key] for key in KEPT}
    if one != other or after.paused_at is None:
        raise Finding(f"expected to go on, paused, {differs(one, other)}")


def told(state: State, at: int) -> dict[str, Any]:
    """What a state tells at ``at`` (ns), as JSON, but for what is only on the screens."""
    everything: dict[str, Any] = json.loads(json.dumps(state.snapshot(at)))
    return {key: value for key, value in everything.items() if key not in WHILE_LOOKED_AT}


def differs(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """In what two of them differ."""
    keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
    return ", ".join(f"with {key} {one.get(key)!r}, got {other.get(key)!r}" for key in keys)
