#!/usr/bin/env bash
# perftree walks through known positions with ox88 in each role: behind the
# script, as the script, and as the reference engine under Stockfish's name.
# The other side is Stockfish.
set -euo pipefail

skip() {
    echo "$1"
    exit 77
}

version=0.2.0
root=$CLIENTS/perftree-$version
session=tests/clients/perftree.session

stockfish=$(command -v stockfish) || skip "no stockfish on the PATH"
if [ ! -x "$root/bin/perftree" ]; then
    # In its own target folder, apart from ox88's.
    cargo install --quiet --locked --root "$root" --target-dir "$CLIENTS/build" \
        --version "$version" perftree-cli || skip "perftree-cli could not be installed"
fi

# Checks one run. For each `diff` of the session perftree prints a table of
# `MOVE COUNT COUNT`, and a last line with the two totals.
check() {
    local name=$1 reference=$2
    shift 2
    mkdir -p "$CLIENTS/reference-$name"
    ln -sf "$reference" "$CLIENTS/reference-$name/stockfish"
    NO_COLOR=1 PATH=$CLIENTS/reference-$name:$PATH "$root/bin/perftree" "$@" \
        <"$session" >"$CLIENTS/log/perftree-$name.out" 2>"$CLIENTS/log/perftree-$name.err"
    if [ -s "$CLIENTS/log/perftree-$name.err" ]; then
        cat "$CLIENTS/log/perftree-$name.err"
        return 1
    fi
    awk -v name="$name" '
        FNR == NR { if ($1 == "diff") expected[++asked] = $2; next }
        NF == 0 { next }
        $1 == "total" {
            total = expected[++answered]
            if ($2 != total || $3 != total) wrong = wrong "\n" $0 ", right is " total
            if ($2 != sums) wrong = wrong "\n" $0 ", but the moves sum up to " sums
            sums = 0
            next
        }
        { lines++; sums += $2 }
        NF != 3 || $2 != $3 { wrong = wrong "\n" $0 }
        END {
            if (asked != answered) wrong = wrong "\n" answered " answers, expected " asked
            if (wrong) { print name ": differences" wrong; exit 1 }
            print name ": " answered " divides, " lines " moves, no difference"
        }' "$session" "$CLIENTS/log/perftree-$name.out"
}

ENGINE=ox88 check behind-the-script "$stockfish" uci-scripts/perftree.sh
check as-the-script "$stockfish" ox88
ENGINE=$stockfish check as-the-reference "$(command -v ox88)" uci-scripts/perftree.sh
