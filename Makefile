# make demo: train an agent for a little over a minute, let it play against others, and make a page of a game.
# make test: run all checks.
# Both first set up a virtual environment of their own and need only Python 3.11 or later. The commands that measure, train
# and draw for the documentation are in notebooks/README.md.

# pip finds torch by itself. On Linux it takes a build for GPUs, of several gigabytes, unless TORCH_INDEX names another:
# make demo TORCH_INDEX=... with the address for the CPU from pytorch.org/get-started/locally.

PYTHON ?= python3
TORCH_INDEX ?=
TORCH = torch $(if $(TORCH_INDEX),--index-url $(TORCH_INDEX))
VENV ?= .venv
BIN = $(VENV)/bin
SETUP = $(VENV)/.set-up
# The demo uses the environment of `make test` if there is one, or else installs only what it needs.
DEMO_VENV = $(if $(wildcard $(SETUP)),$(VENV),build/demo)
HUSTINGS = $(DEMO_VENV)/bin/hustings
# pip leaves modules as they are; those that are imported are compiled then, and kept.
PIP_INSTALL = -m pip install --no-compile
unexport PYTHONDONTWRITEBYTECODE
OUT ?= demo
GAME ?= copycat die_macher liberte saludos_amigos

.PHONY: demo test lint types libraries collected unit without_numba with_numba golden mutants docs wheel examples lowest lock clean

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

# The types are checked, and the tests collected, while the libraries are built.
test: lint
	+$(MAKE) -j2 types libraries collected
	+$(MAKE) -o libraries unit

