from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.scripts.mock import MockTable
from firmware.boxfile import settings as boxes
from firmware.events import NS_PER_S, Enter, HostKey, Key, Knob
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.times import Rests
from firmware.views import AWAKE, Cue, PanelId, Rest, Screen, Sound

START = 1000 * NS_PER_S


class Glass(NoPanels):
    """Panels that keep how they rest."""

    def __init__(self) -> None:
        self.rests: list[Rest] = []
        self.gone: tuple[PanelId, ...] = ()

    def missing(self) -> Collection[PanelId]:
        return self.gone

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:
        self.rests.append(rest)


class Night:
    """A box on mock pins that is left alone; times are in seconds since it was switched on."""

    def __init__(self, typed: str | None = None, rests: Rests | None = None) -> None:
        self.clock, self.glass = HandClock(START), Glass()
        english = replace(boxes.eight_seats(), language="en", rests=rests or Rests())
        self.table = MockTable(english, self.clock, self.glass, origin=START)
        self.loop = self.table.loop
        self.heard: list[Cue] = []
        self.loop.on_cue = self.heard.append
        self.loop.step()
        if typed is not None:
            self.enter(f"game {typed}", 0)

    def run(self, s: float) -> None:
        self.loop.run_until(START + round(s * NS_PER_S), self.clock.set)
        self.loop.step()

    def enter(self, text: str, s: float) -> None:
        self.run(s)
        self.table.mailbox.put(Enter(text, self.clock.now()))
        self.loop.step()

    def key(self, key: str, s: float) -> None:
        self.run(s)
        self.table.mailbox.put(Key(HostKey(key), self.clock.now()))
        self.loop.step()

    def knob(self, steps: int, s: float) -> None:
        self.run(s)
        self.table.mailbox.put(Knob(steps, self.clock.now()))
        self.loop.step()

    def press(self, seat: int, s: float) -> None:
        self.run(s)
        self.table.wire(seat, True, round(s * NS_PER_S))
        self.run(s + 0.08)
        self.table.wire(seat, False, round((s + 0.08) * NS_PER_S))
        self.run(s + 0.2)

    @property
    def rest(self) -> Rest:
        """How the panels rest now."""
        return self.glass.rests[-1]

    @property
    def see(self) -> dict[str, Any]:
        return self.loop.snapshot()


@pytest.mark.plays("seventeen")
def test_a_screen_left_alone_dims_then_moves_and_the_box_sleeps_in_between() -> None:
    night = Night("seventeen seats=1,2,3")
    shown = len(night.glass.rests)
    night.run(299.999)
    assert len(night.glass.rests) == shown
    night.run(300)
    assert night.rest == Rest(dim=True)
    night.run(599.999)
    assert night.rest == Rest(dim=True)
    night.run(600)
    assert (night.rest.dim, night.rest.shift != (0, 0)) == (True, True)
    night.run(3600)
    assert len(night.glass.rests) == shown + 1 + 51  # dimmed once, then moved once a minute


@pytest.mark.plays("seventeen")
def test_the_press_that_wakes_is_no_move_and_the_next_is() -> None:
    night = Night("seventeen seats=1,2,3")
    night.press(1, 400)
    assert (night.see["phase"], night.rest) == ("turn", AWAKE)
    night.press(1, 401)
    assert (night.see["phase"], night.see["row"]) == ("window", 1)


@pytest.mark.parametrize("key", list(HostKey))
def test_a_hosts_key_only_wakes(key: HostKey) -> None:
    night = Night()
    night.key(key, 400)
    assert (night.see["phase"], night.see["refused"], night.rest) == ("menu", None, AWAKE)
    night.key("ok", 401)
    assert night.see["phase"] == "seats"


def test_the_notch_of_the_knob_that_wakes_turns_nothing() -> None:
    night = Night()
    night.knob(1, 400)
    assert night.see["cursor"] is None
    night.knob(1, 401)
    assert night.see["cursor"] == 1


