from __future__ import annotations

import pytest

from companion.i18n import speaker
from companion.table.captions import LASTS_NS, VOICES, Captions, caption, captions
from firmware.views import Cue, Sound, Voice

START = 5_000_000_000
TICK, ROLL, TIE = Cue(Sound.TICK), Cue(Sound.ROLL), Cue(Sound.TIE)


@pytest.mark.parametrize("seat", [None, 3])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_sound_has_a_short_caption_unlike_the_others(language: str, seat: int | None) -> None:
    said = [caption(Cue(sound, seat), speaker(language)) for sound in Sound]
    assert len(set(said)) == len(Sound)
    assert all(0 < len(words) <= 30 for words in said)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_sound_to_choose_has_a_name_and_a_caption_of_its_own_in_each_language(language: str) -> None:
    say = speaker(language)
    said = [caption(Cue(Sound.RULING, 3, voice), say) for voice in Voice]
    assert len(set(said)) == len({say.text(VOICES[voice]) for voice in Voice}) == len(Voice)
    assert all(0 < len(words) <= 30 for words in said)
    if language != "en":
        in_english = {caption(Cue(Sound.RULING, 3, voice), speaker("en")) for voice in Voice}
        assert in_english.isdisjoint(said)


def test_a_seats_caption_begins_with_its_players_name() -> None:
    say = speaker("en").named({3: "Ola"})
    assert caption(Cue(Sound.RULING, 3), say) == "Ola: ding"
    assert caption(Cue(Sound.RULING, 2), say) == "Seat 2: ding"
    assert caption(Cue(Sound.RULING), say) == "ding"


def test_it_is_said_why_what_is_read_is_not_heard() -> None:
    say = speaker("en")
    assert captions((TIE,), say, volume=3, silent=False) == ("tie",)
    assert captions((TIE,), say, volume=0, silent=False) == ("tie", "sound is off")
    assert captions((TIE, ROLL), say, volume=3, silent=True) == ("tie", "dice rattle", "no sound card")
    assert captions((), say, volume=0, silent=True) == ()


def test_a_caption_stays_a_second_and_a_half() -> None:
    captions = Captions()
    assert (captions.shown(START), captions.until(START)) == ((), None)
    captions.tell(TICK, START)
    end = START + LASTS_NS
    assert (captions.shown(end - 1), captions.until(end - 1)) == ((TICK,), end)
    assert (captions.shown(end), captions.until(end)) == ((), None)


def test_of_three_the_two_newest_are_shown_and_the_older_of_them_goes_first() -> None:
    captions = Captions()
    for number, cue in enumerate((TICK, ROLL, TIE)):
        captions.tell(cue, START + number)
    assert captions.shown(START + 2) == (ROLL, TIE)
    assert captions.until(START + 2) == START + 1 + LASTS_NS
    assert captions.shown(START + 1 + LASTS_NS) == (TIE,)


def test_a_cue_that_comes_again_stays_for_longer_and_pushes_nothing_out() -> None:
    captions = Captions()
    captions.tell(TIE, START)
    for number in range(3):
        captions.tell(TICK, START + number)
    assert captions.shown(START + 2) == (TIE, TICK)
    assert captions.shown(START + 1 + LASTS_NS) == (TICK,)
