"""What people see around a game: menu, joining, options, pause, and whatever was refused or is broken."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, assert_never

from companion.games.base import Referee
from companion.games.choice import READ
from companion.games.clocks import precise
from companion.session import (
    by_knob,
    finale,
    history_screens,
    invitation,
    letting_go,
    naming,
    plugging,
    zero_screens,
)
from companion.session.choices import BEGIN_ANEW, GO_ON_AS_IT_WAS, GO_ON_SO, START
from companion.session.invitation import Invitation
from companion.session.session import Session
from companion.session.state import Naming, Stage, State
from companion.words import Say, T, Text
from firmware.events import NS_PER_S, NS_PER_US, Seat
from firmware.plugged import Plugged
from firmware.views import Code, Lamp, Mood, Score, Screen, View

FAULTS = {
    "stuck": T("Button {which} is stuck"),
    "noisy": T("Seat {which}: bad wire"),
    "panel": T("Screen {which} missing"),
    "lamp": T("Lamp {which} is broken"),
    "button": T("Button {which} is dead"),
    "unplugged": T("Plug button {which} in"),
    "grabbed": T("Button {which} in use"),
    "flood": T("Button {which} babbles"),
    "overrun": T("Presses lost: {which}"),
    "clock": T("Seat {which}: bad clock"),
    "firmware": T("Seat {which}: flash anew"),
    "asleep": T("Phone {which} asleep"),
    "unheard": T("Phone {which}: no word"),
    "buttons": T("Buttons are dead"),
    "piezo": T("No sound"),
    "journal": T("Not recorded"),
    "journal full": T("Unsaved: disk full"),
    "aside": T("Journal set aside"),
    "torn": T("Last moments lost"),
    "lost": T("Events lost: {which}"),
    "unrecorded": T("Recorded to {which}"),
    "timing": T("Timing degraded"),
}
"""What is broken, by the first word of the box's name for it; short: it is the title of a small panel."""


def view(
    session: Session,
    state: State,
    now: int,
    say: Say,
    faults: Collection[str] = (),
    *,
    held: Collection[Seat] = (),
    history: history_screens.Past = history_screens.NO_PAST,
    invited: Invitation | None = None,
) -> View:
    """What every screen and lamp shows at ``now``.

    Args:
        session: the rules of the box.
        state: the state to show.
        now: the time (ns).
        say: the language to show it in.
        faults: what is broken on the box, as `firmware.ports.Box.faults` names it.
        held: the seats whose buttons are held or jammed.
        history: the games that were finished, and what they add up to.
        invited: where phones find the table, while they are on.
    """
    say = say.named(state.names)
    match state.stage:
        case Stage.PLAY:
            shown = _play(session, state, now, say, history.bests)
        case Stage.SEATS:
            shown = _seats(session, state, say, invited)
        case Stage.HISTORY:
            shown = history_screens.view(history, state.cursor or 0, session.seats, say)
        case Stage.MENU | Stage.OPTIONS | Stage.RESUME:
            shown = _choosing(session, state, say, invited)
        case Stage.ZERO:
            shown = zero_screens.view(session, state, now, say, ties_told(session, state, say))
        case Stage.OFF:
            going = Screen(say("Switching off"), say("Don't unplug yet"), mood=Mood.WAIT)
            shown = View(going, dict.fromkeys(session.seats, going))
        case _:
            assert_never(state.stage)
    if state.naming is not None:
        shown = _naming(session, state, state.naming, shown, say)
    shown = _with_refusal(state, _with_faults(shown, faults, say), say)
    return letting_go.told(state, shown, held, say)


