#!/bin/sh
# Prints the path of a Chromium for the tests: $CHROMIUM, an installed one, or one installed now.
set -eu
find_browser() {
    for name in chromium chromium-browser google-chrome; do
        command -v "$name" && return 0
    done
    return 1
}
if [ -n "${CHROMIUM:-}" ]; then
    echo "$CHROMIUM"
elif find_browser; then
    :
elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium; } >&2
    find_browser
else
    echo "The browser tests need Chromium: install it, or set CHROMIUM to the path of one." >&2
    exit 1
fi
