#!/usr/bin/env bash
# Runs ox88 with the real programs that people use with a chess engine.
#
#   tests/clients/run.sh [PART...]
#
# A part is the name of a file in this folder without its suffix. Without
# arguments all parts run. A part fails if its program finds a fault, and is
# skipped if its program is not available; the summary at the end lists both with
# the reason. Installed programs and output go to `target/clients/` and are used
# again. OX88 names another program to test than the release build. Install
# pretty-perft and fastchess yourself: on the PATH, or named by PRETTY_PERFT and
# FASTCHESS.
set -euo pipefail
cd "$(dirname "$0")/../.."
PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin:/usr/games

parts=(terminal check perftree python-chess legal-moves stockfish npm-stockfish pretty-perft fastchess)
# A part that takes longer than this many seconds fails.
patience=400
skipped_status=77 # the same as in automake

if [ $# -gt 0 ]; then
    for part in "$@"; do
        case " ${parts[*]} " in
            *" $part "*) ;;
            *)
                echo "no part '$part', expected some of: ${parts[*]}" >&2
                exit 2
                ;;
        esac
    done
    parts=("$@")
fi

export CLIENTS=$PWD/target/clients
mkdir -p "$CLIENTS/bin" "$CLIENTS/log"
if [ -z "${OX88-}" ]; then
    cargo build --quiet --release
    OX88=${CARGO_TARGET_DIR:-target}/release/ox88
fi
# Every part calls `ox88` from the PATH, like an installed program.
ln -sf "$(realpath "$(command -v "$OX88")")" "$CLIENTS/bin/ox88"
export PATH=$CLIENTS/bin:$PATH

# Installs the Python packages in an environment of their own. It is built again
# when the list of packages changes, or if the last attempt failed.
python_environment() {
    local wanted=tests/clients/requirements.txt environment=$CLIENTS/python
    cmp -s "$wanted" "$environment/requirements.txt" && return
    python3 -m venv --clear "$environment" &&
        "$environment/bin/pip" install --disable-pip-version-check --retries 1 \
            --requirement "$wanted" &&
        cp "$wanted" "$environment/requirements.txt"
}

run_part() {
    if [ -e "tests/clients/$1.sh" ]; then
        timeout "$patience" bash "tests/clients/$1.sh"
    elif python_environment >"$CLIENTS/log/python.log" 2>&1; then
        timeout "$patience" "$CLIENTS/python/bin/python" -B "tests/clients/$1.py"
    else
        echo "no Python packages, see target/clients/log/python.log"
        return $skipped_status
    fi
}

summary=()
passed=0 failed=0 skipped=0
for part in "${parts[@]}"; do
    printf '\n+ %s\n' "$part"
    log=$CLIENTS/log/$part.log
    started=$SECONDS
    status=0
    run_part "$part" </dev/null 2>&1 | tee "$log" || status=$?
    case $status in
        0)
            passed=$((passed + 1))
            summary+=("passed: $part ($((SECONDS - started)) s)")
            ;;
        "$skipped_status")
            skipped=$((skipped + 1))
            summary+=("skipped: $part ($(tail -n 1 "$log"))")
            ;;
        *)
            failed=$((failed + 1))
            [ "$status" -ne 124 ] || status="timed out after $patience s"
            summary+=("FAILED: $part ($status)")
            ;;
    esac
done

printf '\n'
printf '%s\n' "${summary[@]}" "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
