from __future__ import annotations

import io
import logging
import string
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

import companion
from companion.errors import OptionError
from companion.i18n import DOMAIN, LANGUAGES, LOCALE, Speaker, speaker
from companion.words import T, Who
from tests.companion.games.our_ten import OUR_TEN
from tests.companion.locale.extract import Sentence, sentences

PO = LOCALE / "pl" / "LC_MESSAGES" / f"{DOMAIN}.po"


def _catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def _compiled(catalogue: Catalog) -> io.BytesIO:
    file = io.BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return file


def _polish(sentence: str | tuple[str, str], translation: str | tuple[str, ...]) -> Speaker:
    """Speaks Polish by the shipped catalogue, its plural rule too, and this sentence besides."""
    catalogue = _catalogue(PO)
    catalogue.add(sentence, translation)
    return Speaker("pl", GNUTranslations(_compiled(catalogue)))


def _spoken() -> Iterator[tuple[str, Sentence]]:
    root = Path(companion.__file__).parent
    for path in sorted(root.rglob("*.py")):
        for sentence in sentences(path.read_bytes(), str(path.relative_to(root.parent))):
            yield f"{path.relative_to(root.parent)}:{sentence.line}", sentence


def _fields(sentence: str) -> set[str]:
    """The names a sentence wants filled in: ``{who}``, ``{n:>2}``."""
    return {name.split(".")[0].split("[")[0] for _, name, _, _ in string.Formatter().parse(sentence) if name}


