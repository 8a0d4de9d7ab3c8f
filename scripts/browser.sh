#!/bin/sh
# Prints the path of a Chromium for the tests: $CHROMIUM, an installed one, or one installed now. `browser.sh shell` prefers the
# headless shell, the same browser without windows, menus and notifications: it takes a fifth less of the processor.
set -eu
find_browser() {
    for name in "$@"; do
        command -v "$name" && return 0
    done
    return 1
}
find_wanted() {
    case $wanted in
    shell) find_browser chromium-headless-shell ;;
    *) find_browser chromium chromium-browser google-chrome ;;
    esac
}
wanted=${1:-whole}
if [ -n "${CHROMIUM:-}" ]; then
    echo "$CHROMIUM"
elif find_wanted; then
    :
elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    # Not every release of Debian has the shell.
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends chromium &&
        { DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium-headless-shell || true; }; } >&2
    find_wanted || find_browser chromium
elif [ "$wanted" = shell ]; then
    exec sh "$0"
else
    echo "The browser tests need Chromium: install it, or set CHROMIUM to the path of one." >&2
    exit 1
fi