def _choosing(session: Session, state: State, say: Say, invited: Invitation | None) -> View:
    """The menu of games, or of a game's options."""
    choice = session.standing(state)
    assert choice is not None
    main = Screen(_asked(session, state, say), say.text(choice.label), hint=say("turn, then ok"))
    if state.path == invitation.PATH:
        main = invitation.main_screen(main, choice, invited, say)
    elif choice.text.startswith("change "):
        named = option_shown(session, state, choice.text.removeprefix("change "), say)
        main = Screen(say.text(choice.label), named, hint=say("ok: change"))
    elif state.path and is_of_seats(session, state, by_knob.stands_on(choice, state)):
        main = replace(main, text=(say("or press your button"),), hint=say("ok: change"))
    elif state.stage is Stage.OPTIONS and choice in {START, GO_ON_SO, GO_ON_AS_IT_WAS}:
        main = replace(main, hint=(*ties_told(session, state, say), main.hint)[0])
    elif choice == BEGIN_ANEW:
        main = replace(main, text=(say("only in a new game,"), say("this one will wait")))
    elif session.gone_into(state) == BEGIN_ANEW:
        main = replace(main, text=(say("this one will wait"),))
    waiting, joined = Screen(), state.seats
    if state.chosen is None:
        waiting, joined = Screen(big=say("Pierwszy"), text=(say("choose a game"),)), ()
    return View(
        main,
        {seat: _in(seat, say) if seat in joined else waiting for seat in session.seats},
        {seat: Lamp.ON if seat in joined else Lamp.OFF for seat in session.seats},
    )


def ties_told(session: Session, state: State, say: Say) -> tuple[str, ...]:
    """How close a tie will be, in a line; none where all buttons are pins, or nobody races."""
    if state.chosen is None or not state.chosen.races:
        return ()
    us = state.said.get("tie_us")
    tie = session.here.times.tie if us is None else int(us) * NS_PER_US
    ties = plugging.ties(state.kept.buttons, state.seats, tie)
    return () if ties is None else (say.text(ties),)


def _asked(session: Session, state: State, say: Say) -> str:
    """What is being chosen."""
    asked = session.gone_into(state)
    if asked is not None:
        return say.text(asked.label)
    if state.offered is not None and state.offered.chosen is not None:
        return say("Before: {game}", game=say.text(state.offered.chosen.title))
    return say("What shall we play?") if state.chosen is None else say.text(state.chosen.title)


def is_of_seats(session: Session, state: State, name: str) -> bool:
    """Whether an option is about seats, whose buttons then do what ok does."""
    return bool(name) and by_knob.of_some(session.setting_up.option_value(state, name)[0])


def option_shown(session: Session, state: State, name: str, say: Say) -> str:
    """What an option stands at, in words."""
    option, value = session.setting_up.option_value(state, name)
    return say.text(option.called(value))


def _in(seat: Seat, say: Say, button: Plugged | None = None) -> Screen:
    device = () if button is None or not button.here else (say.text(plugging.called(button)),)
    return Screen("", say("I'M IN"), seat, device, mood=Mood.TURN)


def _naming(session: Session, state: State, made: Naming, under: View, say: Say) -> View:
    choice = session.standing(state)
    assert choice is not None
    seats = naming.seat_screens(made, session.seats, say)
    return replace(under, main=naming.main_screen(made, choice, say), seats=seats, until=None)


def _seats(session: Session, state: State, say: Say, invited: Invitation | None) -> View:
    assert state.chosen is not None
    joined = {seat: _in(seat, say, state.kept.buttons.get(seat)) for seat in state.seats}
    waiting = {
        seat: Screen("", say("PRESS"), seat, (say("to join"),))
        for seat in session.seats
        if seat not in state.seats
    }
    ready = len(state.seats) >= state.chosen.players[0]
    told = ties_told(session, state, say) if state.seats else (say("Press your button"),)
    main = Screen(
        title=say.text(state.chosen.title),
        big=say("Who plays?"),
        text=told,
        scores=tuple(Score(seat, say("in")) for seat in state.seats),
        hint=say("ok: that's all") if ready else say("at least {n} of you", n=state.chosen.players[0]),
    )
    if invited is not None and not state.seats:
        main = replace(main, text=(invited.short, invited.code), figure=invited.figure)
    lamps = {seat: Lamp.ON if seat in state.seats else Lamp.BLINK for seat in session.seats}
    return View(main, joined | waiting, lamps)


