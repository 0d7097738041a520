"""Standard streams as a program finds them: closed, full, with nobody at the end, or a terminal that obeys.

Whatever is printed goes through here, so no name, label or file can send a terminal an escape code, and no
letter a terminal lacks ends the program. What standard output can't take is the caller's to hear; of standard
error nobody hears anything, and a game is played on.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import Any, TextIO

from firmware.written import escaped


class Output:
    """A stream to be read by people or programs; what is asked of it besides, the stream answers.

    Args:
        stream: where it goes; None if that was closed before the program began.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._fault: OSError | None = None
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_SPELT)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._opened(), name)

    def _opened(self) -> TextIO:
        if self._stream is None:
            raise OSError(errno.EBADF, "expected a standard output, it is closed")
        return self._stream

    def write(self, text: str) -> int:
        """Write a text, as far as it is to be shown."""
        try:
            return self._opened().write(escaped(text))
        except OSError as fault:
            self._fault = fault  # which argparse keeps to itself
            raise

    def flush(self) -> None:
        """See that all was written."""
        if self._fault is not None:
            raise self._fault
        if self._stream is not None:
            self._stream.flush()

    def give_up(self) -> None:
        """Nobody reads what is left, nor can the end of the program fail with it."""
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._opened().fileno())


class Aside(Output):
    """Standard error: what it can't take is lost, and nothing else."""

    def write(self, text: str) -> int:
        """Write a text, if that can be done."""
        with suppress(OSError, ValueError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """See that it is written, if that can be done."""
        with suppress(OSError, ValueError):
            super().flush()

    def end(self) -> None:
        """What it couldn't take until now is lost."""
        try:
            super().flush()
        except OSError:
            self.give_up()


@contextmanager
def standard_streams() -> Iterator[Output]:
    """All of the program between them; gives standard output."""
    for number in range(3):  # a closed one's number would be the next file's, which would be written into
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    out: Any = Output(sys.stdout)
    aside: Any = Aside(sys.stderr)
    with redirect_stdout(out), redirect_stderr(aside):
        try:
            yield out
        finally:
            aside.end()


def _spelt(error: UnicodeError) -> tuple[str, int]:
    r"""What a terminal lacks, without its marks; in a JSON text as ``\u0142``, still the same letter."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    json = error.object.startswith(("{", "["))
    return "".join(_code(letter) if json else _plain(letter) for letter in lacking), error.end


def _plain(letter: str) -> str:
    apart = unicodedata.normalize("NFKD", letter.translate(_ALIKE))
    return apart.encode("ascii", "ignore").decode() or _code(letter)


def _code(letter: str) -> str:
    units = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in zip(units[::2], units[1::2], strict=True))


_ALIKE = str.maketrans(
    {**dict(zip("łŁ–—−„”“’′×·µ─│→←✓", 'lL---"""\'\'x.u-|><v', strict=True)), "Ω": "ohm", "±": "+/-"}
)
_SPELT = "pierwszy.spelt"
codecs.register_error(_SPELT, _spelt)
