"""What the box does from switching on to the rematch: one state machine for all games.

::

    menu ── ok ──> seats ── ok ──> options ── start ──> zero ──> play ── over, ok ──> play (rematch)
      ^── back ──────┴── back ───────┴── back ───────────┘         └── hold-ok: go on, undo, options ...

Only a box on real buttons has the stage *zero* (`companion.session.zero`), and only once an evening.

Names, volume and each game's last options (`companion.session.kept`) outlive every game and no undo takes
them back. The menu, pause, undo and rematch belong here and not to referees; so does the *cursor*: whatever a
stage or a referee offers as choices, the knob turns through and ok takes. Pure: `Session.step` maps a state
and an event to a new state and cues. An event that isn't allowed changes nothing but `State.refused`.

Referees live in **game time**: the monotonic clock less all pauses. Undo sets that clock back as well, so no
running clock keeps a trace of what was undone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from companion.errors import OptionError
from companion.games.base import Effect, NotNow, Referee
from companion.games.counts import typed_change
from companion.games.growing import Grown
from companion.games.judging import IN_FLIGHT_NS
from companion.games.options import ChoiceError
from companion.games.typed import folded
from companion.session import choices, going_on, naming, plugging, shelf, undoing, zeroing
from companion.session.kept import Kept
from companion.session.offers import Offers
from companion.session.shelf import Fetch
from companion.session.state import Stage, State
from companion.words import T
from firmware.digits import is_number
from firmware.events import (
    NS_PER_MS,
    Enter,
    Event,
    HostKey,
    Key,
    Knob,
    Press,
    Release,
    Resumed,
    Rolled,
    Seat,
    Tick,
)
from firmware.presses.race import Ruling
from firmware.views import Cue, Sound

TWO_OKS_NS = 300 * NS_PER_MS
"""Two oks within this are one: a thumb that bounced."""

PRESSED = T("Someone has already pressed")
TIMED = T("It has just changed: look, then ok")
"""Why such an ok is refused."""

KEYS = {
    **{key.value: key for key in HostKey},
    "menu": HostKey.HOLD_OK,
    "wstecz": HostKey.BACK,
    "cofnij": HostKey.UNDO,
    "ponow": HostKey.REDO,
    "pauza": HostKey.PAUSE,
}
"""What keys are called when they are typed, in Polish without its letters."""

Stepped: TypeAlias = tuple[State, tuple[Effect | Fetch, ...]]


def _with(rulings: Grown[Ruling], ruling: Ruling | None) -> Grown[Ruling]:
    """The rulings, with a new one, or with what a race already ruled has gained."""
    last = rulings.last
    if ruling is None or ruling == last:
        return rulings
    if last is not None and last.opened == ruling.opened and _stamps(last) & _stamps(ruling):
        return rulings.had.grown(ruling)
    return rulings.grown(ruling)


def _stamps(ruling: Ruling) -> set[tuple[Seat, int]]:
    first = ruling.opened + ruling.reaction
    return {(seat, first + margin) for seat, margin in zip(ruling.order, ruling.margins, strict=True)}


def _unless_undone(
    rulings: Grown[Ruling], game: Referee[Any, Any], before: object, after: object
) -> Grown[Ruling]:
    """The rulings without that of a race nobody is in any more, since a press in it meant nothing."""
    was, empty = game.ruling(before), not game.race(after).presses
    return rulings.had if empty and rulings.last == was else rulings


def _puts_right(game: Referee[Any, Any], play: object, event: Enter) -> bool:
    """Whether what was typed is about what can be put right at any time, and who comes and goes."""
    word, *more = game.words(event.text) or ("",)
    if word in {"none", "join", "leave"} or (is_number(word) and more and typed_change(more[0]) is not None):
        return True
    return word in {choice.text.partition(" ")[0] for choice in game.corrections(play)}


def _heard(before: Kept, after: State) -> Stepped:
    """A sound that was just chosen is heard."""
    now = after.kept.voices
    return after, tuple(Cue(Sound.RULING, seat) for seat in now if before.voices.get(seat) is not now[seat])


class Session(Offers):
    """The rules of the box itself."""

    def start(self) -> State:
        """Just switched on."""
        return State(language=self.here.language, kept=Kept(phones=self.here.phones is True))

    # -- one event ---------------------------------------------------------------------------------

    def step(self, state: State, event: Event) -> Stepped:
        """The state after one event, and what is to be done."""
        if state.stage is Stage.OFF:
            return state, ()  # whatever comes, comes too late
        try:
            after, cues = self._step(state, event)
        except NotNow as no:
            return self._refused(state, event, no)
        except OptionError as error:
            why = error.why if isinstance(error, ChoiceError) else T("{problem}", problem=error)
            return self._refused(state, event, NotNow(why))
        if after.kept.buttons:
            after = self.setting_up.waiting(after)
        unseen = isinstance(event, Tick | Release | Rolled) or plugging.by_the_box(event)
        if after.refused is not None and not unseen:
            after = replace(after, refused=None, refused_seat=None)
        return after, cues

    def _refused(self, state: State, event: Event, no: NotNow) -> Stepped:
        seat = event.seat if isinstance(event, Press | Release) else None
        kept = state if no.back_to is None else undoing.fall_back(state, no.back_to)
        if no.leads_to is not None:
            kept = self._becomes(state, event, no.leads_to)
        return replace(kept, refused=no.why, refused_seat=seat), (Cue(Sound.REFUSED, seat),)

    def _step(self, state: State, event: Event) -> Stepped:
        if isinstance(event, Enter) and (key := KEYS.get(folded(event.text.strip()))) is not None:
            event = Key(key, event.at)  # a key's name, typed, is the key
        if isinstance(event, Key) and event.key is HostKey.OK:
            if state.last_ok is not None and event.at - state.last_ok < TWO_OKS_NS:
                return state, ()
            state = replace(state, last_ok=event.at)
        if isinstance(event, Enter) and (typed := self._typed(state, event)) is not None:
            return typed
        if isinstance(event, Resumed):
            return going_on.resumed(state, event.was, event.at), ()
        if isinstance(event, Knob):
            return self._turn(state, event)
        if state.naming is not None and not self._is_of_the_game(state, event):
            choice = self.standing(state)
            assert choice is not None
            after = naming.step(state, state.naming, choice, event, naming.everyone(state, self.seats))
            return _heard(state.kept, after)
        if state.cursor is not None and isinstance(event, Key) and event.key is HostKey.BACK:
            return choices.out(state, self.first_offered(state)), ()
        if state.stage is Stage.RESUME:
            return going_on.offer(state, event, self.standing(state)), ()
        if state.stage is Stage.PLAY:
            return self._in_play(state, event)
        wanted = shelf.wanted(state, event, self.standing(state))
        if wanted:
            return self._take_up(state, wanted, event.at)
        after = self.setting_up.step(state, event)
        if after.zero is not None and after.zero.ended is not None and after.zero is not state.zero:
            return after, (Cue(Sound.RIGHT if after.zero.is_well else Sound.WRONG),)
        return after, () if after.volume == state.volume else (Cue(Sound.TICK),)

    def _typed(self, state: State, event: Enter) -> Stepped | None:
        """What can be typed whatever is going on; None for all else."""
        word, *more = event.text.split() or [""]
        if word == "game":
            begun = self.setting_up.begin(state, "".join(more[:1]), tuple(more[1:]), event.at)
            return begun, (Cue(Sound.START),)
        kept = None if state.stage is Stage.RESUME else state.kept.typed(event.text, self.seats)
        if kept is None:
            return None
        anew = state.zero is not None and any(
            not plugging.is_same(state.kept.buttons, kept.buttons, seat) for seat in state.seats
        )
        after = replace(state, kept=kept)
        return _heard(state.kept, zeroing.begun(after, event.at) if anew else after)

    def _take_up(self, state: State, key: str, at: int) -> Stepped:
        """Go on with a game of the shelf, paused; one of an earlier run has to be fetched."""
        shelved = shelf.find(state, key)
        if shelved is None or shelved.state is None:
            return state, (Fetch(key),)
        return going_on.resumed(shelf.taken_up(state, shelved), shelved.at, at), ()

    def _is_of_the_game(self, state: State, event: Event) -> bool:
        """Whether an event is for the game although a name is being made: time, or from before the pause."""
        if isinstance(event, Release | Tick | Rolled):
            return True
        return isinstance(event, Press) and state.paused_at is not None and event.at < state.paused_at

    # -- choices -----------------------------------------------------------------------------------

    def _turn(self, state: State, knob: Knob) -> Stepped:
        offered = self.choices(state)
        if state.paused_at is not None and not state.menu_open:
            raise NotNow(T("Paused"))
        if not offered:
            if state.game is None:
                raise NotNow(T("Nothing to choose now"))
            return self._pass_on(state, knob)
        inside = state.path
        start = max(0, min(self.stands_at(state) + knob.steps, len(offered) - 1))
        return replace(state, cursor=start, inside=inside), ()

    # -- play --------------------------------------------------------------------------------------

    def _in_play(self, state: State, event: Event) -> Stepped:
        if isinstance(event, Key):
            self._check_saw(state, event)
            match event.key:
                case HostKey.PAUSE:
                    return self._pause(state, event.at), ()
                case HostKey.HOLD_OK:
                    return self._hold_menu(state, event.at), ()
                case HostKey.UNDO if state.menu_open and state.cursor is not None:
                    return replace(state, cursor=None), ()  # what was being done is the choosing
                case HostKey.UNDO:
                    return undoing.undo(state, event.at), ()
                case HostKey.REDO:
                    return undoing.redo(state, event.at), ()
                case HostKey.BACK if state.menu_open:
                    return self._hold_menu(state, event.at), ()
                case HostKey.OK | HostKey.BACK if state.paused_at is not None and not state.menu_open:
                    return self._pause(state, event.at), ()
                case HostKey.BACK if state.winners is not None or self.only_looked(state):
                    return state.afresh(), ()
                case HostKey.OK if self._is_around_the_game(state):
                    return self._take_from_menu(state, event.at)
        if state.paused_at is not None and event.at >= state.paused_at:
            return self._in_pause(state, event, state.paused_at)
        return self._tick(state, event) if isinstance(event, Tick) else self._pass_on(state, event)

    def _in_pause(self, state: State, event: Event, since: int) -> Stepped:
        if isinstance(event, Release | Tick | Rolled):
            return self._pass_on(state, event)
        assert state.game is not None
        if isinstance(event, Enter) and _puts_right(state.game, state.play, event):
            return self._pass_on(state, replace(event, at=since), in_pause=True)
        raise NotNow(T("Paused"))

    def _tick(self, state: State, tick: Tick) -> Stepped:
        """A clock's last seconds are heard; all else that time decides is the referee's."""
        assert state.game is not None
        at, due = tick.at - state.offset, self.ticks_at(state)
        if due is None or at < due:
            return self._pass_on(state, tick)
        wakes = state.game.wake_at(state.play)
        state, ticked = replace(state, heard=at), Cue(Sound.TICK)
        if wakes is None or at < wakes:
            return state, (ticked,)
        state, more = self._pass_on(state, tick)
        return state, (ticked, *more)

    def _is_around_the_game(self, state: State) -> bool:
        """Whether what ok takes now is the box's, and not the game's."""
        return state.menu_open or state.winners is not None or self.standing(state) == choices.OPTIONS

    def only_looked(self, state: State) -> bool:
        """Whether a game that begins as soon as it is chosen is still as it was then."""
        return state.chosen is not None and state.chosen.at_once and state.before is None

    def _check_saw(self, state: State, key: Key) -> None:
        """An ok that was under way when a press, or time, changed what it does is about what was before.

        Raises:
            NotNow: nobody can have seen yet what it would do now.
        """
        if key.key is not HostKey.OK or state.swerved_by is None or state.swerved_at is None:
            return
        if state.paused_at is None and key.at < state.swerved_at + IN_FLIGHT_NS:
            raise NotNow(state.swerved_by)

    def _pass_on(self, state: State, event: Event, *, in_pause: bool = False) -> Stepped:
        """Hand an event to the referee, in game time; remember where a decision was made."""
        assert state.game is not None
        at = event.at - state.offset
        accepted = isinstance(event, Key) and event.key is HostKey.OK
        choice = self.standing(state) if accepted else None
        if choice is not None and (looked := choices.looked(state, choice)) is not None:
            return looked, ()
        if choice is not None and choice.text:
            event = Enter(choice.text, event.at)
        if isinstance(event, Enter):
            said = state.game.words(event.text)
            if said[:1] == ("none",):
                return self._take_back(state, event, state.game), (Cue(Sound.TICK),)
            if said[:1] in {("join",), ("leave",)}:
                return self.setting_up.joined(state, said, event.at), (Cue(Sound.TICK),)
        told = replace(event, at=at) if state.offset else event
        if in_pause and isinstance(told, Enter):
            play, cues = state.game.on_enter_paused(state.play, told, state.game.words(told.text))
        else:
            play, cues = state.game.step(state.play, told)
        if accepted and play == state.play:
            return replace(state, cursor=None), cues
        return self._becomes(state, event, play), cues

    def _take_back(self, state: State, event: Enter, game: Referee[Any, Any]) -> State:
        """``none SEAT``: its last press meant nothing, and costs nothing."""
        match game.words(event.text):
            case (_, seat) if is_number(seat) and int(seat) in game.setup.seats:
                without = game.without(state.play, int(seat))
                if without is not None:
                    after = self._becomes(state, event, without)
                    return replace(after, rulings=_unless_undone(after.rulings, game, state.play, without))
                if state.decided_by == int(seat):
                    return undoing.undo(state, event.at)
                raise NotNow(T("Seat {seat}: no press to take back", seat=seat))
        raise NotNow(T("Expected none SEAT, got {got}", got=event.text))

    def _becomes(self, state: State, event: Event, play: object) -> State:
        """The state with play as the referee left it; what wasn't time's doing is a decision to be undone."""
        if play == state.play:
            return state
        assert state.game is not None
        after = replace(state, play=play, rulings=_with(state.rulings, state.game.ruling(play)))
        if state.game.runs_out_at(play) != state.game.runs_out_at(state.play):
            after = replace(after, heard=event.at - state.offset)
        by_host = not isinstance(event, Press | Release | Tick | Rolled)
        if state.cursor is not None and (by_host or self.choices(after) != self.choices(state)):
            after = replace(after, cursor=None)  # else the host's hand is still on the knob
        if not by_host:
            after = self._swerved(state, after, event)
        by_time = isinstance(event, Tick) and state.game.decides_by_time(state.play, play)
        if isinstance(event, Tick | Release | Rolled) and not by_time:
            return after
        return undoing.decided(state, after, event)

    def _swerved(self, state: State, after: State, event: Event) -> State:
        """The state with who has changed what ok does, if that has changed."""
        was, now = (self.standing(one) or self.ok_does(one) for one in (state, after))
        if now == was:
            return after
        pressed = isinstance(event, Press) or after.ruling is not state.ruling
        return replace(after, swerved_at=event.at, swerved_by=PRESSED if pressed else TIMED)

    def _pause(self, state: State, at: int) -> State:
        return replace(state, paused_at=at, cursor=None) if state.paused_at is None else state.going_on(at)

    def _hold_menu(self, state: State, at: int) -> State:
        if state.menu_open:
            return state.going_on(at)
        paused = state if state.paused_at is not None else self._pause(state, at)
        return replace(paused, menu_open=True, cursor=None)

    def _take_from_menu(self, state: State, at: int) -> Stepped:
        """What was chosen in the hold-ok menu, or after the end."""
        choice = self.standing(state)
        assert choice is not None
        if (looked := choices.looked(state, choice)) is not None:
            return looked, ()
        if state.path:  # a correction
            return self._pass_on(state.going_on(at), Enter(choice.text, at), in_pause=True)
        match choice.text:
            case "again":
                return self._rematch(state, at), (Cue(Sound.START),)
            case "undo":
                return undoing.undo(state.going_on(at), at), ()
            case "options":
                return state.looked_at(Stage.OPTIONS), ()
            case "seats":
                return state.looked_at(Stage.SEATS), ()
            case "names":
                return naming.open_names(state), ()
            case "volume":
                return replace(state, kept=state.kept.next_volume()), (Cue(Sound.TICK),)
            case "quit":
                return shelf.put_away(state, at).afresh(), ()
            case _:
                return state.going_on(at), ()

    def _rematch(self, state: State, at: int) -> State:
        assert state.game is not None
        anew = self.setting_up.anew(state)
        anew = replace(anew, cursor=None, rulings=Grown(), began=at - state.offset)
        return undoing.decided(state, anew, Key(HostKey.OK, at))
