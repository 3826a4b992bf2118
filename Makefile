# make run    plays the demo game (or GAME=path) in a window
# make test   everything that continuous integration checks
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?=
CORE := $(wildcard agi_emu/_core/*.pyx agi_emu/_core/*.pxd) setup.py

.PHONY: run test build lint accuracy clean

run: $(VENV)/.built
	$(BIN)/agi-emu run $(GAME)

test: $(VENV)/.built
	$(BIN)/python -m pytest -n 2

build: $(VENV)/.built

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q -U pip "setuptools>=77"
	$(BIN)/python -m pip install -q -e '.[dev]'
	touch $@

$(VENV)/.built: $(VENV)/.installed $(CORE)
	$(BIN)/python setup.py -q build_ext --inplace
	touch $@

clean:
	rm -rf build dist *.egg-info $(VENV) agi_emu/_core/*.so
