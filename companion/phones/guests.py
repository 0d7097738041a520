"""Who may play by phone, and who has which seat. Pure: moments and randomness are passed in.

Whoever knows the evening's code is a guest and gets a token of 128 bits; by that it is known again, after a
reload, a locked screen, or a restart of the box. Only tokens' hashes are kept. A seat belongs to the token
that took it first, until it leaves or the host gives the seat to another: a name impresses nobody. The host's
page has a code of its own. Who guesses codes is not listened to for a minute.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import astuple, dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple

from companion.phones.messages import Message
from companion.words import T, Text
from firmware.errors import PierwszyError
from firmware.events import NS_PER_S, Seat

SIGNS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""What codes are made of: nothing that could be read as something else."""

CODE_LENGTH, HOST_CODE_LENGTH = 4, 6
GUESSES: Final = 5
"""Wrong codes of one address in a minute; then not even the right one is listened to."""

_MINUTE_NS = 60 * NS_PER_S
_GUESSERS = 256
"""Addresses remembered that have guessed wrong."""

_MOST = 64
"""Guests known; those longest known that have no seat make room."""


class NotAdmittedError(PierwszyError, ValueError):
    """Raised for a hello that isn't let in; `why` is for people."""

    def __init__(self, why: Text) -> None:
        self.why = why
        super().__init__(str(why))


class Guest(NamedTuple):
    """One browser, by its token's hash; ``host``: it had the host's code."""

    key: str
    host: bool

    @property
    def device(self) -> str:
        """What its touches are said to come from."""
        return f"phone-{self.key[:8]}"


@dataclass(slots=True)
class _Kept:
    code: str
    host_code: str
    guests: dict[str, bool] = field(default_factory=dict)
    seats: dict[Seat, tuple[str, str]] = field(default_factory=dict)


class Guests:
    """Codes, tokens and seats of one evening.

    Args:
        random: makes so many random bytes.
        kept: what `kept` gave before the box was restarted; damaged, or empty, it is a new evening.
    """

    def __init__(self, random: Callable[[int], bytes], kept: str = "") -> None:
        self._random = random
        self._kept = _read(kept) or _Kept(self._made(CODE_LENGTH), self._made(HOST_CODE_LENGTH))
        self._wrong: dict[str, list[int]] = {}

    @property
    def code(self) -> str:
        """The evening's, for whoever plays or watches."""
        return self._kept.code

    @property
    def host_code(self) -> str:
        """That of the host's page."""
        return self._kept.host_code

    def kept(self) -> str:
        """All of it as a text, to be given to the next `Guests` of this evening."""
        return json.dumps(astuple(self._kept))

    def admit(self, hello: Message, address: str, now: int) -> tuple[Guest, str]:
        """Let a page in.

        Args:
            hello: why it may.
            address: where it is from.
            now: when (ns).

        Returns:
            Who it is, and its token.

        Raises:
            NotAdmittedError: it may not, or has guessed too often.
        """
        if hello.token:
            key = _key(hello.token)
            host = self._kept.guests.get(key)
            if host is None or (hello.role == "host" and not host):
                raise NotAdmittedError(T("This evening has a new code"))
            return Guest(key, host), hello.token
        self._check(hello, address, now)
        token = self._random(16).hex()
        guest = Guest(_key(token), hello.role == "host")
        guests, seated = self._kept.guests, {key for key, _ in self._kept.seats.values()}
        for key in [key for key in guests if key not in seated][: max(0, len(guests) + 1 - _MOST)]:
            del guests[key]
        guests[guest.key] = guest.host
        return guest, token

    def _check(self, hello: Message, address: str, now: int) -> None:
        wrong = [at for at in self._wrong.pop(address, ()) if now - at < _MINUTE_NS]
        right = hello.code == (self.host_code if hello.role == "host" else self.code)
        if not right and len(wrong) < GUESSES:
            wrong.append(now)
            why = T("Not the host's code") if hello.role == "host" else T("Not this evening's code")
        elif len(wrong) >= GUESSES:
            right, why = False, T("Too many wrong codes: wait a minute")
        if wrong:  # at the end, so that the first are the longest silent
            self._wrong[address] = wrong
            if len(self._wrong) > _GUESSERS:
                del self._wrong[next(iter(self._wrong))]
        if not right:
            raise NotAdmittedError(why)

    def seats(self) -> dict[Seat, tuple[str, str]]:
        """The seats that phones have: of which device, and what they are called."""
        return {seat: (Guest(key, False).device, name) for seat, (key, name) in self._kept.seats.items()}

    def give(self, seat: Seat, guest: Guest, name: str) -> None:
        """A seat is somebody's from now on, and is called so; the host wants it, or it was free."""
        self._kept.seats[seat] = guest.key, name

    def take(self, seat: Seat) -> None:
        """A seat is nobody's."""
        self._kept.seats.pop(seat, None)

    def _made(self, length: int) -> str:
        """A code, each sign as likely as any other."""
        signs = ""
        while len(signs) < length:
            drawn = self._random(1)[0] & 31
            signs += SIGNS[drawn : drawn + 1]  # of 32 one is none
        return signs


def _key(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _read(kept: str) -> _Kept | None:
    """What was kept, if it can be believed."""
    try:
        code, host_code, guests, seats = json.loads(kept)
        had = {int(seat): (str(key), str(name)) for seat, (key, name) in seats.items()}
        read = _Kept(str(code), str(host_code), {key: host is True for key, host in guests.items()}, had)
    except (ValueError, TypeError, AttributeError):
        return None
    return read if (len(read.code), len(read.host_code)) == (CODE_LENGTH, HOST_CODE_LENGTH) else None
