#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a newcomer meets: a bare Debian, the last commit, run.sh without a display, then test.sh, with the time of each.
#   packaging/test_bare.sh [--prepare|--packages] [RELEASE]      RELEASE: bookworm (default), trixie, …
#     --prepare   ends where run.sh would begin: minutes instead of an hour
#     --packages  makes the .deb packages after run.sh and tests them on the same release (test_packages.sh) instead of running test.sh
# Needs root, debootstrap, git and a mirror (LAMELLA_MIRROR, by default deb.debian.org), and 6 GB in LAMELLA_BARE_DIR (by default the
# temporary folder). Where one of them is missing it says "SKIPPED: why" and exits with 77.
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
mirror="${LAMELLA_MIRROR:-http://deb.debian.org/debian}"
prepare=no
packages=no
release=bookworm
need=6
for argument in "$@"; do
    case "$argument" in
    --prepare) prepare=yes ;;
    --packages) packages=yes ;;
    -*) echo "usage: test_bare.sh [--prepare|--packages] [RELEASE]" >&2; exit 2 ;;
    *) release="$argument" ;;
    esac
done
[ $prepare = no ] || need=1

skip() { echo "SKIPPED: $1"; exit 77; }
[ "$(id -u)" -eq 0 ] || skip "a new root needs root"
for tool in debootstrap git chroot mount; do
    command -v "$tool" >/dev/null || skip "$tool is not installed"
done
git -C "$top" rev-parse --verify --quiet HEAD >/dev/null || skip "$top has no commit to take"

work="$(mktemp -d "${LAMELLA_BARE_DIR:-${TMPDIR:-/tmp}}/lamella-bare.XXXXXX")"
root="$work/root"
mounted=()
# Mounts go first, so that nothing of this machine is removed with the folder; --one-file-system should one of them stay.
clean_up()
{
    local i
    for ((i = ${#mounted[@]} - 1; i >= 0; i--)); do
        umount "${mounted[$i]}" || umount --lazy "${mounted[$i]}" || true
    done
    rm -rf --one-file-system "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM
free="$(df --output=avail -k "$work" | tail -n 1)"
[ "$free" -ge $((need * 1000 * 1000)) ] || skip "$work has $((free / 1000 / 1000)) GB free, and $need are needed"

debootstrap --variant=minbase "$release" "$root" "$mirror" >"$work/log" 2>&1 \
    || skip "debootstrap from $mirror failed: $(tail -n 1 "$work/log")"
attach()
{
    mount "$@" || skip "${!#} cannot be mounted"
    mounted+=("${!#}")
}
attach -t proc proc "$root/proc"
for folder in /dev /dev/pts /dev/shm; do   # private: what is mounted and unmounted here stays here
    [ ! -d "$folder" ] || attach --make-private --bind "$folder" "$root$folder"
done
mkdir -p "$root/src/lamella"
git -C "$top" archive HEAD | tar -x -C "$root/src/lamella"

inside()
{
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 LAMELLA_MIRROR="$mirror" \
        /bin/bash -c 'cd /src/lamella && exec "$@"' bash "$@"
}
echo "A bare $(inside sh -c '. /etc/os-release; echo "$PRETTY_NAME"') with $(inside sh -c 'dpkg-query -W | wc -l') packages, $(nproc) cores," \
    "commit $(git -C "$top" rev-parse --short HEAD)"
if [ $prepare = yes ]; then
    inside test -x packaging/run.sh
    inside packaging/packages.sh --list build test >/dev/null
    echo "prepared: run.sh would begin here"
    exit 0
fi

failed=0
timed()
{
    local start=$SECONDS code=0
    inside "$@" || code=$?
    printf '== %s: exit code %d, %d min %02d s\n' "$*" $code $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60))
    [ $code -eq 0 ] || failed=1
}
timed packaging/run.sh
if [ $packages = yes ]; then
    timed packaging/package.sh
    "$top/packaging/test_packages.sh" --release "$release" "$root/src/lamella/build/run/packages" || failed=1
else
    timed packaging/test.sh
fi
du -sh "$root"/src/lamella/build/*
exit $failed
