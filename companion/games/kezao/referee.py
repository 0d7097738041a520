"""Kezao: colour dice say which cards fit, and whoever is quick lays one; there is a place for each player.

One roll, as a path through the phases::

    choose ── the roller's press, ok ──> lay ── places full, last card, nobody can ──> check ── ok ──> choose
    (knob: which dice)                   │ ^                                            │  └───> over
                    ok: judge, ok: go on └─┘ <── a card was wrong, its place is free: ok ──┘

Every press in `lay` is a card. Those within ``tie`` of each other are ruled together: with places for all of
them nobody minds who was first, with too few the table decides. While the host judges, a press says that the
seat's own last card was wrong; in `check` only a hold does: a short press there was a card too late, or the
next roller's, and is free. Stamps divide what was meant as a card from what was meant as a mark.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.base import End, NotNow, Outcome, Referee, Step
from companion.games.choice import Choice
from companion.games.judging import HOLD_NS, IN_FLIGHT_NS, Judging
from companion.games.kezao import knob, places
from companion.games.kezao.dice import TUMBLE_NS, Throw, dice_of, spoken
from companion.games.kezao.state import Options, Phase, State, dealt
from companion.games.options import Setup
from companion.words import T, Text, Who
from firmware.digits import is_number
from firmware.events import NS_PER_MS, Enter, Key, Knob, Press, Release, Rolled, Seat, Tick
from firmware.presses.race import Race, Ruling
from firmware.rolling import Roll
from firmware.views import Cue, Sound

HANDS_NS = 500 * NS_PER_MS
"""Presses this soon after laying has ended were meant as cards: a hand needs as long to stop."""


class Kezao(Referee[State, Options]):
    """The referee of Kezao."""

    def start(self) -> State:
        """Seven cards for everyone; the first seat chooses dice."""
        return dealt(self.setup.first, dict.fromkeys(self.setup.seats, 0), self.setup.options.picks[0])

    # -- choosing and rolling ----------------------------------------------------------------------

    def on_knob(self, state: State, knob: Knob) -> Step[State]:
        """Which dice to take."""
        if state.phase is not Phase.CHOOSE:
            raise NotNow(T("Nothing to choose now"))
        picks = self.setup.options.picks
        index = picks.index(state.picked) + knob.steps
        return state.pick(picks[max(0, min(index, len(picks) - 1))]), ()

    def plain_ok(self, state: State) -> Text | None:
        """Rolls, while the knob takes dice."""
        return T("Roll") if state.phase is Phase.CHOOSE and not self.setup.options.real else None

    def _throw(self, state: State, at: int) -> Step[State]:
        if self.setup.options.real:
            return self._lie(state, at, self.setup.options.unknown, ())
        if at < state.throw.at + TUMBLE_NS:
            raise NotNow(T("The dice are rolling"))
        # A throw whose faces never came (the box was switched off just then) is simply thrown again.
        return replace(state, throw=Throw(at, state.picked)), (Cue(Sound.ROLL), Roll(dice_of(state.picked)))

    def _lie(self, state: State, at: int, pick: str, faces: tuple[str, ...]) -> Step[State]:
        """The table's own dice lie; faces said of them again leave what was laid."""
        throw = Throw(at - TUMBLE_NS, pick, (faces,) if faces else ())
        if throw.clash:
            raise NotNow(T("The same colour: roll again"))
        if state.phase is not Phase.CHOOSE:
            return replace(state, throw=replace(throw, at=state.throw.at)), ()
        cast = replace(state, phase=Phase.LAY, since=at, opens=at, throw=throw, landed=True, last_winner=None)
        return cast, (Cue(Sound.START),)

    def on_rolled(self, state: State, rolled: Rolled) -> Step[State]:
        """The faces are known, though not yet seen; ones that no card can meet are rolled again at once."""
        if state.phase is not Phase.CHOOSE or len(rolled.faces) != len(state.throw.pick):
            return state, ()  # of a roll that was undone
        throw = state.throw.show(rolled.faces)
        if throw.clash:
            return replace(state, throw=throw), (Roll(dice_of(throw.pick)),)
        return replace(state, phase=Phase.LAY, since=rolled.at, throw=throw, opens=throw.rest), ()

    # -- presses -----------------------------------------------------------------------------------

    def on_press(self, state: State, press: Press) -> Step[State]:
        """A throw, a card, or a card that was wrong: the phase tells which."""
        match state.phase:
            case Phase.CHOOSE:
                return self._roller_presses(state, press)
            case Phase.LAY:
                return self._press_in_lay(state, press)
            case Phase.CHECK:
                return self._press_in_check(state, press)
            case Phase.OVER:
                raise NotNow(T("The game is over"))

    def _roller_presses(self, state: State, press: Press) -> Step[State]:
        if press.seat != state.roller:
            raise NotNow(T("The roller is seat {seat}", seat=state.roller))
        if state.since is not None and press.at < state.since + IN_FLIGHT_NS:
            raise NotNow(T("Too late: the check is over"))
        return self._throw(state, press.at)

    def _press_in_lay(self, state: State, press: Press) -> Step[State]:
        if state.rolling(press.at):
            raise NotNow(T("The dice are rolling"))
        if state.tied:
            raise self._late(state, press) or NotNow(places.tie(state))
        if state.race.due is not None and state.race.contests(press):
            return self._card(state, press)
        if state.judging is not None and press.at > state.judging.since:
            judging = state.judging.mark(press, set(state.laid))
            return self._mark(replace(state, judging=judging), press.seat, press.at)
        if press.at < state.opens and not state.players[press.seat].barred:
            raise NotNow(T("Wait: laying goes on"))
        return self._card(state, press)

    def _card(self, state: State, press: Press) -> Step[State]:
        """A card laid; where it comes in is ruled once nothing earlier can be under way."""
        if state.players[press.seat].barred:
            raise NotNow(T("Barred until the next roll"))
        # Races of one roll all open when the dice are at rest, a ns apart so that they are told apart.
        opened = min(press.at, max(state.throw.rest, state.race.opened + 1))
        race = self.setup.race(opened) if state.race.due is None else state.race
        if any(other.seat == press.seat for other in race.presses):
            raise NotNow(T("One card at a time"))
        return replace(state, race=race.enter(press)), ()

    def _press_in_check(self, state: State, press: Press) -> Step[State]:
        assert state.since is not None
        if late := self._late(state, press):
            raise late
        if state.nobody and press.at <= state.since:  # somebody could lay, and had
            return self._press_in_lay(replace(state, phase=Phase.LAY, nobody=False, hold=None), press)
        if state.hold is not None:  # two held together are what a host without a knob does
            raise NotNow(T("One after the other"), self.buttons_up(state))
        if press.seat not in state.laid or press.at < state.since + HANDS_NS:
            raise NotNow(self._no_card_now(state))
        return replace(state, hold=press), ()

    def on_release(self, state: State, release: Release) -> Step[State]:
        """A short press in the check: a card too late, or the next roller's."""
        if state.hold is None or state.hold.seat != release.seat:
            return state, ()
        raise NotNow(self._no_card_now(state), self.buttons_up(state))

    def _no_card_now(self, state: State) -> Text:
        return T("Now check the cards") if state.free else T("All places are full")

    def _late(self, state: State, press: Press) -> NotNow | None:
        """Refuses a press delivered after a ruling that it might have changed; the ruling keeps it."""
        race = state.race.enter(press)
        if race.late == state.race.late:
            return None
        return NotNow(T("the press came too late"), leads_to=replace(state, race=race))

    def _mark(self, state: State, seat: Seat, at: int) -> Step[State]:
        """A seat's last card was wrong."""
        marked, cues = state.take_back(seat), (Cue(Sound.WRONG, seat),)
        return (marked.check(at) if marked.phase is Phase.LAY and marked.all_barred else marked), cues

    # -- rulings -----------------------------------------------------------------------------------

    def wake_at(self, state: State) -> int | None:
        """The dice come to rest; cards laid together are ruled; a press becomes a hold."""
        if state.phase is Phase.CHECK:
            return None if state.hold is None else state.hold.at + HOLD_NS
        if state.phase is not Phase.LAY:
            return None
        return state.race.due if state.landed else state.throw.rest

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """Nothing stamped before the tick is still to come."""
        if state.phase is Phase.CHECK and state.hold is not None:
            up, seat = self.buttons_up(state), state.hold.seat
            return self._mark(up, seat, tick.at) if seat in state.laid else (up, ())
        if state.phase is not Phase.LAY:
            return state, ()
        if not state.landed:
            return replace(state, landed=True), (Cue(Sound.START),)
        return (state, ()) if state.race.due is None else self._rule(state)

    def buttons_up(self, state: State) -> State:
        """No press becomes a hold any more."""
        return replace(state, hold=None)

    def may_doze(self, state: State) -> bool:
        """Not while the next press may be a card."""
        return state.phase is not Phase.LAY

    def _rule(self, state: State) -> Step[State]:
        presses, first = state.race.presses, state.race.presses[0].at
        group = state.race.group
        together = [press.seat for press in group]
        state = replace(state, race=state.race.rule())
        ruled, cues = places.fill(state, together, first)
        # An earlier press, delivered later, may have parted a race: the rest have one of their own.
        for press in presses if ruled.laying else ():
            if press not in group:
                ruled, _ = self._card(ruled, press)
        return ruled, cues

    # -- the host ----------------------------------------------------------------------------------

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """Rolls for the roller; stops the laying, and lets it go on; ends the check."""
        match state.phase:
            case Phase.CHOOSE:
                return self._throw(state, key.at)
            case Phase.LAY if state.judging is not None:
                return self._resume(state, key.at), ()
            case Phase.LAY:
                self._check_laying(state, key.at)
                return replace(state, judging=Judging(key.at)), ()
            case Phase.CHECK:
                return self._end_check(state, key.at)
            case Phase.OVER:
                raise NotNow(T("The game is over"))

    def _check_laying(self, state: State, at: int) -> None:
        """Nothing can be stopped or ended while dice roll, or while the table has a tie to decide."""
        if state.rolling(at):
            raise NotNow(T("The dice are rolling"))
        if state.tied:
            raise NotNow(places.tie(state))

    def _resume(self, state: State, at: int) -> State:
        if state.phase is Phase.CHECK and state.nobody and state.emptied is None:
            return self.buttons_up(state).go_on(at)  # somebody can lay after all
        if state.judging is None:
            raise NotNow(T("Nothing was stopped"))
        return replace(state, judging=None, opens=at)

    def _end_check(self, state: State, at: int) -> Step[State]:
        if state.hold is not None:
            raise NotNow(T("Someone has already pressed"))
        if state.goes_on:
            return state.go_on(at), ()
        winner, roller = state.emptied, self.setup.next_seat(state.roller)
        if winner is None:
            return state.next_roll(roller, at), ()
        after = state.next_round(roller, winner, at)
        return after, (Cue(Sound.OVER if after.won else Sound.RIGHT, winner),)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """What is taken or shown by dice; ``nobody``, ``first SEAT``, ``wrong SEAT``, ``resume``; counts."""
        if state.phase is Phase.OVER:
            raise NotNow(T("The game is over"))
        options = self.setup.options
        match words:
            case (pick,) if pick in options.picks and not options.real:
                if state.phase is not Phase.CHOOSE:
                    raise NotNow(T("The dice are rolled already"))
                return state.pick(pick), ()
            case ("with" | "without", *_) if options.real and (said := spoken(words, options.picks)):
                return self._lie(state, enter.at, *said)
            case ("nobody",) if state.phase is Phase.CHECK:
                raise NotNow(T("Now check the cards"))
            case ("nobody",):
                self._check_ruled(state, enter.at)
                return replace(state.check(enter.at), nobody=True), ()
            case ("resume",):
                return self._resume(state, enter.at), ()
            case ("first", seat) if is_number(seat):
                return places.decide(state, int(seat), enter.at)
            case ("wrong", seat) if is_number(seat):
                return self._wrong(state, int(seat), enter.at)
            case ("cards" | "points" as what, seat, n) if is_number(seat) and is_number(n):
                return places.count(state, what, int(seat), int(n), enter.at)
        dice = T("with COLOUR, without COLOUR") if options.real else ", ".join(options.picks)
        raise NotNow(
            T(
                "Expected {dice}, nobody, resume, first SEAT, wrong SEAT, none SEAT, cards SEAT N "
                "or points SEAT N; got {got}",
                dice=dice,
                got=enter.text,
            )
        )

    def _wrong(self, state: State, seat: Seat, at: int) -> Step[State]:
        """The host says whose last card was wrong."""
        self._check_ruled(state, at)
        if seat not in state.laid:
            raise NotNow(T("{who} laid no card", who=Who(seat)))
        return self._mark(state, seat, at)

    def _check_ruled(self, state: State, at: int) -> None:
        """The dice lie, and so do all cards laid so far."""
        if state.phase is Phase.CHOOSE:
            raise NotNow(T("Roll first"))
        self._check_laying(state, at)
        if state.phase is Phase.LAY and state.race.due is not None:
            raise NotNow(T("Someone has already pressed"))

    def without(self, state: State, seat: Seat) -> State | None:
        """A hold, a card or a mark that wasn't meant: what others did since stays."""
        return places.without(state, seat)

    def takes_over(self, state: State, was: Setup[Options]) -> State | None:
        """With young children or without: other dice are taken."""
        picks = self.setup.options.picks
        on = state if state.picked in picks else replace(state, picked=picks[0])
        return super().takes_over(on, was)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """See `companion.games.kezao.knob`; dice are taken by turning it, without any choice."""
        return knob.choices(state, self.setup.options)

    def corrections(self, state: State) -> tuple[Choice, ...]:
        """The same."""
        return knob.corrections(state)

    # -- how it stands -----------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """Whoever has three points has won."""
        return Outcome(state.won, End.OVER) if state.won else Outcome()

    def race(self, state: State) -> Race:
        """Of the last cards that were laid together."""
        return state.race

    def finish(self, state: State) -> Ruling | None:
        """None once its winner's card was wrong and is back: nobody has that place."""
        ruling = self.ruling(state)
        gone = ruling is not None and ruling.winner is not None and ruling.winner not in state.laid
        return None if gone else ruling

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the game's page, and a few more."""
        return state.snapshot(now)
