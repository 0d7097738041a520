"""A run: sealed first, played in parts, opened last; and whatever isn't so is named and not believed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.certify import identity, report, result, running, sealing
from tests.certify.coding import packed, unpacked
from tests.certify.part import Block, Part
from tests.certify.playing import Made
from tests.certify.result import FACTS, RACES, certificate, verify, write
from tests.certify.running import CHAIN, KEY, SEAL, Run
from tests.certify.sealing import Link, RefusedError, seed
from tests.kernel.build import ROOT

FOREVER = float("inf")
PLAN = {"made": Made.RACES}


@pytest.fixture
def parts() -> dict[str, Part]:
    return {"made": Made()}


@pytest.fixture
def run(tmp_path: Path, parts: dict[str, Part]) -> Run:
    """One that was sealed, with nothing played."""
    run = Run(tmp_path / "run", parts)
    run.begin(PLAN)
    return run


@pytest.fixture
def file(run: Run, parts: dict[str, Part], tmp_path: Path) -> Path:
    """The certificate of a run that was played."""
    run.play("made", FOREVER)
    write(certificate(run, parts, trial=False), run.texts(), tmp_path / "told")
    return tmp_path / "told" / FACTS


def edit(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    told = json.loads(path.read_text())
    change(told)
    path.write_text(json.dumps(told))


def test_the_key_is_sealed_before_the_first_race_and_told_after_the_last(
    run: Run, parts: dict[str, Part]
) -> None:
    assert sealing.sha256((run.folder / KEY).read_text()) == run.seal.sha256
    assert (run.folder / KEY).stat().st_mode & 0o777 == 0o600
    assert run.key not in (run.folder / SEAL).read_text()
    early = certificate(run, parts, trial=False)
    assert early["key"] is None
    assert early["refused"] == ["0 races of 24"]
    run.play("made", FOREVER)
    told = certificate(run, parts, trial=False)
    assert told["key"] == run.key
    assert told["refused"] == []
    assert told["whole"]["races"] == 24
    assert run.key not in (run.folder / CHAIN).read_text()


def test_a_run_goes_on_where_it_was(run: Run, parts: dict[str, Part]) -> None:
    run.play("made", 0)
    assert run.chain() == []
    run._once(parts["made"], Block("other", 12))
    again = Made()
    more = Run(run.folder, {"made": again})
    more.begin(PLAN)
    more.play("made", FOREVER)
    assert again.played == ["one"]
    assert [link.block for link in more.chain()] == ["other", "one"]


def test_each_block_of_each_run_has_races_of_its_own() -> None:
    seeds = {seed(key, part, block) for key in ("00", "01") for part in "ab" for block in "cd"}
    assert len(seeds) == 8


def test_a_certificate_is_judged_again_by_whoever_doubts_it(file: Path, parts: dict[str, Part]) -> None:
    told = verify(file, parts)
    assert told["whole"]["races"] == 24
    assert report.summary(told).endswith("certified: each of these is under 12 %, 95 % sure")


def test_a_trial_is_no_certificate(run: Run, parts: dict[str, Part], tmp_path: Path) -> None:
    run.play("made", FOREVER)
    told = certificate(run, parts, trial=True)
    assert told["refused"] == ["a trial"]
    write(told, run.texts(), tmp_path)
    assert verify(tmp_path / FACTS, parts)["refused"] == ["a trial"]
    assert report.page(told).startswith("# No certificate\n")


def test_an_unfair_box_isnt_certified(tmp_path: Path) -> None:
    parts: dict[str, Part] = {"made": Made({5: 30_000})}
    run = Run(tmp_path, parts)
    run.begin({"made": 160}, "late")
    run.play("made", FOREVER)
    reason, trial = certificate(run, parts, trial=False)["refused"]
    assert reason.startswith("seat 5, a pin of made: stamps +30.0 µs")
    assert trial == "a trial"


# -- what isn't believed -----------------------------------------------------------------------------------


def test_a_key_that_others_can_read_is_refused(run: Run) -> None:
    (run.folder / KEY).chmod(0o644)
    with pytest.raises(RefusedError, match="nobody else can read, got one of mode 644"):
        run.begin(PLAN)


def test_another_key_than_the_sealed_one_is_refused(run: Run, file: Path, parts: dict[str, Part]) -> None:
    edit(file, lambda told: told.update(key="00" * 32))
    with pytest.raises(RefusedError, match="expected the key that was sealed"):
        verify(file, parts)
    (run.folder / KEY).write_text("00" * 32)
    with pytest.raises(RefusedError, match="expected the key that was sealed"):
        run.begin(PLAN)


def test_a_key_opened_while_blocks_are_missing_is_refused(file: Path, parts: dict[str, Part]) -> None:
    edit(file, lambda told: told["chain"].pop())
    with pytest.raises(RefusedError, match="opened last, got it with 1 blocks to play"):
        verify(file, parts)


def test_a_run_that_isnt_over_is_refused(file: Path, parts: dict[str, Part]) -> None:
    edit(file, lambda told: told.update(key=None))
    with pytest.raises(RefusedError, match="got a run that isn't over"):
        verify(file, parts)


def test_records_that_were_changed_are_refused(run: Run, file: Path, parts: dict[str, Part]) -> None:
    records = list(unpacked((file.parent / RACES).read_bytes()))
    first = records[0]
    records[0] = replace(first, stamps={seat: at + 1 for seat, at in first.stamps.items()})
    (file.parent / RACES).write_bytes(packed(records))
    with pytest.raises(
        RefusedError, match=f"expected the records of made {first.block} as they were written"
    ):
        verify(file, parts)
    (run.folder / "made" / "one.jsonl").write_text("")
    with pytest.raises(RefusedError, match="expected the records of made one as they were written"):
        run.begin(PLAN)


@pytest.mark.parametrize("name", ["seconds", "records", "date"])
def test_a_chain_that_was_changed_is_refused(file: Path, parts: dict[str, Part], name: str) -> None:
    edit(file, lambda told: told["chain"][0].update({name: "5"}))
    with pytest.raises(RefusedError, match="expected an unbroken chain"):
        verify(file, parts)


def test_a_seal_that_was_changed_is_refused(file: Path, parts: dict[str, Part]) -> None:
    edit(file, lambda told: told["sealed"].update(date="2026-01-01"))
    with pytest.raises(RefusedError, match="expected an unbroken chain"):
        verify(file, parts)


def test_races_that_the_key_doesnt_draw_are_refused(run: Run, parts: dict[str, Part], tmp_path: Path) -> None:
    """As of somebody who played what he liked, and chained it well."""

    class Chosen(Made):
        def play(self, block: Block, seed: str, folder: Path) -> Any:
            return super().play(block, "his own", folder)

    Run(run.folder, {"made": Chosen()}).play("made", FOREVER)
    write(certificate(run, parts, trial=False), run.texts(), tmp_path)
    with pytest.raises(RefusedError, match=r"expected the races of made \w+ as the key draws them"):
        verify(tmp_path / FACTS, parts)


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told["whole"].update(races=100_000),
        lambda told: told["refused"].append("nothing"),
        lambda told: told["biases"].pop(),
        lambda told: told.update(under=1e-9),
        lambda told: told.update(program="another"),
    ],
)
def test_counts_that_the_records_dont_give_are_refused(
    file: Path, parts: dict[str, Part], change: Callable[[dict[str, Any]], object]
) -> None:
    edit(file, change)
    with pytest.raises(RefusedError, match="as the records say, got others"):
        verify(file, parts)


def test_a_trial_that_no_longer_says_so_is_refused(run: Run, parts: dict[str, Part], tmp_path: Path) -> None:
    run.play("made", FOREVER)
    write(certificate(run, parts, trial=False), run.texts(), tmp_path)

    class Longer(Made):
        RACES = Made.RACES + 1

    with pytest.raises(RefusedError, match="expected refused as the records say"):
        verify(tmp_path / FACTS, {"made": Longer()})


def test_a_plan_of_parts_that_nobody_knows_is_refused(file: Path, parts: dict[str, Part]) -> None:
    edit(file, lambda told: told["sealed"]["plan"].update(more=3))
    with pytest.raises(RefusedError, match="expected a certificate and its races"):
        verify(file, parts)


def test_what_is_no_certificate_is_refused(file: Path, parts: dict[str, Part]) -> None:
    (file.parent / RACES).write_bytes(b"nothing")
    with pytest.raises(RefusedError, match="expected a certificate and its races"):
        verify(file, parts)
    file.write_text("{}")
    with pytest.raises(RefusedError, match="expected a certificate and its races"):
        verify(file, parts)


def test_a_program_that_changed_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {**identity.files(), "firmware/presses/race.py": "another"}
    monkeypatch.setattr(identity, "files", lambda: files)
    with pytest.raises(RefusedError, match=r"got another: firmware/presses/race\.py"):
        run.begin(PLAN)
    with pytest.raises(RefusedError, match="got another while one was played"):
        run.play("made", FOREVER)
    assert run.chain() == []


def test_a_block_of_another_program_is_refused(run: Run) -> None:
    seal, link = run.seal, Link("made", "one", 12, sealing.sha256(""), "", 0, "another")
    chain = [replace(link, link=link.after(sealing.sha256(seal.text())))]
    with pytest.raises(RefusedError, match=f"of the program sealed, {seal.program}, got another"):
        sealing.check_chain(seal, chain, {})


def test_another_plan_or_bias_than_the_sealed_one_is_refused(run: Run) -> None:
    with pytest.raises(RefusedError, match="expected the plan that was sealed"):
        run.begin({"made": 5})
    with pytest.raises(RefusedError, match="expected a run unbiased as it was sealed, got late"):
        run.begin(PLAN, "late")


# -- the program ---------------------------------------------------------------------------------------------


def test_what_judges_is_all_there() -> None:
    files = identity.files()
    assert {"firmware/presses/arbiter.py", "firmware/pi/buttons.py", "companion/loop/loop.py"} <= files.keys()
    for pattern in identity.JUDGES:
        assert any(Path(path).match(pattern) for path in files), pattern


def test_a_certificate_that_is_kept_is_what_the_records_say() -> None:
    """Once there is one: that it can be read, and is no trial; all of it is judged by `verify`."""
    file = result.CERTIFIED / FACTS
    if file.exists():
        told = json.loads(file.read_text())
        assert told["refused"] == []
        assert sealing.sha256(told["key"]) == told["sealed"]["sha256"]
        assert (result.CERTIFIED / report.PAGE).read_text() == report.page(told)
        assert report.table(told) in (ROOT / "README.md").read_text()


def test_moments_are_told_in_whole_seconds() -> None:
    assert len(running.now()) == len("2026-11-30T13:00:00+00:00")
