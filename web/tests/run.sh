#!/usr/bin/env bash
# Builds the page and tests it: the crate without a browser, the page in Chromium. What
# cannot be had on this machine is skipped with the reason, and the exit status is 77.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
    echo "skipped: the page ($1)"
    exit 77
}

cargo test --locked
cargo clippy --locked --all-targets -- -D warnings
cargo fmt --check

node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null ||
    skip "no Node.js 20"
command -v npm >/dev/null || skip "no npm"
timeout 300 rustup target add wasm32-unknown-unknown >/dev/null 2>&1 ||
    skip "rustup cannot add wasm32-unknown-unknown"
# What is fetched is tried first: a failure after that is one of the page.
timeout 300 npm ci --no-audit --no-fund >/dev/null 2>&1 || skip "npm cannot install what it is made with"
./build.sh tools || skip "wasm-bindgen's program cannot be installed"
./build.sh

browser=${CHROMIUM:-/usr/bin/chromium}
[ -x "$browser" ] || skip "no Chromium; it was built, not tried"
node --test --test-reporter=spec tests/
