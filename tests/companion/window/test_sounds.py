from __future__ import annotations

import logging
from collections.abc import Iterator

import pygame
import pytest

from companion.window import sounds
from companion.window.sounds import RATE, Speaker, melody
from firmware.views import Cue, Sound, Voice

EVERY_CUE = [Cue(sound, seat) for sound in Sound for seat in (None, *range(1, 9))]


@pytest.fixture
def speaker() -> Iterator[Speaker]:
    speaker = Speaker()
    yield speaker
    speaker.close()


def test_every_occasion_and_every_seat_sounds_different() -> None:
    made = {melody(cue).tobytes() for cue in EVERY_CUE if cue.seat != 1}  # seat 1 has the base tone
    assert len(made) == len(Sound) * 8


@pytest.mark.parametrize("sound", list(Sound))
def test_a_sound_is_short_audible_and_ends_in_silence(sound: Sound) -> None:
    samples = melody(Cue(sound, 8))
    assert 0.03 <= len(samples) / RATE < 1.0
    assert 5_000 < max(samples) < 32_767
    assert samples[0] == samples[-1] == 0


@pytest.mark.parametrize("voice", list(Voice))
@pytest.mark.parametrize("seat", [1, 8])
def test_a_voice_is_short_audible_and_like_no_other(voice: Voice, seat: int) -> None:
    samples = melody(Cue(Sound.RULING, seat, voice))
    assert 0.2 <= len(samples) / RATE < 0.5
    assert 5_000 < max(samples) < 32_767
    assert samples[0] == samples[-1] == 0
    others = (melody(Cue(Sound.RULING, seat, other)) for other in Voice if other is not voice)
    assert samples not in list(others)


def test_a_voice_that_was_chosen_is_heard(speaker: Speaker) -> None:
    speaker.play(Cue(Sound.RULING, 4, Voice.ROBOT))
    assert pygame.mixer.get_busy()


@pytest.mark.parametrize("buffer", [64, 256, 1000, 4096])
def test_the_mixer_works_as_far_ahead_as_it_is_told(buffer: int) -> None:
    speaker = Speaker(buffer)
    speaker.play(Cue(Sound.RULING, 4))
    assert pygame.mixer.get_busy()
    speaker.close()


def test_a_cue_starts_a_sound(speaker: Speaker) -> None:
    speaker.play(Cue(Sound.RULING, 4))
    assert pygame.mixer.get_busy()


def test_the_louder_the_volume_the_louder_the_sound(speaker: Speaker) -> None:
    cue = Cue(Sound.RULING, 4)
    loud = []
    for volume in range(1, 4):
        speaker.play(cue, volume)
        loud.append(speaker._made[cue].get_volume())
    assert loud[0] > 0
    assert loud == sorted(set(loud))
    assert loud[-1] == 1


def test_at_volume_0_nothing_sounds(speaker: Speaker) -> None:
    speaker.play(Cue(Sound.RULING, 4), 0)
    assert not pygame.mixer.get_busy()


def test_all_there_can_be_is_made_before_anything_is_played(
    speaker: Speaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    while speaker.make_one():
        pass

    def too_late(cue: Cue) -> None:
        raise AssertionError(f"made while people play: {cue}")

    monkeypatch.setattr(sounds, "melody", too_late)
    for cue in EVERY_CUE:
        speaker.play(cue)
    assert set(speaker._made) == set(EVERY_CUE)


def test_dice_rattle_the_same_way_each_time_and_land_when_they_lie() -> None:
    cue = Cue(Sound.ROLL)
    first = melody(cue)
    for made in (melody, sounds._rattle):
        made.cache_clear()
    assert melody(cue) == first
    landing = first[len(sounds._rattle()) :]
    assert max(landing) > 5_000


def test_no_sound_card_is_one_line_and_silence(
    monkeypatch: pytest.MonkeyPatch, expected_logs: list[logging.LogRecord]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    speaker = Speaker()
    for cue in EVERY_CUE:
        speaker.play(cue)
    speaker.close()
    assert not speaker._made
    (record,) = expected_logs
    assert record.getMessage().startswith("no sound: expected a sound card, came: ")