@pytest.mark.plays("buzzer")
def test_a_button_that_is_told_anew_wakes_nobody_and_the_next_press_does() -> None:
    night = Night("buzzer seats=1,2,3")
    night.enter("button 3 LINE3 500/500/10 pico-E6616407E3512B2F Pierwszy button head", 1)
    night.enter("button 3 LINE3 900/900/10 pico-E6616407E3512B2F Pierwszy button head", 400)
    night.run(401)
    assert night.rest == Rest(dim=True)
    night.press(3, 402)
    assert (night.see["phase"], night.see["refused"], night.rest) == ("idle", None, AWAKE)


@pytest.mark.plays("buzzer")
def test_what_is_typed_wakes_and_is_done() -> None:
    night = Night()
    night.enter("game buzzer seats=1,2", 400)
    assert (night.see["phase"], night.rest) == ("idle", AWAKE)


@pytest.mark.plays("buzzer")
def test_an_open_question_never_dims_and_its_first_press_counts() -> None:
    night = Night("buzzer seats=1,2,3")
    night.key("ok", 1)
    night.key("ok", 2)
    night.run(3000)
    assert not night.rest.dim
    night.press(2, 3001)
    assert night.see["ruling"]["winner"] == 2


@pytest.mark.plays("seventeen")
def test_a_window_of_17_never_dims_and_its_first_call_counts() -> None:
    night = Night("seventeen seats=1,2,3 first=1")
    night.press(1, 1)
    night.run(3000)
    assert not night.rest.dim
    night.press(3, 3001)
    assert night.see["caller"] == 3


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("hourglass seats=1,2 time=3600", marks=pytest.mark.plays("hourglass")),
        pytest.param("turns seats=1,2 time=3600", marks=pytest.mark.plays("turns")),
        pytest.param("stopwatch seats=1", marks=pytest.mark.plays("stopwatch")),
    ],
)
def test_a_clock_that_runs_never_dims(game: str) -> None:
    night = Night(game)
    night.press(1, 1)
    assert not any(rest.dim for rest in night.glass.rests)
    night.run(1500)
    assert not any(rest.dim for rest in night.glass.rests)


@pytest.mark.plays("hourglass")
def test_a_paused_game_dims_and_goes_on_only_with_the_second_press() -> None:
    night = Night("hourglass seats=1,2 time=60")
    night.press(1, 1)
    night.key("pause", 10)
    night.run(400)
    assert night.rest.dim
    night.key("pause", 401)
    assert night.see["paused"] is True
    night.key("pause", 402)
    assert night.see["paused"] is False


def test_a_fault_on_the_box_is_worth_being_bright_for() -> None:
    night = Night()
    night.run(400)
    assert night.rest.dim
    night.glass.gone = (3,)
    night.loop.step()
    assert night.see["faults"] == ["panel 3"]
    assert night.rest == AWAKE


# -- how loud ------------------------------------------------------------------------------------------------


@pytest.mark.plays("seventeen")
def test_at_volume_0_the_box_is_silent_though_its_cues_can_still_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    night = Night("seventeen seats=1,2,3 first=1")
    played: list[Cue] = []
    monkeypatch.setattr(night.table.box, "play", played.append)
    refused = Cue(Sound.REFUSED, 2)
    night.press(2, 1)
    assert (night.heard, played) == ([Cue(Sound.START), refused], [refused])
    night.enter("volume 0", 2)
    night.press(2, 3)
    assert (night.heard[2:], played[1:]) == ([refused], [])
    night.enter("volume 1", 4)
    night.press(2, 5)
    assert (night.heard[3:], played[1:]) == ([refused], [refused])


def test_panels_rest_as_soon_as_the_box_file_says() -> None:
    night = Night(rests=Rests(dim=30 * NS_PER_S, shift=40 * NS_PER_S))
    night.run(29.9)
    assert night.glass.rests[-1] == AWAKE
    night.run(30)
    assert night.glass.rests[-1] == Rest(dim=True)
    night.run(40)
    assert night.glass.rests[-1].shift != (0, 0)
