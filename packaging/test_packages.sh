#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the Debian packages on a bare Debian, uses them, removes them, and looks for what was left behind.
#   packaging/test_packages.sh [--release NAME] [FOLDER]
#     NAME    release of Debian: bookworm (default), trixie, …; packages install where the libraries that they were built with are
#     FOLDER  of a finished build, of which packages are made first (default: build/run, that of run.sh and package.sh), or of packages
# Needs root, debootstrap and a mirror (LAMELLA_MIRROR, by default deb.debian.org). Where one of them is missing it says
# "SKIPPED: why" and exits with 77.
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
release=bookworm
if [ "${1:-}" = --release ]; then
    release="${2:?--release needs a name}"
    shift 2
fi
build="${1:-${LAMELLA_BUILD_DIR:-$top/build/run}}"
mirror="${LAMELLA_MIRROR:-http://deb.debian.org/debian}"
sample=/usr/share/lamella/sample/lamella-sample.trace.json.gz

skip() { echo "SKIPPED: $1"; exit 77; }
made="$(compgen -G "$build/lamella*.deb" || true)"
[ -n "$made" ] || [ -f "$build/CPackConfig.cmake" ] || skip "there is no build and no package in $build"
build="$(cd "$build" && pwd)"
[ "$(id -u)" -eq 0 ] || skip "a new root needs root"
for tool in debootstrap cpack dpkg-deb dpkg-shlibdeps; do
    command -v "$tool" >/dev/null || skip "$tool is not installed"
done

work="$(mktemp -d)"
trap 'rm -rf --one-file-system "$work"' EXIT
log="$work/log"

failed=0
passed=0
expect()
{
    local what=$1
    shift
    if "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
        echo "ok: $what"
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
        tail -n 20 "$log"
    fi
}
no() { ! "$@"; }

folder="$build"
if [ -z "$made" ]; then
    folder="$work/packages"
    expect "the packages are made" cpack --config "$build/CPackConfig.cmake" -G DEB -B "$folder"
    [ $failed -eq 0 ] || exit 1
fi
cli=("$folder"/lamella-cli_*.deb)
gui=("$folder"/lamella_*.deb)
if [ -n "$made" ] || grep -q '^LAMELLA_HARDEN:BOOL=ON' "$build/CMakeCache.txt"; then
    dpkg-deb -x "${cli[0]}" "$work/programs"
    dpkg-deb -x "${gui[0]}" "$work/programs"
    expect "the programs are hardened" python3 -B "$top/tests/checks/check_hardening.py" --path "$top" "$work"/programs/usr/bin/*
else
    echo "not hardened: LAMELLA_HARDEN is off in $build"
fi

root="$work/root"
debootstrap --variant=minbase "$release" "$root" "$mirror" >"$log" 2>&1 || skip "debootstrap from $mirror failed: $(tail -n 1 "$log")"
cp "${cli[0]}" "${gui[0]}" "$root/"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
files() { (cd "$root" && find . -xdev -iname '*lamella*' -not -path './var/log/*' -not -path './tmp/*' -not -path './*.deb' | sort); }

before="$(files)"
expect "lamella-cli installs" inside apt-get install -y --no-install-recommends "/$(basename "${cli[0]}")"
expect "it reads the sample" inside lamella-cli passes "$sample"
expect "it brought no GUI library" no inside sh -c "dpkg-query -W -f '\${Package}\n' | grep -E 'libqt6(gui|widgets)|libx11|libgl1|libegl|libwayland'"
expect "its man page is there" test -s "$root/usr/share/man/man1/lamella-cli.1.gz"
expect "lamella installs" inside apt-get install -y --no-install-recommends "/$(basename "${gui[0]}")" fonts-dejavu-core
expect "it draws the sample" inside env QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=/tmp lamella "$sample" --screenshot /tmp/window.png
expect "the picture is there" test -s "$root/tmp/window.png"
expect "they are removed" inside apt-get purge -y lamella lamella-cli
after="$(files)"
expect "nothing was left behind" test "$before" = "$after"
[ "$before" = "$after" ] || diff <(echo "$before") <(echo "$after") || true
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
