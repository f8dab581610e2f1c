#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the pictures of README and manual anew from the sample trace, without a display.
#   packaging/screenshots/make.sh [LAMELLA]      by default build/release/app/gui/lamella
# Look at each of them before you commit.
set -euo pipefail

top="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
program="${1:-$top/build/release/app/gui/lamella}"
sample="$top/resources/sample/lamella-sample.trace.json.gz"
home="$(mktemp -d)"
trap 'rm -rf "$home"' EXIT
export QT_QPA_PLATFORM=offscreen HOME="$home" XDG_CONFIG_HOME="$home" XDG_DATA_HOME="$home" XDG_RUNTIME_DIR="$home" LC_ALL=C.UTF-8

# picture FILE [options of lamella]: reduced to a palette where a tool for that is there.
picture()
{
    local file=$1
    shift
    "$program" "$sample" --config "$top/resources/sample/config.json" --screenshot "$file" "$@"
    if command -v pngquant >/dev/null; then
        pngquant --force --skip-if-larger --output "$file" 128 "$file" || true
    fi
    echo "$file"
}

folder="$top/packaging/screenshots"
picture "$folder/main-light.png" --theme light --size 1280x800
picture "$folder/main-dark.png" --theme dark --size 1280x800
picture "$top/resources/help/window.png" --theme light --size 1280x800 --layer 7
picture "$top/resources/help/gaps.png" --theme light --size 1280x800 --view gaps
