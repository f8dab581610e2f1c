#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets everything up on a Debian or Ubuntu machine, builds with warnings as errors, runs all tests, then the tests of core and of the
# command line once more under the address and undefined-behaviour sanitizers, built by clang, and a few thousand inputs of each
# fuzzer. Ends with "N passed, N failed, N skipped". What takes longer is in packaging/soundness.sh.
#   packaging/test.sh [--fast]      --fast leaves the sanitizers out
# LAMELLA_BUILD_DIR names another folder for both builds.
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
builds="${LAMELLA_BUILD_DIR:-$top/build}"
fast=no
case "${1:-}" in
"") ;;
--fast) fast=yes ;;
*) echo "usage: test.sh [--fast]" >&2; exit 2 ;;
esac

export QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
    XDG_RUNTIME_DIR="$(mktemp -d)"
    export XDG_RUNTIME_DIR
    trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
fi

# Whatever ends the script early is a failure that the last line must show.
give_up()
{
    echo "test.sh: $1" >&2
    echo "0 passed, 1 failed, 0 skipped"
    exit 1
}

"$top/packaging/packages.sh" build test || give_up "packages are missing"
launcher=()
if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
cd "$top"

# build_and_run LABEL PRESET FOLDER [configure options] [-- ctest options]
build_and_run()
{
    local label=$1 preset=$2 folder=$3
    shift 3
    local options=()
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    [ $# -eq 0 ] || shift
    cmake --preset "$preset" -B "$folder" "${launcher[@]}" "${options[@]}" || give_up "$label: configuring failed"
    cmake --build "$folder" || give_up "$label: building failed"
    rm -f "$folder/result.xml"
    # ctest's own exit code is not asked for: the summary reads every result, and a missing file is a failure.
    ctest --test-dir "$folder" -j2 --output-on-failure --no-tests=error --output-junit "$folder/result.xml" \
        --test-output-size-passed 4000000 --test-output-size-failed 4000000 "$@" || true
}

results=("all=$builds/test/result.xml")
build_and_run all test "$builds/test"
if [ $fast = no ]; then
    results+=("sanitizers=$builds/test-asan/result.xml")
    other=()
    if ! command -v clang++ >/dev/null; then
        echo "test.sh: clang++ is not installed: the sanitizers of c++, slower, and no fuzzers"
        other=(-DCMAKE_CXX_COMPILER=c++ -DLAMELLA_BUILD_FUZZ=OFF)
    fi
    build_and_run sanitizers test-asan "$builds/test-asan" -DLAMELLA_BUILD_GUI=OFF "${other[@]}" -- -L "^(core|app|fuzz)$"
fi
echo
code=0
python3 -B "$top/packaging/summarise_tests.py" "${results[@]}" || code=$?
exit $code
