"""Codes, tokens and seats, in made-up time and with made-up dice."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.phones.guests import GUESSES, SIGNS, Guest, Guests, NotAdmittedError
from companion.phones.messages import Message
from firmware.events import NS_PER_S

HERE = "192.168.1.7"


def evening(kept: str = "", seed: int = 1) -> Guests:
    return Guests(Random(seed).randbytes, kept)


def hello(code: str = "", role: str = "player", token: str = "") -> Message:
    return Message("hello", role=role, code=code, token=token)


def seat_of(guests: Guests, seat: int, code: str = "") -> tuple[Guest, str]:
    guest, token = guests.admit(hello(code or guests.code), HERE, 0)
    guests.give(seat, guest, "Ola")
    return guest, token


def refused(guests: Guests, said: Message, address: str = HERE, now: int = 0) -> str:
    with pytest.raises(NotAdmittedError) as fault:
        guests.admit(said, address, now)
    return fault.value.why.sentence


def test_codes_are_new_each_evening_and_of_signs_that_cant_be_mistaken() -> None:
    made = [evening(seed=seed) for seed in range(500)]
    assert {len(guests.code) for guests in made} == {4}
    assert {len(guests.host_code) for guests in made} == {6}
    assert len({guests.code for guests in made}) > 490
    often = Counter("".join(guests.code + guests.host_code for guests in made))
    assert often.keys() == set(SIGNS)
    assert min(often.values()) > 100  # of 161 each


def test_a_page_is_known_by_its_token_and_nobody_elses_is() -> None:
    guests = evening()
    guest, token = seat_of(guests, 3)
    assert guests.admit(hello(token=token), "10.0.0.1", 0) == (guest, token)
    other, other_token = guests.admit(hello(guests.code), HERE, 0)
    assert other.device != guest.device
    assert len(bytes.fromhex(other_token)) == 16
    assert refused(guests, hello(token="0" * 32)) == "This evening has a new code"


def test_seats_and_codes_outlive_a_restart_but_tokens_themselves_are_not_kept() -> None:
    guests = evening()
    guest, token = seat_of(guests, 3)
    again = evening(guests.kept(), seed=2)
    assert (again.code, again.host_code) == (guests.code, guests.host_code)
    assert again.seats() == {3: (guest.device, "Ola")}
    assert again.admit(hello(token=token), HERE, 0)[0] == guest
    assert token not in guests.kept()


@given(st.text() | st.sampled_from(["[]", "{}", "null", '["A","B",{},{}]', '["K7QM","K7QMAB",[],[]]']))
def test_what_was_damaged_is_a_new_evening(kept: str) -> None:
    assert evening(kept).kept() == evening().kept()


def test_after_five_wrong_codes_in_a_minute_not_even_the_right_one_is_listened_to() -> None:
    guests = evening()
    for at in range(GUESSES):
        assert refused(guests, hello("AAAA"), now=at * NS_PER_S) == "Not this evening's code"
    assert refused(guests, hello(guests.code), now=59 * NS_PER_S) == "Too many wrong codes: wait a minute"
    guests.admit(hello(guests.code), "192.168.1.8", 59 * NS_PER_S)
    guests.admit(hello(guests.code), HERE, 60 * NS_PER_S)


def test_guesses_of_the_hosts_code_count_as_well() -> None:
    guests = evening()
    for _ in range(GUESSES):
        assert refused(guests, hello("AAAAAA", "host")) == "Not the host's code"
    assert refused(guests, hello(guests.code)) == "Too many wrong codes: wait a minute"


def test_a_crowd_of_guessers_is_forgotten_one_by_one() -> None:
    guests = evening()
    for one in range(1000):
        refused(guests, hello("AAAA"), address=f"10.0.{one // 250}.{one % 250}")
    assert len(guests._wrong) <= 256


def test_nobody_is_the_host_by_the_evenings_code_or_a_players_token() -> None:
    guests = evening()
    _, token = seat_of(guests, 3)
    refused(guests, hello(guests.code, "host"))
    refused(guests, hello(token=token, role="host"))
    host, host_token = guests.admit(hello(guests.host_code, "host"), HERE, 0)
    assert host.host
    assert guests.admit(hello(token=host_token, role="host"), HERE, 0)[0] == host


def test_a_crowd_of_guests_pushes_nobody_from_a_seat() -> None:
    guests = evening()
    guest, token = seat_of(guests, 3)
    for _ in range(200):
        guests.admit(hello(guests.code), HERE, 0)
    assert guests.admit(hello(token=token), HERE, 0)[0] == guest
    assert len(guests.kept()) < 10_000
