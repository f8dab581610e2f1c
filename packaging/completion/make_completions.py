#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Completions of the window's program for bash, zsh and fish from what it says with --help, so that no option can be forgotten.
Those of lamella-cli ask the program itself and are written by hand.
Usage: make_completions.py [--check] LAMELLA      --check compares with the files beside this script, and looks for each option in
the man page."""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SPDX = '# SPDX-License-Identifier: GPL-3.0-or-later\n# Made by make_completions.py from what the program says with --help.\n'
OPTION = r'^  (?:-\w, ?)?(--[a-z-]+)( <[^>]+>| \S+)?(?:  +(\S.*))?$'


class Option:
    def __init__(self, name, value, text):
        self.name, self.value, self.text = name, value.strip('<> '), text

    def words(self):
        if self.name == '--theme':
            return ['light', 'dark']
        if self.name in ('--view', '--lang', '--profile'): # "View or workspace to show first: explore, compare, …"
            return re.findall(r'[\w-]+', self.text.rpartition(': ')[2])
        return []

    def takes_file(self):
        return 'FILE' in self.value


def options_of(program):
    """Lines that name an option, with the lines that go on below them."""
    text = subprocess.run([program, '--help'], capture_output=True, text=True, check=True, timeout=30).stdout
    found = []
    for line in text.partition('Options:')[2].partition('Arguments:')[0].splitlines():
        if match := re.match(OPTION, line):
            found.append([match.group(1), match.group(2) or '', match.group(3) or ''])
        elif line.startswith('     ') and found:
            found[-1][2] = (found[-1][2] + ' ' + line.strip()).strip()
    return [Option(*item) for item in found]


def bash(options):
    lines = [SPDX, '_lamella()\n{\n', '    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" line words="" files=""\n',
             '    COMPREPLY=()\n', '    case "$prev" in\n']
    for option in options:
        if option.value:
            actions = [f'words="{" ".join(option.words())}"'] if option.words() else []
            action = '; '.join([*actions, *(['files=yes'] if option.takes_file() else [])]) or 'return'
            lines.append(f'    {option.name}) {action} ;;\n')
    names = ' '.join(option.name for option in options)
    lines.append(f'    *) if [[ "$cur" == -* ]]; then words="{names}"; else files=yes; fi ;;\n    esac\n')
    lines.append('    while IFS= read -r line; do\n        COMPREPLY+=("$line")\n    done < <(compgen -W "$words" -- "$cur")\n')
    lines.append('    if [ -n "$files" ]; then\n        compopt -o filenames 2>/dev/null\n        while IFS= read -r line; do\n'
                 '            COMPREPLY+=("$line")\n        done < <(compgen -f -- "$cur")\n    fi\n}\ncomplete -F _lamella lamella\n')
    return ''.join(lines)


def quoted(text):
    return text.replace("'", "'\\''")


def zsh(options):
    lines = ['#compdef lamella\n', SPDX, '_arguments -s \\\n']
    for option in options:
        text = quoted(re.sub(r'([\[\]:\\])', r'\\\1', option.text))
        value = ''
        if option.words() and option.takes_file():
            value = f':value:{{_alternative "names:name:({" ".join(option.words())})" "files:file:_files"}}'
        elif option.words():
            value = f':value:({" ".join(option.words())})'
        elif option.takes_file():
            value = ':file:_files'
        elif option.value:
            value = ':value: '
        lines.append(f"    '{option.name}[{text}]{value}' \\\n")
    return ''.join([*lines, "    '*:file:_files'\n"])


def fish(options):
    lines = [SPDX]
    for option in options:
        flags = ''
        if option.words():
            flags = f" {'-r' if option.takes_file() else '-x'} -a '{' '.join(option.words())}'"
        elif option.takes_file():
            flags = ' -r'
        elif option.value:
            flags = ' -x'
        lines.append(f"complete -c lamella -l {option.name[2:]}{flags} -d '{quoted(option.text)}'\n")
    return ''.join(lines)


def main():
    arguments = sys.argv[1:]
    check = '--check' in arguments
    program, = [argument for argument in arguments if argument != '--check']
    options = options_of(program)
    if len(options) < 5:
        sys.exit('lamella --help has another form than this script expects')
    made = {'lamella.bash': bash(options), '_lamella': zsh(options), 'lamella.fish': fish(options)}
    if not check:
        for name, text in made.items():
            (HERE / name).write_text(text, encoding='utf-8')
        return
    man = (HERE.parent / 'man/lamella.1').read_text(encoding='utf-8').replace('\\-', '-')
    if missing := sorted(option.name for option in options if not re.search(rf'{option.name}(?![\w-])', man)):
        sys.exit(f'man/lamella.1: {", ".join(missing)}: not described')
    if stale := [name for name, text in made.items() if not (HERE / name).is_file() or (HERE / name).read_text(encoding='utf-8') != text]:
        sys.exit(f'{", ".join(stale)}: not what the program says; run packaging/completion/make_completions.py LAMELLA')
    print(f'completions: {len(made)} files in order')


if __name__ == '__main__':
    main()
