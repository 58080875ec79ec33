#!/usr/bin/env bash
# fastchess runs its protocol checks, and ox88 plays matches against itself:
# no illegal move, no lost connection, no time forfeit.
set -euo pipefail

skip() {
    echo "$1"
    exit 77
}

games=20

fastchess=$(command -v "${FASTCHESS:-fastchess}") ||
    skip "no fastchess on the PATH, and FASTCHESS names none"

# fastchess writes files of its own to its working directory.
mkdir -p "$CLIENTS/fastchess"
fastchess=$(realpath "$fastchess")
openings=$CLIENTS/fastchess/chess960.epd
awk -F';' -v wanted=$((games / 2)) '!/^#/ && n++ < wanted { print $1 }' \
    tests/suites/chess960.epd >"$openings"
cd "$CLIENTS/fastchess"

report=$CLIENTS/log/fastchess-compliance.out
"$fastchess" --compliance "$(command -v ox88)" >"$report" || {
    grep -v Passed "$report" || true
    exit 1
}
tail -n 1 "$report"

match() {
    local name=$1 pgn=$CLIENTS/fastchess/$1.pgn out=$CLIENTS/log/fastchess-$1.out
    shift
    rm -f "$pgn"
    "$fastchess" -engine name=one cmd=ox88 -engine name=two cmd=ox88 option.Ponder=true \
        -each tc=2+0.02 -rounds $((games / 2)) -games 2 -concurrency 2 \
        -pgnout file="$pgn" "$@" >"$out" 2>&1
    local played
    played=$(grep -c '^\[Result "[01/2]' "$pgn" || true)
    if [ "$played" -ne "$games" ] ||
        grep -E -i 'illegal|disconnect|stall|crash|time forfeit|loses on time|abandoned|PV continues' \
            "$pgn" "$out"; then
        echo "$name: $played of $games games, see target/clients/log/fastchess-$name.out"
        return 1
    fi
    echo "$name: $played games, $(grep -c '^\[Termination "normal"' "$pgn") of them to a normal end"
}

match standard
match chess960 -variant fischerandom -openings file="$openings" format=epd
