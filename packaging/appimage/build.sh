#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# An AppImage of the viewer, for distributions that have no package.
#   packaging/appimage/build.sh [OUTPUT]      by default build/Lamella-VERSION-ARCH.AppImage
# Needs linuxdeploy and its Qt plug-in on PATH (https://github.com/linuxdeploy); downloads nothing. Run it on the oldest system
# that the image should run on: an AppImage takes the C library from its host.
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
build="${LAMELLA_BUILD_DIR:-$top/build/appimage}"
id=io.github.lamella_viewer.Lamella
for tool in linuxdeploy linuxdeploy-plugin-qt; do
    command -v "$tool" >/dev/null || { echo "build.sh: $tool is not on PATH; see https://github.com/linuxdeploy" >&2; exit 1; }
done
version="$(sed -n 's/^project(lamella VERSION \([0-9.]*\).*/\1/p' "$top/CMakeLists.txt")"
output="${1:-$top/build/Lamella-$version-$(uname -m).AppImage}"

"$top/packaging/packages.sh" build
cd "$top"
cmake --preset release -B "$build" -DCMAKE_INSTALL_PREFIX=/usr
cmake --build "$build"
image="$build/AppDir"
rm -rf "$image"
DESTDIR="$image" cmake --install "$build"

# Besides the platform of the desktop: pictures without a display, and Wayland.
export EXTRA_PLATFORM_PLUGINS="libqoffscreen.so;libqwayland-generic.so;libqwayland-egl.so"
export EXTRA_QT_PLUGINS="svg;wayland-shell-integration;wayland-decoration-client"
export QMAKE="${QMAKE:-$(command -v qmake6)}"
export OUTPUT="$output"
linuxdeploy --appdir "$image" --plugin qt --output appimage --desktop-file "$image/usr/share/applications/$id.desktop" \
    --icon-file "$image/usr/share/icons/hicolor/scalable/apps/$id.svg" --executable "$image/usr/bin/lamella" \
    --executable "$image/usr/bin/lamella-cli"

# It must run where nothing of it is installed.
"$output" --appimage-extract-and-run --version
QT_QPA_PLATFORM=offscreen "$output" --appimage-extract-and-run "$top/resources/sample/lamella-sample.trace.json.gz" \
    --screenshot "$build/window.png"
echo "$output"
