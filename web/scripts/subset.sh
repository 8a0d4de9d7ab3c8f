#!/bin/sh
# Makes src/fonts: the letters of headings that every page needs, by the ranges in src/fonts.css, without the rest of the files they
# come from. Once, and after an update of the font or a change of the ranges; the result is kept with the source.
# Needs `pip install fonttools brotli`.
set -eu
cd "$(dirname "$0")/.."
for letters in latin cyrillic; do
    made=fonts/alegreya-$letters-600.woff2
    ranges=$(awk -v made="$made" 'index($0, made) { found = 1 } found && sub(/.*unicode-range: */, "") { gsub(/[; ]/, ""); print; exit }' src/fonts.css)
    pyftsubset node_modules/@fontsource/alegreya/files/alegreya-$letters-600-normal.woff2 --unicodes="$ranges" \
        --layout-features=kern,liga,lnum --name-IDs='*' --flavor=woff2 --output-file="src/$made"
done
