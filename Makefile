# Two commands do all the set-up: `make play` and `make test`.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
LOWEST := .venv-lowest
BIN := $(VENV)/bin

.PHONY: help play chromium check test lowest prove bench figures site clean

help:
	@echo "make play     set up and open the page"
	@echo "make check    the quick checks, under two minutes when kernels are compiled: no browser, nothing slow"
	@echo "make test     set up and run every check"
	@echo "make lowest   a small part of it with the lowest versions of what it stands on"
	@echo "make prove    every proof and study at full size, resumable; one by name: make prove STUDY=NAME"
	@echo "make bench    us and the peers in one run"
	@echo "make figures  put the saved figures into the docs"
	@echo "make site     build the site into build/site, and check its links"

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@ $(VENV)/.play

play: $(VENV)/.play
	$(BIN)/riverboat serve

# The browser tests need a Chromium: the system's, else playwright's own, else Debian's package.
chromium: $(VENV)/.test
	$(BIN)/python -m tests.browser.chromium

test: $(VENV)/.test chromium
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/riverboat warmup --all
	$(BIN)/pytest -n 3 --dist loadfile
	$(MAKE) lowest SMALL=--small

# The lowest versions that pyproject.toml allows, in an environment of their own. They have wheels for Python 3.11.
$(LOWEST)/.done: pyproject.toml tests/lowest.txt
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check -c tests/lowest.txt -e . pytest hypothesis httpx
	@touch $@

lowest:
	@if $(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))'; \
	then $(MAKE) --no-print-directory $(LOWEST)/.done && $(LOWEST)/bin/python -m tests.lowest $(SMALL); \
	else echo "the lowest versions are tested with Python 3.11, which is not here"; fi

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --dist loadfile -m "not prove and not browser and not terminal and not slow"

prove: $(VENV)/.test
	$(BIN)/riverboat warmup --all
	$(BIN)/python -m tests.prove $(STUDY)
	$(BIN)/python -m tests.figures

bench: $(VENV)/.test
	$(BIN)/python benchmarks/run.py
	$(BIN)/python -m tests.figures

# What studies, proofs and benchmarks saved goes into the pages that tell it.
figures: $(VENV)/.test
	$(BIN)/python -m tests.figures

# The pages of docs/, one a command, game, agent and study, and the reference; nothing in it is fetched from elsewhere.
site: $(VENV)/.test
	$(BIN)/python -m website

clean:
	rm -rf $(VENV) $(LOWEST) .venv-bench build dist .mypy_cache .ruff_cache .pytest_cache
