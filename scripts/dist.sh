#!/bin/sh
# Packs the program with its licences into one archive with a checksum.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
name=bastide-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
rm -rf "dist/$name"
mkdir -p "dist/$name"
cp target/release/bastide README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "dist/$name/"
# Names and licences of everything that is in the program.
${CARGO:-cargo} tree --package bastide --edges normal --prefix none --format '{p} {l}' | sed 's/ (\/[^)]*)//' | sort -u > "dist/$name/DEPENDENCIES"
tar -C dist -czf "dist/$name.tar.gz" "$name"
(cd dist && sha256sum "$name.tar.gz" > "$name.tar.gz.sha256")
echo "dist/$name.tar.gz"
