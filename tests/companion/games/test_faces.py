from __future__ import annotations

from itertools import combinations

import pytest

from companion.games.faces import COLOURS, SHADES, colour_face
from companion.i18n import LANGUAGES, speaker
from firmware.views import Face

# What protanopes, deuteranopes and tritanopes see of linear RGB: Machado, Oliveira and Fernandes,
# "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1.0.
EYES = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def _times(matrix: tuple[tuple[float, ...], ...], vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def _lab(shade: str, eye: str) -> tuple[float, float, float]:
    """CIE L*a*b* of a shade as that eye sees it."""
    values = tuple(int(shade[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    seen = tuple(min(1.0, max(0.0, part)) for part in _times(EYES[eye], linear))
    ratios = (part / white for part, white in zip(_times(TO_XYZ, seen), WHITE, strict=True))
    x, y, z = (r ** (1 / 3) if r > 0.008856 else 7.787 * r + 16 / 116 for r in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("eye", EYES)
def test_any_two_colours_stay_apart_for_every_eye(eye: str) -> None:
    for one, other in combinations(SHADES.values(), 2):
        first, second = _lab(one, eye), _lab(other, eye)
        distance = sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5
        assert distance > 25, (one, other, distance)


@pytest.mark.parametrize(("language", "letters"), [("pl", "CPŻZNF"), ("en", "ROYGBV")])
def test_a_colour_is_its_first_letter(language: str, letters: str) -> None:
    say = speaker(language)
    faces = [colour_face("with", colour, say) for colour in COLOURS]
    assert "".join(face.text for face in faces) == letters
    assert [face.word for face in faces] == [say.text(COLOURS[colour]) for colour in COLOURS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_six_colours_have_six_letters_in_every_language(language: str) -> None:
    assert len({colour_face("with", colour, speaker(language)).text for colour in COLOURS}) == 6


def test_only_a_without_is_crossed() -> None:
    say = speaker("pl")
    assert colour_face("without", "red", say) == Face("C", "czerwony", "#C4302B", crossed=True)
    assert colour_face("with", "red", say) == Face("C", "czerwony", "#C4302B", crossed=False)


def test_a_die_not_known_yet_still_tells_its_kind() -> None:
    assert colour_face("without", None, speaker("en")) == Face("?", crossed=True)
