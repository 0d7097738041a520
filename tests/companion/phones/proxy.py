"""A TCP proxy that delays: bytes arrive in order, as late as a Wi-Fi might make them.

Browsers' own network emulation does nothing to WebSockets, so what is to be late goes through here. The
profiles are assumed, not measured at anybody's table: their middle and far ends are set by what has been
published of a Wi-Fi's hop. Pei et al. (*WiFi can be the weakest link of round trip network latency in the
wild*, INFOCOM 2016) found more than half of the packets of 47 access points to need over 20 ms there and a
tenth over 100 ms; of an access point of one home, 1 % of a day's round trips took over half a second
(https://sarodeoverwireless.com/2022/08/13/why-every-home-needs-a-wi-fi-mesh-statistical-analysis). TCP sends
again what was lost, so a loss is a stall of everything behind it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeVar

_Got = TypeVar("_Got")


@dataclass(frozen=True)
class Profile:
    """One way's delay: a base, plus something exponential, plus now and then a stall.

    Attributes:
        base: the least (s).
        spread: the mean of what comes on top of it (s).
        stalls: how often something is held up for longer, of all that is sent.
        stall: for how long then, from and to (s).
        slower: how many times as long it takes towards the page: no method sees that from afar.
    """

    base: float
    spread: float
    stalls: float
    stall: tuple[float, float]
    slower: float = 1.0

    def delay(self, random: Random, down: bool) -> float:
        """How long the next bytes take (s)."""
        held = random.uniform(*self.stall) if random.random() < self.stalls else 0.0
        return (self.base + random.expovariate(1 / self.spread)) * (self.slower if down else 1.0) + held


PROFILES: Final = {
    "good Wi-Fi": Profile(0.001, 0.001, 0.01, (0.005, 0.020)),
    "busy Wi-Fi": Profile(0.003, 0.010, 0.04, (0.020, 0.080), slower=1.5),
    "far corner": Profile(0.006, 0.020, 0.05, (0.040, 0.150)),
    "hotspot": Profile(0.004, 0.006, 0.08, (0.020, 0.100), slower=2.0),  # its radio sleeps between beacons
}


class Proxy:
    """Listens on a port of its own and hands on to another; may be frozen, thawed and cut.

    Args:
        port: where to.
        profile: how late; None: at once.
        seed: of the delays.
        named: whom it hands on to is told that it was itself asked: it serves none of another port.
    """

    def __init__(
        self, port: int, profile: Profile | None = None, seed: int = 1, *, named: bool = False
    ) -> None:
        self._to, self._profile, self._random = port, profile, Random(seed)
        self._named = named
        self._loop = asyncio.new_event_loop()
        self._flows = asyncio.Event()
        self._flows.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]

    def freeze(self) -> None:
        """Nothing comes through any more, and nobody is told: a Wi-Fi out of reach."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def thaw(self) -> None:
        """What was held up comes through, and all after it."""
        self._loop.call_soon_threadsafe(self._flows.set)

    def cut(self) -> None:
        """Whatever is connected is so no more."""
        self._run(self._cut())

    def close(self) -> None:
        """It listens no more."""
        self._loop.call_soon_threadsafe(self._server.close)
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, coroutine: Coroutine[Any, Any, _Got]) -> _Got:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _cut(self) -> None:
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._flows.wait()
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._to)
            try:
                await asyncio.gather(
                    self._carry(reader, there_writer, down=False),
                    self._carry(there_reader, writer, down=True),
                )
            finally:
                there_writer.transport.abort()
        except (OSError, asyncio.CancelledError):
            pass  # one of the two is gone, or was cut off
        finally:
            writer.transport.abort()
            self._tasks.discard(task)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, down: bool) -> None:
        """What is read is written later, in order; reading goes on meanwhile."""
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def read() -> None:
            while True:
                data = await reader.read(65536)
                if self._named and not down:
                    data = data.replace(b"127.0.0.1:%d\r\n" % self.port, b"127.0.0.1:%d\r\n" % self._to)
                delay = self._profile.delay(self._random, down) if self._profile else 0.0
                waiting.put_nowait((self._loop.time() + delay, data))
                if not data:
                    return

        reading = asyncio.ensure_future(read())
        try:
            while True:
                at, data = await waiting.get()
                await asyncio.sleep(max(0.0, at - self._loop.time()))
                await self._flows.wait()
                if not data:
                    writer.write_eof()
                    return
                writer.write(data)
                await writer.drain()
        finally:
            reading.cancel()
