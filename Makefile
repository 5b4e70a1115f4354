# Each target makes the environment it needs; nothing but Python 3.11, git and make is asked of the machine.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
SCENARIO ?=

.PHONY: play test unit lint types contracts check bench docs clean

play: $(VENV)/.play
	$(BIN)/room40 play $(SCENARIO)

test: $(VENV)/.dev
	$(BIN)/pytest -n 2 --dist worksteal

unit: $(VENV)/.dev
	$(BIN)/pytest -n 2 --dist worksteal -m "not slow" --ignore tests/end_to_end

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

contracts: $(VENV)/.dev
	$(BIN)/lint-imports

check: lint types contracts test

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

docs: $(VENV)/.dev
	$(BIN)/python docs/make_clause_table.py
	$(BIN)/python docs/make_pictures.py

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@echo "Making an environment in $(VENV): a minute or two, this first time only."
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.play
