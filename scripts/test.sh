#!/bin/sh
# Runs all tests and ends with one line that counts them.
set -u
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT

{
    ${CARGO:-cargo} test --workspace --all-features 2>&1
    echo "exit status $?"
} | tee "$log"

status=$(sed -n 's/^exit status //p' "$log" | tail -n 1)
awk '/^test result:/ { passed += $4; failed += $6 }
     END { printf "%d passed, %d failed\n", passed, failed }' "$log"
exit "${status:-1}"
