# make demo: train an agent for a little over a minute, let it play the others, make a page of a game.
# make test: everything that can be checked.
# Both set up a virtual environment of their own first and need nothing but Python 3.11 or later.

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
DEMO_BIN = $(DEMO_VENV)/bin
DEMO_SETUP = $(DEMO_VENV)/.set-up
OUT ?= demo

.PHONY: demo test wheel lint types unit slow mutants golden lock lowest examples peers notebooks leaderboards benchmark \
  policies population pictures figures docs clean always

demo: $(DEMO_SETUP)
	@test ! -e $(OUT) || { echo "$(OUT) exists; remove it or choose another: make demo OUT=folder" >&2; exit 2; }
	$(DEMO_BIN)/hustings warmup copycat
	$(DEMO_BIN)/hustings train copycat --players 2 --minutes 1.25 --config training/examples/demo.toml --out $(OUT)/run
	$(DEMO_BIN)/hustings tournament copycat --agents trained=$(OUT)/run,policy,search=search:iterations=16,greedy,random --players 2 --games 400 --plot $(OUT)/tournament.png
	$(DEMO_BIN)/hustings play copycat --seats $(OUT)/run,policy --seed 1 --replay $(OUT)/game.json > $(OUT)/game.txt
	$(DEMO_BIN)/hustings replay $(OUT)/game.json --html $(OUT)/game.html
	@echo
	@echo "look at a game:  open $(OUT)/game.html in a browser (it is one file), and $(OUT)/tournament.png"
	@echo "sit down:        $(DEMO_BIN)/hustings play copycat --seats human,$(OUT)/run"
	@echo "train on:        $(DEMO_BIN)/hustings train copycat --out $(OUT)/run --resume --minutes 10"
	@echo "all commands:    $(DEMO_BIN)/hustings --help"

test: lint types unit

lint: $(SETUP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell agents docs envs training tests notebooks/*.md *.md *.toml

# Type checkers do not see a mapped editable install, so they are shown the folders by their full name.
types: $(SETUP)
	rm -rf build/typecheck && mkdir -p build/typecheck/hustings
	for part in envs agents training; do ln -s ../../../$$part build/typecheck/hustings/$$part; done
	cd build/typecheck && ../../$(BIN)/mypy --config-file ../../pyproject.toml --namespace-packages --explicit-package-bases -p hustings

# One worker a core. Libraries of the sources as they are, whose making fills Numba's cache, too; the tests on the
# libraries; then what compiles, and on the same digests what Numba makes of the games.
LIBRARIES = $(CURDIR)/build/libraries
PYTEST = $(BIN)/python -m pytest -n auto --dist worksteal
unit: $(SETUP)
	$(BIN)/python -m hustings.training.libraries --out $(LIBRARIES) --processor native
	HUSTINGS_LIBRARIES=$(LIBRARIES) $(PYTEST) --ignore tests/core/engine
	HUSTINGS_LIBRARIES= $(PYTEST) tests/core/engine tests/golden $(wildcard tests/*/test_invariants.py)

# A wheel for any machine with this kind of processor: the best level that each has is chosen when a game is loaded.
PROCESSORS = x86-64-v3 x86-64-v2
wheel: $(SETUP)
	HUSTINGS_PROCESSORS="$(PROCESSORS)" $(BIN)/python -m build --wheel --outdir build/wheels

slow: $(SETUP)
	$(BIN)/python -m pytest -m slow

# Renew the recorded digests of tests/golden, on purpose, after a change of what they record: ten minutes on one core.
# Some of them only, in seconds: python -m tests.golden.record --renew --game copycat --kind texts
golden: $(SETUP)
	$(BIN)/python -m tests.golden.record --renew

