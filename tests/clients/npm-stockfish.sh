#!/usr/bin/env bash
# `compare` finds no difference in the npm package `stockfish`: Stockfish as
# WebAssembly, which Node runs.
set -euo pipefail

skip() {
    echo "$1"
    exit 77
}

version=19.0.0
root=$CLIENTS/npm-stockfish-$version
engine=$root/node_modules/stockfish/bin/stockfish-${version%%.*}-lite-single.js

command -v node >/dev/null || skip "no node on the PATH"
if [ ! -e "$engine" ]; then
    command -v npm >/dev/null || skip "no npm on the PATH"
    mkdir -p "$root"
    npm install --prefix "$root" --no-audit --no-fund --ignore-scripts "stockfish@$version" \
        >"$CLIENTS/log/npm.log" 2>&1 || skip "no package, see target/clients/log/npm.log"
fi

for suite in tricky chess960-extra; do
    result=$(ox88 compare node "$engine" suite "tests/suites/$suite.epd" depth 2)
    echo "$suite: $result"
    [[ $result == *" positions compared to depth 2, no difference" ]]
done