def _forms(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _translations(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


@pytest.mark.parametrize(("start", "polish"), [("ok: ", "ok: "), ("turn: ", speaker("pl")("turn: "))])
def test_what_a_knob_does_begins_alike_so_that_a_box_without_one_can_name_buttons(
    start: str, polish: str
) -> None:
    hints = [message for message in _catalogue(PO) if str(message.id).startswith(start)]
    assert len(hints) > 2
    assert [hint.string for hint in hints if not str(hint.string).startswith(polish)] == []


# What the sources and the catalogue owe each other; `make messages` takes new sentences up.


CATALOGUES = pytest.mark.parametrize("path", [LOCALE / f"{DOMAIN}.pot", PO], ids=lambda path: path.name)


def _unlike(path: Path) -> tuple[set[str], set[str]]:
    """Sentences of the sources that a catalogue hasn't, and those it has that nobody says."""
    said = {form for _, sentence in _spoken() for form in sentence.forms}
    known = {form for message in _catalogue(path) if message.id for form in _forms(message)}
    return said - known, known - said


@CATALOGUES
def test_every_sentence_of_the_sources_is_in_the_catalogue(path: Path) -> None:
    assert _unlike(path)[0] == set(), "run make messages"


@pytest.mark.plays(*OUR_TEN)
@CATALOGUES
def test_no_sentence_is_in_the_catalogue_that_nobody_says(path: Path) -> None:
    assert _unlike(path)[1] == set(), "run make messages"


def test_every_sentence_is_translated_into_polish() -> None:
    untold = [message.id for message in _catalogue(PO) if message.id and not all(_translations(message))]
    assert untold == []


def test_no_translation_is_a_guess() -> None:
    assert [message.id for message in _catalogue(PO) if message.id and message.fuzzy] == []


def test_every_sentence_said_at_once_is_given_the_fields_it_names() -> None:
    faults = []
    for place, sentence in _spoken():
        wanted = set().union(*map(_fields, sentence.forms))
        if sentence.call != "T" and sentence.fields is not None and not wanted <= sentence.fields:
            faults.append(f"{place}: {sentence.forms[-1]!r} wants {sorted(wanted - sentence.fields)}")
    assert faults == []


def test_every_translation_names_the_fields_of_its_sentence() -> None:
    faults = []
    for message in _catalogue(PO):
        wanted = _fields(_forms(message)[-1])
        spare = {"n"} if message.pluralizable else set()  # "one card" may go without its number
        named = [_fields(translation) for translation in _translations(message) if translation]
        if message.id and not all(wanted - spare <= fields <= wanted for fields in named):
            faults.append(f"{_translations(message)} for {_forms(message)[-1]!r}")
    assert faults == []


def test_the_compiled_catalogue_is_fresh() -> None:
    with PO.with_suffix(".mo").open("rb") as file:
        shipped = {_forms(message): _translations(message) for message in read_mo(file)}
    fresh = {_forms(message): _translations(message) for message in read_mo(_compiled(_catalogue(PO)))}
    assert shipped == fresh, "run make messages"


# How sentences are said.


@pytest.mark.parametrize(
    ("n", "said"),
    [(0, "0 kart"), (1, "1 karta"), (2, "2 karty"), (5, "5 kart"), (12, "12 kart"), (22, "22 karty")],
)
def test_polish_has_three_plurals(n: int, said: str) -> None:
    polish = _polish(("{n} dummy", "{n} dummies"), ("{n} karta", "{n} karty", "{n} kart"))
    assert polish.plural("{n} dummy", "{n} dummies", n) == said


def test_english_has_two_plurals() -> None:
    english = speaker("en")
    assert [english.plural("{n} card", "{n} cards", n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_english_says_the_sentence_itself() -> None:
    assert speaker("en")("{who} was first", who="Ola") == "Ola was first"


def test_a_sentence_without_a_translation_is_said_in_english() -> None:
    assert speaker("pl")("no such {thing}", thing="sentence") == "no such sentence"


def test_an_empty_sentence_is_empty_in_every_language() -> None:
    assert [speaker(language)("") for language in LANGUAGES] == ["", ""]


def test_a_kept_text_is_said_later_in_the_language_of_the_speaker() -> None:
    polish = _polish("{who} dummied", "{who} udaje")
    assert polish.text(T("{who} dummied", who="Ola")) == "Ola udaje"


def test_a_text_inside_a_text_is_said_in_the_same_language() -> None:
    polish = _polish("a dummy", "atrapa")
    assert polish.text(T("this is {what}", what=T("a dummy"))) == "this is atrapa"


@pytest.mark.parametrize(
    ("value", "digits", "polish", "english"),
    [(12.44, 1, "12,4", "12.4"), (3, 0, "3", "3"), (0.5, 2, "0,50", "0.50"), (-0.04, 1, "0,0", "0.0")],
)
def test_numbers_have_the_decimal_sign_of_the_language(
    value: float, digits: int, polish: str, english: str
) -> None:
    assert speaker("pl").number(value, digits) == polish
    assert speaker("en").number(value, digits) == english


def test_a_translation_that_names_a_wrong_field_is_said_in_english_and_reported_once(
    expected_logs: list[logging.LogRecord],
) -> None:
    polish = _polish("dummy {who}", "atrapa {kto}")
    assert [polish("dummy {who}", who="Ola") for _ in range(2)] == ["dummy Ola"] * 2
    assert [record.getMessage() for record in expected_logs] == [
        "fields of 'atrapa {kto}' can't be filled in: KeyError: 'kto'"
    ]


def test_a_plural_that_names_a_wrong_field_is_said_in_english(expected_logs: list[logging.LogRecord]) -> None:
    polish = _polish(("{n} dummy", "{n} dummies"), ("{m} karta", "{m} karty", "{m} kart"))
    assert [polish.plural("{n} dummy", "{n} dummies", n) for n in (1, 5)] == ["1 dummy", "5 dummies"]
    assert len(expected_logs) == 2


def test_a_sentence_whose_field_is_never_given_is_said_unfilled(
    expected_logs: list[logging.LogRecord],
) -> None:
    assert speaker("en")("{who} vanished") == "{who} vanished"
    assert len(expected_logs) == 1


def test_a_language_has_one_speaker() -> None:
    assert speaker("pl") is speaker("pl")
    assert [speaker(language).language for language in LANGUAGES] == ["pl", "en"]


def test_an_unknown_language_is_refused_by_name() -> None:
    with pytest.raises(OptionError, match="a language is one of pl, en, not 'de'"):
        speaker("de")


def test_a_seat_is_called_by_its_players_name_or_by_its_number() -> None:
    english = speaker("en")
    named = english.named({2: "Ola"})
    assert (named.name(2), named.name(3), english.name(2)) == ("Ola", "Seat 3", "Seat 2")
    assert speaker("pl").named({2: "Ola"}).name(3) == "Gracz 3"
    assert (named.language, named.named({2: "Ola"})) == ("en", named)


def test_who_in_a_kept_sentence_is_said_by_name_where_it_is_shown() -> None:
    sentence = T("{who} answers", who=Who(2))
    assert speaker("pl").named({2: "{Ola}"}).text(sentence) == "{Ola} odpowiada"
    assert speaker("pl").text(sentence) == "Gracz 2 odpowiada"
    assert sentence.filled() == "Seat 2 answers"