lint: $(SETUP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell agents docs envs notebooks package training tests *.md *.toml

# Type checkers do not understand a mapped editable install, so the folders are linked under their full names.
types: $(SETUP)
	rm -rf build/typecheck && mkdir -p build/typecheck/hustings
	ln -s $(addprefix ../../../,envs agents training package/__init__.py) build/typecheck/hustings
	ln -s $(addprefix ../../,notebooks/studies notebooks/measurements docs/figures.py) build/typecheck
	cd build/typecheck && ../../$(BIN)/mypy --config-file ../../pyproject.toml --namespace-packages --explicit-package-bases \
	  -p hustings -p studies -p measurements -m figures

# From the current sources, which also fills Numba's cache.
LIBRARIES = $(CURDIR)/build/libraries
libraries: $(SETUP)
	$(BIN)/python -m hustings.agents.libraries --out $(LIBRARIES) --processor native

# Compiles to bytecode, once, what every worker would otherwise compile for itself: the tests and all that they import.
collected: $(SETUP)
	mkdir -p build
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q --collect-only > build/collected.log || { cat build/collected.log; exit 1; }

# Two workers more than there are cores, because some tests wait. The tests run on the libraries; then, side by side, some of
# them again where Numba is missing, and the tests of compiling and the digests of games, bots and searches with the games compiled
# by Numba.
WORKERS ?= $(shell $(PYTHON) -c "import os; print(os.cpu_count() + 2)")
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
unit without_numba with_numba: export HUSTINGS_TESTS_SHARED = $(CURDIR)/build/tests
unit without_numba with_numba: export XDG_DATA_HOME = $(CURDIR)/build/tests/data
unit: libraries
	rm -rf $(HUSTINGS_TESTS_SHARED) && mkdir -p $(HUSTINGS_TESTS_SHARED)
	HUSTINGS_LIBRARIES=$(LIBRARIES) $(PYTEST) --ignore tests/core/engine
	+$(MAKE) -j2 $(if $(filter output-sync,$(.FEATURES)),-Otarget) without_numba with_numba

# Of `unit`, which has made the libraries.
without_numba: $(SETUP)
	HUSTINGS_LIBRARIES=$(LIBRARIES) $(BIN)/python -m pytest -p tests.without_numba -k "not pig and not tinygame" \
	  tests/core/text/test_narration.py tests/agents/test_human.py

with_numba: $(SETUP)
	HUSTINGS_LIBRARIES= $(PYTEST) tests/core/engine tests/golden -k "engine or not recorded or play or bots or search"

# Renew the playthroughs and digests of tests/golden after an intended change of what they record: make golden GAME=copycat
golden: $(SETUP)
	$(BIN)/python -m tests.golden.record --renew $(GAME:%=--game %)

# Finds wrong rules that the tests would not notice: 400 mutants a game, twenty minutes each.
MUTANTS ?= --mutants 400
mutants: $(SETUP)
	mkdir -p build/mutants
	for game in $(GAME); do \
	  $(BIN)/python -m tests.mutation $$game $(MUTANTS) --out build/mutants/$$game.json || exit; done

# Builds the site, build/docs/html/index.html, from docs, the READMEs, notebooks, games and docstrings; warnings are errors.
# make docs REPOSITORY=https://... SITE=https://... adds links to edit pages, and their addresses for previews.
REPOSITORY ?=
SITE ?=
docs: export HUSTINGS_REPOSITORY = $(REPOSITORY)
docs: export HUSTINGS_SITE = $(SITE)
docs: $(SETUP)
	$(BIN)/python docs/collect.py build/docs/source
	$(BIN)/sphinx-build -W --keep-going -q -b html -c docs build/docs/source build/docs/html

# A wheel for all machines with this kind of processor; loading a game chooses the best level that the machine supports.
PROCESSORS = x86-64-v3 x86-64-v2
wheel: $(SETUP)
	HUSTINGS_PROCESSORS="$(PROCESSORS)" $(BIN)/python -m build --wheel --outdir build/wheels

# Short runs of the examples for other frameworks: first those that can be installed beside the rest, then those that need
# older versions of Gymnasium, PettingZoo or openai, each in an environment of its own. There only torch has the version in
# constraints.txt, because the frameworks set the versions of the rest.
SEPARATE = ray agilerl verifiers
ray = 'ray[rllib,tune]>=2.60'
agilerl = 'agilerl>=2.58' peft
verifiers = 'verifiers>=0.4'
examples: $(SETUP) $(SEPARATE:%=build/examples/%/.set-up)
	for place in $(VENV) $(SEPARATE:%=build/examples/%); do \
	  $$place/bin/python -m pytest -q -p no:cacheprovider tests/training/test_examples.py -m "" -k "runs or rollouts" || exit; done

# A short test with the lowest versions that pyproject.toml allows, including Numba, in an environment of its own.
lowest: $(SETUP)
	rm -rf build/lowest && mkdir -p build && $(PYTHON) -m venv build/lowest
	$(BIN)/python tests/lowest.py > build/lowest/constraints.txt
	build/lowest/bin/python -m pip install --quiet --constraint build/lowest/constraints.txt torch
	HUSTINGS_PROCESSORS= build/lowest/bin/python -m pip install --quiet --constraint build/lowest/constraints.txt \
	  ".[jit,play,train]" httpx pytest
	cd build/lowest && NUMBA_CACHE_DIR=cache bin/python -m pytest -q -p no:cacheprovider --rootdir . ../../tests/smoke.py

# Pins all versions for $(SETUP). Versions in constraints.txt stay, missing ones are added, unneeded ones are removed;
# `make lock KEEP=torch` takes the newest of all except torch.
KEEP ?= .*
lock:
	rm -rf build/lock && mkdir -p build && $(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --upgrade pip
	grep -E '^($(KEEP))==' constraints.txt > build/lock/kept.txt
	build/lock/bin/python -m pip install -qq --dry-run --ignore-installed --report build/lock/report.json \
	  --constraint build/lock/kept.txt ".[all]" --group dev
	$(PYTHON) tests/lock.py build/lock/report.json > build/lock/constraints.txt
	mv build/lock/constraints.txt constraints.txt

$(SETUP): WANTED = --editable ".[all]" --group dev
build/demo/.set-up: WANTED = --editable ".[jit,train]"
$(SETUP) build/demo/.set-up: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --upgrade pip
	$(@D)/bin/python $(PIP_INSTALL) --quiet --constraint constraints.txt $(TORCH)
	$(@D)/bin/python $(PIP_INSTALL) -qq --constraint constraints.txt $(WANTED)
	touch $@

build/examples/%/.set-up: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(@D)
	grep '^torch==' constraints.txt > $(@D)/constraints.txt
	$(@D)/bin/python $(PIP_INSTALL) --quiet --constraint $(@D)/constraints.txt torch
	$(@D)/bin/python $(PIP_INSTALL) --quiet --constraint $(@D)/constraints.txt $($*) pytest --editable '.[cli,jit]'
	touch $@

clean:
	rm -rf build $(VENV)
