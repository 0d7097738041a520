from __future__ import annotations

import pytest

from firmware.rolling import Die, number_on, plain_die


@pytest.mark.parametrize(
    ("face", "number"),
    [("6", 6), ("+1", 1), ("-1", -1), ("0", 0), ("sun", None), ("", None), ("1.5", None), ("²", None)],
)
def test_a_face_with_a_whole_number_is_one(face: str, number: int | None) -> None:
    assert number_on(face) == number


def test_a_die_is_numbered_if_every_side_is() -> None:
    assert plain_die(20).numbered
    assert Die("fudge", ("+1", "0", "-1")).numbered
    assert not Die("change", ("-1", "0", "skip")).numbered


@pytest.mark.parametrize("faces", [2, 6, 100])
def test_a_plain_die_has_each_number_on_one_side(faces: int) -> None:
    die = plain_die(faces)
    assert (die.name, die.faces) == (f"d{faces}", tuple(map(str, range(1, faces + 1))))
