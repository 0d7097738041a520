"""What is typed in Rachmistrz, or chosen with the knob.

Digits, ``skip``; of a claim ``SEAT NUMBER``, ``SEAT NUMBER FIELD``, ``SEAT full``, ``SEAT swap`` (the token
of the other colour); as a verdict ``right``, ``wrong`` or the sum itself; ``hint``; in the end ``SEAT
GROUP``. To put right what was wrong: ``digits A B C``, ``tokens SEAT N``, ``add SEAT [NUMBER]`` (a forgotten
button), and a verdict with the seat in front. Of a seat's two claims ``colour N`` behind it all says which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.games.base import NotNow, Step
from companion.games.rachmistrz.reckoning.reading import SumError, read_sum
from companion.games.rachmistrz.rounds import Rounds
from companion.games.rachmistrz.state import Claim, Phase, State
from companion.words import T, Text
from firmware.digits import is_number
from firmware.events import Enter
from firmware.presses.race import NO_RACE

EXPECTED: Mapping[Phase, Text] = {
    Phase.ROLL: T("Expected three digits, such as 2 3 7; got {got}", got=""),
    Phase.THINK: T("Expected skip; got {got}", got=""),
    Phase.GLASS: T("Expected SEAT NUMBER or SEAT full; got {got}", got=""),
    Phase.VERIFY: T("Expected right, wrong or the sum; got {got}", got=""),
    Phase.SCORE: T("Expected SEAT GROUP; got {got}", got=""),
}
"""What is said to words that mean nothing in a phase."""


def step(state: State, rules: Rounds, enter: Enter, words: tuple[str, ...]) -> Step[State]:
    """What becomes of a state, none of whose races waits for its ruling; ``words`` are in English.

    Raises:
        NotNow: it means nothing now, or isn't allowed.
    """
    if state.phase is Phase.OVER:
        raise NotNow(T("The game is over"))
    colour = None
    if words[-2:-1] == ("colour",) and words[-1] in {"1", "2"}:
        words, colour = words[:-2], int(words[-1]) - 1
    typed = _Typed(state, rules, enter.text, enter.at, words, colour)
    done = typed.at_any_time() or typed.in_a_round()
    if done is None:
        raise typed.unexpected(state.phase)
    return done


@dataclass(frozen=True, slots=True)
class _Typed:
    """One line and what it meets; its methods give None where it is nothing of their kind.

    Attributes:
        words: without the colour they end with.
        colour: which that is, from 0; None if it isn't said.
    """

    state: State
    rules: Rounds
    text: str
    at: int
    words: tuple[str, ...]
    colour: int | None

    def unexpected(self, phase: Phase) -> NotNow:
        """What is said to words that mean nothing."""
        return NotNow(replace(EXPECTED[phase], fields=(("got", self.text),)))

    def at_any_time(self) -> Step[State] | None:
        """Digits, tokens, groups, and verdicts that were given."""
        state, rules, phase = self.state, self.rules, self.state.phase
        match self.words:
            case ("digits", *digits) if phase is not Phase.SCORE:
                return self._digits(digits)
            case ("tokens", seat, n) if is_number(seat) and is_number(n):
                return rules.with_tokens(state, int(seat), self.colour, int(n)), ()
            case (seat, size) if phase is Phase.SCORE and is_number(seat) and is_number(size):
                return rules.count(state, int(seat), int(size))
            case (seat, ("right" | "wrong") as verdict) if phase is not Phase.THINK and is_number(seat):
                claim = state.any_claim(int(seat), self.colour)
                return rules.judge(state, claim, self.at, right=verdict == "right")
        are_digits = is_number("".join(self.words)) and [*map(len, self.words)] in ([1, 1, 1], [3])
        unknown = phase is not Phase.SCORE and state.digits is None
        return self._digits(self.words) if phase is Phase.ROLL or (unknown and are_digits) else None

    def _digits(self, words: Iterable[str]) -> Step[State]:
        text = "".join(words)
        if not (is_number(text) and len(text) == 3):
            raise self.unexpected(Phase.ROLL)
        return self.rules.know(self.state, (int(text[0]), int(text[1]), int(text[2])), self.at)

    def in_a_round(self) -> Step[State] | None:
        """Of a claim its number, field and verdict; that nobody has one."""
        state, rules, at = self.state, self.rules, self.at
        if state.phase is Phase.THINK and self.words in {("skip",), ("nobody",)}:
            return replace(state, phase=Phase.ROLL, digits=None, thrown_at=None, race=NO_RACE), ()
        if not state.at_claims:
            return None
        match self.words:
            case (seat, "full") if is_number(seat):
                claim = state.open_claim(int(seat), self.colour)
                return rules.withdraw(state, claim, at, stops=True), ()
            case (seat, "swap") if is_number(seat):
                return rules.swap(state, int(seat)), ()
            case (seat, number) | (seat, number, _) if is_number(seat) and is_number(number.replace("/", "")):
                claim, result = state.open_claim(int(seat), self.colour), rules.read_number(number)
                return rules.announce(state, claim, result, "".join(self.words[2:]) or None, at)
        return self._verdict(state.judged) if state.judged is not None else None

    def _verdict(self, judged: Claim) -> Step[State] | None:
        """Verdicts, the hint, a forgotten button."""
        state, rules = self.state, self.rules
        match self.words:
            case (("right" | "wrong") as verdict,):
                return rules.judge(state, judged, self.at, right=verdict == "right")
            case ("hint",):
                if state.hint is None:
                    raise NotNow(T("First its number"))
                return replace(state, hinted=True), ()
            case ("add", seat, *number) if is_number(seat) and len(number) < 2:
                result = rules.read_number(number[0]) if number else None
                return rules.add(state, int(seat), result), ()
            case (seat, opening, *_) if (
                is_number(seat) and opening[0] in "(0123456789" and state.of(int(seat))
            ):  # a sum for one that was judged before
                return self._sum(state.any_claim(int(seat), self.colour), " ".join(self.words[1:]))
        return self._sum(judged, self.text) if any(letter in "0123456789" for letter in self.text) else None

    def _sum(self, claim: Claim, written: str) -> Step[State]:
        """A sum as its own verdict."""
        state = self.state
        if state.digits is None:
            raise NotNow(T("Enter the digits"))
        try:
            value = read_sum(written, state.digits)
        except SumError as error:
            raise NotNow(error.why) from None
        if claim.result is None:  # whoever only says the sum announces what it makes
            self.rules.check_place(value, value)
            state, _ = self.rules.announce(state, claim, value, None, self.at)
            claim = replace(claim, result=value)
        return self.rules.judge(state, claim, self.at, right=value == claim.result)
