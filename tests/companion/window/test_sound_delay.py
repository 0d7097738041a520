from __future__ import annotations

import pytest

from companion.i18n import speaker
from companion.window.sound_delay import SoundDelay, measured


def test_how_long_a_sound_takes_is_measured_on_a_mixer_that_runs() -> None:
    delay = measured(256)
    assert delay is not None
    assert (delay.driver, delay.buffer) == ("dummy", 256)
    assert delay.ahead_ms == pytest.approx(11.6, abs=0.1)
    assert 0 < delay.taken_ms[0] <= delay.taken_ms[1] < 1000
    assert delay.as_data()["taken_ms"]["median"] <= delay.as_data()["taken_ms"]["longest"]


def test_a_larger_buffer_is_longer_ahead() -> None:
    delay = measured(1000)
    assert delay is not None
    assert delay.ahead_ms == pytest.approx(46.4, abs=0.1)


def test_it_is_told_in_one_line_that_owns_up_to_what_it_does_not_know() -> None:
    delay = SoundDelay("alsa", 256, 11.6, (6.2, 13.0))
    assert delay.told(speaker("en")) == (
        "window's sound: 18 ms to the sound card, at most 25 ms (buffer 256: 12 ms); "
        "cable, television and loudspeaker come on top"
    )
    assert "256" in delay.told(speaker("pl"))


def test_without_a_sound_card_there_is_nothing_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    assert measured(256) is None
