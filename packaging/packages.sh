#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the Debian/Ubuntu packages that are missing, and does nothing where all are there (so no network is needed then).
#   packaging/packages.sh [--list] build|wayland|portable|portable_window|systems|package|test|bench|develop ...
# Names with | are alternatives: the first that the distribution has.
# shellcheck disable=SC2034  # the lists are asked for by name
set -euo pipefail

build="g++ cmake ninja-build pkg-config qt6-base-dev qt6-svg-dev|libqt6svg6-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools libqcustomplot-dev
    libsimdjson-dev libcli11-dev libre2-dev zlib1g-dev libzstd-dev libisal-dev libsqlite3-dev libprotozero-dev libxlsxwriter-dev
    python3"
test="python3 clang libclang-rt-dev lld fonts-dejavu-core desktop-file-utils appstream shared-mime-info dpkg-dev file"
wayland="qt6-wayland"
portable="g++ cmake ninja-build make pkg-config dpkg-dev nasm python3 libsimdjson-dev libcli11-dev libre2-dev zlib1g-dev libzstd-dev libisal-dev
    libsqlite3-dev libprotozero-dev libxlsxwriter-dev"
portable_window="patchelf xz-utils"
systems="g++-mingw-w64-x86-64-posix clang-19 libc++-19-dev libc++abi-19-dev"
package="dpkg-dev file python3"
bench="libbenchmark-dev python3"
develop="python3-distributed git ccache clang-tidy clang-format clazy gcovr libbenchmark-dev xvfb xauth fonts-noto-cjk dpkg-dev file lintian shellcheck debootstrap rpm zsh fish nodejs librsvg2-bin pngquant"

list_only=no
if [ "${1:-}" = --list ]; then
    list_only=yes
    shift
fi
[ $# -gt 0 ] || { echo "usage: packages.sh [--list] build|wayland|portable|portable_window|systems|package|test|bench|develop ..." >&2; exit 2; }
wanted=""
for set in "$@"; do
    case "$set" in
    build | wayland | portable | portable_window | systems | package | test | bench | develop) wanted="$wanted ${!set}" ;;
    *) echo "packages.sh: no list named '$set'" >&2; exit 2 ;;
    esac
done

if [ "$list_only" = yes ]; then
    # shellcheck disable=SC2086  # the lists are words
    printf '%s\n' $wanted | sed 's/|.*//'
    exit 0
fi
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "packages.sh: no apt here; install by hand what these Debian packages hold: $(echo $wanted)" >&2
    exit 0
fi

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
missing=""
for entry in $wanted; do
    found=no
    for name in ${entry//|/ }; do
        if installed "$name"; then
            found=yes
            break
        fi
    done
    [ $found = yes ] || missing="$missing $entry"
done
[ -n "$missing" ] || exit 0

root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "packages.sh: missing packages, and neither root nor sudo. As root:" >&2
        echo "    apt-get install -y --no-install-recommends$(echo "$missing" | sed 's/|[^ ]*//g')" >&2
        exit 1
    fi
    root="sudo"
fi
echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
$root apt-get update -q || echo "packages.sh: the package lists could not be brought up to date; going on with those that are here" >&2
chosen=""
for entry in $missing; do
    pick="${entry%%|*}"
    for name in ${entry//|/ }; do
        if apt-cache show "$name" >/dev/null 2>&1; then
            pick="$name"
            break
        fi
    done
    chosen="$chosen $pick"
done
# A system that is new often updates itself: wait for it rather than fail.
# shellcheck disable=SC2086
$root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -q -y --no-install-recommends $chosen
