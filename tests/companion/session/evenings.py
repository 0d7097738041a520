"""Results as journals have them, for tests of what finished games add up to."""

from __future__ import annotations

from typing import Any

OLA_AND_JAN = {1: "Ola", 2: "Jan"}


def told(
    *winners: int,
    names: dict[int, str] = OLA_AND_JAN,
    seats: tuple[int, ...] = (),
    game: str = "kezao",
    at: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """A game's result.

    Args:
        winners: the seats that have won.
        names: of seats.
        seats: who played; whoever has a name unless said.
        game: which.
        at: how many minutes after 18:00 UTC of a Saturday it began.
        more: other keys, in place of these.
    """
    hours, minutes = divmod(at, 60)
    days, hours = divmod(18 + hours, 24)
    time = f"2026-11-{28 + days}T{hours:02}:{minutes:02}:00.000+00:00"
    return {
        "game": game,
        "seats": list(seats or names),
        "names": {str(seat): name for seat, name in names.items()},
        "winners": list(winners),
        "players": {},
        "length_s": 600.0,
        "reactions": {},
        "run": 1,
        "began": time,
        "when": f"{time[:10]} {time[11:16]}",
        **more,
    }
