# SPDX-License-Identifier: GPL-3.0-or-later
# Made by make_completions.py from what the program says with --help.
_lamella_cli()
{
    # shellcheck disable=SC2034  # _init_completion sets them
    local cur prev words cword split
    _init_completion -s || return
    case "${words[1]} $prev" in
    *" --config") _filedir; return ;;
    *" --profile") _filedir; return ;;
    *" --anchor") return ;;
    *" --anchor-role") mapfile -t COMPREPLY < <(compgen -W "begins ends within" -- "$cur"); return ;;
    *" --blocks-per-layer") return ;;
    *" --layers") return ;;
    *" --rank") return ;;
    *" --top") return ;;
    *" --sort") return ;;
    *" --filter") return ;;
    *" --format") mapfile -t COMPREPLY < <(compgen -W "text csv json markdown html csv-spreadsheet xlsx" -- "$cur"); return ;;
    *" --output") _filedir; return ;;
    *" --lang") mapfile -t COMPREPLY < <(compgen -W "en zh_CN" -- "$cur"); return ;;
    *" --cache-dir") _filedir; return ;;
    *" --skip") return ;;
    *" --device") return ;;
    *" --stream") return ;;
    *" --stage") mapfile -t COMPREPLY < <(compgen -W "prefill decode mixed draft forward backward optimizer unknown" -- "$cur"); return ;;
    *" --pass") mapfile -t COMPREPLY < <(compgen -W "auto all trace steady" -- "$cur"); return ;;
    *" --layer") return ;;
    *" --min-gap") mapfile -t COMPREPLY < <(compgen -W "1us 5us 10us 100us" -- "$cur"); return ;;
    *" --peaks") _filedir; return ;;
    *" --tokens") return ;;
    *" --context") return ;;
    *" --metric") mapfile -t COMPREPLY < <(compgen -W "wall busy sum idle" -- "$cur"); return ;;
    "flow --by") mapfile -t COMPREPLY < <(compgen -W "heat execution" -- "$cur"); return ;;
    *" --group") mapfile -t COMPREPLY < <(compgen -W "name stem shape" -- "$cur"); return ;;
    "roofline --by") mapfile -t COMPREPLY < <(compgen -W "op kernel layer category pass" -- "$cur"); return ;;
    "overlap --by"|"whatif --by") mapfile -t COMPREPLY < <(compgen -W "pass layer" -- "$cur"); return ;;
    "gaps --by") mapfile -t COMPREPLY < <(compgen -W "cause layer after region length" -- "$cur"); return ;;
    *" --scale") return ;;
    *" --time") return ;;
    *" --args") return ;;
    "steps --by") mapfile -t COMPREPLY < <(compgen -W "step program" -- "$cur"); return ;;
    *" --attribution") mapfile -t COMPREPLY < <(compgen -W "same-thread any-thread window" -- "$cur"); return ;;
    "stats --by") return ;;
    "pipes --by") mapfile -t COMPREPLY < <(compgen -W "type category" -- "$cur"); return ;;
    "diff --by") mapfile -t COMPREPLY < <(compgen -W "sequence kernel layer type category replaced" -- "$cur"); return ;;
    *" --with") _filedir; return ;;
    *" --with-pass") mapfile -t COMPREPLY < <(compgen -W "auto all steady" -- "$cur"); return ;;
    *" --with-layer") return ;;
    *" --with-device") return ;;
    *" --with-config") _filedir; return ;;
    *" --with-profile") _filedir; return ;;
    *" --fail-above") mapfile -t COMPREPLY < <(compgen -W "2% 5% 10%" -- "$cur"); return ;;
    "ranks --by") mapfile -t COMPREPLY < <(compgen -W "layer pass rank" -- "$cur"); return ;;
    *" --from-summaries") _filedir; return ;;
    *" --table") mapfile -t COMPREPLY < <(compgen -W "a b c d e all" -- "$cur"); return ;;
    *" --range") return ;;
    *" --pattern") return ;;
    *" --status") _filedir; return ;;
    *" --window") mapfile -t COMPREPLY < <(compgen -W "anchors pass" -- "$cur"); return ;;
    esac
    local options=""
    case "${words[1]}" in
    info) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --rank --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    diagnostics) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --rank --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    findings) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --rank --skip --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    report) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --min-gap --skip --peaks --tokens --context --top --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    summary) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --min-gap --skip --peaks --tokens --context --top --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    passes) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --peaks --tokens --context --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    layers) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --peaks --tokens --context --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    clusters) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --peaks --tokens --context --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    heatmap) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --metric --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    flow) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --by --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    bottleneck) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    architecture) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    anchors) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --rank --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    kernels) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --each --group --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    roofline) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --by --peaks --tokens --context --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    unnamed) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    overlap) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --by --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    gaps) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --by --min-gap --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    whatif) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --by --scale --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    within) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --rank --time --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    search) options="--rank --args --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    perfetto) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    steps) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --by --skip --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    step-classes) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --skip --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    breakdown) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    regions) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    ops) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    families) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    collectives) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    ranges) options="--rank --attribution --skip --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    stats) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --rank --by --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    op-statistic) options="--rank --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    consistency) options="--rank --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    pipes) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --rank --by --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    diff) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --stream --stage --pass --layer --by --with --with-pass --with-layer --with-device --with-config --with-profile --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    compare) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --stage --with --with-device --with-config --with-profile --fail-above --allow-missing --top --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    ranks) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --rank --stage --pass --layer --by --from-summaries --top --sort --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    matrix) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --skip --table --range --pattern --status --format --output --lang --quiet --help --version" ;;
    extract) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --pass --window --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    export) options="--config --profile --anchor --anchor-role --blocks-per-layer --layers --device --rank --stream --stage --pass --layer --group --min-gap --attribution --skip --scale --peaks --tokens --context --metric --top --filter --format --output --lang --no-cache --cache-dir --strict --progress --quiet --help --version" ;;
    profiles) options="--format --output --lang --quiet --help --version" ;;
    cache) options="--format --output --lang --cache-dir --quiet --help --version" ;;
    *) options="--help --version" ;;
    esac
    if [[ "$cur" == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
    elif [ "$cword" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "info diagnostics findings report summary passes layers clusters heatmap flow bottleneck architecture anchors kernels roofline unnamed overlap gaps whatif within search perfetto steps step-classes breakdown regions ops families collectives ranges stats op-statistic consistency pipes diff compare ranks matrix extract export profiles cache" -- "$cur")
        _filedir
    elif [ "$cword" -eq 2 ] && [ "${words[1]}" = profiles ]; then
        mapfile -t COMPREPLY < <(compgen -W "list show check" -- "$cur")
    elif [ "$cword" -eq 2 ] && [ "${words[1]}" = cache ]; then
        mapfile -t COMPREPLY < <(compgen -W "show clear" -- "$cur")
    else
        _filedir
    fi
}
complete -F _lamella_cli lamella-cli
