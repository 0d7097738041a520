"""The series of an evening at the end of a game, on a box that records."""

from __future__ import annotations

from logging import LogRecord
from pathlib import Path

import pytest

from companion.i18n import speaker
from companion.session.finale import series
from companion.session.history_screens import Past
from companion.session.played import Played
from companion.store.archive import Game
from companion.store.journal import Journal
from companion.table.finale import Told
from tests.companion.store.recorded import RecordedBox, taken

ENGLISH = speaker("en")


def shown(box: RecordedBox) -> Told | None:
    return series(box.state, box.loop.past, ENGLISH.named(box.state.names))


def known(box: RecordedBox) -> list[Played]:
    return [*box.loop._recorder.past.games]


def play(box: RecordedBox, winner: int) -> None:
    """A quiz of Ola and Jan that one of them wins."""
    box.enter("game buzzer seats=1,2")
    box.wait(400)
    box.enter(f"points {winner} 1")
    box.wait(400)
    box.enter("end")
    box.wait(400)


@pytest.mark.plays("buzzer")
def test_it_counts_the_game_that_has_just_ended_and_no_longer_once_that_is_undone(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("name 1 Ola")
    box.enter("name 2 Jan")
    play(box, winner=1)
    assert shown(box) is None
    play(box, winner=2)
    assert shown(box) == Told("This evening", "Ola 1 : 1 Jan")
    play(box, winner=1)
    assert shown(box) == Told("This evening", "Ola 2 : 1 Jan")
    box.key("undo")
    box.wait(400)
    assert box.state.winners is None
    box.enter("points 2 3")
    box.wait(400)
    box.enter("end")
    box.wait(400)
    assert shown(box) == Told("This evening", "Jan 2 : 1 Ola")
    box.off()


@pytest.mark.plays("buzzer")
def test_games_of_a_file_that_opens_only_later_are_known_then(
    tmp_path: Path, expected_logs: list[LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    box = RecordedBox(tmp_path)
    play(box, winner=2)
    box.off()
    monkeypatch.setattr("companion.store.writer.START_WITHIN_S", 0)
    monkeypatch.setattr("companion.store.syncer.AGAIN_S", 0)
    with taken(tmp_path):
        box = RecordedBox(tmp_path)
        assert known(box) == []
    box.enter("volume 2")
    assert [one.winners for one in known(box)] == [(2,)]
    box.off()
    assert len(expected_logs) == 2  # and recorded again


@pytest.mark.plays("buzzer")
def test_at_its_end_only_the_last_games_are_read_again_and_all_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.recorder.RECENT", 2)
    box, asked = RecordedBox(tmp_path), list[int]()
    read = Journal.finished

    def finished(journal: Journal, most: int) -> list[Game]:
        asked.append(most)
        return read(journal, most)

    monkeypatch.setattr(Journal, "finished", finished)
    for game in range(4):
        play(box, winner=1 + game % 2)
        assert [one.winners for one in known(box)] == [(1 + n % 2,) for n in reversed(range(game + 1))]
    box.enter("volume 2")
    box.enter("name 1 Ola")
    box.key("undo")
    box.wait(400)
    assert [one.winners for one in known(box)] == [(1,), (2,), (1,)]
    box.enter("end")
    box.wait(400)
    assert {*asked} == {2}
    assert known(box) == [*Past.of(game.told for game in read(box.journal, 99)).games]
    assert len(known(box)) == 4
    box.off()
