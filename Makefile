# Plain `make` lists what there is. `make run` and `make test` need only make and a python3 with venv:
# each builds .venv by itself, once, and again after pyproject.toml or .locks/ changed.

PYTHON ?= python3
ARGS ?=

BIN := .venv/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
UV := $(BIN)/uv
SCREEN := .venv/.has-screen
DEV := .venv/.has-dev
RIG := .venv/.has-rig
HEAD := .venv/.has-head
HARDWARE := .venv/.has-hardware
ENCLOSURE := .venv/.has-enclosure
BENCH := .venv/.has-bench
BROWSER := .venv/.has-browser
LOCK := .venv/.has-lock

# A worker that crashed isn't started anew: with this way of sharing the tests out the others would wait for ever.
PARALLEL := -n auto --dist loadfile --max-worker-restart 0

LOCALE := companion/locale
POT := $(LOCALE)/pierwszy.pot
PO := $(LOCALE)/pl/LC_MESSAGES/pierwszy.po
MO := $(PO:.po=.mo)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test test-without-games test-install test-arm64 test-kernel test-head test-browser test-enclosure \
	head kernel bench bench-fairness certify gallery hardware messages fuzz simulate lock test-oldest test-newest clean

help: ## list these
	@sed -n 's/^\([a-z0-9-]*\):[^#]*## /\1\t/p' $(firstword $(MAKEFILE_LIST))

run: $(SCREEN) ## open the desk window: the box on this screen (ARGS="..." are handed on)
	@$(BIN)/pierwszy desk $(ARGS)

test: $(DEV) ## lint, types, import contracts, then the tests; stops at the first that fails
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --quiet --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest $(PARALLEL) $(ARGS)

test-without-games: $(DEV) ## the suite without each game in turn: its package, its tests, its journeys; long (ARGS=GAME)
	@$(BIN)/python -m tests.without_games $(ARGS)

test-oldest: ## the tests with the oldest of everything that pyproject.toml allows (PYTHON=... says for which)
test-newest: ## the tests with the newest of everything that pyproject.toml allows
test-oldest test-newest: test-%: $(LOCK)
	@$(UV) venv -q --clear --no-project --python "$(PYTHON)" .venv-$*
	@$(UV) pip install -q --python .venv-$* --only-binary :all: --resolution $(RESOLUTION_$*) \
		--editable ".[pi,screen,phones]" --group build --group dev
	.venv-$*/bin/python -m pytest $(PARALLEL) $(ARGS)

RESOLUTION_oldest := lowest-direct
RESOLUTION_newest := highest

test-install: $(DEV) ## install the box on Debian trixie and bookworm, each in a folder, and run it there; as root
	$(BIN)/python -m pytest tests/install $(ARGS)

test-arm64: $(DEV) ## the same with a television on a whole arm64 machine, emulated: an hour the first time; as root
	$(BIN)/python -m pytest -o faulthandler_timeout=0 tests/arm64 $(ARGS)

kernel: ## build a kernel with simulated GPIO chips, once: Debian's source and compiler, a few minutes
	@$(PYTHON) tests/kernel/build.py

test-kernel: $(RIG) $(HEAD) kernel ## the tests that run the box on real GPIO devices, in guests of that kernel
	$(BIN)/python -m pytest --timeout 180 tests/kernel $(ARGS)

head: $(HEAD) ## the Pico button head's image from its source: hardware/head/head.uf2
	@PYTHON=$(BIN)/python hardware/head/build.sh .venv
	@mv .venv/head.uf2 hardware/head/

test-head: $(DEV) $(HEAD) ## that image in an emulated Pico, on the bus of a strict host
	$(BIN)/python -m pytest $(PARALLEL) --timeout 180 tests/head $(ARGS)

test-browser: $(DEV) $(BROWSER) ## the phones and their pages in a real browser, Debian's chromium
	$(BIN)/python -m pytest $(PARALLEL) tests/companion/phones $(ARGS)

fuzz: $(DEV) ## every kind of trial from random seeds, ten minutes (ARGS="KIND ... --seconds 60 --seed 7 --one")
	@$(BIN)/python -m tests.fuzz $(ARGS)

simulate: $(DEV) ## years of game nights in virtual time, faults and all, for two minutes (ARGS="--seconds 600", "--seed 7")
	@$(BIN)/python -m tests.simulator $(ARGS)

