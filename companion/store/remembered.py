"""What a table keeps from one evening to the next, as JSON for the journal.

`to_keep` gives it, `from_kept` takes it back when the box is switched on. What was kept by another version,
or by hand, may be anything: whatever can't be is left out and never stops a box.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from companion.games.catalogue import all_games, lent_dice
from companion.games.options import Option, Surroundings, common_options, knowing
from companion.i18n import LANGUAGES
from companion.session import plugging
from companion.session.kept import OF_ONE_EVENING, Kept, whose_name
from companion.session.state import State
from companion.words import Names
from firmware.events import Seat
from firmware.views import LOUDEST, Voice


def to_keep(state: State) -> dict[str, Any]:
    """What is to be remembered of a state, as JSON, by the names it is kept under."""
    return {
        "names": {str(seat): name for seat, name in state.kept.names.items()},
        "voices": {str(seat): voice.value for seat, voice in state.kept.voices.items()},
        "seats": list(state.sitting),
        "options": {game: dict(said) for game, said in state.kept.options.items()},
        "language": state.language,
        "volume": state.kept.volume,
        "last": state.kept.last,
        "buttons": plugging.to_keep(state.kept.buttons),
        "answered": list(state.kept.answered),
        "plugged": [seat for seat, button in state.kept.buttons.items() if button.here],
    }


def from_kept(state: State, kept: Mapping[str, Any], here: Surroundings) -> State:
    """A state with what was remembered, as far as it can be.

    Args:
        state: just switched on.
        kept: what `to_keep` once gave; anything else is left out.
        here: the box.
    """
    here = replace(here, sets=lent_dice())
    volume = kept.get("volume")
    language = kept.get("language")
    return replace(
        state,
        language=language if language in LANGUAGES else state.language,
        seats=tuple(seat for seat in here.seats if seat in _numbers(kept.get("seats"))),
        kept=Kept(
            names=_names(kept.get("names"), here.seats),
            voices=_voices(kept.get("voices"), here.seats),
            options={game.name: _options(kept, game.name, game.own_options, here) for game in all_games()},
            volume=volume if type(volume) is int and 0 <= volume <= LOUDEST else state.volume,
            buttons=plugging.from_kept(
                _words(kept.get("buttons")), _numbers(kept.get("plugged")), here.seats
            ),
            answered=tuple(seat for seat in here.seats if seat in _numbers(kept.get("answered"))),
            phones=state.kept.phones,
            last=next((game.name for game in all_games() if game.name == kept.get("last")), ""),
        ),
    )


def _numbers(value: object) -> list[int]:
    return [number for number in value if type(number) is int] if isinstance(value, list) else []


def _words(value: object) -> dict[str, str]:
    """Of anything, the entries that are words by name."""
    if not isinstance(value, Mapping):
        return {}
    return {key: word for key, word in value.items() if isinstance(key, str) and isinstance(word, str)}


def _names(value: object, seats: Collection[Seat]) -> Names:
    kept = Kept()
    for text, name in _words(value).items():
        whose = whose_name(text, seats)
        kept = kept if whose is None else kept.named(whose, name)
    return kept.names


def _voices(value: object, seats: Collection[Seat]) -> dict[Seat, Voice]:
    of_seats = {str(seat): seat for seat in seats}
    said = _words(value).items()
    return {of_seats[key]: Voice(voice) for key, voice in said if key in of_seats and voice in set(Voice)}


def _options(
    kept: Mapping[str, Any], game: str, own: tuple[Option, ...], here: Surroundings
) -> dict[str, str]:
    """A game's options as they were kept, but for those it hasn't got or can't read."""
    every = kept.get("options")
    said = _words(every.get(game)) if isinstance(every, Mapping) else {}
    options = (*own, *common_options(here.times, here.language))
    known = {option.name: knowing(option, here) for option in options}
    return {name: value for name, value in said.items() if name in known and _reads(known[name], value)}


def _reads(option: Option, value: str) -> bool:
    try:
        option.read(value)
    except ValueError:
        return False
    return option.name not in OF_ONE_EVENING and not set(value) & set(" =")
