"""Pages and the table, by way of a real server: seats, clocks, touches, views."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from threading import current_thread

import pytest

from companion.phones.lobby import BRISK_FOR_NS
from companion.phones.server import Server
from firmware.events import NS_PER_S, Seat
from firmware.far_clock import Clocks
from firmware.views import Cue, Sound
from tests.companion.phones.table_told import Client, Served, TableTold, Time, serving


@pytest.fixture
def served() -> Iterator[Served]:
    with serving() as served:
        yield served


def told(served: Served, *kinds: str) -> list[tuple[object, ...]]:
    """What the table was told of these kinds, once what was said before is heard."""
    served.page("board")[0].wire.close()
    return [one for one in served.table.told if one[0] in kinds]


def shown(served: Served, client: Client) -> object:
    served.passes(0.1)
    return client.hear("v")["view"]


# --- seats


def test_a_phone_joins_sits_and_everybody_sees_it(served: Served) -> None:
    board, _ = served.page("board", lang="pl")
    player, welcome = served.page()
    assert (welcome["role"], welcome["seats"], welcome["free"], welcome["names"]) == (
        "player",
        [],
        [1, 2, 3],
        {},
    )
    player.say("sit", seat=3, name="Ola")
    for page in (player, board):
        seats = page.hear("seats")
        assert (seats["free"], seats["names"]) == ([1, 2], {"3": "Ola"})
    player.say("name", seat=3, name="Ala")
    assert board.hear("seats")["names"] == {"3": "Ala"}
    player.say("leave", seat=3)
    assert board.hear("seats")["free"] == [1, 2, 3]
    assert told(served, "sit", "name", "leave") == [
        ("sit", 3, "Ola", 100_000),
        ("name", 3, "Ala"),
        ("leave", 3),
    ]


def test_a_tablet_has_several_seats(served: Served) -> None:
    tablet, _ = served.player(1)
    tablet.say("sit", seat=2, name="Ela")
    tablet.hear("seats")
    assert tablet.hear("seats")["seats"] == [1, 2]


def test_a_seat_that_isnt_free_isnt_given(served: Served) -> None:
    player, _ = served.page(lang="pl")
    player.say("sit", seat=7, name="Ola")
    assert player.hear("no", "seats")["t"] == "no"
    assert told(served, "sit") == []


def test_the_table_may_take_seats_off_the_list(served: Served) -> None:
    player, _ = served.page()
    served.table.seats = [1]
    served.server.changed()
    served.passes(0.1)
    assert player.hear("seats")["free"] == [1]


def test_a_seat_that_got_another_button_is_no_phones_any_more(served: Served) -> None:
    player, token = served.player(3)
    served.server.vacate(3)
    assert player.hear("no")["why"] == "Seat 3 isn't yours any more"
    player.wire.close()
    assert served.page(code=None, token=token)[1]["seats"] == []
    assert len(told(served, "sit")) == 1


def test_a_reloaded_page_is_back_at_its_seat(served: Served) -> None:
    player, token = served.player(3)
    player.wire.close()
    _, welcome = served.page(code=None, token=token, step=0.2)
    assert (welcome["seats"], welcome["token"]) == ([3], token)
    assert told(served, "sit", "away") == [("sit", 3, "Ola", 100_000), ("away",), ("sit", 3, "Ola", 200_000)]


def test_of_two_pages_with_one_token_the_newest_lives_and_the_other_is_told(served: Served) -> None:
    old, token = served.player(3)
    new, welcome = served.page(code=None, token=token)
    ended, said = old.until_closed()
    assert (ended, said[-1]) == (1000, {"t": "bye", "why": "Opened in another place"})
    assert welcome["seats"] == [3]
    new.answer()
    new.say("p", id=1, seat=3, at=7)
    assert new.hear("ok")["id"] == 1


def test_a_player_and_a_board_of_one_browser_live_side_by_side(served: Served) -> None:
    player, token = served.player(3)
    served.page("board", code=None, token=token)
    player.say("p", id=1, seat=3, at=7)
    assert player.hear("ok")["id"] == 1


def test_seats_and_codes_outlive_a_restart_of_the_box() -> None:
    kept = [""]
    with serving(keep=kept.append) as served:
        _, token = served.player(3)
        code, boot = served.server.code, served.page("board")[1]["boot"]
    with serving(kept=kept[-1]) as served:
        assert served.server.code == code
        _, welcome = served.page(code=None, token=token)
        assert (welcome["seats"], welcome["names"]) == ([3], {"3": "Ola"})
        assert welcome["boot"] != boot
        assert told(served, "sit") == [("sit", 3, "Ola", 100_000)]


def test_who_lost_its_token_is_seated_if_the_host_says_yes(served: Served) -> None:
    holder, _ = served.player(3)
    other, _ = served.page()
    other.say("sit", seat=3, name="Ala")
    other.say("sit", seat=3, name="Ola")  # asked twice: one question counts
    host, _ = served.page("host")
    ask = host.hear("ask")
    assert (ask["seat"], ask["name"]) == (3, "Ola")
    host.say("do", id=1, rev=0, what=f"grant {ask['n']}")
    assert host.hear("ok", "no") == {"t": "ok", "id": 1}
    assert other.hear("seats")["seats"] == [3]
    assert holder.hear("no")["why"] == "Seat 3 isn't yours any more"
    host.say("do", id=2, rev=0, what=f"grant {ask['n']}")
    assert host.hear("ok", "no") == {"t": "no", "id": 2, "why": "Nobody asks any more"}
    holder.say("p", id=1, seat=3, at=7)
    assert holder.hear("no")["id"] == 1
    assert told(served, "sit", "leave", "press") == [
        ("sit", 3, "Ola", 100_000),
        ("leave", 3),
        ("sit", 3, "Ola", 100_000),
    ]


def test_a_host_who_is_there_is_asked_and_may_say_no(served: Served) -> None:
    served.player(3)
    host, _ = served.page("host")
    impostor, _ = served.page()
    impostor.say("sit", seat=3, name="Ola")
    host.say("do", id=1, rev=0, what=f"deny {host.hear('ask')['n']}")
    assert impostor.hear("no")["why"] == "The host says no"
    assert len(told(served, "sit")) == 1


def test_who_went_away_asks_no_more(served: Served) -> None:
    served.player(3)
    host, _ = served.page("host")
    impostor, _ = served.page()
    impostor.say("sit", seat=3, name="Ola")
    ask = host.hear("ask")
    impostor.wire.close()
    host.say("do", id=1, rev=0, what=f"grant {ask['n']}")
    assert host.hear("ok", "no")["why"] == "Nobody asks any more"


# --- clocks and touches


def test_a_page_is_asked_for_its_clock_once_a_second_and_more_often_around_a_press(served: Served) -> None:
    player, _ = served.player(3)
    for _ in range(5):
        player.answer()  # one that is new is asked in a row
    served.passes(1)
    first = player.hear("q")["n"]
    served.passes(0.9)
    served.passes(0.2)
    second = player.hear("q")["n"]
    player.say("p", id=1, seat=3, at=7)
    player.hear("ok")
    served.passes(0.21)
    third = player.hear("q")["n"]
    assert (second - first, third - second) == (1, 1)
    served.passes(BRISK_FOR_NS / NS_PER_S)
    player.hear("q")
    served.passes(0.21)
    served.passes(0.8)
    assert player.hear("q")["n"] == third + 2


def test_times_of_a_page_are_told_in_ns_with_when_they_were_here(served: Served) -> None:
    player, _ = served.player(3)
    at = served.time.raw
    player.say("p", id=1, seat=3, at=1234.567)
    player.say("u", id=2, seat=3, at=1300)
    player.say("w", n=1, at=1330.5)
    assert told(served, "exchange", "press", "mark") == [
        ("exchange", 5_000_000, 5_125_000, at),
        ("press", 3, True, 1_234_567_000, at + NS_PER_S // 2),
        ("press", 3, False, 1_300_000_000, at + NS_PER_S // 2),
        ("mark", 1_330_500_000),
    ]


def test_a_touch_sent_again_is_answered_again_but_is_one_touch(served: Served) -> None:
    player, token = served.player(3)
    player.say("p", id=1, seat=3, at=7)
    player.hear("ok")
    back, _ = served.page(code=None, token=token)
    back.say("p", id=1, seat=3, at=7)
    back.answer()
    assert back.hear("ok") == {"t": "ok", "id": 1}
    assert len(told(served, "press")) == 1
    back.say("p", id=1, seat=3, at=9)  # of a page loaded anew, which counts from 1 again
    back.hear("ok")
    assert len(told(served, "press")) == 2


def test_a_touch_waits_until_the_pages_clock_is_known(served: Served) -> None:
    player, _ = served.page()
    player.say("sit", seat=3, name="Ola")
    player.say("p", id=1, seat=3, at=4)
    player.say("w", n=1, at=5)
    assert told(served, "press", "mark") == []
    came = served.time().monotonic
    served.passes(0.05)
    player.answer()
    assert player.hear("ok")["id"] == 1
    assert told(served, "press", "mark") == [("press", 3, True, 4_000_000, came), ("mark", 5_000_000)]


def test_a_hidden_pages_clock_is_forgotten_and_known_again_before_its_touches_count(served: Served) -> None:
    player, _ = served.player(3)
    player.say("away")
    player.say("back")
    player.say("p", id=1, seat=3, at=9)
    assert told(served, "away", "press") == [("away",), ("away",)]
    player.answer()
    assert player.hear("ok")["id"] == 1


def test_a_touch_that_isnt_believed_is_refused(served: Served) -> None:
    served.table.believes = False
    player, _ = served.player(3)
    player.say("p", id=1, seat=3, at=7)
    assert player.hear("ok", "no")["t"] == "no"


def test_players_that_are_awake_are_asked_whether_a_press_is_still_to_come(served: Served) -> None:
    awake, _ = served.player(1)
    hidden, _ = served.player(2)
    silent, _ = served.player(3)
    hidden.say("away")
    served.passes(1.6)
    awake.say("name", seat=1, name="Ala")
    told(served, "name")
    served.server.ask_marks()
    assert awake.hear("w?") == {"t": "w?", "n": 1}
    served.server.close()
    for client in (hidden, silent):
        assert "w?" not in [message["t"] for message in client.until_closed()[1]]


def test_no_answer_is_taken_to_have_come_before_it_was_sent(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may come while the thread is held up between waking for something else and reading."""
    player, _ = served.player(1)
    question, reads, sent = player.hear("q"), served.time.__class__.__call__, list[int]()

    def held_up(time: Time) -> Clocks:
        now = reads(time)
        if sent == [0] and current_thread().name == "phones":
            time.raw += NS_PER_S // 100
            sent[0] = time.raw
            player.say("a", n=question["n"], c=question["c"], r=1, s=1)
        return now

    monkeypatch.setattr(Time, "__call__", held_up)
    sent.append(0)
    player.say("name", seat=1, name="Ala")
    served.wait_for("name")
    *_, heard = served.wait_for("exchange")
    assert heard >= sent[0] > 0


