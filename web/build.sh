#!/usr/bin/env bash
# Builds the page: dist/index.html, one file with everything in it. It needs Rust with
# rustup, and Node.js with npm. It installs the program of wasm-bindgen, in the version of
# the crate, into target/tools; with the argument "tools", that is all it does.
set -euo pipefail
cd "$(dirname "$0")"

target=wasm32-unknown-unknown
version=$(sed -n 's/^wasm-bindgen = "=\(.*\)"/\1/p' Cargo.toml)
tools=$PWD/target/tools
if [ "$("$tools/bin/wasm-bindgen" --version 2>/dev/null)" != "wasm-bindgen $version" ]; then
    cargo install --quiet wasm-bindgen-cli --version "$version" --root "$tools"
fi
[ "${1:-}" != tools ] || exit 0
[ -d node_modules ] || npm ci --no-audit --no-fund

rustup target add "$target" >/dev/null 2>&1 || true
cargo build --release --locked --target "$target"
"$tools/bin/wasm-bindgen" --target web --no-typescript --out-dir target/module \
    "target/$target/release/ox88_web.wasm"
# What Rust uses by default, and nothing newer, which a browser may not know.
node_modules/.bin/wasm-opt -O3 --enable-bulk-memory --enable-multivalue \
    --enable-mutable-globals --enable-nontrapping-float-to-int --enable-reference-types \
    --enable-sign-ext target/module/ox88_web_bg.wasm -o target/module/ox88_web.wasm
node bundle.mjs
