"""How people get in by phone: the way in, the host's code, and what is said of both.

Where a table is found is no part of its state, which is journalled, exported and told again elsewhere: an
`Invitation` is handed to whoever makes a view, as the history is. That phones are on is, by ``phones on``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from companion.games.choice import READ, Choice
from companion.session.state import State
from companion.table.home import Band, Home, Tile
from companion.table.view import TableView
from companion.table.way_in import WayIn
from companion.words import Say, T
from firmware.views import Code, Screen

PATH = ("phones",)
"""The choices the knob has gone into, where all of this is chosen."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """Where phones find the table.

    Attributes:
        address: ``http://192.168.1.23:8080``; empty: there is no network.
        code: the evening's, which players type who can't scan.
        host_code: the host's; empty where it is not to be seen.
        rows: address and code as a QR code's modules, see `firmware.views.Code`; none: words only.
    """

    address: str
    code: str
    host_code: str
    rows: tuple[str, ...] = ()

    def without_host(self) -> Invitation:
        """What anybody at the table may see."""
        return replace(self, host_code="")

    @property
    def short(self) -> str:
        """The address as it is typed."""
        return self.address.removeprefix("http://")

    @property
    def figure(self) -> Code | None:
        """The QR code."""
        return Code(self.rows) if self.rows else None

    @property
    def part(self) -> WayIn:
        """What lies on the table."""
        return WayIn(self.short, self.code, self.rows)


_WAY_IN = Choice("join", T("Join by phone"))
_HOST = Choice("host", T("The host's code"))
_ON = Choice("phones on", T("Switch phones on"))
_OFF = Choice("phones off", T("Switch phones off"))
_STAYS_OFF = Choice(READ, T("Leave them off"))


def chosen(on: bool) -> Choice:
    """The menu's choice, and what there is in it."""
    return Choice(PATH[0], T("Phones: on") if on else T("Phones: off"), partial(_inside, on))


def _inside(on: bool) -> tuple[Choice, ...]:
    return (_WAY_IN, _HOST, _OFF) if on else (_ON, _STAYS_OFF)


def taken(state: State, choice: Choice) -> State:
    """The state once one of them is taken: what was only looked at leads back; switched on, to the way in."""
    if choice not in {_ON, _OFF}:
        return replace(state, cursor=None)
    on = choice == _ON
    return replace(state, kept=replace(state.kept, phones=on), cursor=0 if on else None)


def main_screen(screen: Screen, choice: Choice, invited: Invitation | None, say: Say) -> Screen:
    """The main panel's screen while the knob stands on one of these."""
    if choice not in {_WAY_IN, _HOST}:
        return replace(screen, text=(say("same Wi-Fi as the box"),)) if choice == _ON else screen
    title = say.text(choice.label)
    if invited is None or not invited.address:
        return replace(screen, title=title, big=say("No network"), text=(say("phones can't get in"),))
    if choice == _HOST:
        return replace(screen, title=title, big=invited.host_code or "–", text=("…/host",))
    return replace(screen, title=title, big=invited.code, text=(invited.short,), figure=invited.figure)


def table(
    choices: tuple[Choice, ...], standing: Choice | None, invited: Invitation | None, say: Say
) -> TableView:
    """What the table window shows while the knob stands on one of these."""
    tiles = (Band((Tile(say.text(one.label), one.text, chosen=one == standing),)) for one in choices)
    shown = TableView(tall=True, row=False, pages=_WAY_IN in choices, middle=(Home(tuple(tiles)),))
    if _WAY_IN not in choices or invited is None or not invited.address:
        return shown
    if standing == _HOST:
        host = f"{say('The host')}: {invited.host_code or '–'}"
        return replace(shown, headline=host, text=(f"{invited.short}/host",))
    said = say("The same Wi-Fi; the camera, or the address and the code.")
    headline = "" if standing is None else say.text(standing.label)
    return replace(shown, headline=headline, text=(said,), middle=(invited.part, *shown.middle))
