# make run     set up, run the sample suite and the demo, end with the report's path
# make test    set up, run every test in parallel, end with the gate on the whole suite
# make check   lint, types, import contracts
# make bench   ratios against SQLite, side by side
# make soak    the campaigns that are too long for every run: crash states, fuzzing, kills
# make llm     whole orders by a small model on a local server, where both install
# make build   compile and install again what has changed

CORPUS ?= ../shared/corpus
BIN := .venv/bin
SOURCES := $(shell find sqllogictest target_db harness reports builder -name '*.py' -o -name '*.j2' -o -name '*.md' -path '*/builder/*')

.PHONY: run test check bench llm soak build clean

build: build/installed

build/tools: .ci/setup pyproject.toml
	bash .ci/setup
	@mkdir -p build && touch $@

build/installed: build/tools hatch_build.py $(SOURCES)
	@echo "Installing dbwright. With a C compiler that takes a few minutes: the engine is compiled."
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --force-reinstall .
	$(BIN)/dbwright --version
	@touch $@

run: build
	bash .ci/tour

test: build
	DBWRIGHT_EXPECT=$$($(BIN)/python -P .ci/expected_build) $(BIN)/pytest -n auto -m "not soak and not llm and not pure_only"
	DBWRIGHT_PURE=1 DBWRIGHT_EXPECT=pure $(BIN)/pytest -n auto -m "not soak and not compiled_only" \
		tests/unit/sqllogictest tests/unit/target_db tests/dbapi tests/documentation tests/property
	@if [ -d $(CORPUS) ]; then $(BIN)/dbwright gate --baseline tests/corpus/baseline.json.gz $(CORPUS); \
	else echo "No suite at $(CORPUS): the gate on the official suite is left out."; fi

check: build/tools
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: build
	$(BIN)/dbwright bench harness
	$(BIN)/dbwright bench engine
	$(BIN)/dbwright bench growth
	$(BIN)/dbwright bench disk

llm: build
	$(BIN)/pytest -m llm

soak: build
	$(BIN)/pytest -n auto -m soak

clean:
	rm -rf build dist .venv .mypy_cache .ruff_cache .pytest_cache .dbwright