# The wrong rules that the tests would let through: 400 mutants a game, twenty minutes each. What survived, once more:
# make mutants GAME=liberte MUTANTS="--again build/mutants/liberte.json"
GAME ?= copycat die_macher liberte saludos_amigos
MUTANTS ?= --mutants 400
mutants: $(SETUP)
	mkdir -p build/mutants
	for game in $(GAME); do \
	  $(BIN)/python -m tests.mutation $$game $(MUTANTS) --out build/mutants/$$game.json || exit; done

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

# The lowest versions that pyproject.toml allows, Numba among them, in an environment of their own, run through once.
lowest: $(SETUP)
	rm -rf build/lowest && mkdir -p build && $(PYTHON) -m venv build/lowest
	$(BIN)/python tests/lowest.py > build/lowest/constraints.txt
	build/lowest/bin/python -m pip install --quiet --constraint build/lowest/constraints.txt torch
	HUSTINGS_PROCESSORS= build/lowest/bin/python -m pip install --quiet --constraint build/lowest/constraints.txt \
	  ".[jit,play,train]" httpx pytest
	cd build/lowest && NUMBA_CACHE_DIR=cache bin/python -m pytest -q -p no:cacheprovider --rootdir . ../../tests/smoke.py

# The examples for other frameworks, in small: those whose framework goes beside the rest, then those that want older
# versions of Gymnasium, PettingZoo or openai, each in an environment of its own, where only torch is as in constraints.txt: their
# frameworks say which versions of the rest they go with.
APART = ray agilerl verifiers
examples: $(SETUP) $(APART:%=build/examples/%/.set-up)
	for place in $(VENV) $(APART:%=build/examples/%); do \
	  $$place/bin/python -m pytest -q -p no:cacheprovider tests/training/test_examples.py -k "runs or rollouts" || exit; done
build/examples/ray/.set-up: FRAMEWORK = 'ray[rllib,tune]>=2.60'
build/examples/agilerl/.set-up: FRAMEWORK = 'agilerl>=2.58' peft
build/examples/verifiers/.set-up: FRAMEWORK = 'verifiers>=0.4'
build/examples/%/.set-up: pyproject.toml constraints.txt
	$(PYTHON) -m venv build/examples/$*
	grep '^torch==' constraints.txt > build/examples/$*/constraints.txt
	build/examples/$*/bin/python -m pip install --quiet --constraint build/examples/$*/constraints.txt torch
	build/examples/$*/bin/python -m pip install --quiet --constraint build/examples/$*/constraints.txt \
	  $(FRAMEWORK) pytest --editable '.[cli,jit]'
	touch $@

# Other libraries beside hustings on this machine, in an environment of their own: the table of ratios in
# training/benchmarks/README.md.
PEERS = pettingzoo rlcard chess pygame-ce open_spiel 'pgx==2.6.0' 'jax==0.10.2' 'catanatron==3.2.1'
peers: build/peers/.set-up
	build/peers/bin/python -m hustings.training.benchmarks.peers --out build/peers/peers.json
build/peers/.set-up: pyproject.toml constraints.txt
	$(PYTHON) -m venv build/peers
	build/peers/bin/python -m pip install --quiet --constraint constraints.txt torch
	build/peers/bin/python -m pip install --quiet --constraint constraints.txt $(PEERS) --editable '.[jit,train]'
	touch $@

# The leaderboards that come with hustings, one for each game and number of players: as many games without searches as
# give each agent's share within 2 %, in some minutes, and after them games with searches until BOARD_MINUTES are over.
# What was stopped goes on, and games of a policy that is another by now are played again; to play all afresh, remove
# training/saved first. On a cluster: make leaderboards RAY="--ray auto".
LEADERBOARDS = copycat_2 copycat_3 copycat_4 die_macher_3 die_macher_4 die_macher_5 liberte_3 liberte_4 liberte_5 liberte_6 \
  saludos_amigos_4 saludos_amigos_5 saludos_amigos_6 saludos_amigos_7
