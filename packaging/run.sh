#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets everything up on a Debian or Ubuntu machine, builds, and opens the viewer.
#   packaging/run.sh [TRACE [options of lamella]]     without a trace: the sample that comes with the project
# Without a display the report is printed in the terminal instead. LAMELLA_BUILD_DIR names another build folder.
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
build="${LAMELLA_BUILD_DIR:-$top/build/run}"
sample="$top/resources/sample/lamella-sample.trace.json.gz"

trace="${1:-$sample}"
[ $# -eq 0 ] || shift
if [ ! -e "$trace" ]; then
    echo "run.sh: $trace: no such file" >&2
    exit 1
fi
trace="$(cd "$(dirname "$trace")" && pwd)/$(basename "$trace")"

"$top/packaging/packages.sh" build

launcher=()
if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
(
    cd "$top"
    cmake --preset release -B "$build" -DLAMELLA_BUILD_TESTS=OFF -DLAMELLA_PRECOMPILED_HEADERS=ON "${launcher[@]}"
    cmake --build "$build"
) >&2

report()
{
    local cli="$build/app/cli/lamella-cli"
    echo "The report of $trace"
    "$cli" info "$trace"
    for table in passes layers; do
        echo
        "$cli" $table "$trace"
    done
    echo
    "$cli" kernels "$trace" --top 15
    echo
    echo "More: $cli --help"
}

viewer="$build/app/gui/lamella"
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "No display here (neither DISPLAY nor WAYLAND_DISPLAY is set): printing the report instead of opening the window." >&2
    report
    picture="$build/window.png"
    if QT_QPA_PLATFORM=offscreen "$viewer" "$trace" --screenshot "$picture" >&2 && [ -s "$picture" ]; then
        echo "A picture of the window: $picture"
    fi
    exit 0
fi
echo "Opening $trace" >&2
code=0
"$viewer" "$trace" "$@" || code=$?
if [ $code -eq 134 ]; then   # Qt aborts when the display that is named cannot be reached
    echo "The window could not be opened (exit code 134; is the display ${DISPLAY:-}${WAYLAND_DISPLAY:-} reachable?): printing the report instead." >&2
    report
    exit 0
fi
exit $code
