#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Completions for bash, zsh and fish from what the programs themselves say with --help, so that none can be forgotten.
Usage: make_completions.py [--check] LAMELLA_CLI [LAMELLA]      --check compares with the files beside this script, and looks for
each option in the man pages."""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SPDX = '# SPDX-License-Identifier: GPL-3.0-or-later\n# Made by make_completions.py from what the program says with --help.\n'
FILES = re.compile(r'FILE|DIR|FILES')
WORDS = re.compile(r'^[a-z][\w-]*(\|([a-z][\w-]*|[A-Z]+(-[A-Z]+)?|\d\w*))+$')
# Values that --help describes in words.
KNOWN = {'--by': 'cause layer after region length pass sequence kernel type category replaced rank step program heat execution stream',
         '--stage': 'prefill decode mixed draft forward backward optimizer unknown', '--theme': 'light dark',
         '--min-gap': '1us 5us 10us 100us', '--fail-above': '2% 5% 10%'}


class Option:
    def __init__(self, name, value, text):
        self.name, self.value, self.text = name, value.strip('<> '), text

    def words(self):
        if self.name in KNOWN:
            return KNOWN[self.name].split()
        if self.name in ('--view', '--lang'): # "View to bring to the front: passes, heatmap, …"
            return re.findall(r'[\w-]+', self.text.rpartition(': ')[2])
        if WORDS.match(self.value):
            return [word for word in self.value.split('|') if re.match(r'^[a-z]', word)]
        return []

    def takes_file(self):
        return bool(FILES.search(self.value))


def said(program):
    return subprocess.run([program, '--help'], capture_output=True, text=True, check=True, timeout=30).stdout


def read_cli(program):
    text = said(program)
    commands = re.findall(r'^  ([a-z][a-z-]*)  +(\S.*)$', text.partition('Commands:')[2].partition('Options:')[0], re.M)
    options = [Option(*found) for found in re.findall(r'^  (--[a-z-]+)( \S+)?  +(\S.*)$', text.partition('Options:')[2], re.M)]
    return commands, options


def read_gui(program):
    """Texts of QCommandLineParser go on in the next lines."""
    options = []
    for line in said(program).partition('Options:')[2].partition('Arguments:')[0].splitlines():
        if match := re.match(r'^  (?:-\w, )?(--[a-z-]+)( <[^>]+>)?  +(\S.*)$', line):
            options.append(Option(match.group(1), match.group(2) or '', match.group(3)))
        elif line.startswith('     ') and options:
            options[-1].text += ' ' + line.strip()
    return options


def bash(program, commands, options):
    function = '_' + program.replace('-', '_')
    lines = [SPDX, f'{function}()\n{{\n', '    # shellcheck disable=SC2034  # _init_completion sets them\n    local cur prev words cword split\n'
             '    _init_completion -s || return\n', '    case "$prev" in\n']
    for option in options:
        if option.takes_file() and not option.words():
            lines.append(f'    {option.name}) _filedir; return ;;\n')
        elif option.words():
            also = '; _filedir' if option.takes_file() else ''
            lines.append(f'    {option.name}) mapfile -t COMPREPLY < <(compgen -W "{" ".join(option.words())}" -- "$cur"){also}; return ;;\n')
        elif option.value:
            lines.append(f'    {option.name}) return ;;\n')
    lines.append('    esac\n')
    names = ' '.join(option.name for option in options)
    lines.append(f'    if [[ "$cur" == -* ]]; then\n        mapfile -t COMPREPLY < <(compgen -W "{names}" -- "$cur")\n')
    if commands:
        words = ' '.join(name for name, _ in commands)
        lines.append(f'    elif [ "$cword" -eq 1 ]; then\n        mapfile -t COMPREPLY < <(compgen -W "{words}" -- "$cur")\n')
        lines.append('    elif [ "$cword" -eq 2 ] && [ "${words[1]}" = profiles ]; then\n'
                     '        mapfile -t COMPREPLY < <(compgen -W "list show check" -- "$cur")\n')
        lines.append('    elif [ "$cword" -eq 2 ] && [ "${words[1]}" = cache ]; then\n'
                     '        mapfile -t COMPREPLY < <(compgen -W "show clear" -- "$cur")\n')
    lines.append('    else\n        _filedir\n    fi\n}\n' + f'complete -F {function} {program}\n')
    return ''.join(lines)


def quoted(text):
    return text.replace("'", "'\\''")


def zsh(program, commands, options):
    lines = [f'#compdef {program}\n', SPDX, '_arguments -s \\\n']
    for option in options:
        text = quoted(re.sub(r'([\[\]:\\])', r'\\\1', option.text))
        value = ''
        if option.words():
            value = f':value:({" ".join(option.words())})'
        elif option.takes_file():
            value = ':file:_files'
        elif option.value:
            value = ':value: '
        star = '*' if 'may be repeated' in option.text else ''
        lines.append(f"    '{star}{option.name}[{text}]{value}' \\\n")
    if commands:
        known = ' '.join(f'{name}\\:"{quoted(text)}"' for name, text in commands)
        lines.append(f"    '1:command:(({known}))' \\\n")
    lines.append("    '*:file:_files'\n")
    return ''.join(lines)


def fish(program, commands, options):
    lines = [SPDX]
    for name, text in commands:
        lines.append(f"complete -c {program} -n __fish_use_subcommand -f -a {name} -d '{quoted(text)}'\n")
    if commands:
        lines.append(f"complete -c {program} -n '__fish_seen_subcommand_from profiles' -f -a 'list show check'\n")
        lines.append(f"complete -c {program} -n '__fish_seen_subcommand_from cache' -f -a 'show clear'\n")
    for option in options:
        flags = ''
        if option.words():
            flags = f" -x -a '{' '.join(option.words())}'"
        elif option.takes_file():
            flags = ' -r'
        elif option.value:
            flags = ' -x'
        lines.append(f"complete -c {program} -l {option.name[2:]}{flags} -d '{quoted(option.text)}'\n")
    return ''.join(lines)


def main():
    arguments = sys.argv[1:]
    check = '--check' in arguments
    programs = [argument for argument in arguments if argument != '--check']
    made = {}
    for path in programs:
        program = pathlib.Path(path).name
        commands, options = read_cli(path) if program == 'lamella-cli' else ([], read_gui(path))
        if len(options) < 5 or (program == 'lamella-cli' and len(commands) < 10):
            sys.exit(f'{program} --help has another form than this script expects')
        if check:
            man = (HERE.parent / f'man/{program}.1').read_text(encoding='utf-8').replace('\\-', '-')
            missing = [o.name for o in options if not re.search(rf'{o.name}(?![\w-])', man)]
            if missing:
                sys.exit(f'man/{program}.1: {", ".join(missing)}: not described')
        made[f'{program}.bash'] = bash(program, commands, options)
        made[f'_{program}'] = zsh(program, commands, options)
        made[f'{program}.fish'] = fish(program, commands, options)
    stale = []
    for name, text in made.items():
        file = HERE / name
        if not check:
            file.write_text(text, encoding='utf-8')
        elif not file.is_file() or file.read_text(encoding='utf-8') != text:
            stale.append(name)
    if stale:
        sys.exit(f'{", ".join(stale)}: not what the programs say; run packaging/completion/make_completions.py LAMELLA_CLI LAMELLA')
    if check:
        print(f'completions: {len(made)} files in order')


if __name__ == '__main__':
    main()
