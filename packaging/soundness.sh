#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What takes too long for every change: run each night (.ci/nightly) and before a release. Ends with "N passed, N failed, N skipped".
#   packaging/soundness.sh [PART...]      without PART, all, in this order:
#     importers     the tests and fuzzers of the importers under the address and undefined-behaviour sanitizers, built by clang (.ci/run)
#     gcc           everything compiles by g++ without a warning; packaging/test.sh uses clang
#     sanitizers    the tests and fuzzers of all of core and of the command line under the sanitizers
#     lint          clang-tidy and clazy over all sources
#     tsan          core under the thread sanitizer: the tests that have threads
#     window        the tests of the window under the address and undefined-behaviour sanitizers
#     long          a thousand cancels and two hundred kills under the sanitizers; 500 rounds of mixed traces in one process must not grow it
#     laws          two thousand changed copies of small traces obey the laws of tests/laws
#     coverage      lines of core that tests run, with a floor for each folder
#     mutants       hand-made faults that the tests must notice
#     reproducible  two builds of lamella-cli give the same bytes
#     portable      the static lamella-cli is built, runs in an empty root, and writes what the usual one writes
#     systems       core compiles for Windows and with libc++, as far as it is ported; with an unsigned char, as on ARM, the same bytes
#     packages      the packages are installed, used and removed on a bare Debian
#     fuzz          each fuzzer for LAMELLA_FUZZ_MINUTES (1)
# LAMELLA_BUILD_DIR names another folder for all builds.
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$top"
export LAMELLA_BUILD_DIR="${LAMELLA_BUILD_DIR:-$top/build}" QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8
builds="$LAMELLA_BUILD_DIR"
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
    XDG_RUNTIME_DIR="$(mktemp -d)"
    export XDG_RUNTIME_DIR
    trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
fi
lists=(build test develop)
case "$*" in importers | gcc | "importers gcc") lists=(build test) ;; esac
packaging/packages.sh "${lists[@]}" || { echo "soundness.sh: packages are missing" >&2; echo "0 passed, 1 failed, 0 skipped"; exit 1; }
launcher=()
if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi

