"""Kezao: colour dice say which cards fit, and whoever is quick lays one; there is a place for each player.

One roll, as a path through the phases::

    choose ── the roller's press, ok ──> lay ── places full, last card, nobody can ──> check ── ok ──> choose
    (knob: which dice)                   │ ^                                            │  └───> over
                    ok: judge, ok: go on └─┘ <── a card was wrong, its place is free ───┘

Every press in `lay` is a card. Those within ``tie`` of each other are ruled together: with places for all of
them nobody minds who was first, with too few the table decides. In `check`, and while the host judges, a
press says that the seat's own last card was wrong. A stamp divides what was meant as a card from what was
meant as a mark; presses made before anybody could have seen that the phase has changed are refused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.base import Choice, End, NotNow, Outcome, Referee, Step
from companion.games.judging import IN_FLIGHT_NS, Judging
from companion.games.kezao.dice import TUMBLE_NS, Throw, dice_of
from companion.games.kezao.state import Options, Phase, State, dealt
from companion.words import T, Text, Who
from firmware.digits import is_number
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Key, Knob, Press, Rolled, Seat, Tick
from firmware.presses.race import Race
from firmware.rolling import Roll
from firmware.views import Cue, Sound

HANDS_NS = 500 * NS_PER_MS
"""Presses this soon after laying has ended were meant as cards: a hand needs as long to stop."""

AGAIN_NS = NS_PER_S
"""A seat that marks twice within this has marked once: each mark costs three cards."""

STOP = Choice("", T("Stop: wrong card"))
NOBODY = Choice("nobody", T("Nobody can lay"))
GO_ON = Choice("", T("Go on"))
WHO = Choice("", T("Who was first?"))


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

    def _throw(self, state: State, at: int) -> Step[State]:
        if at < state.throw.at + TUMBLE_NS:
            raise NotNow(T("The dice are rolling"))
        # A throw whose faces never came (the box was switched off just then) is simply thrown again.
        return replace(state, throw=Throw(at, state.picked)), (Cue(Sound.ROLL), Roll(dice_of(state.picked)))

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
            raise self._late(state, press) or NotNow(self._tie(state))
        if state.race.due is not None and press.at <= state.race.due:
            return self._card(state, press)
        if state.judging is not None:
            judging = state.judging.mark(press, set(state.laid))
            return self._mark(replace(state, judging=judging), press)
        if press.at < state.opens:
            raise NotNow(T("Wait: laying goes on"))
        return self._card(state, press)

    def _card(self, state: State, press: Press) -> Step[State]:
        """A card laid; where it comes in is ruled once nothing earlier can be under way."""
        if state.players[press.seat].barred:
            raise NotNow(T("Barred until the next roll"))
        # Races of one roll all open when the dice are at rest, a ns apart so that they are told apart.
        opened = min(press.at, state.throw.rest + state.races)
        race = Race(opened, self.setup.tie) if state.race.due is None else state.race
        if any(other.seat == press.seat for other in race.presses):
            raise NotNow(T("One card at a time"))
        return replace(state, race=race.enter(press)), ()

    def _press_in_check(self, state: State, press: Press) -> Step[State]:
        assert state.since is not None
        late = self._late(state, press)
        if late is not None:
            raise late
        if press.at < state.since + HANDS_NS:
            raise NotNow(T("Now check the cards") if state.free else T("All places are full"))
        last = state.last_mark
        if last is not None and last.seat == press.seat and press.at < last.at + AGAIN_NS:
            raise NotNow(T("Already taken back"))
        if press.seat not in state.laid:
            raise NotNow(T("You laid no card"))
        return self._mark(state, press)

    def _late(self, state: State, press: Press) -> NotNow | None:
        """Refuses a press delivered after a ruling that it might have changed; the ruling keeps it."""
        race = state.race.enter(press)
        if race.late == state.race.late:
            return None
        return NotNow(T("the press came too late"), leads_to=replace(state, race=race))

    def _mark(self, state: State, press: Press) -> Step[State]:
        """A seat's last card was wrong."""
        marked, cues = state.take_back(press), (Cue(Sound.WRONG, press.seat),)
        if marked.all_barred:
            return (marked if marked.phase is Phase.CHECK else marked.check(press.at)), cues
        if marked.phase is Phase.LAY or marked.emptied is not None:
            return marked, cues
        # Nobody can have seen yet that laying goes on: what is pressed just now was meant as a mark.
        opens = press.at + IN_FLIGHT_NS
        return replace(marked, phase=Phase.LAY, since=press.at, opens=opens), cues

    # -- rulings -----------------------------------------------------------------------------------

    def wake_at(self, state: State) -> int | None:
        """The dice come to rest; cards laid together are ruled."""
        if state.phase is not Phase.LAY:
            return None
        return state.race.due if state.landed else state.throw.rest

    def on_tick(self, state: State, tick: Tick) -> Step[State]:
        """Nothing stamped before the tick is still to come."""
        if state.phase is not Phase.LAY:
            return state, ()
        if not state.landed:
            return replace(state, landed=True), (Cue(Sound.START),)
        return (state, ()) if state.race.due is None else self._rule(state)

    def may_doze(self, state: State) -> bool:
        """Not while the next press may be a card."""
        return state.phase is not Phase.LAY

    def _rule(self, state: State) -> Step[State]:
        """Cards laid together: all of them lie, or the table says which do."""
        presses = state.race.presses  # a later press has a race of its own
        together = [press.seat for press in presses]
        state = replace(state, race=state.race.rule(), races=state.races + 1)
        if len(together) > state.free:
            return self._ask(state, together)
        last_cards = [seat for seat in together if state.players[seat].cards == 1]
        if len(last_cards) > 1:  # places for both, but one point
            others = [seat for seat in together if seat not in last_cards]
            return self._ask(state.lay(*others), last_cards)
        return self._laid(state.lay(*together), together[0], presses[0].at)

    def _ask(self, state: State, tied: list[Seat]) -> Step[State]:
        return replace(state, tied=tuple(sorted(tied)), judging=None), (Cue(Sound.TIE),)

    def _laid(self, state: State, seat: Seat, at: int) -> Step[State]:
        """After a card was laid: full places or a last card end the laying at that stamp."""
        if state.emptied is not None:
            return state.check(at), (Cue(Sound.RULING, state.emptied),)
        if not state.free:
            return state.check(at), (Cue(Sound.TIME_UP),)
        return state, (Cue(Sound.RULING, seat),)

    def _decide(self, state: State, seat: Seat, at: int) -> Step[State]:
        """The table says who of the tied was first; whoever finds no place takes the card back."""
        if not state.tied:
            raise NotNow(T("There is no tie to decide"))
        if seat not in state.tied:
            raise NotNow(T("Expected one of the tied seats, got {seat}", seat=seat))
        tied = tuple(other for other in state.tied if other != seat)
        return self._laid(replace(state, race=state.race.decide(seat), tied=tied).lay(seat), seat, at)

    def _tie(self, state: State) -> Text:
        """What the table is asked to decide."""
        if all(state.players[seat].cards == 1 for seat in state.tied):
            return T("A tie: whose point is it?")
        return T("A tie: whose place is it?")

    # -- the host ----------------------------------------------------------------------------------

    def on_ok(self, state: State, key: Key) -> Step[State]:
        """Rolls for the roller; stops the laying, and lets it go on; ends the check."""
        match state.phase:
            case Phase.CHOOSE:
                return self._throw(state, key.at)
            case Phase.LAY:
                return self._judge(state, key.at), ()
            case Phase.CHECK:
                return self._end_check(state, key.at)
            case Phase.OVER:
                raise NotNow(T("The game is over"))

    def _check_laying(self, state: State, at: int) -> None:
        """Nothing can be stopped or ended while dice roll, or while the table has a tie to decide."""
        if state.rolling(at):
            raise NotNow(T("The dice are rolling"))
        if state.tied:
            raise NotNow(self._tie(state))

    def _judge(self, state: State, at: int) -> State:
        self._check_laying(state, at)
        return self._resume(state, at) if state.judging is not None else replace(state, judging=Judging(at))

    def _resume(self, state: State, at: int) -> State:
        if state.judging is None:
            raise NotNow(T("Nothing was stopped"))
        return replace(state, judging=None, opens=at)

    def _end_check(self, state: State, at: int) -> Step[State]:
        assert state.since is not None
        winner = state.emptied
        if at < state.since + IN_FLIGHT_NS and (winner is not None or not state.free):
            raise NotNow(T("Now check the cards"))  # this ok was meant to stop the laying
        roller = self.setup.next_seat(state.roller)
        if winner is None:
            return state.next_roll(roller, at), ()
        after = state.next_round(roller, winner, at)
        return after, (Cue(Sound.OVER if after.won else Sound.RIGHT, winner),)

    def on_enter(self, state: State, enter: Enter, words: tuple[str, ...]) -> Step[State]:
        """``++``, ``+-``, ``--`` (``+``, ``-``); ``nobody``, ``first SEAT``, ``resume``."""
        match words:
            case (pick,) if pick in self.setup.options.picks:
                if state.phase is not Phase.CHOOSE:
                    raise NotNow(T("The dice are rolled already"))
                return state.pick(pick), ()
            case ("nobody",):
                return self._nobody(state, enter.at), ()
            case ("first", seat) if is_number(seat):
                return self._decide(state, int(seat), enter.at)
            case ("resume",):
                return self._resume(state, enter.at), ()
        picks = ", ".join(self.setup.options.picks)
        raise NotNow(
            T("Expected {picks}, nobody, first SEAT or resume; got {got}", picks=picks, got=enter.text)
        )

    def _nobody(self, state: State, at: int) -> State:
        if state.phase is Phase.CHOOSE:
            raise NotNow(T("Roll first"))
        if state.phase is not Phase.LAY:
            raise NotNow(T("Now check the cards") if state.phase is Phase.CHECK else T("The game is over"))
        self._check_laying(state, at)
        if state.race.due is not None:
            raise NotNow(T("Someone has already pressed"))
        return state.check(at)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """In laying: stop, or nobody can; of a tie: who was first. Dice are chosen by turning their faces."""
        if state.phase is not Phase.LAY or not state.landed:
            return ()
        if state.tied:
            return WHO, *(Choice(f"first {seat}", T("{who} was first", who=Who(seat))) for seat in state.tied)
        return STOP if state.judging is None else GO_ON, NOBODY

    # -- how it stands -----------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome:
        """Whoever has three points has won."""
        return Outcome(state.won, End.OVER) if state.won else Outcome()

    def race(self, state: State) -> Race:
        """Of the last cards that were laid together."""
        return state.race

    def snapshot(self, state: State, now: int) -> dict[str, Any]:
        """The keys of the game's page, and a few more."""
        throw = state.throw
        return {
            "phase": state.phase.value,
            "round": state.round,
            "turn": state.roller if state.phase is Phase.CHOOSE else None,
            "roller": state.roller,
            "picked": state.picked,
            "dice": [list(die) for die in throw.dice],
            "with": list(throw.colours("with")),
            "without": list(throw.colours("without")),
            "rolling": state.rolling(now),
            "rerolls": throw.rerolls,
            "places": state.places,
            "laid": list(state.laid),
            "tied": list(state.tied),
            "judging": state.judging is not None,
            "marked": [] if state.judging is None else list(state.judging.marked),
            "pile": state.pile,
            "aside": state.aside,
            "players": {
                str(seat): {"cards": player.cards, "points": player.points, "barred": player.barred}
                for seat, player in state.players.items()
            },
        }
