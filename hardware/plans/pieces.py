"""Pieces of the guide's page that a box and a button head share: choices, ticks, drawings, what to buy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape

from hardware.plans.bill import Row


def button(kind: str, value: str, words: str) -> str:
    """A button of the page: ``box`` chooses a box, ``sheet`` a drawing."""
    return f'<button type="button" data-{kind}="{escape(value)}">{escape(words)}</button>'


def tick(name: str) -> str:
    """A box to tick, which the page keeps by this name."""
    return f'<input type="checkbox" id="{name}" aria-label="done">'


def drawings(name: str, drawn: Mapping[str, str]) -> str:
    """A box's drawings by their titles, one of which is shown."""
    tabs = "".join(button("sheet", title, title) for title in drawn)
    sheets = "".join(
        f'<div class="sheet" data-name="{title}" aria-label="{title}">{_own_ids(name, svg)}</div>'
        for title, svg in drawn.items()
    )
    return f'<div class="drawings"><nav aria-label="drawings">{tabs}</nav>{sheets}</div>'


def _own_ids(name: str, svg: str) -> str:
    """A drawing that may stand beside others of its kind in one page."""
    bare = re.sub(r">\s+<", "><", re.sub(r"<\?xml.*?\?>|<!--.*?-->", "", svg).strip())
    return re.sub(r' id="', f' id="{name}-', bare)


def bill_table(name: str, bought: Iterable[Row], said: str) -> str:
    """What to buy, each with a box to tick."""
    rows = "".join(
        f"<tr><td>{tick(f'{name}-bought-{number}')}</td><td>{row.quantity}</td>"
        f"<td>{escape(row.part)}</td><td>{escape(row.ref)}</td><td>{escape(row.look_for)}</td>"
        f"<td>{row.euro:.2f}</td></tr>\n"
        for number, row in enumerate(bought, start=1)
    )
    head = "<tr><th></th><th></th><th>part</th><th>in drawings</th><th>look for</th><th>€</th></tr>"
    return f'<table class="parts">\n{head}\n{rows}</table><p>{said}</p>'
