#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The window with the libraries that it needs in one folder, for distributions that have no package: packed as a .tar.xz, which is
# unpacked anywhere without root and started as lamella-…/AppRun. Where appimagetool is installed, an AppImage is made of it too.
#   packaging/portable_window.sh [--no-build]      --no-build: of what run.sh or package.sh has built
# It runs on systems whose C library is as new as that of the machine it is made on, and which have what every desktop has: OpenGL,
# fontconfig, the X11 client library. The folder and the archive are in build/run/portable; LAMELLA_BUILD_DIR names another build folder
# than build/run.
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
build="${LAMELLA_BUILD_DIR:-$top/build/run}"
id=io.github.lamella_viewer.Lamella
version="$(sed -n 's/^project(lamella VERSION \([0-9.]*\).*/\1/p' "$top/CMakeLists.txt")"
name="lamella-$version-$(uname -m)"
mkdir -p "$build/portable"
build="$(cd "$build" && pwd)"
image="$build/portable/$name"
# shellcheck disable=SC2034  # progress.sh writes it
log="$build/portable/log"
. "$top/packaging/progress.sh"

quietly "Installing missing packages" "$top/packaging/packages.sh" build wayland portable_window
if [ "${1:-}" != --no-build ]; then
    quietly "Configuring" cmake -S "$top" --preset release -B "$build" -DLAMELLA_PRECOMPILED_HEADERS=ON -DLAMELLA_BUNDLED_SOURCES=ON
    quietly "Building" cmake --build "$build"
fi
rm -rf "$image"
DESTDIR="$image" quietly "Installing" cmake --install "$build" --prefix /usr --strip
# DT_RPATH and not DT_RUNPATH: the libraries beside the program find each other by it too.
patchelf --force-rpath --set-rpath "\$ORIGIN/../lib/lamella" "$image"/usr/bin/lamella "$image"/usr/bin/lamella-cli

# What the graphics driver, the C library and the desktop of the machine bring.
own_of_host='^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|nsl|stdc\+\+|gcc_s|GL|EGL|GLX|OpenGL|GLdispatch|drm|gbm|X11|X11-xcb|xcb|fontconfig|freetype|expat|z|wayland-client)\.so)'
libraries="$image/usr/lib/lamella"
plugins="$image/usr/lib/lamella/plugins"
mkdir -p "$plugins"
qt_plugins="$(qtpaths6 --query QT_INSTALL_PLUGINS)"
# Windows of X11 and Wayland, pictures without a display, icons, input methods, secure connections for proxies that ask for it.
for plugin in platforms/libqxcb.so platforms/libqoffscreen.so platforms/libqwayland-generic.so platforms/libqwayland-egl.so \
    wayland-shell-integration wayland-decoration-client wayland-graphics-integration-client xcbglintegrations iconengines imageformats \
    platforminputcontexts platformthemes/libqxdgdesktopportal.so printsupport tls; do
    if [ -e "$qt_plugins/$plugin" ]; then
        mkdir -p "$plugins/$(dirname "$plugin")"
        cp -a "$qt_plugins/$plugin" "$plugins/$plugin"
    fi
done
printf '[Paths]\nPrefix = ../lib/lamella\nPlugins = plugins\n' >"$image/usr/bin/qt.conf"
copy_libraries()
{
    # ldd names what the libraries of a library need, too.
    find "$image/usr/bin" "$plugins" -type f -exec ldd {} + 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// {print $1, $3}' | sort -u \
        | while read -r library path; do
            [[ $library =~ $own_of_host ]] || cp -L "$path" "$libraries/$library"
        done
    find "$libraries" -name '*.so*' -type f -exec strip --strip-unneeded {} +
}
quietly "Copying libraries" copy_libraries
ln -s usr/bin/lamella "$image/AppRun"
ln -s "usr/share/applications/$id.desktop" "$image/$id.desktop"
ln -s "usr/share/icons/hicolor/scalable/apps/$id.svg" "$image/$id.svg"

# Nothing of the image may come from this machine but what is left out on purpose.
foreign()
{
    env -u LD_LIBRARY_PATH LD_TRACE_LOADED_OBJECTS=1 "$image/AppRun" | awk '$2 == "=>" {print $1, $3}' | while read -r library path; do
        [[ $library =~ $own_of_host || $path == "$image"/* ]] || echo "$library from $path"
    done
}
missing="$(foreign)"
[ -z "$missing" ] || { echo "portable_window.sh: not in the image: $missing" >&2; exit 1; }

packed="$build/portable/$name.tar.xz"
quietly "Packing" env XZ_OPT="-4 -T0" tar -C "$build/portable" --sort=name --owner=0 --group=0 --numeric-owner -cJf "$packed" "$name"
try_out()
{
    local place
    place="$(mktemp -d)"
    tar -C "$place" -xJf "$packed"
    env -i HOME="$place" XDG_RUNTIME_DIR="$place" QT_QPA_PLATFORM=offscreen "$place/$name/AppRun" \
        "$top/resources/sample/lamella-sample.trace.json.gz" --screenshot "$place/window.png"
    [ -s "$place/window.png" ]
    mv "$place/window.png" "$build/portable/window.png"
    rm -rf "$place"
}
quietly "Trying it" try_out
echo "$packed: $(stat -c %s "$packed") bytes, for any Linux desktop on $(uname -m) with glibc $(ldd --version | sed -n '1s/.* //p') or newer"
if command -v appimagetool >/dev/null; then
    quietly "Making the AppImage" appimagetool "$image" "$build/portable/$name.AppImage"
    echo "$build/portable/$name.AppImage"
fi
