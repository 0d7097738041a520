"""What is broken, in words: the title of the main panel, which is 128 px wide."""

from __future__ import annotations

import pytest

from companion.i18n import speaker
from companion.session.screens import FAULTS, fault_text
from firmware.drawing.lettering import cells

TITLE_CELLS = 20
"""Letters of a title of 128 px, its margins left out."""

WHICH = {"lost": "14", "unrecorded": "19:42"}


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("fault", FAULTS)
def test_one_fault_stands_uncut_in_the_title(fault: str, language: str) -> None:
    named = fault if " " in fault else f"{fault} {WHICH.get(fault, '3')}"
    assert cells(f"! {fault_text(named, speaker(language))}") <= TITLE_CELLS
