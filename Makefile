# Two commands do all the set-up: `make play` and `make test`.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help play chromium check test prove bench clean

help:
	@echo "make play     set up and open the page"
	@echo "make check    the quick checks, two minutes when kernels are compiled: no browser, nothing slow"
	@echo "make test     set up and run every check"
	@echo "make prove    every proof and study at full size, resumable; one by name: make prove STUDY=NAME"
	@echo "make bench    us and the peers in one run"

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
	$(BIN)/riverboat warmup
	$(BIN)/pytest -n 2 --dist loadfile

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --dist loadfile -m "not prove and not browser and not terminal and not slow"

prove: $(VENV)/.test
	$(BIN)/riverboat warmup
	$(BIN)/python -m tests.prove $(STUDY)

bench: $(VENV)/.test
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf $(VENV) .venv-bench build dist .mypy_cache .ruff_cache .pytest_cache
