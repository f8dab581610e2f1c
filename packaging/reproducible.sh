#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Do two builds of the same sources in different folders, at different times, give the same bytes?
#   packaging/reproducible.sh   lamella-cli, as it is packaged: two full builds of the core
# Each copy has a path of another length and sources of another age. ccache is left out: it would compare an object with itself.
# Exit 1 where bytes differ; the folders are kept then. "SKIPPED: why" and 77 without git.
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
[ $# -eq 0 ] || { echo "usage: reproducible.sh" >&2; exit 2; }
git -C "$top" ls-files >/dev/null 2>&1 || { echo "SKIPPED: git does not say which files are sources"; exit 77; }
export CCACHE_DISABLE=1
unset SOURCE_DATE_EPOCH

work="$(mktemp -d)"
one="$work/a"
two="$work/another-folder/of-another-length"
prepare()
{
    mkdir -p "$1"
    (cd "$top" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$1")
    find "$1" -type f -exec touch -d "$2" {} +
    cmake -S "$1" -B "$1/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLAMELLA_HARDEN=ON -DLAMELLA_BUILD_GUI=OFF \
        -DLAMELLA_BUILD_TESTS=OFF >/dev/null
}
prepare "$one" "2020-01-02 03:04:05"
prepare "$two" "2021-06-07 08:09:10"

for folder in "$one" "$two"; do
    ninja -C "$folder/build" app/cli/lamella-cli >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
done
cmp "$one/build/app/cli/lamella-cli" "$two/build/app/cli/lamella-cli" || { echo "reproducible: the builds in $work differ"; exit 1; }
sha256sum "$one/build/app/cli/lamella-cli" | cut -d' ' -f1
rm -rf "$work"
echo "reproducible: the same bytes from both folders"
