# SPDX-License-Identifier: GPL-3.0-or-later
# Made by make_completions.py from what the program says with --help.
complete -c lamella -l config -r -d 'Model config (config.json) of the traced model.'
complete -c lamella -l profile -r -d 'Name or file of the model profile.'
complete -c lamella -l pass -x -d 'Pass to show first.'
complete -c lamella -l layer -x -d 'Layer to show first: a number, head or tail.'
complete -c lamella -l compare -r -d 'Second trace, opened beside the first one to compare with.'
complete -c lamella -l view -x -a 'passes heatmap timeline layers kernels diff gaps overlap whatif ranks notes flow within report steps regions findings matrix selection trust' -d 'View to bring to the front: passes, heatmap, timeline, layers, kernels, diff, gaps, overlap, whatif, ranks, notes, flow, within, report, steps, regions, findings, matrix, selection, trust.'
complete -c lamella -l theme -x -a 'light dark' -d 'light or dark.'
complete -c lamella -l lang -x -a 'en zh_CN' -d 'Language of the window instead of that of the system: en, zh_CN.'
complete -c lamella -l screenshot -r -d 'Write a picture of the window to FILE (PNG; of the view alone: SVG, PDF) when everything is drawn, and leave.'
complete -c lamella -l size -x -d 'Size of the window, for example 1280x800.'
complete -c lamella -l help -d 'Show this help.'
complete -c lamella -l version -d 'Show the version.'
