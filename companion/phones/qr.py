"""The way in as a QR code, for whatever can show one.

An address in capitals is written in the code's alphanumeric signs, which take little room: version 2, error
correction M, 25 modules across (ISO/IEC 18004, table 7: 38 signs).
"""

from __future__ import annotations

from collections.abc import Iterator

import segno

from companion.session.invitation import Invitation

QUIET = 4
"""Light modules around a code (ISO/IEC 18004, 5.3.8)."""

_HALVES = {"00": " ", "10": "▀", "01": "▄", "11": "█"}
"""By which of two modules above each other are dark."""


def invitation(address: str, code: str, host_code: str) -> Invitation:
    """An invitation with its QR code.

    Args:
        address: ``http://192.168.1.23:8080``; empty: there is no network.
        code: the evening's.
        host_code: the host's.
    """
    rows = modules(f"{address}/{code}") if address else ()
    return Invitation(address, code, host_code, rows)


def modules(url: str) -> tuple[str, ...]:
    """An address as a code's modules, from the top, ``1`` for a dark one."""
    made = segno.make_qr(url.upper(), error="m", boost_error=False)
    return tuple("".join(str(module) for module in row) for row in made.matrix)


def told(invited: Invitation, *, drawn: bool) -> Iterator[str]:
    """The way in for a terminal, line by line.

    Args:
        invited: what to tell.
        drawn: with the code in half blocks, dark on light whatever the terminal's colours are.
    """
    if not invited.address:
        yield "phones are on, but there is no network they could come by"
        return
    yield f"phones: {invited.address}/{invited.code}"
    if invited.host_code:
        yield f"the host's page: {invited.address}/host, code {invited.host_code}"
    if not drawn:
        return
    across = len(invited.rows) + 2 * QUIET
    light = ("0" * across,) * QUIET
    rows = [*light, *(f"{row:0^{across}}" for row in invited.rows), *light]
    rows += ["0" * across] * (len(rows) % 2)
    for above, below in zip(rows[::2], rows[1::2], strict=True):
        halves = "".join(_HALVES[one + other] for one, other in zip(above, below, strict=True))
        yield f"\x1b[30;107m{halves}\x1b[0m"