BOARD_MINUTES = 30
BOARD_SEED = 0
RAY =
leaderboards: $(LEADERBOARDS:%=training/saved/%.json)
%_2.json: BOARD = --players 2 --games 15000
%_3.json: BOARD = --players 3 --games 9000
%_4.json: BOARD = --players 4 --games 6500
%_5.json: BOARD = --players 5 --games 4500
%_6.json: BOARD = --players 6 --games 3200
%_7.json: BOARD = --players 7 --games 2500
training/saved/%.json: $(SETUP) always
	mkdir -p training/saved
	$(BIN)/hustings leaderboard $(shell echo $* | sed 's/_[0-9]$$//') $(BOARD) --search-games 2000 --seed $(BOARD_SEED) \
	  --minutes $(BOARD_MINUTES) --out $@ --resume $(RAY) > /dev/null

# All figures of how agents do, of which the pages are made: the leaderboards, strength by time, what can be won from a
# policy, how agents do in a population, what subtracting luck is worth, learners over five seeds. Two nights on two cores.
# Each file is written as it grows, and what was stopped goes on; one part alone: make measured-budgets figures
PARTS = policies among_bots budgets exploitability visitors quiz luck seeds
benchmark: leaderboards $(PARTS:%=measured-%)
	$(MAKE) figures
measured-policies: ONE = --games 2000
measured-%: $(SETUP) always
	$(BIN)/python -m hustings.training.benchmarks.$* $(ONE) --out training/benchmarks/measured/$*.toml

# The policies that come with hustings, each trained on one core: those of Die Macher and Liberté at four players, the
# others, GAME_any among them, at tables of every size. They grow: each goes on from the one that is there, against the
# opponents of its game's recipe, itself and its snapshots first, or those below. What was stopped goes on. All, MINUTES each, two at a time:
# make -j2 policies; one of them: make policies POLICIES=agents/policies/copycat.onnx MINUTES=60
# To train one from nothing, remove its file and build/policies first.
MINUTES = 60
POLICIES = $(patsubst %,agents/policies/%.onnx,liberte_any die_macher_any copycat liberte die_macher saludos_amigos)
policies: $(POLICIES)
%/copycat.onnx %/saludos_amigos.onnx %_any.onnx: PLAYERS = any
%/die_macher.onnx %/liberte.onnx: PLAYERS = 4
%/copycat.onnx %/saludos_amigos.onnx: LONG = --set num_games=2048 --set batch_size=4096
# In Die Macher and Liberté a decision says little of who wins: much has to be played between two updates.
%/die_macher.onnx: LONG = --set num_games=4096 --set batch_size=8192 --set freeze_every=5 --set gae_lambda=0.98
# Bots are asked many times as fast as networks, so that more is played in the same time.
%/die_macher_any.onnx: LONG = --set num_games=2048 --set batch_size=4096 --set freeze_every=15 --set entropy=0.003 \
  --set opponents=latest=0.15,snapshots=0.15,greedy=0.35,brisk=0.1,agitator=0.08,pollster=0.07,recruiter=0.07,random=0.03
# In Liberté a search that the policy guides teaches it more in the same time.
%/liberte.onnx %/liberte_any.onnx: LONG = --set algorithm=expert --set targets=improved --set search_seats=one \
  --set search=iterations=32,rounds=1,playouts=brisk+royalist,seats=apart,trust=1 --set wave_games=256 \
  --set learning_rate=4e-4 --set epochs=3 --set batch_size=1024 --set freeze_every=10
MEASURED = --set evaluate_seconds=300 --set evaluate_games=300 --set keep=last
RUN = build/policies/$*
$(POLICIES): agents/policies/%.onnx: $(SETUP) always
	mkdir -p build/policies agents/policies
	test -d $(RUN) || echo $(if $(wildcard $@),--set start=$@) > $(RUN).start
	$(BIN)/hustings train $(*:_any=) --out $(RUN) --minutes $(MINUTES) $$(if test -d $(RUN); then echo --resume; else \
	  cat $(RUN).start; echo --players $(PLAYERS) --seed 1 --set threads=1 $(LONG) $(MEASURED); fi)
	cp $(RUN)/evaluations.json agents/policies/$*.json
	cp $(RUN)/policy/policy.onnx $@
	rm -r $(RUN) $(RUN).start

