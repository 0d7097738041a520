from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.kernel import build

TARBALL = Path("linux-source-6.1.tar.xz")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of its own, and a machine that has every package."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(build, "_missing_packages", list)
    monkeypatch.setattr(build, "_tarballs", lambda: [TARBALL])
    monkeypatch.setattr(build, "_version", lambda tarball: "6.1.0-1")
    return tmp_path / "pierwszy"


def kernel(cache: Path, version: str, recipe: str) -> Path:
    """A file that stands for a kernel built before."""
    path = cache / f"kernel-{recipe}-{version}" / "linux"
    path.parent.mkdir(parents=True)
    path.touch()
    return path


def test_the_newest_kernel_of_this_recipe_is_taken_and_built_no_more(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = kernel(cache, "6.12.1-1", build.recipe())
    newer = kernel(cache, "6.1.2-1", build.recipe())
    os.utime(older, (1, 1))
    kernel(cache, "6.1.2-1", "another")
    monkeypatch.setattr(build, "_unpack", None)  # calling it would fail
    assert build.make_kernel() == build.cached_kernel() == newer


def test_another_patch_module_or_setting_is_another_recipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipes = {build.recipe()}
    for part in ("CONFIG", "PATCHES", "MODULE"):
        theirs: Path = getattr(build, part)
        ours = tmp_path / theirs.name
        if theirs.is_dir():
            ours.mkdir()
            (ours / "other").write_text("changed")
        else:
            ours.write_text("changed")
        with monkeypatch.context() as changed:
            changed.setattr(build, part, ours)
            recipes.add(build.recipe())
    assert len(recipes) == 4


@pytest.mark.parametrize("failing", ["_unpack", "_add_ours", "_compile"])
def test_an_interrupted_build_leaves_nothing(
    cache: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    for step in ("_unpack", "_add_ours", "_compile"):
        monkeypatch.setattr(build, step, lambda *args: None)
    monkeypatch.setattr(build, failing, interrupted)
    with pytest.raises(KeyboardInterrupt):
        build.make_kernel()
    assert [path.name for path in cache.iterdir()] == ["kernel.lock"]
    assert not build.cached_kernel().is_file()


def test_what_a_killed_build_left_is_cleared_away(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def compiled(source: Path, objects: Path, built: Path) -> None:
        (built / "linux").touch()

    (cache / "building-killed" / "objects").mkdir(parents=True)
    monkeypatch.setattr(build, "_unpack", lambda *args: None)
    monkeypatch.setattr(build, "_add_ours", lambda *args: None)
    monkeypatch.setattr(build, "_compile", compiled)
    made = build.make_kernel()
    assert made == build.cached_kernel() == cache / f"kernel-{build.recipe()}-6.1.0-1" / "linux"
    assert {path.name for path in cache.iterdir()} == {"kernel.lock", made.parent.name}


def test_a_setting_that_the_kernel_drops_is_an_error() -> None:
    config = build.CONFIG.read_text()
    build._check_config(config)
    with pytest.raises(build.BuildError, match="expected CONFIG_GPIO_SIM=y to be accepted"):
        build._check_config(config.replace("CONFIG_GPIO_SIM=y", "# CONFIG_GPIO_SIM is not set"))


def test_the_newest_source_wins_by_its_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in ("6.1", "6.12", "5.10"):
        (tmp_path / f"linux-source-{version}.tar.xz").touch()
    monkeypatch.setattr(build, "TARBALLS", tmp_path)
    assert [path.name for path in build._tarballs()] == [
        f"linux-source-{version}.tar.xz" for version in ("5.10", "6.1", "6.12")
    ]


def test_without_root_or_sudo_the_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("PATH", "/nowhere")
    build._install([])
    with pytest.raises(build.PackagesError, match="root or sudo to install packages: apt install bc flex"):
        build._install(["bc", "flex"])


def test_a_command_that_fails_is_told_with_its_last_words() -> None:
    with pytest.raises(build.BuildError, match=r"exit 3: sh -c [\s\S]*last words"):
        build._run(["sh", "-c", "echo last words >&2; exit 3"])