def test_a_hidden_page_is_not_asked_for_its_clock_nor_awake_by_an_answer_under_way(served: Served) -> None:
    player, _ = served.player(1)
    question = player.hear("q")
    player.say("away")
    served.wait_for("away")
    before = [one for one in served.table.told if one[0] == "exchange"]
    player.say("a", n=question["n"], c=question["c"], r=1, s=1)
    player.say("name", seat=1, name="Ala")
    served.wait_for("name")
    assert [one for one in served.table.told if one[0] == "exchange"] == before
    served.passes(3)
    player.say("back")
    assert player.hear("q")["n"] > question["n"]


def test_marks_are_asked_for_15_ms_apart_however_often_the_table_wants_them(served: Served) -> None:
    player, _ = served.player(1)
    served.server.ask_marks()
    assert player.hear("w?")["n"] == 1
    for _ in range(100):
        served.server.ask_marks()
    served.passes(0.015)
    assert player.hear("w?")["n"] == 2
    served.server.ask_marks()
    served.passes(0.01)
    served.server.close()
    assert "w?" not in [message["t"] for message in player.until_closed()[1]]


def test_answers_are_never_too_many_messages_beside_a_button_that_is_hammered(served: Served) -> None:
    player, _ = served.player(1)
    for n in range(1, 31):  # within a second
        served.server.ask_marks()
        assert player.hear("w?")["n"] == n
        player.say("w", n=n, at=n)
        player.say("p" if n % 2 else "u", id=n, seat=1, at=n)
        assert player.hear("ok")["id"] == n
        served.passes(0.015)