# Five small policies a game, alike but for their seeds, for the population of `hustings evaluate --population`: forty
# minutes on one core. One that is there stays. Then the version in training/population.toml is raised if anything that a
# population consists of has changed.
POPULATION = $(foreach game,copycat die_macher liberte saludos_amigos,$(patsubst %,agents/population/$(game)_%.onnx,1 2 3 4 5))
agents/population/copycat_% agents/population/saludos_amigos_%: SHORT = 0.9
agents/population/die_macher_%: SHORT = 1.8
agents/population/liberte_%: SHORT = 3
population: $(POPULATION)
	$(BIN)/python -m hustings.training.evaluation.population.members
$(POPULATION): agents/population/%.onnx: | $(SETUP)
	mkdir -p build/population
	$(BIN)/hustings train $(shell echo $* | sed 's/_[0-9]$$//') --out build/population/$* \
	  $$(if test -d build/population/$*; then echo --resume; else echo --players any --seed $(lastword $(subst _, ,$*)) \
	  --minutes $(SHORT) --config agents/population/recipe.toml; fi)
	cp build/population/$*/policy/policy.onnx $@

# The pictures on the games' pages and at the head of the README.
PICTURE = $(BIN)/hustings picture --seed 2
pictures: $(SETUP)
	rm -f envs/*/picture.svg
	$(PICTURE) copycat --seats greedy,greedy,greedy,greedy --moves 250 --seat 1 --out envs/copycat/picture.svg
	$(PICTURE) die_macher --seats greedy,greedy,greedy,greedy --moves 330 --seat 2 --out envs/die_macher/picture.svg
	$(PICTURE) liberte --seats greedy,greedy,greedy,greedy --moves 420 --seat 1 --out envs/liberte/picture.svg
	$(PICTURE) saludos_amigos --seats greedy,greedy,greedy,greedy,greedy --moves 190 --seat 0 --out envs/saludos_amigos/picture.svg

# The tables of figures in the READMEs, from the files that hold the figures.
figures: $(SETUP)
	$(BIN)/python -m hustings.training.benchmarks.figures

# The site, build/docs/html/index.html, from the READMEs, the notebooks, the games and the docstrings. Its environment is
# of its own; a warning is an error.
docs: build/docs-venv/.set-up
	build/docs-venv/bin/python docs/collect.py build/docs/source
	build/docs-venv/bin/sphinx-build -W --keep-going -q -b html -c docs build/docs/source build/docs/html
build/docs-venv/.set-up: pyproject.toml constraints.txt
	$(PYTHON) -m venv build/docs-venv
	build/docs-venv/bin/python -m pip install --quiet --constraint constraints.txt $(TORCH)
	build/docs-venv/bin/python -m pip install --quiet --constraint constraints.txt --editable '.[docs,jit]'
	touch $@

# Run the notebooks and keep what they print and draw; compiled ahead, so that none tells of it.
notebooks: $(SETUP)
	$(BIN)/hustings warmup
	$(BIN)/jupyter-execute --inplace notebooks/*.ipynb

$(SETUP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint constraints.txt $(TORCH)
	$(BIN)/python -m pip install -qq --constraint constraints.txt --editable ".[dev]"
	touch $@

build/demo/.set-up: pyproject.toml constraints.txt
	$(PYTHON) -m venv build/demo
	build/demo/bin/python -m pip install --quiet --upgrade pip
	build/demo/bin/python -m pip install --quiet --constraint constraints.txt $(TORCH)
	build/demo/bin/python -m pip install -qq --constraint constraints.txt --editable ".[jit,train]"
	touch $@

clean:
	rm -rf build $(VENV)
