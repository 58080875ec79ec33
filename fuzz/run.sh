#!/usr/bin/env bash
# Fuzzes one target for some seconds: fuzz/run.sh TARGET [SECONDS], from any
# directory. The first inputs are the sessions in uci-scripts/ and the positions in
# tests/suites/; later runs continue from the corpus of earlier ones. Needs rustup's
# nightly toolchain and cargo-fuzz. It saves a crash in fuzz/artifacts/ and prints
# the command that repeats it.
set -euo pipefail
cd "$(dirname "$0")"
target=${1:?which target: command_line, fen, session, printout or suite_file}
seconds=${2:-60}

seeds=corpus/$target
mkdir -p "$seeds"

# Writes one file for each line of the input.
seed() {
    split --lines=1 --suffix-length=5 - "$seeds/seed-$1-"
}

fens() {
    for suite in tricky irregular chess960-extra endgame; do
        grep -v '^#' "../tests/suites/$suite.epd" | cut -d';' -f1
    done
}

case $target in
command_line)
    cat ../uci-scripts/*.uci | sort -u | seed line
    ;;
fen)
    fens | seed fen
    ;;
printout)
    cp ../tests/suites/divide/*.divide ../uci-scripts/*.expected "$seeds"
    ;;
suite_file)
    cp ../tests/suites/forms/* "$seeds"
    ;;
session)
    cp ../uci-scripts/*.uci "$seeds"
    number=0
    fens | while read -r fen; do
        number=$((number + 1))
        printf 'position fen %s\nd\ngo perft 2\nflip\nmoves\ngo depth 2\n' "$fen" \
            >"$seeds/seed-$number"
    done
    ;;
esac

exec cargo +nightly fuzz run "$target" -- \
    -max_total_time="$seconds" -dict=words.dict -max_len=4096 -timeout=60 -print_final_stats=1