# --- what pages see and hear


def test_each_page_is_shown_what_is_its_own(served: Served) -> None:
    player, _ = served.player(3)
    board, _ = served.page("board")
    assert shown(served, player) == {"role": "player", "seats": [], "rev": 1}
    assert shown(served, player) == {"role": "player", "seats": [3], "rev": 1}
    assert shown(served, board) == {"role": "board", "seats": [], "rev": 1}


def test_a_seat_with_a_real_button_can_be_watched_but_not_anothers_phone(served: Served) -> None:
    served.player(3)
    watcher, _ = served.page("watch")
    watcher.say("sit", seat=3)
    watcher.say("sit", seat=7)
    assert watcher.hear("seats", "ask")["seats"] == [7]
    assert told(served, "sit") == [("sit", 3, "Ola", 100_000)]


def test_only_what_is_new_is_sent_and_only_the_newest(served: Served) -> None:
    board, _ = served.page("board")
    shown(served, board)
    for rev in (2, 3, 4):
        served.table.rev = rev
        served.server.changed()
    served.passes(0.1)
    seen = [board.hear("v")["rev"]]
    while seen[-1] != 4:
        seen.append(board.hear("v")["rev"])
    assert seen == sorted(set(seen))
    served.server.changed()
    served.passes(0.1)
    told(served)
    served.passes(0.1)
    told(served)
    served.server.cue(Cue(Sound.RULING, 3))
    assert board.hear("cue", "v") == {"t": "cue", "sound": "ruling", "seat": 3}