bench: $(DEV) ## run each script of tests/benchmarks and print what it measured
	@set -e; for script in $(basename $(notdir $(wildcard tests/benchmarks/*.py))); do \
		$(BIN)/python -m tests.benchmarks.$$script; done

# Phones' races need a browser, all others the kernel's rig.
bench-fairness: $(BENCH) $(if $(filter --phones,$(ARGS)),$(BROWSER),$(RIG) kernel) ## who was first, by the box and by usual buzzer programs; an hour (ARGS=--quick: 3 min; ARGS=--usb: plugged in; ARGS=--phones)
	@$(BIN)/python -m tests.kernel.fairness $(ARGS)

certify: $(RIG) $(HEAD) $(BROWSER) kernel ## 100,000 races with a sealed key, judged twice; goes on where it was (ARGS="--minutes 30", --report)
	@$(BIN)/python -m tests.certify $(ARGS)

gallery: $(DEV) ## every screen and table of every game, large, into gallery/; README's pictures; what can't be read
	@$(BIN)/python -m tests.gallery gallery
	@$(BIN)/python -m tests.companion.window.table_album gallery/tables
	@$(BIN)/python -m tests.readme_pictures
	@$(BIN)/python -m tests.companion.window.judge

test-enclosure: $(DEV) $(ENCLOSURE) ## make every part of the enclosure, for 2 to 8 seats, and measure it
	$(BIN)/mypy -p hardware.enclosure -m tests.enclosure.test_printable
	$(BIN)/python -m pytest --timeout 900 tests/enclosure $(ARGS)

hardware: $(HARDWARE) $(ENCLOSURE) ## from the box files: pin tables, drawings, bills of materials, the guide's page; the enclosure
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

lock: $(LOCK) ## the newest of all that pyproject.toml allows, and the hashes of its files, into .locks/
	@$(COMPILE) --upgrade pyproject.toml --all-extras $(addprefix --group ,build $(SETS)) -o .venv/all.txt
	@$(COMPILE) --generate-hashes -c .venv/all.txt pyproject.toml --group build --extra pi --extra phones -o .locks/box.txt
	@$(COMPILE) --generate-hashes -c .venv/all.txt pyproject.toml --group build --extra screen --extra phones \
		-o .locks/desk.txt
	@set -e; for group in $(SETS); do \
		$(COMPILE) --generate-hashes -c .venv/all.txt --group $$group -o .locks/$$group.txt; done

# For every Python and processor at once, each in one version for all if that can be.
COMPILE := UV_CUSTOM_COMPILE_COMMAND="make lock" $(UV) pip compile -q --universal --python-version 3.11 \
	--fork-strategy fewest --no-annotate
SETS := bench browser dev enclosure hardware head lock rig

clean: ## remove .venv and whatever the tools left
	rm -rf .venv .venv-* build dist gallery image_snapshot_diff .*_cache .hypothesis .lgd-nfy*
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

# What .locks/ names, and no file of it that has another hash; nothing else is fetched, not even to build with.
LOCKED := $(PIP) install --require-hashes --no-build-isolation -r

$(SCREEN): .locks/desk.txt pyproject.toml $(BIN)/python
	@echo "installing into .venv: the program and its window"
	@$(LOCKED) $<
	@$(PIP) install --no-index --no-build-isolation --editable ".[screen,phones]"
	@touch $@

.venv/.has-%: .locks/%.txt $(SCREEN)
	@echo "installing into .venv: $(WHAT_$*)"
	@$(LOCKED) $<
	@touch $@

WHAT_bench := what draws the benchmark's picture
WHAT_browser := what leads a browser through the phones' pages
WHAT_dev := the tools that test it
WHAT_enclosure := what makes the enclosure, about a gigabyte
WHAT_head := the Pico head's compiler and the emulator it is tried in
WHAT_hardware := what draws wiring and circuit
WHAT_lock := what finds out which versions there are

# Where there is no wheel of lgpio (Python 3.13 and newer) pip builds it, and PYPI=1 tells it to bring its library.
$(RIG): .locks/rig.txt $(DEV)
	@echo "installing into .venv: the libraries of a Pi"
	@PYPI=1 $(LOCKED) $< || { \
		echo "lgpio expected, or what builds it: sudo apt install swig gcc python3-dev" >&2; exit 1; }
	@touch $@
