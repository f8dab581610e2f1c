# SPDX-License-Identifier: GPL-3.0-or-later
# Made by make_completions.py from what the program says with --help.
_lamella()
{
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" line words="" files=""
    COMPREPLY=()
    case "$prev" in
    --config) files=yes ;;
    --profile) files=yes ;;
    --pass) return ;;
    --layer) return ;;
    --compare) files=yes ;;
    --view) words="explore compare idle source programs runs heatmap timeline layers kernels diff gaps overlap whatif ranks notes within architecture report args steps regions findings advice matrix selection roofline memory sql history" ;;
    --theme) words="light dark" ;;
    --lang) words="en zh_CN" ;;
    --screenshot) files=yes ;;
    --size) return ;;
    *) if [[ "$cur" == -* ]]; then words="--config --profile --pass --layer --compare --view --theme --lang --screenshot --new-window --restore --watch --size --help --version"; else files=yes; fi ;;
    esac
    while IFS= read -r line; do
        COMPREPLY+=("$line")
    done < <(compgen -W "$words" -- "$cur")
    if [ -n "$files" ]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do
            COMPREPLY+=("$line")
        done < <(compgen -f -- "$cur")
    fi
}
complete -F _lamella lamella
