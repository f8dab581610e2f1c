#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the packages from nothing, or from what run.sh built, and looks whether their programs are hardened.
#   packaging/package.sh [DEB|RPM|TGZ]      by default DEB: lamella-cli and lamella, in build/run/packages
# LAMELLA_BUILD_DIR names another build folder, LAMELLA_CONTACT ("Name <address>") who answers for the packages,
# LAMELLA_HOMEPAGE the address of the project's page.
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
build="${LAMELLA_BUILD_DIR:-$top/build/run}"
kind="${1:-DEB}"
case "$kind" in
DEB | RPM | TGZ) ;;
*) echo "usage: package.sh [DEB|RPM|TGZ]" >&2; exit 2 ;;
esac

"$top/packaging/packages.sh" build package
if [ "$kind" = RPM ] && ! command -v rpmbuild >/dev/null; then
    echo "package.sh: rpmbuild is missing (Debian: apt-get install rpm)" >&2
    exit 1
fi
options=(-DLAMELLA_PRECOMPILED_HEADERS=ON -DLAMELLA_BUNDLED_SOURCES=ON)
[ -z "${LAMELLA_CONTACT:-}" ] || options+=("-DLAMELLA_CONTACT=$LAMELLA_CONTACT")
[ -z "${LAMELLA_HOMEPAGE:-}" ] || options+=("-DLAMELLA_HOMEPAGE=$LAMELLA_HOMEPAGE")
if command -v ccache >/dev/null; then
    options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
cd "$top"
cmake --preset release -B "$build" "${options[@]}"
cmake --build "$build"
build="$(cd "$build" && pwd)"
python3 -B tests/checks/check_hardening.py --path "$top" --path "$build" "$build/app/cli/lamella-cli" "$build/app/gui/lamella"
rm -rf "$build/packages"
cpack --config "$build/CPackConfig.cmake" -G "$kind" -B "$build/packages"
rm -rf "$build/packages/_CPack_Packages"

if grep -q '^LAMELLA_CONTACT:.*\.invalid>' "$build/CMakeCache.txt"; then
    echo "Nobody answers for these packages yet: before giving them away, set LAMELLA_CONTACT=\"Name <address>\"."
fi
echo "The packages:"
ls "$build"/packages/*
[ "$kind" != DEB ] || echo "To install them: sudo apt install $build/packages/*.deb"
