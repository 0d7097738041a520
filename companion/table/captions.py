"""What sounds, in a word or two: for who can't hear it, and for a window whose sound is off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.words import Say, T, Text
from firmware.events import NS_PER_MS
from firmware.views import Cue, Sound, Voice

LASTS_NS = 1500 * NS_PER_MS
"""How long a caption is to be read."""

MOST_CAPTIONS = 2
"""Captions shown at once: what is rarely needed must not cover a game."""

_HEARD: Mapping[Sound, Text] = {
    Sound.START: T("go"),
    Sound.TIE: T("tie"),
    Sound.EARLY: T("too early!"),
    Sound.RIGHT: T("right"),
    Sound.WRONG: T("wrong"),
    Sound.TICK: T("tick"),
    Sound.TIME_UP: T("time is up"),
    Sound.REFUSED: T("not now"),
    Sound.OVER: T("fanfare"),
    Sound.ROLL: T("dice rattle"),
}


VOICES: Mapping[Voice, Text] = {
    Voice.BELL: T("Bell"),
    Voice.FLUTE: T("Flute"),
    Voice.TRUMPET: T("Trumpet"),
    Voice.XYLOPHONE: T("Xylophone"),
    Voice.WHISTLE: T("Whistle"),
    Voice.ROBOT: T("Robot"),
}
"""What a player chooses from."""

_IN_VOICE: Mapping[Voice, Text] = {
    Voice.BELL: T("ding"),
    Voice.FLUTE: T("tootle"),
    Voice.TRUMPET: T("ta-daa"),
    Voice.XYLOPHONE: T("plink-plonk"),
    Voice.WHISTLE: T("wheet"),
    Voice.ROBOT: T("beep-boop"),
}
"""What a seat's own sound sounds like."""


def caption(cue: Cue, say: Say) -> str:
    """A cue in words, after its seat's name if it is about one; the note before it is drawn."""
    heard = say.text(_IN_VOICE[cue.voice] if cue.sound is Sound.RULING else _HEARD[cue.sound])
    return heard if cue.seat is None else say("{who}: {what}", who=say.name(cue.seat), what=heard)


def captions(cues: Sequence[Cue], say: Say, *, volume: int, silent: bool) -> tuple[str, ...]:
    """All that is to be read of what sounds, and why it isn't heard if it isn't."""
    told = tuple(caption(cue, say) for cue in cues)
    why = say("no sound card") if silent else say("sound is off") if not volume else ""
    return (*told, why) if told and why else told


class Captions:
    """Which cues have their caption now. It knows no clock: it is told each cue with its time."""

    def __init__(self) -> None:
        self._told: list[tuple[int, Cue]] = []

    def tell(self, cue: Cue, at: int) -> None:
        """A cue came (``at``: ns). Like ones are one, and the newest push out the oldest."""
        others = [told for told in self._told if told[1] != cue]
        self._told = [*others, (at + LASTS_NS, cue)][-MOST_CAPTIONS:]

    def shown(self, now: int) -> tuple[Cue, ...]:
        """The cues to be read at ``now`` (ns), the newest last."""
        return tuple(cue for until, cue in self._told if now < until)

    def until(self, now: int) -> int | None:
        """When the first of those shown at ``now`` goes (ns); None if nothing is shown."""
        return min((until for until, _ in self._told if now < until), default=None)
