#!/bin/sh
# Runs all tests, of the crates, of the client and in a real browser, and ends with one line that
# counts them. Installs what they need.
set -u
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0

step() {
    echo "== $1"
    shift
    {
        "$@" 2>&1
        echo "exit status $?"
    } | tee -a "$log"
    [ "$(tail -n 1 "$log")" = "exit status 0" ] || failed=1
}

client() {
    cd web && npm ci && npm run check && npm test -- --reporter=dot && npm run build
}

browser() {
    CHROMIUM=$(sh scripts/browser.sh) || return 1
    export CHROMIUM
    cd web && npm run e2e
}

# The client first: it is built into the program that the browser tests start.
step "client" client
step "crates" ${CARGO:-cargo} test --workspace --all-features
step "program" ${CARGO:-cargo} build --package bastide
step "browser" browser

# cargo: "test result: ok. 5 passed; 0 failed; …", vitest: "Tests  5 passed (5)",
# playwright: "  5 passed (10s)", "  1 failed", and "  1 flaky" for what passed only at a second try.
sed 's/\x1b\[[0-9;]*m//g' "$log" | awk '
    /^test result:/ { passed += $4; bad += $6; next }
    /^ *Tests / { for (i = 2; i <= NF; i++) { if ($i == "passed") passed += $(i - 1); if ($i == "failed") bad += $(i - 1) } next }
    /^ *[0-9]+ passed \(/ { passed += $1 }
    /^ *[0-9]+ failed$/ { bad += $1 }
    /^ *[0-9]+ flaky$/ { passed += $1; names = $1; next }
    names > 0 { print "flaky:" $0; names-- }
    END { printf "%d passed, %d failed\n", passed, bad }'
exit $failed
