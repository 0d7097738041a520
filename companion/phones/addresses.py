"""Where phones find this machine, and who may come: private IPv4 addresses, of the same network.

All interfaces' addresses are asked of the kernel by an ioctl, which needs no netlink socket (the service may
open none). IPv6 isn't served: phones that are told an address, or look up ``pierwszy.local``, take IPv4.
"""

from __future__ import annotations

import socket
import struct
from array import array
from collections.abc import Collection
from contextlib import suppress
from fcntl import ioctl
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import Final

PRIVATE: Final = tuple(
    map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"))
)
"""RFC 1918, link-local (a cable between two), this machine itself."""

NAME: Final = "pierwszy.local"
"""What a box installed as the guide says is called by mDNS."""

_SIOCGIFCONF: Final = 0x8912  # linux/sockios.h; netdevice(7) has the structures
_IFCONF = struct.Struct("iP")
_IFREQ = 40 if struct.calcsize("P") == 8 else 32
_MOST = 64
_OF_PROGRAMS = ("docker", "br-", "virbr", "veth", "vmnet", "lxc", "podman")
"""How interfaces of virtual machines and containers are called: no phone is behind them."""

_AFAR = ("192.0.2.1", 9)
"""A documentation address (RFC 5737): what is sent there would leave by the way to everywhere."""


def is_private(address: str) -> bool:
    """Whether somebody at an address may be served."""
    try:
        return any(IPv4Address(address) in network for network in PRIVATE)
    except AddressValueError:
        return False


def own_addresses() -> list[str]:
    """This machine's private addresses, on every interface."""
    return [address for _, address in _by_interface() if is_private(address)]


def shown_addresses() -> list[str]:
    """Those that phones may reach, that of the way out first; this machine's own if there is no network."""
    shown = [
        address
        for name, address in _by_interface()
        if is_private(address) and name != "lo" and not name.startswith(_OF_PROGRAMS)
    ]
    way_out = _way_out()
    return sorted(shown, key=lambda address: address != way_out) or ["127.0.0.1"]


def is_ours(host: str, port: int, own: Collection[str]) -> bool:
    """Whether a Host header means this machine; else another's page may have been led here (DNS rebinding).

    Args:
        host: the header.
        port: what we listen on.
        own: this machine's addresses.
    """
    name, _, said = host.partition(":")
    if (said or "80") != str(port):
        return False
    names = {NAME, "localhost", f"{socket.gethostname().lower()}.local"}
    return name.lower() in names or name in own or (name.startswith("127.") and is_private(name))


def _by_interface() -> list[tuple[str, str]]:
    """Names of interfaces and their addresses; of one with several, one by one."""
    room = array("B", bytes(_IFREQ * _MOST))
    where, size = room.buffer_info()
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        size, _ = _IFCONF.unpack(ioctl(asked, _SIOCGIFCONF, _IFCONF.pack(size, where)))
        entries = (room[start : start + _IFREQ].tobytes() for start in range(0, size, _IFREQ))
        return [(one[:16].split(b"\0")[0].decode(), socket.inet_ntoa(one[20:24])) for one in entries]
    return [("", _way_out()), ("lo", "127.0.0.1")]


def _way_out() -> str:
    """The address of the interface that leads everywhere else; nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tried:
        tried.connect(_AFAR)
        return str(tried.getsockname()[0])
    return ""
