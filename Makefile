# make demo: train an agent for two minutes, let it play the bots, draw the result.
# make test: everything that can be checked.
# Both set up a virtual environment of their own first and need nothing but Python 3.11 or later.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
SETUP = $(VENV)/.set-up
OUT ?= demo

.PHONY: demo test lint types unit slow clean

demo: $(SETUP)
	@test ! -e $(OUT) || { echo "$(OUT) exists; remove it or choose another: make demo OUT=folder" >&2; exit 2; }
	$(BIN)/hustings warmup
	$(BIN)/hustings train saludos_amigos --minutes 2 --out $(OUT)/run
	$(BIN)/hustings tournament saludos_amigos --agents $(OUT)/run/policy,greedy,random --games 3600 --players 4 --plot $(OUT)/tournament.png
	$(BIN)/hustings play saludos_amigos --seats $(OUT)/run/policy,greedy,greedy,random --seed 1 --replay $(OUT)/game.json > $(OUT)/game.txt
	$(BIN)/hustings replay --verify $(OUT)/game.json
	@echo "see $(OUT)/tournament.png, $(OUT)/game.txt and $(OUT)/game.json; $(BIN)/hustings --help"

test: lint types unit

lint: $(SETUP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# Type checkers do not see a mapped editable install, so they are shown the folders by their full name.
types: $(SETUP)
	rm -rf build/typecheck && mkdir -p build/typecheck/hustings
	for part in envs agents training; do ln -s ../../../$$part build/typecheck/hustings/$$part; done
	cd build/typecheck && ../../$(BIN)/mypy --config-file ../../pyproject.toml --namespace-packages --explicit-package-bases -p hustings

unit: $(SETUP)
	$(BIN)/python -m pytest

slow: $(SETUP)
	$(BIN)/python -m pytest -m slow

$(SETUP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch
	$(BIN)/python -m pip install -qq --constraint constraints.txt --editable ".[dev]"
	touch $@

clean:
	rm -rf build $(VENV)
