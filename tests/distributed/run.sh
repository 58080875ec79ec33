#!/usr/bin/env bash
# Counts with uci-scripts/dask_perft.py while it kills workers and engines, interrupts
# runs and cuts journals, and checks that every total is exact. Installs the requirements
# from PyPI into a temporary folder. OX88 may name another engine than
# target/release/ox88. The status is 77 if the requirements cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/../.."

total=119060324 # perft(6) of the start position, OEIS A048987
work=$(mktemp -d)
running=

cleanup() {
    [ -z "$running" ] || kill -KILL "$running" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    tail -n 20 "$work"/*out "$work"/*err >&2 || true
    exit 1
}

if [ -z "${OX88-}" ]; then
    OX88=target/release/ox88
    cargo build --release --quiet
fi
python=$work/venv/bin/python
if ! python3 -m venv "$work/venv" || ! "$python" -m pip install --quiet \
    --disable-pip-version-check -r uci-scripts/requirements.txt; then
    echo 'skipped: the cluster (its packages cannot be installed)'
    exit 77
fi

# An engine that takes 20 ms longer for each count, so the test has time to interrupt.
cat >"$work/slow-ox88" <<END
#!/usr/bin/env bash
while IFS= read -r line; do
    case \$line in count*) sleep 0.02 ;; esac
    printf '%s\n' "\$line"
done | $(realpath "$OX88")
END
chmod +x "$work/slow-ox88"

# An engine that finds a difference in its tenth count of a unit, once in all processes.
cat >"$work/wrong-ox88" <<END
#!/usr/bin/env bash
exec 3>&1
counts=0
while IFS= read -r line; do
    case \$line in "count "*" verify") counts=\$((counts + 1)) ;; esac
    if [ \$counts -eq 10 ] && mkdir "$work/was-wrong" 2>/dev/null; then
        echo 'info string error: verification failed: 21 leaves in a test' >&3
        continue
    fi
    printf '%s\n' "\$line"
done | $(realpath "$OX88")
END
chmod +x "$work/wrong-ox88"

# Counts depth 6 in the background, slowly.
start() {
    "$python" uci-scripts/dask_perft.py startpos 6 --split 2 --local 2 --batch 5 \
        --ox88 "$work/slow-ox88" "$@" >"$work/slow-out" 2>"$work/slow-err" &
    running=$!
}

# Counts in the foreground with the engine itself, and keeps the status in $status.
count() {
    status=0
    timeout 100 "$python" uci-scripts/dask_perft.py startpos "$@" --local 2 \
        --ox88 "${engine:-$OX88}" >"$work/out" 2>"$work/err" || status=$?
}

finish() {
    status=0
    wait "$running" || status=$?
    running=
    mv "$work/slow-out" "$work/out"
    mv "$work/slow-err" "$work/err"
}

lines() {
    if [ -f "$1" ]; then wc -l <"$1"; else echo 0; fi
}

await_lines() {
    for _ in $(seq 600); do
        [ "$(lines "$1")" -lt "$2" ] || return 0
        kill -0 "$running" 2>/dev/null || fail "it ended before $2 lines were in $1"
        sleep 0.1
    done
    fail "no $2 lines in $1 after a minute"
}

# The first process below the run whose command line contains this text.
descendant() {
    "$python" - "$running" "$1" <<'END'
import sys, psutil
for process in psutil.Process(int(sys.argv[1])).children(recursive=True):
    if any(sys.argv[2] in word for word in process.cmdline()):
        sys.exit(print(process.pid))
sys.exit(f"no {sys.argv[2]} below {sys.argv[1]}")
END
}

# Fails if a process other than this one was started from the temporary folder.
expect_none_left() {
    "$python" - "$work/" <<'END' || fail "processes were left"
import os, sys, psutil
left = [
    process.info["cmdline"]
    for process in psutil.process_iter(["pid", "cmdline"])
    if process.info["pid"] != os.getpid()
    and any(word.startswith(sys.argv[1]) for word in process.info["cmdline"] or [])
]
sys.exit(str(left) if left else 0)
END
}

expect_total() {
    [ "$status" -eq 0 ] || fail "status $status ($1)"
    [ "$(cat "$work/out")" = "Nodes searched: $total" ] || fail "wrong total ($1)"
    echo "ok: $1"
}

expect_refusal() {
    [ "$status" -eq 1 ] || fail "status $status ($2)"
    [ ! -s "$work/out" ] || fail "a total despite an error ($2)"
    grep -q -- "$1" "$work/err" || fail "'$1' is not on stderr ($2)"
    echo "ok: $2"
}

expect_each_unit_once() {
    [ "$(grep -c '^counted ' "$1")" -eq 400 ] || fail "$1 has not 400 counts"
    [ "$(grep '^counted ' "$1" | cut -d ' ' -f 2 | sort -u | wc -l)" -eq 400 ] ||
        fail "$1 counts a unit twice"
}

journal=$work/journal
start --journal "$journal"
await_lines "$journal" 20
kill -KILL "$(descendant spawn_main)"
await_lines "$journal" 150
# The engine is a session of its own, so its process group can be killed.
kill -KILL -- "-$(descendant slow-ox88)"
finish
expect_total "a worker and an engine were killed"
grep -q "is gone; its" "$work/err" || fail "the lost worker was not noticed"
grep -q "the engine ended" "$work/err" || fail "the lost engine was not noticed"
expect_each_unit_once "$journal"

# The first 150 units and an incomplete line.
head -n 152 "$journal" | head -c -5 >"$work/cut"
head -n 151 "$journal" >"$work/kept"
count 6 --split 2 --journal "$work/cut"
expect_total "resumed from a cut journal"
grep -q "400 units of depth 4, 150 of them counted" "$work/err" || fail "did not resume"
head -n 151 "$work/cut" | cmp - "$work/kept" || fail "the kept lines were changed"
expect_each_unit_once "$work/cut"

count 7 --split 2 --journal "$journal"
expect_refusal "of another count: depth 6 there, 7 here" "a foreign journal"
sed '100s/ \([0-9]*\) tcp/ 1\1 tcp/' "$journal" >"$work/damaged"
count 6 --split 2 --journal "$work/damaged"
expect_refusal "line 100: damaged" "a damaged journal"

start --journal "$work/interrupted"
await_lines "$work/interrupted" 20
count 6 --split 2 --journal "$work/interrupted"
expect_refusal "in use by another run" "a journal in use"
kill -INT "$running"
finish
[ "$status" -eq 130 ] || fail "status $status after an interruption"
sleep 1
expect_none_left
count 6 --split 2 --journal "$work/interrupted" --verify 20
expect_total "resumed after an interruption, with a part verified"
verified=$(grep -c '^verified ' "$work/interrupted")
[ "$verified" -gt 40 ] || fail "only $verified of 400 units verified"
grep -q "^$verified units verified" "$work/err" || fail "not $verified units verified"
expect_each_unit_once "$work/interrupted"

engine=$work/wrong-ox88 count 6 --split 2 --batch 5 --verify-counts
expect_total "a worker whose verification failed got no more units"
[ "$(grep -c "gets no more units: verification failed: 21 leaves in a test" "$work/err")" -eq 1 ] ||
    fail "the failed verification was not reported"
