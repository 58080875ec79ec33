#!/bin/sh
# Connects pretty-perft to any UCI engine that prints `go perft` as Stockfish does.
#
#   ENGINE=./my-engine pretty-perft --command ./uci-scripts/pretty-perft.sh
#
# pretty-perft calls it as `pretty-perft.sh FEN DEPTH` and reads `MOVE: COUNT`
# lines, an empty line and the bare total. perftree.sh does the work; see there
# for ENGINE and WAIT.
if [ $# -ne 2 ]; then
    echo "usage: pretty-perft.sh FEN DEPTH" >&2
    exit 1
fi
answer=$("$(dirname -- "$0")/perftree.sh" "$2" "$1") || exit 1
printf '%s\n' "$answer" | sed 's/ /: /'
