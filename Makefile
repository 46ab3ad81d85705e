# make demo: train an agent for a little over a minute, let it play the others, make a page of a game.
# make test: everything that can be checked.
# Both set up a virtual environment of their own first and need nothing but Python 3.11 or later. What is measured,
# trained and drawn for these pages are commands of Python: notebooks/README.md.

# torch comes from where pip finds it. On Linux that is a build for GPUs, of gigabytes, unless TORCH_INDEX says otherwise:
# make demo TORCH_INDEX=... with the address that pytorch.org/get-started/locally names for the CPU.

PYTHON ?= python3
TORCH_INDEX ?=
TORCH = torch $(if $(TORCH_INDEX),--index-url $(TORCH_INDEX))
VENV ?= .venv
BIN = $(VENV)/bin
SETUP = $(VENV)/.set-up
# The demo takes what `make test` has set up, or else installs what it needs itself and no more.
DEMO_VENV = $(if $(wildcard $(SETUP)),$(VENV),build/demo)
HUSTINGS = $(DEMO_VENV)/bin/hustings
OUT ?= demo
GAME ?= copycat die_macher liberte saludos_amigos

.PHONY: demo test lint types unit golden mutants docs wheel examples lowest lock clean

demo: $(DEMO_VENV)/.set-up
	@test ! -e $(OUT) || { echo "$(OUT) exists; remove it or choose another: make demo OUT=folder" >&2; exit 2; }
	$(HUSTINGS) warmup copycat
	$(HUSTINGS) train copycat --players 2 --minutes 1.25 --config training/examples/demo.toml --out $(OUT)/run
	$(HUSTINGS) tournament copycat --agents trained=$(OUT)/run,policy,search=search:iterations=16,greedy,random --players 2 --games 400 --plot $(OUT)/tournament.png
	$(HUSTINGS) play copycat --seats $(OUT)/run,policy --seed 1 --replay $(OUT)/game.json > $(OUT)/game.txt
	$(HUSTINGS) replay $(OUT)/game.json --html $(OUT)/game.html
	@echo
	@echo "look at a game:  open $(OUT)/game.html in a browser (it is one file), and $(OUT)/tournament.png"
	@echo "sit down:        $(HUSTINGS) play copycat --seats human,$(OUT)/run"
	@echo "train on:        $(HUSTINGS) train copycat --out $(OUT)/run --resume --minutes 10"
	@echo "all commands:    $(HUSTINGS) --help"

test: lint types unit

