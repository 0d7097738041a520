# Plain `make` lists what there is. `make run` and `make test` need only make and a python3 with venv:
# each builds .venv by itself, once, and again after pyproject.toml changed.

PYTHON ?= python3
ARGS ?=

BIN := .venv/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
SCREEN := .venv/.has-screen
DEV := .venv/.has-dev
RIG := .venv/.has-rig
HARDWARE := .venv/.has-hardware
ENCLOSURE := .venv/.has-enclosure
BENCH := .venv/.has-bench

LOCALE := companion/locale
POT := $(LOCALE)/pierwszy.pot
PO := $(LOCALE)/pl/LC_MESSAGES/pierwszy.po
MO := $(PO:.po=.mo)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test test-without-games test-install test-kernel test-enclosure kernel bench bench-fairness gallery \
	hardware messages fuzz clean

help: ## list these
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' $(firstword $(MAKEFILE_LIST))

run: $(SCREEN) ## open the desk window: the box on this screen (ARGS="..." are handed on)
	@$(BIN)/pierwszy desk $(ARGS)

test: $(DEV) ## lint, types, import contracts, then the tests; stops at the first that fails
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --quiet --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n auto --dist loadfile $(ARGS)

test-without-games: $(DEV) ## the suite without each game in turn: its package, its tests, its journeys; long (ARGS=GAME)
	@$(BIN)/python -m tests.without_games $(ARGS)

test-install: $(DEV) ## install the box on Debian trixie and bookworm, each in a folder, and run it there; as root
	$(BIN)/python -m pytest tests/install $(ARGS)

kernel: ## build a kernel with simulated GPIO chips, once: Debian's source and compiler, a few minutes
	@$(PYTHON) tests/kernel/build.py

test-kernel: $(RIG) kernel ## the tests that run the box on real GPIO devices, in guests of that kernel
	$(BIN)/python -m pytest --timeout 180 tests/kernel $(ARGS)

fuzz: $(DEV) ## every kind of trial from random seeds, ten minutes (ARGS="KIND ... --seconds 60 --seed 7 --one")
	@$(BIN)/python -m tests.fuzz $(ARGS)

bench: $(DEV) ## run each script of tests/benchmarks and print what it measured
	@set -e; for script in $(basename $(notdir $(wildcard tests/benchmarks/*.py))); do \
		$(BIN)/python -m tests.benchmarks.$$script; done

bench-fairness: $(BENCH) $(RIG) kernel ## who was first, by the box and by usual buzzer programs; an hour (ARGS=--quick: 3 min)
	@$(BIN)/python -m tests.kernel.fairness $(ARGS)

gallery: $(DEV) ## every screen and table of every game, large, into gallery/; README's pictures; what can't be read
	@$(BIN)/python -m tests.gallery gallery
	@$(BIN)/python -m tests.companion.window.table_album gallery/tables
	@$(BIN)/python -m tests.readme_pictures
	@$(BIN)/python -m tests.companion.window.judge

test-enclosure: $(DEV) $(ENCLOSURE) ## make every part of the enclosure, for 2 to 8 seats, and measure it
	$(BIN)/mypy -p hardware.enclosure -m tests.enclosure.test_printable
	$(BIN)/python -m pytest --timeout 900 tests/enclosure $(ARGS)

hardware: $(HARDWARE) $(ENCLOSURE) ## from the box files: pin tables, drawings, bills of materials; the enclosure
	@command -v dot >/dev/null || { echo "graphviz expected: sudo apt install graphviz" >&2; exit 1; }
	@$(BIN)/python -m hardware.plans
	@$(BIN)/python -m hardware.enclosure stl
	@$(BIN)/python -m hardware.enclosure pictures

messages: $(DEV) ## take new sentences up into the catalogues, then compile them
	@$(BIN)/pybabel -q extract -F pyproject.toml --omit-header --add-location=file --sort-by-file \
		--no-wrap -o .venv/new.pot companion
	@mv .venv/new.pot $(POT)
	@$(BIN)/pybabel -q update -l pl -i $(POT) -o $(PO) --no-fuzzy-matching --ignore-obsolete \
		--ignore-pot-creation-date --no-wrap
	@$(BIN)/pybabel compile -l pl -i $(PO) -o $(MO) --statistics

clean: ## remove .venv and whatever the tools left
	rm -rf .venv build dist gallery image_snapshot_diff .*_cache .hypothesis .lgd-nfy*
	find companion firmware tests -name __pycache__ -type d -prune -exec rm -rf {} +

# `venv` and its `ensurepip` are a package of their own on Debian. A .venv that failed half-way is removed.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "python 3.11 or newer expected, not '$(PYTHON)' ($$($(PYTHON) --version 2>/dev/null || echo not found)):" \
			"on Debian 12 or newer, sudo apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv >/dev/null 2>&1 || { rm -rf .venv; \
		echo "'$(PYTHON) -m venv' works only with its Debian package: sudo apt install python3-venv" >&2; exit 1; }

# A .venv whose python is gone or that never got its pip is made anew, and then filled anew too (its python is
# a link as old as the system's, so its age alone wouldn't tell).
ifeq ($(shell test -x $(BIN)/python && test -x $(BIN)/pip && echo whole),)
.PHONY: $(BIN)/python
endif

# pip before 25.1 (Debian 12 has 23) knows no dependency groups.
$(SCREEN): pyproject.toml $(BIN)/python
	@echo "installing into .venv: the program and its window"
	@$(PIP) install --upgrade "pip>=25.1"
	@$(PIP) install --editable ".[screen]"
	@touch $@

$(DEV): pyproject.toml $(SCREEN)
	@echo "installing into .venv: the tools that test it"
	@$(PIP) install --group dev
	@touch $@

$(HARDWARE): pyproject.toml $(SCREEN)
	@echo "installing into .venv: what draws wiring and circuit"
	@$(PIP) install --group hardware
	@touch $@

$(BENCH): pyproject.toml $(SCREEN)
	@echo "installing into .venv: what draws the benchmark's picture"
	@$(PIP) install --group bench
	@touch $@

# Where there is no wheel of lgpio (Python 3.13 and newer) pip builds it, and PYPI=1 tells it to bring its library.
$(RIG): pyproject.toml $(DEV)
	@echo "installing into .venv: the libraries of a Pi"
	@PYPI=1 $(PIP) install --editable ".[pi]" --group rig || { \
		echo "lgpio expected, or what builds it: sudo apt install swig gcc python3-dev" >&2; exit 1; }
	@touch $@

$(ENCLOSURE): pyproject.toml $(SCREEN)
	@echo "installing into .venv: what makes the enclosure, about a gigabyte"
	@$(PIP) install --group enclosure
	@touch $@
