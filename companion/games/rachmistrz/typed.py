"""What is typed in Rachmistrz, or chosen with the knob.

Digits, ``skip``; of a claim ``SEAT NUMBER``, ``SEAT NUMBER FIELD``, ``SEAT full``, ``SEAT swap`` (the token
of the other colour); as a verdict ``right``, ``wrong`` or the sum itself; ``hint``; in the end ``SEAT
GROUP``. To put right what was wrong: ``digits A B C``, ``tokens SEAT N``, ``add SEAT [NUMBER]`` (a forgotten
button), and a verdict with the seat in front. Of a seat's two claims ``colour N`` behind it all says which.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.base import NotNow, Step
from companion.games.rachmistrz.knob import hint
from companion.games.rachmistrz.reckoning.reading import SumError, read_sum
from companion.games.rachmistrz.rounds import Rounds
from companion.games.rachmistrz.state import Claim, Phase, State
from companion.words import T, Text
from firmware.digits import is_number
from firmware.events import Enter, Seat
from firmware.presses.race import NO_RACE

EXPECTED: Mapping[Phase, Text] = {
    Phase.ROLL: T("Expected three digits, such as 2 3 7; got {got}", got=""),
    Phase.THINK: T("Expected skip; got {got}", got=""),
    Phase.GLASS: T("Expected SEAT NUMBER or SEAT full; got {got}", got=""),
    Phase.VERIFY: T("Expected right, wrong or the sum; got {got}", got=""),
    Phase.SCORE: T("Expected SEAT GROUP; got {got}", got=""),
}
"""What is said to words that mean nothing in a phase."""

WITH_CLAIMS = {Phase.GLASS, Phase.VERIFY}
NOT_COUNTED = {Phase.ROLL, Phase.THINK, *WITH_CLAIMS}


def step(state: State, rules: Rounds, enter: Enter, words: tuple[str, ...]) -> Step[State]:
    """What becomes of a state.

    Args:
        state: as it is; no race of it waits for its ruling.
        rules: of this table.
        enter: what was typed.
        words: the same in lower case, in English.

    Raises:
        NotNow: it means nothing now, or isn't allowed.
    """
    if state.phase is Phase.OVER:
        raise NotNow(T("The game is over"))
    typed = _Typed(state, rules, enter.text, enter.at, *_with_colour(words))
    done = typed.corrected() or typed.played()
    if done is None:
        raise typed.unexpected(state.phase)
    return done


def _with_colour(words: tuple[str, ...]) -> tuple[tuple[str, ...], int | None]:
    """Words without the colour they end with, and which it is, from 0; None if it isn't said."""
    if words[-2:-1] == ("colour",) and words[-1] in {"1", "2"}:
        return words[:-2], int(words[-1]) - 1
    return words, None


def _are_digits(words: tuple[str, ...]) -> bool:
    """Whether three digits are typed, and nothing else: not a seat and its number."""
    return is_number("".join(words)) and [len(word) for word in words] in ([1, 1, 1], [3])


@dataclass(frozen=True, slots=True)
class _Typed:
    """One line and what it meets; its methods give None where it is nothing of their kind."""

    state: State
    rules: Rounds
    text: str
    at: int
    words: tuple[str, ...]
    colour: int | None

    def unexpected(self, phase: Phase) -> NotNow:
        """What is said to words that mean nothing."""
        return NotNow(replace(EXPECTED[phase], fields=(("got", self.text),)))

    def corrected(self) -> Step[State] | None:
        """Digits, tokens, groups, and verdicts that were given."""
        state, phase = self.state, self.state.phase
        match self.words:
            case ("digits", *digits) if phase in NOT_COUNTED:
                return self._digits(tuple(digits))
            case ("tokens", seat, n) if is_number(seat) and is_number(n):
                return self.rules.with_tokens(state, int(seat), self.colour, int(n)), ()
            case (seat, size) if phase is Phase.SCORE and is_number(seat) and is_number(size):
                return self.rules.count(state, int(seat), int(size))
            case (seat, ("right" | "wrong") as verdict) if phase is not Phase.THINK and is_number(seat):
                claim = self.rules.any_claim(state, int(seat), self.colour)
                return self.rules.judge(state, claim, self.at, right=verdict == "right")
        unknown = phase in NOT_COUNTED and not state.dice
        if phase is Phase.ROLL or (unknown and _are_digits(self.words)):
            return self._digits(self.words)
        return None

    def _digits(self, digits: tuple[str, ...]) -> Step[State]:
        text = "".join(digits)
        if not (is_number(text) and len(text) == 3):
            raise self.unexpected(Phase.ROLL)
        return self.rules.know(self.state, tuple(map(int, text)), self.at)

    def played(self) -> Step[State] | None:
        """What is said in a round."""
        state = self.state
        match self.words:
            case (("skip" | "nobody"),) if state.phase is Phase.THINK:
                return replace(state, phase=Phase.ROLL, dice=(), thrown_at=None, race=NO_RACE), ()
            case (seat, *words) if state.phase in WITH_CLAIMS and is_number(seat):
                of_claim = self._of_claim(int(seat), tuple(words))
                if of_claim is not None:
                    return of_claim
        return self._verdict() if state.phase is Phase.VERIFY else None

    def _of_claim(self, seat: Seat, words: tuple[str, ...]) -> Step[State] | None:
        state, rules = self.state, self.rules
        match words:
            case ("full",):
                claim = rules.open_claim(state, seat, self.colour)
                return rules.withdraw(state, claim, self.at, stops=True), ()
            case ("swap",):
                return rules.swap(state, seat), ()
            case (number, *field) if is_number(number.replace("/", "")) and len(field) < 2:
                claim, result = rules.open_claim(state, seat, self.colour), rules.read_number(number)
                return rules.announce(state, claim, result, field[0] if field else None, self.at)
        return None

    def _verdict(self) -> Step[State] | None:
        """Verdicts, the hint, a forgotten button."""
        state, rules = self.state, self.rules
        match self.words:
            case (("right" | "wrong") as verdict,):
                assert state.judged is not None
                return rules.judge(state, state.judged, self.at, right=verdict == "right")
            case ("hint",):
                if hint(state) is None:
                    raise NotNow(T("First its number"))
                return replace(state, hinted=True), ()
            case ("add", seat, *number) if is_number(seat) and len(number) < 2:
                result = rules.read_number(number[0]) if number else None
                return rules.add(state, int(seat), result), ()
        return self._sum() if any(letter in "0123456789" for letter in self.text) else None

    def _sum(self) -> Step[State]:
        """A sum as its own verdict."""
        state, (claim, written) = self.state, self._whose()
        if state.digits is None:
            raise NotNow(T("Enter the digits"))
        try:
            value = read_sum(written, state.digits)
        except SumError as error:
            raise NotNow(error.why) from None
        if claim.result is None:  # whoever only says the sum announces what it makes
            if not self.rules.has_place(value):
                raise NotNow(self.rules.expected(value))
            state, _ = self.rules.announce(state, claim, value, None, self.at)
            claim = replace(claim, result=value)
        return self.rules.judge(state, claim, self.at, right=value == claim.result)

    def _whose(self) -> tuple[Claim, str]:
        """The claim a sum is for, and the sum: a seat in front means one that was judged before."""
        state = self.state
        assert state.judged is not None
        match self.words:
            case (seat, opening, *_) if (
                is_number(seat) and opening[0] in "(0123456789" and state.of(int(seat))
            ):
                return self.rules.any_claim(state, int(seat), self.colour), " ".join(self.words[1:])
        return state.judged, self.text
