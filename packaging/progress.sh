# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# quietly WHAT COMMAND…: says what is done and how long it took; what the command prints goes into the file $log, and its end to the terminal
# if it fails, which ends the script. For run.sh, portable.sh and portable_window.sh.
quietly()
{
    local what=$1 began=$SECONDS
    shift
    printf '%s … ' "$what" >&2
    if ! "$@" >"${log:?}" 2>&1; then
        printf 'failed; the end of %s:\n' "$log" >&2
        tail -n 30 "$log" >&2
        exit 1
    fi
    echo "$((SECONDS - began)) s" >&2
}
