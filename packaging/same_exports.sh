#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Do two lamella-cli write the same bytes?
#   packaging/same_exports.sh CLI OTHER [SHARED]     `export` of the sample, the seeds of the fuzzers, and the smaller traces in SHARED/traces
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
[ $# -ge 2 ] || { echo "usage: same_exports.sh CLI OTHER [SHARED]" >&2; exit 2; }
declare -A programs=([one]=$1 [other]=$2)
shared=${3:-}
max_megabytes=20
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mapfile -t traces < <(
    find "$top/resources/sample" -name '*.trace.json.gz'
    find "$top/tests/fuzz" -path '*/seeds*' -type f
    [ -z "$shared" ] || find "$shared/traces" -type f -size "-${max_megabytes}M" \
        \( -name '*.json' -o -name '*.json.gz' -o -name '*.pb' -o -name '*.sqlite' \) 2>/dev/null)
written=0
for trace in "${traces[@]}"; do
    rm -rf "$work/one" "$work/other"
    for which in one other; do
        code=0
        "${programs[$which]}" export "$trace" --output "$work/$which/tables" --no-cache >"$work/$which.out" 2>&1 || code=$?
        echo "exit code $code" >>"$work/$which.out"
    done
    sed -i "s#$work/one/#$work/other/#g" "$work/one.out"
    if ! cmp "$work/one.out" "$work/other.out" || { [ -d "$work/one" ] && ! diff -r "$work/one" "$work/other"; }; then
        echo "same_exports.sh: $trace: not the same" >&2
        exit 1
    fi
    [ ! -d "$work/one" ] || written=$((written + 1))
done
echo "${#traces[@]} files, the same tables of $written, the same words about the others"
[ "$written" -gt 0 ]
