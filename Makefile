# `make run` plays, `make test` checks; `make help` lists the rest.

CARGO ?= cargo
# Where the bare loop of the benchmarks was built, if it is at hand.
BARE_LOOP ?=

.PHONY: help build client run test test-all fuzz bench load garbage fmt lint dist

help:
	@echo "make run       build, start the game in the browser and print its address"
	@echo "make test      all tests that take minutes"
	@echo "make test-all  the long walks and everything slow"
	@echo "make fuzz      random records and actions for long (CASES=100000)"
	@echo "make bench     measure the engine"
	@echo "make load      many games at once against a server on this machine"
	@echo "make garbage   ten minutes of garbage against a server on this machine (ARGS=\"--seconds 60\")"
	@echo "make build     client and release program, target/release/bastide"
	@echo "make dist      one archive that runs without Rust and Node"
	@echo "make fmt       format everything"
	@echo "make lint      formats, clippy, licences"

# The client is built into the program.
build: client
	$(CARGO) build --release --package bastide

client: web/node_modules/.installed
	cd web && npm run build

web/node_modules/.installed: web/package-lock.json
	cd web && npm ci
	touch $@

# ARGS="--host 0.0.0.0" lets friends on the same network in.
run: build
	$(CARGO) run --release --quiet --package bastide -- serve $(ARGS)

test:
	@sh scripts/test.sh

test-all: test
	BASTIDE_WALKS=20000 PROPTEST_CASES=5000 $(CARGO) test --release --workspace

CASES ?= 100000
fuzz:
	PROPTEST_CASES=$(CASES) $(CARGO) test --release --package bastide-rules --test suite fuzz_

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

lint: web/node_modules/.installed
	$(CARGO) fmt --all --check
	cd web && npm run check
	$(CARGO) clippy --workspace --all-targets --all-features -- --deny warnings
	@command -v cargo-deny >/dev/null || $(CARGO) install --locked cargo-deny
	$(CARGO) deny --all-features check bans licenses sources
