# make run             plays the demo game in a window; GAME=path plays another
# make test            the tests, in four minutes
# make check           what takes longer: sanitizers, wheel, counts of instructions, long searches; after make test
# make test-browser    looks at reports and previews in Chromium, which it installs where it may
# make vsix            the extension for VS Code, in build; needs node and npm
# make test-editor     drives it in VS Code without a window, on the demo's project
# make web             the runtime of agi-emu export, in dist; needs node and npm
# make test-web        the core in WebAssembly against the original, in node; make accuracy-web against everything
# make test-web-browser  exported pages in Chromium, and in Firefox where it is installed; make test-layouts only those on
#                      phones and in frames, with pictures to look at in build/layouts
# make bench           the benchmarks; AGAINST=tree, commit or name compares; make bench-check counts the instructions of the core's kernels
# make coverage        which lines of the core recordings and tests of commands execute
# make sanitize        tests on cores under sanitizers, in copies; make check runs a short form
# make fuzz            looks for inputs that the program cannot handle; SECONDS=600 in all, TARGET=lzw for one;
#                      then tries other examples of all properties
# make accuracy        compares with everything recorded from the original
# make conformance     the public suite: small games of our own with what the original did
# make lab             agents that learn, at length; worlds beside those of others; jobs that are killed; GAME=path
# make docs            the documents as a site, in build/site
# make dist            what is released: sdist and wheels, in build/dist, and the documents
# make build           the core and the demo game; make clean removes what these made
#
# Each does its own set-up, once: system packages, .venv, dependencies, the Cython core.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Modules of tests are compiled once, not in every process, also where Python may not write them.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 2 --dist worksteal
GAME ?=
# The core: its sources, and the declarations from which setup.py writes what it knows of state, codes and opcodes.
WRITTEN := $(addprefix agi_emu/_core/,codes.pxd layout.pxd opcodes.pxd rules.pxd $(addsuffix _actions.pxi,looks motion placing variable))
CORE := $(wildcard agi_emu/_core/*.pyx agi_emu/_core/*.pxd agi_emu/_core/*.h) setup.py scripts/core_declarations.py \
	$(wildcard agi_emu/facts/*.py agi_emu/state/*.py agi_emu/logic/*.py agi_emu/data/*.tsv)
MODULES := $(shell find agi_emu -name '*.py')
# The demo game: its sources, and what builds games.
DEMO := $(wildcard agi_emu/data/demo/* agi_emu/data/demo/*/* agi_emu/resources/*.py agi_emu/resources/*/*.py)

.PHONY: run test check test-browser vsix test-editor web test-web test-web-browser test-layouts accuracy-web bench bench-check coverage sanitize fuzz accuracy conformance lab docs dist build clean

run: build
	@echo "starting $(if $(GAME),$(GAME),The Last Lamp)"
	@$(BIN)/agi-emu run $(if $(GAME),"$(GAME)")

test: build
	$(PYTEST)

# Properties are searched again, with all examples.
check: build
	$(PYTEST) --hypothesis-profile=search -m "(slow or hypothesis) and not browser and not web"

test-browser: build
	scripts/prepare-browser
	$(BIN)/python -m pytest -n 0 -m "browser and not web"

vsix: VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
vsix:
	cd editors/vscode && npm ci --silent --ignore-scripts && npm run --silent bundle && mkdir -p ../../build && \
		npx vsce package $(VERSION) --no-update-package-json --no-git-tag-version --no-dependencies --skip-license \
		-o ../../build/agi-emu.vsix

test-editor: build vsix
	scripts/prepare-browser
	scripts/drive-editor $(CURDIR)/build/agi-emu.vsix

web: build
	@$(BIN)/python -m web

test-web: web
	$(BIN)/python -m pytest -n 0 -m "web and not browser"

test-web-browser: web
	scripts/prepare-browser
	$(BIN)/python -m pytest -n 0 -m "web and browser"

test-layouts: web
	scripts/prepare-browser
	mkdir -p build/layouts
	AGI_EMU_SCREENSHOTS=build/layouts $(BIN)/python -m pytest -n 0 -m "web and browser" tests/web/test_layouts.py

accuracy-web: web
	@$(BIN)/python -m web.checking

bench: build
	@$(BIN)/python -m benchmarks $(if $(AGAINST),--against $(AGAINST))

bench-check: build
	@$(BIN)/python -m benchmarks.instruction_counts

coverage: build
	@$(BIN)/python scripts/core-coverage

sanitize: build
	@$(BIN)/python scripts/sanitize

fuzz: build
	@$(BIN)/python scripts/fuzz $(or $(SECONDS),600) $(TARGET)
	$(if $(TARGET),,$(PYTEST) --hypothesis-profile=search -m hypothesis)

accuracy: build
	@$(BIN)/python -m tests.accuracy

conformance: build
	@$(BIN)/python -m tests.conformance

lab: build $(VENV)/.lab
	$(BIN)/python examples/go_explore.py $(GAME) --steps 400000
	$(BIN)/python examples/text_agent.py $(GAME) --plays 500
	$(BIN)/python -m benchmarks.world_steps
	$(BIN)/python -m benchmarks.trials.gymnasium_tools
	$(BIN)/python -m benchmarks.trials.killed_jobs --recordings 300 --cycles 300 --every 2

docs: build $(VENV)/.docs
	rm -rf build/site
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env docs build/site
	@echo build/site/index.html

dist: docs $(VENV)/.dist
	$(BIN)/python scripts/dist

build: $(VENV)/.built $(VENV)/.bytecode

$(VENV)/.created:
	scripts/prepare-host $(PYTHON)
	@echo "installing Python packages into $(VENV): a minute, once"
	$(PYTHON) -m venv $(VENV)
	@touch $@

# Exactly what the lock files name, by their hashes (scripts/lock-requirements writes them). This leaves the core alone:
# what an editable installation builds is thrown away and would be built again below.
$(VENV)/.installed: $(VENV)/.created pyproject.toml requirements-dev.lock
	$(BIN)/python -m pip install -q --require-hashes -r requirements-dev.lock
	AGI_EMU_ONLY=nothing $(BIN)/python -m pip install -q --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.lab: $(VENV)/.installed requirements-lab.lock
	$(BIN)/python -m pip install -q --no-deps --require-hashes -r requirements-lab.lock
	@touch $@

$(VENV)/.docs: $(VENV)/.installed requirements-docs.lock
	$(BIN)/python -m pip install -q --require-hashes -r requirements-docs.lock
	@touch $@

$(VENV)/.dist: $(VENV)/.installed requirements-dist.lock
	$(BIN)/python -m pip install -q --require-hashes -r requirements-dist.lock
	@touch $@

$(VENV)/.built: $(VENV)/.installed $(CORE) $(DEMO)
	@echo "building the core on $$(nproc 2>/dev/null || echo all) processors: a minute or two, once"
	@$(BIN)/python setup.py -q build_ext --inplace
	@touch $@

# Without it every start compiles 150 modules where Python may not write them (PYTHONDONTWRITEBYTECODE).
$(VENV)/.bytecode: $(VENV)/.built $(MODULES)
	@$(BIN)/python -m compileall -q agi_emu
	@touch $@

clean:
	rm -rf build dist *.egg-info $(VENV) agi_emu/_core/*.so $(WRITTEN) agi_emu/data/demo.zip
