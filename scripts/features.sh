#!/bin/sh
# Checks each library of the workspace by itself: without features, and with each feature alone. What is built together
# shares features, so a forgotten one is seen only here.
set -eu
cd "$(dirname "$0")/.."
cargo=${CARGO:-cargo}
for manifest in crates/*/Cargo.toml; do
    [ -e "$(dirname "$manifest")/src/lib.rs" ] || continue
    package=$(sed -n 's/^name = "\(.*\)"/\1/p' "$manifest" | head -n 1)
    features=$(sed -n '/^\[features\]/,/^\[/s/^\([a-z][a-z0-9_-]*\) *=.*/\1/p' "$manifest")
    echo "$package without features"
    "$cargo" check --quiet --package "$package" --no-default-features
    for feature in $features; do
        [ "$feature" = default ] && continue
        echo "$package with $feature alone"
        "$cargo" check --quiet --package "$package" --no-default-features --features "$feature"
    done
done
