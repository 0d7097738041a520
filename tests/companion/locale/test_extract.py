from __future__ import annotations

import io
from textwrap import dedent

import pytest

from tests.companion.locale.extract import extract, sentences


def _messages(source: str) -> list[str | tuple[str, ...]]:
    file = io.BytesIO(dedent(source).encode())
    file.name = "view.py"
    return [message for _, _, message, _ in extract(file, (), (), {})]


def test_sentences_are_found_by_name_and_by_attribute() -> None:
    assert _messages(
        'T("kept"); say("said"); self.say("by self"); say.text(T("inner")); print("not this")'
    ) == [
        "kept",
        "said",
        "by self",
        "inner",
    ]


def test_a_plural_is_two_forms_whatever_its_other_arguments_say() -> None:
    assert _messages('say.plural("{n} card", "{n} cards", len(say("deep")), who=name(say, T("field")))') == [
        ("{n} card", "{n} cards"),
        "deep",
        "field",
    ]


def test_literals_side_by_side_are_one_sentence() -> None:
    assert _messages('say("a long one, "\n    "continued")') == ["a long one, continued"]


def test_a_definition_or_a_call_that_asks_for_a_speaker_says_nothing() -> None:
    assert _messages('def say(sentence: str = "default") -> None: ...') == []
    assert _messages("desk.say()") == []


@pytest.mark.parametrize(
    "source",
    [
        "say(title)",
        "say('a' if x else 'b')",
        "T(f'{x} cards')",
        "say.plural('{n} card', many, n)",
        "say(3)",
    ],
)
def test_whatever_is_not_a_literal_is_refused_with_its_place(source: str) -> None:
    with pytest.raises(ValueError, match=r"^view\.py:2: (say|T|plural): a literal sentence expected$"):
        list(sentences(f"\n{source}", "view.py"))


def test_extraction_stops_with_one_line() -> None:
    with pytest.raises(SystemExit, match=r"^view\.py:1: say: a literal sentence expected$"):
        _messages("say(title)")


def test_fields_are_those_the_call_gives() -> None:
    found = sentences('say("a", x=1, y=2); say.plural("b", "c", n, z=1); say("d", **more)', "view.py")
    assert [sentence.fields for sentence in found] == [{"x", "y"}, {"n", "z"}, None]