def test_a_sleeping_phone_is_sent_nothing_old_and_the_newest_when_it_wakes(served: Served) -> None:
    player, _ = served.player(3)
    assert shown(served, player)
    player.hear("v")
    served.passes(2)
    served.table.rev = 2
    served.server.changed()
    served.passes(0.1)
    served.page("board")
    served.table.rev = 3
    player.say("name", seat=3, name="Ala")
    assert told(served, "name")
    served.passes(0.1)
    assert player.hear("v")["rev"] == 3


def test_who_reads_nothing_holds_up_nobody(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def large_for_boards(role: str, seats: Collection[Seat]) -> tuple[int, str]:
        return served.table.rev, "x" * (200_000 if role == "board" else 1)

    monkeypatch.setattr(served.table, "view", large_for_boards)
    board = served.open(max_queue=1)
    board.say("hello", **served.hello("board"))
    player, _ = served.player(3)
    for rev in range(2, 40):
        served.table.rev = rev
        served.server.changed()
        served.passes(0.1)
        player.say("p", id=rev, seat=3, at=rev)
        assert player.hear("ok")["id"] == rev
    assert "board" in [page.role for wire, page in served.server._pages.items() if not wire.idle]
    board.wire.close_socket()


def test_the_host_does_what_the_knob_does_and_hears_why_not(served: Served) -> None:
    host, _ = served.page("host")
    host.say("do", id=1, rev=12, what="turn -1")
    assert host.hear("ok", "no") == {"t": "ok", "id": 1}
    served.table.why_not = "It has changed meanwhile"
    host.say("do", id=2, rev=11, what="ok")
    assert host.hear("ok", "no") == {"t": "no", "id": 2, "why": "It has changed meanwhile"}
    assert told(served, "do") == [("do", "turn -1", 12), ("do", "ok", 11)]


def test_a_port_that_is_taken_is_said(served: Served) -> None:
    second = Server(TableTold(), host="127.0.0.1", port=served.server.port)
    with pytest.raises(OSError, match="in use"):
        second.start()


def test_addresses_say_the_port(served: Served) -> None:
    assert {address.rsplit(":", 1)[1] for address in served.server.addresses()} == {f"{served.server.port}/"}
