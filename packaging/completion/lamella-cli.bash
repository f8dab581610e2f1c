# SPDX-License-Identifier: GPL-3.0-or-later
# Asks the program what may stand next, so there is no list here. Needs bash 4.4 and no other package.
_lamella_cli()
{
    local cur="${COMP_WORDS[COMP_CWORD]}" line files=""
    [ "$cur" = "=" ] && cur=""
    COMPREPLY=()
    while IFS= read -r line; do
        if [ "$line" = ":files" ]; then
            files=yes
        else
            line="${line%%$'\t'*}"
            COMPREPLY+=("${line// /\\ }")
        fi
    done < <("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    if [ -n "$files" ]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do
            COMPREPLY+=("$line")
        done < <(compgen -f -- "$cur")
    fi
}
complete -F _lamella_cli lamella-cli
