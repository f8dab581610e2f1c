#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Lines of core that the tests run, by folder, with a floor: 90 % of core as a whole, 75 % of each of its folders.
# Usage: packaging/coverage.sh [BUILD]     BUILD: folder of the build with counters (default: build/coverage)
# Needs gcovr (packaging/packages.sh develop). Widgets are left out: their tests look at more than lines.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/coverage}
command -v gcovr >/dev/null || { echo "coverage.sh: gcovr is not installed; apt-get install gcovr" >&2; exit 2; }
launcher=()
if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
cmake -S . -B "$build" -G Ninja "${launcher[@]}" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O0 -g0" -DLAMELLA_BUILD_GUI=OFF \
    -DLAMELLA_PRECOMPILED_HEADERS=ON -DLAMELLA_FAST_LINKER=ON -DCMAKE_CXX_FLAGS="--coverage -fprofile-update=atomic" >/dev/null
cmake --build "$build"
find "$build" -name '*.gcda' -delete
QT_QPA_PLATFORM=offscreen ctest --test-dir "$build" -L 'core|app' --output-on-failure -j "$(nproc)"
# Only the objects of core are asked: those of the tests hold its headers, too, and take as long again.
gcovr -r . --filter core/ --exclude-throw-branches --gcov-ignore-parse-errors -j "$(nproc)" "$build/core" \
    --json-summary "$build/coverage.json" >/dev/null
python3 packaging/coverage_table.py "$build/coverage.json" --floor 90 --folder-floor 75
