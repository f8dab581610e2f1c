# SPDX-License-Identifier: GPL-3.0-or-later
# Made by make_completions.py from what the program says with --help.
_lamella_cli()
{
    # shellcheck disable=SC2034  # _init_completion sets them
    local cur prev words cword split
    _init_completion -s || return
    case "$prev" in
    --config) _filedir; return ;;
    --profile) _filedir; return ;;
    --anchor) return ;;
    --anchor-role) mapfile -t COMPREPLY < <(compgen -W "begins ends within" -- "$cur"); return ;;
    --blocks-per-layer) return ;;
    --layers) return ;;
    --device) return ;;
    --rank) return ;;
    --stream) return ;;
    --stage) mapfile -t COMPREPLY < <(compgen -W "prefill decode mixed draft forward backward optimizer unknown" -- "$cur"); return ;;
    --pass) mapfile -t COMPREPLY < <(compgen -W "auto all trace steady" -- "$cur"); return ;;
    --layer) return ;;
    --min-gap) mapfile -t COMPREPLY < <(compgen -W "1us 5us 10us 100us" -- "$cur"); return ;;
    --by) mapfile -t COMPREPLY < <(compgen -W "cause layer after region length pass sequence kernel type category replaced rank step program heat execution stream" -- "$cur"); return ;;
    --group) mapfile -t COMPREPLY < <(compgen -W "name stem shape" -- "$cur"); return ;;
    --attribution) mapfile -t COMPREPLY < <(compgen -W "same-thread any-thread window" -- "$cur"); return ;;
    --skip) return ;;
    --scale) return ;;
    --metric) mapfile -t COMPREPLY < <(compgen -W "wall busy sum idle" -- "$cur"); return ;;
    --top) return ;;
    --sort) return ;;
    --filter) return ;;
    --time) return ;;
    --args) return ;;
    --with) _filedir; return ;;
    --with-pass) mapfile -t COMPREPLY < <(compgen -W "auto all steady" -- "$cur"); return ;;
    --with-layer) return ;;
    --with-device) return ;;
    --with-config) _filedir; return ;;
    --with-profile) _filedir; return ;;
    --fail-above) mapfile -t COMPREPLY < <(compgen -W "2% 5% 10%" -- "$cur"); return ;;
    --format) mapfile -t COMPREPLY < <(compgen -W "text csv json markdown html csv-spreadsheet xlsx" -- "$cur"); return ;;
    --output) _filedir; return ;;
    --table) mapfile -t COMPREPLY < <(compgen -W "a b c d e all" -- "$cur"); return ;;
    --range) return ;;
    --pattern) return ;;
    --status) _filedir; return ;;
    --from-summaries) _filedir; return ;;
    --window) mapfile -t COMPREPLY < <(compgen -W "anchors pass" -- "$cur"); return ;;
    --cache-dir) _filedir; return ;;
    esac
    if [[ "$cur" == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --each --min-gap --by --group --attribution --skip --scale --metric --top --sort --filter --time --args --with --with-pass --with-layer --with-device --with-config --with-profile --fail-above --allow-missing --format --output --table --range --pattern --status --from-summaries --window --no-cache --cache-dir --strict --quiet --progress --help --version" -- "$cur")
    elif [ "$cword" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "info diagnostics anchors passes layers clusters heatmap kernels flow bottleneck architecture unnamed overlap gaps whatif ranges stats op-statistic step-trace-time consistency pipes perfetto steps step-classes breakdown regions ops families collectives findings report summary diff compare matrix within search extract ranks export profiles cache" -- "$cur")
    elif [ "$cword" -eq 2 ] && [ "${words[1]}" = profiles ]; then
        mapfile -t COMPREPLY < <(compgen -W "list show check" -- "$cur")
    elif [ "$cword" -eq 2 ] && [ "${words[1]}" = cache ]; then
        mapfile -t COMPREPLY < <(compgen -W "show clear" -- "$cur")
    else
        _filedir
    fi
}
complete -F _lamella_cli lamella-cli
