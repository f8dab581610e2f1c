#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets everything up on a Debian or Ubuntu machine, builds with warnings as errors and runs all tests. Ends with "N passed, N failed, N
# skipped". Sanitizers, fuzzing and what else takes long are parts of packaging/soundness.sh.
#   packaging/test.sh
# LAMELLA_BUILD_DIR names another folder for the build.
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
build="${LAMELLA_BUILD_DIR:-$top/build}/test"
[ $# -eq 0 ] || { echo "usage: test.sh" >&2; exit 2; }

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
cmake --preset test -B "$build" "${launcher[@]}" || give_up "configuring failed"
cmake --build "$build" || give_up "building failed"
rm -f "$build/result.xml"
# Twice as many at a time as there are processors: two fifths of the tests' time is waiting.
# ctest's own exit code is not asked for: the summary reads every result, and a missing file is a failure.
ctest --test-dir "$build" -j "$((2 * $(nproc)))" --output-on-failure --no-tests=error --output-junit "$build/result.xml" \
    --test-output-size-passed 4000000 --test-output-size-failed 4000000 || true
echo
code=0
python3 -B "$top/packaging/summarise_tests.py" "all=$build/result.xml" || code=$?
exit $code
