# `make run` plays, `make test` checks; `make help` lists the rest.

CARGO ?= cargo
# Where the bare loop of the benchmarks was built, if it is at hand.
BARE_LOOP ?=

.PHONY: help build client engine site run pages libraries check docs features licences test test-all fuzz simulate chaos bench load garbage fmt lint dist

help:
	@echo "make run       build, start the game in the browser and print its address"
	@echo "make check     formats, clippy, types of the client, documents, licences"
	@echo "make test      all tests that take minutes"
	@echo "make test-all  the long walks, whole games in the browser, features one by one and everything slow"
	@echo "make fuzz      random records and actions for long (CASES=100000)"
	@echo "make simulate  many servers in one thread with everything going wrong (HISTORIES=100000, SEED=1)"
	@echo "make chaos     three real servers, PostgreSQL and NATS, and random kill -9 of all of them (ROUNDS=100)"
	@echo "make bench     measure the engine"
	@echo "make load      many games at once against a server on this machine"
	@echo "make garbage   ten minutes of garbage against a server on this machine (ARGS=\"--seconds 60\", ARGS=\"abuse --seconds 120\")"
	@echo "make build     client and release program, target/release/bastide"
	@echo "make engine    the engine for games without a server, web/engine, where a compiler for it can be had"
	@echo "make site      a folder for any static host, dist/site: everything on the player's device (docs/site.md)"
	@echo "make dist      one archive that runs without Rust and Node"
	@echo "make fmt       format everything"

# The client is built into the program, and with it the engine for games on the player's own device.
build: engine client
	$(CARGO) build --release --package bastide

client: web/node_modules/.built

# Built anew only if its source changed, because the program is compiled again when the client is new. The types in
# src/wire are written by tests, and nothing of them is in what is built.
CLIENT := $(shell find web/src web/public web/scripts web -maxdepth 1 -type f) \
	$(shell find web/src web/public web/scripts -mindepth 2 -type f -not -path 'web/src/wire/*') \
	$(shell find docs/rules -name '*.md') $(shell find learning -name '*.json')
ifeq ($(wildcard web/dist/assets),)
.PHONY: web/node_modules/.built
endif
web/node_modules/.built: web/node_modules/.installed $(CLIENT) $(wildcard web/engine/*.wasm)
	@sh scripts/node.sh
	cd web && npm run build
	touch $@

web/node_modules/.installed: web/package-lock.json
	@sh scripts/node.sh
	cd web && npm ci
	touch $@

# The engine for games without a server, where a compiler for it can be had: scripts/wasm.sh says what it did, and leaves it
# alone if nothing of it has changed.
engine:
	@sh scripts/wasm.sh

# A folder for any static host: the client and the engine, with relative addresses. The engine may be new then, so make looks again.
site: web/node_modules/.installed
	@BASTIDE_WASM=yes sh scripts/wasm.sh
	@$(MAKE) --no-print-directory web/node_modules/.site

ifeq ($(wildcard dist/site/assets),)
.PHONY: web/node_modules/.site
endif
web/node_modules/.site: web/node_modules/.installed $(CLIENT) $(wildcard web/engine/*.wasm)
	@sh scripts/node.sh
	cd web && npm run site
	touch $@

# ARGS="--host 0.0.0.0" lets friends on the same network in. The first time takes minutes, a third of them for the engine, in which
# lessons, hints, analysis and games without a network run; BASTIDE_WASM=no leaves it out. Not a release, which takes half
# as long again: the profile is a quicker one, without PostgreSQL and NATS, and the libraries are compiled while the client is built.
QUICK := --profile quick --no-default-features
run:
	@$(MAKE) --no-print-directory -j2 pages libraries
	$(CARGO) run $(QUICK) --quiet --package bastide -- serve $(ARGS)

pages:
	@$(MAKE) --no-print-directory engine
	@$(MAKE) --no-print-directory client

# Everything of the program but the client inside it.
libraries:
	$(CARGO) build $(QUICK) --package bastide-server --package bastide-analysis --package bastide-arena --package bastide-film

test:
	@sh scripts/test.sh

test-all: test features
	cd web && CHROMIUM_SHELL=$$(sh ../scripts/browser.sh shell) CHROMIUM=$$(sh ../scripts/browser.sh) \
		BASTIDE_BIN=$${CARGO_TARGET_DIR:-$(CURDIR)/target}/debug/bastide npm run e2e-all
	BASTIDE_WALKS=20000 PROPTEST_CASES=5000 $(CARGO) test --release --workspace

CASES ?= 100000
fuzz:
	PROPTEST_CASES=$(CASES) $(CARGO) test --release --package bastide-rules --test suite fuzz_

HISTORIES ?= 100000
SEED ?= 1
simulate:
	$(CARGO) run --release --package bastide-simulator -- --seed $(SEED) --histories $(HISTORIES)

# The same program and the same parts as in `make test`, where three rounds are played.
ROUNDS ?= 100
chaos:
	BASTIDE_CHAOS_ROUNDS=$(ROUNDS) $(CARGO) test --package bastide --all-features --test suite chaos:: -- --nocapture

load:
	$(CARGO) run --release --package bastide-server --example load -- $(ARGS)

garbage:
	$(CARGO) run --release --package bastide-server --example garbage -- --seconds 600 $(ARGS)

bench:
	BARE_LOOP="$(BARE_LOOP)" $(CARGO) bench --package bastide-rules --bench engine

fmt:
	$(CARGO) fmt --all

dist: build
	sh scripts/dist.sh

# Everything that is seen without running the game; `.ci/run` does this and then the tests.
check: lint docs licences

lint: web/node_modules/.installed
	$(CARGO) fmt --all --check
	cd web && npm run check
	$(CARGO) clippy --workspace --all-targets --all-features -- --deny warnings

docs:
	RUSTDOCFLAGS="--deny warnings" $(CARGO) doc --workspace --all-features --no-deps

# Each library by itself, without features and with each of them alone.
features:
	CARGO="$(CARGO)" sh scripts/features.sh

# The tests of xtask hold what is compiled here to the same list. `cargo install cargo-deny` takes minutes.
licences:
	@if command -v cargo-deny >/dev/null; then $(CARGO) deny --all-features check bans licenses sources; \
	else echo "cargo-deny is not installed; make test checks the licences of this platform"; fi
