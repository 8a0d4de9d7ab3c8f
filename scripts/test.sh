#!/bin/sh
# Runs all tests, of the crates, of the client and in a real browser, and ends with one line that
# counts them. Installs what they need.
set -u
cd "$(dirname "$0")/.."
log=$(mktemp)
beside=$(mktemp)
trap 'rm -f "$log" "$beside"' EXIT
failed=0

step() {
    name=$1 since=$(date +%s)
    echo "== $name"
    shift
    {
        "$@" 2>&1
        echo "exit status $?"
    } | tee -a "$log"
    is_done || failed=1
    echo "== $name took $(($(date +%s) - since)) s"
}

# Whether the last step went well.
is_done() {
    [ "$(tail -n 1 "$log")" = "exit status 0" ]
}

# The engine first, because it is part of the client; where there is no compiler for it the tests of it are left out.
client() {
    make engine client && if [ -e web/engine/rooms.wasm ]; then make site; fi && cd web && npm test -- --reporter=dot
}

browser() {
    CHROMIUM_SHELL=$(sh scripts/browser.sh shell) && CHROMIUM=$(sh scripts/browser.sh) || return 1
    BASTIDE_BIN=${CARGO_TARGET_DIR:-$PWD/target}/debug/bastide
    export CHROMIUM_SHELL CHROMIUM BASTIDE_BIN
    cd web && npm run e2e
}

# What was done beside something else, and its exit status; its output comes now, so that the two are not mixed.
told() {
    cat "$beside"
    return "$1"
}

# The client is built while the crates are compiled: a development build reads it from its folder when it runs. The tests of the
# command line need the program, so it is built with them; the browser tests start that one. To build it alone would compile everything
# again, with other features.
client >"$beside" 2>&1 &
begun=$!
step "build" ${CARGO:-cargo} test --workspace --all-features --no-run
is_built=no; if is_done; then is_built=yes; fi
wait $begun
step "client" told $?
# Half of the time the tests of the crates wait, for clocks, leases and servers that were killed: more of them at once than there are cores.
if [ $is_built = yes ]; then
    RUST_TEST_THREADS=${RUST_TEST_THREADS:-6}
    export RUST_TEST_THREADS
    step "crates" ${CARGO:-cargo} test --workspace --all-features --no-fail-fast
    step "browser" browser
fi

# cargo: "test result: ok. 5 passed; 0 failed; …", vitest: "Tests  5 passed (5)",
# playwright: "  5 passed (10s)", "  1 failed", and "  1 flaky" for what passed only at a second try.
sed 's/\x1b\[[0-9;]*m//g' "$log" | awk -v failed=$failed '
    /^test result:/ { passed += $4; bad += $6; next }
    /^ *Tests / { for (i = 2; i <= NF; i++) { if ($i == "passed") passed += $(i - 1); if ($i == "failed") bad += $(i - 1) } next }
    /^ *[0-9]+ passed \(/ { passed += $1 }
    /^ *[0-9]+ failed$/ { bad += $1 }
    /^ *[0-9]+ flaky$/ { passed += $1; names = $1; next }
    names > 0 { print "flaky:" $0; names-- }
    # A step that failed without a test, for example because nothing could be built.
    END { if (failed && !bad) bad = 1; printf "%d passed, %d failed\n", passed, bad }'
exit $failed
