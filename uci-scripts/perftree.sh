#!/bin/sh
# Connects perftree to any UCI engine that prints `go perft` as Stockfish does.
#
#   ENGINE=./my-engine perftree ./uci-scripts/perftree.sh
#
# perftree calls it as `perftree.sh DEPTH FEN [MOVES]` and reads `MOVE COUNT`
# lines, an empty line and the bare total. ENGINE is a command and may have
# arguments; without it the release build of ox88 beside this folder runs, or
# else the `ox88` on PATH. `quit` follows the count at once; for an engine that
# then ends without a total, WAIT=5 sends it 5 seconds later.
set -fu # -f: ENGINE and MOVES are split below, but not expanded as patterns

fail() {
    echo "perftree.sh: $*" >&2
    exit 1
}

[ $# -eq 2 ] || [ $# -eq 3 ] || fail "usage: perftree.sh DEPTH FEN [MOVES]"
# perftree computes the depth as an unsigned number and may send 2^64 - 1.
case $1 in '' | *[!0-9]* | ????*) fail "depth '$1' is not a number from 0 to 999" ;; esac
depth=$1
moves=${3-}
# A newline in the FEN would start a new command.
fen=$(printf '%s' "$2" | tr -s '[:space:]' ' ')
built=$(dirname -- "$0")/../target/release/ox88

if [ -x "${ENGINE-}" ]; then # a path, perhaps with spaces
    set -- "$ENGINE"
elif [ -n "${ENGINE-}" ]; then
    # shellcheck disable=SC2086 # a command with its arguments
    set -- $ENGINE
elif [ -x "$built" ]; then
    set -- "$built"
else
    set -- ox88
fi
command -v -- "${1-}" >/dev/null || fail "no engine '${1-}'"

# Many engines ignore an illegal move and the moves after it, and count another
# position. So each move is first looked up in a `go perft 1`. Depth 0 is 1 by
# definition, but starts a search in many engines.
{
    played=
    for move in $moves; do
        printf 'position fen %s\ngo perft 1\n' "$fen${played:+ moves$played}"
        played="$played $move"
    done
    [ "$depth" -gt 0 ] && asked=$depth || asked=1
    printf 'position fen %s\ngo perft %s\n' "$fen${played:+ moves$played}" "$asked"
    sleep "${WAIT:-0}"
    echo quit
} | "$@" | awk -v depth="$depth" -v moves="$moves" '
    BEGIN { plies = split(moves, played, " ") }
    { sub(/\r$/, "") }
    tolower($0) ~ /^info string error/ && !fault { fault = substr($0, 13) }
    /^(bestmove|info .* pv) / { fault = "the engine searches instead of counting"; exit }
    /^[a-h][1-8][a-h][1-8][qrbn]?: [0-9]+$/ { divide = divide $1 " " $2 "\n"; sum += $2 }
    /^Nodes searched: [0-9]+$/ {
        if (++answers > plies) { total = $3; counted = sum; next }
        if (!index("\n" divide, "\n" played[answers] ":") && !fault)
            fault = "the engine has no move " played[answers] " (move " answers ")"
        divide = ""
        sum = 0
    }
    END {
        if (!fault && total == "") fault = "the engine printed no total"
        # awk may keep only the first 15 digits.
        if (!fault && (counted - total) ^ 2 > (total * 1e-14) ^ 2)
            fault = "the moves of the engine, as far as they can be read, sum to " \
                counted + 0 ", and its total is " total
        if (fault) { print "perftree.sh: " fault | "cat >&2"; exit 1 }
        if (depth == 0) { divide = ""; total = 1 }
        gsub(/:/, "", divide)
        print divide "\n" total
    }'