def _play(session: Session, state: State, now: int, say: Say, bests: Mapping[str, float]) -> View:
    game = state.game
    assert game is not None
    at = state.game_time(now)
    main = _with_best(game, state.play, game.main_screen(state.play, at, say), say, bests)
    choice = session.standing(state)
    if state.menu_open and choice is not None:
        asked = session.gone_into(state)
        title = say("Paused") if asked is None else say.text(asked.label)
        main = Screen(title, say.text(choice.label), hint=say("turn, then ok"), mood=Mood.WAIT)
    elif state.paused_at is not None:
        main = Screen(main.title, say("PAUSE"), scores=main.scores, hint=say("ok: go on"), mood=Mood.WAIT)
    elif state.cursor is not None and choice is not None:
        asked = session.gone_into(state)
        title = main.title if asked is None else say.text(asked.label)
        take = say("ok: take it") if choice.then is None else say("ok: choose")
        scores = main.scores
        if choice.text == READ:
            take, scores = say("ok: back"), ()
        main = Screen(title, say.text(choice.label), scores=scores, hint=take)
    elif (does := session.ok_does(state)) is not None:
        main = replace(main, hint=say("ok: {what}", what=say.text(does)))
    playing = game.setup.seats
    seats = {
        seat: game.seat_screen(state.play, seat, at, say) if seat in playing else Screen()
        for seat in session.seats
    } | finale.seat_screens(state, say)
    lamps = {seat: game.lamp(state.play, seat, at) if seat in playing else Lamp.OFF for seat in session.seats}
    if state.paused_at is not None:
        seats |= {seat: Screen(big=say("PAUSE"), sign=seat, mood=Mood.WAIT) for seat in playing}
    changes = game.changes_at(state.play, at) if state.paused_at is None else None
    return View(main, seats, lamps, None if changes is None else changes + state.offset)


def _with_best(
    game: Referee[Any, Any], play: object, main: Screen, say: Say, bests: Mapping[str, float]
) -> Screen:
    """A player alone sees the time to beat; at the end it may be its own."""
    outcome = game.outcome(play)
    best = bests.get(outcome.record or game.name)
    if best is None or len(game.setup.seats) > 1:
        return main
    time = outcome.solo_ns
    if time is not None and round(time / NS_PER_S, 3) <= best:
        return replace(main, title=say("RECORD!"))
    return replace(main, text=(*main.text, say("best: {time}", time=precise(say, round(best * NS_PER_S)))))


def _with_refusal(state: State, view: View, say: Say) -> View:
    """Whoever pressed at the wrong moment reads why: the seat on its own screen, the host on the main one."""
    if state.refused is None:
        return view
    why = say.text(state.refused)
    if state.refused_seat is None or state.refused_seat not in view.seats:
        return replace(view, main=_saying(view.main, why))
    seat: Seat = state.refused_seat
    screen = view.seats[seat]
    # Beside a picture there is hardly room for a line; below it there is.
    told = replace(screen, hint=why) if screen.figure is not None else replace(screen, text=(why,), hint="")
    main = _saying(view.main, say("{seat}: {why}", seat=seat, why=why))
    return replace(view, main=main, seats={**view.seats, seat: told})


def _saying(main: Screen, why: str) -> Screen:
    """The main screen with a reason to be read in full; beside a QR code there is no room for one."""
    return replace(main, hint=why, figure=None if isinstance(main.figure, Code) else main.figure)


def _with_faults(view: View, faults: Collection[str], say: Say) -> View:
    if not faults:
        return view
    title = " ".join(fault_text(fault, say) for fault in faults)
    own = (fault.partition(" ")[2] for fault in faults if fault.startswith("asleep "))
    asleep = [seat for seat in map(int, own) if seat in view.seats]
    told = {seat: replace(view.seats[seat], title=f"! {say('phone asleep')}") for seat in asleep}
    return replace(view, main=replace(view.main, title=f"! {title}"), seats={**view.seats, **told})


def fault_text(fault: str, say: Say) -> str:
    """One of the box's faults in words: ``"panel 3"`` -> ``Screen 3 missing``."""
    kind, _, which = fault.partition(" ")
    known = FAULTS.get(fault) or FAULTS.get(kind, T("{kind} {which}", kind=kind))
    return say.text(Text(known.sentence, (*known.fields, ("which", which))))
