# Everything runs in a project-local virtual environment; nothing needs to be installed by hand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DOCS := $(VENV)/.docs
# One thread for the notebooks; without the advertisement of the theme.
MKDOCS := OMP_NUM_THREADS=1 NO_MKDOCS_2_WARNING=1 PYTHONPATH=src $(BIN)/python -m mkdocs

# One process for each core, with one thread each; more threads would wait for each other. Bytecode is
# kept, whatever the shell says: some tests start processes, which would compile the package each time.
PYTEST := PYTHONDONTWRITEBYTECODE= OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --dist worksteal --durations=10
WITHOUT := not slow and not gpu and not browser

.PHONY: help setup bench-setup demo test test-all test-slow test-browser chromium docs docs-serve notebooks package \
	package-oldest check clean

help:
	@echo "make demo          train the division benchmark, discover a law from data"
	@echo "make test          run the tests that take seconds each, in 5 to 10 minutes"
	@echo "make test-all      run more of the cases that make test leaves out, and Hypothesis' tests"
	@echo "                   with more random examples, in 9 to 24 minutes; TESTS=FOLDER for a part"
	@echo "make test-slow     run the tests that take an hour and more together: all other cases,"
	@echo "                   examples, whole catalogue"
	@echo "make test-browser  open reports, app and site in chromium; skipped where there is none"
	@echo "make bench-setup   install the competitors of benchmarks/discovery.py"
	@echo "make notebooks     execute docs/tutorials into notebooks/*.ipynb, to open in Jupyter"
	@echo "make package       build the wheel, try it in clean environments (PYTHONS=...)"
	@echo "make package-oldest  the same, and tests, with the oldest versions of what it needs"
	@echo "make docs          build the site into site/, strictly; make docs-serve shows it"
	@echo "make check         lint, formatting and types"

$(STAMP): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable . --group test --group check
	touch $@

setup: $(STAMP)

bench-setup: $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group bench

demo: $(STAMP)
	$(BIN)/nalm demo

test: $(STAMP)
	$(PYTEST)

test-all: $(STAMP)
	$(PYTEST) --hypothesis-profile thorough -m "(thorough or hypothesis) and $(WITHOUT)" $(TESTS)

test-slow: $(STAMP)
	$(PYTEST) -m slow --timeout 7200

test-browser: $(STAMP) docs chromium
	$(PYTEST) -m browser

# Debian's chromium, installed only where it is missing and root asks; a failure skips the tests.
chromium:
	@command -v chromium >/dev/null || test "$$(id -u)" != 0 || ! command -v apt-get >/dev/null \
	  || { apt-get update -qq && apt-get install -y -qq chromium; } >/dev/null \
	  || echo "chromium could not be installed"

# The tutorials are kept as text; a folder that git ignores holds them as notebooks, with outputs.
NOTEBOOKS := $(patsubst docs/tutorials/%.py,notebooks/%.ipynb,$(wildcard docs/tutorials/*.py))

notebooks: $(NOTEBOOKS)

notebooks/%.ipynb: docs/tutorials/%.py $(STAMP)
	@$(BIN)/python -c "import ipykernel, jupytext, nbconvert" 2>/dev/null \
	  || $(BIN)/python -m pip install --quiet --constraint constraints.txt --group notebooks
	OMP_NUM_THREADS=1 $(BIN)/jupytext --quiet --execute --to notebook --output $@ $<

# The wheel in a clean environment of each Python that is named: PYTHONS="python3.11 python3.13".
PYTHONS ?= $(PYTHON)
package: $(STAMP)
	$(BIN)/python -m pip install --quiet --group package
	$(BIN)/python scripts/try_package.py --python $(PYTHONS)

# Lower bounds are bounds only where somebody tries them. The tests are those of what users call.
OLDEST_TESTS ?= $(addprefix tests/,units symbolic tables tasks results reports statistics inquiry networks \
	discovery/regressor discovery/dynamics/regressor training compilation cli backends app test_lazy.py)
package-oldest: $(STAMP)
	$(BIN)/python -m pip install --quiet --group package
	$(BIN)/python scripts/try_package.py --python $(PYTHONS) --constraint constraints-oldest.txt \
	  --tests $(OLDEST_TESTS)

$(DOCS): $(STAMP)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group docs
	touch $@

docs: $(DOCS)
	$(MKDOCS) build --strict

docs-serve: $(DOCS)
	$(MKDOCS) serve

check: $(STAMP)
	$(BIN)/ruff check src tests benchmarks examples scripts docs/tutorials
	$(BIN)/ruff format --check src tests benchmarks examples scripts docs/tutorials
	$(BIN)/pyright

clean:
	rm -rf $(VENV)
