# SPDX-License-Identifier: GPL-3.0-or-later
# Made by make_completions.py from what the program says with --help.
_lamella()
{
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" line words="" files=""
    COMPREPLY=()
    case "$prev" in
    --config) files=yes ;;
    --profile) words="deepseek_v3 deepseek_v32 deepseek_v4 diffusion_transformer encoder_decoder gemma generic generic_moe glm4_moe glm_moe_dsa gpt_oss kimi_k2 kimi_k3 llama llama4 mimo minimax_m2 minimax_m3 mixtral nemotron_h qwen3 qwen3_moe qwen3_next step"; files=yes ;;
    --pass) return ;;
    --layer) return ;;
    --compare) files=yes ;;
    --view) words="explore compare idle source programs runs heatmap types timeline layers kernels advice-here diff gaps overlap whatif ranks notes within architecture report args program-steps program-regions steps regions findings advice matrix selection roofline memory sql history" ;;
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
