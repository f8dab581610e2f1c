#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# clang-tidy (the checks of .clang-tidy) and clazy (those of .clazy) over core, app and widgets. Every finding is an error.
#   packaging/lint.sh [--since COMMIT] [--only tidy|clazy] [FILE...]
#     --since   the sources that differ from COMMIT, and nothing else
#     FILE      these sources; without any, all of them: some twenty minutes of two cores, since a dozen is read at a time (lint_bundles.py).
#               What a source includes or declares to use and does not is only seen where it is asked for alone
# Says "SKIPPED: why" and exits with 77 where a tool is missing (packaging/packages.sh build develop installs them).
# LAMELLA_BUILD_DIR names another folder for the list of commands; LAMELLA_LINT_JOBS how many run side by side.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
build="${LAMELLA_BUILD_DIR:-$PWD/build}/lint"
jobs="${LAMELLA_LINT_JOBS:-$(nproc)}"
only=both
since=""
all=no
files=()
while [ $# -gt 0 ]; do
    case "$1" in
    --since) since="${2:?--since needs a commit}"; shift ;;
    --only) only="${2:?--only needs tidy or clazy}"; shift ;;
    -*) echo "usage: lint.sh [--since COMMIT] [--only tidy|clazy] [FILE...]" >&2; exit 2 ;;
    *) files+=("$1") ;;
    esac
    shift
done

skip() { echo "SKIPPED: $1"; exit 77; }
command -v clang++ >/dev/null || skip "clang++ is not installed"
[ "$only" = clazy ] || command -v clang-tidy >/dev/null || skip "clang-tidy is not installed"
[ "$only" = tidy ] || command -v clazy-standalone >/dev/null || skip "clazy is not installed"

sources() { grep -E '^(core|app|widgets)/.*\.cpp$' | sort -u; }
if [ -n "$since" ]; then
    git rev-parse --verify --quiet "$since^{commit}" >/dev/null || skip "there is no commit $since here"
    mapfile -t files < <({ git diff --name-only --diff-filter=d "$since"; git ls-files --others --exclude-standard; } | sources || true)
elif [ ${#files[@]} -eq 0 ]; then
    mapfile -t files < <(git ls-files | sources)
    all=yes
fi
if [ ${#files[@]} -eq 0 ]; then
    echo "lint: no source to look at"
    exit 0
fi

# Configuring is enough: nothing that is generated is included by a source.
cmake -S . -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DLAMELLA_BUILD_TESTS=OFF -DLAMELLA_PRECOMPILED_HEADERS=OFF >/dev/null
# shellcheck source=/dev/null
source .clazy
bundles="$build/bundles"
asked=("${files[@]}")
if [ $all = yes ] && command -v python3 >/dev/null; then
    listed="$(python3 -B packaging/lint_bundles.py "$build" "$bundles" "${files[@]}")"
    mapfile -t asked <<<"$listed"
fi

log="$(mktemp)"
trap 'rm -f "$log"' EXIT
tidy() { clang-tidy --quiet --config-file=.clang-tidy -p "$1" --header-filter='/(core|widgets|app)/.*\.(h|cpp)$' "$2"; }
# Sources of a bundle share the names that are hidden in each.
standalone() { clazy-standalone -p "$1" -checks="$CLAZY_CHECKS" -ignore-dirs="$CLAZY_IGNORE_DIRS" -header-filter='.*/(core|app|widgets)/.*' --extra-arg=-Wno-shadow "$2"; }
# ask TOOL SOURCE|BUNDLE: a bundle that does not compile (sources that share a name after all) is asked about source by source.
ask()
{
    local said file folder="$build"
    case "$2" in
    "$bundles"/*) folder="$bundles" ;;
    esac
    said="$("$1" "$folder" "$2" 2>&1 | grep -vE '^[0-9]+ warnings? generated' || true)"
    if [ "$folder" = "$bundles" ] && grep -qE 'clang-diagnostic-error|(^|: )(fatal )?error: [^[]*$' <<<"$said"; then
        while read -r file; do
            "$1" "$build" "$file" 2>&1 | grep -vE '^[0-9]+ warnings? generated' || true
        done < <(sed -n 's/^#include "\(.*\)"$/\1/p' "$2")
    else
        printf '%s\n' "$said"
    fi
}
export -f ask tidy standalone
export build bundles CLAZY_CHECKS CLAZY_IGNORE_DIRS
each() { printf '%s\0' "${asked[@]}" | xargs -0 -P "$jobs" -n 1 bash -c 'ask "$1" "$2"' ask "$1" >>"$log"; }
[ "$only" = clazy ] || each tidy
[ "$only" = tidy ] || each standalone

# A header is read by many sources: each finding once. In headers of the system the analyzer finds what it does not understand of
# Qt's reference counts. A class that one file knows needs no meta object: nobody else casts to it or asks for its name.
ours() { grep -vE '^/usr/|\(anonymous namespace\)::.* is missing a Q_OBJECT macro' | sort -u | grep .; }
if grep -E '(error|warning): .*\[' "$log" | ours; then
    echo "lint: findings in ${#files[@]} sources"
    exit 1
fi
if grep -E '(^|: )(fatal )?error: ' "$log" | ours; then
    echo "lint: a source could not be read"
    exit 1
fi
echo "lint: ${#files[@]} sources in order"
