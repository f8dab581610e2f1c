#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds lamella-cli as one file that needs nothing of the machine it runs on, the C library included, and tries it in an empty root.
#   packaging/portable.sh [COMPARE]      with COMPARE, another lamella-cli of the same sources: both must write the same bytes
# The file is lamella-cli-VERSION-MACHINE in build/portable. Three libraries have no static archive in Debian: simdjson, ISA-L and
# libxlsxwriter are built from the source packages of the versions that are installed, which apt-get fetches and checks.
# LAMELLA_BUILD_DIR names another build folder; what the tools say goes into portable.log there.
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
compare="${1:-}"
[ $# -le 1 ] || { echo "usage: portable.sh [COMPARE]" >&2; exit 2; }
[ -z "$compare" ] || compare="$(cd "$(dirname "$compare")" && pwd)/$(basename "$compare")"
build="${LAMELLA_BUILD_DIR:-$top/build/portable}"
mkdir -p "$build"
build="$(cd "$build" && pwd)"
max_bytes=$((12 * 1024 * 1024))
# shellcheck disable=SC2034  # progress.sh writes it
log="$build/portable.log"
. "$top/packaging/progress.sh"
cd "$top"
launcher=()
! command -v ccache >/dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_C_COMPILER_LAUNCHER=ccache)

# source_of PACKAGE: name=version of the source package of an installed one.
source_of() { dpkg-query -W -f '${source:Package}=${source:Version}' "$1"; }

# The sources of the installed versions, in $build/sources, in a shell of its own. apt-get asks the mirrors of this machine, with lists of its own.
fetch_sources()
(
    local state="$build/apt" wanted=("$@") options package origin
    rm -rf "$build/sources" "$state"
    mkdir -p "$build/sources" "$state/lists/partial"
    for origin in Debian Ubuntu; do
        # shellcheck disable=SC2016  # the names are apt-get's
        apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' "Origin: $origin"
    done | sort -u >"$state/sources.list"
    options=(-o "Dir::Etc::SourceList=$state/sources.list" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$state/lists"
        -o Acquire::Languages=none -o APT::Sandbox::User=root)
    apt-get "${options[@]}" update
    cd "$build/sources"
    apt-get "${options[@]}" --download-only source "${wanted[@]}"
    for package in *.dsc; do
        dpkg-source -x "$package" "${package%%_*}"
    done
)

# static_library SOURCE [options of cmake]
static_library()
{
    local source=$1
    shift
    cmake -S "$build/sources/$source" -B "$build/$source" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
        -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_INSTALL_PREFIX="$build/libraries" -DCMAKE_INSTALL_LIBDIR=lib "${launcher[@]}" "$@"
    cmake --build "$build/$source"
    cmake --install "$build/$source"
}

build_libraries()
{
    rm -rf "$build/libraries"
    mkdir -p "$build/libraries/lib"
    static_library simdjson
    static_library libxlsxwriter -DUSE_SYSTEM_MINIZIP=OFF
    make -C "$build/sources/libisal" -f Makefile.unx -j "$(nproc)" units=igzip CFLAGS_=-fPIC lib
    cp "$build/sources/libisal/bin/isa-l.a" "$build/libraries/lib/libisal.a"
    echo "$*" >"$build/libraries/versions"
}

quietly "Installing missing packages" packaging/packages.sh portable
sources=("$(source_of libsimdjson-dev)" "$(source_of libisal-dev)" "$(source_of libxlsxwriter-dev)")
if [ "$(cat "$build/libraries/versions" 2>/dev/null)" != "${sources[*]}" ]; then
    quietly "Fetching the sources of ${sources[*]}" fetch_sources "${sources[@]}"
    quietly "Building static libraries" build_libraries "${sources[@]}"
fi
quietly "Configuring" cmake --preset release -B "$build/lamella" -DLAMELLA_BUILD_GUI=OFF -DLAMELLA_STATIC=ON \
    -DCMAKE_CXX_FLAGS_RELEASE="-Os -DNDEBUG" -DCMAKE_PREFIX_PATH="$build/libraries" -DLAMELLA_PRECOMPILED_HEADERS=ON -DLAMELLA_BUNDLED_SOURCES=ON "${launcher[@]}"
quietly "Building lamella-cli" cmake --build "$build/lamella" --target lamella-cli

version="$(sed -n 's/^project(lamella VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)"
file="$build/lamella-cli-$version-$(uname -m)"
strip -o "$file" "$build/lamella/app/cli/lamella-cli"
bytes="$(stat -c %s "$file")"
[ "$bytes" -le $max_bytes ] || { echo "portable.sh: $file has $bytes bytes, more than $max_bytes" >&2; exit 1; }
if readelf -d "$file" | grep -q NEEDED || readelf -l "$file" | grep -q INTERP; then
    echo "portable.sh: $file needs shared libraries" >&2
    exit 1
fi

# A root with nothing but the file, traces and a folder for temporary files: no /proc, no /dev, no library.
root="$(mktemp -d)"
trap 'rm -rf "$root"' EXIT
mkdir "$root/tmp"
cp "$file" "$root/lamella-cli"
cp resources/sample/lamella-sample.trace.json.gz "$root/a.json.gz"
gunzip -c "$root/a.json.gz" >"$root/b.json"
chroot="$(PATH="$PATH:/usr/sbin:/sbin" command -v chroot)"
inside=(env -i "$chroot" "$root" /lamella-cli)
[ "$(id -u)" -eq 0 ] || inside=(unshare --map-root-user "${inside[@]}")
try_out()
{
    "${inside[@]}" info a.json.gz && "${inside[@]}" kernels b.json --top 5 && "${inside[@]}" export a.json.gz --output tables \
        && "${inside[@]}" kernels b.json --output kernels.xlsx && "${inside[@]}" report a.json.gz --output report.html \
        && python3 -c 'import sys, zipfile; sys.exit(zipfile.ZipFile(sys.argv[1]).testzip() is not None)' "$root/kernels.xlsx"
}
quietly "Trying it in an empty root" try_out
if [ -n "$compare" ]; then
    same_bytes()
    (
        cd "$root"
        mkdir other
        "$compare" export a.json.gz --output other/tables && "$compare" kernels b.json --output other/kernels.xlsx \
            && "$compare" report a.json.gz --output other/report.html && diff -r tables other/tables \
            && cmp kernels.xlsx other/kernels.xlsx && cmp report.html other/report.html
    )
    quietly "Comparing it with $compare" same_bytes
fi
echo "$file: $bytes bytes, for any Linux on $(uname -m)"
