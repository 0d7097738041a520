"""The pages, and how a browser is to treat them: nothing from elsewhere, nothing kept, nothing told on."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from gzip import compress
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from companion.phones.guests import CODE_LENGTH, SIGNS

PAGES: Final = Path(__file__).parent / "pages"
SOCKET: Final = "/ws"

_INLINE = re.compile(rb"<(script|style)\b[^>]*>(.*?)</\1>", re.DOTALL)
_CODE = re.compile(rf"/[{SIGNS}]{{{CODE_LENGTH}}}", re.IGNORECASE)
_NAMES: Mapping[str, str] = {"/": "player", "/host": "host", "/board": "board"}


class Page:
    """One page: packed once, with what its own scripts and styles hash to, so that no others are run."""

    def __init__(self, text: bytes) -> None:
        self.packed = compress(text)
        sources: dict[bytes, list[str]] = {b"script": [], b"style": []}
        for kind, inline in _INLINE.findall(text):
            sources[kind].append(f"'sha256-{b64encode(sha256(inline).digest()).decode()}'")
        self._scripts, self._styles = (" ".join(hashes) or "'none'" for hashes in sources.values())

    def policy(self, host: str) -> str:
        """Its Content-Security-Policy, asked for as ``host``; to older Safaris ws: is elsewhere."""
        return (
            f"default-src 'none'; script-src {self._scripts}; style-src {self._styles}; "
            f"connect-src 'self' ws://{host}; img-src data:; media-src data: blob:; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )


def whole_page(name: str) -> str:
    """A page as it is served: what all begin with, and what is its own."""
    return "".join((PAGES / f"{part}.html").read_text(encoding="utf-8") for part in ("shared", name))


def read_pages() -> Mapping[str, Page]:
    """The pages there are, by their names."""
    return {name: Page(whole_page(name).encode()) for name in _NAMES.values()}


def answer(request: Request, host: str, pages: Mapping[str, Page]) -> Response:
    """What is answered to a request that is none for a WebSocket.

    Args:
        request: what is asked for.
        host: as what, one of our own names.
        pages: all there are.
    """
    path = request.path.partition("?")[0]
    page = pages.get("player" if _CODE.fullmatch(path) else _NAMES.get(path, ""))
    if page is not None:
        headers = {"Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip"}
        return response(HTTPStatus.OK, page.packed, headers, page.policy(host))
    if path == "/generate_204":  # asked by Android: is there an internet? Else it leaves for another network
        return response(HTTPStatus.NO_CONTENT)
    return response(HTTPStatus.NOT_FOUND)


def response(
    status: HTTPStatus,
    body: bytes = b"",
    headers: Mapping[str, str] | None = None,
    policy: str = "default-src 'none'",
) -> Response:
    """A response with what all of ours have."""
    body = body or ("" if status is HTTPStatus.NO_CONTENT else f"{status} {status.phrase}\n").encode()
    return Response(
        status,
        status.phrase,
        Headers(
            {
                "Content-Type": "text/plain; charset=utf-8",
                "Content-Length": str(len(body)),
                "Content-Security-Policy": policy,
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
                "Cache-Control": "no-store",
                "Connection": "close",
                **(headers or {}),
            }
        ),
        body,
    )
