# Everything runs in a project-local virtual environment; nothing needs to be installed by hand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: help setup demo test test-slow check clean

help:
	@echo "make demo       train the division benchmark, print its table, draw its figure"
	@echo "make test       run the test suite"
	@echo "make test-slow  run the tests that take minutes"
	@echo "make check      lint, formatting and types"

$(STAMP): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable . --group test --group check
	touch $@

setup: $(STAMP)

demo: $(STAMP)
	$(BIN)/nalm demo

test: $(STAMP)
	$(BIN)/python -m pytest

test-slow: $(STAMP)
	$(BIN)/python -m pytest -m slow

check: $(STAMP)
	$(BIN)/ruff check src tests benchmarks scripts
	$(BIN)/ruff format --check src tests benchmarks scripts
	$(BIN)/pyright

clean:
	rm -rf $(VENV)
