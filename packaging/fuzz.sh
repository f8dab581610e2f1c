#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the fuzzers under the address and undefined-behaviour sanitizers for long, and prints what each has tried.
#   packaging/fuzz.sh [--minutes N] [TARGET...]     N minutes of processor time for each target (30); without TARGET, all
# What a target found worth keeping stays in build/fuzz/corpus/TARGET and is where the next run begins; an input that fails is kept in
# build/fuzz/found. Exit 1 where one failed: crash, report of a sanitizer, over 20 s or over 2 GB for an input of at most 64 kB.
# LAMELLA_BUILD_DIR names another folder; LAMELLA_FUZZ_JOBS how many run side by side. "SKIPPED: why" and 77 without clang.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
build="${LAMELLA_BUILD_DIR:-$PWD/build}/fuzz"
jobs="${LAMELLA_FUZZ_JOBS:-$(nproc)}"
minutes=30
targets=()
while [ $# -gt 0 ]; do
    case "$1" in
    --minutes) minutes="${2:?--minutes needs a number}"; shift ;;
    -*) echo "usage: fuzz.sh [--minutes N] [TARGET...]" >&2; exit 2 ;;
    *) targets+=("$1") ;;
    esac
    shift
done
command -v clang++ >/dev/null || { echo "SKIPPED: clang++ is not installed (packaging/packages.sh develop)"; exit 77; }
if [ ${#targets[@]} -eq 0 ]; then
    for source in tests/fuzz/fuzz_*.cpp; do
        targets+=("$(basename "$source" .cpp)")
    done
fi
launcher=()
if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
cmake --preset fuzz -B "$build" "${launcher[@]}" >/dev/null
cmake --build "$build" --target "${targets[@]}"

# fuzz TARGET: until it has had its processor time; a minute by the clock can be less where the machine is busy.
fuzz()
{
    local corpus="$build/corpus/$1" seeds process ticks code=0
    mkdir -p "$corpus" "$build/found"
    mapfile -t seeds <"$build/tests/fuzz/$1.seeds"
    "$build/tests/fuzz/$1" -timeout=20 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 -artifact_prefix="$build/found/$1-" \
        "$corpus" "${seeds[@]}" >"$build/$1.log" 2>&1 &
    process=$!
    while kill -0 $process 2>/dev/null; do
        ticks="$(cut -d ' ' -f 14,15 "/proc/$process/stat" 2>/dev/null | tr ' ' '+')"
        if [ $((${ticks:-0})) -ge $((minutes * 60 * $(getconf CLK_TCK))) ]; then
            kill -INT $process
            break
        fi
        sleep 1
    done
    wait $process || code=$?
    rm -rf "/dev/shm/lamella-fuzz-$process" # the input; a process that is ended by a signal leaves it
    [ $code -ne 72 ] || code=0 # how libFuzzer ends where it is asked to
    awk -v name="$1" -v minutes="$minutes" -v code=$code '
        /number_of_executed_units/ { inputs = $2 } /slowest_unit_time_sec/ { slowest = $2 } /peak_rss_mb/ { peak = $2 }
        END { printf "%-14s %4d min %12d inputs  slowest %3d s  peak %5d MB  %s\n", name, minutes, inputs, slowest, peak,
              code == 0 ? "clean" : "FAILED (exit " code ")" }' "$build/$1.log"
    return $code
}
export -f fuzz
export build minutes
printf '%s\0' "${targets[@]}" | xargs -0 -P "$jobs" -n 1 bash -c 'fuzz "$1" || exit 1' fuzz
