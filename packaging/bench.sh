#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the benchmarks and runs them one after another.
#   packaging/bench.sh [NAME ...] [-- options for each]      without names: all of them
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
build="${LAMELLA_BUILD_DIR:-$top/build/bench}"
names=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    names+=("$1")
    shift
done
[ $# -eq 0 ] || shift

"$top/packaging/packages.sh" build bench
launcher=()
if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
cd "$top"
cmake --preset release -B "$build" -DLAMELLA_BUILD_TESTS=OFF -DLAMELLA_BUILD_BENCH=ON "${launcher[@]}" >&2
cmake --build "$build" >&2
if [ ${#names[@]} -eq 0 ]; then
    mapfile -t names < <(grep . "$build/tests/bench/benches.txt" || true)
fi
if [ ${#names[@]} -eq 0 ]; then
    echo "bench.sh: there are no benchmarks in tests/bench" >&2
    exit 1
fi
code=0
for name in "${names[@]}"; do
    echo "== $name"
    QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}" "$build/tests/bench/$name" "$@" || code=$?
done
exit $code
