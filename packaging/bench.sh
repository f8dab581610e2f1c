#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the benchmarks and prints one table: each step from file to picture as a ratio to a floor measured in the same run, beside the
# ratios of tests/bench/baseline.json. Traces of 250 MB, 1 GB and 5 GB are made on the spot, one after the other, and take 10 GB of the
# temporary folder at most.
#   packaging/bench.sh [-- options of tests/bench/report.py: --sizes 250,1000, --runs 3, --write-baseline]
#   packaging/bench.sh NAME ... [-- options for each]        single programs of tests/bench instead
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
cmake --preset release -B "$build" -DLAMELLA_BUILD_BENCH=ON "${launcher[@]}" >&2
cmake --build "$build" >&2
if [ ${#names[@]} -eq 0 ]; then
    exec "$top/tests/bench/report.py" --build "$build" --instructions --window "$@"
fi
code=0
for name in "${names[@]}"; do
    echo "== $name"
    QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}" "$build/tests/bench/$name" "$@" || code=$?
done
exit $code
