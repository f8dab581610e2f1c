# SPDX-License-Identifier: GPL-3.0-or-later
# Made by make_completions.py from what the program says with --help.
_lamella()
{
    # shellcheck disable=SC2034  # _init_completion sets them
    local cur prev words cword split
    _init_completion -s || return
    case "${words[1]} $prev" in
    *" --config") _filedir; return ;;
    *" --profile") _filedir; return ;;
    *" --pass") return ;;
    *" --layer") return ;;
    *" --compare") _filedir; return ;;
    *" --view") mapfile -t COMPREPLY < <(compgen -W "passes heatmap timeline layers kernels diff gaps overlap whatif ranks notes flow within architecture report args steps regions findings matrix selection trust" -- "$cur"); return ;;
    *" --theme") mapfile -t COMPREPLY < <(compgen -W "light dark" -- "$cur"); return ;;
    *" --lang") mapfile -t COMPREPLY < <(compgen -W "en zh_CN" -- "$cur"); return ;;
    *" --screenshot") _filedir; return ;;
    *" --size") return ;;
    esac
    local options="--config --profile --pass --layer --compare --view --theme --lang --screenshot --new-window --restore --size --help --version"
    if [[ "$cur" == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
    else
        _filedir
    fi
}
complete -F _lamella lamella
