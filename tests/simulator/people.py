"""Who sits at the table: players who race, and a host who turns, presses and types, often wrongly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.games.catalogue import all_games
from companion.session.state import Stage
from firmware.events import Enter, HostKey, Key, Knob, Seat
from firmware.views import Lamp
from tests.companion.games.anything import ANYWHERE, KEYS, plays_of
from tests.fuzz.kinds import Finding
from tests.simulator.box import SimBox, ms
from tests.simulator.hands import Hands

MENU_WITHIN = 30
"""So many things done, whatever the mess, and the menu is there."""

TYPED_ANYWHERE = (
    *ANYWHERE,
    *("volume 0", "volume 3", "name 1 Zażółć", "name 3 ", "name 1+2 My", "sound 1 horn", "sound 2 bell"),
    *(
        "",
        "game",
        "game nonesuch",
        "game dice seats=9",
        "join 4",
        "leave 2",
        "join 1",
        "17",
        "menu",
        "cofnij",
    ),
    *("language", "options", "seats", "names", "start", "history", "quit", "again", "resume", "x" * 300),
)


class People:
    """The people at one box."""

    def __init__(self, box: SimBox, hands: Hands, chance: Random, counts: Counter[str]) -> None:
        self._box, self._hands, self._chance, self._counts = box, hands, chance, counts
        self._seats: Sequence[Seat] = sorted(box.settings.seats)

    # -- whatever comes into their heads ---------------------------------------------------------------------

    def act(self) -> None:
        """Somebody does something; some of it takes a while."""
        match self._box.state.stage:
            case Stage.RESUME:
                self._pick({"go on": 6, "anew": 2, "menu": 1, "volley": 1, "anything": 1})
            case Stage.PLAY:
                self._pick(
                    {
                        "volley": 30,
                        "asked": 25,
                        "ok": 22,
                        "typed": 14,
                        "choose": 12,
                        "anything": 10,
                        "knob": 3,
                    }
                    | {"hold": 3, "undo": 4, "menu": 3, "leave": 2, "elbow": 5}
                )
            case Stage.MENU:
                self._pick({"game": 12, "take": 4, "choose": 4, "anything": 3, "volley": 2, "ok": 2})
            case _:
                self._pick({"volley": 4, "ok": 5, "choose": 4, "anything": 2, "knob": 2, "start": 3})

    def _pick(self, weights: dict[str, int]) -> None:
        (what,) = self._chance.choices([*weights], [*weights.values()])
        getattr(self, f"_{what.replace(' ', '_')}")()

    def _volley(self) -> None:
        self._race(self._players())

    def _asked(self) -> None:
        """Those whose lamps are lit press."""
        view = self._box.loop.view
        lamps = {} if view is None else view.lamps
        asked = [seat for seat, lamp in lamps.items() if lamp is not Lamp.OFF]
        self._race(asked or self._players())

    def _race(self, seats: Sequence[Seat]) -> None:
        """Some of them press: one alone, or as many as there are, some of them nearly at once."""
        many = self._chance.choice((1, 1, 2, len(seats)))
        racing = self._chance.sample(seats, min(many, len(seats)))
        first = self._box.clock.now() + ms(self._chance.uniform(1, 400))
        for seat in racing:
            self._hands.touch(seat, first, ms(self._chance.uniform(60, 250)))
            first += self._chance.choice((0, 1, 300_000, 499_999, 500_000, 500_001, ms(2), ms(12), ms(60)))
        self._counts["races"] += len(racing) > 1

    def _players(self) -> Sequence[Seat]:
        state = self._box.state
        playing = [seat for seat in state.seats if seat in self._box.settings.seats]
        return playing if playing and self._chance.random() < 0.9 else self._seats

    def _elbow(self) -> None:
        """Somebody who isn't asked."""
        self._hands.touch(self._chance.choice(self._seats), self._box.clock.now(), ms(40))

    def _hold(self) -> None:
        length = self._chance.choice((850, 1200, 3000, 20_000))
        self._hands.touch(self._chance.choice(self._seats), self._box.clock.now(), ms(length))

    # -- the host --------------------------------------------------------------------------------------------

    def key(self, key: HostKey) -> None:
        """A key, or, where there is one and it fits, the knob itself."""
        knob, now = self._box.settings.knob, self._box.clock.now()
        if key in {HostKey.OK, HostKey.HOLD_OK} and knob is not None and self._chance.random() < 0.5:
            self._hands.ok(now, ms(120 if key is HostKey.OK else 900))
            return
        self._box.do(Key(key, now))

    def enter(self, text: str) -> None:
        """Type a line."""
        self._box.do(Enter(text, self._box.clock.now()))

    def _ok(self) -> None:
        self.key(HostKey.OK)

    def _go_on(self) -> None:
        self._chance.choice((lambda: self.enter("go on"), self._ok))()

    def _anew(self) -> None:
        self.key(HostKey.BACK)

    def _menu(self) -> None:
        self.key(HostKey.HOLD_OK)
        self._box.run(self._box.clock.now() + ms(1200))
        if self._chance.random() < 0.7:
            self._choose()

    def _start(self) -> None:
        self.enter("start")

    def _take(self) -> None:
        """Go on with a game that waits, if one does."""
        shelf = self._box.state.shelf
        self.enter(f"take {self._chance.choice(shelf).key}" if shelf else "take 1.2")

    def _game(self) -> None:
        """A game begins: any, with any of the options it is tested with, for anybody at this box."""
        name = self._chance.choice(all_games()).name
        words = self._chance.choice(plays_of(name).beginnings).split()
        if self._chance.random() < 0.6:
            many = self._chance.randint(1, len(self._seats))
            seats = sorted(self._chance.sample(self._seats, many))
            words = [f"seats={','.join(map(str, seats))}", *words[1:]]
        if self._chance.random() < 0.2:
            words.append(f"tie_us={self._chance.choice((0, 500, 30_000))}")
        self.enter(f"game {name} {' '.join(words)}")
        self._counts["games begun"] += 1

    def _typed(self) -> None:
        game = self._box.state.game
        typed = TYPED_ANYWHERE if game is None else (*plays_of(game.name).typed, *ANYWHERE)
        self.enter(self._chance.choice(typed))

    def _anything(self) -> None:
        if self._chance.random() < 0.5:
            self.enter(self._chance.choice(TYPED_ANYWHERE))
        else:
            self.key(HostKey(self._chance.choice(KEYS)))

    def _leave(self) -> None:
        """In the middle of it: another game, other players, other options, or none of it."""
        match self._chance.randrange(4):
            case 0:
                self._game()
            case 1:
                self._menu()
            case 2:
                self.key(HostKey.PAUSE)
            case _:
                self.to_menu()

    def _knob(self) -> None:
        self.turn(self._chance.choice((-3, -1, 1, 1, 2, 5)))

    def turn(self, steps: int) -> None:
        """Turn the knob; where there is an encoder, perhaps that."""
        knob, now = self._box.settings.knob, self._box.clock.now()
        if knob is not None and knob.a is not None and self._chance.random() < 0.5:
            self._hands.turn(steps, now)
        else:
            self._box.do(Knob(steps, now))

    def _choose(self) -> None:
        """Turn to something that is offered, and take it; three steps deep at most."""
        for _ in range(self._chance.choice((1, 1, 2, 3))):
            session = self._box.loop.session
            offered = session.choices(self._box.state)
            if not offered:
                return
            wanted = self._chance.randrange(len(offered))
            steps = wanted - session.stands_at(self._box.state)
            if steps:
                self._box.do(Knob(steps, self._box.clock.now()))
            self._box.run(self._box.clock.now() + ms(320))
            self.key(HostKey.OK)
            self._box.run(self._box.clock.now() + ms(500))

    def _undo(self) -> None:
        """Undo and, at once, redo: as if nothing had been; else just undo."""
        box = self._box
        state, now = box.state, box.clock.now()
        if state.paused_at is not None or state.before is None or not box.presses.quiet():
            self.key(HostKey.UNDO)
            return
        before = state.before
        box.done(Key(HostKey.UNDO, now))
        back = box.state
        if back.game is not before.game or back.undone is not state or box.clock.now() != now:
            return  # what it did was something else, and is judged by others
        assert before.game is not None
        assert state.game is not None
        if back.play != before.game.buttons_up(before.play):
            raise Finding(f"expected undo to give back {before.play}, got {back.play}")
        box.done(Key(HostKey.REDO, now))
        again = box.state
        if again.undone is back.undone:
            return
        if again.play != state.game.buttons_up(state.play) or again.rulings != state.rulings:
            raise Finding(f"expected redo to give back {state.play}, got {again.play}")
        self._counts["undone and redone"] += 1

    # -- out of any mess -------------------------------------------------------------------------------------

    def to_menu(self) -> None:
        """Get to the menu, by keys alone.

        Raises:
            Finding: it can't be reached.
        """
        box = self._box
        for _ in range(MENU_WITHIN):
            state = box.state
            if state.stage is Stage.MENU and state.cursor is None and state.naming is None:
                return
            if state.stage is not Stage.PLAY or state.naming is not None or state.path:
                self._do(HostKey.BACK)
            elif not state.menu_open and state.winners is None:
                self._do(HostKey.HOLD_OK)
            else:
                self._take_choice("quit")
        raise Finding(f"expected the menu within {MENU_WITHIN} steps, got {box.snapshot()}")

    def _take_choice(self, text: str) -> None:
        session, state = self._box.loop.session, self._box.state
        places = [place for place, choice in enumerate(session.choices(state)) if choice.text == text]
        if not places:
            self._do(HostKey.BACK)
            return
        self._box.do(Knob(places[0] - session.stands_at(state), self._box.clock.now()))
        self._box.run(self._box.clock.now() + ms(350))
        self._do(HostKey.OK)

    def _do(self, key: HostKey) -> None:
        self._box.do(Key(key, self._box.clock.now()))
        self._box.run(self._box.clock.now() + ms(400))