# build PRESET FOLDER [options of cmake] [-- targets]
build()
{
    local preset=$1 folder=$2 options=()
    shift 2
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    [ $# -eq 0 ] || shift
    cmake --preset "$preset" -B "$folder" "${launcher[@]}" "${options[@]}" >/dev/null && cmake --build "$folder" ${1:+--target "$@"}
}
tests() { ctest --test-dir "$1" -j "$(nproc)" --output-on-failure --no-tests=error "${@:2}"; }

# sanitized NAME…: builds and runs these tests and fuzzers under the sanitizers; without names all that need no window.
sanitized()
{
    local folder="$builds/test-asan"
    cmake --preset test-asan -B "$folder" "${launcher[@]}" -DLAMELLA_BUILD_GUI=OFF >/dev/null || return 1
    if [ $# -eq 0 ]; then
        cmake --build "$folder" && tests "$folder" -L '^(core|app|fuzz)$'
        return
    fi
    cmake --build "$folder" --target lamella-cli "$@" && tests "$folder" -R "^($(IFS='|'; echo "$*"))\$"
}
part_importers()
{
    local names
    mapfile -t names < <(basename -s .cpp tests/core/import/tst_*.cpp tests/fuzz/fuzz_{import,split,archive,ascend,nsys,rocm,xplane,pftrace,stats,snapshot,chain}.cpp)
    # Qt ends a test function after five minutes, and every byte of every format is one function.
    LAMELLA_EVERY_BYTE=1 QTEST_FUNCTION_TIMEOUT=3600000 sanitized "${names[@]}"
}
part_gcc() { build test-gcc "$builds/test-gcc"; }
part_sanitizers() { sanitized; }
part_lint() { packaging/lint.sh; }
part_tsan() { build test-tsan "$builds/test-tsan" && ctest --preset test-tsan --test-dir "$builds/test-tsan" -j "$(nproc)"; }
part_window()
{
    local folder="$builds/window-asan" programs
    cmake --preset test-asan -B "$folder" "${launcher[@]}" -DLAMELLA_BUILD_FUZZ=OFF >/dev/null || return 1
    # The tests of core are no part of this, and take as long to build again.
    mapfile -t programs < <(ctest --test-dir "$folder" -N -L '^widgets$' | sed -n 's/.*: \(tst_.*\)/\1/p' |
        grep -Fxf <(cmake --build "$folder" --target help | sed -n 's/^\(tst_[^:]*\):.*/\1/p')) # some run a program twice
    cmake --build "$folder" --target lamella lamella-cli "${programs[@]}" && tests "$folder" -L '^widgets$'
}
part_long()
{
    build test-asan "$builds/test-asan" -DLAMELLA_BUILD_GUI=OFF -- tst_Faults || return 1
    LAMELLA_CANCELS=1000 LAMELLA_KILLS=200 "$builds/test-asan/tests/tst_Faults" || return 1
    # The sanitizer keeps what is freed, so that memory is looked at without it.
    build test "$builds/soak" -DLAMELLA_GROUPED_TESTS=OFF -- tst_CliFaults tst_Soak tst_SoakWindow || return 1
    LAMELLA_MEMORY_STEPS=8 "$builds/soak/tests/tst_CliFaults" || return 1
    export LAMELLA_SOAK_CYCLES=500 QTEST_FUNCTION_TIMEOUT=3600000 # Qt ends a test function after five minutes
    "$builds/soak/tests/tst_Soak" && "$builds/soak/tests/tst_SoakWindow"
}
part_laws()
{
    build test "$builds/test" -- lamella-cli || return 1
    # Of thirty-five small traces, so that there are two thousand copies.
    python3 -B tests/laws/run_laws.py "$builds/test/app/cli/lamella-cli" --shared "${LAMELLA_SHARED_DATA:-$(sed -n "s/^LAMELLA_SHARED_DATA:PATH=//p" "$builds/test/CMakeCache.txt")}" \
        --only mutated/ --mutations "${LAMELLA_MUTATIONS:-58}"
}
part_coverage() { packaging/coverage.sh "$builds/coverage"; }
part_mutants() { python3 -B tests/mutants/run_mutants.py "$builds/mutants"; }
part_reproducible() { packaging/reproducible.sh; }
part_portable()
{
    build test "$builds/test" -- lamella-cli || return 1
    LAMELLA_BUILD_DIR="$builds/portable" packaging/portable.sh "$builds/test/app/cli/lamella-cli"
}
part_systems()
{
    packaging/packages.sh portable systems && packaging/systems.py || return 1
    build test "$builds/test" -- lamella-cli || return 1
    build test "$builds/unsigned-char" -DLAMELLA_BUILD_GUI=OFF -DCMAKE_CXX_FLAGS=-funsigned-char -- lamella-cli || return 1
    packaging/same_exports.sh "$builds/test/app/cli/lamella-cli" "$builds/unsigned-char/app/cli/lamella-cli" \
        "${LAMELLA_SHARED_DATA:-$(sed -n "s/^LAMELLA_SHARED_DATA:PATH=//p" "$builds/test/CMakeCache.txt")}"
}
part_packages()
{
    LAMELLA_BUILD_DIR="$builds/run" packaging/package.sh && packaging/test_packages.sh "$builds/run"
}
part_fuzz() { packaging/fuzz.sh --minutes "${LAMELLA_FUZZ_MINUTES:-1}"; }

parts=(importers gcc sanitizers lint tsan window long laws coverage mutants reproducible portable systems packages fuzz)
wanted=("${@:-${parts[@]}}")
for name in "${wanted[@]}"; do
    declare -F "part_$name" >/dev/null || { echo "soundness.sh: no part named '$name'; there are: ${parts[*]}" >&2; exit 2; }
done
declare -A count=([passed]=0 [failed]=0 [skipped]=0)
said=()
for name in "${wanted[@]}"; do
    echo "== $name"
    began=$SECONDS
    code=0
    # A shell of its own: `set -e` means nothing inside of a condition.
    (set -e; "part_$name") || code=$?
    case $code in
    0) result=passed ;;
    77) result=skipped ;;
    *) result=failed ;;
    esac
    count[$result]=$((count[$result] + 1))
    said+=("$(printf '%-13s %-8s %5d s' "$name" "$result" $((SECONDS - began)))")
done
echo
printf '%s\n' "${said[@]}"
echo "${count[passed]} passed, ${count[failed]} failed, ${count[skipped]} skipped"
[ "${count[failed]}" -eq 0 ]