lint: $(SETUP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell agents docs envs notebooks training tests *.md *.toml

# Type checkers do not see a mapped editable install, so they are shown the folders by their full name.
types: $(SETUP)
	rm -rf build/typecheck && mkdir -p build/typecheck/hustings
	ln -s $(addprefix ../../../,envs agents training) build/typecheck/hustings
	ln -s $(addprefix ../../,notebooks/studies notebooks/measurements docs/figures.py) build/typecheck
	cd build/typecheck && ../../$(BIN)/mypy --config-file ../../pyproject.toml --namespace-packages --explicit-package-bases \
	  -p hustings -p studies -p measurements -m figures

# One worker a core. Libraries of the sources as they are, whose making fills Numba's cache, too; the tests on the
# libraries; then what compiles, and on the same digests what Numba makes of the games.
LIBRARIES = $(CURDIR)/build/libraries
PYTEST = $(BIN)/python -m pytest -n auto --dist worksteal
unit: $(SETUP)
	$(BIN)/python -m hustings.training.libraries --out $(LIBRARIES) --processor native
	HUSTINGS_LIBRARIES=$(LIBRARIES) $(PYTEST) --ignore tests/core/engine
	HUSTINGS_LIBRARIES= $(PYTEST) tests/core/engine tests/golden $(wildcard tests/*/test_invariants.py)

# Renew the recorded digests of tests/golden, on purpose, after a change of what they record: make golden GAME=copycat
golden: $(SETUP)
	$(BIN)/python -m tests.golden.record --renew $(GAME:%=--game %)

# The wrong rules that the tests would let through: 400 mutants a game, twenty minutes each. What survived, once more:
# make mutants GAME=liberte MUTANTS="--again build/mutants/liberte.json"
MUTANTS ?= --mutants 400
mutants: $(SETUP)
	mkdir -p build/mutants
	for game in $(GAME); do \
	  $(BIN)/python -m tests.mutation $$game $(MUTANTS) --out build/mutants/$$game.json || exit; done

# The site, build/docs/html/index.html, from docs, the READMEs, the notebooks, the games and the docstrings; a warning is an
# error. make docs REPOSITORY=https://... SITE=https://... adds links to edit pages, and their addresses for previews.
REPOSITORY ?=
SITE ?=
docs: export HUSTINGS_REPOSITORY = $(REPOSITORY)
docs: export HUSTINGS_SITE = $(SITE)
docs: $(SETUP)
	$(BIN)/python -m pip install -qq --constraint constraints.txt --editable ".[docs]"
	$(BIN)/python docs/collect.py build/docs/source
	$(BIN)/sphinx-build -W --keep-going -q -b html -c docs build/docs/source build/docs/html

# A wheel for any machine with this kind of processor: the best level that each has is chosen when a game is loaded.
PROCESSORS = x86-64-v3 x86-64-v2
wheel: $(SETUP)
	HUSTINGS_PROCESSORS="$(PROCESSORS)" $(BIN)/python -m build --wheel --outdir build/wheels

# The examples for other frameworks, in small: those whose framework goes beside the rest, then those that want older
# versions of Gymnasium, PettingZoo or openai, each in an environment of its own, where only torch is as in constraints.txt:
# their frameworks say which versions of the rest they go with.
APART = ray agilerl verifiers
ray = 'ray[rllib,tune]>=2.60'
agilerl = 'agilerl>=2.58' peft
verifiers = 'verifiers>=0.4'
examples: $(SETUP) $(APART:%=build/examples/%/.set-up)
	for place in $(VENV) $(APART:%=build/examples/%); do \
	  $$place/bin/python -m pytest -q -p no:cacheprovider tests/training/test_examples.py -k "runs or rollouts" || exit; done

# The lowest versions that pyproject.toml allows, Numba among them, in an environment of their own, run through once.
lowest: $(SETUP)
	rm -rf build/lowest && mkdir -p build && $(PYTHON) -m venv build/lowest
	$(BIN)/python tests/lowest.py > build/lowest/constraints.txt
	build/lowest/bin/python -m pip install --quiet --constraint build/lowest/constraints.txt torch
	HUSTINGS_PROCESSORS= build/lowest/bin/python -m pip install --quiet --constraint build/lowest/constraints.txt \
	  ".[jit,play,train]" httpx pytest
	cd build/lowest && NUMBA_CACHE_DIR=cache bin/python -m pytest -q -p no:cacheprovider --rootdir . ../../tests/smoke.py

# The versions of everything, for $(SETUP). What constraints.txt has is kept, what is missing is added, what nothing needs
# is left out; `make lock KEEP=torch` takes the newest of all but torch.
KEEP ?= .*
lock:
	rm -rf build/lock && mkdir -p build && $(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --upgrade pip
	grep -E '^($(KEEP))==' constraints.txt > build/lock/kept.txt
	build/lock/bin/python -m pip install -qq --dry-run --ignore-installed --report build/lock/report.json \
	  --constraint build/lock/kept.txt ".[dev]"
	$(PYTHON) tests/lock.py build/lock/report.json > build/lock/constraints.txt
	mv build/lock/constraints.txt constraints.txt

$(SETUP): EXTRAS = dev
build/demo/.set-up: EXTRAS = jit,train
$(SETUP) build/demo/.set-up: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --upgrade pip
	$(@D)/bin/python -m pip install --quiet --constraint constraints.txt $(TORCH)
	$(@D)/bin/python -m pip install -qq --constraint constraints.txt --editable ".[$(EXTRAS)]"
	touch $@

build/examples/%/.set-up: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(@D)
	grep '^torch==' constraints.txt > $(@D)/constraints.txt
	$(@D)/bin/python -m pip install --quiet --constraint $(@D)/constraints.txt torch
	$(@D)/bin/python -m pip install --quiet --constraint $(@D)/constraints.txt $($*) pytest --editable '.[cli,jit]'
	touch $@

clean:
	rm -rf build $(VENV)
