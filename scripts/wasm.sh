#!/bin/sh
# Builds the engine of the page, web/engine/rooms.wasm, its rest.wasm and thinking.wasm, with whatever compiler for WebAssembly there is:
#   1. the target of rustup, if it is installed or rustup can fetch it;
#   2. Debian's rustc-web and cargo-web with the source of the standard library, which apt installs if we are root;
#   3. none: a note, and everything runs on the server. That is no error.
# Says which one it took. BASTIDE_WASM=no leaves it out, BASTIDE_WASM=installed installs nothing for it, BASTIDE_WASM=yes makes
# its absence an error.
set -eu
cd "$(dirname "$0")/.."
out=web/engine
target=wasm32-unknown-unknown
folder=${CARGO_TARGET_DIR:-$PWD/target}/page

without() {
    rm -rf "$out"
    echo "wasm: $1 Games run on the server alone."
    [ "${BASTIDE_WASM:-}" != yes ] || exit 1
    exit 0
}

# What the target needs beside the compiler.
has_target() {
    command -v rustc >/dev/null && [ -d "$(rustc --print target-libdir --target $target 2>/dev/null)" ]
}
has_debian() {
    [ -x /usr/bin/cargo ] && [ -x /usr/bin/rustc ] && ls /usr/bin/wasm-ld-* >/dev/null 2>&1 &&
        [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library" ] &&
        # The edition and the library need it.
        /usr/bin/rustc --version | awk '{ split($2, v, "."); exit !(v[1] > 1 || v[2] >= 88) }'
}

[ "${BASTIDE_WASM:-}" != no ] || without "left out."
# Nothing to do if nothing is newer than it.
if [ -e "$out/rooms.wasm" ] && [ -e "$out/thinking.wasm" ] &&
    [ -z "$(find Cargo.lock Cargo.toml scripts/wasm.sh crates/wasm crates/table crates/art crates/bots crates/analysis crates/film crates/rules \
        \( -name '*.rs' -o -name '*.toml' -o -name '*.txt' -o -name '*.html' -o -name '*.mjs' -o -name wasm.sh -o -name Cargo.lock \) -not -path '*/tests/*' \
        -newer "$out/rooms.wasm" | head -n 1)" ]; then
    echo "wasm: $out is up to date"
    exit 0
fi
how=
if has_target; then
    how=rustup
elif has_debian; then
    how=debian
elif [ "${BASTIDE_WASM:-}" = installed ]; then
    :
elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "wasm: installing Debian's compiler for WebAssembly"
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends \
        rustc-web cargo-web rust-web-src lld-19 binaryen; } >/dev/null 2>&1 || true
    if has_debian; then how=debian; fi
fi
if [ -z "$how" ] && [ "${BASTIDE_WASM:-}" != installed ] && command -v rustup >/dev/null; then
    # Last, because it waits long where its host cannot be reached.
    timeout 120 rustup target add $target >/dev/null 2>&1 || true
    if has_target; then how=rustup; fi
fi

# What the compiler uses by itself and every browser has since 2021.
features="--enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int --enable-multivalue \
    --enable-reference-types"

# Two files from one crate: a game begins with the first, bots and whatever else takes long are in the second. The first is
# made small, the second fast; `more` goes to cargo.
compile() {
    part=$1 more=$2
    build="rustc --locked --package bastide-wasm --lib --crate-type cdylib --no-default-features --features $part \
        --profile page $more --target $target --target-dir $folder"
    case $how in
    rustup)
        ${CARGO:-cargo} $build
        ;;
    debian)
        linker=$(ls /usr/bin/wasm-ld-* | sort -V | tail -n 1)
        # The library is not built for the target there; it is built here, small: without the words of panics, which are a
        # tenth of the whole. Whoever looks for the cause of one builds with rustup's target.
        env -u RUSTUP_TOOLCHAIN PATH="/usr/bin:$PATH" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
            CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$linker" \
            CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Zunstable-options -Cpanic=immediate-abort" \
            /usr/bin/cargo $build -Z build-std=std,panic_abort -Z build-std-features=optimize_for_size
        ;;
    esac
    made=$folder/$target/page/bastide_wasm.wasm
    if command -v wasm-opt >/dev/null; then
        shift 2
        wasm-opt "$@" $features --strip-debug --strip-producers "$made" -o "$out/$part.wasm"
    else
        cp "$made" "$out/$part.wasm"
    fi
}

# Leaves in rooms.wasm what a first turn needs, as it is seen by playing some, and writes everything else to rest.wasm, which pages
# load after it. xz packs them so that a page can unpack the rest in the middle of a request. Without these tools it stays whole.
divide() {
    rm -f "$out/rest.wasm"
    command -v wasm-split >/dev/null && command -v xz >/dev/null && command -v node >/dev/null || return 0
    work=$(mktemp -d)
    mv "$out/rooms.wasm" "$work/whole.wasm"
    wasm-split $features --instrument "$work/whole.wasm" -o "$work/counting.wasm" &&
        node crates/wasm/node/first-turn.mjs "$work/counting.wasm" "$work/profile" &&
        wasm-split $features --split "$work/whole.wasm" --profile="$work/profile" -o1 "$out/rooms.wasm" -o2 "$out/rest.wasm" || {
        echo "wasm: the engine could not be divided; it is loaded as a whole"
        rm -f "$out/rest.wasm"
        mv "$work/whole.wasm" "$out/rooms.wasm"
    }
    rm -r "$work"
}

case $how in
rustup) echo "wasm: building with $(rustc --version)" ;;
debian) echo "wasm: building with Debian's $(/usr/bin/rustc --version) and the source of the standard library" ;;
*)
    without "there is no compiler for WebAssembly (rustup target add $target, or as root apt-get install rustc-web cargo-web rust-web-src lld-19)."
    ;;
esac
mkdir -p "$out"
# Functions with one caller stay apart in the first one, so that it can be divided.
compile thinking "--config profile.page.package.bastide-rules.opt-level=3" -O3
compile rooms "" -Oz --one-caller-inline-max-function-size=10
divide
for made in "$out"/*.wasm; do
    echo "wasm: $made, $(wc -c <"$made") bytes, $(gzip -9 -c "$made" | wc -c) gzip"
done
