#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets everything up on a Debian or Ubuntu machine, builds, and opens the viewer.
#   packaging/run.sh [TRACE [options of lamella]]     without a trace: the sample that comes with the project
# Without a display the main tables are printed in the terminal instead. LAMELLA_BUILD_DIR names another build folder.
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
if [ -n "${WAYLAND_DISPLAY:-}" ]; then
    "$top/packaging/packages.sh" wayland || echo "run.sh: without qt6-wayland the window needs an X server (XWayland)" >&2
fi

launcher=()
if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
(
    cd "$top"
    cmake --preset release -B "$build" -DLAMELLA_PRECOMPILED_HEADERS=ON -DLAMELLA_BUNDLED_SOURCES=ON "${launcher[@]}"
    cmake --build "$build"
) >&2

cli="$build/app/cli/lamella-cli"
tables()
{
    "$cli" info "$trace"
    for table in passes layers; do
        echo
        "$cli" $table "$trace"
    done
    echo
    "$cli" kernels "$trace" --top 15
}
# The manual writes lamella-cli alone, as where it is installed.
say_where()
{
    echo "The command line is $cli; for this terminal: export PATH=\"$(dirname "$cli"):\$PATH\"" >&2
}

viewer="$build/app/gui/lamella"
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "No display here (neither DISPLAY nor WAYLAND_DISPLAY is set): printing the main tables instead of opening the window." >&2
    tables
    picture="$build/window.png"
    if QT_QPA_PLATFORM=offscreen "$viewer" "$trace" --screenshot "$picture" >&2 && [ -s "$picture" ]; then
        echo "A picture of the window: $picture"
    fi
    say_where
    exit 0
fi
echo "Opening $trace" >&2
say_where
code=0
"$viewer" "$trace" "$@" || code=$?
if [ $code -eq 134 ]; then   # Qt aborts when the display that is named cannot be reached
    echo "The window could not be opened (exit code 134; is the display ${DISPLAY:-}${WAYLAND_DISPLAY:-} reachable?): printing the main tables instead." >&2
    tables
    say_where
    exit 0
fi
exit $code
