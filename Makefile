# `make run` plays, `make test` checks; `make help` lists the rest.

CARGO ?= cargo
# Where the bare loop of the benchmarks was built, if it is at hand.
BARE_LOOP ?=

.PHONY: help build run test test-all fuzz bench fmt lint

help:
	@echo "make run       build and play a game in the terminal"
	@echo "make test      all tests that take minutes"
	@echo "make test-all  the long walks and everything slow"
	@echo "make fuzz      random records and actions for long (CASES=100000)"
	@echo "make bench     measure the engine"
	@echo "make build     the release program, target/release/bastide"
	@echo "make fmt       format everything"
	@echo "make lint      formats, clippy, licences"

build:
	$(CARGO) build --release --package bastide

run: build
	@echo "The game in the browser does not exist yet: this is the plain game in the terminal."
	./target/release/bastide play

test:
	@sh scripts/test.sh

test-all: test
	BASTIDE_WALKS=20000 PROPTEST_CASES=5000 $(CARGO) test --release --workspace

CASES ?= 100000
fuzz:
	PROPTEST_CASES=$(CASES) $(CARGO) test --release --package bastide-rules --test fuzz_records --test fuzz_actions

bench:
	BARE_LOOP="$(BARE_LOOP)" $(CARGO) bench --package bastide-rules --bench engine

fmt:
	$(CARGO) fmt --all

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --all-features -- --deny warnings
	@command -v cargo-deny >/dev/null || $(CARGO) install --locked cargo-deny
	$(CARGO) deny --all-features check bans licenses sources
