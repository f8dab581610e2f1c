#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets everything up on a Debian or Ubuntu machine, builds, and opens the viewer.
#   packaging/run.sh [TRACE [options of lamella]]     without a trace: the sample that comes with the project
# The command line is built first, and its main tables are printed while the window is built. Without a display it ends with a picture of
# the window. LAMELLA_BUILD_DIR names another build folder; what the compilers say goes into run.log there.
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

mkdir -p "$build"
log="$build/run.log"
. "$top/packaging/progress.sh"

quietly "Installing missing packages" "$top/packaging/packages.sh" build
if [ -n "${WAYLAND_DISPLAY:-}" ]; then
    "$top/packaging/packages.sh" wayland || echo "run.sh: without qt6-wayland the window needs an X server (XWayland)" >&2
fi
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
    XDG_RUNTIME_DIR="$(mktemp -d)"
    export XDG_RUNTIME_DIR
    trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
fi

launcher=()
if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
cd "$top"
quietly "Configuring" cmake --preset release -B "$build" -DLAMELLA_PRECOMPILED_HEADERS=ON -DLAMELLA_BUNDLED_SOURCES=ON "${launcher[@]}"
quietly "Building the command line" cmake --build "$build" --target lamella-cli

cli="$build/app/cli/lamella-cli"
tables()
{
    local config=()
    if [ "$trace" = "$sample" ]; then
        config=(--config "$(dirname "$sample")/config.json")
    fi
    "$cli" info "$trace" "${config[@]}"
    for table in passes layers; do
        echo
        "$cli" $table "$trace" "${config[@]}"
    done
    echo
    "$cli" kernels "$trace" "${config[@]}" --top 15
}
# The manual writes lamella-cli alone, as where it is installed.
say_where()
{
    echo "The command line is $cli; for this terminal: export PATH=\"$(dirname "$cli"):\$PATH\"" >&2
}

tables
say_where
quietly "Building the window" cmake --build "$build"
viewer="$build/app/gui/lamella"
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "No display here (neither DISPLAY nor WAYLAND_DISPLAY is set): no window is opened." >&2
    picture="$build/window.png"
    if QT_QPA_PLATFORM=offscreen "$viewer" "$trace" --screenshot "$picture" >&2 && [ -s "$picture" ]; then
        echo "A picture of the window: $picture"
    fi
    exit 0
fi
echo "Opening $trace" >&2
"$viewer" "$trace" "$@"
