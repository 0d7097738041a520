"""Which addresses are served, and which names are this machine's."""

from __future__ import annotations

import socket

import pytest

from companion.phones.addresses import is_ours, is_private, own_addresses, shown_addresses


@pytest.mark.parametrize(
    "address", ["10.1.2.3", "172.16.0.1", "172.31.9.9", "192.168.1.5", "169.254.3.4", "127.0.0.2"]
)
def test_private_addresses_are_served(address: str) -> None:
    assert is_private(address)


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "172.32.0.1",
        "192.169.0.1",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.251",
        "::1",
        "fe80::1",
        "10.1",
        "",
        "x",
    ],
)
def test_others_are_not(address: str) -> None:
    assert not is_private(address)


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.5:8080",
        "127.0.0.1:8080",
        "127.0.0.3:8080",
        "localhost:8080",
        "pierwszy.local:8080",
        "PIERWSZY.local:8080",
    ],
)
def test_a_host_of_ours_is_ours(host: str) -> None:
    assert is_ours(host, 8080, ["192.168.1.5"])


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example:8080",
        "192.168.1.5",
        "192.168.1.5:80",
        "192.168.1.6:8080",
        "192.168.1.5:8080:8080",
        "192.168.1.5:8080@evil.example",
        "127.evil.example:8080",
        "pierwszy.local.evil.example:8080",
        "[::1]:8080",
        "192.168.1.5:08080",
    ],
)
def test_any_other_host_is_anothers(host: str) -> None:
    assert not is_ours(host, 8080, ["192.168.1.5"])


def test_port_80_neednt_be_said() -> None:
    assert is_ours("pierwszy.local", 80, [])
    assert not is_ours("pierwszy.local", 8080, [])


def test_this_machines_own_name_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Malina")
    assert is_ours("malina.local:8080", 8080, [])


def test_the_kernel_tells_this_machines_addresses() -> None:
    assert "127.0.0.1" in own_addresses()
    assert shown_addresses()
    assert all(is_private(address) for address in own_addresses() + shown_addresses())


def test_phones_are_told_the_way_out_first_and_no_containers_bridge(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [("lo", "127.0.0.1"), ("docker0", "172.17.0.1"), ("eth0", "10.0.0.2"), ("wlan0", "192.168.1.5")]
    monkeypatch.setattr("companion.phones.addresses._by_interface", lambda: [*there, ("wwan0", "8.8.8.8")])
    monkeypatch.setattr("companion.phones.addresses._way_out", lambda: "192.168.1.5")
    assert shown_addresses() == ["192.168.1.5", "10.0.0.2"]
    assert own_addresses() == ["127.0.0.1", "172.17.0.1", "10.0.0.2", "192.168.1.5"]


def test_a_machine_without_a_network_tells_its_own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.phones.addresses._by_interface", lambda: [("lo", "127.0.0.1")])
    assert shown_addresses() == ["127.0.0.1"]
