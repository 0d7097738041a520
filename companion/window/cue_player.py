"""What sounds at this window, and for how long it is to be read."""

from __future__ import annotations

from collections.abc import Sequence

from companion.table.captions import Captions
from companion.window.sounds import Speaker
from firmware.boxfile.settings import SOUND_BUFFER
from firmware.events import NS_PER_MS
from firmware.times import earliest
from firmware.views import Cue

APART_NS = 20 * NS_PER_MS
"""From one sound that is made to the next, after the window has opened."""


class CuePlayer:
    """The speaker, and captions of what it plays.

    Args:
        captions: whether there are any.
        buffer: how far ahead sounds are worked out, samples.

    Attributes:
        shown: the cues whose captions are on show.
    """

    def __init__(self, *, captions: bool, buffer: int = SOUND_BUFFER) -> None:
        self._speaker = Speaker(buffer)
        self._reads = captions
        self._captions = Captions()
        self._making = True
        self.shown: tuple[Cue, ...] = ()

    @property
    def silent(self) -> bool:
        """Whether nothing can be heard for want of a sound card."""
        return self._speaker.silent

    def hear(self, cues: Sequence[Cue], volume: int, at: int) -> None:
        """Cues came (``at``: ns), to be played at a volume from 0 to `firmware.views.LOUDEST`."""
        for cue in cues:
            self._speaker.play(cue, volume)
            if self._reads:
                self._captions.tell(cue, at)

    def next_at(self, now: int) -> int | None:
        """When a caption goes or the next sound can be made (ns), or None."""
        return earliest(self._captions.until(now), now + APART_NS if self._making else None)

    def time_passes(self, now: int) -> bool:
        """Bring `shown` up to ``now`` (ns); True if that changes it. Sounds are made meanwhile."""
        self._making = self._making and self._speaker.make_one()
        before, self.shown = self.shown, self._captions.shown(now)
        return self.shown != before

    def close(self) -> None:
        """Give the sound card back."""
        self._speaker.close()
